"""The end of a task that runs for ever."""

from __future__ import annotations

import asyncio
from typing import Final

_SECONDS: Final = 0.5
"""Until a task that goes on is cancelled again."""


async def ended(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks until they have ended.

    Once is not enough: `asyncio.wait_for` of Python 3.11, which redis-py calls for each command, loses a
    cancellation that comes at the moment when what it waits for is done (CPython issue 86296).
    """
    running = {*tasks}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_SECONDS)
