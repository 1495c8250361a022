"""Players who do not play (known faults E01 to E19): each row's sentence stands in its test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.results import notice
from bot.tables import clocks, flow, lobby, moves, presence, votes
from bot.tables.clock import due
from bot.tables.context import USUAL
from bot.tables.house import sizes
from bot.tables.model import (
    KEEP,
    NO_CLOCK,
    Clock,
    HouseRules,
    NoticeKind,
    PersonId,
    Presence,
    RemarkKind,
    Slot,
    SlotKind,
    Stage,
    Table,
    Then,
    TimerKind,
)
from bot.tables.said import Said
from bot.tables.timing import awaited
from engine.actions import Action, Give, Keep, NameContract, Pass, Play, Seat
from engine.match import legal_actions, phase
from engine.players import Level, choose
from engine.players.insight import keeps_pair
from engine.record.replayer import replay
from engine.record.writer import SEAT_LABELS, action_line
from engine.state import Phase
from engine.view import SeatView, seat_view
from tests.support.clockwork import Clockwork
from tests.support.rules import any_rules
from tests.support.tables import ANNA, BOHDAN, VERA, of, refusal
from tests.tables.test_moves import play_to, redeal_offered_to_two

SECOND = 1_000
TURN = 120 * SECOND


def evening(then: Then = Then.MOVE, preset: str | None = None, seed: int = 1) -> Clockwork:
    return Clockwork(Clock(120, then), preset, seed)


def late_seat(game: Clockwork) -> Seat:
    """Whose time has just run out, since nobody acts."""
    assert game.table.match is not None
    seat = awaited(game.table.match)[0]
    game.wait(TURN)
    return seat


def others(table: Table, seat: Seat) -> list[PersonId]:
    return [each.person for at, each in enumerate(table.seats) if at != seat]


def kinds(game: Clockwork) -> list[TimerKind]:
    return [timer.kind for timer, _ in game.fired]


# E01: turn clock with a reminder, then the table's choice: auto-move, AI, or end


@pytest.mark.parametrize("then", Then)
def test_e01_an_absent_player_is_reminded_then_told_of_then_late(then: Then) -> None:
    """An absent player blocks all: a turn clock with a reminder, then the table's choice."""
    game = evening(then).seat()
    person = game.on_turn
    slot = Slot(SlotKind.HAND, person)
    epoch = game.table.epochs[slot]
    game.wait(59 * SECOND)
    assert kinds(game) == [TimerKind.NUDGE]
    game.wait(SECOND)
    assert kinds(game) == [TimerKind.NUDGE, TimerKind.REMIND]
    assert game.table.epochs[slot] == epoch + 2
    assert "Half of your time is gone" in hand(game.table, person, "en").text
    game.wait(30 * SECOND)
    (told,) = game.changes[-1].notices
    assert told.kind is NoticeKind.MENTION
    shown = notice(game.table, told, "en")
    assert shown is not None
    assert f"tg://user?id={person}" in shown.text
    game.wait(29 * SECOND)
    assert game.table.seats[game.table.seat_of(person) or 0].overdue == 0
    game.wait(SECOND)
    assert kinds(game)[-1] is TimerKind.CLOCK
    assert kinds(game).count(TimerKind.MENTION) == 1


def miss(game: Clockwork, person: PersonId, turns: int) -> None:
    """Somebody lets so many turns pass; the others play theirs."""
    for _ in range(turns):
        come_to(game, person)
        game.wait(TURN)


def come_to(game: Clockwork, person: PersonId) -> None:
    """Everybody plays until it is somebody's turn."""
    while (match := game.table.match) and not (awaited(match) and game.on_turn == person):
        game.step()


def mentions(game: Clockwork) -> list[Seat | None]:
    """Who the group was told of, each time."""
    told = [each for change in game.changes for each in change.notices]
    return [each.seat for each in told if each.kind is NoticeKind.MENTION]


def test_e01_who_misses_turn_after_turn_is_mentioned_once_in_an_absence() -> None:
    """One mention in the group until he is back; who goes away again is mentioned again."""
    game = evening(Then.MOVE).seat()
    person = game.on_turn
    seat = game.table.seat_of(person)
    miss(game, person, turns=2)
    assert kinds(game).count(TimerKind.CLOCK) == 2
    assert mentions(game) == [seat]
    come_to(game, person)
    game.step()
    miss(game, person, turns=2)
    assert kinds(game).count(TimerKind.CLOCK) == 4
    assert mentions(game) == [seat, seat]


def test_e01_without_a_clock_the_others_may_go_on_after_a_day() -> None:
    game = Clockwork(NO_CLOCK).seat()
    seat = game.table.seat_of(game.on_turn) or 0
    voter, other = others(game.table, seat)
    game.wait(USUAL.reap - 1)
    assert refusal(votes.kick(game.table, voter, seat, game.context)) is Said.NOT_OVERDUE
    game.wait(1)
    assert game.changes[-1].notices == ()
    assert game.do(votes.kick, voter, seat, game.context).answer.said is Said.VOTED
    assert game.do(votes.kick, other, seat, game.context).answer.said is Said.KICKED


def test_e06_without_a_clock_one_who_is_there_is_not_bound_by_all_the_others() -> None:
    game = Clockwork(NO_CLOCK).seat()
    seat = game.table.seat_of(game.on_turn) or 0
    voter, _ = others(game.table, seat)
    game.wait(2 * USUAL.reap)
    assert game.do(votes.kick, voter, seat, game.context).answer.said is Said.KICKED
    assert not game.table.paused


def test_e06_without_a_clock_a_move_forgives_everybody() -> None:
    game = Clockwork(NO_CLOCK).seat()
    game.wait(2 * USUAL.reap)
    assert [sitter.overdue for sitter in game.table.seats] == [2, 2, 2]
    game.step()
    assert [sitter.overdue for sitter in game.table.seats] == [0, 0, 0]


def test_d15_without_a_clock_a_match_that_everybody_forgot_pauses_and_ends() -> None:
    game = Clockwork(NO_CLOCK).seat()
    game.wait(3 * USUAL.reap)
    assert game.table.paused
    game.wait(USUAL.reap)
    assert game.table.stage is Stage.FINISHED
    assert {timer.kind for timer in game.deadlines.values()} <= {TimerKind.ARCHIVE}


def test_e01_the_autopilot_makes_the_move_and_the_log_says_so() -> None:
    game = evening(Then.MOVE).seat()
    seat = late_seat(game)
    late = game.table.seats[seat]
    assert (late.presence, late.overdue) == (Presence.HERE, 1)
    assert game.on_turn != late.person
    assert game.record[-1].endswith("# autopilot")
    assert [(said.kind, said.seat) for said in game.table.remarks] == [(RemarkKind.PLAYED, seat)]
    assert f"Time is up, {late.name}: the autopilot makes this move" in board(game.table, "en").text


def test_e01_the_autopilot_plays_until_the_person_is_back() -> None:
    game = evening(Then.AWAY).seat()
    seat = late_seat(game)
    person = game.table.seats[seat].person
    assert game.table.seats[seat].presence is Presence.AWAY
    assert "💤" in board(game.table, "en").text
    while game.on_turn != person:
        game.step()
    (think,) = game.of(TimerKind.THINK)
    assert (think.seat, think.due) == (seat, game.context.now + USUAL.think)
    assert not game.of(TimerKind.CLOCK)
    moves_before = game.table.turn
    game.wait(USUAL.think)
    assert game.table.turn > moves_before
    change = game.do(presence.returned, person, game.context)
    assert change.answer.said is Said.BACK
    assert game.table.seats[seat].presence is Presence.HERE
    assert "💤" not in board(game.table, "en").text
    assert game.table.remarks[-1].kind is RemarkKind.BACK


def test_e01_any_move_of_his_own_brings_him_back_as_well() -> None:
    game = evening(Then.AWAY).seat()
    seat = late_seat(game)
    person = game.table.seats[seat].person
    while game.on_turn != person:
        game.step()
    game.step()
    assert (game.table.seats[seat].presence, game.table.seats[seat].overdue) == (Presence.HERE, 0)


def test_e01_screens_show_the_time_that_an_outage_gave_back() -> None:
    """Else they would say that a turn ended minutes ago, while there is time."""
    game = evening().seat()
    (clock,) = game.of(TimerKind.CLOCK)
    assert clock.seat is not None
    moved = replace(clock, kind=TimerKind.MOVED, due=clock.due + 5 * TURN)
    change = of(due(game.table, moved, game.context))
    waiting = change.table.waiting[clock.seat]
    assert waiting is not None
    assert waiting.until == moved.due
    assert change.dirty == {flow.BOARD, flow.hand(game.table, clock.seat)}
    assert change.timers is None
    assert refusal(due(change.table, moved, game.context)) is Said.STALE


def test_e01_a_paused_match_waits_without_a_clock_until_he_acts() -> None:
    game = evening(Then.PAUSE).seat()
    seat = late_seat(game)
    person, name = game.table.seats[seat].person, game.table.seats[seat].name
    assert game.table.paused
    assert [timer.kind for timer in game.deadlines.values()] == [TimerKind.REAP]
    assert f"Paused: {name}’s time is up" in board(game.table, "en").text
    assert "<tg-time" not in board(game.table, "en").text
    game.wait(12 * TURN)
    assert game.on_turn == person
    game.step()
    assert not game.table.paused
    assert game.of(TimerKind.CLOCK)


def test_e01_a_paused_match_goes_on_with_full_time_when_he_is_back() -> None:
    game = evening(Then.PAUSE).seat()
    seat = late_seat(game)
    game.wait(7 * TURN)
    game.do(presence.returned, game.table.seats[seat].person, game.context)
    assert not game.table.paused
    (clock,) = game.of(TimerKind.CLOCK)
    assert (clock.seat, clock.due) == (seat, game.context.now + TURN)


def test_e01_nobody_left_pauses_the_match_and_ends_it_after_a_day_with_one_message() -> None:
    game = evening(Then.AWAY).seat()
    game.wait(10 * TURN)
    assert game.table.paused
    assert all(sitter.presence is Presence.AWAY for sitter in game.table.seats)
    assert "nobody is playing" in board(game.table, "en").text
    game.wait(USUAL.reap)
    assert game.table.stage is Stage.FINISHED
    assert [told.kind for told in game.changes[-1].notices] == [NoticeKind.REAPED]
    assert replay("\n".join(game.record).encode()).state == game.table.match


def test_e01_autopilots_among_themselves_stop_after_three_missed_turns_each() -> None:
    game = evening(Then.MOVE).seat()
    game.wait(60 * TURN)
    assert game.table.paused
    assert all(sitter.overdue >= 3 for sitter in game.table.seats)
    person = game.table.seats[1].person
    game.do(presence.returned, person, game.context)
    assert not game.table.paused
    assert game.of(TimerKind.CLOCK)


# E03, E04, E06: unblocking


@pytest.mark.parametrize("then", Then)
def test_e03_the_vote_of_the_other_two_frees_the_seat_of_whoever_is_overdue(then: Then) -> None:
    """Drop the current player without waiting out the clock: the others' vote suffices once he is overdue."""
    game = evening(then).seat()
    seat = late_seat(game)
    one, two = others(game.table, seat)
    first = game.do(votes.kick, one, seat, game.context)
    assert (first.answer.said, first.answer.n) == (Said.VOTED, 1)
    second = game.do(votes.kick, two, seat, game.context)
    assert second.answer.said is Said.KICKED
    assert game.table.remarks[-1].kind is RemarkKind.KICKED
    assert game.table.seats[seat].presence is Presence.LEFT
    assert not game.table.paused
    assert not game.table.votes
    before = game.table.turn
    game.wait(2 * TURN)
    assert game.table.turn > before


def test_e03_nobody_stops_waiting_out_a_kick_by_a_match_that_stands_still() -> None:
    game = evening(Then.PAUSE).seat()
    seat = late_seat(game)
    one, two = others(game.table, seat)
    game.do(votes.kick, one, seat, game.context)
    assert game.table.paused, "a vote of somebody else does not start the clock of the one who is late"
    game.do(votes.kick, two, seat, game.context)
    (think,) = game.of(TimerKind.THINK)
    assert think.seat == seat
    game.wait(USUAL.think)
    assert game.table.match is not None
    assert seat not in awaited(game.table.match)


def test_e04_nobody_is_put_out_before_his_time_is_over() -> None:
    """One rude player can kick after a second's drop-out: kick needs both, overdue and a vote."""
    game = evening().seat()
    seat = game.table.seat_of(game.on_turn)
    assert seat is not None
    gone = replace(game.table.seats[seat], reachable=False)
    game.table = presence.seated(game.table, seat, gone)
    for person in others(game.table, seat):
        assert refusal(votes.kick(game.table, person, seat, game.context)) is Said.NOT_OVERDUE
    game.wait(TURN - 1)
    one, _ = others(game.table, seat)
    assert refusal(votes.kick(game.table, one, seat, game.context)) is Said.NOT_OVERDUE


def test_e04_one_vote_is_not_enough_and_his_own_counts_for_nothing() -> None:
    game = evening().seat()
    seat = late_seat(game)
    person = game.table.seats[seat].person
    assert refusal(votes.kick(game.table, person, seat, game.context)) is Said.NOT_ALLOWED
    one, _ = others(game.table, seat)
    game.do(votes.kick, one, seat, game.context)
    again = votes.kick(game.table, one, seat, game.context)
    assert refusal(again) is Said.ALREADY_VOTED
    assert game.table.seats[seat].presence is Presence.HERE


def test_e04_a_connected_staller_stays_overdue_until_he_plays() -> None:
    """A connected staller can stall for ever: overdue counts time, not connection."""
    game = evening(Then.PAUSE).seat()
    seat = late_seat(game)
    staller = game.table.seats[seat].person
    one, two = others(game.table, seat)
    game.do(presence.returned, staller, game.context)
    game.do(votes.stop, staller, None, game.context, is_admin=False)
    game.do(votes.kick, one, seat, game.context)
    assert of(votes.kick(game.table, two, seat, game.context)).answer.said is Said.KICKED
    game.step()
    assert not [vote for vote in game.table.votes if vote.seat == seat], "he played: the question lapses"
    assert refusal(votes.kick(game.table, two, seat, game.context)) is Said.NOT_OVERDUE


def test_e04_the_board_offers_to_free_a_seat_only_once_its_time_is_over() -> None:
    game = evening().seat()
    name = game.table.seats[game.table.seat_of(game.on_turn) or 0].name
    offer = f"Free the seat: {name}"

    def offered() -> bool:
        return offer in [button.text for row in board(game.table, "en").keyboard for button in row]

    game.wait(TURN - 1)
    assert not offered()
    game.wait(1)
    assert offered()


@pytest.mark.parametrize("then", Then)
def test_e06_nobody_is_needed_to_unblock_not_even_the_host(then: Then) -> None:
    """ "Owner can kick" does not help if the owner is the one away: no power hangs on one person."""
    game = evening(then).seat()
    while game.on_turn != ANNA.person:
        game.step()
    game.wait(TURN)
    for person in (BOHDAN.person, VERA.person):
        game.do(votes.kick, person, 0, game.context)
    assert game.table.seats[0].presence is Presence.LEFT
    assert game.table.host in {BOHDAN.person, VERA.person}
    assert lobby.may_rule(game.table, game.table.host, is_admin=False)


def two_late(game: Clockwork, times: int) -> None:
    """Anna plays; the clocks of the others have run out so often in a row."""
    while game.on_turn != ANNA.person:
        game.step()
    while not all(sitter.overdue >= times for sitter in game.table.seats[1:]):
        assert game.table.match is not None
        wanted = awaited(game.table.match)
        game.step() if not wanted or game.on_turn == ANNA.person else game.wait(TURN)


def test_e06_two_who_stay_away_do_not_bind_the_third() -> None:
    game = evening(Then.MOVE).seat()
    two_late(game, times=2)
    change = game.do(votes.kick, ANNA.person, 1, game.context)
    assert change.answer.said is Said.KICKED


@pytest.mark.parametrize("then", [Then.MOVE, Then.AWAY])
def test_e04_one_missed_turn_makes_nobody_the_master_of_two_who_are_there(then: Then) -> None:
    game = evening(then).seat()
    two_late(game, times=1)
    for sitter in game.table.seats[1:]:
        if not sitter.plays:
            game.do(presence.returned, sitter.person, game.context)
    for vote in (
        votes.kick(game.table, ANNA.person, 1, game.context),
        votes.stop(game.table, ANNA.person, None, game.context, is_admin=False),
    ):
        assert vote.answer.said is Said.VOTED


# E07: every phase with a waited-for player has a time-out


def seated_by(rules: HouseRules, then: Then, players: int) -> Clockwork:
    flags = " ".join(f"{name}={value}" for name, value in rules.changes)
    return evening(then, f"{rules.preset or 'default'} {flags}").seat(players)


def check_clocks(game: Clockwork) -> None:
    """Whoever is waited for has one clock of his own, and nobody else has any."""
    match = game.table.match
    assert match is not None
    if phase(match) is Phase.OVER:
        assert [timer.kind for timer in game.deadlines.values()] == [TimerKind.NEXT_DEAL]
        return
    wanted = awaited(match)
    assert wanted
    found = {timer.seat: timer for timer in game.of(TimerKind.CLOCK)}
    assert sorted(found, key=lambda seat: -1 if seat is None else seat) == list(wanted)
    for seat in wanted:
        waiting = game.table.waiting[seat]
        assert waiting is not None
        assert (found[seat].turn, found[seat].due) == (waiting.turn, waiting.until)
        assert waiting.until == waiting.since + TURN


def check_time_out(game: Clockwork, then: Then) -> None:
    """Were nothing done any more, each clock would move the match on, or stop it as its table wants."""
    match = game.table.match
    assert match is not None
    for clock in game.of(TimerKind.CLOCK):
        assert clock.seat is not None
        change = of(game.fire(clock))
        if then is Then.PAUSE and phase(match) is not Phase.REDEAL:
            assert change.table.paused
            assert change.record == ()
        else:
            assert change.record[0].startswith(f"P{clock.seat + 1}: ")
            waiting = change.table.waiting[clock.seat]
            assert waiting is None or waiting.turn > clock.turn


@settings(max_examples=40, deadline=None)
@given(any_rules(), st.sampled_from(Then), st.integers(0, 2**32), st.data())
def test_e07_every_phase_with_a_waited_for_player_has_a_time_out(
    rules: HouseRules, then: Then, seed: int, data: st.DataObject
) -> None:
    """Bid, gifts, contract, marriage, card, score screen: whatever the conventions."""
    game = seated_by(rules, then, data.draw(st.sampled_from(sizes(rules.conventions))))
    rng = Random(seed)
    for _ in range(70):
        match = game.table.match
        if match is None or game.table.stage is Stage.FINISHED:
            return
        check_clocks(game)
        check_time_out(game, then)
        if not (wanted := awaited(match)):
            game.do(moves.next_deal, ANNA.person, game.table.turn, game.context)
            continue
        seat = rng.choice(wanted)
        view = seat_view(match, seat)
        index = view.legal.index(choose(Level.RANDOM, view, view.legal, rng))
        game.do(moves.act, game.table.seats[seat].person, game.table.turn, index, game.context)


def test_e07_whoever_may_ask_for_a_redeal_has_a_clock_of_which_nobody_learns() -> None:
    game = evening(Then.AWAY).seat()
    redeal_offered_to_two(game)
    assert game.table.match is not None
    asked = awaited(game.table.match)
    game.table = replace(game.table, clock=Clock(119, Then.AWAY))
    game.commit(of(clocks.chosen(game.table, ANNA.person, ("120", "pause"), game.context, is_admin=True)))
    assert [timer.seat for timer in game.of(TimerKind.CLOCK)] == list(asked)
    assert "<tg-time" not in board(game.table, "en").text
    assert "<tg-time" in hand(game.table, game.table.seats[asked[0]].person, "en").text
    game.wait(TURN)
    told = [told for change in game.changes for told in change.notices]
    assert NoticeKind.MENTION not in [each.kind for each in told]
    assert not game.table.remarks
    assert not game.table.paused
    assert all(sitter.plays and not sitter.overdue for sitter in game.table.seats)
    assert game.table.match is not None
    assert phase(game.table.match) is not Phase.REDEAL


# E09: what a skipped player does


def defaults(wanted: Phase, choice: type[Action], deals: int = 20) -> Iterator[tuple[SeatView, Action]]:
    """What the clock does in a phase for whoever has such a choice, in many deals, and what he sees."""
    for seed in range(deals):
        game = evening(Then.MOVE, seed=seed)
        for _ in range(3 * seed):
            game.context.entropy.deck_seed()
        game.seat()
        while True:
            play_to(game, wanted)
            match = game.table.match
            assert match is not None
            seat = awaited(match)[0]
            view = seat_view(match, seat)
            if any(isinstance(action, choice) for action in view.legal):
                break
            game.step()
        game.wait(TURN)
        line = next(change.record[0] for change in reversed(game.changes) if change.record)
        said = line.partition("  #")[0]
        yield view, next(each for each in view.legal if action_line(seat, each, SEAT_LABELS[:3]) == said)


def test_e09_who_may_pass_passes() -> None:
    """Skipped player owed a choice: pass, whatever he holds."""
    assert {action for _, action in defaults(Phase.AUCTION, Pass)} == {Pass()}


def test_e09_the_bid_is_kept() -> None:
    """Keep bid: nothing is staked, and nothing given up, in the name of somebody who is not there."""
    for view, action in defaults(Phase.CONTRACT, NameContract):
        assert view.public.deal is not None
        assert action == NameContract(view.public.deal.bid or 0)


def test_e09_gifts_are_low_and_break_no_marriage() -> None:
    """Gifts = lowest non-marriage cards."""
    for view, action in defaults(Phase.DISCARD, Give):
        assert isinstance(action, Give)
        assert not keeps_pair(action.card, view.hand)
        single = [card.points for card in view.hand if not keeps_pair(card, view.hand)]
        assert action.card.points <= sorted(single)[len(single) // 2]


def test_e09_a_legal_card_is_played() -> None:
    """Legal card: of those that take no sure trick, one that is missed least."""
    for view, action in defaults(Phase.PLAY, Play):
        assert isinstance(action, Play)
        follows = bool(view.public.deal and view.public.deal.trick.cards)
        plays = [each for each in view.legal if isinstance(each, Play)]
        lone = [each for each in plays if not keeps_pair(each.card, view.hand)]
        assert action in ((lone if follows else plays) or plays)


def test_e09_the_state_is_defined_for_the_next_after_a_whole_match_of_defaults() -> None:
    """State undefined for the next: what only clocks played replays to the same state."""
    game = evening(Then.MOVE).seat()
    while game.table.stage is Stage.PLAYING and len(game.record) < 400:
        game.wait(TURN + USUAL.next_deal)
        if game.table.paused:
            game.do(presence.returned, VERA.person, game.context)
    assert replay("\n".join(game.record).encode()).state == game.table.match


# E10: a clock for each actor and phase


def test_e10_the_next_actor_has_the_whole_time() -> None:
    """Clock is not reset when the phase changes: it starts anew for each actor and phase."""
    game = evening().seat()
    for _ in range(40):
        match = game.table.match
        assert match is not None
        game.wait(9 * SECOND if not awaited(match) else TURN - 1)
        if not awaited(match):
            continue
        game.step()
        for clock in game.of(TimerKind.CLOCK):
            assert clock.due == game.context.now + TURN


def test_e10_who_is_waited_for_beside_others_keeps_his_clock_while_they_answer() -> None:
    game = evening().seat()
    redeal_offered_to_two(game)
    game.table = replace(game.table, clock=Clock(119, Then.AWAY))
    game.commit(of(clocks.chosen(game.table, ANNA.person, ("120", "away"), game.context, is_admin=True)))
    began = game.context.now
    game.wait(50 * SECOND)
    assert game.table.match is not None
    keep = legal_actions(game.table.match, awaited(game.table.match)[0]).index(Keep())
    game.do(moves.act, game.on_turn, game.table.turn, keep, game.context)
    assert {clock.due for clock in game.of(TimerKind.CLOCK)} == {began + TURN}
    assert game.changes[-1].timers is not None
    assert {timer.due for timer in game.changes[-1].timers} == {KEEP}


def test_e10_another_clock_in_mid_match_starts_those_that_run_anew() -> None:
    game = evening().seat()
    game.wait(TURN - 1)
    game.do(clocks.chosen, ANNA.person, ("60", "pause"), game.context, is_admin=True)
    assert game.table.clock == Clock(60, Then.PAUSE)
    (clock,) = game.of(TimerKind.CLOCK)
    assert clock.due == game.context.now + 60 * SECOND
    game.do(clocks.chosen, ANNA.person, ("off",), game.context, is_admin=False)
    assert not game.of(TimerKind.CLOCK)
    assert "<tg-time" not in board(game.table, "en").text


# E12: a deadline carries the turn it was set for


def test_e12_a_stale_deadline_is_a_no_op() -> None:
    """Timers carry (game, turn number); a stale timer is a no-op."""
    game = evening().seat()
    old = [*game.deadlines.values()]
    game.step()
    for timer in old:
        assert refusal(game.fire(timer)) is Said.STALE


@pytest.mark.parametrize("then", Then)
def test_e12_nothing_comes_after_the_end(then: Then) -> None:
    """Timer does not end the round; an extra message comes after the end: nothing after the end."""
    game = evening(then).seat()
    game.wait(TURN // 2)
    seen = [*game.deadlines.values()]
    game.do(votes.stop, ANNA.person, None, game.context, is_admin=True)
    assert not game.of(TimerKind.CLOCK)
    assert not game.of(TimerKind.MENTION)
    for timer in seen:
        assert refusal(game.fire(timer)) is Said.STALE


def test_e12_a_reminder_that_comes_twice_after_a_crash_reminds_once() -> None:
    game = evening().seat()
    fired = game.wait(TURN - 1)
    assert [timer.kind for timer in fired] == [TimerKind.NUDGE, TimerKind.REMIND, TimerKind.MENTION]
    for timer in fired:
        assert refusal(game.fire(timer)) is Said.STALE


# E15: status reads the same stored state


def test_e15_nobody_is_called_late_who_acted() -> None:
    """Bot says that someone has not acted, though he did: status reads the same stored state."""
    game = evening().seat()
    person = game.on_turn
    game.wait(TURN * 3 // 4)
    (told,) = game.changes[-1].notices
    assert notice(game.table, told, "en") is not None
    answer = game.step().answer
    assert answer.said is Said.OK, "the tap has its receipt"
    assert notice(game.table, told, "en") is None, "the mention waited for its budget: it says nothing now"
    name = game.table.seats[game.table.seat_of(person) or 0].name
    assert f"Waiting for {name}" not in board(game.table, "en").text


# E19: the turn passes on


@pytest.mark.parametrize(("players", "preset"), [(2, "two9"), (3, "default"), (4, "sixmax")])
@pytest.mark.parametrize("away", range(4))
def test_e19_the_turn_passes_on_with_one_away(players: int, preset: str, away: Seat) -> None:
    """Turn order for 2, 3, 4 seats with one away: everybody acts, and the record is a valid one."""
    away %= players

    def course(game: Clockwork) -> list[str]:
        for _ in range(120):
            match = game.table.match
            assert match is not None
            if game.table.stage is Stage.FINISHED:
                break
            wanted = awaited(match)
            if wanted and not game.table.seats[wanted[0]].plays:
                game.wait(USUAL.think)
                now = game.table.match
                assert now is not None
                assert now != match, "the autopilot moved"
            else:
                game.step()
        return [line.partition("  #")[0] for line in game.record]

    absent = evening(Then.AWAY, preset).seat(players)
    gone = replace(absent.table.seats[away], presence=Presence.AWAY)
    absent.commit(presence.settled(absent.table, presence.seated(absent.table, away, gone), absent.context))
    alone = course(absent)
    assert replay("\n".join(alone).encode()).state == absent.table.match
    actors = {line[:2] for line in alone if line[0] == "P" and line[2] == ":"}
    assert actors == {f"P{number}" for number in range(1, players + 1)}
