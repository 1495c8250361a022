"""Deadlines in the shards' sorted sets."""

from __future__ import annotations

from bot.delivery.ports import DueTimer
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.keys import TableKeys
from bot.storage.leases import ALONE, Shards
from bot.storage.store import DUE, Store
from bot.tables.model import TableId, Timer, TimerKind


class RedisTimers:
    """`bot.delivery.ports.Timers`.

    Each look at the deadlines is a heartbeat as well: `due` or `next_in` must be called at least every few
    seconds, since a longer silence counts as an outage, by which the deadlines that lived through it move.
    """

    def __init__(
        self,
        store: Store,
        clock: RedisClock,
        shards: Shards = ALONE,
        *,
        lease: int = 30_000,
        gap: int = 10_000,
    ) -> None:
        """In milliseconds: `lease` to do a claimed deadline in, `gap` that counts as an outage."""
        self._store = store
        self._shards = shards
        self._clock = clock
        self._lease = lease
        self._gap = gap

    async def due(self, limit: int) -> tuple[DueTimer, ...]:
        """Claim deadlines that have passed; one round trip over the shards that are held."""
        return tuple(_timer(member) for _, _, *members in await self._look(limit) for member in members)

    async def done(self, timer: DueTimer) -> None:
        """The deadline was handled."""
        await self._store.call("ZREM", TableKeys.of(timer.table).due, timer.claim)

    async def next_in(self) -> float | None:
        """Seconds to the next deadline, None without one; one round trip."""
        looks = await self._look(0)
        left = [int(float(due)) - int(now) for now, due, *_ in looks]
        return max(0, min(left)) / 1000 if left else None

    async def _look(self, limit: int) -> list[list[bytes]]:
        looks: list[list[bytes]] = await self._store.calls(
            DUE.command((keys.due(number), keys.beat(number)), limit, self._lease, self._gap)
            for number in self._shards.now()
        )
        busy = [look for look in looks if look]
        if busy:
            self._clock.observe(int(busy[-1][0]))
        return busy


def _timer(claim: bytes) -> DueTimer:
    table, kind, turn, due, _ = claim.decode().split("|")
    name, _, seat = kind.partition(".")
    timer = Timer(TimerKind(name), int(turn), int(due), int(seat) if seat else None)
    return DueTimer(TableId(table), timer, claim.decode())
