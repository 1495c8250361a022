"""What a message looks like, before anybody speaks to Telegram."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Self, TypeAlias

MAX_TEXT = 4096
"""UTF-16 units of a message after its entities are parsed (Bot API)."""
MAX_HAND = 1024
"""UTF-16 units of a private hand: longer ephemeral messages were reported not to be editable."""
MAX_TOAST = 200
"""UTF-16 units of the answer to a tap (the Bot API says characters; this is the stricter reading)."""
MAX_COPY = 256
"""Characters that a button copies (Bot API)."""
MAX_ROW = 8
"""Buttons in a row."""
MAX_KEYBOARD = 100
"""Buttons in a keyboard."""


class Style(StrEnum):
    """Colour of a button, by the Bot API's names."""

    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button: it sends `data`, opens the bot with `start`, copies a text, or does nothing."""

    text: str
    data: str | None = None
    """Callback data, see `bot.screens.buttons`; at most 64 bytes."""
    start: str | None = None
    """Payload of a deep link to the bot's private chat; Telegram's side adds the bot's address."""
    style: Style | None = None
    copy: str | None = None
    """Text that a tap puts into the clipboard; at most 256 characters."""

    @property
    def disabled(self) -> bool:
        """The button shows something and does nothing."""
        return self.data is None and self.start is None and self.copy is None


Keyboard: TypeAlias = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: HTML text and an inline keyboard."""

    text: str
    keyboard: Keyboard = ()

    @property
    def digest(self) -> str:
        """Equal for screens that Telegram could not tell apart."""
        return sha256(repr((self.text, self.keyboard)).encode()).hexdigest()[:32]

    def bare(self) -> Self:
        """The same text without buttons: how a message is left behind that has a newer copy."""
        return replace(self, keyboard=())


@dataclass(frozen=True, slots=True)
class File:
    """A message that is a file, with a few plain words below it."""

    name: str
    content: bytes
    caption: str

    @property
    def digest(self) -> str:
        """Equal for files that say the same."""
        return sha256(self.content).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Toast:
    """The answer to a tap: at most 200 characters, plain text."""

    text: str = ""
    alert: bool = False
    """A dialogue to be closed by hand, instead of a line that fades."""
    start: str | None = None
    """Payload of a deep link that the answer opens instead of showing text."""
