"""A match as a few hundred bytes, and back: a cache of what the record says.

The layout follows the types of `engine.state` field by field, so it needs no list of its own; `VERSION` must
change with them, which `fingerprint` lets a test insist on. Conventions are written as places in the table of
values.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from engine.cards import DECK, Card
from engine.conventions import FIELDS, Conventions, Value, assemble
from engine.state import MatchState

VERSION: Final = 4


class SnapshotError(ValueError):
    """Bytes that are no snapshot of this version."""


class UnknownVersionError(SnapshotError):
    """A snapshot written by another version of the engine: replay the record instead."""

    def __init__(self, version: int) -> None:
        super().__init__(f"snapshot of version {version}, this engine writes {VERSION}")
        self.version = version


def dump(state: MatchState) -> bytes:
    """The match as bytes."""
    out = bytearray([VERSION])
    _codec(MatchState).write(out, state)
    return bytes(out)


def load(data: bytes) -> MatchState:
    """The match that `dump` wrote.

    Raises:
        UnknownVersionError: another version wrote it.
        SnapshotError: the bytes are damaged.
    """
    if not data:
        raise SnapshotError("no bytes")
    if data[0] != VERSION:
        raise UnknownVersionError(data[0])
    source = _Source(data, 1)
    try:
        state: MatchState = _codec(MatchState).read(source)
    except (IndexError, TypeError, ValueError) as fault:
        raise SnapshotError("damaged bytes") from fault
    if source.at != len(data):
        raise SnapshotError("bytes left over")
    return state


def fingerprint() -> str:
    """A hash of the layout: what is written, in which order, with which numbers."""
    table = [(name, column.words, column.word(column.default)) for name, column in FIELDS.items()]
    return hashlib.sha256(f"{_codec(MatchState).shape}{table}".encode()).hexdigest()[:16]


class _Source:
    """Bytes being read."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def byte(self) -> int:
        value = self.data[self.at]
        self.at += 1
        return value

    def take(self, count: int) -> bytes:
        part = self.data[self.at : self.at + count]
        self.at += count
        return part


_Write: TypeAlias = Callable[[bytearray, Any], None]
_Read: TypeAlias = Callable[[_Source], Any]


@dataclass(frozen=True, slots=True)
class _Codec:
    """How values of one type are written and read; `shape` names it for the fingerprint."""

    shape: str
    write: _Write
    read: _Read


# Whole numbers: seven bits a byte, the sign in the lowest bit


def _write_int(out: bytearray, value: int) -> None:
    rest = value * 2 if value >= 0 else -value * 2 - 1
    while rest > 127:
        out.append(rest & 127 | 128)
        rest >>= 7
    out.append(rest)


def _read_int(source: _Source) -> int:
    rest, shift = 0, 0
    while True:
        byte = source.byte()
        rest |= (byte & 127) << shift
        if byte < 128:
            return -(rest >> 1) - 1 if rest & 1 else rest >> 1
        shift += 7


_INT: Final = _Codec("int", _write_int, _read_int)


# Conventions: those that differ from the default, by place in the table; a number that is not listed follows


def _write_conventions(out: bytearray, conventions: Conventions) -> None:
    part = _encode_conventions(conventions)
    _write_int(out, len(part))
    out += part


def _read_conventions(source: _Source) -> Conventions:
    return _decode_conventions(source.take(_read_int(source)))


@lru_cache(maxsize=256)
def _encode_conventions(conventions: Conventions) -> bytes:
    out = bytearray()
    for place, (name, column) in enumerate(FIELDS.items()):
        value = getattr(conventions, name)
        if value == column.default:
            continue
        listed = column.values.index(value) if value in column.values else len(column.values)
        out += bytes((place, listed))
        if listed == len(column.values):
            _write_int(out, value)
    return bytes(out)


@lru_cache(maxsize=256)
def _decode_conventions(part: bytes) -> Conventions:
    columns = tuple(FIELDS.values())
    source = _Source(part, 0)
    found: dict[str, Value] = {}
    while source.at < len(part):
        column = columns[source.byte()]
        listed = source.byte()
        found[column.id] = column.values[listed] if listed < len(column.values) else _read_int(source)
    return assemble(found)


_CONVENTIONS: Final = _Codec("conventions", _write_conventions, _read_conventions)


# All other types, from their annotations


@cache
def _codec(kind: Any) -> _Codec:  # noqa: ANN401 - a type or one of typing's forms
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return _union(get_args(kind))
    if origin is tuple:
        return _sequence(get_args(kind)[0])
    if kind is Conventions:
        return _CONVENTIONS
    if kind is Card:
        return _choice("card", DECK)
    if kind is bool:
        return _choice("bool", (False, True))
    if kind is int:
        return _INT
    if kind is str:
        return _TEXT
    if issubclass(kind, Enum):
        return _choice(kind.__name__, tuple(kind))
    hints = get_type_hints(kind)
    return _product(kind, kind.__name__, tuple((column.name, hints[column.name]) for column in fields(kind)))


def _write_text(out: bytearray, value: str) -> None:
    encoded = value.encode()
    _write_int(out, len(encoded))
    out += encoded


_TEXT: Final = _Codec("text", _write_text, lambda source: source.take(_read_int(source)).decode())


def _choice(shape: str, values: tuple[Any, ...]) -> _Codec:
    places = {value: place for place, value in enumerate(values)}

    def write(out: bytearray, value: Any) -> None:  # noqa: ANN401 - one of `values`
        out.append(places[value])

    return _Codec(f"{shape}{[str(value) for value in values]}", write, lambda source: values[source.byte()])


def _sequence(item: Any) -> _Codec:  # noqa: ANN401 - a type
    codec = _codec(item)

    def write(out: bytearray, value: tuple[Any, ...]) -> None:
        _write_int(out, len(value))
        for part in value:
            codec.write(out, part)

    def read(source: _Source) -> tuple[Any, ...]:
        return tuple([codec.read(source) for _ in range(_read_int(source))])

    return _Codec(f"[{codec.shape}]", write, read)


def _product(make: Callable[..., Any], name: str, items: tuple[tuple[str, Any], ...]) -> _Codec:
    codecs = [(attribute, _codec(kind)) for attribute, kind in items]

    def write(out: bytearray, value: Any) -> None:  # noqa: ANN401 - what `make` makes
        for attribute, codec in codecs:
            codec.write(out, getattr(value, attribute))

    def read(source: _Source) -> Any:  # noqa: ANN401 - what `make` makes
        return make(*[codec.read(source) for _, codec in codecs])

    shape = ",".join(f"{attribute}:{codec.shape}" for attribute, codec in codecs)
    return _Codec(f"{name}({shape})", write, read)


def _union(kinds: tuple[Any, ...]) -> _Codec:
    codecs = [_NOTHING if kind is NoneType else _codec(kind) for kind in kinds]
    tags = {get_origin(kind) or kind: tag for tag, kind in enumerate(kinds)}

    def write(out: bytearray, value: Any) -> None:  # noqa: ANN401 - of one of `kinds`
        tag = tags[type(value)]
        out.append(tag)
        codecs[tag].write(out, value)

    def read(source: _Source) -> Any:  # noqa: ANN401 - of one of `kinds`
        return codecs[source.byte()].read(source)

    return _Codec("|".join(codec.shape for codec in codecs), write, read)


_NOTHING: Final = _Codec("none", lambda _out, _value: None, lambda _source: None)
