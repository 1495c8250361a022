"""Who a process is among those that share one server."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Final

_FILE: Final = "worker"


@dataclass(frozen=True, slots=True)
class Worker:
    """A bot process."""

    id: str
    """Its own: no process after it has the same."""
    former: str = ""
    """The process whose data folder it has taken over, so that its shards need not wait for their lease."""


@contextmanager
def enrolled(folder: Path) -> Iterator[Worker]:
    """This process, heir of the last one in its data folder; a second one beside it there inherits nothing.

    Raises:
        OSError: the folder can't be used.
    """
    own = token_hex(4)
    with (folder / _FILE).open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield Worker(own)
            return
        file.seek(0)
        former = file.read()
        file.truncate(0)
        file.write(own)
        file.flush()
        yield Worker(own, former)
