"""The commands: one table that feeds dispatch, Telegram's menus and `/help`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Scope(StrEnum):
    """Where a command makes sense."""

    GROUP = "group"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its line in menus and help is the text `command-<name>`."""

    name: str
    scopes: frozenset[Scope]
    listed: bool = True
    """Telegram shows a Start button of its own: `/start` is in no menu."""


_GROUP: Final = frozenset({Scope.GROUP})
_PRIVATE: Final = frozenset({Scope.PRIVATE})
_BOTH: Final = _GROUP | _PRIVATE

COMMANDS: Final = (
    Command("newgame", _GROUP),
    Command("table", _GROUP),
    Command("join", _GROUP),
    Command("leave", _BOTH),
    Command("undo", _GROUP),
    Command("watch", _GROUP),
    Command("unwatch", _BOTH),
    Command("hand", _BOTH),
    Command("score", _BOTH),
    Command("rules", _BOTH),
    Command("conventions", _BOTH),
    Command("settings", _GROUP),
    Command("export", _GROUP),
    Command("stop", _GROUP),
    Command("lang", _BOTH),
    Command("privacy", _PRIVATE),
    Command("help", _BOTH),
    Command("start", _PRIVATE, listed=False),
)
"""In the order of the menus."""


def listed(scope: Scope) -> tuple[Command, ...]:
    """The commands that menus and help of a scope show."""
    return tuple(command for command in COMMANDS if command.listed and scope in command.scopes)


@dataclass(frozen=True, slots=True)
class Order:
    """A command as somebody typed it."""

    name: str
    words: tuple[str, ...] = ()


_ORDER: Final = re.compile(r"/([a-z0-9_]{1,32})(?:@(\w{1,64}))?(?: (.*))?", re.IGNORECASE | re.ASCII)


def read(text: str, username: str) -> Order | None:
    """The command in a text, its name in small letters; None: there is none, or it is for another bot."""
    found = _ORDER.fullmatch(" ".join(text.split()))
    if not found or (found[2] and found[2].lower() != username.lower()):
        return None
    return Order(found[1].lower(), tuple((found[3] or "").split()))
