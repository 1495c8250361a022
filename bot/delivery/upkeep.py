"""Work beside the game: indexes are healed at the start, deletions that broke off are finished."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
Work: TypeAlias = Callable[[], Awaitable[None]]


async def upkeep(heal: Work, resume: Work, *, every: float) -> None:
    """`heal` once, `resume` every so many seconds, until cancelled; trouble with one stops no other."""
    await _try(heal)
    while True:
        await _try(resume)
        await asyncio.sleep(every)


async def _try(work: Work) -> None:
    try:
        await work()
    except StorageDown as error:  # the storage's own watch tells of it
        _log.info("upkeep is put off: %s", error)
    except Exception:  # noqa: BLE001 - a bug here must not stop the game
        _log.exception("upkeep failed")
