"""What the table says of each convention: its kind, allowed values and default, and how records write it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias, cast, get_args, get_origin

from engine.conventions.spelling import nearest
from engine.conventions.table import Absent, Conventions, Numbers
from engine.errors import BadValue, UnknownConvention

Value: TypeAlias = bool | int | str | None
"""A value of a convention; None is `off` or `none` of a number convention."""

Kind: TypeAlias = Literal["bool", "enum", "int", "int/off", "int/none"]

_NUMBER: Final = re.compile(r"-?0*[0-9]{1,15}", re.ASCII)

_SECTION_STARTS: Final = {
    "layout_2p": "Setup & dealing",
    "auction": "Bidding",
    "talon_reveal": "Talon & discards",
    "must_beat": "Play & following",
    "marriage_pair": "Marriages & trump",
    "defender_rounding": "Scoring & rounding",
    "bolts": "Bolts",
    "barrel": "Barrel",
    "writeoff": "Write-off & cross",
    "redeal_hand_below": "Redeal",
    "golden": "Golden deal",
    "blind": "Blind",
    "penalty_unit": "Resets & penalties",
    "target": "Endgame & payout",
    "must_trump": "Additions",
}
"""The section that starts with each of these conventions (catalogue section 2, and our own additions)."""


@dataclass(frozen=True, slots=True)
class Field:
    """One convention, as catalogue section 2 lists it."""

    id: str
    section: str
    kind: Kind
    values: tuple[Value, ...]
    """The values that the catalogue lists, in its order."""
    default: Value
    absent: str | None
    """The word for None, where None is a value."""
    numbers: Numbers | None
    """Bounds, where more numbers than the listed ones are accepted (settled N8/N9)."""

    def word(self, value: Value) -> str:
        """How records and command lines write `value`."""
        if value is None:
            return self.absent or ""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def plain(self, value: Value) -> bool | int | str:
        """How JSON writes `value`: `off` and `none` as words (settled N8)."""
        return self.word(None) if value is None else value

    @property
    def words(self) -> tuple[str, ...]:
        """The listed values as words."""
        return tuple(self.word(value) for value in self.values)

    def accepts(self, value: Value) -> bool:
        """Whether this convention takes `value`, listed or not."""
        if any(value == listed and type(value) is type(listed) for listed in self.values):
            return True
        if self.numbers is None or isinstance(value, bool) or not isinstance(value, int):
            return False
        return self.numbers.low <= value <= self.numbers.high

    def parse(self, word: str) -> Value:
        """The value that `word` stands for.

        Raises:
            BadValue: the convention does not take it.
        """
        for value in self.values:
            if self.word(value) == word:
                return value
        if self.numbers is not None and _NUMBER.fullmatch(word) and self.accepts(int(word)):
            return int(word)
        raise self.refusal(word)

    def refusal(self, word: str, meant: str | None = None) -> BadValue:
        """The error that says what this convention takes instead of `word`: what was `meant`, or is alike."""
        return BadValue(
            name=self.id,
            value=word,
            allowed=self.words,
            any_number=self.numbers is not None,
            low=self.numbers.low if self.numbers else None,
            high=self.numbers.high if self.numbers else None,
            nearest=meant or nearest(word, self.words),
        )

    def switched_on(self) -> str:
        """The word that the flag `+id` stands for: true, or the first value that is not the default.

        Raises:
            BadValue: there is no other value than the default.
        """
        if self.kind == "bool":
            return "true"
        for value in self.values:
            if value != self.default:
                return self.word(value)
        raise self.refusal("+", self.example())

    def switched_off(self) -> str:
        """The word that the flag `-id` stands for: false, off, none, no or 0, whichever fits.

        Raises:
            BadValue: the convention has no such value.
        """
        for word in ("false", "off", "none", "no", "0"):
            if word in self.words or (word == "0" and self.accepts(0)):
                return word
        raise self.refusal("-", self.example())

    def example(self) -> str:
        """A word that this convention takes, another one than its default where there is any."""
        others = (self.word(value) for value in self.values if value != self.default)
        number = self.default + 1 if self.numbers and isinstance(self.default, int) else self.default
        return next(others, self.word(number if self.accepts(number) else self.default))

    def flag(self, sign: Literal["+", "-"]) -> str:
        """The flag that switches this convention on or off; an example where it has no such value."""
        try:
            _ = self.switched_on() if sign == "+" else self.switched_off()
        except BadValue as refused:
            return f"{self.id}={refused.nearest}"
        return sign + self.id


def _read_table() -> dict[str, Field]:
    table = {}
    section = ""
    defaults = Conventions()
    for column in dataclass_fields(Conventions):
        section = _SECTION_STARTS.get(column.name, section)
        annotation = Conventions.__annotations__[column.name]
        table[column.name] = _field(column.name, section, annotation, getattr(defaults, column.name))
    return table


def _field(name: str, section: str, annotation: Any, default: Value) -> Field:  # noqa: ANN401 - typing's own forms
    marks: tuple[Absent | Numbers, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, *rest = get_args(annotation)
        marks = tuple(rest)
    absent = next((mark.word for mark in marks if isinstance(mark, Absent)), None)
    numbers = next((mark for mark in marks if isinstance(mark, Numbers)), None)
    if annotation is bool:
        return Field(name, section, "bool", (default, not default), default, None, None)
    listed = numbers.listed if numbers else _literals(annotation)
    if isinstance(listed[0], str):
        return Field(name, section, "enum", listed, default, None, None)
    if absent is None:
        return Field(name, section, "int", listed, default, None, numbers)
    return Field(name, section, cast("Kind", f"int/{absent}"), (None, *listed), default, absent, numbers)


def _literals(annotation: Any) -> tuple[Value, ...]:  # noqa: ANN401 - typing's own forms
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next(get_args(part) for part in get_args(annotation) if get_origin(part) is Literal)


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(_read_table())
"""Every convention by its id, in the order of the catalogue."""


def field(name: str) -> Field:
    """The convention called `name`.

    Raises:
        UnknownConvention: there is none; the error names the nearest id.
    """
    try:
        return FIELDS[name]
    except KeyError:
        raise UnknownConvention(name, nearest(name, FIELDS)) from None
