"""What is laid aside before an update is read."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import Update
from hypothesis import given

from bot.telegram.reading import ALLOWED, read
from tests.telegram.test_inbox import JSON

CHAT = {"id": 5, "type": "private"}
ANNA = {"id": 5, "is_bot": False, "first_name": "Anna"}
MESSAGE = {"message_id": 1, "date": 1_800_000_000, "chat": CHAT, "from": ANNA, "text": "/help"}


def nested(depth: int) -> Any:
    """A text in a text: Telegram allows sixteen."""
    return "x" if depth == 0 else {"type": "bold", "text": nested(depth - 1)}


@pytest.mark.parametrize("where", ["rich_message", "reply_to_message"])
def test_rich_texts_of_any_depth_are_never_looked_at(where: str) -> None:
    """aiogram would take minutes for six levels; here are sixteen, in a message and in what it answers."""
    rich = {"blocks": [{"type": "paragraph", "text": nested(16)}]}
    body = {**MESSAGE, where: rich if where == "rich_message" else {**MESSAGE, "rich_message": rich}}
    for raw in (
        {"message": body},
        {"callback_query": {"id": "1", "from": ANNA, "chat_instance": "1", "message": body}},
    ):
        known = read({"update_id": 1, **raw})
        assert known is not None
        assert Update.model_validate(known).event_type in ALLOWED


def test_what_we_read_stays() -> None:
    known = read({"update_id": 1, "message": MESSAGE, "poll": {}})
    assert known == {"update_id": 1, "message": MESSAGE}


@pytest.mark.parametrize("kind", ["poll", "edited_message", "message_reaction", "a_type_of_tomorrow"])
def test_types_that_nobody_asked_for_are_no_updates(kind: str) -> None:
    assert read({"update_id": 1, kind: MESSAGE}) is None


@given(JSON)
def test_any_json_is_safe(value: object) -> None:
    for kind in ALLOWED:
        read({"update_id": 1, kind: value})
    read({"update_id": 1, "callback_query": {"message": value}})
