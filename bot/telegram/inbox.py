"""Takes updates from polling or webhook: in order where it matters, at most three tries, never lost.

A handler commits or refuses, and returns what is left to do for people (answer the tap, write a message).
That part runs when the table is free again, and an update is done with even if Telegram keeps that part
waiting: a slow answer holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from aiogram import Bot, Dispatcher
from aiogram.types import Update
from pydantic import ValidationError

from bot.screens.buttons import table_of
from bot.tables.ports import StorageDown
from bot.telegram import reading
from bot.telegram.reading import RawUpdate

_log = logging.getLogger(__name__)

After: TypeAlias = Callable[[], Awaitable[None]]
"""What is left to do once an update is committed or refused."""
Sorry: TypeAlias = Callable[[RawUpdate], Awaitable[None]]
"""Tells the person of an update that it failed."""

TRIES: Final = 3
_PAUSES: Final = (0.1, 0.5)
_TRY_SECONDS: Final = 30.0
_REMEMBERED: Final = 2048
_ANSWER_SECONDS: Final = 1.0
"""So long an update waits for its answer: a kill loses only those that Telegram holds up."""
_FAREWELL: Final = 5.0


class Inbox:
    """The way of an update to its handler."""

    def __init__(self, bot: Bot, dispatcher: Dispatcher, sorry: Sorry) -> None:
        self._bot = bot
        self._dispatcher = dispatcher
        self._sorry = sorry
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._taken: dict[object, None] = {}
        """Updates that were handled lately, oldest first: one that comes again is answered already."""
        self._answering: set[asyncio.Task[None]] = set()

    async def take(self, raw: RawUpdate) -> None:
        """Handle one update: committed or refused, or passed over with an apology.

        Raises:
            StorageDown: nothing is known to be stored; the update may be given again.
        """
        queue = self._queues.setdefault(key_of(raw), asyncio.Lock())
        number = raw.get("update_id")
        async with queue:
            if number in self._taken:
                return
            after = await self._commit(raw)
            self._taken[number] = None
            if len(self._taken) > _REMEMBERED:
                del self._taken[next(iter(self._taken))]
        answering = asyncio.create_task(self._answer(number, after))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)
        await asyncio.wait((answering,), timeout=_ANSWER_SECONDS)

    async def close(self) -> None:
        """Finish the answers in hand; those that Telegram still holds up are given up."""
        if self._answering:
            _, late = await asyncio.wait(self._answering, timeout=_FAREWELL)
            for answering in late:
                answering.cancel()

    @staticmethod
    async def _answer(number: object, after: After) -> None:
        try:
            await after()
        except StorageDown as error:  # the storage's own watch tells of it
            _log.info("update %s is stored, words about it are lost: %s", number, error)
        except Exception:  # noqa: BLE001 - the move is stored; words about it may fail
            _log.exception("update %s is stored, but its answer failed", number)

    async def _commit(self, raw: RawUpdate) -> After:
        known = reading.read(raw)
        if known is None:
            return _nothing
        try:
            update = Update.model_validate(known, context={"bot": self._bot})
        except ValidationError as error:
            _log.warning(
                "update %s can't be read, it is passed over: %s", raw.get("update_id"), _first(error)
            )
            return lambda: self._sorry(raw)
        for attempt in range(1, TRIES + 1):
            try:
                async with asyncio.timeout(_TRY_SECONDS):
                    after = await self._dispatcher.feed_update(self._bot, update)
            except StorageDown:
                raise
            except Exception:  # noqa: BLE001 - whatever it is, it must not stop other updates
                _log.exception("update %s failed, try %d of %d", update.update_id, attempt, TRIES)
                if attempt < TRIES:
                    await asyncio.sleep(_PAUSES[attempt - 1])
            else:
                return after if callable(after) else _nothing
        return lambda: self._sorry(raw)


def _first(error: ValidationError) -> str:
    """Where an update is wrong first, and how; what people wrote stays out of the log."""
    found = error.errors(include_input=False, include_url=False, include_context=False)[0]
    return f"{'.'.join(map(str, found['loc']))}: {found['msg']}"


async def _nothing() -> None:
    """Nobody is told anything."""


def key_of(raw: RawUpdate) -> str:
    """Updates with equal keys are handled in order: those of a table, else of a chat. Any JSON is safe."""
    match raw:
        case {"callback_query": {"data": str(data)}} if table := table_of(data):
            return f"table {table}"
        case {"callback_query": {"message": {"chat": {"id": int(chat)}}}}:
            return f"chat {chat}"
        case (
            {"message": {"chat": {"id": int(chat)}}}
            | {"my_chat_member": {"chat": {"id": int(chat)}}}
            | {"chat_member": {"chat": {"id": int(chat)}}}
        ):
            return f"chat {chat}"
        case _:
            return "rest"
