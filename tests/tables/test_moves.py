"""The game's buttons: fresh, stale, foreign and impossible taps, and what an accepted one brings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import moves, timing
from bot.tables.model import NoticeKind, Slot, SlotKind, Stage, TimerKind
from bot.tables.ports import Refusal
from bot.tables.said import Said
from engine.actions import Bid, Keep, Pass, Redeal
from engine.cards import Card
from engine.conventions import Conventions
from engine.events import DealEnded, DealKind, DealStarted
from engine.match import legal_actions, new_match, phase, start_deal_with
from engine.record.replayer import replay
from engine.state import Phase
from tests.support.tables import ANNA, BOHDAN, VERA, Game, of, refusal

BOARD = Slot(SlotKind.BOARD)


def hand(person: int) -> Slot:
    return Slot(SlotKind.HAND, person)


def others(game: Game) -> list[int]:
    return [sitter.person for sitter in game.table.seats if sitter.person != game.on_turn]


@pytest.fixture
def game() -> Game:
    """A first deal: Vera deals, Anna opens."""
    started = Game()
    started.start()
    return started


def play_to(game: Game, wanted: Phase) -> None:
    while game.table.match is None or phase(game.table.match) is not wanted:
        game.step()


# Whose tap counts


def test_an_accepted_tap_grows_the_turn_and_writes_its_line(game: Game) -> None:
    before = game.table
    assert before.match is not None
    action = legal_actions(before.match, 0)[0]
    change = of(game.tap(game.on_turn))
    assert change.table.turn == before.turn + 1
    assert isinstance(action, Bid)
    assert change.record == (f"P1: bid {action.value}",)
    assert change.answer.said is Said.OK


def test_a_second_tap_on_the_same_button_is_stale(game: Game) -> None:
    turn, person = game.table.turn, game.on_turn
    game.commit(of(game.tap(person, 0, turn)))
    assert refusal(game.tap(person, 0, turn)) is Said.STALE


def test_someone_elses_turn_is_not_mine(game: Game) -> None:
    for person in others(game):
        assert refusal(game.tap(person)) is Said.NOT_YOUR_TURN


def test_an_onlooker_is_told_that_he_is_one(game: Game) -> None:
    decision = game.tap(4711)
    assert isinstance(decision, Refusal)
    assert decision.answer.said is Said.NOT_SEATED
    assert decision.redraw is None


@pytest.mark.parametrize("index", [-1, 10**6, 2**70])
def test_an_index_that_no_list_has_changes_nothing(game: Game, index: int) -> None:
    assert refusal(game.tap(game.on_turn, index)) is Said.STALE


@pytest.mark.parametrize("turn", [-1, 0, 10**6, 2**70])
def test_a_turn_that_never_was_is_stale(game: Game, turn: int) -> None:
    assert refusal(game.tap(game.on_turn, 0, turn)) is Said.STALE


def test_an_old_button_gets_a_fresh_hand(game: Game) -> None:
    decision = game.tap(game.on_turn, 0, 0)
    assert isinstance(decision, Refusal)
    assert decision.redraw == hand(game.on_turn)


def test_no_button_works_in_the_lobby_or_after_the_end(game: Game) -> None:
    assert refusal(Game().tap(ANNA.person)) is Said.STALE
    finished = replace(game.table, stage=Stage.FINISHED)
    assert refusal(moves.act(finished, game.on_turn, finished.turn, 0, game.context)) is Said.STALE


def test_a_button_of_an_earlier_deal_is_stale(game: Game) -> None:
    turn = game.table.turn
    play_to(game, Phase.OVER)
    assert refusal(game.tap(ANNA.person, 0, turn)) is Said.STALE
    game.step()
    assert refusal(game.tap(game.on_turn, 0, turn)) is Said.STALE


def test_every_button_is_drawn_fresh_and_grows_old_by_its_use() -> None:
    """Over a whole match: a button is good at its turn, and never again once its seat acted."""
    game = Game(seed=3)
    game.start()
    while game.table.stage is Stage.PLAYING:
        table = game.table
        if (match := table.match) is not None and phase(match) is not Phase.OVER:
            seat = table.seat_of(game.on_turn)
            assert seat is not None
            assert moves.is_fresh(table, seat, table.turn)
            game.step()
            assert not moves.is_fresh(game.table, seat, table.turn)
        else:
            game.step()


# Several at once


FOUR_NINES = """
hand P1 9s Js Qs 9c Jc 9d 9h
hand P2 Ks Ts As Qc Kc Tc Ac
hand P3 Jd Qd Kd Td Ad Jh Qh
talon Kh Th Ah
"""


def redeal_offered_to_two(game: Game) -> Game:
    """A deal in which several hold a ground (`redeal_hand_below`) and are asked at once."""
    conventions = Conventions(redeal_hand_nines=4, redeal_hand_below=60)
    cards = [line.split() for line in FOUR_NINES.strip().splitlines()]
    hands = [[Card.parse(code) for code in words[2:]] for words in cards[:3]]
    talon = [Card.parse(code) for code in cards[3][1:]]
    dealt = start_deal_with(new_match(conventions, 3, dealer=2), hands, talon)
    offered = replace(game.table, match=dealt.state, turn=4, turn_of_phase=5, acted=(0, 0, 0))
    game.table = timing.anew(offered, game.context)
    return game


def test_several_may_answer_at_once_with_buttons_of_the_same_turn(game: Game) -> None:
    redeal_offered_to_two(game)
    match = game.table.match
    assert match is not None
    asked = [seat for seat in range(3) if legal_actions(match, seat)]
    assert len(asked) > 1
    keep = legal_actions(match, asked[0]).index(Keep())
    people = [game.table.seats[seat].person for seat in asked]
    turn = game.table.turn
    for person in people[:-1]:
        game.commit(of(game.tap(person, keep, turn)))
        assert game.table.turn_of_phase == turn
        assert refusal(game.tap(person, keep, turn)) is Said.STALE
    last = of(game.tap(people[-1], legal_actions(match, asked[0]).index(Redeal()), turn))
    assert any(isinstance(event, DealEnded) for event in last.table.log)


def test_a_kept_redeal_is_not_seen_by_others(game: Game) -> None:
    redeal_offered_to_two(game)
    match = game.table.match
    assert match is not None
    seat = next(seat for seat in range(3) if legal_actions(match, seat))
    person = game.table.seats[seat].person
    change = of(game.tap(person, legal_actions(match, seat).index(Keep())))
    assert change.dirty <= {BOARD, hand(person)}
    assert change.table.log == game.table.log


# What is redrawn


def test_in_the_auction_only_the_speaker_and_the_next_are_redrawn(game: Game) -> None:
    speaker = game.on_turn
    game.commit(change := of(game.tap(speaker)))
    assert change.dirty == {BOARD, hand(speaker), hand(game.on_turn)}


def test_in_play_a_waiting_hand_is_left_alone(game: Game) -> None:
    play_to(game, Phase.PLAY)
    leader = game.on_turn
    change = game.step()
    follower = game.on_turn
    assert change.dirty == {BOARD, hand(leader), hand(follower)}


def test_whoever_is_given_a_card_sees_it(game: Game) -> None:
    play_to(game, Phase.DISCARD)
    giver = game.on_turn
    receivers = set()
    while game.table.match and phase(game.table.match) is Phase.DISCARD:
        match = game.table.match
        seat = game.table.seat_of(giver)
        assert seat is not None
        give = next(action for action in legal_actions(match, seat) if hasattr(action, "receiver"))
        receiver = game.table.seats[give.receiver].person
        change = game.commit(of(game.tap(giver, legal_actions(match, seat).index(give))))
        assert {BOARD, hand(giver), hand(receiver)} <= change.dirty
        receivers.add(receiver)
    assert len(receivers) == 2


def test_a_new_phase_redraws_every_hand(game: Game) -> None:
    while game.table.match and phase(game.table.match) is Phase.AUCTION:
        game.step()
    assert game.changes[-1].dirty == {BOARD, *(hand(person) for person in (1001, 1002, 1003))}


# Deals and deadlines


def test_an_unanswered_turn_has_a_deadline_of_its_own(game: Game) -> None:
    change = of(game.tap(game.on_turn))
    assert change.timers is not None
    turn, now = change.table.turn, game.context.now
    assert {(timer.kind, timer.turn, timer.due) for timer in change.timers} == {
        (TimerKind.NUDGE, turn, now + 30_000),
        (TimerKind.MENTION, turn, now + game.context.tempo.reap),
    }
    waiting = change.table.waiting
    assert [each and each.since for each in waiting].count(game.context.now) == 1


def test_a_finished_deal_brings_its_result_and_the_next_deal_after_ten_seconds(game: Game) -> None:
    play_to(game, Phase.OVER)
    change = game.changes[-1]
    (notice,) = change.notices
    assert notice.kind is NoticeKind.DEAL_RESULT
    assert notice.result is not None
    assert notice.totals == notice.result.scores
    assert change.timers is not None
    (timer,) = change.timers
    assert (timer.kind, timer.turn, timer.due) == (
        TimerKind.NEXT_DEAL,
        change.table.turn,
        game.context.now + 10_000,
    )


def test_any_seated_person_deals_on_once(game: Game) -> None:
    play_to(game, Phase.OVER)
    turn = game.table.turn
    assert refusal(moves.next_deal(game.table, 4711, turn, game.context)) is Said.NOT_SEATED
    assert refusal(moves.next_deal(game.table, VERA.person, turn - 1, game.context)) is Said.STALE
    change = game.do(moves.next_deal, VERA.person, turn, game.context)
    assert isinstance(change.table.log[0], DealStarted)
    assert refusal(moves.next_deal(game.table, BOHDAN.person, turn, game.context)) is Said.STALE


def test_nobody_deals_into_a_running_deal(game: Game) -> None:
    assert refusal(moves.next_deal(game.table, ANNA.person, game.table.turn, game.context)) is Said.STALE


def test_each_deal_has_fresh_messages_and_a_commitment_of_its_own(game: Game) -> None:
    first = game.table
    play_to(game, Phase.OVER)
    change = game.do(moves.next_deal, ANNA.person, game.table.turn, game.context)
    for slot in (BOARD, hand(1001), hand(1002), hand(1003)):
        assert change.table.epochs[slot] == first.epochs[slot] + 1
        assert slot in change.dirty
    assert change.commitment is not None
    assert change.table.commitments == (change.commitment,) != first.commitments


def test_the_log_is_that_of_the_deal_in_hand(game: Game) -> None:
    play_to(game, Phase.OVER)
    assert sum(isinstance(event, DealStarted) for event in game.table.log) == 1
    game.step()
    assert isinstance(game.table.log[0], DealStarted)
    assert not any(isinstance(event, DealEnded) for event in game.table.log)


# A whole match


@pytest.mark.parametrize("preset", ["default", "matveev"])
def test_a_whole_match_is_told_by_its_record(preset: str) -> None:
    """The stored lines replay to the same state, deal by deal the same results, and to the same outcome."""
    game = Game(preset, seed=7)
    game.start()
    while game.table.stage is Stage.PLAYING:
        game.step()
    replayed = replay("\n".join(game.record).encode())
    assert replayed.state == game.table.match
    results = [notice.result for change in game.changes for notice in change.notices if notice.result]
    assert list(replayed.deals) == results
    (end,) = [n for n in game.changes[-1].notices if n.kind is NoticeKind.MATCH_RESULT]
    assert end.outcome is not None
    assert len(end.outcome.winners) == 1
    assert end.totals == results[-1].scores
    assert [timer.kind for timer in game.changes[-1].timers or ()] == [TimerKind.ARCHIVE]
    assert Slot(SlotKind.LOBBY) in game.changes[-1].dirty
    assert {result.kind for result in results} <= set(DealKind)


def test_every_action_writes_exactly_one_line(game: Game) -> None:
    while game.table.stage is Stage.PLAYING and len(game.changes) < 200:
        before = len(game.record)
        change = game.step()
        if change.commitment is None:
            assert len(game.record) == before + 1
            label, _, token = game.record[-1].partition(": ")
            assert label in {"P1", "P2", "P3"}
            assert token


def test_the_tokens_are_those_of_the_record(game: Game) -> None:
    opening = game.table.match
    assert opening is not None
    assert game.commit(of(game.tap(ANNA.person, legal_actions(opening, 0).index(Bid(110))))).record == (
        "P1: bid 110",
    )
    answered = game.table.match
    assert answered is not None
    passed = of(game.tap(BOHDAN.person, legal_actions(answered, 1).index(Pass())))
    assert passed.record == ("P2: pass",)
    play_to(game, Phase.PLAY)
    assert game.step().record[0].split()[1] in {"play", "claim"}
