"""Who plays in a soak: people who do anything, people who hold back, and the computer player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from engine.actions import Action, Bid, Blind, NameContract, Pass, Seat
from engine.match import legal_actions
from engine.players import Level, choose
from engine.state import MatchState
from engine.view import seat_view

Person: TypeAlias = Callable[[MatchState, Seat, Random], Action]
"""Chooses one of the legal actions of a seat that is to act."""

MEEK: Final = 0.6
"""How often a meek player passes where he may."""


def wild(state: MatchState, seat: Seat, rng: Random) -> Action:
    """Anything, and rare words as often as common ones."""
    listed = legal_actions(state, seat)
    kind = rng.choice(sorted({type(action) for action in listed}, key=lambda word: word.__name__))
    return rng.choice([action for action in listed if type(action) is kind])


def meek(state: MatchState, seat: Seat, rng: Random) -> Action:
    """Passes a lot and never bids more than he must."""
    listed = legal_actions(state, seat)
    if Pass() in listed and rng.random() < MEEK:
        return Pass()
    return _without_dear_ones(listed, rng)


def _without_dear_ones(listed: Sequence[Action], rng: Random) -> Action:
    chosen = rng.choice(listed)
    if isinstance(chosen, Bid | NameContract | Blind):
        return next(action for action in listed if type(action) is type(chosen))
    return chosen


def steady(state: MatchState, seat: Seat, rng: Random) -> Action:
    """The computer player that sits in for an absent person."""
    view = seat_view(state, seat)
    return choose(Level.AUTOPILOT, view, view.legal, rng)


PEOPLE: Final[Sequence[Person]] = (wild, meek, meek, steady)
