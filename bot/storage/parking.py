"""Updates that wait for a part of the storage which is away, so that they hold up no others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.storage import keys
from bot.storage.store import Store


class RedisParking:
    """`bot.telegram.polling.Parking`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def park(self, number: int, raw: Mapping[str, Any]) -> None:
        """Keep an update, once or again."""
        await self._store.call("HSET", keys.PARKED, number, json.dumps(raw))

    async def leave(self, number: int) -> None:
        """It is handled."""
        await self._store.call("HDEL", keys.PARKED, number)

    async def parked(self) -> dict[int, Mapping[str, Any]]:
        """What is kept, by update id, the oldest first."""
        kept = await self._store.call("HGETALL", keys.PARKED)
        return {int(number): json.loads(raw) for number, raw in sorted(kept.items(), key=_number)}


def _number(entry: tuple[bytes, bytes]) -> int:
    return int(entry[0])
