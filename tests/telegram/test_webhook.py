"""Updates by webhook: acknowledged when they are committed or refused, not before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from random import Random

import aiohttp
import pytest
from aiogram import Bot, Dispatcher
from aiohttp import web
from pydantic import HttpUrl, SecretStr

from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage
from bot.tables.ports import StorageDown
from bot.telegram.inbox import Inbox
from bot.telegram.reading import RawUpdate
from bot.telegram.webhook import make_app
from tests.support.house import bot_inside, open_house
from tests.support.ports import free_port
from tests.telegram.match import NAMES, Game

SECRET = "hush_hush"
HEADERS = {"X-Telegram-Bot-Api-Secret-Token": SECRET}


async def test_a_deal_is_played_by_webhook(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> None:
    port = free_port()
    webhook = {
        "webhook_url": HttpUrl(f"http://127.0.0.1:{port}/telegram"),
        "webhook_secret": SecretStr(SECRET),
        "webhook_port": port,
    }
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, **webhook):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        for _ in range(40):
            table = await game.state()
            if table.stage is Stage.PLAYING:
                await game.step(table)
        stats = await house.people.stats()
        assert stats["unanswered"] == []
        assert "getUpdates" not in stats["calls"]


class Scripted(Inbox):
    """An inbox whose storage is away at first."""

    def __init__(self, bot: Bot, outages: int) -> None:
        super().__init__(bot, Dispatcher(disable_fsm=True), self._sorry)
        self.outages = outages
        self.trouble = ""
        self.taken: list[RawUpdate] = []

    async def _sorry(self, _: RawUpdate) -> None:
        raise AssertionError("nobody is apologised to")

    async def take(self, raw: RawUpdate) -> None:
        if self.outages:
            self.outages -= 1
            raise StorageDown("restarting")
        self.taken.append(raw)


@pytest.fixture
async def inbox(bot: Bot) -> Scripted:
    return Scripted(bot, 0)


@pytest.fixture
async def url(inbox: Scripted) -> AsyncIterator[str]:
    runner = web.AppRunner(make_app(inbox, "/telegram", SECRET, lambda: inbox.trouble))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/telegram"
    await runner.cleanup()


async def post(url: str, headers: Mapping[str, str], body: str) -> int:
    async with aiohttp.ClientSession() as session, session.post(url, headers=headers, data=body) as response:
        return response.status


async def test_without_the_secret_nothing_is_taken(inbox: Scripted, url: str) -> None:
    assert await post(url, {}, '{"update_id": 1}') == 403
    assert await post(url, {**HEADERS, "X-Telegram-Bot-Api-Secret-Token": "guess"}, '{"update_id": 1}') == 403
    assert inbox.taken == []


@pytest.mark.parametrize("body", ["", "no json", "[1, 2]", '"text"', "null"])
async def test_what_is_no_update_is_refused(inbox: Scripted, url: str, body: str) -> None:
    assert await post(url, HEADERS, body) == 400
    assert inbox.taken == []


async def test_an_update_is_acknowledged_once_it_is_stored(inbox: Scripted, url: str) -> None:
    inbox.outages = 1
    assert await post(url, HEADERS, '{"update_id": 1}') == 503
    assert await post(url, HEADERS, '{"update_id": 1}') == 200
    assert inbox.taken == [{"update_id": 1}]


async def test_health_is_told_without_the_secret(inbox: Scripted, url: str) -> None:
    health = url.replace("/telegram", "/health")
    async with aiohttp.ClientSession() as session:
        for trouble, status in (("", 200), ("the storage is away", 503)):
            inbox.trouble = trouble
            async with session.get(health) as response:
                assert (response.status, await response.text()) == (status, trouble or "ok")
