"""People as Telegram describes them, joined with what we remember of them."""

from __future__ import annotations

import asyncio
from typing import Final

from aiogram.types import User

from bot.i18n import choose
from bot.tables.model import Lang, Place, Sitter
from bot.tables.ports import Profile
from bot.tables.service import Service

_SECONDS: Final = 60.0
_KNOWN: Final = 10_000


class Guests:
    """Languages and names. A choice of language is kept here for a minute, so that a tap need not read it.

    Another process may hear of a new choice first: what is stored with a table is therefore read anew.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._choices: dict[int, tuple[float, Lang | None]] = {}

    async def lang(self, user: User, chat: int) -> Lang:
        """The language for words to one person: his choice, the chat's, Telegram's."""
        choice = await self._choice(user.id)
        return choice or choose(await self._chat_choice(chat), user.language_code)

    async def group_lang(self, user: User, place: Place) -> Lang:
        """The language for words to a whole group: its choice, its table's, that of the person who asks."""
        chosen = await self._service.chat_lang(place.chat)
        if chosen is not None:
            return chosen
        table = await self._service.table_at(place)
        return await self.lang(user, place.chat) if table is None else table.lang

    async def sitter(self, user: User, chat: int) -> Sitter:
        """A person who wants a seat."""
        profile = await self._service.profile(user.id)
        spoken = await self._service.chat_lang(chat) if chat < 0 else None
        lang = choose(profile.lang if profile else None, spoken, user.language_code)
        return Sitter(user.id, user.full_name, lang, reachable=profile is not None and profile.reachable)

    async def note(self, user: User, *, reachable: bool) -> Profile:
        """Remember a person whose private chat has just opened, or closed."""
        known = await self._service.profile(user.id)
        profile = Profile(
            user.id, user.full_name, known.lang if known else None, user.language_code, reachable
        )
        if profile != known:
            await self._service.remember(profile)
        return profile

    async def heard(self, user: User) -> None:
        """He writes in private: whoever does can be reached, and his hands are brought to him."""
        known = await self._service.profile(user.id)
        if known is None or not known.reachable:
            await self.note(user, reachable=True)
            await self._service.reachable(user.id)

    async def choose(self, user: User, lang: Lang) -> None:
        """A person chose a language, in private."""
        await self._service.set_lang(await self.note(user, reachable=True), lang)
        self._keep(user.id, lang)

    async def choose_for(self, place: Place, lang: Lang, update: int) -> None:
        """A group chose a language."""
        await self._service.set_chat_lang(place, lang, update)
        self._keep(place.chat, lang)

    async def has_chosen(self, user: User, place: Place) -> bool:
        """Whether the group or, in private, the person has chosen a language."""
        if place.is_group:
            return await self._service.chat_lang(place.chat) is not None
        profile = await self._service.profile(user.id)
        return profile is not None and profile.lang is not None

    async def _choice(self, person: int) -> Lang | None:
        known = self._fresh(person)
        if known is None:
            profile = await self._service.profile(person)
            known = self._keep(person, profile.lang if profile else None)
        return known[1]

    async def _chat_choice(self, chat: int) -> Lang | None:
        if chat > 0:
            return None
        known = self._fresh(chat)
        if known is None:
            known = self._keep(chat, await self._service.chat_lang(chat))
        return known[1]

    def _fresh(self, key: int) -> tuple[float, Lang | None] | None:
        known = self._choices.get(key)
        return known if known and known[0] > _now() else None

    def _keep(self, key: int, lang: Lang | None) -> tuple[float, Lang | None]:
        if len(self._choices) >= _KNOWN:
            self._choices.clear()
        self._choices[key] = kept = (_now() + _SECONDS, lang)
        return kept


def _now() -> float:
    return asyncio.get_running_loop().time()
