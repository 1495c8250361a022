"""The lines that deal: who deals, and the cards or the seed (notation, "A deal")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import Seat
from engine.cards import Card
from engine.dealing import Dealt
from engine.errors import BadDeal, DuplicateCard, DuplicateStatement, NoCards
from engine.layout import Layout
from engine.record.faults import LineError, blaming
from engine.record.reader import Statement
from engine.record.tokens import parse_card, seat_of

WORDS: Final = frozenset({"hand", "talon", "stock"})
"""The words that say who got what."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that stand on a line."""

    line: int
    cards: tuple[Card, ...]


@dataclass(slots=True)
class DealBlock:
    """A deal line and the cards that follow it."""

    line: int
    dealer: Seat | None
    seed: bytes | None
    hands: dict[Seat, Cards] = field(default_factory=dict)
    talons: list[Cards] = field(default_factory=list)
    stocks: list[Cards] = field(default_factory=list)

    def take(self, statement: Statement, labels: Sequence[str]) -> None:
        """Add a line to the block.

        Raises:
            LineError: around what is wrong with it.
        """
        with blaming(statement.line):
            match statement.word:
                case "hand":
                    seat = seat_of(statement.args[0], labels)
                    if seat in self.hands:
                        raise BadDeal("hand_twice", seat)
                    self.hands[seat] = _cards(statement.line, statement.args[1:])
                case "talon":
                    self.talons.append(_cards(statement.line, statement.args))
                case _:
                    self.stocks.append(_cards(statement.line, statement.args))
            if self.seed is not None:
                raise BadDeal("seed_and_cards")

    @property
    def has_cards(self) -> bool:
        """A line of it says who got what."""
        return bool(self.hands or self.talons or self.stocks)

    def dealt(self, layout: Layout, active: Sequence[Seat], players: int) -> Dealt:
        """The cards, each where the layout wants it.

        Raises:
            LineError: around `NoCards`, `BadDeal` or `DuplicateCard`.
        """
        if not self.has_cards:
            raise LineError(self.line, NoCards())
        hands = tuple(self._hand(seat, layout.hand if seat in active else 0) for seat in range(players))
        self._check_talons(layout)
        self._check_stock(layout)
        self._check_each_once()
        stock = self.stocks[0].cards if self.stocks else ()
        return Dealt(hands, tuple(talon.cards for talon in self.talons), stock)

    def _check_talons(self, layout: Layout) -> None:
        if len(self.talons) != layout.talons:
            line = self.talons[layout.talons].line if len(self.talons) > layout.talons else self.line
            raise LineError(line, BadDeal("talon_count", expected=layout.talons, found=len(self.talons)))
        for talon in self.talons:
            if len(talon.cards) != layout.talon:
                fault = BadDeal("talon_size", expected=layout.talon, found=len(talon.cards))
                raise LineError(talon.line, fault)

    def _check_stock(self, layout: Layout) -> None:
        if self.stocks and not layout.stock:
            raise LineError(self.stocks[0].line, BadDeal("stock"))
        if len(self.stocks) > 1:
            raise LineError(self.stocks[1].line, DuplicateStatement("stock"))
        found = len(self.stocks[0].cards) if self.stocks else 0
        if found != layout.stock:
            line = self.stocks[0].line if self.stocks else self.line
            raise LineError(line, BadDeal("stock_size", expected=layout.stock, found=found))

    def _hand(self, seat: Seat, size: int) -> tuple[Card, ...]:
        hand = self.hands.get(seat)
        if hand is None:
            if size:
                raise LineError(self.line, BadDeal("hand_missing", seat))
            return ()
        if not size:
            raise LineError(hand.line, BadDeal("sits_out", seat))
        if len(hand.cards) != size:
            fault = BadDeal("hand_size", seat, expected=size, found=len(hand.cards))
            raise LineError(hand.line, fault)
        return hand.cards

    def _check_each_once(self) -> None:
        seen: set[Card] = set()
        for part in sorted((*self.hands.values(), *self.talons, *self.stocks), key=lambda part: part.line):
            for card in part.cards:
                if card in seen:
                    raise LineError(part.line, DuplicateCard(card))
                seen.add(card)


def read_deal(statement: Statement, labels: Sequence[str]) -> DealBlock:
    """The block that a deal line opens.

    Raises:
        LineError: around what is wrong with it.
    """
    options: dict[str, str] = {}
    with blaming(statement.line):
        for name, _, word in (arg.partition("=") for arg in statement.args):
            if name in options:
                raise DuplicateStatement(name)
            options[name] = word
        dealer = seat_of(options["dealer"], labels) if "dealer" in options else None
        return DealBlock(statement.line, dealer, _seed(options.get("seed")))


def _cards(line: int, words: Sequence[str]) -> Cards:
    return Cards(line, tuple(parse_card(word) for word in words))


def _seed(word: str | None) -> bytes | None:
    if word is None:
        return None
    try:
        seed = bytes.fromhex(word)
    except ValueError:
        raise BadDeal("bad_seed") from None
    if not seed:
        raise BadDeal("bad_seed")
    return seed
