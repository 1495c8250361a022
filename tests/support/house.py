"""The whole house: a sandbox in this process, the bot as a process of its own, a real Valkey between them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.sandbox.app import Settings
from bot.storage.clock import RedisClock
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from tests.support.eventually import eventually
from tests.support.people import People
from tests.support.sandbox import Server, meet, serve

FAST = 100.0
"""How many times faster than Telegram's the clock of budgets and deadlines runs."""
_LIMITS: Final = Settings(time_scale=FAST, query_seconds=15 * FAST, delete_seconds=48 * 3600 * FAST)
"""Budgets hurry; people and machines don't."""


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


@dataclass(frozen=True, slots=True)
class House:
    """What a test of the whole may touch."""

    server: Server
    people: People
    bot: BotProcess
    tables: RedisTables
    taps: dict[str, int] = field(default_factory=dict)
    """The update id of each tap, by the id of its query."""

    async def ready(self) -> None:
        """The bot asks for updates."""
        before = (await self.people.stats())["calls"].get("getUpdates", 0)

        async def polled() -> bool:
            return bool((await self.people.stats())["calls"].get("getUpdates", 0) > before)

        await eventually(polled)


@asynccontextmanager
async def open_house(store: Store, url: str, folder: Path, **settings: str) -> AsyncIterator[House]:
    """A running house; `settings` are further ones of the bot."""
    async with serve(settings=_LIMITS) as server, meet(server.url) as people:
        bot = BotProcess(
            {
                "BOT_TOKEN": server.token,
                "TELEGRAM_API_URL": server.url,
                "REDIS_URL": url,
                "TIME_SCALE": str(FAST),
                "LOG_LEVEL": "WARNING",
                **settings,
            },
            folder,
        )
        house = House(server, people, bot, RedisTables(store, RedisClock(store)))
        _note_taps(house)
        await bot.start()
        try:
            await house.ready()
            yield house
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
