"""Deadlines on a real server: claimed once, claimed again after a lease, moved by an outage."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.ports import DueTimer
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.keys import SHARDS, TableKeys, shard
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.model import Place, TableId, Timer, TimerKind
from bot.tables.ports import Answer, Change
from bot.tables.said import Said
from tests.support.tables import TABLE, waiting

PAST = Timer(TimerKind.NUDGE, 4, 1_000)


@pytest.fixture
def clock(store: Store) -> RedisClock:
    return RedisClock(store)


async def arm(store: Store, clock: RedisClock, *timers: Timer, table: TableId = TABLE) -> None:
    at = waiting(table, Place(-int(table, 36)))
    await RedisTables(store, clock).commit(Change(at, Answer(Said.OK), timers=timers), 0)


def plain(claimed: tuple[DueTimer, ...]) -> list[tuple[TableId, Timer]]:
    return [(due.table, due.timer) for due in claimed]


async def test_a_passed_deadline_is_claimed_once(store: Store, clock: RedisClock) -> None:
    await arm(store, clock, PAST)
    one, two = RedisTimers(store, clock), RedisTimers(store, clock)
    claimed = await asyncio.gather(one.due(10), two.due(10))
    assert sorted(map(len, claimed)) == [0, 1]
    (due,) = (*claimed[0], *claimed[1])
    assert (due.table, due.timer) == (TABLE, PAST)
    await one.done(due)
    assert await store.call("ZCARD", TableKeys.of(TABLE).due) == 0


async def test_whoever_dies_with_a_claim_leaves_it_to_others(store: Store, clock: RedisClock) -> None:
    await arm(store, clock, PAST)
    dying = RedisTimers(store, clock, lease=0)
    assert plain(await dying.due(10)) == [(TABLE, PAST)]
    assert plain(await RedisTimers(store, clock).due(10)) == [(TABLE, PAST)]
    assert await RedisTimers(store, clock).due(10) == ()


async def test_a_claim_does_not_undo_what_a_commit_armed_meanwhile(store: Store, clock: RedisClock) -> None:
    await arm(store, clock, PAST)
    timers = RedisTimers(store, clock)
    (due,) = await timers.due(10)
    again = Timer(PAST.kind, PAST.turn, 2_000)
    await RedisTables(store, clock).commit(Change(waiting(version=1), Answer(Said.OK), timers=(again,)), 0)
    await timers.done(due)
    assert plain(await timers.due(10)) == [(TABLE, again)]


async def test_deadlines_to_come_are_not_due(store: Store, clock: RedisClock) -> None:
    timers = RedisTimers(store, clock)
    assert await timers.next_in() is None
    now = await clock.now()
    await arm(
        store, clock, Timer(TimerKind.NUDGE, 1, now + 500_000), Timer(TimerKind.NEXT_DEAL, 1, now + 90_000)
    )
    assert await timers.due(10) == ()
    left = await timers.next_in()
    assert left is not None
    assert 80 < left <= 90


async def test_every_shard_is_served(store: Store, clock: RedisClock) -> None:
    ids = [TableId(f"{number:08d}") for number in range(1, 40)]
    assert {shard(table) for table in ids} == set(range(SHARDS))
    for table in ids:
        await arm(store, clock, PAST, table=table)
    timers = RedisTimers(store, clock)
    assert await timers.next_in() == 0
    claimed = await timers.due(100)
    assert sorted(due.table for due in claimed) == ids


async def test_an_outage_moves_the_deadlines_that_lived_through_it(store: Store, clock: RedisClock) -> None:
    """The heartbeat stopped a minute ago: what was due meanwhile gets that minute back."""
    timers = RedisTimers(store, clock)
    now = await clock.now()
    key = TableKeys.of(TABLE).due
    early, late, new = (
        f"{TABLE}|nudge|1|{now - 50_000}",
        f"{TABLE}|nudge|2|{now - 50_000}",
        f"{TABLE}|nudge|3|{now + 1000}",
    )
    await store.call("ZADD", key, now - 50_000, f"{early}|{now - 80_000}")
    await store.call("ZADD", key, now - 50_000, f"{late}|{now - 55_000}")
    await store.call("ZADD", key, now - 50_000, f"{new}|{now - 2_000}")
    await store.call("SET", keys.beat(shard(TABLE)), now - 60_000)
    assert [due.timer.turn for due in await timers.due(10)] == [3]
    scores = dict(await store.call("ZRANGE", key, 0, -1, "WITHSCORES"))
    moved = {name.decode().split("|")[2]: float(score) - (now - 50_000) for name, score in scores.items()}
    assert 60_000 <= moved["1"] < 65_000
    assert 55_000 <= moved["2"] < 60_000


async def test_a_server_clock_that_goes_back_takes_its_deadlines_along(
    store: Store, clock: RedisClock
) -> None:
    """It went back by an hour: what was set before comes after the same time as before, and nothing late."""
    timers, hour = RedisTimers(store, clock), 3_600_000
    now = await clock.now()
    key = TableKeys.of(TABLE).due
    members = {
        1: (now + hour + 7_000, now + hour - 1),
        2: (now + hour - 1, now - hour),
        3: (now + 9_000, now),
    }
    for turn, (due, set_at) in members.items():
        await store.call("ZADD", key, due, f"{TABLE}|nudge|{turn}|{due}|{set_at}")
    await store.call("SET", keys.beat(shard(TABLE)), now + hour)
    assert [due.timer.turn for due in await timers.due(10)] == [2]
    scores = dict(await store.call("ZRANGE", key, 0, -1, "WITHSCORES"))
    left = {name.decode().split("|")[2]: float(score) - now for name, score in scores.items()}
    assert 7_000 <= left["1"] < 9_000
    assert left["3"] == 9_000
    assert [due.timer.turn for due in await timers.due(10)] == [], "it went back once"


async def test_a_short_silence_moves_nothing(store: Store, clock: RedisClock) -> None:
    timers = RedisTimers(store, clock)
    await arm(store, clock, PAST)
    await store.call("SET", keys.beat(shard(TABLE)), await clock.now() - 9_000)
    assert plain(await timers.due(10)) == [(TABLE, PAST)]


async def test_looking_is_a_heartbeat(store: Store, clock: RedisClock) -> None:
    timers = RedisTimers(store, clock)
    await arm(store, clock, Timer(TimerKind.NUDGE, 1, 10**13))
    await timers.next_in()
    beat = int(await store.call("GET", keys.beat(shard(TABLE))))
    assert abs(await clock.now() - beat) < 5_000


async def test_a_shard_without_deadlines_had_no_outage(store: Store, clock: RedisClock) -> None:
    """Its heartbeat rests; a deadline that is set then is not moved."""
    timers = RedisTimers(store, clock)
    await store.call("SET", keys.beat(shard(TABLE)), await clock.now() - 3_600_000)
    await arm(store, clock, PAST)
    assert plain(await timers.due(10)) == [(TABLE, PAST)]


async def test_the_clock_is_the_servers(store: Store, clock: RedisClock) -> None:
    clock.observe(5_000)
    assert 5_000 <= await clock.now() < 65_000
    await arm(store, clock, PAST)
    seconds, _ = await store.call("TIME")
    assert abs(await clock.now() - int(seconds) * 1000) < 60_000
