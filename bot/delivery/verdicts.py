"""What an error of the Bot API means for the message that met it; Telegram's texts, each in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramEntityTooLarge,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)


@dataclass(frozen=True, slots=True)
class Same:
    """Telegram has this very render already: a success."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The message is not there, or can't be changed any more: send another one."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The chat takes nothing from the bot: blocked, never opened, kicked, muted, topic gone."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Too much for this chat: nothing before so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Moved:
    """The group became a supergroup with this id."""

    chat: int


@dataclass(frozen=True, slots=True)
class Unparsable:
    """The markup is wrong; the plain text may pass."""


@dataclass(frozen=True, slots=True)
class Later:
    """Telegram or the way to it is in trouble; the effect may have happened."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Telegram will never take this."""


Verdict: TypeAlias = Same | Gone | Closed | Hold | Moved | Unparsable | Later | Refused

_BAD_REQUESTS: Final[tuple[tuple[str, Verdict], ...]] = (
    ("message is not modified", Same()),
    ("message to edit not found", Gone()),
    ("message to delete not found", Gone()),
    ("message can't be edited", Gone()),
    ("message can't be deleted", Gone()),
    ("message_id_invalid", Gone()),
    ("can't parse entities", Unparsable()),
    ("chat not found", Closed()),
    ("message thread not found", Closed()),
    ("topic_closed", Closed()),
    ("topic_deleted", Closed()),
    ("peer_id_invalid", Closed()),
    ("chat_write_forbidden", Closed()),
    ("not enough rights to send", Closed()),
    ("have no rights to send", Closed()),
)


def verdict(error: AiogramError) -> Verdict:
    """What to do after this error."""
    match error:
        case TelegramRetryAfter(retry_after=seconds):
            return Hold(float(seconds))
        case TelegramMigrateToChat(migrate_to_chat_id=chat):
            return Moved(chat)
        case TelegramForbiddenError():
            return Closed()
        case TelegramBadRequest(message=text):
            low = text.lower()
            return next((found for piece, found in _BAD_REQUESTS if piece in low), Refused())
        case TelegramEntityTooLarge():
            return Refused()
        case TelegramServerError() | TelegramNetworkError() | TelegramConflictError() | ClientDecodeError():
            return Later()
        case _:
            return Refused()
