"""Upkeep: once at the start, again and again, whatever goes wrong."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.delivery.upkeep import upkeep
from bot.tables.ports import StorageDown


async def test_trouble_with_one_work_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    often = asyncio.Event()

    async def heal() -> None:
        done.append("heal")
        raise StorageDown("away")

    async def resume() -> None:
        done.append("resume")
        if len(done) == 4:
            often.set()
        raise ValueError("a bug")

    running = asyncio.create_task(upkeep(heal, resume, every=0))
    await often.wait()
    running.cancel()
    assert done[:4] == ["heal", "resume", "resume", "resume"]
    assert {record.levelno for record in caplog.records} <= {logging.ERROR, logging.INFO}
    assert [record.exc_info for record in caplog.records if record.levelno == logging.ERROR]
