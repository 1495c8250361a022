"""How a decision becomes a commit: read the table once, decide purely, commit once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias, assert_never
from weakref import WeakValueDictionary

from bot.tables import flow, succession
from bot.tables.context import USUAL, Context, Tempo
from bot.tables.model import NO_CLOCK, Clock, Slot, Stage, Table, TableId
from bot.tables.ports import (
    Answer,
    Change,
    Committed,
    Contended,
    Entropy,
    People,
    Raced,
    Refusal,
    Repeated,
    ServerClock,
    Tables,
)
from bot.tables.said import Said

Decide: TypeAlias = Callable[[Table, Context], Change | Refusal]
"""A use case bound to its command."""

ATTEMPTS = 50
"""Lost races against other workers before an update is given back; inside a process nobody races."""


async def _stays(_old: int, _new: int) -> None:
    """Nothing else is kept."""


class Commits:
    """What every use case does with its decision."""

    def __init__(
        self,
        tables: Tables,
        remembered: People,
        clock: ServerClock,
        entropy: Entropy,
        *,
        woken: Callable[[TableId], None] = lambda _table: None,
        tempo: Tempo = USUAL,
        usual: Clock = NO_CLOCK,
        moving: Callable[[int, int], Awaitable[None]] = _stays,
    ) -> None:
        """`woken` is called after each commit, so that delivery need not wait for its next scan.

        `usual` is the clock of tables in groups that chose none; `moving` takes along what else is kept of
        a group, such as its archive, from the first number to the second.
        """
        self._tables = tables
        self._people = remembered
        self._clock = clock
        self._entropy = entropy
        self._woken = woken
        self._tempo = tempo
        self._moving = moving
        self._usual = usual
        self._queues: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    async def _run(self, table: TableId, update: int, decide: Decide) -> Answer:
        """One tap after another per table, so that the taps of one process never fight for a commit."""
        queue = self._queues.setdefault(table, asyncio.Lock())
        async with queue:
            for _ in range(ATTEMPTS):
                answer = await self._try(table, update, decide)
                if answer is not None:
                    return answer
        raise Contended(table)

    async def _try(self, table: TableId, update: int, decide: Decide) -> Answer | None:
        found = await self._tables.load(table)
        if found is None:
            return Answer(Said.NO_TABLE)
        decision = decide(found, await self._context())
        match decision:
            case Refusal(answer, redraw):
                return await self._refused(table, update, answer, redraw)
            case Change():
                return await self._commit(succession.noted(found, decision), update)
            case _:
                assert_never(decision)

    async def _context(self) -> Context:
        return Context(await self._clock.now(), self._entropy, self._tempo)

    async def _refused(self, table: TableId, update: int, answer: Answer, redraw: Slot | None) -> Answer:
        if not update and redraw is None:
            return answer
        before = await self._tables.refuse(table, update, redraw)
        if before is not None:
            return Answer(before.said, n=before.n, table=table)
        if redraw is not None:
            self._woken(table)
        return answer

    async def _commit(self, change: Change, update: int) -> Answer | None:
        if change.table.stage is Stage.FINISHED:
            change = flow.published(change, await self._tables.commitments(change.table.id))
        outcome = await self._tables.commit(change, update)
        match outcome:
            case Committed():
                self._woken(change.table.id)
                return change.answer
            case Repeated(said, n):
                return Answer(said, n=n, table=change.table.id)
            case Raced():
                return None
            case _:
                assert_never(outcome)
