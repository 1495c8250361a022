"""Each shard has one living holder; they are shared fairly, and move in good order or after a death."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.delivery.ports import Handle, Mark, Ring
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.keys import SHARDS, shard
from bot.storage.leases import Leases
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.wire import Wire
from bot.storage.worker import Worker, enrolled
from bot.tables.model import Slot, SlotKind
from tests.support.eventually import eventually
from tests.support.tables import TABLE, change, waiting

ALL = frozenset(range(SHARDS))
BOARD = Slot(SlotKind.BOARD)


async def nothing() -> None:
    """There is nothing to hand over."""


class Hands:
    """A worker whose beats are given by the test, and whose clock is the test's."""

    def __init__(self, store: Store, name: str, former: str = "") -> None:
        self.time = 100.0
        self.gained = 0
        self.busy = asyncio.Event()
        self.busy.set()
        self.leases = Leases(store, Worker(name, former), clock=lambda: self.time)

    async def beat(self) -> float:
        pause = await self.leases.beat(self.hand_over, self.gain)
        await asyncio.gather(*(self.leases._handing if self.busy.is_set() else ()))
        return pause

    async def hand_over(self) -> None:
        await self.busy.wait()

    def gain(self) -> None:
        self.gained += 1

    @property
    def shards(self) -> frozenset[int]:
        return self.leases.now()


async def rounds(*workers: Hands) -> None:
    for _ in range(3):
        for worker in workers:
            await worker.beat()


async def die(store: Store, worker: Hands) -> None:
    """Its lease runs out by the server's clock."""
    await store.call("HSET", keys.LEASES, f"w:{worker.leases.worker}", 1)


async def test_a_worker_alone_has_every_shard_at_once(store: Store) -> None:
    one = Hands(store, "one")
    assert one.shards == frozenset()
    assert await one.beat() == 2
    assert (one.shards, one.gained) == (ALL, 1)
    await one.beat()
    assert (one.shards, one.gained) == (ALL, 1)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 9, 12])
async def test_shards_are_shared_fairly_and_each_has_one_holder(store: Store, count: int) -> None:
    workers = [Hands(store, f"worker{number}") for number in range(count)]
    for present in range(1, count + 1):
        await rounds(*workers[:present])
        held = [worker.shards for worker in workers[:present]]
        assert sorted(number for shards in held for number in shards) == sorted(ALL)
        assert max(map(len, held)) - min(map(len, held)) <= 1


async def test_no_more_shards_move_than_must(store: Store) -> None:
    workers = [Hands(store, name) for name in ("c", "a", "b")]
    await rounds(*workers[:2])
    before = [worker.shards for worker in workers[:2]]
    await rounds(*workers)
    assert all(worker.shards < had for worker, had in zip(workers, before, strict=False))
    settled = [worker.shards for worker in workers]
    await rounds(*reversed(workers))
    assert [worker.shards for worker in workers] == settled


async def test_a_shard_in_use_is_not_taken_before_it_is_given_up(store: Store) -> None:
    one, two = Hands(store, "one"), Hands(store, "two")
    await one.beat()
    one.busy.clear()
    await two.beat()
    await one.beat()
    given_up = ALL - one.shards
    assert len(given_up) == SHARDS // 2
    await one.beat()
    await two.beat()
    assert two.shards == frozenset()
    one.busy.set()
    await one.beat()
    await one.beat()
    await two.beat()
    assert two.shards == given_up


async def test_a_dead_workers_shards_are_taken_as_soon_as_its_lease_ends(store: Store) -> None:
    one, two = Hands(store, "one"), Hands(store, "two")
    await rounds(one, two)
    assert len(two.shards) == SHARDS // 2
    await two.beat()
    pause = await two.beat()
    assert pause == 2
    await store.call("HSET", keys.LEASES, "w:one", await now(store) + 500)
    assert await two.beat() <= 0.5
    await die(store, one)
    await two.beat()
    assert two.shards == ALL


async def test_a_clock_that_goes_back_makes_no_lease_longer(store: Store) -> None:
    one, two = Hands(store, "one"), Hands(store, "two")
    await rounds(one, two)
    await store.call("HSET", keys.LEASES, "w:one", await now(store) + 3_600_000)
    await two.beat()
    assert int(await store.call("HGET", keys.LEASES, "w:one")) <= await now(store) + 10_000


async def now(store: Store) -> int:
    seconds, micros = await store.call("TIME")
    return int(seconds) * 1000 + int(micros) // 1000


async def test_a_worker_that_slept_holds_nothing_when_it_wakes(store: Store) -> None:
    one = Hands(store, "one")
    await one.beat()
    one.time += 4.4
    assert one.leases.holds(TABLE)
    one.time += 0.2
    assert not one.leases.holds(TABLE)
    assert one.shards == frozenset()
    two = Hands(store, "two")
    await die(store, one)
    await two.beat()
    assert two.shards == ALL
    await one.beat()
    assert one.shards == frozenset()


async def test_a_worker_that_slept_alone_goes_on(store: Store) -> None:
    one = Hands(store, "one")
    await one.beat()
    one.time += 3600
    await die(store, one)
    await one.beat()
    assert one.shards == ALL


async def test_the_heir_takes_over_at_once(store: Store, tmp_path: Path) -> None:
    with enrolled(tmp_path) as killed:
        assert killed.former == ""
        await Hands(store, killed.id).beat()
        with enrolled(tmp_path) as beside:
            assert (beside.former, beside.id != killed.id) == ("", True)
    other = Hands(store, "other")
    await other.beat()
    with enrolled(tmp_path) as heir:
        assert heir.former == killed.id
        again = Hands(store, heir.id, heir.former)
    await again.beat()
    assert again.shards < ALL
    await rounds(again, other)
    assert (len(again.shards), len(other.shards)) == (SHARDS // 2, SHARDS // 2)


async def test_what_a_sleeper_sent_is_not_remembered(store: Store) -> None:
    """Its edit may have undone a newer one: the screen is marked, and what Telegram has of it unknown."""
    await RedisTables(store, RedisClock(store)).create(change(waiting()), 0)
    one, two = Hands(store, "one"), Hands(store, "two")
    old, new = RedisScreens(store, one.leases), RedisScreens(store, two.leases)
    await one.beat()
    assert await old.keep(TABLE, BOARD, Handle(1, 7, "first", -5))
    await die(store, one)
    await two.beat()
    assert await new.keep(TABLE, BOARD, Handle(1, 7, "second", -5))
    assert not await old.keep(TABLE, BOARD, Handle(1, 7, "late", -5))
    assert not one.leases.holds(TABLE)
    assert await new.handle(TABLE, BOARD) == Handle(1, 7, "", -5)
    assert await new.marked_at(TABLE) == (Mark(TABLE, BOARD),)


async def test_a_note_that_came_late_is_put_right(store: Store) -> None:
    """One was granted the shard, slept, and wrote its name after two had taken over."""
    await RedisTables(store, RedisClock(store)).create(change(waiting()), 0)
    two = Hands(store, "two")
    screens = RedisScreens(store, two.leases)
    await two.beat()
    await store.call("SET", keys.holder(shard(TABLE)), "one")
    assert not await screens.keep(TABLE, BOARD, Handle(1, 7, "drawn", -5))
    await two.beat()
    assert await screens.keep(TABLE, BOARD, Handle(1, 7, "drawn", -5))


async def test_only_held_shards_are_looked_at(store: Store) -> None:
    tables = RedisTables(store, RedisClock(store))
    await tables.create(change(waiting()), 0)
    one, two = Hands(store, "one"), Hands(store, "two")
    await rounds(one, two)
    await RedisScreens(store).mark(Mark(TABLE, BOARD))
    seen = [await RedisScreens(store, worker.leases).marked(10) for worker in (one, two)]
    assert sorted(map(len, seen)) == [0, 1]
    assert bool(seen[0]) is one.leases.holds(TABLE)


@asynccontextmanager
async def running(store: Store, name: str) -> AsyncIterator[tuple[Leases, Wire, list[Ring]]]:
    """A worker as the bot runs it, and what it hears."""
    leases = Leases(store, Worker(name))
    wire = Wire(store, leases)
    heard: list[Ring] = []
    beating = asyncio.create_task(leases.run(nothing, lambda: None))
    listening = asyncio.create_task(wire.run(heard.append))

    async def hears() -> bool:
        return bool(await store.call("PUBLISH", keys.ear(name), TABLE))

    try:
        await eventually(hears)
        yield leases, wire, heard
    finally:
        leases.close()
        await beating
        listening.cancel()
        await asyncio.wait((listening,))


async def shared(*workers: Leases) -> None:
    async def holds() -> bool:
        return sorted(number for worker in workers for number in worker.now()) == sorted(ALL) and all(
            worker.now() for worker in workers
        )

    await eventually(holds)


async def test_who_leaves_in_good_order_leaves_at_once(store: Store) -> None:
    async with running(store, "one") as (one, _, _):
        async with running(store, "two") as (two, _, _):
            await shared(one, two)
        assert await store.call("HEXISTS", keys.LEASES, "w:two") == 0
        await shared(one)


async def test_a_ring_reaches_the_holder(store: Store) -> None:
    async with running(store, "one") as one, running(store, "two") as two:
        await shared(one[0], two[0])
        (leases, wire, _), (_, _, heard) = (one, two) if two[0].holds(TABLE) else (two, one)

        async def knows() -> bool:
            return bool(leases.holder(TABLE))

        await eventually(knows)
        rings = [Ring(TABLE), Ring(TABLE, Slot(SlotKind.HAND, 1001))]
        for ring in rings:
            wire.send(ring)

        async def arrived() -> bool:
            return set(rings) <= set(heard)

        await eventually(arrived)


async def test_a_server_that_forbids_does_not_end_the_beats(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.call("SET", keys.LEASES, "of another kind")
    leases = Leases(store, Worker("one"), every=0.01)
    beating = asyncio.create_task(leases.run(nothing, lambda: None))

    async def told() -> bool:
        return "the lease can't be renewed" in caplog.text

    await eventually(told)
    assert leases.now() == frozenset()
    await store.call("DEL", keys.LEASES)
    await shared(leases)
    leases.close()
    await beating
