"""Stopping a match: a majority of those who sit, or a chat admin; votes lapse with the deal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import tr
from bot.screens.vote import vote as vote_screen
from bot.tables import flow, moves, privacy, seats, votes
from bot.tables.model import (
    NOBODY,
    Commitment,
    NoticeKind,
    Presence,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    Table,
    TimerKind,
    VoteKind,
)
from bot.tables.ports import Change, Refusal
from bot.tables.said import Said
from bot.tables.tally import missing
from engine.events import EndWhy
from engine.record.replayer import replay
from engine.state import Phase
from tests.support.seated import CAST, Match
from tests.support.tables import ANNA, BOHDAN, VERA, Game, of, refusal
from tests.tables.test_moves import play_to

VOTE = Slot(SlotKind.VOTE)
BOARD = Slot(SlotKind.BOARD)


@pytest.fixture
def game() -> Game:
    started = Game()
    started.start()
    return started


def vote(game: Game, who: Sitter, turn: int | None = None) -> Change | Refusal:
    return votes.stop(game.table, who.person, turn, game.context, is_admin=False)


def no(game: Game, person: int, turn: int | None = None) -> Change | Refusal:
    shown = game.table.lobby_turn if turn is None else turn
    return votes.oppose(game.table, person, shown, game.context, kind=VoteKind.STOP, seat=None)


def said_yes(table: Table) -> frozenset[int]:
    (asked,) = table.votes
    return asked.voters


def test_the_first_vote_opens_the_question(game: Game) -> None:
    change = game.commit(of(vote(game, ANNA)))
    assert (change.answer.said, change.answer.n) == (Said.VOTED, 1)
    assert said_yes(change.table) == {ANNA.person}
    assert VOTE in change.table.epochs
    assert change.dirty == {VOTE}
    assert change.table.turn == game.table.turn


def test_a_majority_stops_the_match(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    change = game.commit(of(vote(game, BOHDAN, game.table.lobby_turn)))
    assert change.answer.said is Said.STOPPED
    assert change.table.stage is Stage.FINISHED
    assert change.record == ("stop",)
    assert [timer.kind for timer in change.timers or ()] == [TimerKind.ARCHIVE]
    (notice,) = change.notices
    assert notice.kind is NoticeKind.MATCH_STOPPED
    assert notice.outcome is not None
    assert notice.outcome.why is EndWhy.STOPPED
    assert notice.totals == (0, 0, 0)
    assert VOTE not in change.table.epochs
    assert change.dirty == {
        VOTE,
        BOARD,
        Slot(SlotKind.LOBBY),
        *(Slot(SlotKind.HAND, person) for person in (1001, 1002, 1003)),
    }


def test_a_vote_counts_once(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    decision = vote(game, ANNA)
    assert isinstance(decision, Refusal)
    assert (decision.answer.said, decision.answer.n) == (Said.ALREADY_VOTED, 1)


def test_onlookers_have_no_vote(game: Game) -> None:
    decision = votes.stop(game.table, 4711, None, game.context, is_admin=False)
    assert refusal(decision) is Said.NOT_ALLOWED


def test_a_chat_admin_stops_at_once(game: Game) -> None:
    change = of(votes.stop(game.table, 4711, None, game.context, is_admin=True))
    assert change.answer.said is Said.STOPPED


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_a_majority_is_more_than_half(game: Game, players: int, needed: int) -> None:
    seats = tuple(Sitter(number, f"N{number}", "en") for number in range(1, players + 1))
    table = replace(game.table, seats=seats)
    for number in range(1, needed):
        change = of(votes.stop(table, number, None, game.context, is_admin=False))
        assert (change.answer.said, change.answer.n) == (Said.VOTED, needed - number)
        table = change.table
    assert len(said_yes(table)) == needed - 1


def test_who_takes_the_only_vote_back_closes_the_question(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    assert refusal(no(game, 4711)) is Said.NOT_ALLOWED
    change = game.commit(of(no(game, ANNA.person)))
    assert change.answer.said is Said.OUTVOTED
    assert not change.table.votes
    assert VOTE not in change.table.epochs
    assert change.dirty == {VOTE}


def test_a_no_is_said_and_heard(game: Game) -> None:
    """Somebody who has not voted says that he wants to play on; his second no changes nothing."""
    game.commit(of(vote(game, ANNA)))
    turn = game.table.lobby_turn
    change = game.commit(of(no(game, BOHDAN.person)))
    assert change.answer.said is Said.AGAINST
    assert change.dirty == {VOTE}
    (asked,) = game.table.votes
    assert said_yes(game.table) == {ANNA.person}
    assert asked.against == {BOHDAN.person}
    assert game.table.lobby_turn == turn
    assert refusal(no(game, BOHDAN.person)) is Said.AGAINST
    assert missing(game.table, asked) == 1


def test_most_against_close_the_question(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    turn = game.table.lobby_turn
    game.commit(of(no(game, BOHDAN.person)))
    change = game.commit(of(no(game, VERA.person)))
    assert change.answer.said is Said.OUTVOTED
    assert change.table.votes == ()
    assert VOTE not in change.table.epochs
    assert change.dirty == {VOTE}
    assert refusal(vote(game, VERA, turn)) is Said.STALE
    assert refusal(no(game, VERA.person, turn)) is Said.STALE


def test_a_later_yes_takes_the_no_back_and_a_later_no_the_yes() -> None:
    match = Match(5, words="sixmax").start()
    for sitter in CAST[:2]:
        match.do(votes.stop, sitter.person, None, match.context, is_admin=False)
    match.do(
        votes.oppose, CAST[1].person, match.table.lobby_turn, match.context, kind=VoteKind.STOP, seat=None
    )
    (asked,) = match.table.votes
    assert sorted(asked.voters) == [CAST[0].person]
    assert sorted(asked.against) == [CAST[1].person]
    assert missing(match.table, asked) == 2
    match.do(votes.stop, CAST[1].person, match.table.lobby_turn, match.context, is_admin=False)
    (asked,) = match.table.votes
    assert sorted(asked.voters) == [CAST[0].person, CAST[1].person]
    assert not asked.against


def test_a_question_stays_open_while_it_can_be_carried() -> None:
    """Two against of five: the other three suffice. A third no is one too many."""
    match = Match(5, words="sixmax").start()
    match.do(votes.stop, CAST[0].person, None, match.context, is_admin=False)
    for sitter, said in zip(CAST[1:4], (Said.AGAINST, Said.AGAINST, Said.OUTVOTED), strict=True):
        change = match.do(
            votes.oppose, sitter.person, match.table.lobby_turn, match.context, kind=VoteKind.STOP, seat=None
        )
        assert change.answer.said is said
    assert match.table.votes == ()


def test_who_is_not_asked_keeps_no_question_open(game: Game) -> None:
    """Vera lets her time run out again and again: Bohdan's no against Anna's yes is a tie."""
    absent = replace(game.table.seats[2], overdue=2)
    game.table = replace(game.table, seats=(*game.table.seats[:2], absent))
    game.commit(of(vote(game, ANNA)))
    assert game.table.stage is Stage.PLAYING
    assert game.commit(of(no(game, BOHDAN.person))).answer.said is Said.OUTVOTED


def test_a_no_counts_where_all_wait_for_whoever_says_it() -> None:
    """In a match that is paused nobody asks him; once he says no, three of four have to be for it."""
    match = Match(4, words="sixmax").start()
    late = replace(match.table.seats[1], overdue=1)
    match.table = replace(
        match.table, seats=(match.table.seats[0], late, *match.table.seats[2:]), paused=True
    )
    match.do(votes.stop, CAST[0].person, None, match.context, is_admin=False)
    (asked,) = match.table.votes
    assert missing(match.table, asked) == 1
    opposed = replace(asked, against=frozenset({CAST[1].person}))
    assert missing(match.table, opposed) == 2


def test_who_says_no_is_there(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    away = replace(game.table.seats[1], presence=Presence.AWAY)
    game.table = replace(game.table, seats=(game.table.seats[0], away, game.table.seats[2]))
    change = game.commit(of(no(game, BOHDAN.person)))
    assert change.answer.said is Said.AGAINST
    assert game.table.seats[1].presence is Presence.HERE
    assert VOTE in change.dirty


def test_a_question_that_too_many_are_against_goes_when_others_leave() -> None:
    match = Match(4, words="sixmax").start()
    match.do(votes.stop, CAST[0].person, None, match.context, is_admin=False)
    match.do(
        votes.oppose, CAST[1].person, match.table.lobby_turn, match.context, kind=VoteKind.STOP, seat=None
    )
    match.do(seats.leave, CAST[2].person, match.context)
    assert match.table.votes
    gone = match.do(seats.leave, CAST[3].person, match.context)
    assert gone.table.votes == ()
    assert VOTE in gone.dirty


def test_whose_seat_is_at_stake_has_no_vote_about_it(game: Game) -> None:
    late = replace(game.table.seats[2], overdue=1)
    game.table = replace(game.table, seats=(*game.table.seats[:2], late))
    game.commit(of(votes.kick(game.table, ANNA.person, 2, game.context)))
    own = votes.oppose(
        game.table, VERA.person, game.table.lobby_turn, game.context, kind=VoteKind.KICK, seat=2
    )
    assert refusal(own) is Said.NOT_ALLOWED
    other = votes.oppose(
        game.table, BOHDAN.person, game.table.lobby_turn, game.context, kind=VoteKind.KICK, seat=2
    )
    assert of(other).answer.said is Said.OUTVOTED


def test_who_is_forgotten_is_on_no_side_of_a_question(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    game.commit(of(no(game, BOHDAN.person)))
    seated = (ANNA, replace(BOHDAN, person=NOBODY), VERA)
    stood = replace(game.table, seats=seated, epochs={VOTE: 1})
    assert BOHDAN.person in privacy.named(stood)
    erased = of(privacy.forgotten(stood, BOHDAN.person, game.context)).table
    assert erased.votes
    assert BOHDAN.person not in privacy.named(erased)


@given(
    answers=st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=20),
    overdue=st.tuples(*[st.integers(0, 3)] * 6),
)
def test_a_question_is_open_exactly_while_it_can_still_be_carried(
    answers: list[tuple[int, bool]], overdue: tuple[int, ...]
) -> None:
    """Whatever six people answer: the count is right, nobody is on both sides, no open question is lost."""
    seated = tuple(replace(sitter, overdue=late) for sitter, late in zip(CAST, overdue, strict=True))
    started = Match(6, words="sixmax").start()
    started.table = replace(started.table, seats=seated)
    for number, yes in answers:
        table, person = started.table, CAST[number].person
        if yes:
            decision = votes.stop(table, person, None, started.context, is_admin=False)
        else:
            decision = votes.oppose(
                table, person, table.lobby_turn, started.context, kind=VoteKind.STOP, seat=None
            )
        if not isinstance(decision, Change):
            continue
        started.keep(decision)
        if started.table.stage is Stage.FINISHED:
            return
        asked = started.table.vote(VoteKind.STOP)
        if asked is None:
            assert decision.answer.said is Said.OUTVOTED
            continue
        asked_now = {each.person for each in started.table.seats if each.overdue < 2}
        counted = asked_now | asked.voters | asked.against
        assert not asked.voters & asked.against
        assert missing(started.table, asked) == len(counted) // 2 + 1 - len(asked.voters)
        assert len(counted - asked.against) > len(counted) / 2 or not asked.against


def test_buttons_of_a_question_that_went_away_are_stale(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    turn = game.table.lobby_turn
    game.commit(of(no(game, ANNA.person)))
    assert refusal(vote(game, BOHDAN, turn)) is Said.STALE
    assert refusal(no(game, BOHDAN.person, turn)) is Said.STALE
    game.commit(of(vote(game, ANNA)))
    assert refusal(vote(game, BOHDAN, turn)) is Said.STALE


def test_playing_on_leaves_the_question_open(game: Game) -> None:
    game.commit(of(vote(game, ANNA)))
    turn = game.table.lobby_turn
    game.step()
    assert said_yes(game.table) == {ANNA.person}
    assert game.table.lobby_turn == turn


def test_a_vote_lapses_with_the_deal(game: Game) -> None:
    play_to(game, Phase.OVER)
    game.commit(of(vote(game, ANNA)))
    turn = game.table.lobby_turn
    change = game.do(moves.next_deal, VERA.person, game.table.turn, game.context)
    assert not change.table.votes
    assert VOTE in change.dirty
    assert VOTE not in change.table.epochs
    assert refusal(vote(game, BOHDAN, turn)) is Said.STALE


def test_a_finished_table_is_not_stopped_again(game: Game) -> None:
    game.commit(of(votes.stop(game.table, 4711, None, game.context, is_admin=True)))
    assert refusal(vote(game, ANNA)) is Said.NO_TABLE


@pytest.mark.parametrize("wanted", [Phase.AUCTION, Phase.PLAY, Phase.OVER])
def test_a_stopped_match_has_a_valid_record(game: Game, wanted: Phase) -> None:
    play_to(game, wanted)
    game.do(votes.stop, ANNA.person, None, game.context, is_admin=True)
    replayed = replay("\n".join(game.record).encode())
    assert replayed.state == game.table.match


# Publication


def test_every_deck_of_a_long_match_is_published_in_order(game: Game) -> None:
    ended = of(votes.stop(game.table, 4711, None, game.context, is_admin=True))
    seals = tuple(Commitment.to(f"{deal:032x}", "9s" * 24) for deal in range(95))
    result, *decks = flow.published(ended, seals).notices
    assert result == ended.notices[0]
    assert [notice.kind for notice in decks] == [NoticeKind.DECKS] * 3
    assert [notice.first for notice in decks] == [1, 41, 81]
    assert sum((notice.commitments for notice in decks), ()) == seals


def test_no_deck_is_published_while_the_match_goes_on(game: Game) -> None:
    for _ in range(40):
        change = game.step()
        seals = (Commitment.to("00", "9s"),)
        assert flow.published(change, seals) == change


def test_votes_that_suffice_once_somebody_has_gone_are_carried_by_a_tap_more() -> None:
    match = Match(5, words="sixmax").start()
    for sitter in CAST[:2]:
        match.do(votes.stop, sitter.person, None, match.context, is_admin=False)
    for sitter in CAST[3:5]:
        match.do(seats.leave, sitter.person, match.context)
    (asked,) = match.table.votes
    assert missing(match.table, asked) == 0
    assert tr("en", "vote-count", names="N1, N2", missing=1) in vote_screen(match.table, "en").text
    ended = match.do(votes.stop, CAST[0].person, None, match.context, is_admin=False)
    assert ended.table.stage is Stage.FINISHED
