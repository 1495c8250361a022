"""Cards to part with: what is left should be worth most, and no gift should complete a marriage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from engine import marriage
from engine.actions import Bury, Face, Give
from engine.cards import ABOVE, MARRIAGE_POINTS, Card
from engine.conventions import Conventions
from engine.players.worth import worth
from engine.view import SeatView

MATED: Final = 0.3
"""The part of a marriage that a gift of one half costs: the other half may wait in the receiver's hand."""

GIVEN: Final = 0.5
"""What a point of a card is worth that is given away."""


def spared(
    conventions: Conventions, hand: Sequence[Card], pack: Collection[Card], size: int
) -> tuple[Card, ...]:
    """The hand without the cards that it would miss least, `size` of them left; a quick look."""
    others = frozenset(pack).difference(hand)
    kept = sorted(hand, key=lambda card: _need(conventions, card, hand, others), reverse=True)[:size]
    return tuple(sorted(kept, key=lambda card: card.index))


def _need(conventions: Conventions, card: Card, hand: Sequence[Card], others: frozenset[Card]) -> float:
    """How much the hand would miss the card."""
    above = len(ABOVE[card] & others)
    same = sum([held.suit is card.suit for held in hand])
    in_pair = marriage.completes_pair(conventions, hand, card)
    suit_of_pair = card.suit in marriage.pairs(conventions, hand)
    guarded = above == 1 and same > 1
    return (
        100 * in_pair
        + 40 * (not above)
        + 12 * guarded
        + 6 * suit_of_pair
        + card.points
        + 2 * (above == 2)
        - same * 0.1
    )


def choose_gift(
    view: SeatView,
    gifts: Sequence[Give | Bury],
    pack: Collection[Card],
    opponents: int,
    blur: Callable[[], float],
) -> Give | Bury:
    """The gift after which the hand is worth most; `blur` is what the player is wrong by."""
    conventions = view.public.conventions
    seen = frozenset(view.hand).union(view.buried)
    cards = dict.fromkeys(gift.card for gift in gifts)
    buries = any(isinstance(gift, Bury) for gift in gifts)

    def left(card: Card) -> float:
        rest = [held for held in view.hand if held is not card]
        cost = 0.0 if buries else _mates(conventions, card, seen)
        return worth(conventions, rest, pack, opponents).mean - cost - GIVEN * card.points + blur()

    whole = [card for card in cards if not marriage.completes_pair(conventions, view.hand, card)]
    best = max(whole or cards, key=left)
    choices = [gift for gift in gifts if gift.card is best]
    return min(choices, key=lambda gift: _manner(view, gift))


def _mates(conventions: Conventions, card: Card, seen: Collection[Card]) -> float:
    """What it costs to give away a card that may complete a marriage of the receiver's."""
    partner = marriage.PARTNERS[conventions.marriage_pair].get(card)
    return 0.0 if partner is None or partner in seen else MATED * MARRIAGE_POINTS[card.suit]


def _manner(view: SeatView, gift: Give | Bury) -> tuple[int, int]:
    """Rather bury than give, rather face down, rather to the one who has least."""
    if isinstance(gift, Bury):
        return (0, 0)
    shown = gift.face is Face.UP
    return (1 + shown, view.public.standings[gift.receiver].score)
