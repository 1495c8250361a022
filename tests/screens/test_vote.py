"""The questions of a table, what follows for somebody whose seat was freed, and whose names a log has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import LANGS, tr
from bot.screens.board import board
from bot.screens.buttons import SeatTap, SeatVerb, VoteTap, VoteVerb, parse
from bot.screens.model import Screen
from bot.screens.render import render
from bot.screens.vote import freed, vote
from bot.tables import seats, votes
from bot.tables.model import Sitter, Slot, SlotKind, Stage, Table, Vote, VoteKind
from engine.match import phase
from engine.players import Level
from engine.state import Phase
from tests.screens.test_limits import sound
from tests.support.seated import CAST, GUEST, Match
from tests.support.tables import ANNA, BOHDAN, VERA, Game

BOHDANS = Slot(SlotKind.FREED, CAST[1].person)


def asked(*open_votes: Vote) -> Table:
    game = Game()
    game.start()
    return replace(game.table, votes=open_votes, lobby_turn=4)


def shown(text: str) -> str:
    """A text with its words apart as usual, wherever they hold together."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def taps(screen: Screen) -> list[tuple[str, VoteTap]]:
    found = [(each.text, parse(each.data or "")) for row in screen.keyboard for each in row]
    return [(text, tap) for text, tap in found if isinstance(tap, VoteTap)]


def kicked(match: Match, seat: int = 1) -> Match:
    """The others free the seat of somebody whose clock has run out."""
    late = replace(match.table.seats[seat], overdue=1)
    match.table = replace(
        match.table, seats=(*match.table.seats[:seat], late, *match.table.seats[seat + 1 :])
    )
    others = (sitter for at, sitter in enumerate(CAST[:3]) if at != seat)
    changes = [match.do(votes.kick, sitter.person, seat, match.context) for sitter in others]
    assert Slot(SlotKind.FREED, CAST[seat].person) in changes[-1].dirty
    return match


# Questions


def test_a_question_says_who_is_for_it_and_who_against() -> None:
    table = asked(Vote(VoteKind.STOP, frozenset({VERA.person}), against=frozenset({BOHDAN.person})))
    text = shown(vote(table, "en").text)
    assert "For: Vera. 1 more needed" in text
    assert "Against: Bohdan" in text
    assert "Against" not in vote(asked(Vote(VoteKind.STOP, frozenset({VERA.person}))), "en").text


@pytest.mark.parametrize("lang", LANGS)
def test_each_of_several_questions_has_buttons_that_say_what_they_are_about(lang: str) -> None:
    one, other = frozenset({ANNA.person}), frozenset({VERA.person})
    table = asked(
        Vote(VoteKind.STOP, one),
        Vote(VoteKind.KICK, other, 1),
        Vote(VoteKind.KICK, other, 2),
        Vote(VoteKind.UNDO, one, 0),
    )
    table = replace(table, seats=(table.seats[0], replace(BOHDAN, name="B<&>"), table.seats[2]))
    screen = vote(table, lang)
    sound(screen)
    found = taps(screen)
    assert [(tap.kind, tap.seat, tap.verb) for _, tap in found] == [
        (kind, seat, verb)
        for kind, seat in (
            (VoteKind.STOP, 0),
            (VoteKind.KICK, 2),
            (VoteKind.KICK, 3),
            (VoteKind.UNDO, 1),
        )
        for verb in (VoteVerb.YES, VoteVerb.NO)
    ]
    texts = [text for text, _ in found]
    assert len({*texts}) == len(texts)
    assert all("B<&>" in text for text in texts[2:4])
    assert all("Vera" in text for text in texts[4:6])


# Whose seat was freed


@pytest.mark.parametrize("lang", LANGS)
def test_who_was_voted_out_is_told_in_private_and_may_take_his_seat_back(lang: str) -> None:
    match = Match().start()
    own = replace(match.table.seats[1], lang=lang)
    match.table = replace(match.table, seats=(match.table.seats[0], own, match.table.seats[2]))
    change = kicked(match).table
    assert BOHDANS in change.epochs
    assert Slot(SlotKind.HAND, CAST[1].person) not in change.epochs
    screen = render(match.table, BOHDANS)
    assert screen is not None
    sound(screen)
    assert tr(lang, "freed") in screen.text
    (button,) = (each for row in screen.keyboard for each in row)
    assert parse(button.data or "") == SeatTap(match.table.id, 2, SeatVerb.TAKE)
    back = match.do(seats.take, 1, own, match.context)
    assert BOHDANS not in match.table.epochs
    assert {BOHDANS, Slot(SlotKind.HAND, CAST[1].person)} <= back.dirty
    assert render(match.table, Slot(SlotKind.HAND, CAST[1].person)) is not None


@pytest.mark.parametrize("taken_by", ["person", "computer"])
def test_a_seat_that_somebody_else_has_is_offered_no_more(taken_by: str) -> None:
    match = kicked(Match().start())
    if taken_by == "person":
        change = match.do(seats.take, 1, GUEST, match.context)
    else:
        change = match.do(seats.computer, 1, CAST[0].person, Level.EASY, match.context)
    assert BOHDANS in change.dirty
    assert render(match.table, BOHDANS) == Screen(f"🚪 <b>{tr('en', 'freed')}</b>")


def test_at_the_end_the_seat_is_offered_no_more() -> None:
    match = kicked(Match().start())
    ended = match.do(votes.stop, CAST[0].person, None, match.context, is_admin=True)
    assert match.table.stage is Stage.FINISHED
    assert BOHDANS in ended.dirty
    screen = freed(match.table, CAST[1].person)
    assert screen is not None
    assert screen.keyboard == ()


def test_who_leaves_by_himself_is_told_nothing() -> None:
    match = Match().start()
    match.do(seats.leave, CAST[1].person, match.context)
    assert BOHDANS not in match.table.epochs


def test_nobody_is_told_of_somebody_who_is_forgotten() -> None:
    match = kicked(Match().start())
    nobody = Sitter(0, "", "en")
    erased = replace(match.table, seats=(match.table.seats[0], nobody, match.table.seats[2]))
    assert render(erased, BOHDANS) is None


# The log


def log_of(table: Table) -> list[str]:
    return shown(board(table, "en").text).partition("<blockquote expandable>")[2].splitlines()


def test_the_log_says_that_somebody_left_and_that_somebody_was_put_out() -> None:
    match = Match(4, words="sixmax").start()
    match.do(seats.leave, CAST[3].person, match.context)
    assert sum("N4 leaves the table" in line for line in log_of(match.table)) == 1
    kicked(match)
    assert sum("The table frees the seat of N2" in line for line in log_of(match.table)) == 1


def test_a_seat_that_changed_hands_keeps_the_names_of_those_who_had_it() -> None:
    """N2, then a computer player, then a guest: each stands beside what he did and what was said of him."""
    match = Match().start().until(lambda table: Phase.PLAY is playing(table))
    before = [line for line in log_of(match.table) if "N2" in line]
    assert before
    match.do(seats.leave, CAST[1].person, match.context)
    match.do(seats.computer, 1, CAST[0].person, Level.EASY, match.context)
    match.step()
    match.do(seats.take, 1, GUEST, match.context)
    lines = log_of(match.table)
    assert [line for line in lines if "N2" in line][: len(before)] == before
    assert [line for line in lines if "plays on from this seat" in line] == [
        "🪑 🤖 Easy plays on from this seat",
        "🪑 Guest plays on from this seat",
    ]
    assert sum("N2 leaves the table" in line for line in lines) == 1


def test_who_takes_his_own_seat_back_is_back() -> None:
    match = Match().start()
    match.do(seats.leave, CAST[1].person, match.context)
    match.do(seats.take, 1, CAST[1], match.context)
    lines = log_of(match.table)
    assert sum("N2 is back" in line for line in lines) == 1
    assert not any("plays on from this seat" in line for line in lines)


def test_the_next_deal_has_the_names_of_those_who_sit() -> None:
    """Somebody who gives his seat up between two deals is in the log of the old one only."""
    match = Match().start().until(lambda table: Phase.OVER is playing(table))
    match.do(seats.leave, CAST[1].person, match.context)
    match.do(seats.take, 1, GUEST, match.context)
    assert any("N2" in line and "Guest" not in line for line in log_of(match.table)[1:])
    match.step()
    match.step()
    assert not any("N2" in line for line in log_of(match.table))


def playing(table: Table) -> Phase:
    assert table.match is not None
    return phase(table.match)
