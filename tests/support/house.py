"""The whole house: a sandbox in this process, the bot as a process of its own, a real Valkey between them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import HttpUrl, SecretStr

from bot.main import serve as serve_bot
from bot.sandbox.app import Settings
from bot.sandbox.model import Query
from bot.settings import Settings as BotSettings
from bot.storage.clock import RedisClock
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from tests.support.eventually import eventually
from tests.support.people import Button, People, Person
from tests.support.sandbox import Server, meet, serve

FAST = 100.0
"""How many times faster than Telegram's the clock of budgets and deadlines runs."""
_PATIENT = 100_000
"""Seconds, before the scale: deadlines stay out of tests that are not about them."""


def hurried(scale: float) -> Settings:
    """Telegram's figures with budgets that pass so many times faster; people and machines don't hurry."""
    return Settings(time_scale=scale, query_seconds=15 * scale, delete_seconds=48 * 3600 * scale)


PATIENT = replace(hurried(FAST), query_seconds=600 * FAST)
"""A tap can be answered for ten minutes: on a busy machine a dead bot is not up again in 15 seconds."""


class BotProcess:
    """`python -m bot`, started and killed at will; its log is kept."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self._environment = {
            name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}
        } | dict(environment)
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self.log = folder / "bot.log"

    async def start(self) -> None:
        """Start it; it is not ready yet."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", env=self._environment, cwd=self._folder, stdout=log, stderr=log
            )

    @property
    def runs(self) -> bool:
        """It was started, and has not ended."""
        return self._process is not None and self._process.returncode is None

    async def kill(self) -> None:
        """SIGKILL: no farewell."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, and the exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        if self._process.returncode is None:
            self._process.send_signal(number)
        code = await self._process.wait()
        self._process = None
        return code


class BotInside:
    """The same bot in this process: it starts at once, and its lines count as covered."""

    def __init__(self, settings: BotSettings) -> None:
        self._settings = settings
        self._ending = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it; it is not ready yet."""
        self._ending.clear()
        self._running = asyncio.create_task(serve_bot(self._settings, ending=self._ending))

    async def stop(self) -> int:
        """As SIGTERM would."""
        self._ending.set()
        if self._running:
            await self._running
        self._running = None
        return 0


@dataclass(frozen=True, slots=True)
class House:
    """What a test of the whole may touch."""

    server: Server
    people: People
    tables: RedisTables
    taps: dict[str, int] = field(default_factory=dict)
    """The update id of each tap, by the id of its query."""

    async def forge(self, person: Person, button: Button, data: str) -> str:
        """A tap whose data no button holds, as a client of one's own could send it; the query's id."""
        sandbox = self.server.sandbox
        message = sandbox.world.chats[button.chat].messages[button.message]
        query = Query(
            sandbox.world.next_query_id(), person.id, button.chat, message.key, sandbox.world.clock()
        )
        sandbox.ask(query, message, data)
        return query.id

    async def ready(self) -> None:
        """The bot asks for updates, or has said where to bring them."""
        sandbox = self.server.sandbox
        before = sandbox.stats.calls["getUpdates"]

        async def polled() -> bool:
            return sandbox.stats.calls["getUpdates"] > before or bool(sandbox.webhook.url)

        await eventually(polled)


@asynccontextmanager
async def open_house(store: Store, limits: Settings | None = None) -> AsyncIterator[House]:
    """A house without its bot."""
    async with serve(settings=limits or hurried(FAST)) as server, meet(server.url) as people:
        house = House(server, people, RedisTables(store, RedisClock(store)))
        _note_taps(house)
        yield house


@asynccontextmanager
async def bot_process(house: House, url: str, folder: Path, **settings: str) -> AsyncIterator[BotProcess]:
    """The bot as a process of its own, ready; `settings` are further ones."""
    bot = BotProcess(
        {
            "BOT_TOKEN": house.server.token,
            "TELEGRAM_API_URL": house.server.url,
            "REDIS_URL": url,
            "TIME_SCALE": str(FAST),
            "NUDGE_SECONDS": str(_PATIENT),
            "NEXT_DEAL_SECONDS": str(_PATIENT),
            "TURN_SECONDS": "0",
            "LOG_LEVEL": "WARNING",
            **settings,
        },
        folder,
    )
    await bot.start()
    try:
        await house.ready()
        yield bot
    finally:
        await bot.stop()


@asynccontextmanager
async def bot_inside(house: House, url: str, folder: Path, **settings: object) -> AsyncIterator[BotInside]:
    """The bot in this process, ready; `settings` are further ones."""
    given = {
        "bot_token": SecretStr(house.server.token),
        "telegram_api_url": HttpUrl(house.server.url),
        "redis_url": SecretStr(url),
        "data_dir": folder,
        "time_scale": FAST,
        "nudge_seconds": _PATIENT,
        "next_deal_seconds": _PATIENT,
        "turn_seconds": 0,
        **settings,
    }
    bot = BotInside(BotSettings.model_construct(**{**BotSettings.model_construct().model_dump(), **given}))
    await bot.start()
    try:
        await house.ready()
        yield bot
    finally:
        await bot.stop()


def _note_taps(house: House) -> None:
    """Remember which update each tap became."""
    add = house.server.sandbox.updates.add

    def noting(kind: str, body: dict[str, object], *, chat: int, queue: str) -> int | None:
        number = add(kind, body, chat=chat, queue=queue)
        if kind == "callback_query" and number is not None:
            house.taps[str(body["id"])] = number
        return number

    house.server.sandbox.updates.add = noting  # type: ignore[method-assign]  # a window, not a door
