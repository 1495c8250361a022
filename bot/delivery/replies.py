"""Messages that answer a command or a tap: said once, within the budgets, and not worth waiting for long.

They wait in a queue of their own per chat, so that an update is done with once it is committed or refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from aiogram.exceptions import AiogramError

from bot.delivery.mail import Mail
from bot.delivery.ports import Budgets
from bot.delivery.verdicts import Hold, Moved, verdict
from bot.screens.model import File, Screen
from bot.tables.model import Place
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
_PATIENCE: Final = 15.0
"""Seconds that words may wait for their share of the budget."""
_WAITING: Final = 3
"""Replies that may wait in one chat; what comes on top is dropped."""
_FAREWELL: Final = 1.0

_Send: TypeAlias = Callable[[], Awaitable[None]]


class Replies:
    """Words that are no state: what is not said in time stays unsaid."""

    def __init__(self, mail: Mail, budgets: Budgets) -> None:
        self._mail = mail
        self._budgets = budgets
        self._waiting: dict[int, dict[object, _Send]] = {}
        self._lanes: dict[int, asyncio.Task[None]] = {}

    async def say(self, place: Place, screen: Screen, asked: int | None = None) -> None:
        """Send a message to a group, or to a person whose id is the chat's; does not wait for it.

        `asked` is the message that it answers: a late answer is understood by it.
        """
        self._queue(place.chat, (place, screen.digest), partial(self._send, place, screen, asked))

    async def hand(self, place: Place, file: File) -> None:
        """Send a file; does not wait for it."""
        self._queue(place.chat, (place, file.digest), partial(self._send_file, place, file))

    async def change(self, chat: int, message: int, screen: Screen) -> None:
        """Turn a message that is no state into another page; does not wait for it."""
        self._queue(chat, (message,), partial(self._edit, chat, message, screen))

    async def close(self) -> None:
        """Say what can be said at once, drop the rest."""
        if self._lanes:
            _, late = await asyncio.wait(self._lanes.values(), timeout=_FAREWELL)
            for lane in late:
                lane.cancel()

    def _queue(self, chat: int, key: object, send: _Send) -> None:
        """A reply that equals one that waits is that one."""
        waiting = self._waiting.setdefault(chat, {})
        if key not in waiting and len(waiting) >= _WAITING:
            _log.info("a reply to chat %s is dropped: others wait already", chat)
            return
        waiting[key] = send
        if chat not in self._lanes:
            self._lanes[chat] = asyncio.create_task(self._serve(chat))

    async def _serve(self, chat: int) -> None:
        waiting = self._waiting[chat]
        try:
            while waiting:
                granted = await self._granted(chat)
                send = waiting.pop(next(iter(waiting)))
                if granted:
                    await send()
        except StorageDown as error:  # the storage's own watch tells of it
            _log.info("replies to chat %s are lost: %s", chat, error)
        except Exception:  # noqa: BLE001 - what was decided is stored; words about it may fail
            _log.exception("replies to chat %s failed", chat)
        finally:
            del self._waiting[chat], self._lanes[chat]

    async def _send(self, place: Place, screen: Screen, asked: int | None) -> None:
        try:
            await self._mail.send(place.chat, screen, thread=place.thread, asked=asked)
        except AiogramError as error:
            match verdict(error):
                case Moved(chat):
                    await self._again(chat, screen)
                case found:
                    await self._lost(place.chat, error, found)

    async def _send_file(self, place: Place, file: File) -> None:
        try:
            await self._mail.send_file(place.chat, file, thread=place.thread)
        except AiogramError as error:
            await self._lost(place.chat, error, verdict(error))

    async def _edit(self, chat: int, message: int, screen: Screen) -> None:
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
        until = clock() + _PATIENCE
        while wait := await self._budgets.take(chat, words=True):
            if clock() + wait > until:
                _log.info("a reply to chat %s is dropped: its budget is spent", chat)
                return False
            await asyncio.sleep(wait)
        return True
