"""Decks and dealing: the deck is always an input; what is drawn here is named by a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from engine.actions import Seat
from engine.cards import DECK, Card, Rank, in_order
from engine.errors import BadDeal, DuplicateCard
from engine.layout import Layout
from engine.state import Hand, Hands

ROUNDS_BEFORE_TALON: Final = 2
"""Rounds dealt before the talon: so no rule about cards that may not lie there is ever broken."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of a deal, as dealt."""

    hands: Hands
    """A hand a seat, empty for one that sits out."""
    talons: tuple[Hand, ...] = ()
    stock: tuple[Card, ...] = ()
    """The next card first."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them, wherever they lie."""
        return tuple([card for part in (*self.hands, *self.talons, self.stock) for card in part])


# Decks


def shuffle(seed: bytes, pack: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """The deck that a seed names, the top card first; the same for ever.

    The byte stream is SHA-256(seed ‖ counter) for counter = 0, 1, 2 …, the counter as eight bytes,
    big-endian, the digests one after the other. Fisher–Yates from the end: for i = 23 (19 where five play)
    down to 1 the cards at places i and j of the pack (spades 9 J Q K 10 A, then clubs, diamonds, hearts)
    change places, j drawn uniformly from 0 … i: take the next byte b; if b ≥ 256 − 256 mod (i + 1) take
    another; else j = b mod (i + 1).
    """
    cards = list(pack)
    stream = _bytes(seed)
    for last in range(len(cards) - 1, 0, -1):
        drawn = _below(last + 1, stream)
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return tuple(cards)


def cut(deck: Sequence[Card], seed: bytes | None = None) -> tuple[Card, ...]:
    """The deck cut at a place that a seed names, or that the deck itself decides: so a deck fixes its deal.

    2 + j cards go from the top to the bottom, j drawn uniformly from 0 … n − 4 as for `shuffle`, of n cards
    being in the deck; the deck's own seed is its card codes.
    """
    stream = _bytes("".join(card.code for card in deck).encode() if seed is None else seed)
    place = 2 + _below(len(deck) - 3, stream)
    return (*deck[place:], *deck[:place])


def bottom_to_middle(deck: Sequence[Card]) -> tuple[Card, ...]:
    """The deck with its bottom card moved under the upper half."""
    half = len(deck) // 2
    return (*deck[:half], deck[-1], *deck[half:-1])


def _bytes(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from sha256(seed + counter.to_bytes(8, "big")).digest()
        counter += 1


def _below(choices: int, stream: Iterator[int]) -> int:
    """A number from 0 to `choices` − 1, each as likely as the others."""
    limit = 256 - 256 % choices
    return next(byte for byte in stream if byte < limit) % choices


def first_ace(deck: Sequence[Card], players: int) -> Seat:
    """Who deals first where cards are turned up until an ace comes, seat 0 first (`first_dealer`)."""
    return next(place for place, card in enumerate(deck) if card.rank is Rank.ACE) % players


# Dealing


def deal(deck: Sequence[Card], layout: Layout, active: Sequence[Seat], dealer: Seat) -> Dealt:
    """The cards of a deal from a deck, the top card first.

    One card at a time, clockwise, the player after the dealer first: two rounds, then the talon (the second
    one after the first), then the other rounds; a stock is what is left after all rounds. So neither the
    first nor the last three cards lie in a talon (`talon_forbidden_cards`), and a dealer who plays gets the
    bottom card.
    """
    order = [seat for seat in active if seat > dealer] + [seat for seat in active if seat <= dealer]
    early = ROUNDS_BEFORE_TALON * len(order)
    late = early + layout.talon * layout.talons
    talons = tuple([in_order(deck[place : place + layout.talon]) for place in _starts(layout, early, late)])
    dealt = layout.hand * len(order)
    rounds = [*deck[:early], *deck[late:]]
    hands: list[Hand] = [()] * (max(*order, dealer) + 1)
    for place, seat in enumerate(order):
        hands[seat] = in_order(rounds[place : dealt : len(order)])
    return Dealt(tuple(hands), talons, tuple(rounds[dealt:]))


def _starts(layout: Layout, early: int, late: int) -> range:
    return range(early, late, layout.talon) if layout.talon else range(0)


# Refusals


def check_deck(cards: Sequence[Card], pack: Sequence[Card] = DECK) -> None:
    """Refuse cards that are not the whole pack, each once.

    Raises:
        BadDeal: cards are missing, too many, or not in the pack.
        DuplicateCard: a card is there twice.
    """
    if len(cards) == len(pack) and set(cards).issuperset(pack):
        return
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise DuplicateCard(card)
        seen.add(card)
    if len(seen) != len(pack):
        raise BadDeal("deck_size", expected=len(pack), found=len(seen))
    raise BadDeal("not_in_deck")


def check_sizes(dealt: Dealt, layout: Layout, active: Sequence[Seat]) -> None:
    """Refuse a hand, talon or stock of the wrong size.

    Raises:
        BadDeal: naming the seat where it is a hand.
    """
    for seat, hand in enumerate(dealt.hands):
        expected = layout.hand if seat in active else 0
        if len(hand) != expected:
            raise BadDeal("hand_size", seat=seat, expected=expected, found=len(hand))
    if len(dealt.talons) != layout.talons:
        raise BadDeal("talon_count", expected=layout.talons, found=len(dealt.talons))
    for talon in dealt.talons:
        if len(talon) != layout.talon:
            raise BadDeal("talon_size", expected=layout.talon, found=len(talon))
    if len(dealt.stock) != layout.stock:
        raise BadDeal("stock_size", expected=layout.stock, found=len(dealt.stock))
