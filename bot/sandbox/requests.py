"""A call of a method: its arguments decoded, judged by the Bot API's grammar, read by type."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.schema import (
    AnyOf,
    Kind,
    ListOf,
    MismatchError,
    MissingError,
    Named,
    Shape,
    UnknownFieldError,
    bot_api,
)

_EMPTY: Mapping[str, Why] = {
    "chat_id": Why.CHAT_ID_EMPTY,
    "text": Why.TEXT_EMPTY,
    "message_id": Why.MESSAGE_ID_EMPTY,
    "message_ids": Why.MESSAGE_IDS_EMPTY,
    "user_id": Why.USER_ID_INVALID,
    "photo": Why.PHOTO_MISSING,
    "document": Why.DOCUMENT_MISSING,
    "action": Why.CHAT_ACTION,
    "callback_query_id": Why.QUERY_TOO_OLD,
    "callback_data": Why.BUTTON_DATA,
}
"""What Telegram says where a field is missing or empty."""

_OUT_OF_RANGE: Mapping[tuple[str, str], Why] = {
    ("answercallbackquery", "text"): Why.ANSWER_TOO_LONG,
    ("deletemessages", "message_ids"): Why.MESSAGE_IDS_TOO_MANY,
    ("setwebhook", "secret_token"): Why.SECRET_TOO_LONG,
    ("setmycommands", "command"): Why.COMMAND_INVALID,
    ("setmycommands", "description"): Why.COMMAND_DESCRIPTION,
}
"""What Telegram says where a field is too long."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request, and what its sender calls it."""

    content: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose fields are known, present where required and of the right types."""

    method: Shape
    values: Mapping[str, Any]
    files: Mapping[str, Upload] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether the argument was given."""
        return name in self.values

    def text(self, name: str, default: str = "") -> str:
        """A String argument."""
        return str(self.values.get(name, default))

    def number(self, name: str, default: int = 0) -> int:
        """An Integer argument, held to the limits that the Bot API states, as Telegram does."""
        value = int(self.values.get(name, default))
        limit = self.method.fields[name].limit
        return min(max(value, limit.low), limit.high) if limit else value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A Boolean argument."""
        return bool(self.values.get(name, default))

    def object(self, name: str) -> Object | None:
        """An argument that is a JSON object."""
        value: Object | None = self.values.get(name)
        return value

    def items(self, name: str) -> list[Any]:
        """An argument that is a JSON array."""
        return list(self.values.get(name, ()))

    @property
    def chat(self) -> int | None:
        """The chat that the call is about, if it names one by number."""
        value = self.values.get("chat_id")
        return value if isinstance(value, int) else None


def read_call(name: str, raw: Mapping[str, object], files: Mapping[str, Upload]) -> Call:
    """Reads a request: `raw` holds strings (query, form) or decoded JSON.

    Raises:
        RefusedError: with Telegram's text, or the sandbox's own where Telegram is silent.
    """
    method = bot_api().method(name)
    if method is None:
        raise RefusedError(Why.METHOD_NOT_FOUND)
    raw = {key: value for key, value in raw.items() if not _is_attachment(key, raw, files)}
    given = {key: value for key, value in raw.items() if value is not None and value != ""}
    values = {key: _decode(method, key, value) for key, value in given.items()}
    if not is_utf8(values):
        raise RefusedError(Why.NOT_UTF8)
    try:
        bot_api().check_fields(method, values)
    except MismatchError as error:
        raise _refusal(method, error) from error
    return Call(method, values, files)


def is_utf8(value: object) -> bool:
    """Whether all text in a JSON value can be encoded: JSON can spell halves of surrogate pairs."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_attachment(key: str, raw: Mapping[str, object], files: Mapping[str, Upload]) -> bool:
    return key in files and any(
        f"attach://{key}" in value for value in raw.values() if isinstance(value, str)
    )


def _decode(method: Shape, name: str, value: object) -> object:
    """A form carries everything as text: numbers, flags and JSON are read by the field's type."""
    if not isinstance(value, str) or name not in method.fields:
        return value
    try:
        return _read(method.fields[name].kind, value)
    except ValueError as error:
        if name == "scope":
            raise RefusedError(Why.SCOPE, problem="Can't parse BotCommandScope JSON object") from error
        field_name = "reply keyboard markup" if name == "reply_markup" else name
        raise RefusedError(Why.JSON_MALFORMED, field=field_name) from error


def _read(kind: Kind, value: str) -> object:
    match kind:
        case Named("String" | "InputFile"):
            return value
        case Named("Integer"):
            return int(value) if value.lstrip("-").isdecimal() else value
        case Named("Float"):
            return float(value)
        case Named("Boolean" | "True"):
            return {"true": True, "1": True, "false": False, "0": False}.get(value.lower(), value)
        case AnyOf(options) if Named("String") in options:
            return int(value) if Named("Integer") in options and value.lstrip("-").isdecimal() else value
        case Named() | ListOf() | AnyOf():
            return json.loads(value)


def _refusal(method: Shape, error: MismatchError) -> RefusedError:
    name, field_path = error.path[-1], ".".join(error.path)
    nested = len(error.path) > 1
    if isinstance(error, UnknownFieldError):
        owner = error.problem.rsplit(" ", 1)[-1]
        return RefusedError(Why.FIELD_UNKNOWN, field=field_path, owner=owner, version=bot_api().version)
    if "inline_keyboard" in error.path:
        return _button_refusal(error)
    if error.path[0] == "scope":
        return RefusedError(Why.SCOPE, problem=f"{name} {error.problem}")
    if isinstance(error, MissingError):
        return RefusedError(
            Why.FIELD_REQUIRED if nested else _EMPTY.get(name, Why.FIELD_REQUIRED), field=field_path
        )
    if (why := _OUT_OF_RANGE.get((method.name.lower(), name))) is not None:
        return RefusedError(why)
    return RefusedError(Why.FIELD_INVALID, field=field_path, problem=error.problem)


def _button_refusal(error: MismatchError) -> RefusedError:
    name = error.path[-1]
    if name == "callback_data" and not isinstance(error, MissingError):
        return RefusedError(Why.BUTTON_DATA)
    if isinstance(error, MissingError):
        return RefusedError(Why.BUTTON, problem=f'Can\'t find field "{name}"')
    return RefusedError(Why.BUTTON, problem=f'Field "{name}" {error.problem}')
