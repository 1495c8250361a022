"""`/settings`: the clock of a group and of its open table, by words and by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.delivery.replies import Replies
from bot.screens.answers import toast
from bot.screens.buttons import ClockScope, ClockTap
from bot.screens.clocks import SHOW, menu
from bot.screens.model import Screen
from bot.tables.model import Lang, PersonId, Place
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.admins import Admins
from bot.telegram.finger import Finger, Reply, told
from bot.telegram.rights import by_right


class ClockMenu:
    """Where clocks are chosen. Buttons and words mean the place they stand in, and its open table."""

    def __init__(self, service: Service, admins: Admins, replies: Replies) -> None:
        self._service = service
        self._admins = admins
        self._replies = replies

    async def screen(self, place: Place, lang: Lang, scope: ClockScope = ClockScope.TABLE) -> Screen:
        """The menu, with buttons for the table where one is open."""
        table = await self._service.table_at(place)
        return menu(await self._service.chat_clock(place.chat), table, lang, scope)

    async def typed(
        self, place: Place, person: PersonId, words: Sequence[str], update: int, *, is_admin: bool
    ) -> Answer:
        """`clock 90 pause` for the open table, or for the group where none is; `group clock 90` for it."""
        match words:
            case ("clock", *rest):
                here = await self._service.table_at(place) is not None
                scope = ClockScope.TABLE if here else ClockScope.GROUP
            case ("group", "clock", *rest):
                scope = ClockScope.GROUP
            case _:
                return Answer(Said.BAD_CLOCK)
        return await self._choose(scope, place, person, rest, update, is_admin=is_admin)

    async def decide(self, tap: ClockTap, finger: Finger) -> Reply:
        """Commit or refuse; what is returned answers the tap."""
        if not finger.place.is_group:
            return told(Answer(Said.NO_TABLE), finger)
        person, place = finger.user.id, finger.place
        if tap.word == SHOW:
            answer = await self._shown(tap.scope, place, person)
        else:
            act = partial(self._choose, tap.scope, place, person, (tap.word,), finger.update)
            answer = await by_right(self._admins, place.chat, person, act)
        if answer.said is not Said.OK:
            return told(answer, finger)
        return Reply(toast(answer, finger.lang), partial(self._open, tap.scope, finger))

    async def _shown(self, scope: ClockScope, place: Place, person: PersonId) -> Answer:
        """The menu comes for whoever has to do with the table, and for who may choose without (fault D18)."""
        table = await self._service.table_at(place)
        if (table is not None and table.concerns(person)) or await self._admins.include(place.chat, person):
            return Answer(Said.OK)
        return Answer(Said.CLOCK_NOT_HOST if table and scope is ClockScope.TABLE else Said.NOT_ADMIN)

    async def _choose(
        self,
        scope: ClockScope,
        place: Place,
        person: PersonId,
        words: Sequence[str],
        update: int,
        *,
        is_admin: bool,
    ) -> Answer:
        if scope is ClockScope.GROUP:
            return await self._service.set_chat_clock(place.chat, words, is_admin=is_admin)
        table = await self._service.table_at(place)
        if table is None:
            return Answer(Said.NO_TABLE)
        return await self._service.set_clock(table.id, person, words, update, is_admin=is_admin)

    async def _open(self, scope: ClockScope, finger: Finger) -> None:
        """In place of the menu that was tapped; any other message stays what it is."""
        table = await self._service.table_at(finger.place)
        lang = table.lang if table else await self._service.chat_lang(finger.place.chat) or finger.lang
        screen = await self.screen(finger.place, lang, scope)
        if finger.is_on_page(lambda tap: isinstance(tap, ClockTap)):
            await self._replies.change(finger.place.chat, finger.message, screen)
        else:
            await self._replies.say(finger.place, screen)
