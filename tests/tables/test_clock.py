"""Deadlines: a reminder once a turn, the next deal after the result, and nothing for a stale one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import timing
from bot.tables.model import Slot, SlotKind, Stage, Timer, TimerKind
from bot.tables.said import Said
from engine.state import Phase
from tests.support.tables import Game, of, refusal
from tests.tables.test_moves import play_to, redeal_offered_to_two


@pytest.fixture
def game() -> Game:
    started = Game()
    started.start()
    return started


def armed(game: Game) -> Timer:
    """The deadline that passes first."""
    timers = game.changes[-1].timers
    assert timers is not None
    return min(timers, key=lambda timer: timer.due)


def test_a_late_player_gets_a_fresh_hand_message(game: Game) -> None:
    late = Slot(SlotKind.HAND, game.on_turn)
    before = game.table
    change = of(game.fire(armed(game)))
    assert change.dirty == {late}
    assert change.table.epochs == {**before.epochs, late: before.epochs[late] + 1}
    assert change.table.turn == before.turn
    assert change.timers is None
    assert change.record == ()
    assert change.notices == ()


def test_who_cannot_be_reached_is_not_reminded(game: Game) -> None:
    seats = tuple(replace(sitter, reachable=False) for sitter in game.table.seats)
    game.table = replace(game.table, seats=seats)
    assert refusal(game.fire(armed(game))) is Said.STALE


def test_the_next_deal_comes_by_itself(game: Game) -> None:
    play_to(game, Phase.OVER)
    change = of(game.fire(armed(game)))
    assert change.commitment is not None
    assert change.record[0].startswith("deal dealer=")


@pytest.mark.parametrize("kind", TimerKind)
def test_a_deadline_of_another_turn_is_a_no_op(game: Game, kind: TimerKind) -> None:
    for turn in (game.table.turn - 1, game.table.turn + 1):
        assert refusal(game.fire(Timer(kind, turn, 0))) is Said.STALE


def test_a_next_deal_that_somebody_tapped_for_already_is_a_no_op(game: Game) -> None:
    play_to(game, Phase.OVER)
    timer = armed(game)
    game.step()
    assert refusal(game.fire(timer)) is Said.STALE


def test_nothing_fires_after_the_end(game: Game) -> None:
    timer = armed(game)
    game.table = replace(game.table, stage=Stage.FINISHED)
    assert refusal(game.fire(timer)) is Said.STALE


def test_nothing_fires_in_the_lobby() -> None:
    lobby = Game()
    assert refusal(lobby.fire(Timer(TimerKind.NUDGE, lobby.table.turn, 0))) is Said.STALE


def test_in_a_running_deal_there_is_no_next_one(game: Game) -> None:
    assert refusal(game.fire(Timer(TimerKind.NEXT_DEAL, game.table.turn, 0))) is Said.STALE


def test_all_who_are_waited_for_are_reminded(game: Game) -> None:
    redeal_offered_to_two(game)
    timers = timing.timers(game.table, game.context)
    dirty = [of(game.fire(timer)).dirty for timer in timers if timer.kind is TimerKind.NUDGE]
    assert len(dirty) > 1
    assert all(slot.kind is SlotKind.HAND for (slot,) in dirty)
