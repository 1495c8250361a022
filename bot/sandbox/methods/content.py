"""What a message says: its text after parsing, and its keyboard."""

import json
from typing import Any

from bot.sandbox.core import Sandbox
from bot.sandbox.entities import detect
from bot.sandbox.markup import MarkupError, checked_url, parse_html, trim, utf16
from bot.sandbox.model import Keyboard, Markup, Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call
from bot.sandbox.schema import bot_api
from bot.sandbox.settings import Settings
from bot.sandbox.view import ACTIONS

RAW_TEXT_BYTES = 1 << 15
"""Telegram reads no more than this before parsing."""
ENTITIES = 100
"""Telegram shows no more entities than this in a message."""
STYLES = {"danger", "success", "primary"}


def read_text(sandbox: Sandbox, call: Call, too_long: Why) -> Markup:
    """The `text` of a call, after entities.

    Raises:
        RefusedError: empty, too long, or its markup can't be parsed.
    """
    if not call.has("text"):
        raise RefusedError(Why.TEXT_EMPTY)
    markup = _parse(sandbox, call, call.text("text"), "entities")
    if not markup.text:
        raise RefusedError(Why.TEXT_BLANK)
    if utf16(markup.text) > bot_api().limit("sendMessage", "text"):
        raise RefusedError(too_long)
    return markup


def read_caption(sandbox: Sandbox, call: Call) -> Markup:
    """The `caption` of a call, after entities.

    Raises:
        RefusedError: too long, or its markup can't be parsed.
    """
    markup = _parse(sandbox, call, call.text("caption"), "caption_entities")
    if utf16(markup.text) > bot_api().limit("sendPhoto", "caption"):
        raise RefusedError(Why.CAPTION_TOO_LONG)
    return markup


def _parse(sandbox: Sandbox, call: Call, text: str, entities: str) -> Markup:
    if len(text.encode()) > RAW_TEXT_BYTES:
        raise RefusedError(Why.RAW_TEXT_TOO_LONG)
    markup = detect(_read_markup(sandbox, call, text, entities))
    return Markup(markup.text, markup.entities[:ENTITIES])


def _read_markup(sandbox: Sandbox, call: Call, text: str, entities: str) -> Markup:
    mode = call.text("parse_mode").lower()
    if mode not in {"", "none", "html"}:
        if mode in {"markdown", "markdownv2"}:
            raise RefusedError(Why.MARKDOWN)
        raise RefusedError(Why.PARSE_MODE)
    if mode != "html":
        return trim(Markup(text, tuple(call.items(entities))))
    try:
        return parse_html(text, sandbox.world.user)
    except MarkupError as error:
        raise RefusedError(Why.ENTITIES, problem=str(error)) from error


def read_keyboard(call: Call, settings: Settings) -> Keyboard:
    """The inline keyboard of a call; empty if there is none.

    Raises:
        RefusedError: a button is wrong, or there are too many.
    """
    markup = call.object("reply_markup") or {}
    rows: list[list[Object]] = markup.get("inline_keyboard", [])
    for row in rows:
        for button in row:
            _check_button(button)
    size = sum(map(len, rows))
    if (
        size > settings.buttons
        or any(len(row) > settings.buttons_in_row for row in rows)
        or len(json.dumps(rows, ensure_ascii=False).encode()) > settings.keyboard_bytes
    ):
        raise RefusedError(Why.KEYBOARD_TOO_LONG)
    return tuple(tuple(row) for row in rows if row)


def has_reply_keyboard(call: Call) -> bool:
    """Whether the message carries a reply keyboard, which makes it uneditable."""
    markup = call.object("reply_markup") or {}
    return "keyboard" in markup


def _check_button(button: dict[str, Any]) -> None:
    if not button["text"].strip():
        raise RefusedError(Why.BUTTON_TEXT_EMPTY)
    if button.get("style", "primary") not in STYLES:
        raise RefusedError(Why.BUTTON, problem="invalid button style specified")
    actions = [field for field in ACTIONS if field in button]
    if not actions:
        raise RefusedError(Why.BUTTON, problem="Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise RefusedError(Why.BUTTON_ACTIONS, found=", ".join(actions))
    if "url" in button and checked_url(button["url"]) is None:
        raise RefusedError(Why.BUTTON_URL, url=button["url"])
