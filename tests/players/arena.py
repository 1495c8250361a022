"""Levels against each other: the same cards for every way in which they can share the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from statistics import fmean, stdev

from engine import match
from engine.actions import Seat
from engine.conventions import Conventions
from engine.players import Level, choose
from engine.state import MatchState
from engine.view import seat_view

REDEALS = 20
"""Deals in a row that may be void before the cards count as played."""


@dataclass(frozen=True, slots=True)
class Margin:
    """By how many points a deal one level was ahead of the other."""

    mean: float
    error: float
    """Standard error of the mean."""

    @property
    def sure(self) -> float:
        """What is left of the margin after two standard errors."""
        return self.mean - 2 * self.error


def compare(
    strong: Level, weak: Level, conventions: Conventions, players: int, deals: int, seed: str = "arena"
) -> Margin:
    """Play so many first deals, each once for every mixture of the two levels at the table."""
    mixed = [seats for seats in product((strong, weak), repeat=players) if len(set(seats)) > 1]
    margins = [
        fmean(
            [_ahead(_deal(conventions, seats, f"{seed}{number}", number), seats, strong) for seats in mixed]
        )
        for number in range(deals)
    ]
    return Margin(fmean(margins), stdev(margins) / len(margins) ** 0.5)


def _ahead(scores: Sequence[int], seats: Sequence[Level], strong: Level) -> float:
    mine = [score for score, level in zip(scores, seats, strict=True) if level is strong]
    theirs = [score for score, level in zip(scores, seats, strict=True) if level is not strong]
    return fmean(mine) - fmean(theirs)


def _deal(conventions: Conventions, seats: Sequence[Level], seed: str, number: int) -> list[int]:
    """The scores after the first deal that counts."""
    state = match.new_match(conventions, len(seats), dealer=number % len(seats))
    rng = Random(seed)
    for attempt in range(REDEALS):
        state = match.start_deal(state, match.next_deck(state, f"{seed}/{attempt}".encode())).state
        state = play_out(state, seats, rng)
        if state.sheet.deals_played:
            break
    return [standing.score for standing in state.sheet.standings]


def play_out(state: MatchState, seats: Sequence[Level], rng: Random) -> MatchState:
    """The match after the deal in hand."""
    while awaited := match.to_act(state):
        view = seat_view(state, awaited[0])
        action = choose(seats[view.seat], view, view.legal, rng)
        state = match.apply(state, view.seat, action).state
    return state


def to_the_end(state: MatchState, seats: Sequence[Level], seed: int, most: int) -> MatchState:
    """The match when it is over; it fails where that takes more than so many deals."""
    rng = Random(seed)
    while match.outcome(state) is None and state.sheet.deals_dealt < most:
        state = play_out(match.start_deal(state, match.next_deck(state, rng.randbytes(16))).state, seats, rng)
    assert match.outcome(state) is not None, f"no end within {most} deals"
    return state


def winners(state: MatchState, seats: Sequence[Level], seed: int, most: int) -> tuple[Seat, ...]:
    """Who wins the match."""
    outcome = match.outcome(to_the_end(state, seats, seed, most))
    return outcome.winners if outcome else ()
