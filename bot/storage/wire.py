"""From worker to worker: which table has something new.

Nothing depends on it: what is lost is found by the next scan of its holder.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from redis.exceptions import RedisError

from bot.delivery.ports import Ring
from bot.storage import keys
from bot.storage.leases import Leases
from bot.storage.store import Store
from bot.tables.model import Slot, TableId
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
_RETRY: Final = 1.0


class Wire:
    """What this worker tells others, and hears of them."""

    def __init__(self, store: Store, leases: Leases) -> None:
        self._store = store
        self._leases = leases
        self._leaving: set[asyncio.Task[None]] = set()

    def send(self, ring: Ring) -> None:
        """Tell the holder of a table, without waiting for it."""
        holder = self._leases.holder(ring.table)
        if holder in {"", self._leases.worker}:
            return
        task = asyncio.create_task(self._publish(holder, ring))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def run(self, hear: Callable[[Ring], None]) -> None:
        """Listen until cancelled."""
        own = keys.ear(self._leases.worker)
        while True:
            try:
                async for channel, message in self._store.listen(own, keys.WORKERS):
                    if channel == own:
                        hear(_read(message))
                    elif message != self._leases.worker:
                        self._leases.beat_soon()
            except StorageDown:  # the storage's own watch tells of it
                await asyncio.sleep(_RETRY)
            except RedisError as error:  # a user without rights to channels, say
                _log.error("news of other workers wait for the next scan: %s", error)
                return

    async def _publish(self, holder: str, ring: Ring) -> None:
        try:
            await self._store.call("PUBLISH", keys.ear(holder), _written(ring))
        except (StorageDown, RedisError) as error:
            _log.info("table %s is left to the next scan: %s", ring.table, error)


def _written(ring: Ring) -> str:
    return f"{ring.table} {ring.slot or ''}"


def _read(message: str) -> Ring:
    table, _, slot = message.partition(" ")
    return Ring(TableId(table), Slot.parse(slot) if slot else None)
