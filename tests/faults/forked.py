"""A bot that is killed again and again: a process of its own, but one whose imports are done already."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from bot.__main__ import main
from tests.support.house import FAST, House

_PATIENT: Final = "100000"
"""Seconds, before the scale: deadlines stay out of it."""


def _run(environment: Mapping[str, str], folder: Path) -> None:
    os.environ.update(environment)
    os.chdir(folder)
    main([])


class ForkedBot:
    """What `python -m bot` does, forked from a process that has imported it: a start takes no seconds."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self._environment = environment
        self._folder = folder
        self._forks = multiprocessing.get_context("forkserver")
        self._forks.set_forkserver_preload(["bot.main"])
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Start it; it is not ready yet."""
        self._process = self._forks.Process(target=_run, args=(dict(self._environment), self._folder))
        self._process.start()

    def kill(self) -> None:
        """SIGKILL: no farewell."""
        if self._process:
            self._process.kill()
            self._process.join()


@asynccontextmanager
async def forked_bot(house: House, url: str, folder: Path) -> AsyncIterator[ForkedBot]:
    """The bot, ready."""
    bot = ForkedBot(
        {
            "BOT_TOKEN": house.server.token,
            "TELEGRAM_API_URL": house.server.url,
            "REDIS_URL": url,
            "TIME_SCALE": str(FAST),
            "NUDGE_SECONDS": _PATIENT,
            "NEXT_DEAL_SECONDS": _PATIENT,
            "TURN_SECONDS": "0",
            "LOG_LEVEL": "ERROR",
        },
        folder,
    )
    bot.start()
    try:
        await house.ready()
        yield bot
    finally:
        bot.kill()
