"""Fires deadlines: they live in storage, so a restart loses none, and a stale one is a no-op."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

from bot.delivery.pace import USUAL, Pace
from bot.delivery.ports import DueTimer, Timers
from bot.tables.model import TableId, Timer
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
_CLAIM: Final = 100

Fire: TypeAlias = Callable[[TableId, Timer], Awaitable[None]]
"""What happens when a deadline passes."""


class Deadlines:
    """The loop over deadlines."""

    def __init__(self, timers: Timers, fire: Fire, pace: Pace = USUAL) -> None:
        self._timers = timers
        self._fire = fire
        self._pace = pace
        self._ending = asyncio.Event()

    async def run(self) -> None:
        """Fire deadlines as they pass, until `close`."""
        while not self._ending.is_set():
            try:
                await self._round()
            except StorageDown:  # the storage's own watch tells of it
                await self._pause(self._pace.retries[0])
            except Exception:  # noqa: BLE001 - a bug: what was claimed comes again
                _log.exception("deadlines can't be served")
                await self._pause(self._pace.retries[0])

    def close(self) -> None:
        """Stop after the deadline in hand."""
        self._ending.set()

    async def _round(self) -> None:
        left = await self._timers.next_in()
        if left is None or left > 0:
            await self._pause(self._pace.poll if left is None else min(left, self._pace.poll))
            return
        for due in await self._timers.due(_CLAIM):
            await self._serve(due)

    async def _serve(self, due: DueTimer) -> None:
        try:
            await self._fire(due.table, due.timer)
        except StorageDown:
            raise
        except Exception:  # noqa: BLE001 - one table's trouble must not stop other clocks
            _log.exception("deadline %s of table %s failed", due.timer.kind, due.table)
        else:
            await self._timers.done(due)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ending.wait()
