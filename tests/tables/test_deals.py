"""The deals of a table: who deals first, and what becomes of a deal that its record alone tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from bot.tables import lobby, moves
from bot.tables.context import Context
from bot.tables.deals import with_its_deck
from bot.tables.model import Table
from engine import dealing
from engine.cards import Rank
from engine.match import phase
from engine.record.replayer import replay
from engine.state import Phase
from tests.support.tables import ANNA, BOHDAN, VERA, Game, Sequence, of


class Seeds(Sequence):
    """Entropy whose lots and decks are told beforehand."""

    def __init__(self, lot: int, seeds: Iterator[bytes]) -> None:
        super().__init__()
        self._lot = lot
        self._seeds = seeds

    def first_dealer(self, players: int) -> int:
        assert players == 3
        return self._lot

    def deck_seed(self) -> bytes:
        return next(self._seeds)


def numbered(first: int) -> Iterator[bytes]:
    return (b"%d" % number for number in count(first))


def first_dealer(rules: str, entropy: Seeds) -> int:
    context = Context(1_700_000_000_000, entropy)
    game = Game(rules)
    for sitter in (BOHDAN, VERA):
        game.do(lobby.sit, sitter, context)
    match = of(lobby.start(game.table, ANNA.person, context)).table.match
    assert match is not None
    return match.sheet.dealer


@pytest.mark.parametrize("way", ["lot", "auto"])
@pytest.mark.parametrize("lot", [0, 1, 2])
def test_the_first_dealer_is_drawn_by_lot(way: str, lot: int) -> None:
    assert first_dealer(f"first_dealer={way}", Seeds(lot, numbered(1))) == lot


def test_the_first_ace_names_the_first_dealer() -> None:
    """Cards are turned up at the first seat, clockwise (D34); the lot does not matter."""
    for seed in range(12):
        deck = dealing.shuffle(b"%d" % seed)
        turned = next(place for place, card in enumerate(deck) if card.rank is Rank.ACE)
        assert first_dealer("first_dealer=first_ace", Seeds(0, numbered(seed))) == turned % 3


def asked(game: Game) -> bool:
    return game.table.match is not None and phase(game.table.match) is Phase.CUT


def told(game: Game) -> Table:
    """The table whose match is what its record says."""
    return replace(game.table, match=replay("\n".join(game.record).encode()).state)


def test_a_cut_goes_on_from_the_record_alone() -> None:
    """Also after a recut: the deck is the one that was committed to."""
    recuts = 0
    for seed in range(300):
        game = Game("classic")
        game.context = Context(1_700_000_000_000, Seeds(0, numbered(seed * 1000)))
        game.start()
        for before in count():
            if not asked(game):
                break
            assert told(game) != game.table
            assert with_its_deck(told(game)) == game.table
            recuts += before
            game.do(moves.act, game.on_turn, game.table.turn, 0, game.context)
        assert with_its_deck(told(game)) == game.table
    assert recuts
