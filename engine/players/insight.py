"""What a player can work out from his own view: unseen cards, sure winners, pairs, and what a hand holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import DECK, MARRIAGE_POINTS, Card, Rank, Suit
from engine.conventions import Conventions
from engine.view import PublicDeal

FOLLOWED = 5
"""Card points that the others add to a trick on the average when they only follow."""
TALON_HOPE = 20
"""Points that an unseen talon of three adds to a hand on the average (counted low)."""


def unseen(hand: Iterable[Card], deal: PublicDeal) -> frozenset[Card]:
    """Cards that others may still hold."""
    gone = {played.card for trick in (*deal.tricks, deal.trick) for played in trick.cards}
    return frozenset(DECK) - gone - frozenset(hand)


def is_top(card: Card, others: Iterable[Card]) -> bool:
    """No card of `others` beats it within its suit."""
    return not any(other.suit is card.suit and other.rank > card.rank for other in others)


def pairs(hand: Iterable[Card]) -> tuple[Suit, ...]:
    """Suits of which both marriage cards are held."""
    held = {(card.suit, card.rank) for card in hand}
    return tuple(suit for suit in Suit if (suit, Rank.KING) in held and (suit, Rank.QUEEN) in held)


def keeps_pair(card: Card, hand: Iterable[Card]) -> bool:
    """Playing or giving the card away would break a marriage that is still whole."""
    return card.rank in (Rank.KING, Rank.QUEEN) and card.suit in pairs(hand)


def can_hold(hand: Sequence[Card], conventions: Conventions, *, own_lead: bool = True) -> int:
    """Points that the hand should take as declarer, counted with care.

    Sure winners take what the others follow with; marriages count where the hand can come to the
    lead and declare them.
    """
    others = [card for card in DECK if card not in hand]
    points = 0
    winners = 0
    for suit in Suit:
        mine = sorted((card for card in hand if card.suit is suit), key=lambda card: card.rank, reverse=True)
        theirs = sum(card.suit is suit for card in others)
        for place, card in enumerate(mine):
            if is_top(card, (other for other in others if other not in mine)):
                winners += 1
                points += card.points + (2 * FOLLOWED if theirs > 2 * place else FOLLOWED)
            elif card.rank is Rank.TEN and len(mine) > 1:
                points += FOLLOWED
    held = pairs(hand)
    if held and own_lead and (winners or conventions.first_lead_marriage == "declares"):
        best = max(held)
        points += sum(MARRIAGE_POINTS[suit] for suit in held)
        points += FOLLOWED * max(0, sum(card.suit is best for card in hand) - 2)
    return points
