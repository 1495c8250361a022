"""Seats in the middle of a match: taken over with hand, score and bolts, by people or by computer players.

A seat is free once its person has left, and while a computer player has it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from bot.tables import flow, guests, lobby, presence, succession, timing
from bot.tables.context import Context
from bot.tables.model import PersonId, Presence, RemarkKind, Sitter, Slot, SlotKind, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.actions import Seat
from engine.players import Level
from engine.record.writer import SEAT_LABELS
from engine.state import MatchState

Decision: TypeAlias = Change | Refusal


def is_free(sitter: Sitter) -> bool:
    """Whether somebody may take the seat in the middle of a match."""
    return not sitter.is_person or sitter.presence is Presence.LEFT


def take(table: Table, seat: Seat, sitter: Sitter, context: Context) -> Decision:
    """A person takes a free seat, his own one included. Nobody sees two hands of one deal."""
    match = table.match
    if table.stage is not Stage.PLAYING or match is None or not 0 <= seat < len(table.seats):
        return Refusal(Answer(Said.NO_TABLE))
    if table.seat_of(sitter.person) is not None:
        return Refusal(Answer(Said.ALREADY_SEATED))
    if not is_free(table.seats[seat]):
        return Refusal(Answer(Said.SEAT_TAKEN), flow.BOARD)
    known = _seen(table, match, sitter.person)
    if not known <= {seat}:
        return Refusal(Answer(Said.HAND_SEEN))
    if table.shut == succession.deal(match) and not known:
        return Refusal(Answer(Said.SEATS_SHUT))
    if not sitter.reachable:
        return Refusal(Answer(Said.OPEN_PRIVATE, table=table.id))
    host_plays = any(
        each.is_person and each.person == table.host for each in table.seats if not is_free(each)
    )
    clean = guests.without(table, sitter.person)
    kept = replace(clean, epochs=flow.without(clean, Slot(SlotKind.FREED, sitter.person)))
    taken = replace(
        presence.seated(kept, seat, sitter),
        host=table.host if host_plays else sitter.person,
        epochs=flow.anew(kept, Slot(SlotKind.HAND, sitter.person)),
        paused=table.paused and not (timing.deserted(table) or seat in timing.awaited(match)),
    )
    change = _settled(table, taken, seat, "substitute", context)
    return replace(change, joined=(sitter.person,), dirty=change.dirty | guests.slots(table, sitter.person))


def computer(table: Table, seat: Seat, person: PersonId, level: Level, context: Context) -> Decision:
    """A computer player takes the seat of somebody who has left; whoever sits may ask it to."""
    if table.stage is not Stage.PLAYING or not 0 <= seat < len(table.seats):
        return Refusal(Answer(Said.NO_TABLE))
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if not table.seats[seat].is_person or not is_free(table.seats[seat]):
        return Refusal(Answer(Said.SEAT_TAKEN), flow.BOARD)
    taken = presence.seated(table, seat, lobby.computer(table, level))
    return _settled(table, taken, seat, level.value, context)


def leave(table: Table, person: PersonId, context: Context) -> Decision:
    """Get up before the first deal, leave the match in hand, wait for the next one no longer."""
    if table.seat_of(person) is None:
        return guests.unqueued(table, person)
    if table.stage is Stage.LOBBY:
        return lobby.stand(table, person, context)
    return presence.left(table, person, context)


def gone(table: Table, person: PersonId, context: Context) -> Decision:
    """Somebody is not in the group any more: he has left the table, and looks on no longer."""
    alone = guests.without(table, person)
    if table.seat_of(person) is not None and table.stage is not Stage.FINISHED:
        decision = leave(alone, person, context)
    elif table.seat_of(person) is not None:
        return Change(_unseated(alone, person), Answer(Said.OK), left=(person,))
    elif alone != table:
        decision = Change(
            alone, Answer(Said.OK), dirty=flow.boards(table) & table.epochs.keys(), left=(person,)
        )
    else:
        return Refusal(Answer(Said.NOT_SEATED))
    if isinstance(decision, Refusal):
        return decision
    return replace(decision, dirty=decision.dirty | guests.slots(table, person))


def _unseated(table: Table, person: PersonId) -> Table:
    """A match that is over, as if he had left before: the next one begins without him."""
    seats = (replace(each, presence=Presence.LEFT) if each.person == person else each for each in table.seats)
    return replace(table, seats=tuple(seats))


def _seen(table: Table, match: MatchState, person: PersonId) -> set[Seat]:
    """Whose hands somebody knows: where he held cards in this deal, or has left."""
    deal = succession.deal(match)
    left = {at for at, each in enumerate(table.seats) if each.person == person}
    held = {past.seat for past in table.past if past.sitter.person == person and past.deal >= deal}
    return left | held


def _settled(table: Table, taken: Table, seat: Seat, by: str, context: Context) -> Change:
    """The record says where another player goes on; nothing before that can be taken back."""
    own = taken.seats[seat].person == table.seats[seat].person
    said = RemarkKind.BACK if own else RemarkKind.TAKEN
    told = replace(presence.remarked(taken, said, seat), last=None)
    change = presence.settled(table, flow.asking(told, flow.still_asked(told)), context)
    return replace(
        change,
        record=(f"# {SEAT_LABELS[seat]} {by}",),
        dirty=change.dirty | (table.epochs.keys() & {lobby.LOBBY}),
    )
