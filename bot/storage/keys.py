"""Names of the keys, all with the prefix `th:`.

All keys of a table, and the marks and deadlines of its shard, share the hash tag `{sN}`, so that one script
may write them on a cluster as well. The number of shards is a part of the stored format and never changes.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final
from zlib import crc32

from bot.tables.model import PersonId, Place, TableId

SHARDS: Final = 8


def shard(table: TableId) -> int:
    """Where a table lives, for life."""
    return crc32(table.encode()) % SHARDS


@dataclass(frozen=True, slots=True)
class TableKeys:
    """The keys of one table."""

    state: str
    """Hash: `v` version, `s` the table, `m` the match, `t` its deadlines, `x` 1 while the keys expire."""
    record: str
    """List: the lines of the game record."""
    commitments: str
    """List: salt and deck, deal by deal."""
    updates: str
    """Sorted set by update id: what was answered to it."""
    notices: str
    """Stream: unsent notices."""
    marks: str
    """Hash: dirty screen -> version of the commit that marked it."""
    handles: str
    """Hash: screen -> what Telegram has of it, `page <screen>` -> the turn and the page its person wants."""
    dirty: str
    """Sorted set of the shard: screens to be brought up to date, by the time they were marked."""
    due: str
    """Sorted set of the shard: deadlines."""

    @property
    def all(self) -> tuple[str, ...]:
        """The keys in this order, as the commit takes them."""
        return astuple(self)

    @classmethod
    def of(cls, table: TableId) -> TableKeys:
        """The keys of `table`."""
        number = shard(table)
        prefix = f"th:{{s{number}}}:"
        return cls(
            state=f"{prefix}t:{table}",
            record=f"{prefix}r:{table}",
            commitments=f"{prefix}c:{table}",
            updates=f"{prefix}u:{table}",
            notices=f"{prefix}n:{table}",
            marks=f"{prefix}m:{table}",
            handles=f"{prefix}h:{table}",
            dirty=dirty(number),
            due=due(number),
        )


EVERY_TABLE: Final = "th:{s*}:t:*"
"""Pattern of all `TableKeys.state`."""
EVERY_MATCH: Final = "th:{s*}:a:*"
"""Pattern of all `archived`."""


def dirty(number: int) -> str:
    """The dirty screens of a shard."""
    return f"th:{{s{number}}}:dirty"


def due(number: int) -> str:
    """The deadlines of a shard."""
    return f"th:{{s{number}}}:due"


def beat(number: int) -> str:
    """The heartbeat of a shard: when its deadlines were looked at last."""
    return f"th:{{s{number}}}:beat"


def holder(number: int) -> str:
    """The worker that delivers for a shard, as it noted itself beside the shard's tables."""
    return f"th:{{s{number}}}:holder"


LEASES: Final = "th:leases"
"""Hash: `w:<worker>` -> when its lease ends in Unix milliseconds, `s:<shard>` -> the worker that holds it."""
WORKERS: Final = "th:workers"
"""Channel: something about the leases has changed."""


def ear(worker: str) -> str:
    """Channel: what one worker is told."""
    return f"th:worker:{worker}"


def place(where: Place) -> str:
    """The index entry of a place."""
    return f"th:place:{where.chat}" if where.thread is None else f"th:place:{where.chat}:{where.thread}"


def person(who: PersonId) -> str:
    """What is remembered of a person."""
    return f"th:person:{who}"


def tables_of(who: PersonId) -> str:
    """The index of a person's tables."""
    return f"th:person:{who}:tables"


def known(who: PersonId) -> str:
    """The index of what names a person: tables, finished ones too, and archived matches."""
    return f"th:person:{who}:known"


EVERY_KNOWN: Final = "th:person:*:known"
"""Pattern of all `known`."""


PARKED: Final = "th:parked"
"""Hash: updates that wait for a part of the storage which is away, by update id."""

FORGETTING: Final = "th:forgetting"
"""Set of the people whose data are being deleted."""


def intent(who: PersonId) -> str:
    """The table at which a person wants to sit."""
    return f"th:person:{who}:intent"


def archived(table: TableId) -> str:
    """Hash: `m` a match that is over, `r` its record, compressed; in the slot of its table."""
    return f"th:{{s{shard(table)}}}:a:{table}"


def of_match(table: TableId) -> tuple[str, ...]:
    """The keys of a match that is over and of its table, all in one slot."""
    own = TableKeys.of(table)
    beside = (own.record, own.commitments, own.updates, own.notices, own.marks, own.handles)
    return archived(table), own.state, *beside


def history(number: int) -> str:
    """Sorted set of a group: its archived matches, by when they ended."""
    return f"th:chat:{number}:matches"


def asked(number: int) -> str:
    """Set while a chat gets no further big file."""
    return f"th:chat:{number}:asked"


def chat(number: int) -> str:
    """What is remembered of a chat."""
    return f"th:chat:{number}"


def unsaid(number: int) -> str:
    """Tables that have something for a chat which took nothing."""
    return f"th:chat:{number}:unsaid"


def writes(number: int | None) -> str:
    """Recent writes to a chat, or to all chats; one slot for all, since one script compares both."""
    return f"th:{{budget}}:{'all' if number is None else number}"


def words(number: int) -> str:
    """Recent writes to a chat that were words, not screens."""
    return f"th:{{budget}}:{number}:words"


def short(number: int) -> str:
    """Set while the next write to a chat belongs to its screens."""
    return f"th:{{budget}}:{number}:short"


def hold(number: int) -> str:
    """Set while Telegram wants no writes to a chat."""
    return f"th:{{budget}}:{number}:hold"
