"""What the engine plays today. A convention that is not named here is honoured with each of its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.conventions.fields import Value
from engine.conventions.table import Conventions
from engine.conventions.validity import setting
from engine.errors import NotBuiltYet

PLAYED: Final[Mapping[str, tuple[Value, ...]]] = {}
"""The values that the engine plays, of each convention that it does not play with all of them."""


def check_built(
    conventions: Conventions, preset: str | None = None, own: frozenset[str] = frozenset()
) -> None:
    """Refuse values that the engine does not play yet.

    `own` are the conventions that the table set for itself; where the refused values come from the preset
    alone, the error names it.

    Raises:
        NotBuiltYet: with every such value.
    """
    missing = [name for name, played in PLAYED.items() if getattr(conventions, name) not in played]
    if not missing:
        return
    chosen = [name for name in missing if name in own]
    settings = tuple(setting(conventions, name) for name in chosen or missing)
    raise NotBuiltYet(settings, None if chosen else preset)
