"""Messages that answer a command or a tap: said once, within the budgets, and not worth waiting for long."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from aiogram.exceptions import AiogramError

from bot.delivery.mail import Mail
from bot.delivery.ports import Budgets
from bot.delivery.verdicts import Hold, Moved, verdict
from bot.screens.model import Screen
from bot.tables.model import Place

_log = logging.getLogger(__name__)
_PATIENCE: Final = 10.0


class Replies:
    """Words that are no state: what is not said in time stays unsaid."""

    def __init__(self, mail: Mail, budgets: Budgets, patience: float = _PATIENCE) -> None:
        """`patience` is how many seconds a reply may wait for its budget."""
        self._mail = mail
        self._budgets = budgets
        self._patience = patience

    async def say(self, place: Place, screen: Screen) -> None:
        """Send a message to a group, or to a person whose id is the chat's."""
        if not await self._granted(place.chat):
            return
        try:
            await self._mail.send(place.chat, screen, thread=place.thread)
        except AiogramError as error:
            match verdict(error):
                case Moved(chat):
                    await self._again(chat, screen)
                case found:
                    await self._lost(place.chat, error, found)

    async def change(self, chat: int, message: int, screen: Screen) -> None:
        """Turn a message that is no state into another page."""
        if not await self._granted(chat):
            return
        try:
            await self._mail.edit(chat, message, screen)
        except AiogramError as error:
            await self._lost(chat, error, verdict(error))

    async def _again(self, chat: int, screen: Screen) -> None:
        try:
            await self._mail.send(chat, screen)
        except AiogramError as error:
            await self._lost(chat, error, verdict(error))

    async def _lost(self, chat: int, error: AiogramError, found: object) -> None:
        _log.info("a reply to chat %s is lost: %s", chat, error)
        if isinstance(found, Hold):
            await self._budgets.hold(chat, found.seconds)

    async def _granted(self, chat: int) -> bool:
        clock = asyncio.get_running_loop().time
        until = clock() + self._patience
        while wait := await self._budgets.take(chat):
            if clock() + wait > until:
                _log.info("a reply to chat %s is dropped: its budget is spent", chat)
                return False
            await asyncio.sleep(wait)
        return True
