"""A task ends even if it loses a cancellation, as redis-py on Python 3.11 may make it do."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.tasks import ended


async def test_a_task_that_loses_a_cancellation_is_cancelled_again() -> None:
    lost = 0

    async def deaf() -> None:
        nonlocal lost
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        lost += 1
        await asyncio.Event().wait()

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await ended(task)
    assert task.cancelled()
    assert lost == 1


async def test_a_task_that_has_failed_tells_nobody_here() -> None:
    async def failing() -> None:
        raise ValueError("a bug")

    task = asyncio.create_task(failing())
    await asyncio.sleep(0)
    await ended(task)
    assert isinstance(task.exception(), ValueError)
