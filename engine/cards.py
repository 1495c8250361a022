"""Cards: six ranks in four suits (catalogue section 0, invariants 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from operator import attrgetter
from typing import Final


class Suit(IntEnum):
    """A suit, in the order in which hands are sorted and records are written."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3

    @property
    def code(self) -> str:
        """The letter that records use."""
        return "scdh"[self]


class Rank(IntEnum):
    """A rank; a greater one beats a smaller one of the same suit."""

    NINE = 0
    JACK = 1
    QUEEN = 2
    KING = 3
    TEN = 4
    ACE = 5

    @property
    def code(self) -> str:
        """The character that records use."""
        return "9JQKTA"[self]

    @property
    def points(self) -> int:
        """Card points of a card of this rank."""
        return (0, 2, 3, 4, 10, 11)[self]


class Card:
    """One of the 24 cards. Each exists once, so cards are compared by identity."""

    __slots__ = ("code", "index", "points", "rank", "suit")

    suit: Suit
    rank: Rank
    points: int
    code: str
    index: int
    """Place in `DECK`: by suit, then rank."""

    def __init__(self, suit: Suit, rank: Rank) -> None:
        self.suit = suit
        self.rank = rank
        self.points = rank.points
        self.code = rank.code + suit.code
        self.index = suit * len(Rank) + rank

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card that a record calls `code`, such as ``Th``.

        Raises:
            KeyError: no card has that code.
        """
        return BY_CODE[code]

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.parse, (self.code,)


DECK: Final = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
BY_SUIT: Final = tuple(tuple(card for card in DECK if card.suit is suit) for suit in Suit)
"""The cards of each suit, by rank."""
ABOVE: Final = {card: frozenset(BY_SUIT[card.suit][card.rank + 1 :]) for card in DECK}
"""The higher cards of its suit."""
BY_CODE: Final = {card.code: card for card in DECK}
CARD_POINTS: Final = 120
MARRIAGE_POINTS: Final = (40, 60, 80, 100)
"""Points of a marriage, by suit."""

_INDEX: Final = attrgetter("index")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit, then rank, as hands are held."""
    return tuple(sorted(cards, key=_INDEX))
