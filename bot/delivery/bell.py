"""Rung by commits, heard by delivery: which tables have something new, in this process or in another one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from bot.delivery.ports import Leases, Ring
from bot.tables.model import Slot, TableId


class Bell:
    """What rang, until somebody listens."""

    def __init__(self, leases: Leases, send: Callable[[Ring], None]) -> None:
        """`send` tells the worker that delivers for a table, where it is another one."""
        self._leases = leases
        self._send = send
        self._rung: list[Ring] = []
        self._event = asyncio.Event()

    def ring(self, table: TableId, slot: Slot | None = None) -> None:
        """This table has new marks, or one of its screens is to be drawn."""
        ring = Ring(table, slot)
        if self._leases.holds(table):
            self.hear(ring)
        else:
            self._send(ring)

    def hear(self, ring: Ring) -> None:
        """Somebody rang for this process."""
        self._rung.append(ring)
        self._event.set()

    def wake(self) -> None:
        """End the silence, for whatever reason."""
        self._event.set()

    async def listen(self, seconds: float) -> tuple[Ring, ...]:
        """What rang since the last time, in order; after so many seconds of silence, nothing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._event.wait()
        self._event.clear()
        rung, self._rung = tuple(self._rung), []
        return rung
