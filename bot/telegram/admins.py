"""Who may act for a chat: Telegram says so, and is not asked at every tap."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import GetChatAdministrators

_log = logging.getLogger(__name__)
_SECONDS: Final = 300.0
_CHATS: Final = 1000
_PATIENCE: Final = 1.0
"""Seconds that a tap, and with it its table, waits for Telegram to tell."""


class Admins:
    """Administrators of chats, remembered for five minutes."""

    def __init__(
        self, bot: Bot, clock: Callable[[], float] | None = None, *, patience: float = _PATIENCE
    ) -> None:
        """`clock` counts seconds; the event loop's by default."""
        self._bot = bot
        self._clock = clock or asyncio.get_running_loop().time
        self._patience = patience
        self._known: dict[int, tuple[float, frozenset[int]]] = {}

    async def include(self, chat: int, person: int) -> bool:
        """Whether a person is an administrator; nobody is refused by what is only remembered.

        Telegram is asked twice; where it does not tell in time, nobody is one, and the next time asks anew.
        """
        if chat >= 0:  # a private chat has none
            return False
        until, known = self._known.get(chat, (0.0, frozenset[int]()))
        if until > self._clock() and person in known:
            return True
        try:
            async with asyncio.timeout(self._patience):
                told = await self._ask(chat) or await self._ask(chat)
        except TimeoutError:
            _log.warning("chat %s is slow to tell its administrators", chat)
            return False
        if told is None:
            return False
        if len(self._known) >= _CHATS:
            self._known.clear()
        self._known[chat] = (self._clock() + _SECONDS, told)
        return person in told

    async def _ask(self, chat: int) -> frozenset[int] | None:
        try:
            members = await self._bot(GetChatAdministrators(chat_id=chat))
        except AiogramError as error:
            _log.warning("chat %s does not tell its administrators: %s", chat, error)
            return None
        return frozenset(member.user.id for member in members)
