"""What deadlines do when they pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from bot.tables import computers, flow, lobby, moves, presence, timing
from bot.tables.context import Context
from bot.tables.model import (
    Notice,
    NoticeKind,
    Presence,
    RemarkKind,
    Stage,
    Table,
    Then,
    Timer,
    TimerKind,
    Waiting,
)
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.actions import Seat
from engine.match import phase
from engine.state import MatchState, Phase

Decision: TypeAlias = Change | Refusal
_STALE: Final = Refusal(Answer(Said.STALE))
_REMINDERS: Final = (None, TimerKind.NUDGE, TimerKind.REMIND, TimerKind.MENTION)
"""In their order."""
_OUTAGE: Final = 10_000
"""Milliseconds by which a reminder is late only if we were away: its deadline has moved, and the end too."""


def due(table: Table, timer: Timer, context: Context) -> Decision:
    """Serve a deadline; one that was set for another turn is a no-op."""
    match timer.kind:
        case TimerKind.NUDGE if timer.seat is None:
            return _rearmed(table, timer, context)
        case (
            TimerKind.NUDGE
            | TimerKind.REMIND
            | TimerKind.MENTION
            | TimerKind.CLOCK
            | TimerKind.MOVED
            | TimerKind.THINK
        ):
            return _of_seat(table, timer, context)
        case TimerKind.NEXT_DEAL:
            return moves.deal_on(table, context) if timer.turn == table.turn else _STALE
        case TimerKind.LOBBY:
            return lobby.expired(table) if timer.turn == table.turn else _STALE
        case TimerKind.REAP:
            return _reaped(table, context) if timer.turn == table.turn else _STALE
        case TimerKind.ARCHIVE:
            return _STALE  # `keeper.Keeper` serves it: the table stays as it is
        case _:
            assert_never(timer.kind)


def _of_seat(table: Table, timer: Timer, context: Context) -> Decision:
    seat, match = timer.seat, table.match
    if table.stage is not Stage.PLAYING or match is None or table.paused:
        return _STALE
    if seat is None or seat >= len(table.waiting):
        return _STALE
    waiting = table.waiting[seat]
    if waiting is None or waiting.turn != timer.turn:
        return _STALE
    match timer.kind:
        case TimerKind.NUDGE | TimerKind.REMIND | TimerKind.MENTION:
            return _reminded(table, seat, waiting, timer.kind, context)
        case TimerKind.CLOCK:
            return _run_out(table, match, seat, context)
        case TimerKind.MOVED:
            return _moved(table, seat, waiting, timer.due)
        case _:
            return _thought(table, match, seat, context)


def _reminded(table: Table, seat: Seat, waiting: Waiting, kind: TimerKind, context: Context) -> Decision:
    """Remind somebody, once: by a fresh hand, since edits do not notify, and in the end before the group."""
    if not table.seats[seat].plays or kind in _REMINDERS[: _REMINDERS.index(waiting.passed) + 1]:
        return _STALE
    if kind is TimerKind.MENTION and not waiting.until:
        return _given_up(table, seat, waiting, context)
    told = replace(waiting, passed=kind, until=_until(table, waiting, kind, context))
    noted = _waits(table, seat, told)
    moved = flow.boards(table) if told.until != waiting.until else frozenset()
    if kind is TimerKind.MENTION:
        known = table.seats[seat].overdue or table.match is None or phase(table.match) is Phase.REDEAL
        told_to = () if known else (Notice(NoticeKind.MENTION, seat=seat, turn=waiting.turn),)
        return Change(noted, Answer(Said.OK), dirty=moved, notices=told_to)
    slot = flow.hand(table, seat)
    if not table.seats[seat].reachable or slot not in table.epochs:
        return Change(noted, Answer(Said.OK), dirty=moved) if moved else _STALE
    return Change(
        replace(noted, epochs=flow.anew(table, slot)), Answer(Said.OK), dirty=frozenset({slot}) | moved
    )


def _given_up(table: Table, seat: Seat, waiting: Waiting, context: Context) -> Decision:
    """No clock runs, but nothing has happened for a day: all who sit are late until they do something.

    Who does may free the others' seats; after three such days the match pauses, as where nobody plays.
    A redeal is answered for him, as where his time is over: who is asked is secret.
    """
    if table.match is None or phase(table.match) is Phase.REDEAL:
        return _STALE if table.match is None else _played(table, table.match, seat, context)
    late = replace(
        table,
        seats=tuple(
            replace(sitter, overdue=sitter.overdue + 1) if sitter.plays else sitter for sitter in table.seats
        ),
    )
    change = presence.settled(table, late, context)
    if change.table.paused:
        return change
    again = Timer(TimerKind.MENTION, waiting.turn, context.now + context.tempo.reap, seat)
    others = (each for each in change.timers or () if (each.kind, each.seat) != (again.kind, again.seat))
    return replace(change, timers=(*others, again))


def _waits(table: Table, seat: Seat, waiting: Waiting) -> Table:
    return replace(table, waiting=(*table.waiting[:seat], waiting, *table.waiting[seat + 1 :]))


def _moved(table: Table, seat: Seat, waiting: Waiting, until: int) -> Decision:
    """Show the time that an outage of ours has given back."""
    if not waiting.until or until <= waiting.until:
        return _STALE
    shown = flow.boards(table) | {flow.hand(table, seat)} & table.epochs.keys()
    return Change(_waits(table, seat, replace(waiting, until=until)), Answer(Said.OK), dirty=shown)


def _until(table: Table, waiting: Waiting, kind: TimerKind, context: Context) -> int:
    """When somebody's time is over, as shown: an outage of ours has moved its stored deadline."""
    until = context.now + timing.left_after(table.clock, kind, context.tempo)
    if kind is TimerKind.NUDGE or not waiting.until or until - waiting.until < _OUTAGE:
        return waiting.until
    return until


def _run_out(table: Table, match: MatchState, seat: Seat, context: Context) -> Decision:
    """Somebody's time is over: what the table has chosen for that happens.

    A redeal is answered by the autopilot at every table, and nobody hears of it: who is asked is secret.
    """
    sitter = table.seats[seat]
    if not sitter.plays:
        return _STALE
    if phase(match) is Phase.REDEAL:
        return _played(table, match, seat, context)
    late = presence.seated(table, seat, replace(sitter, overdue=sitter.overdue + 1))
    match table.clock.then:
        case Then.MOVE:
            return _played(presence.remarked(late, RemarkKind.PLAYED, seat), match, seat, context)
        case Then.AWAY:
            gone = presence.seated(late, seat, replace(late.seats[seat], presence=Presence.AWAY))
            return _played(presence.remarked(gone, RemarkKind.AWAY, seat), match, seat, context)
        case Then.PAUSE:
            return presence.settled(table, replace(late, paused=True), context)
        case _:
            assert_never(table.clock.then)


def _thought(table: Table, match: MatchState, seat: Seat, context: Context) -> Decision:
    """A computer player moves, or the autopilot for somebody who is away."""
    return _STALE if table.seats[seat].plays else _played(table, match, seat, context)


def _played(table: Table, match: MatchState, seat: Seat, context: Context) -> Change:
    level = computers.level(table, seat)
    return moves.done(table, match, seat, computers.action(table, match, seat, context), context, by=level)


def _reaped(table: Table, context: Context) -> Decision:
    """Nobody came back: the match ends with one message."""
    if table.stage is not Stage.PLAYING or table.match is None or not table.paused:
        return _STALE
    ended = flow.stopped(table, table.match, context)
    return replace(ended, notices=tuple(replace(each, kind=NoticeKind.REAPED) for each in ended.notices))


def _rearmed(table: Table, timer: Timer, context: Context) -> Decision:
    """A deadline that was set before seats had clocks of their own: they get them now."""
    if timer.turn != table.turn or table.stage is not Stage.PLAYING or table.match is None:
        return _STALE
    fresh = timing.anew(table, context)
    return Change(fresh, Answer(Said.OK), timers=timing.timers(fresh, context))
