"""The game itself: a button becomes an action of the engine, or an answer that says why not."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.tables import deals, flow, presence
from bot.tables.context import Context
from bot.tables.model import LastMove, PersonId, Slot, SlotKind, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.actions import Action, Seat
from engine.events import (
    AuctionWon,
    BidMade,
    BlindBid,
    CardPlayed,
    ContractNamed,
    MarriageDeclared,
    Passed,
    TrickTaken,
)
from engine.match import Transition, apply, legal_actions, phase
from engine.players import Level
from engine.record.writer import SEAT_LABELS, action_line, dealing_lines
from engine.state import MatchState, Phase
from engine.view import public_events, seat_view

_HARMLESS: Final = (
    AuctionWon,
    BidMade,
    BlindBid,
    CardPlayed,
    ContractNamed,
    MarriageDeclared,
    Passed,
    TrickTaken,
)
"""What can be taken back: nothing hidden came to light, and nothing was written down."""


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
    return done(presence.acting(table, seat), match, seat, legal[index], context)


def done(
    table: Table, match: MatchState, seat: Seat, action: Action, context: Context, *, by: Level | None = None
) -> Change:
    """The change that an action brings; a comment in the record says which computer player chose it."""
    moved = apply(match, seat, action)
    labels = SEAT_LABELS[: match.players]
    said = action_line(seat, action, labels) + (f"  # {by.value}" if by else "")
    lines = (said, *dealing_lines(moved.events, labels))
    change = flow.follow(table, match, moved, seat, context)
    events = public_events(moved.events)
    undoable = by is None and _may_be_undone(match, moved)
    last = LastMove(seat, len(lines), len(events)) if undoable else None
    return replace(change, table=replace(change.table, last=last), record=lines)


def _may_be_undone(before: MatchState, moved: Transition) -> bool:
    """Nobody has seen a card by it that he would not have seen otherwise, and no score was written.

    Nor may the offer tell who answers in a redeal: nobody knows who was asked.
    """
    if not all(isinstance(event, _HARMLESS) for event in moved.events):
        return False
    if phase(before) is Phase.PLAY:
        return True
    return phase(before) is not Phase.REDEAL and all(
        set(seat_view(moved.state, seat).hand) <= set(seat_view(before, seat).hand)
        for seat in range(before.players)
    )


def is_fresh(table: Table, seat: Seat, turn: int) -> bool:
    """Whether a button drawn at `turn` still means what it says to that seat."""
    return max(table.turn_of_phase, table.acted[seat] + 1) <= turn <= table.turn


def next_deal(table: Table, person: PersonId, turn: int, context: Context) -> Change | Refusal:
    """Deal on without waiting; any seated person may, once per result."""
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if turn != table.turn:
        return Refusal(Answer(Said.STALE), flow.BOARD)
    return deal_on(presence.back(table, seat), context)


def deal_on(table: Table, context: Context) -> Change | Refusal:
    """The next deal, where one deal is over and the match is not."""
    match = table.match
    if table.stage is not Stage.PLAYING or match is None or phase(match) is not Phase.OVER:
        return Refusal(Answer(Said.STALE), flow.BOARD)
    return deals.deal(table, match, context)
