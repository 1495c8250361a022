"""The house-rules menu: opened in the private chat of whoever asks, edited in place by its buttons."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias, assert_never

from bot.delivery.delivery import Delivery
from bot.delivery.replies import Replies
from bot.screens.answers import toast
from bot.screens.buttons import HouseTap, MenuTap, OwnTap, OwnVerb, RuleTap, house_payload
from bot.screens.house import TOP, menu, page_of
from bot.screens.model import Screen, Toast
from bot.tables.model import Lang, Place, Stage, Table
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.admins import Admins
from bot.telegram.finger import Finger, Reply, told
from bot.telegram.guests import Guests
from bot.telegram.rights import by_right
from engine.errors import RuleError

HouseTaps: TypeAlias = HouseTap | MenuTap | RuleTap | OwnTap

_KEEPS_PAGE: Final = frozenset({Said.RULE, Said.NOT_HOST})
"""Answers after which the page that was tapped still says what is."""


class HouseMenu:
    """What the buttons of house rules do."""

    def __init__(
        self, service: Service, guests: Guests, admins: Admins, delivery: Delivery, replies: Replies
    ) -> None:
        self._service = service
        self._guests = guests
        self._admins = admins
        self._delivery = delivery
        self._replies = replies

    async def decide(self, tap: HouseTaps, finger: Finger) -> Reply:
        """Commit or refuse; what is returned answers the tap."""
        table = await self._service.table(tap.table)
        if table is None or table.stage is Stage.FINISHED:
            return told(Answer(Said.NO_TABLE), finger)
        match tap:
            case MenuTap(_, page) if finger.in_private:
                return Reply(Toast(), partial(self._turn, table, finger, page))
            case HouseTap() | MenuTap():
                return await self._open(table, finger)
            case RuleTap():
                return await self._rule(tap, table, finger)
            case OwnTap(_, verb):
                return await self._own(verb, table, finger)
            case _:
                assert_never(tap)

    async def screen(self, table: Table, lang: Lang, page: str = TOP) -> Screen:
        """A page of the menu."""
        own = await self._service.chat_rules(table.place.chat)
        return menu(table, lang, page, own=own is not None)

    async def _open(self, table: Table, finger: Finger) -> Reply:
        profile = await self._service.profile(finger.user.id)
        if profile is None or not profile.reachable:
            return Reply(Toast(start=house_payload(table.id)))
        private = Place(finger.user.id)
        screen = await self.screen(table, await self._guests.lang(finger.user, private.chat))
        answer = Answer(Said.OK if finger.in_private else Said.MENU_SENT)
        return Reply(toast(answer, finger.lang), partial(self._replies.say, private, screen))

    async def _rule(self, tap: RuleTap, table: Table, finger: Finger) -> Reply:
        person = finger.user.id
        act = partial(self._service.rule, table.id, person, (tap.flag,), finger.update, turn=tap.turn)
        answer = await by_right(self._admins, table.place.chat, person, act)
        reply = told(answer, finger)
        if answer.said in _KEEPS_PAGE:
            return reply
        return self._followed(reply, table, finger, _page_after(tap.flag))

    async def _own(self, verb: OwnVerb, table: Table, finger: Finger) -> Reply:
        person = finger.user.id
        match verb:
            case OwnVerb.SAVE:
                act = partial(self._service.save_rules, table.id, person)
            case OwnVerb.RESET:
                act = partial(self._service.reset_rules, table.place, person)
            case _:
                assert_never(verb)
        answer = await by_right(self._admins, table.place.chat, person, act)
        return self._followed(told(answer, finger), table, finger, TOP)

    def _followed(self, reply: Reply, table: Table, finger: Finger, page: str) -> Reply:
        """The menu shows what is now; in the group the lobby does by itself."""
        if finger.in_private:
            return Reply(reply.toast, partial(self._turn, table, finger, page))
        return reply

    async def _turn(self, table: Table, finger: Finger, page: str) -> None:
        """A forged button may sit under a hand or a board: those are no menus."""
        now = await self._service.table(table.id) or table
        screen = await self.screen(now, finger.lang, page)
        if await self._delivery.shows(now, finger.place.chat, finger.message):
            await self._replies.say(finger.place, screen)
        else:
            await self._replies.change(finger.place.chat, finger.message, screen)


def _page_after(flag: str) -> str:
    try:
        return page_of(flag)
    except RuleError:
        return TOP
