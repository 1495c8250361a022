"""Write budgets on a real server."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage import keys
from bot.storage.budgets import Rate, Rates, RedisBudgets
from bot.storage.store import Store

LONG = 3_600_000


def budgets(store: Store, group: int = 4, private: int = 2, every: int = 100) -> RedisBudgets:
    """Windows of an hour: what was taken stays taken for the length of a test."""
    return RedisBudgets(
        store, Rates(Rate(group, LONG), Rate(private, LONG), Rate(every, LONG), Rate(2, LONG))
    )


async def test_a_group_gets_its_writes_and_no_more(store: Store) -> None:
    shared = budgets(store)
    waits = [await shared.take(-5) for _ in range(6)]
    assert waits[:4] == [0.0] * 4
    assert all(3590 < wait <= 3600 for wait in waits[4:])


async def test_chats_do_not_share_their_own_budget(store: Store) -> None:
    shared = budgets(store)
    assert [await shared.take(chat) for chat in (-5, -5, -5, -5, -6, 7, 7, 8)] == [0.0] * 8
    assert await shared.take(7) > 0
    assert await shared.take(-6) == 0


async def test_all_chats_share_one_budget(store: Store) -> None:
    shared = budgets(store, every=3)
    assert [await shared.take(chat) for chat in (1, 2, -3)] == [0.0] * 3
    assert await shared.take(4) > 0


async def test_a_refusal_costs_nothing(store: Store) -> None:
    shared = budgets(store, private=1, every=2)
    assert await shared.take(1) == 0
    for _ in range(5):
        assert await shared.take(1) > 0
    assert await shared.take(2) == 0


async def test_workers_that_ask_at_once_share_it(store: Store) -> None:
    workers = [budgets(store) for _ in range(10)]
    waits = await asyncio.gather(*(worker.take(-5) for worker in workers))
    assert sorted(waits)[:4] == [0.0] * 4
    assert sum(wait == 0 for wait in waits) == 4


async def test_a_window_that_has_passed_gives_back_its_writes(store: Store) -> None:
    """The log is written with times of the past instead of waiting."""
    seconds, _ = await store.call("TIME")
    now = int(seconds) * 1000
    for ago in (LONG + 5_000, LONG + 5_000, 60_000, 30_000):
        await store.call("LPUSH", keys.writes(-5), now - ago)
    shared = budgets(store)
    assert [await shared.take(-5), await shared.take(-5)] == [0.0, 0.0]
    assert 3530 < await shared.take(-5) <= 3541


async def test_a_clock_that_goes_back_mutes_nobody(store: Store) -> None:
    seconds, _ = await store.call("TIME")
    for key in (keys.writes(-5), keys.writes(None)):
        await store.call("LPUSH", key, *[int(seconds) * 1000 + 600_000] * 100)
    shared = budgets(store)
    assert [await shared.take(-5) for _ in range(4)] == [0.0] * 4
    assert await shared.take(-5) > 0


async def test_a_hold_stops_that_chat_alone(store: Store) -> None:
    shared = budgets(store)
    await shared.hold(-5, 17)
    assert 16 < await shared.take(-5) <= 17
    assert await shared.take(-6) == 0


async def test_the_logs_expire(store: Store) -> None:
    await budgets(store).take(-5)
    assert 0 < await store.call("PTTL", keys.writes(-5)) <= LONG
    assert 0 < await store.call("PTTL", keys.writes(None)) <= LONG


@pytest.mark.parametrize("scale", [1.0, 20.0])
def test_no_minute_holds_more_than_telegram_allows(scale: float) -> None:
    """The densest run of writes that the windows let through, on the scaled clock."""
    rates = Rates.of(20, 60, 30, scale)
    for rate, most, span in ((rates.group, 20, 60_000), (rates.private, 60, 60_000), (rates.all, 30, 1_000)):
        bursts = -(-span // int(rate.milliseconds * scale))
        assert bursts * rate.writes <= most


def test_small_budgets_have_small_bursts() -> None:
    assert Rates.of(1, 1, 1).group.writes == 1
    assert Rates.of(1, 1, 1).group.milliseconds >= 60_000


async def test_words_of_all_workers_leave_a_group_its_screens(store: Store) -> None:
    workers = [budgets(store) for _ in range(4)]
    waits = [await worker.take(-5, words=True) for worker in workers]
    assert (waits[:2], [wait > 0 for wait in waits[2:]]) == ([0.0, 0.0], [True, True])
    assert [await workers[0].take(-5), await workers[1].take(-5)] == [0.0, 0.0]
    assert await workers[2].take(-5) > 0


async def test_screens_go_before_words_of_another_worker(store: Store) -> None:
    """A screen waits for its second write of the hour: words must not snatch it away."""
    screens, words = budgets(store, private=1), budgets(store, private=1)
    assert await screens.take(7) == 0
    waits = await screens.take(7)
    await store.call("DEL", keys.writes(7))
    assert waits < await words.take(7, words=True) <= round(waits + 0.1, 3)
    assert await screens.take(7) == 0


async def test_words_in_a_private_chat_have_all_of_its_budget(store: Store) -> None:
    assert [await budgets(store, private=3).take(7, words=True) for _ in range(3)] == [0.0] * 3
