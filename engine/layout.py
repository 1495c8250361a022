"""How many cards go to whom, for each number of players (catalogue section 2, Setup & dealing; 4.30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import Seat
from engine.cards import DECK, Card, Rank
from engine.conventions import Conventions
from engine.conventions import layout as named_layout

SHORT_DECK: Final = tuple(card for card in DECK if card.rank is not Rank.NINE)
"""The 20 cards of five players (`deck=20_at_five`)."""
NINES: Final = tuple(card for card in DECK if card.rank is Rank.NINE)
FIVE: Final = 5


@dataclass(frozen=True, slots=True)
class Layout:
    """Cards by where they go."""

    hand: int
    """Cards of each player."""
    talon: int = 0
    """Cards of a talon."""
    talons: int = 1
    stock: int = 0
    """Cards that are drawn one by one later."""
    dealer_plays: bool = True


LAYOUTS: Final[Mapping[str, Layout]] = {
    "11+2": Layout(11, 2),
    "10+2x2": Layout(10, 2, talons=2),
    "9+2x3": Layout(9, 3, talons=2),
    "6+stock": Layout(6, talons=0, stock=12),
    "7+3": Layout(7, 3),
    "5+4": Layout(5, 4),
    "dealer_sits": Layout(7, 3, dealer_plays=False),
    "3+5": Layout(3, 5),
    "3+6": Layout(3, 6),
}
"""`layout_2p` to `layout_6p`."""


def layout_of(conventions: Conventions, players: int) -> Layout:
    """How cards are dealt to so many players, who may play by these conventions."""
    return LAYOUTS[named_layout(conventions, players)]


def active_seats(layout: Layout, players: int, dealer: Seat) -> tuple[Seat, ...]:
    """Seats that get cards, in seat order: all, or all but the dealer."""
    return tuple([seat for seat in range(players) if layout.dealer_plays or seat != dealer])


def pack(conventions: Conventions, players: int) -> tuple[Card, ...]:
    """The cards that so many players play with, in the order of the whole deck (`deck`)."""
    return SHORT_DECK if _is_short(conventions, players) else DECK


def _is_short(conventions: Conventions, players: int) -> bool:
    return players == FIVE and conventions.deck == "20_at_five"


def absent(conventions: Conventions, players: int) -> tuple[Card, ...]:
    """The cards that so many players play without."""
    return NINES if _is_short(conventions, players) else ()
