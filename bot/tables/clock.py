"""What deadlines do when they pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never

from bot.tables import computers, flow, lobby, moves, presence, timing
from bot.tables.context import Context
from bot.tables.model import (
    Notice,
    NoticeKind,
    Presence,
    Said,
    Stage,
    Table,
    Then,
    Timer,
    TimerKind,
    Waiting,
)
from bot.tables.ports import Answer, Change, Refusal
from engine.actions import Seat
from engine.match import phase, stop
from engine.state import MatchState, Phase

Decision: TypeAlias = Change | Refusal
_STALE = Refusal(Answer(Said.STALE))


def due(table: Table, timer: Timer, context: Context) -> Decision:
    """Serve a deadline; one that was set for another turn is a no-op."""
    match timer.kind:
        case TimerKind.NUDGE if timer.seat is None:
            return _rearmed(table, timer, context)
        case TimerKind.NUDGE | TimerKind.REMIND | TimerKind.MENTION | TimerKind.CLOCK | TimerKind.THINK:
            return _of_seat(table, timer, context)
        case TimerKind.NEXT_DEAL:
            return moves.deal_on(table, context) if timer.turn == table.turn else _STALE
        case TimerKind.LOBBY:
            return lobby.expired(table) if timer.turn == table.turn else _STALE
        case TimerKind.REAP:
            return _reaped(table, context) if timer.turn == table.turn else _STALE
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
        case TimerKind.NUDGE:
            return _nudged(table, seat)
        case TimerKind.REMIND:
            return _reminded(table, seat, waiting)
        case TimerKind.MENTION:
            return _mentioned(table, match, seat)
        case TimerKind.CLOCK:
            return _run_out(table, match, seat, context)
        case _:
            return _thought(table, match, seat, context)


def _nudged(table: Table, seat: Seat) -> Decision:
    """Bring the hand of somebody who is waited for anew, since edits do not notify."""
    slot = flow.hand(table, seat)
    if not table.seats[seat].reachable or slot not in table.epochs:
        return _STALE
    return Change(replace(table, epochs=flow.anew(table, slot)), Answer(Said.OK), dirty=frozenset({slot}))


def _reminded(table: Table, seat: Seat, waiting: Waiting) -> Decision:
    """Half of the time is gone: the hand comes anew and says so."""
    told = (*table.waiting[:seat], replace(waiting, reminded=True), *table.waiting[seat + 1 :])
    return _nudged(replace(table, waiting=told), seat)


def _mentioned(table: Table, match: MatchState, seat: Seat) -> Decision:
    """Tell the group once whose time is nearly over, unless that would say who may claim a redeal."""
    if phase(match) is Phase.REDEAL or not table.seats[seat].plays:
        return _STALE
    return Change(table, Answer(Said.OK), notices=(Notice(NoticeKind.MENTION, seat=seat),))


def _run_out(table: Table, match: MatchState, seat: Seat, context: Context) -> Decision:
    """Somebody's time is over: what the table has chosen for that happens."""
    sitter = table.seats[seat]
    if not sitter.plays:
        return _STALE
    late = replace(sitter, overdue=sitter.overdue + 1)
    match table.clock.then:
        case Then.MOVE:
            told = presence.seated(table, seat, late)
            return moves.done(told, match, seat, computers.action(told, match, seat, context), context)
        case Then.AWAY:
            away = presence.seated(table, seat, replace(late, presence=Presence.AWAY))
            return moves.done(away, match, seat, computers.action(away, match, seat, context), context)
        case Then.PAUSE:
            paused = replace(presence.seated(table, seat, late), paused=True)
            return presence.settled(table, paused, context)
        case _:
            assert_never(table.clock.then)


def _thought(table: Table, match: MatchState, seat: Seat, context: Context) -> Decision:
    """A computer player moves, or the autopilot for somebody who is away."""
    if table.seats[seat].plays:
        return _STALE
    return moves.done(table, match, seat, computers.action(table, match, seat, context), context)


def _reaped(table: Table, context: Context) -> Decision:
    """Nobody came back: the match ends with one message."""
    if table.stage is not Stage.PLAYING or table.match is None or not table.paused:
        return _STALE
    ended = flow.follow(table, table.match, stop(table.match), None, context)
    told = (Notice(NoticeKind.REAPED), *ended.notices)
    return replace(ended, record=("stop",), notices=told, dirty=ended.dirty | {*flow.hands(table)})


def _rearmed(table: Table, timer: Timer, context: Context) -> Decision:
    """A deadline that was set before seats had clocks of their own: they get them now."""
    if timer.turn != table.turn or table.stage is not Stage.PLAYING or table.match is None:
        return _STALE
    fresh = timing.anew(table, context)
    return Change(fresh, Answer(Said.OK), timers=timing.timers(fresh, context))
