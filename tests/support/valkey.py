"""Fixtures with a real server: `from tests.support.valkey import store, valkey` in a conftest.

`cluster` is the url of a cluster of one node that has every slot: a script over two slots is refused there
all the same, and the client is the one for clusters.

TEST_SERVER names another server program than the wheel's, such as Debian's `/usr/bin/redis-server`.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.ports import StorageDown
from tests.support.eventually import eventually
from tests.support.ports import free_port

_SLOTS = 16_384
_BUS = 10_000
"""A node's second port is so much higher than its first one."""


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Embedded]:
    """A server of this session's own."""
    program = Path(os.environ.get("TEST_SERVER") or embedded.program())
    with patch("bot.storage.embedded.program", return_value=program):
        server = embedded.start(tmp_path_factory.mktemp("valkey"))
    yield server
    server.close()


@pytest.fixture
async def store(valkey: embedded.Embedded) -> AsyncIterator[Store]:
    """A connection to that server, emptied."""
    connected = Store.connect(valkey.url)
    await connected.call("FLUSHALL")
    yield connected
    await connected.close()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The url of a cluster of this session's own."""
    port = next(port for port in iter(free_port, 0) if port + _BUS < 65_536)
    program = os.environ.get("TEST_SERVER") or embedded.program()
    folder = str(tmp_path_factory.mktemp("cluster"))
    options = ("--port", str(port), "--cluster-enabled", "yes", "--dir", folder)
    with subprocess.Popen((str(program), *options), stdout=subprocess.DEVNULL) as server:
        try:
            asyncio.run(_whole(f"redis://127.0.0.1:{port}"))
            yield f"redis+cluster://127.0.0.1:{port}"
        finally:
            server.kill()


async def _whole(url: str) -> None:
    """It begins to listen, and calls itself whole, when it likes."""
    node = Store.connect(url)

    async def listens() -> bool:
        with suppress(StorageDown):
            return bool(await node.call("PING"))
        return False

    async def is_whole() -> bool:
        return b"cluster_state:ok" in await node.call("CLUSTER", "INFO")

    await eventually(listens)
    await node.call("CLUSTER", "ADDSLOTSRANGE", 0, _SLOTS - 1)
    await eventually(is_whole)
    await node.close()


@pytest.fixture
async def clustered(cluster: str) -> AsyncIterator[Store]:
    """A connection to that cluster, emptied."""
    connected = Store.connect(cluster)
    await connected.call("FLUSHALL")
    yield connected
    await connected.close()
