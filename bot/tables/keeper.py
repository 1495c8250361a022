"""What is kept when a match is over, and what a person may have of it: his data, and their deletion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.tables import archive
from bot.tables.archive import Archive, Archived
from bot.tables.model import PersonId, Stage, Table, TableId, Timer, TimerKind
from bot.tables.ports import Contended, Profile, Tables
from bot.tables.service import Service

_ATTEMPTS = 50
"""Times that a table may change while it is read."""


class Forgotten(Protocol):
    """What is remembered of people, as their deletion needs it."""

    async def ask(self, chat: int) -> int:
        """Seconds until a chat may have a big file: 0 once a minute."""
        ...

    async def will_forget(self, person: PersonId) -> None:
        """Note that a person's data are to be deleted: from here on it happens, whatever breaks off."""
        ...

    async def went(self, chat: int) -> int | None:
        """The supergroup that a group became."""
        ...

    async def to_forget(self) -> tuple[PersonId, ...]:
        """Whose deletion is not finished."""
        ...

    async def forget(self, person: PersonId) -> None:
        """Delete profile and wishes of a person, then the note that it is to be done."""
        ...


@dataclass(frozen=True, slots=True)
class Known:
    """Everything that is stored about a person."""

    profile: Profile | None
    tables: tuple[Table, ...]
    matches: tuple[Archived, ...]


@dataclass(frozen=True, slots=True)
class Later:
    """It was asked for a moment ago."""

    seconds: int


class Keeper:
    """The archive of groups, and the rights of people."""

    def __init__(self, service: Service, tables: Tables, kept: Archive, people: Forgotten) -> None:
        self._service = service
        self._tables = tables
        self._archive = kept
        self._people = people

    async def timer(self, table: TableId, timer: Timer) -> None:
        """A deadline has passed: a match that is over is kept, everything else is the table's affair."""
        if timer.kind is TimerKind.ARCHIVE:
            await self.keep(table, timer.due)
        else:
            await self._service.timer(table, timer)

    async def keep(self, table: TableId, ended_at: int) -> None:
        """Put a match into its group's archive; once more does no harm.

        Raises:
            Contended: the table changed all the time.
        """
        for _ in range(_ATTEMPTS):
            found = await self._tables.load(table)
            if found is None:
                return
            record, commitments = await self._tables.record(table), await self._tables.commitments(table)
            match = archive.archived(found, record, commitments, ended_at)
            if match is None:
                return
            if await self._archive.put(match, found.version):
                await self._follow(match.place.chat)
                return
        raise Contended(table)

    async def _follow(self, chat: int) -> None:
        """The group may have become a supergroup meanwhile: what came into its archive late goes along."""
        to = await self._people.went(chat)
        if to is not None:
            await self._archive.moved(chat, to)

    async def export(self, chat: int) -> tuple[Archived, ...] | Later:
        """The matches of a group, the oldest first; once in a while."""
        wait = await self._people.ask(chat)
        return Later(wait) if wait else await self._archive.of_chat(chat)

    async def own(self, person: PersonId) -> Known | Later:
        """As `known`, for the person himself; once in a while."""
        wait = await self._people.ask(person)
        return Later(wait) if wait else await self.known(person)

    async def known(self, person: PersonId) -> Known:
        """Everything that is stored about a person."""
        names = await self._names(person)
        tables = [await self._tables.load(name) for name in names]
        matches = [await self._archive.get(name) for name in names]
        return Known(
            await self._service.profile(person),
            tuple(table for table in tables if table is not None),
            tuple(match for match in matches if match is not None),
        )

    async def will_forget(self, person: PersonId) -> None:
        """Take the wish down: it is carried out by `forget`, at once or after a restart."""
        await self._people.will_forget(person)

    async def forget(self, person: PersonId) -> None:
        """Delete what is known of a person; what was done already before a restart is not done again.

        The table goes before its match: whoever keeps the match meanwhile reads the table again. What names
        him is looked up until there is nothing, since he may be sitting down at this moment.

        Raises:
            Contended: he sits down all the time; `resume` goes on.
        """
        attempts = _ATTEMPTS
        while names := await self._names(person):
            if not attempts:
                raise Contended(names[0])
            attempts -= 1
            for name in names:
                await self._service.forget(name, person)
                await self._archive.forget(name, person)
        await self._people.forget(person)

    async def gone(self, chat: int, person: PersonId) -> None:
        """Somebody is not in the group any more: its tables go on without him, and so does a next match."""
        await self._service.gone(chat, person)
        for name in await self._archive.of_person(person):
            table = await self._tables.load(name)
            if table is not None and table.stage is Stage.FINISHED and table.place.chat == chat:
                await self._service.gone_from(name, person)

    async def resume(self) -> None:
        """Finish the deletions that broke off."""
        for person in await self._people.to_forget():
            await self.forget(person)

    async def _names(self, person: PersonId) -> Sequence[TableId]:
        return sorted({*await self._archive.of_person(person), *await self._tables.of_person(person)})
