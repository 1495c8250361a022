"""A house for many tables in a row: one sandbox, one storage, one bot in this process, lots from a seed."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random
from typing import Final
from unittest.mock import patch

import pytest
import pytest_asyncio

from bot.entropy import SystemEntropy
from bot.i18n import LANGS
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import TableId
from bot.tables.timing import awaited
from engine.conventions import parse_flags, resolve
from engine.match import apply, new_match, next_deck, outcome, start_deal
from engine.players import Level, choose
from engine.record.replayer import replay
from engine.state import MatchState
from engine.view import seat_view
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Person
from tests.telegram.match import Game, settled

_MOVE: Final = re.compile(r"P[1-6]:.*# update (\d+)")

NAMES = ("Anna", "Bohdan", "Vera", "Hryhoriy", "Daria", "Emil")


class Lots:
    """`bot.tables.ports.Entropy`: the same seed gives the same dealer and decks."""

    def __init__(self, seed: object = 0) -> None:
        self.seed(seed)

    def seed(self, seed: object) -> None:
        """Begin anew."""
        self._decks = Random(f"{seed} decks")
        self._dealers = Random(f"{seed} dealers")

    def deck_seed(self) -> bytes:
        return self._decks.randbytes(32)

    def first_dealer(self, players: int) -> int:
        return self._dealers.randrange(players)

    def salt(self) -> str:
        return SystemEntropy().salt()

    def table_id(self) -> TableId:
        return SystemEntropy().table_id()


def rehearsed(words: str, players: int, lots: Lots) -> MatchState:
    """The whole match that autopilots play with these lots, by the engine alone."""
    preset, settings = parse_flags(words.split())
    state = new_match(resolve(preset, settings), players, dealer=lots.first_dealer(players))
    while outcome(state) is None:
        state = start_deal(state, next_deck(state, lots.deck_seed())).state
        while seats := awaited(state):
            view = seat_view(state, seats[0])
            state = apply(state, seats[0], choose(Level.AUTOPILOT, view, view.legal, Random(0))).state
    return state


class Log(logging.Handler):
    """What the bot had to complain about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))


@dataclass(slots=True)
class Hall:
    """The house, and what each table in it starts with."""

    house: House
    store: Store
    lots: Lots
    log: Log
    guests: int = field(default=0)

    async def party(self, players: int, seed: object) -> tuple[int, tuple[Person, ...]]:
        """A new group of strangers to the bot, with decks from `seed`; nobody has complained yet."""
        people = self.house.people
        await people.reset_stats()
        self.log.lines.clear()
        self.lots.seed(seed)
        self.guests += 1
        guests = [
            await people.add(f"{name} {self.guests}", LANGS[(seat + self.guests) % len(LANGS)])
            for seat, name in enumerate(NAMES[:players])
        ]
        title, members = f"Table {self.guests}", [guest.id for guest in guests]
        founded = await people.act(do="new_group", title=title, members=members)
        return founded["chat"], tuple(guests)

    async def in_order(self, game: Game) -> None:
        """Nobody has anything to complain about, and the record says what the table says.

        Raises:
            AssertionError: something is wrong.
        """
        await settled(game, self.store)
        stats = await self.house.people.stats()
        assert stats["refusals"] == []
        assert (stats["unanswered"], stats["double_answers"]) == ([], 0)
        assert (stats["not_modified"], stats["too_many_requests"]) == (0, 0)
        assert self.log.lines == []
        table, record = await game.state(), await self.house.tables.record(game.table)
        assert replay("\n".join(record).encode()).state == table.match
        taps = Counter(self.house.taps[query] for query, _ in game.pressed)
        assert set(taps.values()) == {1}
        written = Counter(int(found[1]) for line in record if (found := _MOVE.fullmatch(line)))
        assert written == Counter(self.house.taps[query] for query, data in game.pressed if data[0] == "g")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(valkey: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    """One for all tests of a module: each has people, a group and a table of its own."""
    store, lots, log = Store.connect(valkey.url), Lots(), Log()
    await store.call("FLUSHALL")
    logging.getLogger().addHandler(log)
    folder = tmp_path_factory.mktemp("bot")
    try:
        with patch("bot.main.SystemEntropy", return_value=lots):
            async with open_house(store) as house, bot_inside(house, valkey.url, folder):
                yield Hall(house, store, lots, log)
    finally:
        logging.getLogger().removeHandler(log)
        await store.close()
