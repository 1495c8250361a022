"""Cards that do not arrive: the group is told once, and no longer than it is true."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.screens.hint import hint
from bot.screens.text import length
from bot.storage import embedded
from bot.storage.store import Store
from tests.support.house import bot_inside, open_house
from tests.support.people import Message, Screen
from tests.telegram.match import NAMES, Game


@pytest.fixture
async def game(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[Game]:
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path):
        made = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await made.sit_down()
        yield made


def hints(screen: Screen) -> list[Message]:
    return [message for message in screen.of_bot() if "карты не доходят" in message.text]


async def test_one_hint_names_everybody_and_goes_when_all_are_back(game: Game) -> None:
    anna, bohdan, vera = game.players
    await bohdan.block()
    await anna.until(game.group, lambda screen: [m for m in hints(screen) if "Bohdan" in m.text])
    await vera.block()
    both = await anna.until(game.group, lambda screen: [m for m in hints(screen) if "Bohdan, Vera" in m.text])
    assert len(hints(anna.screen(game.group))) == 1
    table = await game.state()
    shown = hint(table, table.lang)
    assert shown is not None
    assert length(shown.text) == len(both[0].text)
    await bohdan.unblock()
    await anna.until(game.group, lambda screen: [m for m in hints(screen) if m.text.startswith("Vera")])
    await vera.unblock()
    await anna.until(game.group, lambda screen: not hints(screen))
