"""Updates that wait beside a part of the storage which is away."""

from __future__ import annotations

from bot.storage.parking import RedisParking
from bot.storage.store import Store


async def test_what_is_parked_is_there_until_it_leaves_the_oldest_first(store: Store) -> None:
    lot = RedisParking(store)
    updates = {number: {"update_id": number, "message": {"text": "\u0430"}} for number in (900, 1000, 70)}
    for number, raw in updates.items():
        for _ in range(2):
            await lot.park(number, raw)
    await lot.leave(900)
    await lot.leave(900)
    assert [*(await RedisParking(store).parked()).items()] == [(70, updates[70]), (1000, updates[1000])]
