"""What is laid aside before an update is read."""

from __future__ import annotations

from typing import Any

import pytest
from aiogram.types import Update, User
from hypothesis import given

from bot.screens.buttons import LangTap
from bot.tables.model import Place
from bot.telegram.finger import Finger, buttons_of
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


def test_of_the_buttons_of_a_tapped_message_stays_what_they_say() -> None:
    button = {"text": "Go", "callback_data": "b:aaaaaaaa", "style": {"any": [1]}}
    keyboard = {"inline_keyboard": [[button, {"text": "?", "url": "https://example.org"}]]}
    query = {"id": "1", "from": ANNA, "chat_instance": "1", "data": "b:aaaaaaaa"}
    known = read(
        {"update_id": 1, "callback_query": {**query, "message": {**MESSAGE, "reply_markup": keyboard}}}
    )
    assert known is not None
    tapped = Update.model_validate(known).callback_query
    assert tapped is not None
    assert buttons_of(tapped.message) == ("b:aaaaaaaa",)


@pytest.mark.parametrize("rows", [None, 5, [5], [[5]], [["x"]], [[{}]], {}, [None, [None]]])
def test_keyboards_that_are_none_are_read_as_any_json(rows: object) -> None:
    message = {**MESSAGE, "reply_markup": {"inline_keyboard": rows}}
    assert read({"update_id": 1, "callback_query": {"message": message}}) is not None


def test_a_page_is_told_by_its_buttons() -> None:
    def finger(*buttons: str) -> Finger:
        return Finger(User.model_validate(ANNA), Place(5), "q", 1, None, 1, "en", "m:lang:uk", buttons)

    def fits(tap: object) -> bool:
        return isinstance(tap, LangTap)

    assert finger("m:lang:en", "m:lang:uk").is_on_page(fits)
    assert finger("m:lang:en", "m:lang:uk").is_real
    for forged in (finger(), finger("m:lang:uk", "b:aaaaaaaa"), finger("nonsense")):
        assert not forged.is_on_page(fits)
    assert not finger("b:aaaaaaaa").is_real


@pytest.mark.parametrize("kind", ["poll", "edited_message", "message_reaction", "a_type_of_tomorrow"])
def test_types_that_nobody_asked_for_are_no_updates(kind: str) -> None:
    assert read({"update_id": 1, kind: MESSAGE}) is None


@given(JSON)
def test_any_json_is_safe(value: object) -> None:
    for kind in ALLOWED:
        read({"update_id": 1, kind: value})
    read({"update_id": 1, "callback_query": {"message": value}})
