"""The lines that deal: who deals, and the cards or the seed (notation, "A deal")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import Seat
from engine.cards import Card
from engine.errors import BadDeal, DuplicateCard, DuplicateStatement, NoCards
from engine.record.faults import LineError, blaming
from engine.record.reader import Statement
from engine.record.tokens import parse_card, seat_of

WORDS: Final = frozenset({"hand", "talon", "stock", "bottom"})
"""The words that may follow a `deal` line."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that stand on a line."""

    line: int
    cards: tuple[Card, ...]


@dataclass(slots=True)
class DealBlock:
    """A deal line and what follows it, up to the first action."""

    line: int
    dealer: Seat | None
    seed: bytes | None
    hands: dict[Seat, Cards] = field(default_factory=dict)
    talons: list[Cards] = field(default_factory=list)

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
                case "bottom":
                    parse_card(statement.args[0])
                case _:
                    raise BadDeal("stock")
            if self.seed is not None and statement.word != "bottom":
                raise BadDeal("seed_and_cards")

    def dealt(
        self, hand_sizes: Sequence[int], talon_size: int
    ) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """Hands and talon; `hand_sizes` has a size a seat, 0 for one that sits out.

        Raises:
            LineError: around `NoCards`, `BadDeal` or `DuplicateCard`.
        """
        if not self.hands and not self.talons:
            raise LineError(self.line, NoCards())
        hands = tuple(self._hand(seat, size) for seat, size in enumerate(hand_sizes))
        if len(self.talons) != 1:
            line = self.talons[1].line if self.talons else self.line
            raise LineError(line, BadDeal("talon_count", expected=1, found=len(self.talons)))
        [talon] = self.talons
        if len(talon.cards) != talon_size:
            fault = BadDeal("talon_size", expected=talon_size, found=len(talon.cards))
            raise LineError(talon.line, fault)
        self._check_each_once()
        return hands, talon.cards

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
        for part in sorted((*self.hands.values(), *self.talons), key=lambda part: part.line):
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
