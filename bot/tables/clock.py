"""What deadlines do when they pass."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from bot.tables import flow, lobby, moves
from bot.tables.context import Context
from bot.tables.model import Said, Stage, Table, Timer, TimerKind
from bot.tables.ports import Answer, Change, Refusal


def due(table: Table, timer: Timer, context: Context) -> Change | Refusal:
    """Serve a deadline; one that was set for another turn is a no-op."""
    if timer.turn != table.turn:
        return Refusal(Answer(Said.STALE))
    match timer.kind:
        case TimerKind.NUDGE:
            return nudge(table)
        case TimerKind.NEXT_DEAL:
            return moves.deal_on(table, context)
        case TimerKind.LOBBY:
            return lobby.expired(table)
        case _:
            assert_never(timer.kind)


def nudge(table: Table) -> Change | Refusal:
    """Bring the hands of those who are waited for anew, since edits do not notify; once a turn."""
    if table.stage is not Stage.PLAYING or table.match is None:
        return Refusal(Answer(Said.STALE))
    late = [flow.hand(table, seat) for seat in flow.awaited(table.match) if table.seats[seat].reachable]
    return Change(
        replace(table, epochs=flow.anew(table, *late)), Answer(Said.OK), dirty=frozenset(late), timers=()
    )
