"""Answers that waited while their group became a supergroup are said there (B03), over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.delivery.replies import Replies
from bot.i18n import tr
from bot.storage import embedded, keys
from bot.storage.store import Store
from bot.tables.model import Place, Stage
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.telegram.match import NAMES, Game


class Gate:
    """The budgets of answers are spent until it opens."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits, self.open = asyncio.Event(), asyncio.Event()
        granted = Replies._granted

        async def held(replies: Replies, chat: int) -> bool:
            self.waits.set()
            await self.open.wait()
            return await granted(replies, chat)

        monkeypatch.setattr(Replies, "_granted", held)


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path, turn_seconds=0):
        yield opened


@pytest.fixture
async def game(house: House) -> Game:
    """A match in a basic group."""
    people = house.people.named(*NAMES)
    members = [person.id for person in people]
    made = await house.people.act(do="new_group", title="Small", type="group", members=members)
    await house.people.refresh()
    game = Game(house, made["chat"], people, Random(1))
    await game.sit_down()
    for _ in range(3):
        await game.step(await game.state())
    return game


@pytest.mark.parametrize("new_first", [False, True])
async def test_b03_the_score_follows_its_group(
    game: Game, monkeypatch: pytest.MonkeyPatch, new_first: bool
) -> None:
    gate, anna = Gate(monkeypatch), game.players[0]
    await anna.send(game.group, "/score")
    await gate.waits.wait()
    new = (await game.house.people.act(do="migrate", chat=game.group, new_first=new_first))["chat"]
    gate.open.set()
    await anna.until(new, lambda screen: screen.find(tr("ru", "score-title")))
    await game.until(lambda table: table.place == Place(new))


async def test_b03_the_history_follows_its_group(
    game: Game, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, name = game.players[0], game.table
    await anna.send(game.group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)

    async def archived() -> bool:
        return await store.call("ZSCORE", keys.history(game.group), name) is not None

    await eventually(archived)
    gate = Gate(monkeypatch)
    await anna.send(game.group, "/export")
    await gate.waits.wait()
    new = (await game.house.people.act(do="migrate", chat=game.group))["chat"]
    gate.open.set()
    found = await anna.until(
        new, lambda screen: next((each for each in screen.of_bot() if each.document), None)
    )
    assert found.document is not None
    assert found.document["name"].endswith(f"-{name}.tgr")
