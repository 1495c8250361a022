"""How strong the levels are, beside each other: fixed cards, every mixture of seats."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from engine import match
from engine.conventions import PRESETS, resolve
from engine.players import Level
from tests.players.arena import compare, deals_to_the_end

CLEAR = 3.0
"""Points a deal that a clear margin leaves after two standard errors."""
MOST = 500
"""Deals within which matches end (design 3)."""
SEATINGS = [(preset.id, players) for preset in PRESETS.values() for players in preset.players]


@pytest.mark.parametrize(
    ("strong", "weak", "deals"),
    [
        (Level.NORMAL, Level.EASY, 200),
        (Level.EASY, Level.AUTOPILOT, 250),
        (Level.AUTOPILOT, Level.RANDOM, 30),
    ],
)
def test_each_level_beats_the_one_below_it(strong: Level, weak: Level, deals: int) -> None:
    margin = compare(strong, weak, resolve("default", {}), 3, deals)
    assert margin.sure > CLEAR, margin


@pytest.mark.parametrize(
    ("preset", "players", "deals"), [("sixmax", 2, 60), ("sixmax", 4, 120), ("matveev", 3, 80)]
)
def test_normal_beats_the_autopilot_at_other_tables(preset: str, players: int, deals: int) -> None:
    margin = compare(Level.NORMAL, Level.AUTOPILOT, resolve(preset, {}), players, deals)
    assert margin.sure > CLEAR, margin


@pytest.mark.parametrize(("preset", "players"), SEATINGS)
def test_matches_of_mixed_levels_end_within_500_deals(preset: str, players: int) -> None:
    state = match.new_match(resolve(preset, {}), players, dealer=0)
    seats = tuple(islice(cycle((Level.NORMAL, Level.EASY, Level.AUTOPILOT)), players))
    assert deals_to_the_end(state, seats, seed=1, most=MOST) <= MOST
