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


def beat(folder: Path) -> None:
    """The bot is alive.

    Raises:
        OSError: the folder can't be written.
    """
    (folder / _NAME).touch()


def check(folder: Path) -> None:
    """Look whether the bot is alive.

    Raises:
        NotAliveError: its last sign of life is too old, or there is none.
    """
    try:
        age = time.time() - (folder / _NAME).stat().st_mtime
    except FileNotFoundError:
        raise NotAliveError(f"no bot has run with DATA_DIR={folder}") from None
    if age > _SECONDS:
        raise NotAliveError(f"the bot was alive {age:.0f} s ago for the last time")
