"""The rulebook as data: the conventions, the presets, and what goes together (catalogue sections 2 and 3)."""

from engine.conventions.fields import FIELDS, Field, Value, field
from engine.conventions.presets import PRESETS, Preset
from engine.conventions.resolve import (
    DEFAULT_PRESET,
    assemble,
    differing,
    find_preset,
    parse_flags,
    resolve,
    values,
)
from engine.conventions.table import Conventions
from engine.conventions.validity import check_anybody_plays, check_players, layout, players_allowed

__all__ = [
    "DEFAULT_PRESET",
    "FIELDS",
    "PRESETS",
    "Conventions",
    "Field",
    "Preset",
    "Value",
    "assemble",
    "check_anybody_plays",
    "check_players",
    "differing",
    "field",
    "find_preset",
    "layout",
    "parse_flags",
    "players_allowed",
    "resolve",
    "values",
]
