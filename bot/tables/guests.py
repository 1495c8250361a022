"""Who has no seat and yet has to do with a table: the queue for its next match, and those who look on."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from bot.tables import flow
from bot.tables.model import PersonId, Sitter, Slot, SlotKind, Stage, Table, Watcher
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said

Decision: TypeAlias = Change | Refusal
MOST_QUEUED: Final = 20
MOST_WATCHERS: Final = 20
"""Each of them costs a message a move."""


def queued(table: Table, sitter: Sitter) -> Decision:
    """Somebody who came too late waits for the next match."""
    if table.stage is Stage.FINISHED:
        return Refusal(Answer(Said.NO_TABLE))
    if table.seat_of(sitter.person) is not None:
        return Refusal(Answer(Said.ALREADY_SEATED))
    if any(each.person == sitter.person for each in table.queue):
        return Refusal(Answer(Said.ALREADY_QUEUED))
    if len(table.queue) >= MOST_QUEUED:
        return Refusal(Answer(Said.QUEUE_FULL, n=len(table.queue)))
    if not sitter.reachable:
        return Refusal(Answer(Said.OPEN_PRIVATE, table=table.id))
    waits = replace(table, queue=(*table.queue, sitter))
    return Change(
        waits, Answer(Said.QUEUED, n=len(waits.queue)), dirty=_public(table), joined=(sitter.person,)
    )


def unqueued(table: Table, person: PersonId) -> Decision:
    """He does not want to wait any more."""
    queue = tuple(each for each in table.queue if each.person != person)
    if queue == table.queue:
        return Refusal(Answer(Said.NOT_SEATED))
    waits = replace(table, queue=queue)
    return Change(waits, Answer(Said.UNQUEUED), dirty=_public(table), left=_gone(waits, person))


def watched(table: Table, watcher: Watcher, *, reachable: bool) -> Decision:
    """Somebody looks on: he sees in private what the group sees, and no card more."""
    slot = Slot(SlotKind.WATCH, watcher.person)
    if table.stage is Stage.FINISHED:
        return Refusal(Answer(Said.NO_TABLE))
    if table.seat_of(watcher.person) is not None:
        return Refusal(Answer(Said.ALREADY_SEATED))
    if not reachable:
        return Refusal(Answer(Said.OPEN_PRIVATE, table=table.id))
    others = tuple(each for each in table.watchers if each.person != watcher.person)
    if len(others) >= MOST_WATCHERS:
        return Refusal(Answer(Said.WATCHERS_FULL, n=MOST_WATCHERS))
    looks = replace(table, watchers=(*others, watcher), epochs=flow.anew(table, slot))
    return Change(looks, Answer(Said.WATCHING), dirty=frozenset({slot}), joined=(watcher.person,))


def unwatched(table: Table, person: PersonId) -> Decision:
    """He looks on no longer, or his private chat takes nothing."""
    slot = Slot(SlotKind.WATCH, person)
    watchers = tuple(each for each in table.watchers if each.person != person)
    if watchers == table.watchers:
        return Refusal(Answer(Said.NOT_WATCHING))
    turned = replace(table, watchers=watchers, epochs=flow.without(table, slot))
    return Change(turned, Answer(Said.UNWATCHED), dirty=frozenset({slot}), left=_gone(turned, person))


def without(table: Table, person: PersonId) -> Table:
    """The table where somebody neither waits nor looks on."""
    return replace(
        table,
        queue=tuple(each for each in table.queue if each.person != person),
        watchers=tuple(each for each in table.watchers if each.person != person),
        epochs=flow.without(table, Slot(SlotKind.WATCH, person)),
    )


def slots(table: Table, person: PersonId) -> frozenset[Slot]:
    """The private screen of somebody who looks on."""
    return frozenset({Slot(SlotKind.WATCH, person)} & table.epochs.keys())


def _gone(table: Table, person: PersonId) -> tuple[PersonId, ...]:
    return () if table.concerns(person) else (person,)


def _public(table: Table) -> frozenset[Slot]:
    if table.stage is Stage.LOBBY:
        return frozenset({Slot(SlotKind.LOBBY)})
    return frozenset({flow.BOARD})
