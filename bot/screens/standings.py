"""The score sheet in lines: a name, a total, and what hangs over it (bolts, tries on the barrel)."""

from __future__ import annotations

from bot.i18n import number
from bot.screens.text import bold
from bot.screens.words import Words
from engine.actions import Seat
from engine.conventions import Conventions
from engine.state import Standing


def bolt_mark(bolts: int, conventions: Conventions) -> str:
    """Bolts towards the next penalty: `🔩 1/3`; empty without any."""
    if not bolts:
        return ""
    limit = conventions.bolts_game_limit
    return f"🔩 {bolts}/{limit}" if limit else f"🔩 {bolts}"


def barrel_mark(used: int | None, conventions: Conventions) -> str:
    """Tries used on the barrel: `🛢 2/3`; empty off it."""
    return "" if used is None else f"🛢 {used}/{conventions.barrel_tries}"


def standing_line(
    seat: Seat, standing: Standing, conventions: Conventions, words: Words, *extra: str, crowned: bool = False
) -> str:
    """One player: `👑 Anna · 340 · 🔩 1/3`, then what else is to be said."""
    parts = (
        words.names[seat],
        bold(number(standing.score)),
        bolt_mark(standing.bolts, conventions),
        barrel_mark(standing.barrel, conventions),
        *extra,
    )
    return ("👑 " if crowned else "") + " · ".join(part for part in parts if part)
