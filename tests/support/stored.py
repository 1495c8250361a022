"""A house of use cases over a real server, without Telegram, and everything that the server holds."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random

from bot.storage.archive import Bounds, RedisArchive
from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.keeper import Keeper
from bot.tables.model import Place, Sitter, Stage, Table, TableId
from bot.tables.said import Said
from bot.tables.service import Service
from bot.tables.timing import awaited
from engine.match import legal_actions
from engine.players import Level, choose
from engine.view import seat_view
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA
from tests.support.tables import Sequence as Lots


@dataclass
class Stored:
    """Service, archive and deadlines of one server."""

    store: Store
    bounds: Bounds = field(default_factory=Bounds)
    lots: Lots = field(default_factory=Lots)
    updates: count[int] = field(default_factory=partial(count, 1))

    def __post_init__(self) -> None:
        self.clock = RedisClock(self.store)
        self.tables = RedisTables(self.store, self.clock)
        self.archive = RedisArchive(self.store, self.tables, self.bounds)
        self.people = RedisPeople(self.store)
        self.service = Service(self.tables, self.people, self.clock, self.lots, moving=self.archive.moved)
        self.keeper = Keeper(self.service, self.tables, self.archive, self.people)
        self.timers = RedisTimers(self.store, self.clock)

    async def seated(
        self, place: Place = FAMILY, seats: Sequence[Sitter] = (ANNA, BOHDAN, VERA), words: str = ""
    ) -> TableId:
        """A lobby with these people."""
        first, *others = seats
        opened = await self.service.open_table(place, first, words.split(), "ru", next(self.updates))
        assert opened.table is not None
        for sitter in others:
            assert (await self.service.sit(opened.table, sitter, next(self.updates))).said is Said.OK
        return opened.table

    async def started(
        self, place: Place = FAMILY, seats: Sequence[Sitter] = (ANNA, BOHDAN, VERA), words: str = ""
    ) -> TableId:
        """A match of these people, in its first deal."""
        table = await self.seated(place, seats, words)
        assert (await self.service.start(table, seats[0].person, next(self.updates))).said is Said.OK
        return table

    async def at(self, table: TableId) -> Table:
        """The table as it is stored."""
        found = await self.tables.load(table)
        assert found is not None
        return found

    async def step(self, table: TableId, rng: Random | None = None) -> None:
        """One action of whoever is waited for, or the next deal."""
        at = await self.at(table)
        assert at.match is not None
        seats = awaited(at.match)
        if not seats:
            await self.service.next_deal(table, at.seats[0].person, at.turn, next(self.updates))
            return
        legal = legal_actions(at.match, seats[0])
        action = choose(Level.AUTOPILOT, seat_view(at.match, seats[0]), legal, rng or Random(0))
        person = at.seats[seats[0]].person
        await self.service.act(table, person, at.turn, legal.index(action), next(self.updates))

    async def play(self, table: TableId, steps: int = 10_000) -> None:
        """So many steps, or to the end."""
        for _ in range(steps):
            if (await self.at(table)).stage is not Stage.PLAYING:
                return
            await self.step(table)

    async def stop(self, table: TableId) -> None:
        """A chat admin ends the match."""
        answer = await self.service.vote_stop(table, ANNA.person, next(self.updates), is_admin=True)
        assert answer.said is Said.STOPPED

    async def fire(self) -> int:
        """Serve all deadlines that have passed; how many there were."""
        claimed = await self.timers.due(1000)
        for due in claimed:
            await self.keeper.timer(due.table, due.timer)
            await self.timers.done(due)
        return len(claimed)

    async def ended(self, place: Place = FAMILY, steps: int = 5) -> TableId:
        """A match that was stopped, and that is in the archive."""
        table = await self.started(place)
        await self.play(table, steps)
        await self.stop(table)
        await self.fire()
        return table


async def everything(store: Store) -> dict[str, str]:
    """Each key with all that it holds, as text; what is compressed is unpacked."""
    found = {}
    async for key in store.scan("*"):
        kind = (await store.call("TYPE", key)).decode()
        if kind == "none":  # it has just ended
            continue
        read = {
            "string": ("GET", key),
            "hash": ("HGETALL", key),
            "list": ("LRANGE", key, 0, -1),
            "set": ("SMEMBERS", key),
            "zset": ("ZRANGE", key, 0, -1, "WITHSCORES"),
            "stream": ("XRANGE", key, "-", "+"),
        }[kind]
        held = await store.call(*read)
        found[key] = _text(sorted(held) if kind == "set" else held)
    return found


async def traces(store: Store, person: int, name: str) -> list[str]:
    """The keys that know somebody by number or by name, in the key itself or in what it holds."""
    number = re.compile(rf"(?<!\d){person}(?!\d)")
    stored = await everything(store)
    return [key for key, value in stored.items() if number.search(f"{key} {value}") or name in value]


def _text(value: object) -> str:
    match value:
        case bytes():
            with suppress(zlib.error):
                return zlib.decompress(value).decode()
            return value.decode(errors="replace")
        case dict():
            return " ".join(f"{_text(name)} {_text(each)}" for name, each in value.items())
        case list() | tuple() | set() | frozenset():
            return " ".join(map(_text, value))
        case _:
            return str(value)
