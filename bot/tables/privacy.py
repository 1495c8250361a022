"""What a table knows of a person, and how it forgets him: his seat, hand and score stay for the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from bot.tables import flow, lobby, presence
from bot.tables.context import Context
from bot.tables.model import NOBODY, PersonId, Presence, Sitter, Slot, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said

Decision: TypeAlias = Change | Refusal


def named(table: Table) -> frozenset[PersonId]:
    """Every person of whom a table holds something."""
    return frozenset(
        person
        for person in (
            table.host,
            table.dealer,
            *(sitter.person for sitter in table.seats),
            *(sitter.person for sitter in table.queue),
            *(past.sitter.person for past in table.past),
            *(watcher.person for watcher in table.watchers),
            *(voter for vote in table.votes for voter in vote.voters | vote.against),
            *(slot.person for slot in table.epochs if slot.person is not None),
        )
        if person > NOBODY
    )


def forgotten(table: Table, person: PersonId, context: Context) -> Decision:
    """Take a person out of a table: he gets up before the first deal, leaves in the middle of a match."""
    if person not in named(table):
        return Refusal(Answer(Said.OK))
    gone = _gone(table, person, context)
    erased = replace(_erased(gone.table, person), shut=_shut(table, person))
    slots = {slot for slot in table.epochs if slot.person == person}
    return replace(gone, table=erased, answer=Answer(Said.OK), dirty=gone.dirty | slots, left=(person,))


def _shut(table: Table, person: PersonId) -> int:
    """The deal of which he may have seen a hand, with nothing left that tells him apart from anybody."""
    sat = (*(each.person for each in table.seats), *(each.sitter.person for each in table.past))
    return table.match.sheet.deals_dealt if table.match is not None and person in sat else table.shut


def _gone(table: Table, person: PersonId, context: Context) -> Change:
    if table.seat_of(person) is not None and table.stage is not Stage.FINISHED:
        leave = lobby.stand if table.stage is Stage.LOBBY else presence.left
        decision = leave(table, person, context)
        if isinstance(decision, Change):
            return decision
    return Change(table, Answer(Said.OK), dirty=_public(table))


def _public(table: Table) -> frozenset[Slot]:
    """What shows his name; messages of a match that is over stay as they are."""
    if table.stage is Stage.FINISHED:
        return frozenset()
    return frozenset(slot for slot in table.epochs if slot.person is None)


def _erased(table: Table, person: PersonId) -> Table:
    votes = tuple(
        replace(vote, voters=vote.voters - {person}, against=vote.against - {person}) for vote in table.votes
    )
    kept = replace(
        table,
        host=NOBODY if table.host == person else table.host,
        dealer=NOBODY if table.dealer == person else table.dealer,
        seats=tuple(_without_name(sitter, person) for sitter in table.seats),
        past=tuple(replace(each, sitter=_without_name(each.sitter, person)) for each in table.past),
        queue=tuple(sitter for sitter in table.queue if sitter.person != person),
        watchers=tuple(watcher for watcher in table.watchers if watcher.person != person),
        epochs={slot: epoch for slot, epoch in table.epochs.items() if slot.person != person},
    )
    return flow.asking(kept, tuple(vote for vote in votes if vote.voters))


def _without_name(sitter: Sitter, person: PersonId) -> Sitter:
    if sitter.person != person:
        return sitter
    return replace(sitter, person=NOBODY, name="", presence=Presence.LEFT)
