"""What a player can work out from his own view: unseen cards, sure winners, pairs, what a hand can hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import CARD_POINTS, DECK, MARRIAGE_POINTS, Card, Rank, Suit
from engine.conventions import Conventions
from engine.layout import layout_of, pack
from engine.view import PublicDeal, SeatView

FOLLOWED = 5
"""Card points that the others add to a trick on the average when they only follow."""
TALON_HOPE = 2
"""Points that an unseen talon adds to a hand, times its cards squared (counted low): the larger it is, the
better are the cards that one keeps."""


def unseen(view: SeatView, deal: PublicDeal) -> frozenset[Card]:
    """Cards that others may still hold: all but one's own, those that were played and those one buried."""
    gone = {played.card for trick in (*deal.tricks, deal.trick) for played in trick.cards}
    cards = pack(view.public.conventions, view.public.players)
    return frozenset(cards) - gone - frozenset(view.hand) - frozenset(view.buried)


def talon_hope(view: SeatView) -> int:
    """Points that the unseen talon of this table should add to a hand."""
    return TALON_HOPE * layout_of(view.public.conventions, view.public.players).talon ** 2


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


def reach(view: SeatView) -> int:
    """Points that the viewer's hand should take as declarer at his table."""
    active = view.public.deal.active if view.public.deal else range(view.public.players)
    cards = pack(view.public.conventions, view.public.players)
    return can_hold(view.hand, view.public.conventions, opponents=len(active) - 1, cards=cards)


def can_hold(
    hand: Sequence[Card], conventions: Conventions, *, opponents: int = 2, cards: Sequence[Card] = DECK
) -> int:
    """Points that the hand should take as declarer, counted with care.

    Sure winners take what the others follow with, never more than all the cards are worth. A marriage counts
    where there is a winner to come to the lead with, for each one of its own.
    """
    others = [card for card in cards if card not in hand]
    points = 0
    winners = 0
    for suit in Suit:
        mine = sorted((card for card in hand if card.suit is suit), key=lambda card: card.rank, reverse=True)
        theirs = sum(card.suit is suit for card in others)
        for place, card in enumerate(mine):
            if is_top(card, others):
                winners += 1
                followed = opponents if theirs > opponents * place else 1
                points += card.points + followed * FOLLOWED
            elif card.rank is Rank.TEN and len(mine) > 1:
                points += FOLLOWED
    leads = winners + (conventions.first_lead_marriage == "declares")
    declared = sorted(pairs(hand), reverse=True)[:leads]
    if declared:
        points += FOLLOWED * max(0, sum(card.suit is declared[0] for card in hand) - 2)
    return min(points, CARD_POINTS) + sum(MARRIAGE_POINTS[suit] for suit in declared)
