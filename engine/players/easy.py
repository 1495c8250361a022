"""`easy`: thinks as `normal` does, but forgets small cards, misjudges its hand and sometimes slips."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.actions import Action
from engine.players import thinker
from engine.players.skill import Skill
from engine.view import SeatView

SKILL: Final = Skill(memory=1, notices_voids=False, misjudgement=20, slip=0.15)


def choose(view: SeatView, legal: Sequence[Action], rng: Random) -> Action:
    """A sensible legal action with a human's lapses; `legal` is not empty."""
    return thinker.choose(view, legal, rng, SKILL)
