"""What a dealer who sits out gets for the talon (catalogue section 2, `talon_sitter_*`; 4.35)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import BY_SUIT, MARRIAGE_POINTS, Card, Rank, Suit
from engine.conventions import Conventions
from engine.events import Why
from engine.ledger import Ledger
from engine.marriage import PARTNERS
from engine.scoring import defender_entry

FLAT: Final = 30
_HALVES: Final[Mapping[str, Mapping[int, int]]] = {
    "none": {},
    "full": {2: 1},
    "full_or_half": {2: 1, 1: 2},
}
"""`talon_sitter_marriage`: by how many cards of a marriage lie in the talon, what its value is divided by."""


def premium(conventions: Conventions, talon: Sequence[Card]) -> int:
    """Points for a talon: its cards or a fixed sum, and its marriages."""
    return _for_cards(conventions, talon) + sum(_for_marriage(conventions, suit, talon) for suit in Suit)


def _for_cards(conventions: Conventions, talon: Sequence[Card]) -> int:
    match conventions.talon_sitter_premium:
        case "none":
            return 0
        case "flat_30":
            return FLAT
        case "talon_points":
            return sum(card.points for card in talon)


def _for_marriage(conventions: Conventions, suit: Suit, talon: Sequence[Card]) -> int:
    """The whole value for both cards of a pair, half of it for a lone one (settled X14)."""
    king = BY_SUIT[suit][Rank.KING]
    held = sum(card in talon for card in (king, PARTNERS[conventions.marriage_pair][king]))
    divided_by = _HALVES[conventions.talon_sitter_marriage].get(held)
    return MARRIAGE_POINTS[suit] // divided_by if divided_by else 0


def pay(ledger: Ledger) -> None:
    """Step 5: the premium (settled S14); none on the barrel (S5), nor under `own_contracts_from`."""
    frame, conventions = ledger.deal.frame, ledger.conventions
    if frame.dealer in frame.active or not ledger.receives(frame.dealer):
        return
    [talon] = frame.talons
    points = premium(conventions, talon)
    if conventions.talon_sitter_rounding:
        points = defender_entry(conventions, points)
    if ledger.golden and conventions.talon_sitter_golden_double:
        points *= 2
    ledger.adjust(frame.dealer, Why.TALON_SITTER, points)
