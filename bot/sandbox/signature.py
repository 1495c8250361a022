"""JSON objects as keyword arguments: a function's signature says which fields there are and of what types."""

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache

from bot.sandbox.core import Sandbox
from bot.sandbox.model import Object
from bot.sandbox.people import ActError
from bot.sandbox.requests import is_utf8

Function = Callable[..., Object]


def called(sandbox: Sandbox, name: str, function: Function, fields: Mapping[str, object]) -> Object:
    """Calls a function with the fields of a JSON object.

    Raises:
        ActError: a field is missing, unknown or of another type; and what the function itself raises.
    """
    if not is_utf8(fields):
        raise ActError("text must be encoded in UTF-8")
    known = _fields(function)
    for key, value in fields.items():
        if key not in known:
            raise ActError(f"{name} has no field {key!r}; it has {', '.join(known)}")
        kind, _ = known[key]
        if not _fits(kind, value):
            raise ActError(f"field {key!r} of {name} must be {_spell(kind)}, not {value!r}")
    if missing := [key for key, (_, required) in known.items() if required and key not in fields]:
        raise ActError(f"{name} needs {', '.join(missing)}")
    return function(sandbox, **fields)


@cache
def _fields(function: Function) -> Mapping[str, tuple[object, bool]]:
    """Type of each field, and whether it is required; the first parameter is the sandbox."""
    hints = typing.get_type_hints(function)
    _, *parameters = inspect.signature(function).parameters.values()
    return {p.name: (hints[p.name], p.default is inspect.Parameter.empty) for p in parameters}


def _fits(kind: object, value: object) -> bool:
    if isinstance(kind, types.UnionType):
        return any(_fits(option, value) for option in typing.get_args(kind))
    if typing.get_origin(kind) is list:
        (item,) = typing.get_args(kind)
        return isinstance(value, list) and all(_fits(item, part) for part in value)
    return type(value) is kind


def _spell(kind: object) -> str:
    return kind.__name__ if type(kind) is type else str(kind)
