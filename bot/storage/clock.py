"""Time by the server, without asking for it at every tap."""

from __future__ import annotations

import time
from typing import Final

from bot.storage.store import Store

_LIFE: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Counts the time that a laptop sleeps as well."""


class RedisClock:
    """`ServerClock`: the server's time as it told it last, carried on by this machine's clock."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._offset: float | None = None

    def observe(self, server: int) -> None:
        """The server has just said that it is `server` Unix milliseconds."""
        self._offset = server - time.clock_gettime(_LIFE) * 1000

    async def now(self) -> int:
        """Unix milliseconds; asks the server only before it has spoken for the first time."""
        if self._offset is None:
            seconds, micros = await self._store.call("TIME")
            self.observe(int(seconds) * 1000 + int(micros) // 1000)
        return int(time.clock_gettime(_LIFE) * 1000 + (self._offset or 0))
