"""A tap and what it brings."""

from __future__ import annotations

from dataclasses import dataclass

from aiogram.types import User

from bot.screens.answers import toast
from bot.screens.model import Toast
from bot.tables.model import Lang, Place
from bot.tables.ports import Answer
from bot.telegram.inbox import After


@dataclass(frozen=True, slots=True)
class Finger:
    """Who tapped, and where."""

    user: User
    place: Place
    message: int
    """The message whose button it was; 0 where Telegram does not say."""
    update: int
    lang: Lang

    @property
    def in_private(self) -> bool:
        """The button is in the private chat of whoever tapped."""
        return self.place.chat == self.user.id


@dataclass(frozen=True, slots=True)
class Reply:
    """What the tapper is told, and what follows."""

    toast: Toast
    then: After | None = None


def told(answer: Answer, finger: Finger) -> Reply:
    """An answer in words, and nothing else."""
    return Reply(toast(answer, finger.lang))
