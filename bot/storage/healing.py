"""Indexes are rebuilt from what they point to: a lost entry of a place, a person or a group comes back."""

from __future__ import annotations

import logging

from bot.storage import keys
from bot.storage.archive import RedisArchive
from bot.storage.clock import RedisClock
from bot.storage.formats import UnknownFormatError
from bot.storage.store import Command, Store
from bot.storage.tables import RedisTables
from bot.tables.archive import Archived
from bot.tables.model import Stage, Table, TableId
from bot.tables.privacy import named

_log = logging.getLogger(__name__)


class Healer:
    """Goes through everything that is stored, once, beside the bot's work."""

    def __init__(self, store: Store, tables: RedisTables, archive: RedisArchive, clock: RedisClock) -> None:
        self._store = store
        self._tables = tables
        self._archive = archive
        self._clock = clock

    async def run(self) -> None:
        """Add the entries that are missing, drop those of people that dangle; others are dropped when read.

        Raises:
            StorageDown: what is left is looked at after the next start.
        """
        async for name in self._store.scan(keys.EVERY_TABLE):
            try:
                table = await self._tables.load(_table(name))
            except UnknownFormatError as error:
                _log.error("%s is passed over: %s", name, error)
                continue
            if table is not None:
                await self._store.calls(_of_table(table, await self._clock.now()))
        async for name in self._store.scan(keys.EVERY_MATCH):
            match = await self._archive.get(_table(name))
            if match is not None:
                await self._store.calls(_of_match(match))
        async for name in self._store.scan(keys.EVERY_KNOWN):
            await self._archive.heal(int(name.split(":")[2]))


def _table(key: str) -> TableId:
    return TableId(key.rpartition(":")[2])


def _of_table(table: Table, now: int) -> list[Command]:
    commands: list[Command] = [("SADD", keys.known(person), table.id) for person in sorted(named(table))]
    if table.stage is not Stage.FINISHED:
        commands.append(("SET", keys.place(table.place), f"{table.id} {now}", "NX"))
        commands += [
            ("SADD", keys.tables_of(person), table.id)
            for person in sorted(named(table))
            if table.concerns(person)
        ]
    return commands


def _of_match(match: Archived) -> list[Command]:
    known: list[Command] = [("SADD", keys.known(person), match.table) for person in sorted(match.persons)]
    return [*known, ("ZADD", keys.history(match.place.chat), "NX", match.ended_at, match.table)]
