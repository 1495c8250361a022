"""Waiting for a condition that no event announces."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

WITHIN = 60.0
"""Seconds after which a wait fails; generous, since machines are slow."""


async def eventually(condition: Callable[[], Awaitable[object]]) -> None:
    """Look again and again until the condition holds.

    Raises:
        TimeoutError: it never did.
    """
    async with asyncio.timeout(WITHIN):
        while not await condition():  # noqa: ASYNC110 - what is waited for lies in another process
            await asyncio.sleep(0.01)
