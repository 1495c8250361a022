"""A table follows its group when that becomes a supergroup, however the bot learns of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.screens.buttons import LobbyVerb
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Place
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Person
from tests.telegram.match import NAMES, Game, is_lobby


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path):
        yield opened


@pytest.fixture
def trio(house: House) -> tuple[Person, ...]:
    return house.people.named(*NAMES)


@pytest.fixture
async def small(house: House, trio: tuple[Person, ...]) -> int:
    """A basic group, which may become a supergroup."""
    await house.people.act(do="new_group", title="Small", type="group", members=[p.id for p in trio])
    await house.people.refresh()
    return house.people.group("Small")


@pytest.mark.parametrize("new_first", [False, True])
async def test_the_table_follows_its_group_into_a_supergroup(
    house: House, small: int, trio: tuple[Person, ...], new_first: bool
) -> None:
    """B01: in either order of the two service messages."""
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    new = (await house.people.act(do="migrate", chat=small, new_first=new_first))["chat"]
    await game.until(lambda table: table.place == Place(new))
    await trio[0].until(new, lambda screen: screen.find("1"))
    await game.step(await game.state())
    await trio[0].send(new, "/table")
    await trio[0].until(new, lambda screen: screen.last.from_bot)


async def test_a_table_learns_of_the_move_from_an_error(
    house: House, small: int, trio: tuple[Person, ...]
) -> None:
    """B03, B04: the service messages are late; the edit of the board is refused with the new address."""
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    await trio[0].until(small, lambda screen: screen.find("SHA-256"))
    await _quiet(house)
    await house.people.arm("late_update", times=2, retry_after=3600)
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await game.step(await game.state())
    await trio[0].until(new, lambda screen: screen.find("SHA-256"))
    assert (await game.state()).place == Place(new)
    assert await house.tables.find(Place(new)) == game.table
    await game.step(await game.state())


async def test_a_lobby_that_was_opened_before_the_news_makes_room(
    house: House, small: int, trio: tuple[Person, ...]
) -> None:
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    await trio[0].until(small, lambda screen: screen.find("SHA-256"))
    await _quiet(house)
    await house.people.arm("late_update", times=2, retry_after=3600)
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await trio[1].send(new, "/newgame")
    await trio[1].until_button(new, is_lobby(LobbyVerb.SIT))
    await game.step(await game.state())
    await trio[0].until(new, lambda screen: screen.find("SHA-256"))
    await trio[0].until(
        new, lambda screen: not any(is_lobby(LobbyVerb.SIT)(button) for button in screen.buttons)
    )
    assert await house.tables.find(Place(new)) == game.table


async def test_a_lobby_follows_its_group(house: House, small: int, trio: tuple[Person, ...]) -> None:
    anna = trio[0]
    await anna.send(small, "/newgame")
    await anna.until_button(small, is_lobby(LobbyVerb.SIT))
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await anna.until_button(new, is_lobby(LobbyVerb.SIT))
    assert await house.tables.find(Place(small)) is None


async def _quiet(house: House) -> None:
    async def holds() -> bool:
        return len(house.server.sandbox.updates) == 0

    await eventually(holds)
