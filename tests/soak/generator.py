"""Random tables that the rules allow, the rare values as often as the common ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from engine.cards import Card, Rank
from engine.conventions import FIELDS, PRESETS, Conventions, Field, Value, check_players, layout
from engine.conventions.validity import LAYOUTS
from engine.dealing import deal
from engine.layout import active_seats, layout_of, pack
from engine.state import MatchState, Standing
from tests.engine.strategies import FIXED, for_layout, mended

SEATINGS: Final = tuple(
    (players, word) for players, name in LAYOUTS.items() for word in FIELDS[name].words if word != "no"
)
"""Every number of players with every layout for so many."""
RARE: Final = 0.5
"""How often a convention gets the value that has been drawn least."""
ODD_NUMBER: Final = 0.05
"""How often a convention that takes any number gets one that is not listed."""
OF_ONE_KIND: Final = 0.2
"""How often somebody is dealt all aces, nines or jacks, or two marriages."""
WISHES: Final = ((Rank.ACE,), (Rank.NINE,), (Rank.JACK,), (Rank.KING, Rank.QUEEN))
TOTALS: Final = (0, 435, 675, -435, 860, 875, 640, 235, 240, -5)
"""Totals from which one deal leads to a limit."""


class Generator:
    """Draws tables and counts which values of which conventions it has drawn."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.drawn: Counter[tuple[str, str]] = Counter()
        self.seatings: Counter[tuple[int, str]] = Counter()

    def table(self) -> tuple[Conventions, int]:
        """A table that the engine plays, and how many sit there: a few flags, many, all, or a preset's."""
        rng = self._rng
        players, dealt = rng.choice((*SEATINGS, (3, "7+3"), (3, "7+3")))
        values = self._base(players)
        names = sorted(FIELDS)
        picked = rng.sample(names, rng.choice((2, 8, 30, len(names))))
        values |= {name: self._value(FIELDS[name]) for name in picked}
        table = mended(for_layout(players, dealt, values))
        check_players(table, players)
        self.drawn.update((name, column.word(getattr(table, name))) for name, column in FIELDS.items())
        self.seatings[players, layout(table, players)] += 1
        return table, players

    def _base(self, players: int) -> dict[str, Value]:
        presets = [preset for preset in PRESETS.values() if players in preset.players]
        return dict(self._rng.choice(presets).differs) if presets and self._rng.random() < 0.5 else {}

    def _value(self, column: Field) -> Value:
        rng, values = self._rng, FIXED.get(column.id, column.values)
        if column.numbers is not None and rng.random() < ODD_NUMBER:
            return rng.randint(max(column.numbers.low, -1200), min(column.numbers.high, 400))
        if rng.random() < RARE:
            return min(values, key=lambda value: self.drawn[column.id, column.word(value)])
        return rng.choice(values)

    @staticmethod
    def listed() -> Sequence[tuple[str, str]]:
        """Every value of every convention that a table may have, as a word."""
        return [
            (name, column.word(value))
            for name, column in FIELDS.items()
            for value in FIXED.get(name, column.values)
        ]

    def missing(self) -> list[tuple[str, str]]:
        """Those of them that no table has had yet."""
        return [setting for setting in self.listed() if not self.drawn[setting]]


def standings(rng: Random, table: Conventions, players: int) -> tuple[Standing, ...]:
    """A score sheet that such a table can have: far on, so that limits are met within a few deals."""
    return tuple(_standing(rng, table) for _ in range(players))


def _standing(rng: Random, table: Conventions) -> Standing:
    score = rng.choice((rng.choice(TOTALS), 5 * rng.randint(-200, 175)))
    barrel = None
    if table.barrel and rng.random() < 0.2:
        saved = rng.randrange(table.barrel_need) if table.barrel_accumulate else 0
        score, barrel = table.barrel_at + saved, rng.randrange(table.barrel_tries)
    counts = table.bolts
    return Standing(
        score=score,
        bolts=rng.randrange(table.bolts_game_limit or 4) if counts else 0,
        bolts_row=rng.randrange(table.bolts_row_limit or 4) if counts else 0,
        barrel=barrel,
        reverse=rng.randrange(3) if table.reverse_barrel and score <= -880 else None,
        falls=rng.randrange(3),
        writeoffs=rng.randint(0, table.writeoff_limit or 4),
        crosses=rng.randint(0, table.cross_limit or 2),
    )


def deck(rng: Random, state: MatchState) -> tuple[Card, ...]:
    """A shuffled deck; now and then a player is dealt what the rare rules ask for."""
    cards = list(pack(state.conventions, state.players))
    rng.shuffle(cards)
    if rng.random() < OF_ONE_KIND:
        wish = rng.choice(WISHES)
        _grant(cards, _dealt_to(rng, state, cards), [card for card in cards if card.rank in wish])
    return tuple(cards)


def _dealt_to(rng: Random, state: MatchState, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards of a player or of a talon, if the deck is dealt as it lies."""
    dealer = state.sheet.dealer
    placed = layout_of(state.conventions, state.players)
    dealt = deal(cards, placed, active_seats(placed, state.players, dealer), dealer)
    return rng.choice([part for part in (*dealt.hands, *dealt.talons) if part])


def _grant(cards: list[Card], held: Sequence[Card], wished: Sequence[Card]) -> None:
    spare = [card for card in held if card not in wished]
    for card in wished:
        if card not in held and spare:
            here, there = cards.index(card), cards.index(spare.pop())
            cards[here], cards[there] = cards[there], cards[here]
