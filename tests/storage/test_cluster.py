"""Every script keeps to one slot: the same code on a server that runs as a cluster."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.delivery.ports import Handle, Mark
from bot.storage import embedded
from bot.storage.budgets import Rates, RedisBudgets
from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.model import NoticeKind, Said, Slot, SlotKind, Stage
from bot.tables.ports import StorageDown
from bot.tables.service import Service
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Sequence


def free_port() -> int:
    """A port whose cluster bus (10000 above) exists as well."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port < 55_000:
            return port


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Store]:
    """A cluster of one node that has every slot: a script over two slots is refused all the same."""
    port = free_port()
    options = ["--port", str(port), "--cluster-enabled", "yes", "--dir", str(tmp_path)]
    server = await asyncio.create_subprocess_exec(
        embedded.program(), *options, stdout=asyncio.subprocess.DEVNULL
    )
    store = Store.connect(f"redis://127.0.0.1:{port}")
    try:
        async with asyncio.timeout(30):
            await whole(store)
        yield store
    finally:
        await store.close()
        server.kill()
        await server.wait()


async def whole(store: Store) -> None:
    """It begins to listen, and calls itself whole, when it likes."""
    with suppress(StorageDown):
        await store.call("CLUSTER", "ADDSLOTSRANGE", 0, 16_383)
        while b"cluster_state:ok" not in await store.call("CLUSTER", "INFO"):
            pass
        return
    await whole(store)


async def test_a_table_from_the_lobby_to_the_end(cluster: Store) -> None:
    clock = RedisClock(cluster)
    screens, timers = RedisScreens(cluster), RedisTimers(cluster, clock)
    service = Service(RedisTables(cluster, clock), RedisPeople(cluster), clock, Sequence())
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
    assert await RedisBudgets(cluster, Rates.of()).take(FAMILY.chat) == 0
    await service.moved(FAMILY.chat, -1009, 7)
    assert (await service.vote_stop(table, ANNA.person, 8, is_admin=True)).said is Said.STOPPED
    ended = await service.table(table)
    assert ended is not None
    assert ended.stage is Stage.FINISHED
    told = [stored.notice.kind for stored in await screens.notices(table)]
    assert told == [NoticeKind.MATCH_STOPPED, NoticeKind.DECKS]
