"""Fixtures with a real server: `from tests.support.valkey import store, valkey` in a conftest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.storage import embedded
from bot.storage.store import Store


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Embedded]:
    """A server of this session's own."""
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
