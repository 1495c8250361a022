"""The heartbeat: a file that a living bot touches, so that `python -m bot health` can tell."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

_NAME: Final = "heartbeat"
_SECONDS: Final = 90.0
"""Telegram answers a poll at least every 25 s; three missed ones are an outage."""


class NotAliveError(Exception):
    """The bot of this data folder does not run, or hears nothing from Telegram."""


def beat(folder: Path, trouble: str = "") -> None:
    """The bot is alive; `trouble` says why it is of no use all the same.

    Raises:
        OSError: the folder can't be written.
    """
    (folder / _NAME).write_text(trouble, encoding="utf-8")


def check(folder: Path) -> None:
    """Look whether the bot is alive.

    Raises:
        NotAliveError: its last sign of life is too old, tells of trouble, or there is none.
    """
    file = folder / _NAME
    try:
        age, trouble = time.time() - file.stat().st_mtime, file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotAliveError(f"no bot has run with DATA_DIR={folder}") from None
    except OSError as error:
        raise NotAliveError(f"DATA_DIR={folder} can't be read: {error.strerror}") from None
    if trouble:
        raise NotAliveError(trouble)
    if age > _SECONDS:
        raise NotAliveError(f"the bot was alive {age:.0f} s ago for the last time")
