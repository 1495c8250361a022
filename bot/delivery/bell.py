"""Rung by commits, heard by delivery: which tables have something new."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.tables.model import TableId


class Bell:
    """Tables with new marks, until somebody listens."""

    def __init__(self) -> None:
        self._rung: set[TableId] = set()
        self._event = asyncio.Event()

    def ring(self, table: TableId) -> None:
        """This table has new marks."""
        self._rung.add(table)
        self._event.set()

    async def listen(self, seconds: float) -> frozenset[TableId]:
        """The tables that rang since the last time; after so many seconds of silence, none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._event.wait()
        self._event.clear()
        rung, self._rung = frozenset(self._rung), set()
        return rung
