"""Who is there, who is away, and who has gone: seat, hand and score stay whatever happens to a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from bot.tables import flow, timing
from bot.tables.context import Context
from bot.tables.model import PersonId, Presence, Said, Sitter, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from engine.actions import Seat

Decision: TypeAlias = Change | Refusal


def seated(table: Table, seat: Seat, sitter: Sitter) -> Table:
    """The table with somebody else, or somebody otherwise, on a seat."""
    return replace(table, seats=(*table.seats[:seat], sitter, *table.seats[seat + 1 :]))


def back(table: Table, seat: Seat) -> Table:
    """The person of a seat is there: he acts himself."""
    sitter = table.seats[seat]
    if sitter.plays and not sitter.overdue and not table.paused:
        return table
    here = seated(table, seat, replace(sitter, presence=Presence.HERE, overdue=0))
    if not table.paused:
        return here
    return replace(here, paused=False, waiting=(None,) * len(table.seats))


def returned(table: Table, person: PersonId, context: Context) -> Decision:
    """«I am back»: his seat is his again, and a match that waited for people goes on."""
    seat = table.seat_of(person)
    if seat is None or table.seats[seat].presence is Presence.LEFT:
        return Refusal(Answer(Said.NOT_SEATED))
    if table.stage is not Stage.PLAYING or back(table, seat) == table:
        return Refusal(Answer(Said.OK), flow.hand(table, seat))
    there = settled(table, back(table, seat), context)
    return replace(there, answer=Answer(Said.BACK, table=table.id))


def left(table: Table, person: PersonId, context: Context) -> Decision:
    """Somebody goes in the middle of a match: the seat is free, the autopilot plays it meanwhile."""
    seat = table.seat_of(person)
    if seat is None or table.seats[seat].presence is Presence.LEFT:
        return Refusal(Answer(Said.NOT_SEATED))
    if table.stage is not Stage.PLAYING:
        return Refusal(Answer(Said.NO_TABLE))
    gone = settled(table, freed(table, seat), context)
    return replace(gone, answer=Answer(Said.LEFT, table=table.id), left=person)


def freed(table: Table, seat: Seat) -> Table:
    """The table with a seat whose person has gone: his hand is taken away, the host's rights pass on."""
    gone = table.seats[seat]
    others = (*table.seats[seat + 1 :], *table.seats[:seat])
    heir = next((each.person for each in others if each.plays), table.host)
    left = seated(table, seat, replace(gone, presence=Presence.LEFT))
    return replace(
        left,
        host=heir if table.host == gone.person else table.host,
        epochs=flow.without(left, flow.hand(table, seat)),
    )


def settled(table: Table, after: Table, context: Context) -> Change:
    """A change of who plays which seat: their clocks start anew, others run on."""
    changed = [
        seat
        for seat, sitter in enumerate(after.seats)
        if sitter.plays != table.seats[seat].plays or sitter.person != table.seats[seat].person
    ]
    paused = after.paused or not any(sitter.plays for sitter in after.seats)
    after = replace(after, paused=paused)
    resumed = table.paused and not paused
    after = timing.anew(after, context, None if resumed else changed)
    shown = {flow.hand(table, seat) for seat in range(len(table.seats))} & table.epochs.keys()
    return flow.hinted(
        Change(
            after,
            Answer(Said.OK, table=table.id),
            dirty=flow.boards(table) | shown | {*flow.hands(after)} & after.epochs.keys(),
            timers=timing.timers(after, context, before=None if resumed else table),
        )
    )
