"""`normal`: counts cards and voids, bids what hand and talon can hold, and does not slip."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.actions import Action
from engine.players import thinker
from engine.players.skill import Skill
from engine.view import SeatView

SKILL: Final = Skill()


def choose(view: SeatView, legal: Sequence[Action], rng: Random) -> Action:
    """The best legal action that it can think of; `legal` is not empty."""
    return thinker.choose(view, legal, rng, SKILL)
