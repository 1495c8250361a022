"""What delivery needs of storage: marks, handles, notices, budgets and timers that outlive a process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.tables.model import Notice, Slot, TableId, Timer


@dataclass(frozen=True, slots=True)
class Handle:
    """What Telegram has of a screen."""

    epoch: int
    message: int
    """Telegram's message id."""
    digest: str
    """Hash of the render that Telegram has; empty: unknown."""
    chat: int
    deal: int = 0
    """Deals dealt at the table when it was sent: the board of an earlier deal stays, without buttons."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A screen that must be brought up to date, or the notices of a table (`slot` None)."""

    table: TableId
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class StoredNotice:
    """A notice waiting to be sent; ids grow per table."""

    id: str
    notice: Notice


@dataclass(frozen=True, slots=True)
class DueTimer:
    """A claimed deadline."""

    table: TableId
    timer: Timer
    claim: str = ""
    """Storage's own name of it, for `done`."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a hand that its person turned to, until the turn is over."""

    turn: int
    number: int


@dataclass(frozen=True, slots=True)
class Ring:
    """A table has new marks, or one of its screens is to be drawn (`slot`)."""

    table: TableId
    slot: Slot | None = None


class Leases(Protocol):
    """Which tables this process delivers for; the others are another worker's."""

    def holds(self, table: TableId) -> bool:
        """Whether it may send for a table at this instant."""
        ...


class Screens(Protocol):
    """Marks and handles."""

    async def marked(self, limit: int) -> tuple[Mark, ...]:
        """Some marks, oldest first, over the shards that this worker holds."""
        ...

    async def marked_at(self, table: TableId) -> tuple[Mark, ...]:
        """The marks of one table; one round trip."""
        ...

    async def unmark(self, mark: Mark, version: int) -> bool:
        """Remove a mark unless a commit newer than `version` set it again."""
        ...

    async def mark(self, mark: Mark) -> None:
        """Ask for a redraw."""
        ...

    async def handle(self, table: TableId, slot: Slot) -> Handle | None:
        """What Telegram has of a screen."""
        ...

    async def drawn(self, table: TableId, slot: Slot) -> tuple[Handle | None, Page | None]:
        """What Telegram has of a screen, and the page that its person turned to last; one round trip."""
        ...

    async def turn(self, table: TableId, slot: Slot, page: Page) -> None:
        """A person turned to another page of a screen: it is marked."""
        ...

    async def keep(self, table: TableId, slot: Slot, handle: Handle | None) -> bool:
        """Remember what Telegram has now (None: nothing).

        False: another worker delivers for the table now. Nothing is remembered, and the screen is marked
        with what Telegram has of it unknown.
        """
        ...

    async def notices(self, table: TableId) -> tuple[StoredNotice, ...]:
        """Unsent notices of a table in order."""
        ...

    async def sent(self, table: TableId, notice: str) -> None:
        """Forget a notice: its message exists."""
        ...

    async def shut(self, chat: int, table: TableId) -> None:
        """A chat takes nothing: remember which table has something for it."""
        ...

    async def shut_out(self, chat: int) -> tuple[TableId, ...]:
        """The tables that have something for a chat which took nothing."""
        ...

    async def opened(self, chat: int, table: TableId) -> None:
        """The chat takes messages again, and what the table has for it is marked."""
        ...


class Budgets(Protocol):
    """Write budgets shared by all workers (design §4)."""

    async def take(self, chat: int, *, words: bool = False) -> float:
        """Take one write for a chat and one of all: 0.0 when granted, else seconds until asking again.

        Screens go before `words`, and words never take the whole budget of a group.
        """
        ...

    async def hold(self, chat: int, seconds: float) -> None:
        """Telegram said `retry_after`: no write to that chat before."""
        ...


class Timers(Protocol):
    """Deadlines."""

    async def due(self, limit: int) -> tuple[DueTimer, ...]:
        """Claim deadlines that have passed, with a lease, in the shards that this worker holds."""
        ...

    async def done(self, timer: DueTimer) -> None:
        """The deadline was handled."""
        ...

    async def next_in(self) -> float | None:
        """Seconds to the next deadline, None without one."""
        ...
