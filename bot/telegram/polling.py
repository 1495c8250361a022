"""Our own poller: the offset moves only past updates that are committed or refused.

aiogram's poller acknowledges a batch before it is handled, so a kill would lose taps (docs/adr/0002).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from itertools import chain, repeat
from typing import Any, Final, Protocol, TypeVar

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramConflictError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods.base import TelegramMethod

from bot.tables.ports import StorageDown
from bot.telegram.inbox import Inbox
from bot.telegram.reading import ALLOWED, RawUpdate

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

_POLL_SECONDS: Final = 25
_PATIENCE: Final = 0.25
"""Seconds that a batch may take before newer updates are asked for in spite of it."""
_CONFLICT: Final = (
    "another process takes the updates of this bot: stop it, or set WEBHOOK_URL for all of them, since only "
    "one can poll"
)
_PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
_FAREWELL: Final = 10.0
_CROWD: Final = 50
"""Handled updates behind one that waits for its part of the storage: Telegram gives no more than 100."""
_NUMBERS: Final = 1 << 53
"""Update ids end before it: an offset that Telegram can't read would end the polling for good."""


class GetRawUpdates(TelegramMethod[list[Any]]):
    """getUpdates with updates left as JSON, so that one that can't be read does not take its batch along."""

    __returning__ = list[Any]
    __api_method__ = "getUpdates"

    offset: int | None = None
    limit: int | None = None
    timeout: int | None = None
    allowed_updates: list[str] | None = None


def _readable(batch: list[Any]) -> list[dict[str, Any]]:
    """The updates of a batch; what has no number of its own is no update, whoever has put it there."""
    return [raw for raw in batch if isinstance(raw, dict) and _is_number(raw.get("update_id"))]


def _is_number(number: object) -> bool:
    return isinstance(number, int) and 0 < number < _NUMBERS


class Parking(Protocol):
    """Where an update waits that holds up too many others. All raise `StorageDown`."""

    async def park(self, number: int, raw: RawUpdate) -> None:
        """Keep it, once or again."""
        ...

    async def leave(self, number: int) -> None:
        """It is handled."""
        ...

    async def parked(self) -> Mapping[int, RawUpdate]:
        """What is kept, by update id."""
        ...


class Poller:
    """The polling loop."""

    def __init__(
        self, bot: Bot, inbox: Inbox, parking: Parking, *, alive: Callable[[], None] = lambda: None
    ) -> None:
        """`alive` is called after each answer of Telegram."""
        self._bot = bot
        self._inbox = inbox
        self._parking = parking
        self._alive = alive
        self._flying: dict[int, asyncio.Task[None]] = {}
        self._parked: set[int] = set()
        """Those that fly and are kept: Telegram need not keep them."""
        self._landed: set[int] = set()
        """Handled updates that may come again, since an older one still flies."""
        self._next = 0
        """The id after the highest that was seen."""
        self._is_stored = True
        """The storage has taken the last update, as far as the log tells."""
        self._ending = asyncio.Event()

    @property
    def offset(self) -> int | None:
        """The first update that is not known to be committed or refused; None before the first batch."""
        return min(self._flying.keys() - self._parked, default=self._next) or None

    async def run(self) -> None:
        """Poll until `close`, then finish what is in hand and tell Telegram so.

        Raises:
            TelegramUnauthorizedError: Telegram does not know the token.
        """
        await self._unpark()
        failures = 0
        while not self._ending.is_set():
            try:
                batch = await self._until_ending(self._fetch(_POLL_SECONDS))
            except TelegramUnauthorizedError:
                raise
            except AiogramError as error:
                if failures == 0:  # one line an outage
                    if isinstance(error, TelegramConflictError):
                        _log.error("%s: %s", _CONFLICT, error)
                    else:
                        _log.warning("no updates: %s", error)
                asked = error.retry_after if isinstance(error, TelegramRetryAfter) else 0
                await self._until_ending(asyncio.sleep(max(asked, _PAUSES[min(failures, len(_PAUSES) - 1)])))
                failures += 1
            else:
                if failures:
                    _log.warning("updates come again")
                failures = 0
                self._alive()
                await self._handle(batch or [])
        await self._finish()

    def close(self) -> None:
        """Ask no more."""
        self._ending.set()

    async def _handle(self, batch: list[Any]) -> None:
        updates = _readable(batch)
        if len(updates) < len(batch):
            _log.error("%d things that are no updates are passed over", len(batch) - len(updates))
            await self._until_ending(asyncio.sleep(_PAUSES[0]))  # they may come again and again
        fresh = [raw for raw in updates if raw["update_id"] not in self._flying.keys() | self._landed]
        for raw in fresh:
            number = raw["update_id"]
            self._next = max(self._next, number + 1)
            self._flying[number] = asyncio.create_task(self._take(number, raw))
        if self._flying:
            when = asyncio.ALL_COMPLETED if fresh else asyncio.FIRST_COMPLETED
            flying = tuple(self._flying.values())
            await self._until_ending(asyncio.wait(flying, timeout=_PATIENCE, return_when=when))
        self._landed = {number for number in self._landed if number >= (self.offset or 0)}

    async def _take(self, number: int, raw: RawUpdate) -> None:
        for pause in chain(_PAUSES, repeat(_PAUSES[-1])):
            try:
                await self._inbox.take(raw)
            except StorageDown as error:
                if self._is_stored:  # one line an outage, however many updates wait
                    _log.warning("updates wait for the storage: %s", error)
                self._is_stored = False
                await self._park(number, raw)
            else:
                self._is_stored = True
                await self._land(number)
                return
            await self._until_ending(asyncio.sleep(pause))
            if self._ending.is_set():
                return

    async def _land(self, number: int) -> None:
        self._landed.add(number)
        del self._flying[number]
        if number in self._parked:
            self._parked.discard(number)
            with suppress(StorageDown):  # it comes again after a restart, and is answered as before
                await self._parking.leave(number)

    async def _park(self, number: int, raw: RawUpdate) -> None:
        """One part of the storage is away: an update that waits for it must not hold up all the others."""
        if number in self._parked or sum(landed > number for landed in self._landed) < _CROWD:
            return
        with suppress(StorageDown):  # all of it is away
            await self._parking.park(number, raw)
            self._parked.add(number)

    async def _unpark(self) -> None:
        """What waited when a process before this one ended."""
        with suppress(StorageDown):
            for number, raw in (await self._parking.parked()).items():
                self._parked.add(number)
                self._flying[number] = asyncio.create_task(self._take(number, raw))

    async def _fetch(self, seconds: int) -> list[Any]:
        method = GetRawUpdates(offset=self.offset, timeout=seconds, allowed_updates=list(ALLOWED))
        return await self._bot(method, request_timeout=seconds + 10)

    async def _finish(self) -> None:
        if self._flying:
            await asyncio.wait(self._flying.values(), timeout=_FAREWELL)
        if self._next:
            method = GetRawUpdates(offset=self.offset, limit=1, timeout=0, allowed_updates=list(ALLOWED))
            try:
                await self._bot(method, request_timeout=5)
            except AiogramError as error:
                _log.info("the last updates stay unconfirmed, they come again: %s", error)

    async def _until_ending(self, work: Coroutine[Any, Any, _T]) -> _T | None:
        """The result of `work`; None where the end came first, and work was cancelled."""
        task, ending = asyncio.create_task(work), asyncio.create_task(self._ending.wait())
        try:
            await asyncio.wait((task, ending), return_when=asyncio.FIRST_COMPLETED)
            return await task if task.done() else None
        finally:
            task.cancel()
            ending.cancel()
