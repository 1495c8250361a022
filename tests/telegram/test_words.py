"""What a group hears, and in which language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.i18n import tr
from bot.screens.buttons import LobbyVerb
from bot.storage import embedded
from bot.storage.store import Store
from tests.support.house import House, bot_inside, open_house
from tests.support.people import sees
from tests.telegram.match import NAMES, Game, is_lobby


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path):
        yield opened


async def test_newgame_of_a_newcomer_is_answered_by_the_lobby_alone(house: House) -> None:
    """Its button opens the private chat, and /start seats whoever asked."""
    (vera,) = house.people.named("Vera")
    family = house.people.group()
    await vera.send(family, "/newgame")
    button = await vera.until_button(family, is_lobby(LobbyVerb.SIT))
    assert len(vera.screen(family).of_bot()) == 1
    answer = await vera.tap(family, button)
    assert answer.url
    await vera.open(answer.url)
    await vera.until(family, sees("1. Vera"))
    assert len(vera.screen(family).of_bot()) == 1
    await vera.send(vera.chat, "/stop")
    await vera.until(vera.chat, lambda screen: "Go back to the group" in screen.last.text)


async def test_a_group_hears_the_language_of_its_table_whoever_asks(house: House) -> None:
    anna, bohdan, vera = house.people.named(*NAMES)
    family = house.people.group()
    await bohdan.send(family, "/newgame")
    await bohdan.until_button(family, is_lobby(LobbyVerb.SIT))
    await anna.send(family, "/score")
    await anna.until(family, sees("Рахунок"))
    await vera.send(family, "/newgame")
    await vera.until(family, sees("У цій групі вже відкрито стіл"))
    await vera.send(vera.chat, "/help")
    await vera.until(vera.chat, sees("Commands"))


async def test_l08_lang_in_private_says_what_holds_before_and_after_a_choice(house: House) -> None:
    """User's choice, chat's choice, client language: who has not chosen gets the group's at its tables."""
    anna, _, vera = people = house.people.named(*NAMES)
    game = Game(house, house.people.group(), people, Random(1))
    await anna.send(game.group, "/lang ru")
    await anna.until(game.group, sees(tr("ru", "lang-chat")))
    await game.sit_down()
    await vera.until(vera.chat, sees("Раздача 1"))
    await vera.send(vera.chat, "/lang")
    await vera.until(vera.chat, sees(tr("en", "lang-unset")))
    await vera.send(vera.chat, "/lang en")
    await vera.until(vera.chat, sees(tr("en", "lang-own")))
    await vera.until(vera.chat, sees("Deal 1"))
    await vera.send(vera.chat, "/lang")
    await vera.until(vera.chat, lambda screen: tr("en", "lang-own") in screen.last.text)
