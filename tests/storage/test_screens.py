"""Marks, handles and notices on a real server."""

from __future__ import annotations

import pytest

from bot.delivery.ports import Handle, Mark, Page
from bot.storage.clock import RedisClock
from bot.storage.keys import SHARDS, TableKeys, shard
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.tables.model import Notice, NoticeKind, Place, Slot, SlotKind, TableId
from bot.tables.ports import Answer, Change
from bot.tables.said import Said
from engine.events import Adjustment, DealKind, DealResult, EndWhy, Outcome, Why
from tests.support.tables import TABLE, change, waiting

BOARD = Slot(SlotKind.BOARD)
HAND = Slot(SlotKind.HAND, 1001)

RESULT = DealResult(
    number=3,
    dealer=0,
    kind=DealKind.PLAYED,
    declarer=1,
    bid=110,
    contract=120,
    golden=False,
    blind=False,
    made=True,
    card_points=(20, 90, 10),
    marriage_points=(0, 40, 0),
    taken=(20, 130, 10),
    tricks=(2, 6, 0),
    recorded=(20, 120, 10),
    adjustments=(Adjustment(2, Why.BOLTS, -120),),
    scores=(20, 880, -110),
    bolts=(0, 0, 1),
    barrel=(None, 0, None),
    falls=(0, 0, 0),
)


@pytest.fixture
def tables(store: Store) -> RedisTables:
    return RedisTables(store, RedisClock(store))


@pytest.fixture
def screens(store: Store) -> RedisScreens:
    return RedisScreens(store)


async def dirty(tables: RedisTables, version: int, *slots: Slot, table: TableId = TABLE) -> None:
    at = waiting(table, Place(-int(table, 36)), version=version)
    await tables.commit(Change(at, Answer(Said.OK), dirty=frozenset(slots)), 0)


async def test_marks_are_seen_and_forgotten(tables: RedisTables, screens: RedisScreens) -> None:
    await dirty(tables, 0, BOARD, HAND)
    assert set(await screens.marked(10)) == {Mark(TABLE, BOARD), Mark(TABLE, HAND)}
    assert set(await screens.marked_at(TABLE)) == {Mark(TABLE, BOARD), Mark(TABLE, HAND)}
    assert await screens.unmark(Mark(TABLE, BOARD), 1)
    assert await screens.marked(10) == (Mark(TABLE, HAND),)
    assert await screens.marked_at(TABLE) == (Mark(TABLE, HAND),)


async def test_a_newer_commit_keeps_its_mark(tables: RedisTables, screens: RedisScreens) -> None:
    """Delivery has drawn version 1 while version 2 was stored: the mark must stay."""
    await dirty(tables, 0, BOARD)
    await dirty(tables, 1, BOARD)
    assert not await screens.unmark(Mark(TABLE, BOARD), 1)
    assert await screens.marked(10) == (Mark(TABLE, BOARD),)
    assert await screens.unmark(Mark(TABLE, BOARD), 2)
    assert await screens.marked(10) == ()


async def test_marks_of_all_shards_come_oldest_first(tables: RedisTables, screens: RedisScreens) -> None:
    ids = [TableId(f"{number:08d}") for number in range(1, 40)]
    assert {shard(table) for table in ids} == set(range(SHARDS))
    for table in ids:
        await dirty(tables, 0, BOARD, table=table)
    await dirty(tables, 1, BOARD, table=ids[0])
    times = {table: await _marked_since(tables, table) for table in ids}
    found = [mark.table for mark in await screens.marked(100)]
    assert sorted(found) == ids
    assert [times[table] for table in found] == sorted(times.values())
    assert len(await screens.marked(5)) == 5


async def _marked_since(tables: RedisTables, table: TableId) -> float:
    store: Store = tables._store
    return float(await store.call("ZSCORE", TableKeys.of(table).dirty, f"{table}|board"))


async def test_a_redraw_can_be_asked_for(tables: RedisTables, screens: RedisScreens) -> None:
    await dirty(tables, 0)
    await screens.mark(Mark(TABLE, BOARD))
    await tables.refuse(TABLE, 5, HAND)
    assert set(await screens.marked(10)) == {Mark(TABLE, BOARD), Mark(TABLE, HAND)}
    assert await screens.unmark(Mark(TABLE, HAND), 1)


async def test_a_table_that_is_gone_is_not_marked(screens: RedisScreens) -> None:
    await screens.mark(Mark(TABLE, BOARD))
    assert await screens.marked(10) == ()


async def test_handles_live_as_long_as_their_table(
    tables: RedisTables, screens: RedisScreens, store: Store
) -> None:
    handle = Handle(epoch=2, message=77, digest="abc", chat=-5, deal=3)
    await screens.keep(TABLE, BOARD, handle)
    assert await screens.handle(TABLE, BOARD) is None
    await tables.create(change(waiting()), 0)
    await screens.keep(TABLE, BOARD, handle)
    assert await screens.handle(TABLE, BOARD) == handle
    assert await screens.handle(TABLE, HAND) is None
    assert await store.call("TTL", TableKeys.of(TABLE).handles) > 0
    await screens.keep(TABLE, BOARD, None)
    assert await screens.handle(TABLE, BOARD) is None


async def test_a_page_is_remembered_as_long_as_its_table(
    tables: RedisTables, screens: RedisScreens, store: Store
) -> None:
    await screens.turn(TABLE, HAND, Page(7, 2))
    assert await screens.drawn(TABLE, HAND) == (None, None)
    await tables.create(change(waiting()), 0)
    await screens.turn(TABLE, HAND, Page(7, 2))
    assert await screens.drawn(TABLE, HAND) == (None, Page(7, 2))
    assert await screens.drawn(TABLE, BOARD) == (None, None)
    assert await screens.marked(10) == (Mark(TABLE, HAND),)
    assert await store.call("TTL", TableKeys.of(TABLE).handles) > 0


async def test_notices_are_kept_in_order_until_they_are_sent(
    tables: RedisTables, screens: RedisScreens
) -> None:
    outcome = Outcome(EndWhy.TARGET, (1,), (1, 0, 2), None)
    result = Notice(NoticeKind.DEAL_RESULT, result=RESULT)
    end = Notice(NoticeKind.MATCH_RESULT, outcome=outcome, totals=(20, 1000, -110))
    hint = Notice(NoticeKind.DECKS, first=41)
    await tables.commit(Change(waiting(), Answer(Said.OK), notices=(hint,)), 0)
    await tables.commit(Change(waiting(version=1), Answer(Said.OK), notices=(result, end)), 0)
    stored = await screens.notices(TABLE)
    assert [each.notice for each in stored] == [hint, result, end]
    assert await screens.marked_at(TABLE) == (Mark(TABLE, None),)
    await screens.sent(TABLE, stored[1].id)
    assert [each.notice for each in await screens.notices(TABLE)] == [hint, end]
    assert await screens.unmark(Mark(TABLE, None), 2)
    assert await screens.marked(10) == ()
