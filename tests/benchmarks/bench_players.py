"""What a choice of a computer player costs, beside the least that one can: a legal action at random."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Final

import pytest

from engine import match
from engine.conventions import resolve
from engine.players import Level, choose
from engine.view import SeatView, seat_view

TABLES: Final = (("default", 3), ("sixmax", 2), ("sixmax", 6))
DEALS: Final = 120
ROUNDS: Final = 5
"""The best of so many runs counts: other programs only ever make a run slower."""


def views(preset: str, players: int) -> list[SeatView]:
    """Every view that `normal` players had to answer in some deals, where they had a choice."""
    conventions = resolve(preset, {})
    rng = Random(1)
    state = match.new_match(conventions, players, dealer=0)
    seen: list[SeatView] = []
    for _ in range(DEALS):
        if match.outcome(state) is not None:
            state = match.new_match(conventions, players, dealer=0)
        state = match.start_deal(state, match.next_deck(state, rng.randbytes(16))).state
        while awaited := match.to_act(state):
            view = seat_view(state, awaited[0])
            if len(view.legal) > 1:
                seen.append(view)
            state = match.apply(state, view.seat, choose(Level.NORMAL, view, view.legal, rng)).state
    return seen


def cost(level: Level, asked: list[SeatView]) -> tuple[float, float]:
    """CPU microseconds of the mean choice and of the dearest one."""
    costs = [float("inf")] * len(asked)
    for round_ in range(ROUNDS):
        rng = Random(round_)
        for place, view in enumerate(asked):
            start = process_time()
            choose(level, view, view.legal, rng)
            costs[place] = min(costs[place], process_time() - start)
    return sum(costs) / len(costs) * 1e6, max(costs) * 1e6


def report() -> list[str]:
    """The figures, a line each."""
    lines = []
    for preset, players in TABLES:
        asked = views(preset, players)
        figures = {level: cost(level, asked) for level in Level}
        floor, _ = figures[Level.RANDOM]
        lines += [
            f"{preset}, {players} players, {level}: {mean:.0f} µs a choice, at most {worst:.0f} µs, "
            f"{mean / floor:.0f} of the floor"
            for level, (mean, worst) in figures.items()
        ]
    return lines


@pytest.mark.bench
def test_the_players() -> None:
    print("", *report(), sep="\n")
