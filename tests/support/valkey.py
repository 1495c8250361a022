"""Fixtures with a real server: `from tests.support.valkey import store, valkey` in a conftest.

TEST_SERVER names another server program than the wheel's, such as Debian's `/usr/bin/redis-server`.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.storage import embedded
from bot.storage.store import Store


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
