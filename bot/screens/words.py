"""A language, and the names of a table in it: what every screen of a table speaks with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n import Lang, escape, labels, tr
from bot.tables.model import Sitter
from engine.actions import Seat
from engine.cards import Card, Rank, Suit

_SIGNS: Final = {Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥"}
_COLOURED: Final = "\N{VARIATION SELECTOR-16}"
"""Asks for the emoji, so that hearts and diamonds stay red on a dark screen."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a table in one language."""

    lang: Lang
    names: tuple[str, ...]
    """By seat; escaped for HTML, short and told apart."""

    @classmethod
    def of(cls, seats: Sequence[Sitter], lang: Lang, *, html: bool = True) -> Words:
        """The words for the people on these seats; names are left unescaped for plain text."""
        fallbacks = [
            tr(lang, f"computer-{sitter.level}") if sitter.level else tr(lang, "player", n=seat)
            for seat, sitter in enumerate(seats, start=1)
        ]
        names = labels([sitter.name for sitter in seats], fallbacks)
        return cls(lang, tuple(map(escape, names)) if html else names)

    def say(self, key: str, **variables: str | int) -> str:
        """The text `key`."""
        return tr(self.lang, key, **variables)

    def those(self, seats: Iterable[Seat]) -> str:
        """Several names."""
        return ", ".join(self.names[seat] for seat in seats)


def sign(suit: Suit) -> str:
    """A suit as a coloured sign."""
    return _SIGNS[suit] + _COLOURED


def suit_name(suit: Suit, lang: Lang) -> str:
    """Sign and name: `♥️ hearts`."""
    return f"{sign(suit)} {tr(lang, f'suit-{suit.name.lower()}')}"


def trump_name(suit: Suit, lang: Lang) -> str:
    """Name and sign, as the trump is announced: `hearts ♥️`."""
    return f"{tr(lang, f'suit-{suit.name.lower()}')} {sign(suit)}"


def marriage_name(suit: Suit | None, lang: Lang) -> str:
    """A marriage by its suit; None is the four aces."""
    return tr(lang, f"marriage-{'aces' if suit is None else suit.name.lower()}")


def rank_name(rank: Rank, lang: Lang) -> str:
    """A rank as cards show it: `10`."""
    return tr(lang, f"rank-{rank.name.lower()}")


def card_name(card: Card, lang: Lang) -> str:
    """A card as buttons and lines show it: `10♥️`."""
    return rank_name(card.rank, lang) + sign(card.suit)


def card_names(cards: Iterable[Card], lang: Lang) -> str:
    """Cards in their order."""
    return " ".join(card_name(card, lang) for card in cards)


def by_suit(hand: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """A hand as it is held: a suit after another, the strongest card first (the ten beats the king)."""
    cards = sorted(hand, key=lambda card: -card.rank)
    suits = (tuple(card for card in cards if card.suit is suit) for suit in Suit)
    return tuple(suit for suit in suits if suit)


def fan(hand: Iterable[Card], lang: Lang) -> str:
    """A hand in one line."""
    return " · ".join(card_names(suit, lang) for suit in by_suit(hand))
