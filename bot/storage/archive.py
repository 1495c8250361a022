"""The archive: a match beside its table's keys, an index of them by group, and one by person.

A match lives in the slot of its table, the index of a group in a slot of its own: the index is written first,
so that a crash leaves an entry without a match, which is skipped and trimmed, never a match without an entry.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.storage import formats, keys
from bot.storage.codec import Json, pack, unpack
from bot.storage.formats import Migration
from bot.storage.keys import TableKeys
from bot.storage.store import AMEND, ARCHIVE, Store
from bot.storage.tables import RedisTables
from bot.tables.archive import Archived, Player
from bot.tables.model import PersonId, Place, TableId
from bot.tables.privacy import named
from engine.events import EndWhy

FORMAT: Final = 1
"""Version of a stored match."""
MIGRATIONS: Final[dict[int, Migration]] = {}
"""As `formats.MIGRATIONS`."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of the past a group keeps."""

    matches: int = 100
    days: int = 365

    @property
    def seconds(self) -> int:
        """The age at which a match is dropped."""
        return self.days * 86_400


class RedisArchive:
    """`bot.tables.archive.Archive`."""

    def __init__(self, store: Store, tables: RedisTables, bounds: Bounds = Bounds()) -> None:
        self._store = store
        self._tables = tables
        self._bounds = bounds

    async def put(self, match: Archived, version: int) -> bool:
        """Keep a match, once or again, and trim its group's archive; False: the table has changed."""
        history = keys.history(match.place.chat)
        await self._store.calls(
            (
                ("ZADD", history, match.ended_at, match.table),
                ("EXPIRE", history, self._bounds.seconds),
                *(("SADD", keys.known(person), match.table) for person in sorted(match.persons)),
            )
        )
        kept = await self._store.run(
            ARCHIVE,
            (TableKeys.of(match.table).state, keys.archived(match.table)),
            version,
            dump(match),
            zlib.compress("\n".join(match.record).encode()),
            self._bounds.seconds,
        )
        if kept:
            await self._trim(match.place.chat, match.ended_at)
            for person in sorted(match.persons):
                await self.heal(person)
        return bool(kept)

    async def get(self, table: TableId) -> Archived | None:
        """One match."""
        return _match(await self._store.call("HMGET", keys.archived(table), "m", "r"))

    async def of_chat(self, chat: int) -> tuple[Archived, ...]:
        """All matches of a group, the oldest first; entries without a match are skipped."""
        names = await self._store.call("ZRANGE", keys.history(chat), 0, -1)
        stored = await self._store.calls(
            ("HMGET", keys.archived(TableId(name.decode())), "m", "r") for name in names
        )
        return tuple(match for each in stored if (match := _match(each)) is not None)

    async def of_person(self, person: PersonId) -> tuple[TableId, ...]:
        """Tables and archived matches that name a person; entries that dangle are dropped."""
        index = keys.known(person)
        names = sorted(TableId(name.decode()) for name in await self._store.call("SMEMBERS", index))
        found = tuple([name for name in names if await self._names(name, person)])
        if dangling := set(names).difference(found):
            await self._store.call("SREM", index, *sorted(dangling))
        return found

    async def forget(self, table: TableId, person: PersonId) -> None:
        """Take a person out of a match."""

        def without(match: Archived) -> Archived:
            return match.forgetting(person)

        await self._amend(table, without)

    async def moved(self, old: int, new: int) -> None:
        """The group `old` became the supergroup `new`: its archive follows; may be told twice."""
        listed = await self._store.call("ZRANGE", keys.history(old), 0, -1, "WITHSCORES")
        if not listed:
            return
        place = Place(new)
        for name, _ in listed:
            await self._amend(TableId(name.decode()), lambda match: match.at(place))
        scores: list[str | bytes | int] = [part for name, score in listed for part in (int(score), name)]
        await self._store.call("ZADD", keys.history(new), *scores)
        await self._store.call("EXPIRE", keys.history(new), self._bounds.seconds)
        await self._store.call("DEL", keys.history(old))

    async def heal(self, person: PersonId) -> None:
        """Drop what is there no more, so that the index of a person is bounded by his groups' archives."""
        index = keys.known(person)
        names = sorted(await self._store.call("SMEMBERS", index))
        tables = [TableId(name.decode()) for name in names]
        there = await self._store.calls(
            ("EXISTS", key) for table in tables for key in (TableKeys.of(table).state, keys.archived(table))
        )
        gone = [name for at, name in enumerate(names) if not any(there[2 * at : 2 * at + 2])]
        if gone:
            await self._store.call("SREM", index, *gone)

    async def _names(self, table: TableId, person: PersonId) -> bool:
        at = await self._tables.load(table)
        if at is not None and person in named(at):
            return True
        match = await self.get(table)
        return match is not None and person in match.persons

    async def _amend(self, table: TableId, change: Callable[[Archived], Archived]) -> None:
        """Change a match; whoever changes it at the same time is waited for."""
        while True:
            stored = await self._store.call("HMGET", keys.archived(table), "m", "r")
            match = _match(stored)
            if match is None or change(match) == match:
                return
            if await self._store.run(AMEND, (keys.archived(table),), stored[0], dump(change(match))):
                return

    async def _trim(self, chat: int, now: int) -> None:
        """The newest matches stay, as far as they are young enough; the list of a group goes last."""
        history = keys.history(chat)
        many, old = await self._store.calls(
            (
                ("ZRANGE", history, 0, -1 - self._bounds.matches),
                ("ZRANGE", history, "-inf", now - self._bounds.seconds * 1000, "BYSCORE"),
            )
        )
        gone = sorted({*many, *old})
        if gone:
            await self._store.calls(("DEL", *keys.of_match(TableId(name.decode()))) for name in gone)
            await self._store.call("ZREM", history, *gone)


def dump(match: Archived) -> bytes:
    """A match without its record."""
    data = {
        "format": FORMAT,
        "table": match.table,
        "place": [match.place.chat, match.place.thread],
        "lang": match.lang,
        "opened": match.opened_at,
        "ended": match.ended_at,
        "why": match.why.value,
        "winners": match.winners,
        "places": match.places,
        "scores": match.scores,
        "deals": match.deals,
        "players": pack(tuple[Player, ...], match.players),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def load(data: bytes, record: Sequence[str]) -> Archived:
    """The match that `dump` wrote, in whatever version.

    Raises:
        UnknownFormatError: a newer program stored it.
    """
    found: dict[str, Json] = formats.migrate(json.loads(data), MIGRATIONS, FORMAT)
    chat, thread = found["place"]
    return Archived(
        table=TableId(found["table"]),
        place=Place(chat, thread),
        lang=found["lang"],
        opened_at=found["opened"],
        ended_at=found["ended"],
        why=EndWhy(found["why"]),
        winners=tuple(found["winners"]),
        places=tuple(found["places"]),
        scores=tuple(found["scores"]),
        deals=found["deals"],
        players=unpack(tuple[Player, ...], found["players"]),
        record=tuple(record),
    )


def _match(stored: list[bytes | None]) -> Archived | None:
    data, record = stored
    if data is None or record is None:
        return None
    return load(data, zlib.decompress(record).decode().split("\n"))
