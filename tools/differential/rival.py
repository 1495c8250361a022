"""The other engine, github.com/mekedron/thousand: Lua, read from a folder of its own through `lupa`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from lupa.luajit21 import LuaRuntime

from engine.actions import Seat
from engine.cards import MARRIAGE_POINTS, Card, Rank, Suit
from engine.state import Standing

Lua: TypeAlias = Any
"""A value of theirs: `lupa` has no types."""

SUITS: Final = {Suit.SPADES: "spades", Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts"}
RANKS: Final = {
    Rank.NINE: "9",
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.TEN: "10",
    Rank.ACE: "A",
}
NOW: Final = 100
"""The number of the deal; whoever sat on the barrel before it climbed on in deal 1."""


class Rival:
    """Their modules, loaded once."""

    def __init__(self, folder: Path) -> None:
        self.lua: Lua = LuaRuntime(unpack_returned_tuples=True)
        self.lua.execute(f"package.path = {json.dumps(str(folder))} .. '/?.lua;' .. package.path")
        self.rules, self.auction, self.talon, self.marriages, self.session, self._card = (
            self.lua.eval(f"(require({json.dumps(name)}))")
            for name in (
                "core.rule_config",
                "core.auction",
                "core.talon",
                "core.marriages",
                "app.session",
                "core.card",
            )
        )
        self._cards = {
            (suit, rank): self._card.new(SUITS[suit], RANKS[rank]) for suit in Suit for rank in Rank
        }
        self._codes = {(SUITS[suit], RANKS[rank]): (suit, rank) for suit in Suit for rank in Rank}

    def config(self, fields: Mapping[str, Any]) -> Lua:
        """Their canonical rules with these fields.

        Raises:
            ValueError: they refuse them.
        """
        blob = json.loads(self.rules.to_json(self.rules.canonical_russian))
        for path, value in fields.items():
            section, _, name = path.partition(".")
            blob[section][name] = value
        made = self.rules.from_json(json.dumps(blob))
        if not made.ok:
            raise ValueError(dict(made.error))
        return made.config

    def table(self, items: Iterable[Lua]) -> Lua:
        """A Lua list."""
        return self.lua.table_from(list(items))

    def card(self, card: Card) -> Lua:
        """One of their cards."""
        return self._cards[card.suit, card.rank]

    def plain(self, cards: Lua) -> frozenset[tuple[Suit, Rank]]:
        """Their cards as ours."""
        return frozenset(self._codes[card.suit, card.rank] for card in cards.values())

    def deal(
        self,
        config: Lua,
        dealer: Seat,
        hands: Sequence[Sequence[Card]],
        talon: Sequence[Card],
        standings: Sequence[Standing],
    ) -> Lua:
        """A session of theirs that begins with these cards and this sheet."""
        cards = [self.table(map(self.card, hand)) for hand in hands]
        scores = [line.score for line in standings]
        holdings = [self.lua.table(marriage_total=_pairs(hand)) for hand in hands]
        auction = self.auction.new(
            config,
            dealer + 1,
            self.lua.table(holdings=self.table(holdings), running_totals=self.table(scores)),
        )
        tries = config.barrel.deal_count
        return self.session.from_state(
            self.lua.table(
                config=config,
                dealer=dealer + 1,
                hands=self.table(cards),
                talon_cards=self.table(map(self.card, talon)),
                auction=auction.auction,
                marriages=self.marriages.new(config).marriages,
                deal_index=NOW,
                running_totals=self.table(scores),
                barrel_state=self.table(self._seat(line.barrel, tries) for line in standings),
                zero_tricks_bolts=self.table(self._bolts(config, line) for line in standings),
                write_off_counts=self.table(line.writeoffs % 3 for line in standings),
                barrel_fall_counts=self.table(line.falls for line in standings),
            )
        )

    def _bolts(self, config: Lua, line: Standing) -> int:
        return line.bolts_row if config.penalties.zero_tricks == "consecutive_three" else line.bolts

    def _seat(self, used: int | None, tries: int) -> Lua:
        if used is None:
            return self.lua.table(on_barrel=False)
        return self.lua.table(on_barrel=True, mounted_on_deal=1, deals_remaining=tries - used)


def _pairs(hand: Sequence[Card]) -> int:
    """What the marriages in a hand are worth."""
    held = {(card.suit, card.rank) for card in hand}
    return sum(
        points
        for suit, points in zip(Suit, MARRIAGE_POINTS, strict=True)
        if {(suit, Rank.KING), (suit, Rank.QUEEN)} <= held
    )
