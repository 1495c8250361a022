"""From a preset and settings to the conventions of a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from engine.conventions.fields import FIELDS, Field, Value, field
from engine.conventions.presets import PRESETS, Preset
from engine.conventions.spelling import nearest
from engine.conventions.table import Conventions
from engine.conventions.validity import check_conflicts
from engine.errors import BadValue, DuplicateStatement, UnknownConvention, UnknownPreset

DEFAULT_PRESET: Final = "default"


def find_preset(name: str) -> Preset:
    """The preset called `name`.

    Raises:
        UnknownPreset: there is none; the error names what was probably meant.
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownPreset(name, _probably(name)) from None


def _probably(name: str) -> str | None:
    if name in FIELDS:
        return FIELDS[name].flag("+")
    preset = nearest(name, PRESETS)
    convention = None if preset else nearest(name, FIELDS)
    return preset or (convention and FIELDS[convention].flag("+"))


def resolve(preset: str | None, settings: Mapping[str, str]) -> Conventions:
    """The conventions of a table that plays `preset` with its own `settings` (id to word).

    Raises:
        UnknownPreset, UnknownConvention, BadValue: a word is not in the rulebook.
        ConflictingConventions: two settings exclude each other.
    """
    chosen = find_preset(preset or DEFAULT_PRESET)
    own = {name: field(name).parse(word) for name, word in settings.items()}
    conventions = assemble({**chosen.differs, **own})
    check_conflicts(conventions)
    return conventions


def assemble(values: Mapping[str, Value]) -> Conventions:
    """Conventions with these values, which their fields accept, and the defaults for all others."""
    typed: Any = values
    return Conventions(**typed)


def parse_flags(words: Iterable[str]) -> tuple[str | None, dict[str, str]]:
    """Preset and settings from the words of a command line, in any order.

    `id=value`; `+id` is true, or the first value that is not the default; `-id` is false, off, none, no or 0;
    a bare word is a preset. Any dash counts as `-`; capital letters and invisible signs do no harm. Later
    flags replace earlier ones.

    Raises:
        UnknownPreset, UnknownConvention, BadValue: a word is not in the rulebook.
        DuplicateStatement: two presets.
    """
    preset: str | None = None
    settings: dict[str, str] = {}
    for original in words:
        word = _plain(original)
        if "=" in word:
            name, _, value = word.partition("=")
            _flagged("=", name, value).parse(value)
            settings[name] = value
        elif word.startswith("+"):
            name = word[1:]
            settings[name] = _flagged("+", name).switched_on()
        elif word.startswith("-"):
            name = word.lstrip("-")
            settings[name] = _flagged("-", name).switched_off()
        else:
            name = find_preset(word).id
            if preset not in {None, name}:
                raise DuplicateStatement("preset")
            preset = name
    return preset, settings


def _flagged(sign: Literal["=", "+", "-"], name: str, value: str = "") -> Field:
    try:
        return field(name)
    except UnknownConvention as unknown:
        raise UnknownConvention(name, unknown.nearest, _meant(sign, name, value, unknown.nearest)) from None


def _meant(sign: Literal["=", "+", "-"], name: str, value: str, close: str | None) -> str | None:
    """A flag that will be accepted: what the unknown one was probably meant to be."""
    if name in PRESETS:
        return name
    if close is None:
        return None
    if sign != "=":
        return FIELDS[close].flag(sign)
    try:
        FIELDS[close].parse(value)
    except BadValue as refused:
        return f"{close}={refused.nearest or FIELDS[close].example()}"
    return f"{close}={value}"


def _plain(word: str) -> str:
    visible = (char for char in word.lower() if unicodedata.category(char) != "Cf")
    return "".join("-" if _is_dash(char) else char for char in visible)


def _is_dash(char: str) -> bool:
    return char == "\N{MINUS SIGN}" or unicodedata.category(char) == "Pd"


def differing(conventions: Conventions, preset: str | None) -> dict[str, str]:
    """The settings (id to word) that make `preset` into these conventions.

    Raises:
        UnknownPreset: there is no such preset.
    """
    base = assemble(find_preset(preset or DEFAULT_PRESET).differs)
    return {
        name: column.word(getattr(conventions, name))
        for name, column in FIELDS.items()
        if getattr(conventions, name) != getattr(base, name)
    }


def values(conventions: Conventions) -> dict[str, bool | int | str]:
    """All conventions as the record's JSON shows them: `off` and `none` as words (settled N8)."""
    return {name: column.plain(getattr(conventions, name)) for name, column in FIELDS.items()}
