"""What storage costs: a tap beside its floor, the bytes of a table, an idle bot's commands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from bot.storage import embedded, formats
from bot.storage.budgets import Rates, RedisBudgets
from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.model import Stage
from bot.tables.said import Said
from bot.tables.service import Service
from engine.match import legal_actions
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Game, Sequence
from tests.support.valkey import store, valkey

__all__ = ["store", "valkey"]

TAPS = 300

FLOOR = """
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[1] + 1, 's', ARGV[2])
return 1
"""
"""The least that compare-and-set can be."""


async def timed(action: Callable[[int], Awaitable[object]]) -> tuple[float, float]:
    """Wall and CPU microseconds a call."""
    wall, cpu = time.perf_counter(), time.process_time()
    for number in range(TAPS):
        await action(number)
    return (time.perf_counter() - wall) / TAPS * 1e6, (time.process_time() - cpu) / TAPS * 1e6


@pytest.mark.bench
async def test_a_tap_beside_one_read_and_one_compare_and_set(store: Store) -> None:
    clock = RedisClock(store)
    service = Service(RedisTables(store, clock), RedisPeople(store), clock, Sequence())
    opened = await service.open_table(FAMILY, ANNA, (), "ru", 1)
    table = opened.table
    assert table is not None
    for update, sitter in enumerate((BOHDAN, VERA), start=2):
        await service.sit(table, sitter, update)
    await service.start(table, ANNA.person, 4)

    async def tap(number: int) -> None:
        """One move with its reading of whose turn it is taken off by `look`."""
        at = await service.table(table)
        assert at is not None
        assert at.match is not None
        seats = [seat for seat in range(3) if legal_actions(at.match, seat)]
        if not seats:
            await service.next_deal(table, ANNA.person, at.turn, 100 + number)
            return
        answer = await service.act(table, at.seats[seats[0]].person, at.turn, 0, 100 + number)
        assert answer.said is Said.OK

    async def look(_number: int) -> None:
        at = await service.table(table)
        assert at is not None
        assert at.match is not None
        assert [seat for seat in range(3) if legal_actions(at.match, seat)] or at.match.deal is None

    payload = b"x" * 2_000

    async def floor(number: int) -> None:
        await store.call("HMGET", "floor", "v", "s", "m")
        await store.call("EVAL", FLOOR, 1, "floor", number, payload)

    least = await timed(floor)
    both, alone = await timed(tap), await timed(look)
    own = (both[0] - alone[0], both[1] - alone[1])
    print(f"\ntap: {own[0]:.0f} µs wall, {own[1]:.0f} µs CPU; ", end="")
    print(f"one read and one compare-and-set: {least[0]:.0f} µs wall, {least[1]:.0f} µs CPU; ", end="")
    print(f"ratio {own[0] / least[0]:.2f} wall, {own[1] / least[1]:.2f} CPU")


@pytest.mark.bench
def test_the_bytes_of_a_table() -> None:
    game = Game(seed=5)
    game.start()
    sizes = []
    while game.table.stage is Stage.PLAYING:
        sizes.append(tuple(map(len, formats.dump(game.table))))
        game.step()
    deals = sum(change.commitment is not None for change in game.changes)
    largest = max(sum(size) for size in sizes)
    print(f"\na table over {deals} deals: at most {largest} bytes, limit 4096, ratio {largest / 4096:.2f}")


@pytest.mark.bench
async def test_an_idle_bot(store: Store, valkey: embedded.Embedded) -> None:
    """Two seconds of what delivery and the deadlines ask of storage when nothing happens."""
    clock = RedisClock(store)
    screens, timers = RedisScreens(store), RedisTimers(store, clock)
    await asyncio.gather(screens.marked(100), timers.next_in())

    async def count() -> int:
        return int((await store.call("INFO", "stats"))["total_commands_processed"])

    before = await count()
    await screens.marked(100)
    await timers.next_in()
    spent = await count() - before - 1
    print(f"\nan idle bot: {spent} commands in two seconds, {spent / 2:.0f} a second, limit 20")
    assert valkey.url


@pytest.mark.bench
async def test_a_budget(store: Store) -> None:
    budgets = RedisBudgets(store, Rates.of())
    wall, cpu = await timed(budgets.take)
    print(f"\na write's budget: {wall:.0f} µs wall, {cpu:.0f} µs CPU")
