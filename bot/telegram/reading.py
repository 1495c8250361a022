"""What we read of an update; all else is laid aside before it is looked at.

Some fields that people can fill are costly to read: aiogram takes seconds for a rich message whose texts
nest five deep, and minutes for six. Nobody may stop the bot by writing to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

RawUpdate: TypeAlias = Mapping[str, Any]
"""An update as JSON."""

_MESSAGE: Final = (
    "message_id",
    "ephemeral_message_id",
    "date",
    "chat",
    "from",
    "sender_chat",
    "message_thread_id",
    "is_topic_message",
    "text",
    "left_chat_member",
    "migrate_to_chat_id",
    "migrate_from_chat_id",
    "forum_topic_reopened",
    "general_forum_topic_unhidden",
)
_BUTTON: Final = ("text", "callback_data")
_QUERY: Final = ("id", "from", "chat_instance", "data", "message")
_CHANGE: Final = ("chat", "from", "date", "old_chat_member", "new_chat_member")


def _some(body: object, names: tuple[str, ...]) -> object:
    """These fields of an object; what is none stays as it is, for the reader to refuse."""
    return {name: body[name] for name in names if name in body} if isinstance(body, Mapping) else body


def _message(body: object) -> object:
    return _some(body, _MESSAGE)


def _tapped(body: object) -> object:
    """A forged tap names any message: the buttons below it tell what it is."""
    match body:
        case {"reply_markup": {"inline_keyboard": list(rows)}, **rest}:
            fields: dict[str, object] = {name: rest[name] for name in _MESSAGE if name in rest}
            kept = [[_some(each, _BUTTON) for each in row] for row in rows if isinstance(row, list)]
            return fields | {"reply_markup": {"inline_keyboard": kept}}
        case _:
            return _message(body)


def _query(body: object) -> object:
    match _some(body, _QUERY):
        case {"message": message, **rest}:
            return {**rest, "message": _tapped(message)}
        case query:
            return query


def _change(body: object) -> object:
    return _some(body, _CHANGE)


_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "message": _message,
    "callback_query": _query,
    "my_chat_member": _change,
    "chat_member": _change,
}
ALLOWED: Final = tuple(_READERS)
"""The updates that we ask for."""


def read(raw: RawUpdate) -> RawUpdate | None:
    """The update without what we do not read; None: it is of no type that we asked for."""
    found = {kind: reader(raw[kind]) for kind, reader in _READERS.items() if raw.get(kind) is not None}
    return {"update_id": raw.get("update_id"), **found} if found else None
