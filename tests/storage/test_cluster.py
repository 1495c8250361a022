"""Every script keeps to one slot: the same code on a server that runs as a cluster."""

from __future__ import annotations

import pytest

from bot.delivery.ports import Handle, Mark
from bot.main import StartError, _connected
from bot.storage import embedded
from bot.storage.budgets import Rates, RedisBudgets
from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.model import NoticeKind, Slot, SlotKind, Stage
from bot.tables.said import Said
from bot.tables.service import Service
from tests.support.ports import free_port
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Sequence


async def test_a_table_from_the_lobby_to_the_end(clustered: Store) -> None:
    clock = RedisClock(clustered)
    screens, timers = RedisScreens(clustered), RedisTimers(clustered, clock)
    service = Service(RedisTables(clustered, clock), RedisPeople(clustered), clock, Sequence())
    table = (await service.open_table(FAMILY, ANNA, (), "ru", 1)).table
    assert table is not None
    for update, sitter in enumerate((BOHDAN, VERA), start=2):
        assert (await service.sit(table, sitter, update)).said is Said.OK
    assert (await service.start(table, ANNA.person, 4)).said is Said.OK
    at = await service.table(table)
    assert at is not None
    assert (await service.act(table, ANNA.person, at.turn, 0, 5)).said is Said.OK
    assert (await service.act(table, ANNA.person, at.turn, 0, 6)).said is Said.STALE
    board = Slot(SlotKind.BOARD)
    assert Mark(table, board) in await screens.marked(100)
    await screens.keep(table, board, Handle(1, 7, "d", FAMILY.chat))
    assert await screens.handle(table, board) == Handle(1, 7, "d", FAMILY.chat)
    assert await screens.unmark(Mark(table, board), 10**6)
    assert await timers.next_in() is not None
    assert await timers.due(10) == ()
    assert await RedisBudgets(clustered, Rates.of()).take(FAMILY.chat) == 0
    await service.moved(FAMILY.chat, -1009, 7)
    assert (await service.vote_stop(table, ANNA.person, 8, is_admin=True)).said is Said.STOPPED
    ended = await service.table(table)
    assert ended is not None
    assert ended.stage is Stage.FINISHED
    told = [stored.notice.kind for stored in await screens.notices(table)]
    assert told == [NoticeKind.MATCH_STOPPED, NoticeKind.DECKS]


async def test_a_node_that_is_taken_for_a_lone_server_is_told_so(cluster: str) -> None:
    """Such a client would meet MOVED as soon as there is a second node."""
    with pytest.raises(StartError, match=r"node of a cluster; write redis\+cluster://"):
        async with _connected(cluster.replace("+cluster", "")):
            pass


async def test_a_lone_server_that_is_taken_for_a_cluster_is_told_so(valkey: embedded.Embedded) -> None:
    port = free_port()
    store = Store.connect(valkey.url)
    await store.call("CONFIG SET", "port", port)
    with pytest.raises(StartError, match=r"can't be used: .*[Cc]luster"):
        async with _connected(f"redis+cluster://127.0.0.1:{port}"):
            pass
    await store.call("CONFIG SET", "port", 0)
    await store.close()
