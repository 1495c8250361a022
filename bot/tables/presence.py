"""Who is there, who is away, and who has gone: seat, hand and score stay whatever happens to a person."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias

from bot.tables import flow, timing
from bot.tables.context import Context
from bot.tables.model import PersonId, Presence, Remark, RemarkKind, Sitter, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.actions import Seat
from engine.match import phase
from engine.state import Phase

Decision: TypeAlias = Change | Refusal


def seated(table: Table, seat: Seat, sitter: Sitter) -> Table:
    """The table with somebody else, or somebody otherwise, on a seat."""
    return replace(table, seats=(*table.seats[:seat], sitter, *table.seats[seat + 1 :]))


def remarked(table: Table, kind: RemarkKind, seat: Seat) -> Table:
    """The table whose log says so."""
    return replace(table, remarks=(*table.remarks, Remark(kind, seat, len(table.log))))


def there(table: Table, seat: Seat) -> Table:
    """The person of a seat is there: nobody plays for him. That he was late is forgiven once he acts."""
    sitter = table.seats[seat]
    here = seated(table, seat, replace(sitter, presence=Presence.HERE, overdue=min(sitter.overdue, 1)))
    if sitter.plays or (table.match is not None and phase(table.match) is Phase.REDEAL):
        return here  # who answers in a redeal is nobody's business
    return remarked(here, RemarkKind.BACK, seat)


def back(table: Table, seat: Seat) -> Table:
    """The person of a seat wants to play: a match that waited for him, or for anybody, goes on."""
    here = there(table, seat)
    wanted = timing.awaited(table.match) if table.match else ()
    resumed = table.paused and (seat in wanted or timing.deserted(table))
    return replace(here, paused=table.paused and not resumed)


def acting(table: Table, seat: Seat) -> Table:
    """The person of a seat acts himself."""
    here = back(table, seat)
    here = seated(here, seat, replace(here.seats[seat], overdue=0))
    if not table.clock.seconds:  # the silence of a table without a clock is everybody's
        here = replace(here, seats=tuple(replace(each, overdue=0) for each in here.seats))
    if table.paused and not here.paused:
        return replace(here, waiting=(None,) * len(table.seats))
    return here


def returned(table: Table, person: PersonId, context: Context) -> Decision:
    """«I am back»: his seat is his again, and a match that waited for people goes on."""
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if table.stage is not Stage.PLAYING or back(table, seat) == table:
        return Refusal(Answer(Said.ALREADY_SEATED))
    here = settled(table, back(table, seat), context)
    return replace(here, answer=Answer(Said.BACK, table=table.id))


def left(table: Table, person: PersonId, context: Context) -> Decision:
    """Somebody goes in the middle of a match: the seat is free, the autopilot plays it meanwhile."""
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if table.stage is not Stage.PLAYING:
        return Refusal(Answer(Said.NO_TABLE))
    gone = settled(table, freed(table, seat, RemarkKind.LEFT), context)
    return replace(gone, answer=Answer(Said.LEFT, table=table.id), left=(person,))


def freed(table: Table, seat: Seat, why: RemarkKind) -> Table:
    """The table with a seat whose person has gone: his hand is taken away, the host's rights pass on."""
    gone = table.seats[seat]
    others = (*table.seats[seat + 1 :], *table.seats[:seat])
    heirs = sorted((each for each in others if each.is_person), key=lambda each: not each.plays)
    heir = next((each.person for each in heirs if each.presence is not Presence.LEFT), table.host)
    left = seated(remarked(table, why, seat), seat, replace(gone, presence=Presence.LEFT, overdue=0))
    empty = replace(
        left,
        host=heir if table.host == gone.person else table.host,
        epochs=flow.without(left, flow.hand(table, seat)),
    )
    return flow.asking(empty, flow.still_asked(empty))


def settled(table: Table, after: Table, context: Context, *, rewound: Collection[Seat] = ()) -> Change:
    """A change of who plays which seat: their clocks and those of `rewound` start anew, others run on."""
    changed = [
        seat
        for seat, sitter in enumerate(after.seats)
        if seat in rewound
        or sitter.plays != table.seats[seat].plays
        or sitter.person != table.seats[seat].person
    ]
    after = replace(after, paused=timing.deserted(after) or (after.paused and _holds(after)))
    all_anew = table.paused and not after.paused
    after = timing.anew(after, context, None if all_anew else changed)
    shown = {flow.hand(table, seat) for seat in range(len(table.seats))} & table.epochs.keys()
    return flow.hinted(
        Change(
            after,
            Answer(Said.OK, table=table.id),
            dirty=flow.boards(table)
            | shown
            | ({*flow.hands(after), flow.VOTE} & after.epochs.keys())
            | ({flow.VOTE} & table.epochs.keys())
            | flow.freed(table)
            | flow.freed(after),
            timers=timing.timers(after, context, before=None if all_anew else table),
        )
    )


def _holds(table: Table) -> bool:
    """Somebody whose time ran out is still waited for, and nobody plays for him."""
    wanted = timing.awaited(table.match) if table.match else ()
    return any(table.seats[seat].plays and table.seats[seat].overdue for seat in wanted)
