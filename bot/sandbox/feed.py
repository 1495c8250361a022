"""What happens in the world, in order, for those who watch: the page and the tests."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from bot.sandbox.model import Object

KEPT = 50_000
"""Events that a late watcher can still catch up with."""


class Feed:
    """A numbered log of events; watchers read from any number and wait for more."""

    def __init__(self) -> None:
        self._events: deque[Object] = deque(maxlen=KEPT)
        self._grown = asyncio.Event()
        self._ended = False
        self.seq = 0

    def close(self) -> None:
        """Nothing will happen any more: watchers come to their end."""
        self._ended = True
        self._grown.set()

    def publish(self, kind: str, *, chat: int | None = None, only: int | None = None, **body: object) -> None:
        """Adds an event; `only` is the one person who may see it."""
        self.seq += 1
        self._events.append({"seq": self.seq, "type": kind, "chat": chat, "for": only, **body})
        self._grown.set()
        self._grown = asyncio.Event()

    def after(self, seq: int) -> list[Object]:
        """The kept events with a higher number, oldest first."""
        missed = min(self.seq - seq, len(self._events))
        return [self._events[-back] for back in range(missed, 0, -1)]

    async def grown(self, seq: int) -> None:
        """Wait until there is an event with a higher number."""
        while self.seq <= seq:
            await self._grown.wait()

    async def watch(self, seq: int) -> AsyncIterator[Object]:
        """The events after a number, then each new one as it happens, until the feed is closed."""
        while not self._ended:
            grown = self._grown
            for event in self.after(seq):
                yield event
                seq = event["seq"]
            if grown is self._grown:
                await grown.wait()
