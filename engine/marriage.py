"""Marriages: who holds one, what a lead declares, and what that does to the trump (catalogue section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Seat
from engine.cards import BY_SUIT, DECK, MARRIAGE_POINTS, Card, Rank, Suit, in_order
from engine.conventions import Conventions
from engine.state import Log, Marriage

ACES: Final = tuple(card for card in DECK if card.rank is Rank.ACE)
KINGS: Final = frozenset(card for card in DECK if card.rank is Rank.KING)


def _partners(first: Rank, second: Rank) -> dict[Card, Card]:
    """Each marriage card and the other half of its pair."""
    halves = ((first, second), (second, first))
    return {cards[one]: cards[other] for cards in BY_SUIT for one, other in halves}


PARTNERS: Final = {"kq": _partners(Rank.KING, Rank.QUEEN), "ak": _partners(Rank.ACE, Rank.KING)}
"""For each value of `marriage_pair`: the other half of a marriage card."""


def pairs(conventions: Conventions, hand: Sequence[Card]) -> tuple[Suit, ...]:
    """Suits of which the whole marriage is held."""
    partners = PARTNERS[conventions.marriage_pair]
    return tuple([card.suit for card in hand if card in KINGS and partners[card] in hand])


def four_aces(conventions: Conventions, hand: Sequence[Card]) -> bool:
    """The ace marriage is held (`ace_marriage`)."""
    return conventions.ace_marriage > 0 and frozenset(hand).issuperset(ACES)


def held_points(conventions: Conventions, hand: Sequence[Card]) -> int:
    """What all marriages in the hand are worth, four aces included (settled B7)."""
    aces = conventions.ace_marriage if four_aces(conventions, hand) else 0
    return aces + sum([MARRIAGE_POINTS[suit] for suit in pairs(conventions, hand)])


def dearest(conventions: Conventions, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that prove a marriage: the dearest pair, or the four aces (settled X42)."""
    held = pairs(conventions, hand)
    if not held:
        return ACES
    partners = PARTNERS[conventions.marriage_pair]
    king = BY_SUIT[held[-1]][Rank.KING]
    return in_order((king, partners[king]))


# What a lead declares


def completes_pair(conventions: Conventions, hand: Sequence[Card], card: Card) -> bool:
    """The card is half of a marriage that is held whole."""
    partner = PARTNERS[conventions.marriage_pair].get(card)
    return partner is not None and partner in hand


def completes_aces(conventions: Conventions, hand: Sequence[Card], card: Card) -> bool:
    """The card is one of four aces that are held together, and they count."""
    return card in ACES and four_aces(conventions, hand)


def aces_gate(conventions: Conventions) -> str:
    """What the first lead of the deal does with an ace of four: a value of `first_lead_marriage`."""
    return "plain" if conventions.ace_marriage_gate == "needs_trick" else conventions.first_lead_marriage


def declared_pair(conventions: Conventions, hand: Sequence[Card], card: Card, *, first_lead: bool) -> bool:
    """Leading the card may declare its marriage."""
    return (not first_lead or conventions.first_lead_marriage == "declares") and completes_pair(
        conventions, hand, card
    )


def declared_aces(conventions: Conventions, hand: Sequence[Card], card: Card, *, first_lead: bool) -> bool:
    """Leading the card may declare the four aces (settled P8)."""
    return (not first_lead or aces_gate(conventions) == "declares") and completes_aces(
        conventions, hand, card
    )


def bars_first_leads(conventions: Conventions) -> bool:
    """There are cards that may not open a deal."""
    return "forbidden" in (conventions.first_lead_marriage, aces_gate(conventions))


def barred_first_lead(conventions: Conventions, hand: Sequence[Card], card: Card) -> bool:
    """The card may not open the deal (`first_lead_marriage=forbidden`, settled P8)."""
    return (conventions.first_lead_marriage == "forbidden" and completes_pair(conventions, hand, card)) or (
        aces_gate(conventions) == "forbidden" and completes_aces(conventions, hand, card)
    )


# What a declaration does


def declare_pair(log: Log, seat: Seat, suit: Suit, *, keep_trump: bool) -> Log:
    """The marriage is scored and sets the trump, which also ends the wait for a last ace (settled P6)."""
    marriages = (*log.marriages, Marriage(seat, suit, MARRIAGE_POINTS[suit]))
    if keep_trump:
        return replace(log, marriages=marriages)
    return replace(log, marriages=marriages, trump=suit, trump_owner=seat, last_ace_of=None)


def _keeps(log: Log, _seat: Seat, _ace: Card) -> Log:
    return log


def _cancels(log: Log, _seat: Seat, _ace: Card) -> Log:
    return replace(log, trump=None, trump_owner=None)


def _last_ace(log: Log, seat: Seat, _ace: Card) -> Log:
    return replace(log, trump=None, trump_owner=None, last_ace_of=seat)


def _led_ace(log: Log, seat: Seat, ace: Card) -> Log:
    return replace(log, trump=ace.suit, trump_owner=seat)


_ACES_ON_TRUMP: Final[dict[str, Callable[[Log, Seat, Card], Log]]] = {
    "keeps": _keeps,
    "cancels": _cancels,
    "last_ace": _last_ace,
    "led_ace": _led_ace,
}
"""`ace_marriage_trump`."""


def declare_aces(conventions: Conventions, log: Log, seat: Seat, ace: Card) -> Log:
    """The four aces are scored and act on the trump as the table wants it (4.28)."""
    marriages = (*log.marriages, Marriage(seat, None, conventions.ace_marriage))
    return _ACES_ON_TRUMP[conventions.ace_marriage_trump](replace(log, marriages=marriages), seat, ace)


def after_ace(log: Log, seat: Seat, ace: Card, rest: Sequence[Card]) -> Log:
    """The last of the four aces sets the trump from the trick in which it is played (settled P6, X43)."""
    if log.last_ace_of != seat or any(card.rank is Rank.ACE for card in rest):
        return log
    return replace(log, trump=ace.suit, trump_owner=seat, last_ace_of=None)


# What counts


def scored(conventions: Conventions, log: Log, captured: Sequence[frozenset[Card]]) -> Iterator[Marriage]:
    """Marriages whose points count; `captured` are the cards in each seat's won tricks.

    With `marriage_needs_capture` the announcer has to win a trick with a half of it; the aces need none (P9).
    """
    partners = PARTNERS[conventions.marriage_pair]
    for marriage in log.marriages:
        if not conventions.marriage_needs_capture or marriage.suit is None:
            yield marriage
            continue
        king = BY_SUIT[marriage.suit][Rank.KING]
        if not captured[marriage.seat].isdisjoint((king, partners[king])):
            yield marriage
