"""The storage is looked after while the bot runs."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from pathlib import Path

import pytest

from bot.storage import embedded
from bot.storage.store import Store
from bot.storage.watch import StorageWatch
from bot.tables.ports import StorageDown
from tests.support.eventually import eventually


async def process(server: embedded.Embedded) -> int:
    store = Store.connect(server.url)
    number = int((await store.call("INFO", "server"))["process_id"])
    await store.close()
    return number


async def dead(server: embedded.Embedded) -> None:
    """SIGKILL, and it is gone."""
    os.kill(await process(server), signal.SIGKILL)

    async def gone() -> bool:
        store = Store.connect(server.url)
        try:
            await store.call("PING")
        except StorageDown:
            return True
        finally:
            await store.close()
        return False

    await eventually(gone)


async def test_a_server_that_dies_is_started_again_on_its_data(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = embedded.start(tmp_path)
    store = Store.connect(server.url)
    await store.call("SET", "kept", "yes")
    heard: list[bool] = []
    watch = StorageWatch(store, server, changed=heard.append, every=0.01)
    await dead(server)
    running = asyncio.create_task(watch.run())

    async def told() -> bool:
        return "the storage answers again" in caplog.text

    await eventually(told)
    assert (watch.up, heard) == (True, [False, True])
    assert await store.call("GET", "kept") == b"yes"
    assert caplog.text.count("the storage does not answer") == 1
    running.cancel()
    await store.close()
    server.close()


async def test_a_living_server_is_left_alone(tmp_path: Path) -> None:
    server = embedded.start(tmp_path)
    before = await process(server)
    server.revive()
    assert await process(server) == before
    server.close()


async def test_storage_that_can_not_come_back_is_lost(tmp_path: Path) -> None:
    server = embedded.start(tmp_path / "data")
    store = Store.connect(server.url)
    watch = StorageWatch(store, server, every=0.01)
    await dead(server)
    shutil.rmtree(tmp_path / "data")
    await asyncio.wait_for(watch.run(), 30)
    assert "the data folder was removed" in watch.lost
    assert not watch.up
    await store.close()
