"""Ten thousand deals of thinking players: every choice legal, every deal and match at its end (fault L01)."""

from __future__ import annotations

import os
from collections import Counter
from itertools import permutations
from random import Random
from typing import Final

import pytest

from engine import match
from engine.conventions import PRESETS, resolve
from engine.players import Level
from tests.players.arena import play_out, to_the_end, winners
from tests.soak.generator import Generator, deck, standings

SEED: Final = int(os.environ.get("SEED", "1"))
AI_DEALS: Final = 10_000
MATCHES: Final = 5
"""Matches of each level at each preset and number of players."""
MOST: Final = 500
THINKING: Final = (Level.AUTOPILOT, Level.EASY, Level.NORMAL)
SEATINGS: Final = [(preset.id, players) for preset in PRESETS.values() for players in preset.players]


@pytest.mark.soak
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize(("preset", "players"), SEATINGS)
def test_matches_of_one_level_end_within_500_deals(preset: str, players: int, level: Level) -> None:
    conventions = resolve(preset, {})
    for number in range(MATCHES):
        state = match.new_match(conventions, players, dealer=number % players)
        assert to_the_end(state, (level,) * players, seed=SEED + number, most=MOST).sheet.outcome is not None


@pytest.mark.soak
def test_l01_ten_thousand_deals_of_computer_players_end() -> None:
    assert deals_at_random_tables(Random(SEED), AI_DEALS) >= AI_DEALS


def test_l01_deals_of_computer_players_end_at_any_table() -> None:
    assert deals_at_random_tables(Random(1), 250) >= 250


@pytest.mark.soak
def test_normal_wins_most_matches_at_a_mixed_table() -> None:
    """Sixty whole matches, every order of the three levels: the best one wins more than both others."""
    won: Counter[Level] = Counter()
    for number in range(10):
        for seats in permutations(THINKING):
            start = match.new_match(resolve("default", {}), 3, dealer=number % 3)
            won.update(seats[seat] for seat in winners(start, seats, seed=SEED + number, most=MOST))
    assert won[Level.NORMAL] > won[Level.EASY] + won[Level.AUTOPILOT], won
    assert won[Level.EASY] > won[Level.AUTOPILOT], won


def deals_at_random_tables(rng: Random, least: int) -> int:
    """Deals played to their end, by any rules, from any score sheet, by levels at random."""
    tables = Generator(rng)
    deals = 0
    while deals < least:
        conventions, players = tables.table()
        sheet = standings(rng, conventions, players)
        state = match.new_match(conventions, players, dealer=rng.randrange(players), standings=sheet)
        seats = tuple(rng.choice(THINKING) for _ in range(players))
        for _ in range(3):
            if match.outcome(state) is not None:
                break
            cards = match.next_deck(state, rng.randbytes(8)) if state.sheet.stack else deck(rng, state)
            state = play_out(match.start_deal(state, cards).state, seats, rng)
            assert match.to_act(state) == ()
            deals += 1
    return deals
