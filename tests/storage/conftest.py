from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.store import Store
from tests.support.valkey import cluster, clustered, valkey

__all__ = ["cluster", "clustered", "valkey"]


@pytest.fixture(params=["server", "cluster"])
def url(request: pytest.FixtureRequest) -> str:
    """A server, and in turn a cluster: no script may reach over two slots."""
    name = {"server": "valkey", "cluster": "cluster"}[request.param]
    found = request.getfixturevalue(name)
    return str(getattr(found, "url", found))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A connection to it, emptied."""
    connected = Store.connect(url)
    await connected.call("FLUSHALL")
    yield connected
    await connected.close()
