"""The game itself: a button becomes an action of the engine, or an answer that says why not."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import deals, flow
from bot.tables.context import Context
from bot.tables.model import PersonId, Said, Slot, SlotKind, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from engine.actions import Seat
from engine.match import apply, legal_actions, phase
from engine.record.writer import SEAT_LABELS, action_line, dealing_lines
from engine.state import Phase


def act(table: Table, person: PersonId, turn: int, index: int, context: Context) -> Change | Refusal:
    """Do the action that stood at `index` of the person's list at `turn`."""
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED))
    redraw = Slot(SlotKind.HAND, person)
    match = table.match
    if table.stage is not Stage.PLAYING or match is None or not is_fresh(table, seat, turn):
        return Refusal(Answer(Said.STALE), redraw)
    legal = legal_actions(match, seat)
    if not legal:
        return Refusal(Answer(Said.NOT_YOUR_TURN), redraw)
    if not 0 <= index < len(legal):
        return Refusal(Answer(Said.STALE), redraw)
    action = legal[index]
    moved = apply(match, seat, action)
    labels = SEAT_LABELS[: match.players]
    lines = (action_line(seat, action, labels), *dealing_lines(moved.events, labels))
    return replace(flow.follow(table, match, moved, seat, context), record=lines)


def is_fresh(table: Table, seat: Seat, turn: int) -> bool:
    """Whether a button drawn at `turn` still means what it says to that seat."""
    return max(table.turn_of_phase, table.acted[seat] + 1) <= turn <= table.turn


def next_deal(table: Table, person: PersonId, turn: int, context: Context) -> Change | Refusal:
    """Deal on without waiting; any seated person may, once per result."""
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if turn != table.turn:
        return Refusal(Answer(Said.STALE), flow.BOARD)
    return deal_on(table, context)


def deal_on(table: Table, context: Context) -> Change | Refusal:
    """The next deal, where one deal is over and the match is not."""
    match = table.match
    if table.stage is not Stage.PLAYING or match is None or phase(match) is not Phase.OVER:
        return Refusal(Answer(Said.STALE), flow.BOARD)
    return deals.deal(table, match, context)
