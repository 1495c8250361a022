"""The service with real storage behind it, as tests call it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.model import (
    PersonId,
    Place,
    Sitter,
    Table,
    TableId,
)
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Sequence


@dataclass
class House:
    """A service and what is behind it; `update` counts like Telegram."""

    service: Service
    tables: RedisTables
    people: RedisPeople
    screens: RedisScreens
    timers: RedisTimers
    woken: list[TableId] = field(default_factory=list)
    update: int = 100

    def next(self) -> int:
        self.update += 1
        return self.update

    async def open(self, place: Place = FAMILY, opener: Sitter | None = ANNA) -> TableId:
        answer = await self.service.open_table(place, opener, (), "ru", self.next())
        assert answer.said is Said.OK, answer
        assert answer.table is not None
        return answer.table

    async def start(self) -> TableId:
        table = await self.open()
        for sitter in (BOHDAN, VERA):
            assert (await self.service.sit(table, sitter, self.next())).said is Said.OK
        assert (await self.service.start(table, ANNA.person, self.next())).said is Said.OK
        return table

    async def table(self, table: TableId) -> Table:
        found = await self.service.table(table)
        assert found is not None
        return found

    async def tap(self, table: TableId, person: PersonId, index: int = 0) -> Answer:
        turn = (await self.table(table)).turn
        return await self.service.act(table, person, turn, index, self.next())


@pytest.fixture
def house(store: Store) -> House:
    clock = RedisClock(store)
    tables, people = RedisTables(store, clock), RedisPeople(store)
    woken: list[TableId] = []
    service = Service(tables, people, clock, Sequence(), woken=woken.append)
    return House(service, tables, people, RedisScreens(store), RedisTimers(store, clock), woken)
