"""Marks, handles and notices: what delivery has to do, and what Telegram has."""

from __future__ import annotations

import json
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Final

from bot.delivery.ports import Handle, Mark, Page, StoredNotice
from bot.storage import keys
from bot.storage.codec import pack, unpack
from bot.storage.keys import TableKeys, shard
from bot.storage.leases import ALONE, Shards
from bot.storage.store import KEEP, REFUSE, TURN, UNMARK, Store
from bot.tables.model import Notice, Slot, TableId

_UNSAID: Final = 30 * 86_400
"""Seconds; as long as a finished table."""


class RedisScreens:
    """`bot.delivery.ports.Screens`."""

    def __init__(self, store: Store, shards: Shards = ALONE) -> None:
        self._store = store
        self._shards = shards

    async def marked(self, limit: int) -> tuple[Mark, ...]:
        """Some marks, oldest first; one round trip over the shards that are held."""
        shards = await self._store.calls(
            ("ZRANGE", keys.dirty(number), 0, limit - 1, "WITHSCORES") for number in self._shards.now()
        )
        oldest = merge(*(_scored(shard) for shard in shards), key=itemgetter(0))
        return tuple(_mark(member) for _, member in islice(oldest, limit))

    async def marked_at(self, table: TableId) -> tuple[Mark, ...]:
        """The marks of one table; one round trip."""
        names = await self._store.call("HKEYS", TableKeys.of(table).marks)
        return tuple(Mark(table, _slot(name.decode())) for name in names)

    async def unmark(self, mark: Mark, version: int) -> bool:
        """Remove a mark unless a commit newer than `version` set it again."""
        own = TableKeys.of(mark.table)
        return bool(
            await self._store.run(UNMARK, (own.marks, own.dirty), mark.table, _name(mark.slot), version)
        )

    async def mark(self, mark: Mark) -> None:
        """Ask for a redraw."""
        own = TableKeys.of(mark.table)
        await self._store.run(
            REFUSE, (own.state, own.updates, own.marks, own.dirty), mark.table, 0, _name(mark.slot)
        )

    async def handle(self, table: TableId, slot: Slot) -> Handle | None:
        """What Telegram has of a screen."""
        return (await self.drawn(table, slot))[0]

    async def drawn(self, table: TableId, slot: Slot) -> tuple[Handle | None, Page | None]:
        """What Telegram has of a screen, and the page that its person turned to last; one round trip."""
        handle, page = await self._store.call("HMGET", TableKeys.of(table).handles, str(slot), _page_of(slot))
        return (
            None if handle is None else unpack(Handle, json.loads(handle)),
            None if page is None else Page(*map(int, page.split())),
        )

    async def turn(self, table: TableId, slot: Slot, page: Page) -> None:
        """A person turned to another page of a screen: it is marked."""
        own = TableKeys.of(table)
        await self._store.run(
            TURN,
            (own.state, own.handles, own.marks, own.dirty),
            table,
            str(slot),
            _page_of(slot),
            f"{page.turn} {page.number}",
        )

    async def keep(self, table: TableId, slot: Slot, handle: Handle | None) -> bool:
        """Remember what Telegram has now (None: nothing); False: another worker delivers for the table."""
        own = TableKeys.of(table)
        kept = "" if handle is None else json.dumps(pack(Handle, handle))
        done = await self._store.run(
            KEEP,
            (own.state, own.handles, own.marks, own.dirty, keys.holder(shard(table))),
            table,
            str(slot),
            kept,
            self._shards.worker,
        )
        if not done:
            self._shards.lost(table)
        return bool(done)

    async def notices(self, table: TableId) -> tuple[StoredNotice, ...]:
        """Unsent notices of a table in order."""
        entries = await self._store.call("XRANGE", TableKeys.of(table).notices, "-", "+")
        return tuple(
            StoredNotice(number.decode(), unpack(Notice, json.loads(stored[b"n"])))
            for number, stored in entries
        )

    async def sent(self, table: TableId, notice: str) -> None:
        """Forget a notice: its message exists."""
        await self._store.call("XDEL", TableKeys.of(table).notices, notice)

    async def shut(self, chat: int, table: TableId) -> None:
        """A chat takes nothing: remember, for as long as a table is kept, which one has something for it."""
        await self._store.call("SADD", keys.unsaid(chat), table)
        await self._store.call("EXPIRE", keys.unsaid(chat), _UNSAID)

    async def shut_out(self, chat: int) -> tuple[TableId, ...]:
        """The tables that have something for a chat which took nothing."""
        names = await self._store.call("SMEMBERS", keys.unsaid(chat))
        return tuple(sorted(TableId(name.decode()) for name in names))

    async def opened(self, chat: int, table: TableId) -> None:
        """The chat takes messages again, and what the table has for it is marked."""
        await self._store.call("SREM", keys.unsaid(chat), table)


def _name(slot: Slot | None) -> str:
    return "" if slot is None else str(slot)


def _page_of(slot: Slot) -> str:
    return f"page {slot}"


def _slot(name: str) -> Slot | None:
    return Slot.parse(name) if name else None


def _mark(member: bytes) -> Mark:
    table, _, name = member.decode().partition("|")
    return Mark(TableId(table), _slot(name))


def _scored(pairs: list[tuple[bytes, float]]) -> list[tuple[float, bytes]]:
    return [(score, member) for member, score in pairs]
