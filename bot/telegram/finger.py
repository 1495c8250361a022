"""A tap and what it brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aiogram.types import InaccessibleMessage, Message, User

from bot.screens.answers import toast
from bot.screens.buttons import Tap, parse
from bot.screens.model import Toast
from bot.tables.model import Lang, Place, Table
from bot.tables.ports import Answer
from bot.telegram.inbox import After


@dataclass(frozen=True, slots=True)
class Finger:
    """Who tapped, and where."""

    user: User
    place: Place
    query: str
    """The tap itself."""
    message: int
    """The message whose button it was; 0 where Telegram does not say, and where only one person sees it."""
    whisper: int | None
    """The number of the message that only one person sees."""
    update: int
    lang: Lang
    data: str
    """What the button says, or whoever forged it."""
    buttons: tuple[str, ...]
    """What the buttons say that are below the message."""

    @property
    def in_private(self) -> bool:
        """The button is in the private chat of whoever tapped."""
        return self.place.chat == self.user.id

    @property
    def is_real(self) -> bool:
        """The message has that button."""
        return self.data in self.buttons

    def may_see(self, table: Table) -> bool:
        """Whether the table's sheets may be shown here: in its group, and wherever one of its people taps."""
        return self.place.chat == table.place.chat or table.concerns(self.user.id)

    def alone(self, table: Table) -> bool:
        """Whether nobody else is to see what is shown: strangers to a table write nothing into its group.

        What only one person sees goes on like that, whoever he has become.
        """
        return self.whisper is not None or not (self.in_private or table.concerns(self.user.id))

    def is_on_page(self, fits: Callable[[Tap | None], bool]) -> bool:
        """Whether the message is such a page: it has buttons, and all fit. Nothing else may be turned.

        Its buttons may have changed since the tap, which names the one before.
        """
        return bool(self.buttons) and all(fits(parse(data)) for data in self.buttons)


def buttons_of(message: Message | InaccessibleMessage | None) -> tuple[str, ...]:
    """What the buttons of a message say."""
    if not isinstance(message, Message) or message.reply_markup is None:
        return ()
    rows = message.reply_markup.inline_keyboard
    return tuple(button.callback_data for row in rows for button in row if button.callback_data)


def whisper_of(message: Message | InaccessibleMessage | None) -> int | None:
    """The number of a message that only one person sees."""
    return message.ephemeral_message_id if isinstance(message, Message) else None


@dataclass(frozen=True, slots=True)
class Reply:
    """What the tapper is told, and what follows."""

    toast: Toast
    then: After | None = None


def told(answer: Answer, finger: Finger) -> Reply:
    """An answer in words, and nothing else."""
    return Reply(toast(answer, finger.lang))
