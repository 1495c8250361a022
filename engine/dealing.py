"""Shuffling and dealing. The deck is always an input; the shuffle is for decks that are named by a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from engine.actions import Seat
from engine.cards import DECK, Card, in_order
from engine.errors import BadDeal, DuplicateCard
from engine.state import Hand, Hands

ROUNDS_BEFORE_TALON = 2
"""Rounds dealt before the talon: so no rule about cards that may not lie there is ever broken."""
HAND_SIZE = 7
TALON_SIZE = 3


def shuffle(seed: bytes) -> tuple[Card, ...]:
    """The deck that a seed names, the top card first; the same for ever.

    The byte stream is SHA-256(seed ‖ counter) for counter = 0, 1, 2 …, the counter as eight bytes big-endian,
    digest after digest. Fisher–Yates from the end: for i = 23 down to 1 the cards at places i and
    j of the deck (spades 9 J Q K 10 A, then clubs, diamonds, hearts) change places, j drawn uniformly from
    0 … i: take the next byte b; if b ≥ 256 − 256 mod (i + 1) take another; else j = b mod (i + 1).
    """
    cards = list(DECK)
    stream = _bytes(seed)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        limit = 256 - 256 % choices
        drawn = next(byte for byte in stream if byte < limit) % choices
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return tuple(cards)


def _bytes(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from sha256(seed + counter.to_bytes(8, "big")).digest()
        counter += 1


def cut(deck: Sequence[Card]) -> tuple[Card, ...]:
    """The deck cut again: at a place that only the deck itself decides, never at its ends.

    The first byte below 252 of SHA-256 of the card codes, modulo 21, plus 2: so many cards go to the bottom.
    """
    stream = _bytes("".join(card.code for card in deck).encode())
    place = 2 + next(byte for byte in stream if byte < 252) % 21
    return (*deck[place:], *deck[:place])


def bottom_to_middle(deck: Sequence[Card]) -> tuple[Card, ...]:
    """The deck with its bottom card moved under the upper half."""
    half = len(deck) // 2
    return (*deck[:half], deck[-1], *deck[half:-1])


def deal(deck: Sequence[Card], players: int, dealer: Seat) -> tuple[Hands, Hand]:
    """Hands and talon from a deck, the top card first.

    One card at a time, clockwise, the player after the dealer first: two rounds, then the whole talon, then
    the other rounds.

    Raises:
        BadDeal: the deck is not complete.
        DuplicateCard: a card is in it twice.
    """
    check_deck(deck)
    early = ROUNDS_BEFORE_TALON * players
    rest = (*deck[:early], *deck[early + TALON_SIZE :])
    hands = [in_order(rest[(seat - dealer - 1) % players :: players]) for seat in range(players)]
    return tuple(hands), in_order(deck[early : early + TALON_SIZE])


def check_deck(cards: Sequence[Card]) -> None:
    """Refuse anything but the whole deck, in any order.

    Raises:
        BadDeal: cards are missing or too many.
        DuplicateCard: a card is there twice.
    """
    seen = set(cards)
    if len(seen) < len(cards):
        raise DuplicateCard(next(card for place, card in enumerate(cards) if card in cards[:place]))
    if len(seen) != len(DECK):
        raise BadDeal("deck_size", expected=len(DECK), found=len(seen))


def check_hands(hands: Sequence[Sequence[Card]], talon: Sequence[Card]) -> None:
    """Refuse hands and a talon that do not make a deal.

    Raises:
        DuplicateCard: a card is dealt twice.
        BadDeal: a hand or the talon has the wrong size.
    """
    check_sizes(hands, talon)
    check_deck([card for cards in (*hands, talon) for card in cards])


def check_sizes(hands: Sequence[Sequence[Card]], talon: Sequence[Card]) -> None:
    """Refuse a hand or talon of the wrong size.

    Raises:
        BadDeal: naming the seat where it is a hand.
    """
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            raise BadDeal("hand_size", seat=seat, expected=HAND_SIZE, found=len(hand))
    if len(talon) != TALON_SIZE:
        raise BadDeal("talon_size", expected=TALON_SIZE, found=len(talon))
