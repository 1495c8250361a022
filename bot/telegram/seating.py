"""Taps and commands about seats: leave, play on for somebody, wait for the next match, look on, take back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, assert_never

from aiogram.types import User

from bot.delivery.replies import Replies
from bot.screens.answers import answered
from bot.screens.buttons import SeatTap, SeatVerb, SelfTap, SelfVerb, ShowTap, UndoTap
from bot.screens.guests import stays, sure
from bot.screens.model import Screen, Toast
from bot.tables.model import Lang, Place, Slot, SlotKind, Stage, TableId
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.finger import Finger, Reply, told
from bot.telegram.guests import Guests
from bot.telegram.inbox import After
from engine.players import Level

LEVELS: Final[Mapping[SeatVerb, Level]] = {SeatVerb.EASY: Level.EASY, SeatVerb.NORMAL: Level.NORMAL}
_SEEN: Final = frozenset({Said.OK, Said.WATCHING, Said.VOTED, Said.UNDONE})
"""The screens themselves answer a command."""


class Seating:
    """Who comes and goes at a table. A question to one person goes to his private chat, if that is open."""

    def __init__(self, service: Service, guests: Guests, replies: Replies) -> None:
        self._service = service
        self._guests = guests
        self._replies = replies

    async def decide(self, tap: SelfTap | SeatTap | UndoTap | ShowTap, finger: Finger) -> Reply:
        """Commit or refuse; what is returned answers the tap."""
        person, update = finger.user.id, finger.update
        match tap:
            case SelfTap(table, verb):
                return await self._self(table, verb, finger)
            case SeatTap(table, seat, SeatVerb.TAKE):
                sitter = await self._guests.sitter(finger.user, finger.place.chat)
                took = await self._service.take_seat(table, seat - 1, sitter, update, finger.place.chat)
                return told(took, finger)
            case SeatTap(table, seat, verb):
                given = self._service.give_to_computer(table, seat - 1, person, LEVELS[verb], update)
                return told(await given, finger)
            case UndoTap(table, turn):
                return told(await self._service.vote_undo(table, person, update, seen=turn), finger)
            case ShowTap(table):
                return told(await self._show(table, finger), finger)
            case _:
                assert_never(tap)

    async def _show(self, table: TableId, finger: Finger) -> Answer:
        found = await self._service.table(table)
        if found is not None and not finger.may_see(found):
            return Answer(Said.NOT_HERE)
        return await self._service.bring(table, Slot(SlotKind.BOARD), finger.update)

    async def _self(self, table: TableId, verb: SelfVerb, finger: Finger) -> Reply:
        person, update, chat = finger.user.id, finger.update, finger.place.chat
        match verb:
            case SelfVerb.LEAVE:
                return await self._asked(table, finger)
            case SelfVerb.GO:
                answer = await self._service.leave(table, person, update)
                screen = answered(answer, finger.lang)
                is_asked = _is_question(table, finger)
                return self._changed(finger, screen) if screen and is_asked else told(answer, finger)
            case SelfVerb.STAY:
                is_asked = _is_question(table, finger)
                return self._changed(finger, stays(finger.lang)) if is_asked else Reply(Toast())
            case SelfVerb.QUEUE:
                sitter = await self._guests.sitter(finger.user, chat)
                return told(await self._service.queue(table, sitter, update, chat), finger)
            case SelfVerb.WATCH:
                sitter = await self._guests.sitter(finger.user, chat)
                return told(await self._service.watch(table, sitter, update, chat), finger)
            case SelfVerb.UNWATCH:
                return told(await self._service.unwatch(table, person, update), finger)
            case _:
                assert_never(verb)

    def _changed(self, finger: Finger, screen: Screen) -> Reply:
        return Reply(Toast(), partial(self._replies.change, finger.place.chat, finger.message, screen))

    async def _asked(self, table: TableId, finger: Finger) -> Reply:
        answer, then = await self._leaving(table, finger.user, finger.place, finger.lang, finger.update)
        return Reply(told(answer, finger).toast, then)

    async def _leaving(
        self, table: TableId, user: User, place: Place, lang: Lang, update: int
    ) -> tuple[Answer, After | None]:
        """In the middle of a match somebody is asked first whether he is sure; the question is no state."""
        found = await self._service.table(table)
        seat = found.seat_of(user.id) if found else None
        if found is None or seat is None or found.stage is not Stage.PLAYING:
            return await self._service.leave(table, user.id, update), None
        reachable = found.seats[seat].reachable
        asked = Place(user.id) if reachable else place
        spoken = found.seats[seat].lang if reachable else lang
        return Answer(Said.OK), partial(self._replies.say, asked, sure(found, spoken))

    # Commands in a group

    async def join(self, user: User, place: Place, update: int) -> Answer:
        """`/join`: a seat in the lobby, or a place in the queue for the next match."""
        table = await self._service.table_at(place)
        if table is None:
            return Answer(Said.NO_TABLE)
        sitter = await self._guests.sitter(user, place.chat)
        if table.stage is Stage.LOBBY:
            return _quiet(await self._service.sit(table.id, sitter, update))
        return await self._service.queue(table.id, sitter, update)

    async def leave(self, user: User, place: Place, lang: Lang, update: int) -> tuple[Answer, After | None]:
        """`/leave`: the table of the group or, in private, where somebody sits, first where he plays."""
        if place.is_group:
            table = await self._service.table_at(place)
        else:
            found = [await self._service.table(name) for name in await self._service.tables_of(user.id)]
            sat = [each for each in found if each and each.stage is not Stage.FINISHED]
            table = min(sat, key=lambda each: each.stage is not Stage.PLAYING, default=None)
        if table is None:
            return Answer(Said.NO_TABLE), None
        answer, then = await self._leaving(table.id, user, place, lang, update)
        return _quiet(answer), then

    async def undo(self, user: User, place: Place, update: int) -> Answer:
        """`/undo`: ask the others to let the last action be taken back."""
        table = await self._service.table_at(place)
        if table is None:
            return Answer(Said.NO_TABLE)
        return _quiet(await self._service.vote_undo(table.id, user.id, update))

    async def watch(self, user: User, place: Place, update: int) -> Answer:
        """`/watch`: the board in one's private chat."""
        table = await self._service.table_at(place)
        if table is None:
            return Answer(Said.NO_TABLE)
        return _quiet(
            await self._service.watch(table.id, await self._guests.sitter(user, place.chat), update)
        )

    async def unwatch(self, user: User, place: Place, update: int) -> Answer:
        """`/unwatch`: the table of the group or, in private, every one."""
        names = await self._tables(user, place)
        answers = [await self._service.unwatch(name, user.id, update) for name in names]
        refused = next(iter(answers), Answer(Said.NOT_WATCHING))
        return next((answer for answer in answers if answer.said is Said.UNWATCHED), refused)

    async def _tables(self, user: User, place: Place) -> tuple[TableId, ...]:
        if not place.is_group:
            return await self._service.tables_about(user.id)
        table = await self._service.table_at(place)
        return () if table is None else (table.id,)


def _is_question(table: TableId, finger: Finger) -> bool:
    """Whether the message asks somebody if he is sure to leave that table."""
    return finger.is_on_page(
        lambda tap: (
            isinstance(tap, SelfTap) and tap.table == table and tap.verb in {SelfVerb.GO, SelfVerb.STAY}
        )
    )


def _quiet(answer: Answer) -> Answer:
    return Answer(Said.OK) if answer.said in _SEEN else answer
