"""The score sheet in lines: a name, a total, and what hangs over it (bolts, tries on the barrel)."""

from __future__ import annotations

from bot.i18n import number
from bot.screens.text import bold
from bot.screens.words import Words
from engine.actions import Seat
from engine.conventions import Conventions
from engine.state import Standing


def marks(standing: Standing, conventions: Conventions) -> str:
    """Bolts and used tries: `🔩 1/3 · 🛢 2/3`; empty where there is nothing to fear."""
    found = []
    if standing.bolts:
        limit = conventions.bolts_game_limit
        found.append(f"🔩 {standing.bolts}/{limit}" if limit else f"🔩 {standing.bolts}")
    if standing.barrel is not None:
        found.append(f"🛢 {standing.barrel}/{conventions.barrel_tries}")
    return " · ".join(found)


def standing_line(
    seat: Seat, standing: Standing, conventions: Conventions, words: Words, *extra: str, crowned: bool = False
) -> str:
    """One player: `👑 Anna · 340 · 🔩 1/3`, then what else is to be said."""
    parts = (words.names[seat], bold(number(standing.score)), marks(standing, conventions), *extra)
    return ("👑 " if crowned else "") + " · ".join(part for part in parts if part)
