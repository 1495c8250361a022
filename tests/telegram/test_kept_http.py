"""Over HTTP: a group saves its matches, a person his data, and has them deleted."""

from __future__ import annotations

import json
import sys
from asyncio import create_subprocess_exec, subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from bot.i18n import tr
from bot.screens.buttons import DataTap, DataVerb, encode
from bot.storage import keys
from bot.storage.archive import RedisArchive
from bot.storage.clock import RedisClock
from bot.storage.tables import RedisTables
from bot.tables.model import NOBODY, Presence, Stage
from engine.record.replayer import replay
from tests.support.eventually import eventually
from tests.support.people import Button, Message, Person, Screen
from tests.support.stored import traces
from tests.telegram.hall import Hall, hall
from tests.telegram.match import Game

__all__ = ["hall"]
pytestmark = pytest.mark.asyncio(loop_scope="module")
SHORT = "-barrel declarer_credit=taken writeoff_cost=none -bolts end_at_minus=-1000"


async def stopped(hall: Hall, group: int, players: tuple[Person, ...], steps: int) -> Game:
    """A match of the group that was ended by its creator, an admin."""
    game = Game(hall.house, group, players, Random(3))
    await game.sit_down(SHORT)
    for _ in range(steps):
        await game.step(await game.state())
    await players[0].send(group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)
    await archived(hall, group, game)
    return game


async def archived(hall: Hall, group: int, game: Game) -> None:
    async def holds() -> bool:
        return await hall.store.call("ZSCORE", keys.history(group), game.table) is not None

    await eventually(holds)


def file(screen: Screen) -> Message | None:
    """The newest message with a file."""
    return next((each for each in reversed(screen.messages) if each.document), None)


def newer(screen: Screen, than: Message) -> Message | None:
    """The newest message with a file, unless it is that one."""
    found = file(screen)
    return found if found and found.key != than.key else None


def says(screen: Screen, words: str) -> Message | None:
    return screen.find(words)


def data(verb: DataVerb) -> str:
    return encode(DataTap(verb))


async def check(folder: Path, *records: tuple[str, bytes]) -> None:
    """`python -m engine check` on these files."""
    for name, content in records:
        (folder / name).write_bytes(content)
    names = [name for name, _ in records]
    engine = await create_subprocess_exec(
        sys.executable, "-m", "engine", "check", *names, cwd=folder, stderr=subprocess.PIPE
    )
    _, complaints = await engine.communicate()
    assert (engine.returncode, complaints) == (0, b"")


async def test_a_group_gets_its_history(hall: Hall, tmp_path: Path) -> None:
    group, players = await hall.party(3, "history")
    await players[1].send(group, "/export")
    await players[1].until(group, lambda screen: says(screen, tr(players[1].language, "export-none")))
    await hall.store.call("DEL", keys.asked(group))

    first = await stopped(hall, group, players, 30)
    await players[1].send(group, "/export")
    message = await players[1].until(group, file)
    assert message.document is not None
    assert message.document["name"].endswith(f"-{first.table}.tgr")
    content = await hall.house.people.file(message)
    told = replay(content.decode().encode())
    assert told.state == (await first.state()).match
    assert [label.replace("_", " ") for label in told.labels] == [player.name for player in players]
    assert b"# update" not in content
    await check(tmp_path, ("one.tgr", content))

    await players[2].send(group, "/export")
    await players[2].until(
        group, lambda screen: says(screen, tr(players[2].language, "export-later", n=60)[:12])
    )

    await stopped(hall, group, players, 3)
    await hall.store.call("DEL", keys.asked(group))
    await players[2].send(group, "/export")
    packed = await players[2].until(group, lambda screen: newer(screen, message))
    with ZipFile(BytesIO(await hall.house.people.file(packed))) as files:
        records = [(name, files.read(name)) for name in files.namelist()]
    assert (len(records), records[0][1]) == (2, content)
    await check(tmp_path, *records)
    assert hall.log.lines == []


async def test_a_person_sees_his_data_and_has_them_deleted(hall: Hall) -> None:
    """A running match goes on, the archive keeps the seat, no key keeps number or name."""
    group, players = await hall.party(3, "privacy")
    gone, stays = players[1], players[0]
    ended = await stopped(hall, group, players, 20)
    running = Game(hall.house, group, players, Random(4))
    await running.sit_down()

    await gone.send(gone.chat, "/privacy")
    await gone.tap(gone.chat, await gone.until_button(gone.chat, has(DataVerb.SEND)))
    message = await gone.until(gone.chat, file)
    told = json.loads(await hall.house.people.file(message))
    assert (told["person"], told["profile"]["name"]) == (gone.id, gone.name)
    assert sorted(table["table"] for table in told["tables"]) == sorted((ended.table, running.table))
    (match,) = told["matches"]
    assert match["table"] == ended.table
    assert match["seats"] == [{"seat": "P2", "name": gone.name, "from_deal": 1}]
    assert stays.name not in json.dumps(told, ensure_ascii=False)

    await gone.tap(gone.chat, await gone.until_button(gone.chat, has(DataVerb.DELETE)))
    await gone.tap(gone.chat, await gone.until_button(gone.chat, has(DataVerb.KEEP)))
    await gone.tap(gone.chat, await gone.until_button(gone.chat, has(DataVerb.DELETE)))
    await gone.tap(gone.chat, await gone.until_button(gone.chat, has(DataVerb.SURE)))
    await gone.until(gone.chat, lambda screen: says(screen, tr(gone.language, "privacy-done")[:20]))

    async def forgotten() -> bool:
        return not await traces(hall.store, gone.id, gone.name)

    await eventually(forgotten)
    table = await running.state()
    assert (table.stage, table.seats[1].person, table.seats[1].presence) == (
        Stage.PLAYING,
        NOBODY,
        Presence.LEFT,
    )
    archive = RedisArchive(hall.store, RedisTables(hall.store, RedisClock(hall.store)))
    kept = await archive.get(ended.table)
    assert kept is not None
    assert [player.name for player in kept.players] == [players[0].name, "", players[2].name]
    assert hall.log.lines == []


async def test_data_are_nobody_elses(hall: Hall) -> None:
    """The buttons speak of whoever taps, and only in his private chat."""
    _, players = await hall.party(2, "forged")
    one, two = players
    await one.send(one.chat, "/privacy")
    button: Button = await one.until_button(one.chat, has(DataVerb.DELETE))
    group = (await hall.house.people.act(do="new_group", title="Forgers", members=[two.id]))["chat"]
    await two.send(group, "/help")
    query = await hall.house.forge(two, button, data(DataVerb.SURE))
    assert (await two.answer_to(query)).text != ""
    assert await hall.store.call("EXISTS", keys.FORGETTING) == 0


def has(verb: DataVerb) -> Callable[[Button], bool]:
    """A button of the page."""
    return lambda button: button.data == data(verb)
