"""Whatever arrives, from whomever: no exception reaches the log, no state changes, every tap is answered."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import aiohttp
import pytest
from pydantic import HttpUrl, SecretStr

from bot.sandbox import wire
from bot.sandbox.schema import Named, bot_api
from bot.screens.buttons import ClockTap, DataTap, GameTap, SeatTap, SelfTap, UndoTap, VoteTap, parse
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage, Table, TableId
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.support.people import ActError, Button, Person
from tests.support.ports import free_port
from tests.telegram.hall import Log
from tests.telegram.match import NAMES, Game
from tests.telegram.noise import KINDS, Cast, Noise

SEED: Final = int(os.environ.get("SEED", "4"))
SECRET: Final = "hush_hush"
HEADERS: Final = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
CHUNK: Final = 25
"""Updates of one moment."""
SHORT, LONG = 250, int(os.environ.get("FUZZ", "20000"))
ACTS = frozenset({"leave", "stop", "undo", "privacy", "settings"})
"""Commands by which a player may act, or set the clock that acts for him."""
CHANNEL = {"id": -1009000000001, "type": "channel", "title": "News"}
STRANGERS = [
    {"id": 5001, "is_bot": False, "first_name": "\u202eEve", "language_code": "tlh"},
    {"id": 5002, "is_bot": False, "first_name": "", "username": "x"},
    {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"},
    {"id": 136817688, "is_bot": True, "first_name": "Channel"},
    {"id": 777000, "is_bot": False, "first_name": "Telegram"},
]


@dataclass(slots=True)
class Scene:
    """A match in its auction, those who look on, and what the bot complains about."""

    house: House
    game: Game
    member: Person
    log: Log
    noise: Noise
    rng: Random
    web: aiohttp.ClientSession
    url: str

    @property
    def everybody(self) -> tuple[Person, ...]:
        return (*self.game.players, self.member)

    async def state(self) -> tuple[object, ...]:
        """What noise must not change."""
        at = await self.game.state()
        assert at.stage is Stage.PLAYING
        return at.match, at.turn, at.votes, [sitter.person for sitter in at.seats], at.rules, at.paused

    async def tell(self, *bodies: dict[str, object]) -> None:
        """Updates of any type, as if Telegram had brought them; each is acknowledged."""
        updates = self.house.server.sandbox.updates
        calls = []
        for body in bodies:
            number, updates._next_id = updates._next_id, updates._next_id + 1
            calls.append(self.web.post(self.url, json={**body, "update_id": number}, headers=HEADERS))
        answers = await asyncio.gather(*calls)
        assert {answer.status for answer in answers} <= {200}

    async def in_order(self, before: tuple[object, ...]) -> None:
        """Everything is done with, nothing has changed, nobody complained.

        Raises:
            AssertionError: it is not so.
        """

        async def heard() -> bool:
            return len(self.house.server.sandbox.updates) == 0

        await eventually(heard)
        assert [line for line in self.log.lines if "Traceback" in line or "failed" in line] == []
        assert await self.state() == before, (await self.house.tables.record(self.game.table))[6:]
        stats = await self.house.people.stats()
        assert (stats["unanswered"], stats["double_answers"]) == ([], 0)


@pytest.fixture
async def scene(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[Scene]:
    log, rng, port = Log(), Random(SEED), free_port()
    url = f"http://127.0.0.1:{port}/telegram"
    webhook = {"webhook_url": HttpUrl(url), "webhook_secret": SecretStr(SECRET), "webhook_port": port}
    async with (
        open_house(store) as house,
        bot_inside(house, valkey.url, tmp_path, turn_seconds=0, **webhook),
        aiohttp.ClientSession() as web,
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), rng)
        await game.sit_down()
        member = await house.people.add("Emil", "en", game.group)
        world = house.server.sandbox.world
        chats = [wire.chat(world, world.chats[chat]) for chat in (game.group, 1001, member.id)]
        cast = Cast(STRANGERS, [*chats, CHANNEL], (game.table, TableId("zzzzzzzz"), TableId("")))
        logging.getLogger().addHandler(log)
        try:
            yield Scene(house, game, member, log, Noise(rng, cast), rng, web, url)
        finally:
            logging.getLogger().removeHandler(log)


async def taps(scene: Scene, times: int) -> None:
    """Any data, under any message, from players and others."""
    before, table = await scene.state(), await scene.game.state()
    buttons = await places(scene)
    for _ in range(times):
        person = scene.rng.choice(scene.everybody)
        data = scene.noise.data()
        if not (acts(data, table) and person is not scene.member):
            await scene.house.forge(person, scene.rng.choice(buttons), data)
    await scene.in_order(before)


async def places(scene: Scene) -> list[Button]:
    """Buttons of the group and of private chats."""
    found: list[Button] = []
    for person in scene.everybody:
        for chat in (scene.game.group, person.chat):
            found += scene.member.screen(chat).buttons[:1] or person.screen(chat).buttons[:1]
    assert found
    return found


def acts(data: str, table: Table) -> bool:
    """A player may do something by it: leave, vote, ask for a computer, set a clock, perhaps move."""
    match parse(data):
        case GameTap(table.id, turn):
            return turn <= table.turn
        case VoteTap() | SelfTap() | SeatTap() | UndoTap() | DataTap() | ClockTap():
            return True
        case _:
            return False


async def commands(scene: Scene, times: int) -> None:
    """Commands with any words, wherever one can write."""
    before = await scene.state()
    for _ in range(times):
        person = scene.rng.choice(scene.everybody)
        chat = scene.rng.choice((scene.game.group, person.chat))
        words = scene.noise.command(ACTS) if person is not scene.member else scene.noise.command()
        try:
            await person.send(chat, words.replace("\x00", "")[:4096])
        except ActError:
            continue
    await scene.in_order(before)


async def updates(scene: Scene, times: int) -> None:
    """Every type of update of the Bot API, each with what it needs and now and then with more."""
    before = await scene.state()
    for start in range(0, times, CHUNK):
        await scene.tell(*(one_update(scene, number) for number in range(start, start + CHUNK)))
    await scene.in_order(before)


def one_update(scene: Scene, number: int) -> dict[str, object]:
    """The types in turn."""
    kind = KINDS[number % len(KINDS)]
    body = scene.noise.update(kind)
    for moved in ("migrate_to_chat_id", "migrate_from_chat_id"):  # Telegram alone says that, and is right
        body.pop(moved, None)
    if bot_api().types["Update"].fields[kind].kind == Named("Message") and scene.rng.random() < 0.5:
        body["text"] = scene.noise.command()
    bot_api().check(Named("Update"), {"update_id": 1, kind: body})
    return {kind: body}


async def nonsense(scene: Scene, times: int) -> None:
    """JSON that is no update, and bodies of other types than they should be."""
    before = await scene.state()
    for _ in range(0, times, CHUNK):
        await scene.tell(*({scene.rng.choice(KINDS): scene.noise.json()} for _ in range(CHUNK)))
    await scene.in_order(before)


ALL = (taps, commands, updates, nonsense)


@pytest.mark.parametrize("what", ALL, ids=lambda what: what.__name__)
async def test_noise_changes_nothing(scene: Scene, what: object) -> None:
    assert callable(what)
    await what(scene, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("what", ALL, ids=lambda what: what.__name__)
async def test_much_noise_changes_nothing(scene: Scene, what: object) -> None:
    assert callable(what)
    for _ in range(LONG // SHORT):
        await what(scene, SHORT)
    await scene.game.step(await scene.game.state())
