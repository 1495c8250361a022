"""Where something happened."""

from __future__ import annotations

from aiogram.types import InaccessibleMessage, Message

from bot.tables.model import Place


def place_of(message: Message | InaccessibleMessage | None) -> Place:
    """The chat of a message, and its topic where it is one (General has none); chat 0 where nobody knows."""
    match message:
        case Message(is_topic_message=True, message_thread_id=int(thread)):
            return Place(message.chat.id, thread)
        case Message() | InaccessibleMessage():
            return Place(message.chat.id)
        case None:
            return Place(0)
