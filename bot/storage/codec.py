"""Frozen dataclasses to JSON and back, by their type hints.

A dataclass is a list of its fields in order, so that fields with defaults may be added at its end without a
migration; in a union it is preceded by its name. Enums are their values, cards their codes. Coders are
built once a type.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.cards import Card

Json: TypeAlias = Any
"""What `json.loads` gives: no narrower type helps to take it apart."""
Coder: TypeAlias = tuple[Callable[[Any], Json], Callable[[Json], Any]]
T = TypeVar("T")

_PLAIN = (int, str, bool, float, NoneType)


def pack(kind: Hashable, value: object) -> Json:
    """`value` of type `kind` as JSON values."""
    return coder(kind)[0](value)


def unpack(kind: type[T], data: Json) -> T:
    """What `pack` made of a value of type `kind`.

    Raises:
        ValueError, KeyError, TypeError: the data have another shape.
    """
    hint: Any = kind
    decoded: T = coder(hint)[1](data)
    return decoded


@cache
def coder(kind: Any) -> Coder:  # noqa: ANN401 - typing's own forms
    """How to encode and decode a type.

    Raises:
        TypeError: it is none of the kinds that the stored format knows.
    """
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _same, _same
    if kind is Card:
        return lambda card: card.code, Card.parse
    if origin is tuple:
        return _many(coder(args[0])) if args[-1] is Ellipsis else _each(tuple(map(coder, args)))
    if origin in {Union, UnionType}:
        return _union(args)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda member: member.value, {member.value: member for member in kind}.__getitem__
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        names = tuple(part.name for part in fields(kind))
        return _record(cast("type", kind), names, tuple(coder(hints[name]) for name in names))
    raise TypeError(f"the stored format has no form for {kind!r}")


def _same(value: Any) -> Any:  # noqa: ANN401 - any plain value
    return value


def _many(item: Coder) -> Coder:
    encode, decode = item
    if encode is _same:
        return list, tuple
    return lambda values: [encode(value) for value in values], lambda data: tuple(map(decode, data))


def _each(items: tuple[Coder, ...]) -> Coder:
    return (
        lambda values: [encode(value) for (encode, _), value in zip(items, values, strict=True)],
        lambda data: tuple(decode(part) for (_, decode), part in zip(items, data, strict=True)),
    )


def _record(kind: type, names: tuple[str, ...], items: tuple[Coder, ...]) -> Coder:
    parts = tuple((name, encode) for name, (encode, _) in zip(names, items, strict=True))
    decoders = tuple(decode for _, decode in items)
    return (
        lambda value: [encode(getattr(value, name)) for name, encode in parts],
        lambda data: kind(*[decode(part) for decode, part in zip(decoders, data, strict=False)]),
    )


def _union(kinds: tuple[Any, ...]) -> Coder:
    some = tuple(kind for kind in kinds if kind is not NoneType)
    if len(some) == 1:
        encode, decode = coder(some[0])
        return (
            lambda value: None if value is None else encode(value),
            lambda data: None if data is None else decode(data),
        )
    coders = {kind: coder(kind) for kind in some}
    decoders = {kind.__name__: decode for kind, (_, decode) in coders.items()}

    def encode_named(value: object) -> Json:
        return None if value is None else [type(value).__name__, *coders[type(value)][0](value)]

    def decode_named(data: Json) -> object:
        return None if data is None else decoders[data[0]](data[1:])

    return encode_named, decode_named
