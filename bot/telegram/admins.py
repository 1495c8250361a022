"""Who may act for a chat: Telegram says so, and is not asked at every tap."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import GetChatAdministrators

_SECONDS: Final = 300.0
_CHATS: Final = 1000


class Admins:
    """Administrators of chats, remembered for five minutes."""

    def __init__(self, bot: Bot, clock: Callable[[], float] | None = None) -> None:
        """`clock` counts seconds; the event loop's by default."""
        self._bot = bot
        self._clock = clock or asyncio.get_running_loop().time
        self._known: dict[int, tuple[float, frozenset[int]]] = {}

    async def include(self, chat: int, person: int) -> bool:
        """Whether a person is an administrator; nobody is where Telegram does not tell."""
        known = self._known.get(chat)
        if known is None or known[0] <= self._clock():
            known = (self._clock() + _SECONDS, await self._ask(chat))
            if len(self._known) >= _CHATS:
                self._known.clear()
            self._known[chat] = known
        return person in known[1]

    async def _ask(self, chat: int) -> frozenset[int]:
        try:
            members = await self._bot(GetChatAdministrators(chat_id=chat))
        except AiogramError:
            return frozenset()
        return frozenset(member.user.id for member in members)
