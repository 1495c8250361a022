"""Computer players. They see a `SeatView` and nothing else, and always answer with a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random
from typing import Final, TypeAlias

from engine.actions import Action
from engine.players import autopilot, easy, normal
from engine.view import SeatView


class Level(StrEnum):
    """How strong a computer player is (design: a closed list)."""

    RANDOM = "random"
    AUTOPILOT = "autopilot"
    EASY = "easy"
    NORMAL = "normal"


Chooser: TypeAlias = Callable[[SeatView, Sequence[Action], Random], Action]


def _at_random(_view: SeatView, legal: Sequence[Action], rng: Random) -> Action:
    return rng.choice(legal)


def _autopilot(view: SeatView, legal: Sequence[Action], _rng: Random) -> Action:
    return autopilot.choose(view, legal)


_CHOOSERS: Final[dict[Level, Chooser]] = {
    Level.RANDOM: _at_random,
    Level.AUTOPILOT: _autopilot,
    Level.EASY: easy.choose,
    Level.NORMAL: normal.choose,
}


def choose(level: Level, view: SeatView, legal: Sequence[Action], rng: Random) -> Action:
    """One of `legal`, as a player of that level picks it.

    Raises:
        ValueError: `legal` is empty: there is nothing to choose.
    """
    if not legal:
        raise ValueError("no legal action to choose from")
    if len(legal) == 1:
        return legal[0]
    return _CHOOSERS[level](view, legal, rng)
