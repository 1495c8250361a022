"""What the use cases need from the outside; storage implements these."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.tables.model import (
    Clock,
    Commitment,
    HouseRules,
    Lang,
    Notice,
    PersonId,
    Place,
    Slot,
    Table,
    TableId,
    Timer,
)
from bot.tables.said import Said
from engine.actions import Seat
from engine.errors import RuleError


class StorageDown(Exception):  # noqa: N818 - named after what happened
    """The storage server does not answer: whether anything is stored is unknown; try the update again."""


class Contended(Exception):  # noqa: N818 - named after what happened
    """Other workers won every race for a table: nothing is stored, and the update may be tried again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who tapped or wrote is told."""

    said: Said
    error: RuleError | None = None
    n: int = 0
    """A number that the words need (players missing, votes)."""
    table: TableId | None = None
    """The table that a deep link or a pointer to the open table should name."""


@dataclass(frozen=True, slots=True)
class Change:
    """One accepted action: everything that one atomic commit writes."""

    table: Table
    """The table after it; `version` is the one it was decided on, the commit writes version + 1."""
    answer: Answer
    dirty: frozenset[Slot] = frozenset()
    record: tuple[str, ...] = ()
    """Lines of the game record to append (seats are P1…P6)."""
    undone: int = 0
    """Lines at the end of the record that do not count any more: they are kept as comments."""
    notices: tuple[Notice, ...] = ()
    timers: tuple[Timer, ...] | None = None
    """The table's timers from now on; None: as they are."""
    commitment: Commitment | None = None
    """Of the deal that this change starts: kept beside the table until the match ends."""
    joined: tuple[PersonId, ...] = ()
    """Who sits down, queues or begins to look on by this change, for the index of a person's tables."""
    left: tuple[PersonId, ...] = ()
    """Whom the table does not concern any more."""
    moved_from: Place | None = None
    """Where the table was before, when its group became a supergroup."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing changes; `redraw` asks for a fresh screen of that slot all the same (an old button)."""

    answer: Answer
    redraw: Slot | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored."""

    version: int


@dataclass(frozen=True, slots=True)
class Raced:
    """Somebody else's commit came first: read again and decide again."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """This update was committed before: answer as then."""

    said: Said
    n: int = 0


class Tables(Protocol):
    """Stored tables."""

    async def load(self, table: TableId) -> Table | None:
        """The table, migrated to today's format; one round trip."""
        ...

    async def find(self, place: Place) -> TableId | None:
        """The open table of a place; a dangling index entry is repaired and reads as None."""
        ...

    async def of_person(self, person: PersonId) -> tuple[TableId, ...]:
        """Tables at which a person sits; dangling entries heal."""
        ...

    async def create(self, change: Change, update: int) -> Committed | Raced | Repeated:
        """Open a table: `Raced` when the place got another one meanwhile, or the id is taken."""
        ...

    async def commit(self, change: Change, update: int) -> Committed | Raced | Repeated:
        """Write one change atomically; one round trip. `update` is Telegram's (0: a timer of ours)."""
        ...

    async def refuse(self, table: TableId, update: int, redraw: Slot | None) -> Repeated | None:
        """Mark a screen for a redraw and say whether this update was committed before; one round trip."""
        ...

    async def record(self, table: TableId) -> tuple[str, ...]:
        """The stored record, line by line; each line ends with the update that wrote it, as a comment."""
        ...

    async def commitments(self, table: TableId) -> tuple[Commitment, ...]:
        """What the table committed to, deal by deal from the first."""
        ...


@dataclass(frozen=True, slots=True)
class Profile:
    """What is remembered of a person."""

    person: PersonId
    name: str
    lang: Lang | None
    """His own choice (`/lang`), which beats everything else."""
    client_lang: Lang | None
    """Telegram's `language_code`, the last resort."""
    reachable: bool
    """The private chat is open."""


class WishKind(StrEnum):
    """What somebody wants of a table."""

    SIT = "sit"
    TAKE = "take"
    """A seat that somebody has left in the middle of a match."""
    QUEUE = "queue"
    WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants whose private chat has to be opened first."""

    table: TableId
    kind: WishKind = WishKind.SIT
    seat: Seat = 0
    """Which seat he takes."""


class People(Protocol):
    """Remembered people, chats and intents."""

    async def profile(self, person: PersonId) -> Profile | None:
        """What is known of a person."""
        ...

    async def remember(self, profile: Profile) -> None:
        """Store a person's data."""
        ...

    async def chat_lang(self, chat: int) -> Lang | None:
        """The group's chosen language."""
        ...

    async def set_chat_lang(self, chat: int, lang: Lang) -> None:
        """Choose the group's language."""
        ...

    async def chat_rules(self, chat: int) -> HouseRules | None:
        """The rules that a group saved as its own."""
        ...

    async def set_chat_rules(self, chat: int, rules: HouseRules | None) -> None:
        """Save the group's own rules; None: it has none."""
        ...

    async def chat_clock(self, chat: int) -> Clock | None:
        """The clock that a group chose for its tables."""
        ...

    async def set_chat_clock(self, chat: int, clock: Clock) -> None:
        """Choose the clock of a group's tables."""
        ...

    async def went(self, chat: int) -> int | None:
        """The supergroup that a group became."""
        ...

    async def bequeath(self, chat: int, to: int) -> None:
        """A group became the supergroup `to`, which takes over all its settings in one step, once."""
        ...

    async def intend(self, person: PersonId, wish: Wish) -> None:
        """Remember for 10 minutes what a person wanted whose private chat was closed."""
        ...

    async def intent(self, person: PersonId) -> Wish | None:
        """What a person wanted."""
        ...

    async def forget_intent(self, person: PersonId) -> None:
        """The intent is fulfilled."""
        ...


class Entropy(Protocol):
    """Randomness and ids."""

    def deck_seed(self) -> bytes:
        """32 bytes from the operating system for one shuffle."""
        ...

    def salt(self) -> str:
        """16 random bytes in hexadecimal."""
        ...

    def table_id(self) -> TableId:
        """A fresh table id."""
        ...

    def first_dealer(self, players: int) -> int:
        """A fair lot."""
        ...


class ServerClock(Protocol):
    """Time by the storage server, so that several workers agree."""

    async def now(self) -> int:
        """Unix milliseconds."""
        ...
