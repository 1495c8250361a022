"""Buttons that nobody was shown: a client of one's own, in a group of one's own, and what it does not do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.i18n import tr
from bot.screens.buttons import (
    AgainTap,
    LobbyVerb,
    RulesTap,
    ScoreTap,
    SelfTap,
    SelfVerb,
    ShowTap,
    Tap,
    VoteTap,
    VoteVerb,
    encode,
)
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Place, Stage, TableId, VoteKind
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Button, Person
from tests.telegram.match import NAMES, Game, is_lobby, settled


@dataclass(frozen=True, slots=True)
class Attack:
    """Three people play; Eve is in their group without a seat, and the creator of one of her own."""

    house: House
    game: Game
    eve: Person
    own: int
    """Eve's group."""

    async def forge(self, button: Button, tap: Tap) -> str:
        """A tap of Eve on a message that has no such button; what she is told."""
        query = await self.house.forge(self.eve, button, encode(tap))
        return (await self.eve.answer_to(query)).text or ""


@pytest.fixture
async def attack(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[Attack]:
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, turn_seconds=0):
        people = house.people
        game = Game(house, people.group(), people.named(*NAMES), Random(1))
        await game.sit_down()
        eve = await people.add("Eve", "en", game.group)
        made = await people.act(do="new_group", title="Eves", members=[eve.id])
        await people.refresh()
        yield Attack(house, game, eve, made["chat"])


def texts(attack: Attack, chat: int) -> list[str]:
    return [message.text for message in attack.eve.screen(chat).of_bot()]


async def own_button(attack: Attack) -> Button:
    """A button of the bot in Eve's group."""
    await attack.eve.send(attack.own, "/newgame")
    return await attack.eve.until_button(attack.own, is_lobby(LobbyVerb.SIT))


async def test_the_creator_of_another_group_ends_no_match(attack: Attack) -> None:
    table = await attack.game.state()
    stop = VoteTap(table.id, table.lobby_turn, VoteKind.STOP, 0, VoteVerb.YES)
    assert await attack.forge(await own_button(attack), stop)
    assert (await attack.game.state()).stage is Stage.PLAYING


@pytest.mark.parametrize("verb", [SelfVerb.STAY, SelfVerb.GO])
async def test_nobody_wipes_a_message_with_a_question_that_it_is_not(
    attack: Attack, store: Store, verb: SelfVerb
) -> None:
    game, group = attack.game, attack.game.group
    await settled(game, store)
    before = texts(attack, group)
    button = attack.eve.screen(group).buttons[0]
    await attack.forge(button, SelfTap((await game.state()).id, verb))
    # What the bot says comes in order: once this is there, the tap has done what it does.
    await attack.eve.send(group, "/score")
    await attack.eve.until(group, lambda screen: screen.find("Счёт"))
    assert [text for text in texts(attack, group) if "Счёт" not in text] == before


@pytest.mark.parametrize("show", [lambda table: RulesTap(table, 0), ScoreTap, ShowTap])
async def test_a_table_shows_nothing_in_a_group_of_strangers(
    attack: Attack, show: Callable[[TableId], Tap]
) -> None:
    mine = await own_button(attack)
    before = await attack.game.state()
    assert await attack.forge(mine, show(before.id)) == tr("en", "said-not_here")
    assert await attack.game.state() == before


async def test_rules_of_one_table_are_not_written_over_another(attack: Attack) -> None:
    mine, bohdan = await own_button(attack), attack.game.players[1]
    await attack.house.people.act(do="join", person=bohdan.id, chat=attack.own)
    before = texts(attack, attack.own)
    await attack.house.forge(bohdan, mine, encode(RulesTap(attack.game.table, 0)))
    await attack.eve.until(attack.own, lambda screen: len(screen.of_bot()) > len(before))
    assert texts(attack, attack.own)[: len(before)] == before


async def test_a_rematch_drags_nobody_into_another_group(attack: Attack) -> None:
    game = attack.game
    bohdan = game.players[1]
    await attack.house.people.act(do="join", person=bohdan.id, chat=attack.own)
    anna = next(person for person in game.players if person.name == "Anna")
    await anna.send(game.group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)
    mine = await own_button(attack)
    await attack.eve.send(attack.own, "/stop")

    async def is_empty() -> bool:
        return await attack.house.tables.find(Place(attack.own)) is None

    await eventually(is_empty)
    query = await attack.house.forge(bohdan, mine, encode(AgainTap(game.table)))
    assert (await bohdan.answer_to(query)).text
    seated = [name for person in game.players for name in await attack.house.tables.of_person(person.id)]
    assert seated == []
