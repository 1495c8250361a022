"""Starting and ending, as an operator meets it: one line that says what is wrong, and no traceback."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.health import NotAliveError, check
from bot.play import host_of
from bot.storage import embedded
from bot.storage.store import Store
from tests.support.eventually import eventually
from tests.support.people import People, sees
from tests.support.ports import free_port
from tests.support.sandbox import Server, meet

FAMILY = -1001000000001


@asynccontextmanager
async def command(folder: Path, *words: str, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """`python -m bot …` with these settings and no others."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *words,
        cwd=folder,
        env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def fails(folder: Path, *words: str, **settings: str) -> str:
    """The one line of a start that can't succeed."""
    async with command(folder, *words, **settings) as process:
        out, err = await asyncio.wait_for(process.communicate(), 60)
    assert (process.returncode, out) == (2, b"")
    lines = err.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    return lines[0]


async def test_without_a_token_the_way_to_one_is_told(tmp_path: Path, valkey: embedded.Embedded) -> None:
    line = await fails(tmp_path, REDIS_URL=valkey.url)
    assert "BOT_TOKEN" in line
    assert "@BotFather" in line
    assert "make play" in line


async def test_without_a_token_no_server_of_our_own_is_started(tmp_path: Path) -> None:
    assert "BOT_TOKEN" in await fails(tmp_path)
    assert not (tmp_path / "data" / "valkey").exists()


async def test_a_token_that_telegram_does_not_know(
    tmp_path: Path, valkey: embedded.Embedded, server: Server
) -> None:
    line = await fails(
        tmp_path, BOT_TOKEN="43:WRONG", TELEGRAM_API_URL=server.url, REDIS_URL=valkey.url, LOG_LEVEL="ERROR"
    )
    assert "does not accept BOT_TOKEN (Unauthorized)" in line
    assert "43:WRONG" not in line


async def test_a_server_that_does_not_answer(tmp_path: Path, server: Server) -> None:
    line = await fails(
        tmp_path,
        BOT_TOKEN=server.token,
        TELEGRAM_API_URL=server.url,
        REDIS_URL=f"redis://:hush@127.0.0.1:{free_port()}/0",
    )
    assert "REDIS_URL" in line
    assert "or remove it: the bot then starts a server of its own" in line
    assert "hush" not in line


async def test_an_option_of_the_server_that_is_not_known(tmp_path: Path, server: Server) -> None:
    line = await fails(
        tmp_path,
        BOT_TOKEN=server.token,
        TELEGRAM_API_URL=server.url,
        REDIS_URL="redis://:hush@127.0.0.1:6379/0?colour=red",
    )
    assert "REDIS_URL has an option that is not known" in line
    assert "hush" not in line


async def test_a_server_that_is_none(tmp_path: Path, server: Server) -> None:
    line = await fails(
        tmp_path,
        BOT_TOKEN=server.token,
        TELEGRAM_API_URL=server.url,
        REDIS_URL="redis://:hu/sh@127.0.0.1:6379/0",
    )
    assert "REDIS_URL" in line
    assert "hu" not in line


async def test_a_data_folder_that_is_a_file(tmp_path: Path, server: Server) -> None:
    (tmp_path / "taken").touch()
    line = await fails(tmp_path, BOT_TOKEN=server.token, TELEGRAM_API_URL=server.url, DATA_DIR="taken")
    assert "DATA_DIR=taken can't be written: File exists" in line


async def test_a_telegram_that_does_not_answer_is_tried_again_and_named(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    async with command(tmp_path, BOT_TOKEN="42:x", TELEGRAM_API_URL=url) as process:
        assert process.stderr is not None
        line = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
        assert f"no answer from {url} (TELEGRAM_API_URL), next try in 1 s" in line
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0


async def test_a_webhook_port_that_is_taken(
    tmp_path: Path, valkey: embedded.Embedded, server: Server
) -> None:
    line = await fails(
        tmp_path,
        BOT_TOKEN=server.token,
        TELEGRAM_API_URL=server.url,
        REDIS_URL=valkey.url,
        WEBHOOK_URL="http://127.0.0.1/telegram",
        WEBHOOK_SECRET="hush",
        WEBHOOK_PORT=server.url.rpartition(":")[2],
    )
    assert "WEBHOOK_PORT" in line


async def test_a_sandbox_port_that_is_taken(tmp_path: Path, server: Server) -> None:
    port = server.url.rpartition(":")[2]
    line = await fails(tmp_path, "play", "--no-browser", SANDBOX_PORT=port)
    assert f"port {port} is taken" in line
    assert f"SANDBOX_PORT={int(port) + 1}" in line


async def test_a_sandbox_alone_does_not_claim_a_port_that_is_taken(tmp_path: Path, server: Server) -> None:
    port = server.url.rpartition(":")[2]
    assert f"port {port} is taken" in await fails(tmp_path, "sandbox", "--port", port)


@pytest.mark.parametrize(
    ("environment", "host"),
    [
        ({"LANG": "ru_RU.UTF-8"}, "Anna"),
        ({"LANG": "uk_UA.UTF-8"}, "Bohdan"),
        ({"LANG": "uk"}, "Bohdan"),
        ({"LANG": "en_GB.UTF-8"}, "Vera"),
        ({"LANG": "de_DE@euro"}, "Vera"),
        ({"LANG": "C.UTF-8"}, "Vera"),
        ({}, "Vera"),
        ({"LC_ALL": "ru_UA", "LANG": "uk_UA.UTF-8"}, "Anna"),
        ({"LC_ALL": "", "LC_MESSAGES": "uk_UA", "LANG": "en_US"}, "Bohdan"),
    ],
)
async def test_the_first_table_is_opened_in_the_language_of_the_machine(
    environment: dict[str, str], host: str, people: People
) -> None:
    (person,) = people.named(host)
    assert host_of(environment) == person.id


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
async def test_play_opens_a_table_and_goes_on_where_it_was(tmp_path: Path, ending: signal.Signals) -> None:
    port = free_port()
    seen: list[list[str]] = []
    for _ in range(2):
        async with command(
            tmp_path, "play", "--no-browser", SANDBOX_PORT=str(port), LANG="uk_UA.UTF-8"
        ) as process:
            assert process.stdout is not None
            line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
            url = f"http://127.0.0.1:{port}"
            assert f"{url}/" in line
            async with meet(url) as people:
                await lobby_waits(people)
                (anna,) = people.named("Anna")
                seen.append([message.text for message in anna.screen(people.group()).messages])
                await eventually(lambda: _kept(tmp_path, seen[-1]))
            process.send_signal(ending)
            out, err = await asyncio.wait_for(process.communicate(), 60)
        clean = (0, b"", b"") if ending is signal.SIGINT else (-ending, b"", b"")
        assert (process.returncode, out, err) == clean
    embedded.start(tmp_path / "data" / "sandbox" / "valkey").close()
    assert seen[0] == seen[1]
    assert seen[1].count("/newgame") == 1


async def _kept(folder: Path, texts: list[str]) -> bool:
    """The messages are on the disk."""
    file = folder / "data" / "sandbox" / "world.json"
    if not file.exists():
        return False
    kept = {message["markup"]["text"] for message in json.loads(file.read_bytes())["messages"]}
    return kept >= set(texts)


async def lobby_waits(people: People) -> None:
    """Somebody can sit down."""
    (anna,) = people.named("Anna")
    await anna.until_button(people.group(), lambda button: button.data.startswith("l:"))
    await anna.until(people.group(), sees("Тисяча"))


async def test_a_sandbox_alone_is_ready_when_it_says_so_and_says_goodbye(tmp_path: Path) -> None:
    port = free_port()
    async with command(tmp_path, "sandbox", "--port", str(port)) as process:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        assert f"http://127.0.0.1:{port}/" in line
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            async with session.get("/sandbox/world") as response:
                assert response.status == 200
            async with session.ws_connect("/sandbox/live?since=0") as page:
                process.send_signal(signal.SIGTERM)
                async for message in page:
                    assert message.type is aiohttp.WSMsgType.TEXT
        await asyncio.wait_for(process.communicate(), 60)
    assert page.close_code == aiohttp.WSCloseCode.GOING_AWAY


# The server of our own, while the bot runs


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, People]]:
    """`python -m bot play` with its first table, and the people of its sandbox."""
    port = free_port()
    async with command(folder, "play", "--no-browser", SANDBOX_PORT=str(port)) as process:
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 60)
        async with meet(f"http://127.0.0.1:{port}") as people:
            yield process, people


async def server_of(folder: Path) -> int:
    """The process of the server that the bot of this folder has started."""
    store = Store.connect(f"unix://{embedded.socket_of(folder / 'data' / 'sandbox' / 'valkey')}")
    try:
        return int((await store.call("INFO", "server"))["process_id"])
    finally:
        await store.close()


def trouble(folder: Path) -> str:
    """What `python -m bot health` says; empty: the bot is well."""
    try:
        check(folder / "data" / "sandbox")
    except NotAliveError as error:
        return str(error)
    return ""


async def test_a_second_play_in_one_folder_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    port = free_port()
    async with playing(tmp_path):
        first = (tmp_path / "data" / "sandbox" / "address").read_text(encoding="utf-8")
        line = await fails(tmp_path, "play", "--no-browser", SANDBOX_PORT=str(port))
        assert f"already running at {first}/" in line
        assert f"DATA_DIR=data2 and SANDBOX_PORT={port + 1}" in line


async def test_a_server_that_dies_is_started_again_and_told_in_one_line(tmp_path: Path) -> None:
    async with playing(tmp_path) as (process, people):
        os.kill(before := await server_of(tmp_path), signal.SIGKILL)
        (anna,) = people.named("Anna")
        await anna.send(people.group(), "/table")
        await anna.until_button(people.group(), lambda button: button.data.startswith("l:"))
        await eventually(lambda: _gone(before))
        assert process.stderr is not None
        said = ""
        while "the storage answers again" not in said:
            said += (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
        assert said.count("the storage does not answer") == 1
        assert "Traceback" not in said
        assert trouble(tmp_path) == ""
        assert await server_of(tmp_path) != before
        process.send_signal(signal.SIGINT)
        _, rest = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 0
    assert b"Traceback" not in rest


async def _gone(process: int) -> bool:
    return await asyncio.to_thread(lambda: not _lives(process))


def _lives(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


async def test_a_server_that_cannot_be_started_again_ends_the_bot_with_one_line(tmp_path: Path) -> None:
    async with playing(tmp_path) as (process, _):
        (tmp_path / "data/sandbox/valkey/valkey.conf").unlink()
        (tmp_path / "data/sandbox/valkey/valkey.conf").mkdir()
        os.kill(await server_of(tmp_path), signal.SIGKILL)
        _, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert err.decode().splitlines()[-1].startswith("error: ")
    assert b"Traceback" not in err
    assert "storage does not answer" in trouble(tmp_path)


async def test_a_data_folder_that_goes_away_ends_the_bot_and_its_server(tmp_path: Path) -> None:
    async with playing(tmp_path) as (process, _):
        server = await server_of(tmp_path)
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        _, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert "the data folder was removed" in err.decode().splitlines()[-1]
    assert b"Traceback" not in err
    await eventually(lambda: _gone(server))
