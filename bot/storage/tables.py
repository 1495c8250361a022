"""Stored tables: the index of places, one atomic commit, and what is kept beside a table."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Final, Self, TypeAlias

from bot.storage import formats, keys
from bot.storage.clock import RedisClock
from bot.storage.codec import pack
from bot.storage.keys import TableKeys
from bot.storage.store import COMMIT, REFUSE, RELEASE, RESERVE, Command, Store
from bot.tables.deals import with_its_deck
from bot.tables.model import KEEP, Commitment, Notice, PersonId, Place, Slot, Stage, Table, TableId, Timer
from bot.tables.ports import Change, Committed, Raced, Repeated
from bot.tables.privacy import named
from bot.tables.said import Said
from engine.record import snapshot
from engine.record.replayer import replay

_GRACE: Final = 2_000
"""Milliseconds after which an index entry without a table counts as left behind by a crash."""
_REMEMBERED: Final = 512
"""Updates remembered per table; Telegram repeats an update for a day at most."""
_REMEMBERED_FOR: Final = 2 * 86_400
_DECODED: Final = 1_000
"""Tables whose decoded form is kept in memory."""

Outcome: TypeAlias = Committed | Raced | Repeated


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """Seconds after the last commit until a table's keys are dropped; a table in play stays for ever."""

    lobby: int = 86_400
    """Also of one that has closed before any match."""
    finished: int = 30 * 86_400

    @classmethod
    def of_settings(cls, lobby: int, archive: int) -> Self:
        """With the keys of a lobby there when its deadline, in milliseconds, closes it.

        No match outlives its archive, in seconds.
        """
        usual = cls()
        return cls(max(usual.lobby, 2 * lobby // 1_000), min(usual.finished, archive))

    def of(self, table: Table) -> int:
        """0: for ever."""
        if table.stage is Stage.PLAYING:
            return 0
        return self.lobby if table.match is None else self.finished


class RedisTables:
    """`bot.tables.ports.Tables`."""

    def __init__(self, store: Store, clock: RedisClock, lifetimes: Lifetimes = Lifetimes()) -> None:
        self._store = store
        self._clock = clock
        self._lifetimes = lifetimes
        self._decoded: dict[TableId, Table] = {}

    async def load(self, table: TableId) -> Table | None:
        """The table, migrated to today's format; one round trip.

        What another version of the engine stored of the match is replayed from its record, and from the deck
        that the table committed to where its dealer still looks at it.
        """
        version, data, stored = await self._store.call("HMGET", TableKeys.of(table).state, "v", "s", "m")
        if version is None:
            return None
        known = self._decoded.get(table)
        if known is not None and known.version == int(version):
            return known
        try:
            match = snapshot.load(stored) if stored else None
        except snapshot.SnapshotError:
            match = replay("\n".join(await self.record(table)).encode()).state
        return self._know(with_its_deck(formats.load(table, int(version), data, match)))

    async def find(self, place: Place) -> TableId | None:
        """The open table of a place; an entry that a crash left behind is freed after two seconds."""
        entry = await self._store.call("GET", keys.place(place))
        if entry is None:
            return None
        table, since = _parse_entry(entry)
        if await self._is_open(table, place):
            return table
        if not _is_fresh(since, await self._clock.now()):
            await self._store.run(RELEASE, (keys.place(place),), entry)
        return None

    async def of_person(self, person: PersonId) -> tuple[TableId, ...]:
        """Tables that concern a person; entries of other tables are dropped."""
        index = keys.tables_of(person)
        named = sorted(TableId(name.decode()) for name in await self._store.call("SMEMBERS", index))
        tables = {name: await self.load(name) for name in named}
        found = tuple(
            name for name, table in tables.items() if table is not None and _concerns(table, person)
        )
        if dangling := set(named).difference(found):
            await self._store.call("SREM", index, *sorted(dangling))
        return found

    async def create(self, change: Change, update: int) -> Outcome:
        """Open a table: `Raced` when the place got another one meanwhile, or the id is taken.

        The place is reserved first. A crash before the table is stored leaves an entry that `find` frees.
        """
        if not await self._reserve(change.table):
            holder = await self.find(change.table.place)
            return (holder and await self.refuse(holder, update, None)) or Raced()
        return await self.commit(change, update)

    async def commit(self, change: Change, update: int) -> Outcome:
        """Write one change atomically; one round trip unless people or the place come or go."""
        newcomers = self._newcomers(change)
        await self._store.calls(newcomers)
        if change.moved_from is not None and not await self._reserve(change.table):
            return Raced()
        outcome = await self._commit(change, update)
        if not isinstance(outcome, Raced):
            await self._store.calls(newcomers)  # whoever read the index meanwhile found that it dangled
            await self._leave(change)
        return outcome

    async def refuse(self, table: TableId, update: int, redraw: Slot | None) -> Repeated | None:
        """Mark a screen for a redraw and say whether this update was committed before; one round trip."""
        own = TableKeys.of(table)
        before = await self._store.run(
            REFUSE,
            (own.state, own.updates, own.marks, own.dirty),
            table,
            update,
            str(redraw) if redraw else "-",
        )
        return None if before is None else _parse_answer(before)

    async def record(self, table: TableId) -> tuple[str, ...]:
        """The stored record, line by line; each line ends with the update that wrote it, as a comment."""
        lines = await self._store.call("LRANGE", TableKeys.of(table).record, 0, -1)
        return tuple(line.decode() for line in lines)

    async def commitments(self, table: TableId) -> tuple[Commitment, ...]:
        """What the table committed to, deal by deal from the first."""
        pairs = await self._store.call("LRANGE", TableKeys.of(table).commitments, 0, -1)
        return tuple(Commitment.to(*pair.decode().split()) for pair in pairs)

    def _newcomers(self, change: Change) -> tuple[Command, ...]:
        """Index entries of those whom a change is the first to name; what a crash leaves behind heals."""
        table = change.table
        before = self._decoded.get(table.id)
        known = named(before) if before and before.version == table.version else frozenset()
        fresh = [("SADD", keys.known(person), table.id) for person in sorted(named(table) - known)]
        seated = [("SADD", keys.tables_of(person), table.id) for person in change.joined]
        return (*fresh, *seated)

    async def _is_open(self, table: TableId, place: Place) -> bool:
        found = await self.load(table)
        return found is not None and found.stage is not Stage.FINISHED and found.place == place

    def _know(self, table: Table) -> Table:
        """Spare the decoding of a version that was decoded or written here."""
        self._decoded.pop(table.id, None)
        if len(self._decoded) >= _DECODED:
            del self._decoded[next(iter(self._decoded))]
        self._decoded[table.id] = table
        return table

    async def _commit(self, change: Change, update: int) -> Outcome:
        table = change.table
        own = TableKeys.of(table.id)
        data, match = formats.dump(table)
        status, now, word = await self._store.run(
            COMMIT,
            own.all,
            table.id,
            table.version,
            update,
            _as_json(change, update, await self._clock.now()),
            data,
            match,
            self._lifetimes.of(table),
            _REMEMBERED_FOR,
            _REMEMBERED,
        )
        self._clock.observe(int(now))
        match status:
            case b"committed":
                self._know(replace(table, version=int(word)))
                return Committed(int(word))
            case b"repeated":
                return _parse_answer(word)
            case _:
                return Raced()

    async def _leave(self, change: Change) -> None:
        """Index entries go after the commit: one that a crash leaves behind is healed when it is read."""
        table = change.table
        finished = table.stage is Stage.FINISHED
        for person in sorted({*change.left, *(named(table) if finished else ())}):
            await self._store.call("SREM", keys.tables_of(person), table.id)
        for place in (change.moved_from, table.place if finished else None):
            if place is not None:
                await self._release(place, table.id)

    async def _reserve(self, table: Table) -> bool:
        """Take the table's place in the index, unless another table is there or about to be."""
        entry = keys.place(table.place)
        now = await self._clock.now()
        seen = await self._store.call("GET", entry) or b""
        if seen:
            holder, since = _parse_entry(seen)
            if await self._is_open(holder, table.place) or _is_fresh(since, now):
                return holder == table.id
        return bool(await self._store.run(RESERVE, (entry,), f"{table.id} {now}", seen))

    async def _release(self, place: Place, table: TableId) -> None:
        entry = await self._store.call("GET", keys.place(place))
        if entry is not None and _parse_entry(entry)[0] == table:
            await self._store.run(RELEASE, (keys.place(place),), entry)


def _as_json(change: Change, update: int, now: int) -> str:
    table = change.table.id
    comment = f"  # update {update}" if update else ""
    data: dict[str, object] = {
        "answer": f"{update} {change.answer.said.value} {change.answer.n}",
        "record": [line + comment for line in change.record],
        "undone": change.undone,
        "now": now,
        "notices": [json.dumps(pack(Notice, notice), separators=(",", ":")) for notice in change.notices],
        "dirty": [*sorted(map(str, change.dirty)), *([""] if change.notices else [])],
    }
    if change.commitment is not None:
        data["commitment"] = f"{change.commitment.salt} {change.commitment.deck}"
    if change.timers is not None:
        data["timers"] = [_member(table, timer) for timer in change.timers]
    return json.dumps(data, separators=(",", ":"))


def _member(table: TableId, timer: Timer) -> dict[str, object]:
    """A deadline that is kept has no time: the one that is stored for the same purpose stays."""
    kind = timer.kind.value if timer.seat is None else f"{timer.kind.value}.{timer.seat}"
    purpose = f"{table}|{kind}|{timer.turn}|"
    if timer.due == KEEP:
        return {"purpose": purpose}
    return {"purpose": purpose, "member": f"{purpose}{timer.due}", "due": str(timer.due)}


def _parse_entry(entry: bytes) -> tuple[TableId, int]:
    table, since = entry.decode().split()
    return TableId(table), int(since)


def _is_fresh(since: int, now: int) -> bool:
    """Whether the table of an entry may be about to be stored; a clock that went back makes none fresh."""
    return abs(now - since) <= _GRACE


def _parse_answer(stored: bytes) -> Repeated:
    _, said, number = stored.decode().split()
    return Repeated(Said(said), int(number))


def _concerns(table: Table, person: PersonId) -> bool:
    return table.stage is not Stage.FINISHED and table.concerns(person)
