"""Which deadlines a table has: one clock for each person in each phase, and never one for what is over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from bot.tables.context import Context, Tempo
from bot.tables.model import KEEP, Sitter, Table, Timer, TimerKind, Waiting
from engine.actions import Seat
from engine.match import legal_actions, outcome, phase
from engine.state import MatchState, Phase

_MENTION: Final = (3, 4)
"""The part of a person's time after which the group is told."""


def awaited(match: MatchState) -> tuple[Seat, ...]:
    """Who is waited for; in phase `redeal` nobody else may learn of it."""
    return tuple(seat for seat in range(match.players) if legal_actions(match, seat))


def waited_for(
    table: Table, match: MatchState, actor: Seat | None, context: Context, *, same_phase: bool
) -> tuple[Waiting | None, ...]:
    """For whom `table` waits once its match is `match`, where `actor` has just acted.

    Who was waited for already keeps his clock while the phase lasts; everybody else's starts (fault E10).
    """
    fresh = Waiting(table.turn + 1, context.now)
    before = table.waiting if same_phase else (None,) * match.players
    wanted = awaited(match)
    return tuple(
        (fresh if seat == actor else before[seat] or fresh) if seat in wanted else None
        for seat in range(match.players)
    )


def anew(table: Table, context: Context, seats: Collection[Seat] | None = None) -> Table:
    """The table with the clocks of these seats, or of all, started again at full time."""
    wanted = awaited(table.match) if table.match else ()
    turn = table.turn + 1
    fresh = Waiting(turn, context.now)
    return replace(
        table,
        turn=turn,
        waiting=tuple(
            (each if each and seats is not None and seat not in seats else fresh) if seat in wanted else None
            for seat, each in enumerate(table.waiting)
        ),
    )


def timers(table: Table, context: Context, *, before: Table | None = None) -> tuple[Timer, ...]:
    """All deadlines of a table in play; clocks that ran in `before` already stay as they are stored."""
    match, tempo = table.match, context.tempo
    if match is None or outcome(match) is not None:
        return ()
    if table.paused:
        return (Timer(TimerKind.REAP, table.turn, context.now + tempo.reap),)
    if phase(match) is Phase.OVER:
        return (Timer(TimerKind.NEXT_DEAL, table.turn, context.now + tempo.next_deal),)
    return tuple(_running(table, before, tempo))


def _running(table: Table, before: Table | None, tempo: Tempo) -> Iterator[Timer]:
    for seat, waiting in enumerate(table.waiting):
        if waiting is None:
            continue
        kept = before is not None and _runs(before, seat, waiting, table.seats[seat])
        for kind, after in _steps(table, seat, tempo):
            yield Timer(kind, waiting.turn, KEEP if kept else waiting.since + after, seat)


def _runs(before: Table, seat: Seat, waiting: Waiting, sitter: Sitter) -> bool:
    """Whether the clock of a seat ran already, for the same player."""
    was, then = before.waiting[seat], before.seats[seat]
    same = (then.person, then.presence, then.level) == (sitter.person, sitter.presence, sitter.level)
    return was is not None and was.turn == waiting.turn and same


def _steps(table: Table, seat: Seat, tempo: Tempo) -> Iterator[tuple[TimerKind, int]]:
    """What happens while a seat is waited for, and after how many milliseconds."""
    if not table.seats[seat].plays:
        yield TimerKind.THINK, tempo.think
        return
    whole = round(table.clock.seconds * 1000 / tempo.scale)
    if not whole or tempo.nudge < whole // 2:
        yield TimerKind.NUDGE, tempo.nudge
    if whole:
        part, parts = _MENTION
        yield TimerKind.REMIND, whole // 2
        yield TimerKind.MENTION, whole * part // parts
        yield TimerKind.CLOCK, whole
