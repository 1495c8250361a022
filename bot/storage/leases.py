"""Which shards this process delivers for: leased, renewed, fairly shared, given up at once at the end.

Commits need no lease, any worker may make them. A lease says who brings the screens of a table and fires its
deadlines, so that two processes do not send the same message. It ends by this machine's clock before it ends
by the server's: whoever was suspended finds it ended. What such a worker had on its way to Telegram meanwhile
is found out when it is stored: the new holder has noted its name beside the tables (`keys.holder`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol, TypeAlias

from bot.storage import keys
from bot.storage.keys import SHARDS, shard
from bot.storage.store import LEASE, Store
from bot.storage.worker import Worker
from bot.tables.model import TableId
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
_EVERY: Final = 2.0
"""Seconds between two beats."""
_LEASE: Final = 5.0
"""Seconds after which a worker that does not beat is gone."""
_MARGIN: Final = 0.5
"""Seconds by which it counts itself as gone before the server does: what it sends meanwhile arrives."""
_RETRY: Final = 0.5

HandOver: TypeAlias = Callable[[], Awaitable[None]]
"""End what is under way for tables that are not held any more."""


class Shards(Protocol):
    """The shards that a process delivers for."""

    worker: str
    """Its name; empty: nobody else delivers."""

    def now(self) -> frozenset[int]:
        """Those that it holds at this instant."""
        ...

    def lost(self, table: TableId) -> None:
        """Storage knows another holder of that table's shard."""
        ...


class AllShards:
    """Of a process that is alone with its server, such as a tool or a test."""

    worker = ""

    def now(self) -> frozenset[int]:
        """Every one."""
        return frozenset(range(SHARDS))

    def lost(self, table: TableId) -> None:
        """There is nobody to lose it to."""

    def holds(self, table: TableId) -> bool:  # noqa: ARG002 - whichever
        """Always."""
        return True


ALONE: Final = AllShards()


def awake() -> float:
    """Seconds on a clock that does not stop while the machine is suspended, where there is one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Leases:
    """`Shards` of one worker among many, and `bot.delivery.ports.Leases`."""

    def __init__(
        self,
        store: Store,
        me: Worker,
        *,
        every: float = _EVERY,
        lease: float = _LEASE,
        margin: float = _MARGIN,
        clock: Callable[[], float] = awake,
    ) -> None:
        self.worker = me.id
        self._store = store
        self._former = me.former
        self._every = every
        self._lease = lease
        self._margin = margin
        self._clock = clock
        self._serving: frozenset[int] = frozenset()
        self._until = 0.0
        """When the lease ends by `clock`."""
        self._leaving: frozenset[int] = frozenset()
        """Given up, and still in use."""
        self._holders: tuple[str, ...] = ("",) * SHARDS
        """As the last beat told."""
        self._handing: set[asyncio.Task[None]] = set()
        self._news = False
        """Others have not been told yet of what has changed here."""
        self._due = asyncio.Event()
        self._ending = False

    def now(self) -> frozenset[int]:
        """The shards held at this instant."""
        return self._serving if self._clock() < self._until else frozenset()

    def holds(self, table: TableId) -> bool:
        """Whether this process may send for a table at this instant."""
        return shard(table) in self.now()

    def lost(self, table: TableId) -> None:
        """Storage knows another holder: the next beat says who is right."""
        self._serving -= {shard(table)}
        self.beat_soon()

    def holder(self, table: TableId) -> str:
        """Who delivers for a table, as far as is known; empty: nobody."""
        return self._holders[shard(table)]

    def beat_soon(self) -> None:
        """Something has changed among the workers."""
        self._due.set()

    def close(self) -> None:
        """Give all up."""
        self._ending = True
        self._due.set()

    async def run(self, hand_over: HandOver, gained: Callable[[], None]) -> None:
        """Beat until `close`; `gained` hears of each shard more."""
        self._news = True
        while not self._ending:
            self._due.clear()
            pause = await self._try(hand_over, gained)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._due.wait()
        self._serving = frozenset()
        with suppress(StorageDown):  # then the lease runs out by itself
            await self._store.call("HDEL", keys.LEASES, f"w:{self.worker}")
            await self._announce()

    async def beat(self, hand_over: HandOver, gained: Callable[[], None]) -> float:
        """Renew; take and give up what is due. Seconds until the next one.

        Raises:
            StorageDown: nothing is known to be renewed.
        """
        sent = self._clock()
        using = self._serving | self._leaving
        first, *holders = await self._store.run(
            LEASE, (keys.LEASES,), self.worker, round(self._lease * 1000), self._former, SHARDS, *using
        )
        self._holders = tuple(name.decode() for name in holders)
        granted = frozenset(number for number, name in enumerate(self._holders) if name == self.worker)
        self._until = sent + self._lease - self._margin
        given_up = self._serving - granted
        self._serving &= granted
        if given_up:
            self._leaving |= given_up
            self._hand(given_up, hand_over)
        if fresh := granted - self._serving - self._leaving:
            await self._store.calls(("SET", keys.holder(number), self.worker) for number in fresh)
            self._serving |= fresh
            self._news = True
            gained()
        left = int(first) / 1000
        return self._every if left < 0 else min(self._every, left)

    async def _try(self, hand_over: HandOver, gained: Callable[[], None]) -> float:
        try:
            pause = await self.beat(hand_over, gained)
            if self._news:
                await self._announce()
        except StorageDown:  # the storage's own watch tells of it
            return _RETRY
        except Exception:  # noqa: BLE001 - a bug, or a server that forbids: without a lease nothing is sent
            _log.exception("the lease can't be renewed")
            return self._every
        return pause

    def _hand(self, shards: frozenset[int], hand_over: HandOver) -> None:
        async def hand() -> None:
            try:
                await hand_over()
            finally:
                self._leaving -= shards
                self._news = True
                self._due.set()

        _log.info("gives up %d of %d shards", len(shards), SHARDS)
        task = asyncio.create_task(hand())
        self._handing.add(task)
        task.add_done_callback(self._handing.discard)

    async def _announce(self) -> None:
        self._news = False
        await self._store.call("PUBLISH", keys.WORKERS, self.worker)
