"""Whatever arrives, from whomever: no exception reaches the log, no state changes, every tap is answered."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import aiohttp
import pytest
from pydantic import HttpUrl, SecretStr

from bot.sandbox import wire
from bot.sandbox.schema import Named, bot_api
from bot.screens.buttons import (
    ClockTap,
    DataTap,
    DataVerb,
    GameTap,
    LangTap,
    OwnTap,
    SelfTap,
    SelfVerb,
    UndoTap,
    VoteTap,
    parse,
)
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage, Table, TableId
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.support.people import ActError, Button, Person
from tests.support.ports import free_port
from tests.telegram.hall import Log
from tests.telegram.match import NAMES, Game
from tests.telegram.noise import KINDS, Cast, Json, Noise

SEED: Final = int(os.environ.get("SEED", "4"))
SECRET: Final = "hush_hush"
HEADERS: Final = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
CHUNK: Final = 25
"""Updates of one moment."""
SHORT, LONG = 500, int(os.environ.get("FUZZ", "20000"))
OF_ALL: Final = frozenset({"join", "watch"})
"""Commands by which anybody in the group changes something by right: waits for the next match, looks on."""
OF_SEATED: Final = OF_ALL | {"leave", "stop", "undo", "lang"}
OF_HOST: Final = OF_SEATED | {"settings", "conventions"}
TOLD_BY_TELEGRAM: Final = ("my_chat_member", "chat_member")
"""Of a player it is true: he has gone, or has closed his private chat."""
SPOKEN: Final = ("message", "callback_query")
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
    rng: Random
    web: aiohttp.ClientSession
    url: str
    store: Store

    @property
    def everybody(self) -> tuple[Person, ...]:
        return (*self.game.players, self.member)

    def noise(self, people: Sequence[Json] = STRANGERS) -> Noise:
        """Of these people, in the chats that there are."""
        world = self.house.server.sandbox.world
        chats = [wire.chat(world, world.chats[chat]) for chat in (self.game.group, 1001, self.member.id)]
        cast = Cast(
            people, [*chats, CHANNEL], (self.game.table, self.game.table, TableId("zzzzzzzz"), TableId(""))
        )
        return Noise(self.rng, cast)

    def users(self, *people: Person) -> list[Json]:
        """As Telegram names them."""
        return [dict(self.house.server.sandbox.world.user(person.id) or {}) for person in people]

    def rights(self, person: object) -> frozenset[str]:
        """Commands by which somebody changes something by right."""
        seated = [player.id for player in self.game.players]
        if person == seated[0]:
            return OF_HOST
        return OF_SEATED if person in seated else OF_ALL

    def acts(self, data: str, person: object, table: Table) -> bool:
        """Whether somebody changes something by right, if he finds such a button."""
        may = self.rights(person)
        match parse(data):
            case SelfTap(_, SelfVerb.QUEUE | SelfVerb.WATCH):
                return True
            case GameTap(table.id, turn):
                return may >= OF_SEATED and turn <= table.turn
            case VoteTap() | UndoTap() | LangTap() | SelfTap(_, SelfVerb.GO) | DataTap(DataVerb.SURE):
                return may >= OF_SEATED
            case ClockTap() | OwnTap():
                return may >= OF_HOST
            case _:
                return False

    async def state(self) -> tuple[object, ...]:
        """What noise must not change: all that is stored, but for which screens are to be drawn anew."""
        at = await self.game.state()
        assert at.stage is Stage.PLAYING
        shared = f"th:chat:{self.game.group}"
        kept = [await self.store.call("HGETALL", shared)]
        kept.append(await self.store.call("ZRANGE", f"{shared}:matches", 0, -1))
        return replace(at, version=0, epochs={}), await self.house.tables.record(at.id), kept

    async def tell(self, *bodies: Json) -> None:
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
        assert await self.state() == before
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
        logging.getLogger().addHandler(log)
        try:
            yield Scene(house, game, member, log, rng, web, url, store)
        finally:
            logging.getLogger().removeHandler(log)


async def taps(scene: Scene, times: int) -> None:
    """Any data, under any message, from players and others."""
    before, table = await scene.state(), await scene.game.state()
    noise, buttons = scene.noise(), await places(scene)
    for _ in range(times):
        person, data = scene.rng.choice(scene.everybody), noise.data()
        if not scene.acts(data, person.id, table):
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


async def commands(scene: Scene, times: int) -> None:
    """Commands with any words, wherever one can write."""
    before, noise = await scene.state(), scene.noise()
    for _ in range(times):
        person = scene.rng.choice(scene.everybody)
        chat = scene.rng.choice((scene.game.group, person.chat))
        words = noise.command(scene.rights(person.id))
        try:
            await person.send(chat, words.replace("\x00", "")[:4096])
        except ActError:
            continue
    await scene.in_order(before)


async def strangers(scene: Scene, times: int) -> None:
    """Updates about people whom nobody has seen in the group."""
    await updates(scene, times, scene.noise(), KINDS)


async def members(scene: Scene, times: int) -> None:
    """Updates about somebody of the group who does not play."""
    await updates(scene, times, scene.noise(scene.users(scene.member)), KINDS)


async def players(scene: Scene, times: int) -> None:
    """Updates about those who play, but for what is true of them."""
    kinds = tuple(kind for kind in KINDS if kind not in TOLD_BY_TELEGRAM)
    await updates(scene, times, scene.noise(scene.users(*scene.game.players)), kinds)


async def updates(scene: Scene, times: int, noise: Noise, kinds: Sequence[str]) -> None:
    """Every type of update of the Bot API, each with what it needs and now and then with more.

    Every other one is a message or a tap, with words that nearly mean something.
    """
    before, table = await scene.state(), await scene.game.state()
    for start in range(0, times, CHUNK):
        turns = range(start, start + CHUNK)
        chosen = [kinds[turn // 2 % len(kinds)] if turn % 2 else SPOKEN[turn // 2 % 2] for turn in turns]
        await scene.tell(*(one_update(scene, noise, kind, table) for kind in chosen))
    await scene.in_order(before)


def one_update(scene: Scene, noise: Noise, kind: str, table: Table) -> Json:
    """An update of this type, by which nobody does what he may."""
    body = noise.update(kind)
    speaker = (body.get("from") or {}).get("id")
    for true in ("migrate_to_chat_id", "migrate_from_chat_id"):  # Telegram alone says that, and is right
        body.pop(true, None)
    if scene.rights((body.get("left_chat_member") or {}).get("id")) >= OF_SEATED:  # he has gone
        del body["left_chat_member"]
    if (body.get("sender_chat") or {}).get("id") == scene.game.group:  # an admin who is anonymous
        del body["sender_chat"]
    if bot_api().types["Update"].fields[kind].kind == Named("Message") and scene.rng.random() < 0.5:
        body["text"] = noise.command(scene.rights(speaker))
    if kind == "callback_query":
        body["message"] = noise.update("message")
        data = (noise.data() for _ in count())
        body["data"] = next(each for each in data if not scene.acts(each, speaker, table))
    bot_api().check(Named("Update"), {"update_id": 1, kind: body})
    return {kind: body}


async def nonsense(scene: Scene, times: int) -> None:
    """JSON that is no update, and bodies of other types than they should be."""
    before, noise = await scene.state(), scene.noise()
    for _ in range(0, times, CHUNK):
        await scene.tell(*({scene.rng.choice(KINDS): noise.json()} for _ in range(CHUNK)))
    await scene.in_order(before)


ALL = (taps, commands, strangers, members, players, nonsense)


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
