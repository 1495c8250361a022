"""What stands above the first deal: the conventions, the players, and the position to start from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine import conventions as rulebook
from engine.conventions import DEFAULT_PRESET, Conventions
from engine.errors import (
    BadLabel,
    BadValue,
    ConflictingConventions,
    DuplicatePlayer,
    DuplicateStatement,
)
from engine.record.faults import LineError, blaming
from engine.record.reader import Statement
from engine.state import Standing

Bounds: TypeAlias = tuple[int | None, int | None]

_NO_LABEL: Final = re.compile(r"[,:|\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The record's own characters, and those that would turn a line of a terminal round or command it."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_NOBODY: Final = "-"
_LARGEST_TABLE: Final = 6
"""Labels that can be seats at all; more are not even read."""


@dataclass(frozen=True, slots=True)
class Header:
    """A header that makes sense."""

    preset: str
    conventions: Conventions
    labels: tuple[str, ...]
    standings: tuple[Standing, ...]
    deals_played: int


def _up_to(limit: int) -> Bounds:
    return 0, limit or None


def _below(limit: int) -> Bounds:
    return 0, limit - 1 if limit else None


def _score_bounds(conventions: Conventions) -> Bounds:
    if not conventions.barrel:
        return None, None
    gathered = conventions.barrel_need - 1 if conventions.barrel_accumulate else 0
    return None, conventions.barrel_at + gathered


_COLUMNS: Final[Mapping[str, tuple[str, Callable[[Conventions], Bounds]]]] = {
    "scores": ("score", _score_bounds),
    "bolts": ("bolts", lambda c: _below(c.bolts_game_limit) if c.bolts else (0, 0)),
    "bolts_row": ("bolts_row", lambda c: _below(c.bolts_row_limit) if c.bolts else (0, 0)),
    "falls": ("falls", lambda c: _below(3 if c.three_barrels_zero else 0)),
    "writeoffs": ("writeoffs", lambda c: _up_to(c.writeoff_limit)),
    "crosses": ("crosses", lambda c: _up_to(c.cross_limit)),
}
"""Statements with a number a seat: the field of `Standing`, and what it can be."""

_SITTING: Final[Mapping[str, tuple[Callable[[Conventions, int], bool], Callable[[Conventions], Bounds]]]] = {
    "barrel": (lambda c, score: c.barrel and score >= c.barrel_at, lambda c: _below(c.barrel_tries)),
    "reverse": (lambda c, score: c.reverse_barrel and score <= -880, lambda _: _below(3)),
}
"""Statements with the deals used by those who sit there: who sits there, and what the number can be."""

WORDS: Final = frozenset({"thousand", "preset", "set", "players", "deals_played", *_COLUMNS, *_SITTING})
"""The words that start a header statement."""


def read_header(statements: Sequence[Statement], end: int) -> Header:
    """The header that these statements make; `end` is the line where it ends.

    Raises:
        LineError: around what is wrong with a statement.
    """
    found = _single(statements)
    preset, conventions = _conventions(statements)
    players = found.get("players")
    with blaming(players.line if players else end):
        if players and len(players.args) > _LARGEST_TABLE:
            rulebook.check_players(conventions, len(players.args))
    labels = _labels(players) if players else ()
    with blaming(players.line if players else end):
        rulebook.check_players(conventions, len(labels))
    standings = _standings(found, conventions, len(labels))
    return Header(preset, conventions, labels, standings, _deals_played(found))


def _single(statements: Sequence[Statement]) -> dict[str, Statement]:
    found: dict[str, Statement] = {}
    for statement in statements:
        if statement.word in found and statement.word != "set":
            raise LineError(statement.line, DuplicateStatement(statement.word))
        found[statement.word] = statement
    return found


def _conventions(statements: Sequence[Statement]) -> tuple[str, Conventions]:
    preset, preset_line = DEFAULT_PRESET, statements[0].line
    settings: dict[str, str] = {}
    lines: dict[str, int] = {}
    for statement in statements:
        with blaming(statement.line):
            if statement.word == "preset":
                preset, preset_line = rulebook.find_preset(statement.args[0]).id, statement.line
            elif statement.word == "set":
                own = dict(_setting(arg) for arg in statement.args)
                settings |= own
                lines |= dict.fromkeys(own, statement.line)
    try:
        return preset, rulebook.resolve(preset, settings)
    except ConflictingConventions as error:
        named = (setting.partition("=")[0] for setting in error.settings)
        raise LineError(max(lines.get(name, preset_line) for name in named), error) from None


def _setting(arg: str) -> tuple[str, str]:
    name, _, word = arg.partition("=")
    rulebook.field(name).parse(word)
    return name, word


def _labels(players: Statement) -> tuple[str, ...]:
    for place, label in enumerate(players.args):
        if _NO_LABEL.search(label):
            raise LineError(players.line, BadLabel(label))
        if label in players.args[:place]:
            raise LineError(players.line, DuplicatePlayer(label))
    return players.args


def _standings(
    found: Mapping[str, Statement], conventions: Conventions, players: int
) -> tuple[Standing, ...]:
    lines: list[dict[str, Any]] = [{} for _ in range(players)]
    for word, (column, bounds) in _COLUMNS.items():
        for seat, text in _values(found, word, players):
            with blaming(found[word].line):
                lines[seat][column] = _number(word, text, bounds(conventions))
    for word, (sits, bounds) in _SITTING.items():
        sitting = [sits(conventions, line.get("score", 0)) for line in lines]
        for seat, seated in enumerate(sitting):
            lines[seat][word] = 0 if seated else None
        for seat, text in _values(found, word, players):
            with blaming(found[word].line):
                lines[seat][word] = _used(word, text, bounds(conventions), sitting=sitting[seat])
    return tuple(Standing(**line) for line in lines)


def _values(found: Mapping[str, Statement], word: str, players: int) -> Sequence[tuple[int, str]]:
    statement = found.get(word)
    if statement is None:
        return ()
    if len(statement.args) != players:
        raise LineError(statement.line, BadValue(word, " ".join(statement.args), count=players))
    return tuple(enumerate(statement.args))


def _used(word: str, text: str, bounds: Bounds, *, sitting: bool) -> int | None:
    if sitting:
        return _number(word, text, bounds)
    if text == _NOBODY:
        return None
    raise BadValue(word, text, (_NOBODY,))


def _number(word: str, text: str, bounds: Bounds) -> int:
    low, high = bounds
    if _NUMBER.fullmatch(text):
        number = int(text)
        if (low is None or low <= number) and (high is None or number <= high):
            return number
    raise BadValue(word, text, any_number=True, low=low, high=high)


def _deals_played(found: Mapping[str, Statement]) -> int:
    statement = found.get("deals_played")
    if statement is None:
        return 0
    with blaming(statement.line):
        return _number("deals_played", statement.args[0], (0, None))
