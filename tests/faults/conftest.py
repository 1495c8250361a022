"""Fixtures: the whole house, with its bot inside, a match of three, and what the bot complains about."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.storage import embedded
from bot.storage.store import Store
from tests.faults.stage import Complaints
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Person
from tests.support.valkey import store, valkey
from tests.telegram.match import NAMES, Game

__all__ = ["store", "valkey"]


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path, turn_seconds=0):
        yield opened


@pytest.fixture
def trio(house: House) -> tuple[Person, ...]:
    return house.people.named(*NAMES)


@pytest.fixture
def family(house: House) -> int:
    return house.people.group()


@pytest.fixture
async def game(house: House, family: int, trio: tuple[Person, ...]) -> Game:
    """Three people whose cards are dealt."""
    made = Game(house, family, trio, Random(1))
    await made.sit_down()
    return made


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the log holds from here on."""
    heard = Complaints()
    logging.getLogger().addHandler(heard)
    yield heard
    logging.getLogger().removeHandler(heard)
