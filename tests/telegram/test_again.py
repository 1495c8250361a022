"""A lobby that nobody starts ends with one message; what has ended can be opened again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from bot.screens.buttons import AgainTap, LobbyTap, LobbyVerb, ScoreTap, parse
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Place, Stage
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Button, sees
from tests.telegram.match import NAMES, Game, is_lobby

MINUTES = 5
"""Three seconds by the clock of these tests."""


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path, lobby_minutes=MINUTES):
        yield opened


def is_a(kind: type[AgainTap | ScoreTap]) -> Callable[[Button], bool]:
    return lambda button: isinstance(parse(button.data), kind)


async def test_a_lobby_ends_with_one_message_and_can_be_opened_again(house: House) -> None:
    """D14: nothing vanishes silently."""
    anna, bohdan, _ = house.people.named(*NAMES)
    family = house.people.group()
    for person in (anna, bohdan):
        await person.send(person.chat, "/start")
        await person.until(person.chat, lambda screen: screen.of_bot())
    await anna.send(family, "/newgame matveev")
    again = await bohdan.until_button(family, is_a(AgainTap))
    tap = parse(again.data)
    assert isinstance(tap, AgainTap)
    await bohdan.until(family, lambda screen: len(screen.of_bot()) == 1)
    answer = await bohdan.tap(family, again)
    assert (answer.text, answer.url) == ("", None)
    sit = parse((await bohdan.until_button(family, is_lobby(LobbyVerb.SIT))).data)
    assert isinstance(sit, LobbyTap)
    ended, opened = await house.tables.load(tap.table), await house.tables.load(sit.table)
    assert ended is not None
    assert opened is not None
    assert ended.stage is Stage.FINISHED
    assert opened.rules == ended.rules
    assert [sitter.person for sitter in opened.seats] == [bohdan.id]


async def test_after_a_match_the_sheet_and_another_match_are_a_tap_away(house: House) -> None:
    game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
    anna, bohdan, _ = game.players
    await game.sit_down()
    await anna.send(game.group, "/stop")
    sheet = await bohdan.until_button(game.group, is_a(ScoreTap))
    result = await bohdan.until(game.group, sees("/newgame"))
    assert (await bohdan.tap(game.group, sheet)).text == ""
    await bohdan.until(game.group, lambda screen: screen.find("1000"))
    assert result.key in [message.key for message in bohdan.messages(game.group)]
    assert (await bohdan.tap(game.group, await bohdan.until_button(game.group, is_a(AgainTap)))).text == ""
    started = await bohdan.until_button(game.group, is_lobby(LobbyVerb.START, after=game.table))
    start = parse(started.data)
    assert isinstance(start, LobbyTap)
    opened = await house.tables.load(start.table)
    assert opened is not None
    assert [sitter.person for sitter in opened.seats] == [person.id for person in (*game.players[1:], anna)]
    assert await house.tables.find(Place(game.group)) == opened.id != game.table
