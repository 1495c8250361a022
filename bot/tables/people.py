"""What changes with a person or a chat: screens brought anew, languages, closed and opened private chats."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.tables import flow, guests, lobby
from bot.tables.context import Context
from bot.tables.lobby import LOBBY, awake
from bot.tables.model import Lang, PersonId, Place, Sitter, Slot, Stage, Table, Watcher
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said

_Reader = TypeVar("_Reader", Sitter, Watcher)


def bring(table: Table, slot: Slot, context: Context) -> Change | Refusal:
    """Send a screen anew, at the bottom of its chat."""
    if slot.person is not None:
        return _bring_hand(table, slot.person)
    if table.stage is Stage.LOBBY:
        return awake(_anew(table, LOBBY), context)
    return _anew(table, slot) if slot in table.epochs else Refusal(Answer(Said.NO_TABLE))


def _bring_hand(table: Table, person: PersonId) -> Change | Refusal:
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if table.stage is Stage.LOBBY:
        return Refusal(Answer(Said.NOT_DEALT))
    if flow.hand(table, seat) not in table.epochs:
        return Refusal(Answer(Said.NO_TABLE))
    if not table.seats[seat].reachable:
        return Refusal(Answer(Said.OPEN_PRIVATE, table=table.id))
    return _anew(table, flow.hand(table, seat))


def _anew(table: Table, slot: Slot) -> Change:
    return Change(
        replace(table, epochs=flow.anew(table, slot)),
        Answer(Said.OK, table=table.id),
        dirty=frozenset({slot}),
    )


def speaks(table: Table, person: PersonId, lang: Lang) -> Change | Refusal:
    """Somebody at the table, or who has to do with it, chose a language."""
    spoken = replace(
        table,
        seats=tuple(_speaking(each, person, lang) for each in table.seats),
        queue=tuple(_speaking(each, person, lang) for each in table.queue),
        watchers=tuple(_speaking(each, person, lang) for each in table.watchers),
    )
    if spoken == table:
        return Refusal(Answer(Said.OK))
    own = frozenset(slot for slot in table.epochs if slot.person == person)
    return Change(spoken, Answer(Said.OK), dirty=own)


def _speaking(who: _Reader, person: PersonId, lang: Lang) -> _Reader:
    return replace(who, lang=lang) if who.person == person else who


def group_speaks(table: Table, lang: Lang) -> Change | Refusal:
    """The group chose a language."""
    if table.lang == lang:
        return Refusal(Answer(Said.OK))
    public = [slot for slot in table.epochs if slot.person is None]
    return Change(replace(table, lang=lang), Answer(Said.OK), dirty=frozenset(public))


def moved(table: Table, chat: int) -> Change | Refusal:
    """The group became a supergroup: its screens are sent there anew."""
    place = Place(chat)
    if table.place == place:
        return Refusal(Answer(Said.OK))
    public = [slot for slot in table.epochs if slot.person is None]
    return Change(
        replace(table, place=place, epochs=flow.anew(table, *public)),
        Answer(Said.OK),
        dirty=frozenset(public),
        moved_from=table.place,
    )


def gives_way(table: Table, context: Context) -> Change | Refusal:
    """Another table has the place where this one is, or would go: a lobby closes, a match ends."""
    if table.stage is not Stage.PLAYING or table.match is None:
        return lobby.given_way(table)
    return flow.stopped(table, table.match, context)


def outweighs(table: Table, other: Table) -> bool:
    """Whether a table keeps a place that it shares with another: a match before a lobby, then more people."""
    return _weight(table) > _weight(other)


def _weight(table: Table) -> tuple[bool, int]:
    return table.stage is Stage.PLAYING, sum(sitter.plays for sitter in table.seats)


def unreachable(table: Table, person: PersonId) -> Change | Refusal:
    """The private chat refused a message: the group's hint names the person, seat and turn are kept.

    Who only looks on is not missed.
    """
    if any(watcher.person == person for watcher in table.watchers):
        return guests.unwatched(table, person)
    seat = table.seat_of(person)
    if seat is None or not table.seats[seat].reachable:
        return Refusal(Answer(Said.OK))
    return flow.hinted(Change(_with(table, replace(table.seats[seat], reachable=False)), Answer(Said.OK)))


def reachable(table: Table, person: PersonId) -> Change | Refusal:
    """The private chat is open again: the hand is sent anew, the hint goes away with the last one missing."""
    seat = table.seat_of(person)
    if seat is None or table.seats[seat].reachable:
        return Refusal(Answer(Said.OK))
    shown = _shown(table, flow.hand(table, seat))
    back = replace(_with(table, replace(table.seats[seat], reachable=True)), epochs=flow.anew(table, *shown))
    return flow.hinted(Change(back, Answer(Said.OK), dirty=shown))


def _with(table: Table, sitter: Sitter) -> Table:
    seats = tuple(sitter if each.person == sitter.person else each for each in table.seats)
    return replace(table, seats=seats)


def _shown(table: Table, slot: Slot) -> frozenset[Slot]:
    return frozenset({slot} & table.epochs.keys())
