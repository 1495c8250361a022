"""The board says what everybody may know, and who is waited for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import LANGS, tr
from bot.screens.board import board
from bot.screens.buttons import (
    HandTap,
    NextTap,
    RulesTap,
    ScoreTap,
    SeatTap,
    SeatVerb,
    SelfTap,
    SelfVerb,
    parse,
)
from bot.screens.words import card_name
from bot.tables import moves, votes
from bot.tables.model import Presence, Stage, Table
from engine.actions import Action, Bid, HideTalon, Pass, ShowTalon
from engine.cards import Card
from engine.conventions import parse_flags, resolve
from engine.match import legal_actions, next_deck, phase, to_act
from engine.state import Phase
from engine.view import public_view
from tests.screens.people import course, dealt, named, set_table
from tests.screens.test_hand import begun, until_phase
from tests.support.tables import ANNA, Game, of, waiting


def test_a_table_in_the_lobby_has_no_board() -> None:
    with pytest.raises(ValueError, match="lobby"):
        board(waiting(), "ru")


def test_the_board_names_deal_dealer_scores_and_who_is_to_bid() -> None:
    game = Game()
    game.start()
    text = board(game.table, "ru").text
    assert "<b>Раздача 1. Сдаёт Vera</b>" in text
    assert "Anna · <b>0</b>" in text
    assert "⏳ <b>Торги. Ждём: Anna…</b>" in text
    assert game.table.commitments[-1].digest in text


def test_the_commitment_stays_on_the_board_when_the_match_is_over() -> None:
    game = Game()
    game.start()
    over = game.do(votes.stop, ANNA.person, None, game.context, is_admin=True).table
    assert over.commitments[-1].digest in board(over, "en").text


def test_the_auction_is_shown_word_by_word() -> None:
    for table in course(seed=3):
        assert table.match is not None
        deal = public_view(table.match).deal
        if phase(table.match) is not Phase.AUCTION or deal is None or len(deal.calls) != 2:
            continue
        said = (f"{table.seats[call.seat].name} {call.value or 'pass'}" for call in deal.calls)
        assert f"Bidding: {' · '.join(said)}" in board(table, "en").text
        return
    pytest.fail("nobody spoke twice")


def choose(game: Game, *wanted: Action) -> None:
    """Whoever is waited for does the first of these that is legal."""
    assert game.table.match is not None
    (seat,) = to_act(game.table.match)
    legal = legal_actions(game.table.match, seat)
    index = next(legal.index(action) for action in wanted if action in legal)
    game.do(moves.act, game.table.seats[seat].person, game.table.turn, index, game.context)


@pytest.mark.parametrize("hides", [True, False])
def test_the_log_says_once_that_the_talon_is_closed_and_not_before_that_was_decided(*, hides: bool) -> None:
    game = Game("rospis4 golden=false blind=false")
    game.start()
    while game.table.match is not None and phase(game.table.match) is Phase.AUCTION:
        choose(game, Pass(), Bid(100))
    closed = tr("en", "event-talon-hidden")
    assert closed not in board(game.table, "en").text
    assert "takes the talon" in board(game.table, "en").text
    choose(game, HideTalon() if hides else ShowTalon())
    assert board(game.table, "en").text.count(closed) == (1 if hides else 0)
    assert (f"{tr('en', 'event-talon', cards='')}" in board(game.table, "en").text) is not hides


def test_play_shows_the_trick_the_last_trick_and_whose_turn_it_is() -> None:
    seen = 0
    for table in course(steps=90, seed=2):
        assert table.match is not None
        view = public_view(table.match)
        if view.phase is not Phase.PLAY or not view.deal:
            continue
        text = board(table, "uk").text
        assert f"Ходить {table.seats[view.to_act[0]].name}" in text
        for played in view.deal.trick.cards:
            assert f"{table.seats[played.seat].name} {card_name(played.card, 'uk')}" in text
        if view.deal.tricks:
            assert "Остання взятка: " in text
        if view.deal.contract:
            assert f"замовлення {view.deal.contract}" in text
        seen += 1
    assert seen > 20


def test_the_board_says_who_sits_on_the_talon() -> None:
    conventions = resolve(*parse_flags(["gambler", "-golden"]))
    table = set_table(conventions, 4, 3)
    assert table.match is not None
    text = board(dealt(table, next_deck(table.match, b"4")), "en").text
    assert "Hnat · <b>0</b> · on the talon" in text
    assert text.count("on the talon") == 1


def test_a_redeal_offer_names_nobody() -> None:
    """Who holds a ground is hidden (settled, preamble)."""
    offered = next(
        table
        for table in course("bank -golden redeal_hand_below=60", steps=5)
        if table.match is not None and phase(table.match) is Phase.REDEAL
    )
    text = board(offered, "en").text.partition("<blockquote")[0]
    assert "A redeal is offered: waiting for answers" in text
    assert "Waiting for" not in text
    assert text.count("Bohdan") == 1


def test_the_log_has_a_line_a_trick_and_one_for_the_auction() -> None:
    last = next(table for table in course(steps=200) if table.match is not None and table.match.deal is None)
    text = board(last, "en").text
    log = text.partition("<blockquote expandable>")[2].splitlines()
    numbered = [line for line in log if line[:1].isdigit() and ". " in line]
    assert [line.partition(".")[0] for line in numbered] == [str(n) for n in range(1, len(numbered) + 1)]
    assert all(line.count(" · ") == 2 and " → " in line for line in numbered)
    assert sum("pass" in line and " · " in line for line in log) == 1


def test_a_game_that_is_stopped_leaves_its_last_trick_on_the_board() -> None:
    running = next(table for table in course(steps=60) if laid(table))
    stopped = of(votes.stop(running, ANNA.person, None, Game().context, is_admin=True)).table
    screen = board(stopped, "en")
    assert "🏆 <b>Game over</b>" in screen.text
    assert "On the table: " in screen.text
    assert f"{card_name(laid(running)[0], 'en')}\n" in screen.text
    assert screen.keyboard == ()


def laid(table: Table) -> tuple[Card, ...]:
    """The cards of the trick on the table."""
    assert table.match is not None
    deal = public_view(table.match).deal
    return tuple(played.card for played in deal.trick.cards) if deal else ()


def test_the_buttons_of_the_board() -> None:
    last = next(table for table in course(steps=200) if table.match is not None and table.match.deal is None)
    taps = [[parse(button.data or "") for button in row] for row in board(last, "en").keyboard]
    tools = [HandTap(last.id), ScoreTap(last.id), RulesTap(last.id, 0)]
    comers = [SelfTap(last.id, verb) for verb in (SelfVerb.WATCH, SelfVerb.QUEUE, SelfVerb.LEAVE)]
    assert taps == [[NextTap(last.id, last.turn)], tools, comers]
    running = next(iter(course()))
    assert [[parse(button.data or "") for button in row] for row in board(running, "en").keyboard] == [
        [HandTap(running.id), ScoreTap(running.id), RulesTap(running.id, 0)],
        comers,
    ]
    assert board(replace(last, stage=Stage.FINISHED), "en").keyboard == ()


def test_names_are_escaped_and_told_apart() -> None:
    table = named(next(iter(course())), ("<b>", "Tom & Co", "<b>"))
    text = board(table, "en").text
    assert "&lt;b&gt; · <b>0</b>" in text
    assert "Tom &amp; Co" in text
    assert "&lt;b&gt; 2" in text


@pytest.mark.parametrize(
    ("flags", "players", "said"),
    [
        ("default", 3, "Giving cards. Waiting for {}…"),
        ("two10", 2, "Giving cards. Waiting for {}…"),
        ("two9", 2, "Giving a card, laying one aside. Waiting for {}…"),
        ("trade2 -blind", 2, "Laying cards aside. Waiting for {}…"),
    ],
)
def test_what_is_done_with_the_cards_that_are_too_many_has_its_name(
    flags: str, players: int, said: str
) -> None:
    table = until_phase(begun(flags, players), Phase.DISCARD)
    assert table.match is not None
    (seat,) = to_act(table.match)
    assert said.format(table.seats[seat].name) in board(table, "en").text


@pytest.mark.parametrize("lang", LANGS)
def test_a_free_seat_says_who_may_take_it(lang: str) -> None:
    table = next(iter(course()))
    gone = replace(table.seats[2], presence=Presence.LEFT)
    screen = board(replace(table, seats=(*table.seats[:2], gone)), lang)
    rows = [
        [(b.text, t) for b in row if isinstance(t := parse(b.data or ""), SeatTap)] for row in screen.keyboard
    ]
    (person, computers) = [row for row in rows if row]
    assert person == [(tr(lang, "btn-take", name="Vera"), SeatTap(table.id, 3, SeatVerb.TAKE))]
    assert computers == [
        (tr(lang, f"btn-take-{verb}"), SeatTap(table.id, 3, verb))
        for verb in (SeatVerb.EASY, SeatVerb.NORMAL)
    ]
