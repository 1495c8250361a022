"""Where something happened: a topic is one only where Telegram says so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from aiogram.types import Chat, InaccessibleMessage, Message

from bot.tables.model import Place
from bot.telegram.places import place_of

GROUP = -1001234567890
FORUM = Chat(id=GROUP, type="supergroup", title="Forum", is_forum=True)
PLAIN = Chat(id=GROUP, type="supergroup", title="Group")


def message(chat: Chat, **fields: object) -> Message:
    """As Telegram brings it."""
    return Message.model_validate(
        {"message_id": 7, "date": datetime(2026, 1, 1, tzinfo=UTC), "chat": chat, **fields}
    )


def test_a_message_of_a_topic_has_its_thread() -> None:
    found = place_of(message(FORUM, message_thread_id=42, is_topic_message=True))
    assert found == Place(GROUP, 42)


@pytest.mark.parametrize("chat", [PLAIN, FORUM], ids=["ordinary supergroup", "General"])
@pytest.mark.parametrize("said", [{}, {"is_topic_message": False}], ids=["unsaid", "denied"])
def test_a_thread_of_replies_is_no_topic(chat: Chat, said: dict[str, bool]) -> None:
    """Replies carry a number of their thread too: sending to it as to a topic would be refused."""
    assert place_of(message(chat, message_thread_id=42, **said)) == Place(GROUP)


def test_a_message_without_a_thread_has_none() -> None:
    assert place_of(message(PLAIN)) == Place(GROUP)


def test_a_message_that_is_too_old_to_be_shown_has_its_chat_alone() -> None:
    assert place_of(InaccessibleMessage(chat=FORUM, message_id=7, date=0)) == Place(GROUP)


def test_without_a_message_nobody_knows_the_place() -> None:
    assert place_of(None) == Place(0)
