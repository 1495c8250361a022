"""From the text of a record to its statements. What they mean is the replayer's affair."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.conventions.spelling import nearest
from engine.errors import BadFormat, BadStatement, NotUtf8
from engine.record.faults import LineError

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_ACTION: Final = re.compile(r"([^\s:]+)\s*:(.*)", re.DOTALL)
_FORMAT: Final = ("thousand", "1")


@dataclass(frozen=True, slots=True)
class Statement:
    """A line that starts with one of the record's words."""

    line: int
    word: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """A line `LABEL: token`."""

    line: int
    label: str
    token: str


Line: TypeAlias = Statement | Act


def _any(_args: tuple[str, ...]) -> bool:
    return True


def _some(args: tuple[str, ...]) -> bool:
    return bool(args)


def _one(args: tuple[str, ...]) -> bool:
    return len(args) == 1


def _two(args: tuple[str, ...]) -> bool:
    return len(args) == 2


def _none(args: tuple[str, ...]) -> bool:
    return not args


def _settings(args: tuple[str, ...]) -> bool:
    return bool(args) and all(name and mark for name, mark, _ in (arg.partition("=") for arg in args))


def _deal_options(args: tuple[str, ...]) -> bool:
    return all(arg.partition("=")[:2] in {("dealer", "="), ("seed", "=")} for arg in args)


_FORMS: Final[Mapping[str, Callable[[tuple[str, ...]], bool]]] = {
    "thousand": _any,
    "preset": _one,
    "set": _settings,
    "players": _some,
    "scores": _some,
    "bolts": _some,
    "bolts_row": _some,
    "barrel": _some,
    "reverse": _some,
    "falls": _some,
    "writeoffs": _some,
    "crosses": _some,
    "deals_played": _one,
    "deal": _deal_options,
    "bottom": _one,
    "hand": _some,
    "talon": _some,
    "stock": _some,
    "fine": _two,
    "stop": _none,
}
"""The words that start a statement, and the shape of what follows each."""


def read(data: bytes) -> tuple[Line, ...]:
    """The statements of a record, in order.

    Carriage returns, a byte-order mark and tabs are accepted (settled X29).

    Raises:
        LineError: around `NotUtf8`, `BadFormat` or `BadStatement`: this is no record (settled N5).
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = len(_LINE_END.findall(data[: fault.start].decode("utf-8", "replace"))) + 1
        raise LineError(line, NotUtf8(fault.start)) from None
    contents = [
        (number, content)
        for number, raw in enumerate(_LINE_END.split(text), start=1)
        if (content := raw.partition("#")[0].strip())
    ]
    if not contents or tuple(contents[0][1].split()) != _FORMAT:
        raise LineError(contents[0][0] if contents else 1, BadFormat())
    return tuple(_line(number, content) for number, content in contents)


def _line(number: int, content: str) -> Line:
    action = _ACTION.fullmatch(content)
    if action:
        return Act(number, action[1], action[2].strip())
    word, *args = content.split()
    form = _FORMS.get(word)
    if form is None or not form(tuple(args)):
        raise LineError(number, BadStatement(content, None if form else nearest(word, _FORMS)))
    return Statement(number, word, tuple(args))
