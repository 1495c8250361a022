"""What a hand is worth to a declarer: the points it should take, and the chance to make a contract with it.

The figures come from deals that such players played: what each kind of card brought, and how evenly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final

from engine import marriage
from engine.cards import ABOVE, CARD_POINTS, MARRIAGE_POINTS, Card, Suit
from engine.conventions import Conventions

GUARDED: Final = 4
"""Points that a card brings which one card beats and another protects."""
LONG_TRUMP: Final = 5
"""Points of each trump beyond the marriage itself."""
SPREAD: Final = 17
"""Standard deviation of the card points around the estimate."""
DECLARED: Final = (0.15, 0.65, 0.85, 0.95)
"""The chance to come to the lead with a marriage, by the number of sure winners."""
NEXT_DECLARED: Final = 0.85
"""The chance of each further marriage, once one is declared."""


def followed(opponents: int) -> int:
    """Points that the others add to a trick of the declarer's on the average."""
    return 4 * opponents - 2


@dataclass(frozen=True, slots=True)
class Worth:
    """The points that a hand should take as declarer."""

    cards: float
    """Expected card points."""
    marriages: tuple[tuple[int, float], ...]
    """What may be declared in all, in points, with the chance that it is just that."""

    @property
    def mean(self) -> float:
        """Expected points, marriages included."""
        return self.cards + sum([points * chance for points, chance in self.marriages])

    def chance(self, contract: float) -> float:
        """The chance to take at least so much."""
        return sum([chance * _at_least(contract - points, self.cards) for points, chance in self.marriages])

    def moved(self, points: float) -> Worth:
        """The same hand, thought to be worth so many card points more."""
        return Worth(self.cards + points, self.marriages)


def _at_least(needed: float, expected: float) -> float:
    if needed > CARD_POINTS:
        return 0.0
    return 0.5 * (1 + erf((expected - needed + 0.5) / (SPREAD * sqrt(2))))


def worth(conventions: Conventions, hand: Sequence[Card], pack: Collection[Card], opponents: int) -> Worth:
    """What the hand should take against so many opponents, who hold what it lacks of the pack."""
    others = frozenset(pack).difference(hand)
    winners = 0
    points = 0.0
    for suit in Suit:
        mine = [card for card in reversed(hand) if card.suit is suit]
        sure, brought = _suit(mine, others, opponents)
        winners += sure
        points += brought
    held = marriage.pairs(conventions, hand)
    if held:
        points += LONG_TRUMP * (sum([card.suit is held[-1] for card in hand]) - 2)
    dear = sorted([MARRIAGE_POINTS[suit] for suit in held], reverse=True)
    if marriage.four_aces(conventions, hand):
        dear.insert(0, conventions.ace_marriage)
    leads = conventions.first_lead_marriage == "declares" and conventions.first_leader == "declarer"
    first = 1.0 if leads else DECLARED[min(winners, len(DECLARED) - 1)]
    return Worth(min(points, CARD_POINTS), tuple(_declared(dear, first)))


def _suit(mine: Sequence[Card], others: frozenset[Card], opponents: int) -> tuple[int, float]:
    """Sure winners of one suit, its cards from the top down, and what the suit should bring."""
    sure = 0
    points = 0.0
    left = sum([card.suit is mine[0].suit for card in others]) if mine else 0.0
    for place, card in enumerate(mine):
        above = len(ABOVE[card] & others)
        if not above or left <= 0:
            sure += 1
            points += card.points + followed(opponents)
            left -= 0.75 * opponents
        elif above == 1 and place + 1 < len(mine):
            points += GUARDED
            left -= 0.6 * opponents
    return sure, points


def _declared(dear: Sequence[int], first: float) -> Iterable[tuple[int, float]]:
    """What may be declared in all, the dearest first."""
    if not dear:
        return [(0, 1.0)]
    outcomes = [(0, 1.0 - first)]
    total, reached = 0, first
    for place, points in enumerate(dear):
        total += points
        goes_on = NEXT_DECLARED if place + 1 < len(dear) else 0.0
        outcomes.append((total, reached * (1 - goes_on)))
        reached *= goes_on
    return outcomes
