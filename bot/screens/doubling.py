"""What counts twice in a golden deal and in a blind game, in words."""

from __future__ import annotations

from bot.screens.words import Words
from engine.conventions import Conventions


def golden(conventions: Conventions, words: Words) -> str:
    """A golden deal and what is doubled in it (`golden_*_double`)."""
    twice = {
        "points": conventions.golden_points_double,
        "marriages": conventions.golden_points_double and conventions.golden_marriages_double,
        "penalties": conventions.golden_penalties_double,
        "bolts": conventions.bolts and conventions.golden_bolts_double,
    }
    named = [words.say(f"doubled-{what}") for what, doubled in twice.items() if doubled]
    if not named:
        return words.say("board-golden")
    return f"{words.say('board-golden')}: {', '.join(named)} ×2"


def blind(conventions: Conventions, words: Words) -> str:
    """A blind game and whose points are doubled in it (`blind_double_scope`)."""
    return words.say(f"board-blind-{conventions.blind_double_scope}")
