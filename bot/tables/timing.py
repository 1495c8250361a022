"""Which deadlines a table has: one clock for each person in each phase, and never one for what is over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from bot.tables.context import Context, Tempo
from bot.tables.model import KEEP, Clock, Sitter, Table, Timer, TimerKind, Waiting
from engine.actions import Seat
from engine.match import legal_actions, outcome, phase
from engine.state import MatchState, Phase

_GIVEN_UP: Final = 3
"""How often somebody's clock runs out until he counts as gone."""


def awaited(match: MatchState) -> tuple[Seat, ...]:
    """Who is waited for; in phase `redeal` nobody else may learn of it."""
    return tuple(seat for seat in range(match.players) if legal_actions(match, seat))


def deserted(table: Table) -> bool:
    """Nobody plays any more: all are away, have left, or have let their clocks run out again and again."""
    return not any(sitter.plays and sitter.overdue < _GIVEN_UP for sitter in table.seats)


def left_after(clock: Clock, kind: TimerKind, tempo: Tempo) -> int:
    """How much of a person's time is left when this deadline passes, in milliseconds."""
    whole = _whole(clock, tempo)
    return {TimerKind.REMIND: whole // 2, TimerKind.MENTION: whole // 4}.get(kind, 0)


def waited_for(
    table: Table, match: MatchState, actor: Seat | None, context: Context, *, same_phase: bool
) -> tuple[Waiting | None, ...]:
    """For whom `table` waits once its match is `match`, where `actor` has just acted.

    Who was waited for already keeps his clock while the phase lasts; everybody else's starts (fault E10).
    """
    wanted = awaited(match)

    def waiting(seat: Seat) -> Waiting | None:
        if seat not in wanted:
            return None
        runs = table.waiting[seat] if same_phase and seat != actor else None
        return runs or _fresh(table, seat, table.turn + 1, context)

    return tuple(map(waiting, range(match.players)))


def anew(table: Table, context: Context, seats: Collection[Seat] | None = None) -> Table:
    """The table with the clocks of these seats, or of all, started again at full time."""
    wanted = awaited(table.match) if table.match else ()
    started = {seat for seat in wanted if seats is None or seat in seats or table.waiting[seat] is None}
    if not started:
        return table
    turn = table.turn + 1
    waiting = tuple(
        _fresh(table, seat, turn, context) if seat in started else each
        for seat, each in enumerate(table.waiting)
    )
    return replace(table, turn=turn, waiting=waiting)


def timers(table: Table, context: Context, *, before: Table | None = None) -> tuple[Timer, ...]:
    """All deadlines of a match; those that ran in `before` already stay as they are stored."""
    match, tempo = table.match, context.tempo
    if match is None:
        return ()
    if outcome(match) is not None:
        return (Timer(TimerKind.ARCHIVE, table.turn, context.now),)
    if table.paused:
        return (Timer(TimerKind.REAP, table.turn, context.now + tempo.reap),)
    if phase(match) is Phase.OVER:
        kept = before is not None and before.turn == table.turn and not before.paused
        return (Timer(TimerKind.NEXT_DEAL, table.turn, KEEP if kept else context.now + tempo.next_deal),)
    return tuple(_running(table, before, tempo))


def _whole(clock: Clock, tempo: Tempo) -> int:
    return round(clock.seconds * 1000 / tempo.scale)


def _fresh(table: Table, seat: Seat, turn: int, context: Context) -> Waiting:
    whole = _whole(table.clock, context.tempo)
    runs = whole and table.seats[seat].plays
    return Waiting(turn, context.now, context.now + whole if runs else 0)


def _running(table: Table, before: Table | None, tempo: Tempo) -> Iterator[Timer]:
    for seat, waiting in enumerate(table.waiting):
        if waiting is None:
            continue
        kept = before is not None and _runs(before, seat, waiting, table.seats[seat])
        for kind, due in _steps(table, seat, waiting, tempo):
            yield Timer(kind, waiting.turn, KEEP if kept else due, seat)


def _runs(before: Table, seat: Seat, waiting: Waiting, sitter: Sitter) -> bool:
    """Whether the clock of a seat ran already, for the same player."""
    was, then = before.waiting[seat], before.seats[seat]
    same = (then.person, then.presence, then.level) == (sitter.person, sitter.presence, sitter.level)
    return was is not None and was.turn == waiting.turn and same and not before.paused


def _steps(table: Table, seat: Seat, waiting: Waiting, tempo: Tempo) -> Iterator[tuple[TimerKind, int]]:
    """What happens while a seat is waited for, and when."""
    if not table.seats[seat].plays:
        yield TimerKind.THINK, waiting.since + tempo.think
        return
    half = left_after(table.clock, TimerKind.REMIND, tempo)
    if not waiting.until or tempo.nudge < half:
        yield TimerKind.NUDGE, waiting.since + tempo.nudge
    if waiting.until:
        for kind in (TimerKind.REMIND, TimerKind.MENTION, TimerKind.CLOCK):
            yield kind, waiting.until - left_after(table.clock, kind, tempo)
    else:
        yield TimerKind.MENTION, waiting.since + tempo.reap
