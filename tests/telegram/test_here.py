"""The hand in the group itself: seen by one, played from, and never in anybody's way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.delivery.mail import plain
from bot.i18n import tr
from bot.screens.buttons import HandTap, parse
from bot.screens.hand import hand, hand_alert
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Table
from bot.tables.timing import awaited
from engine.match import phase
from engine.state import Phase
from tests.support.house import bot_inside, open_house
from tests.support.people import Button, Person
from tests.support.screen import Key, Message
from tests.telegram.match import NAMES, Game, settled


@dataclass(slots=True)
class InTheGroup(Game):
    """Nobody looks at his private chat, as long as all are `here`."""

    here: bool = True

    async def next_button(self, table: Table) -> tuple[Person, Button]:
        assert table.match is not None
        if not self.here or phase(table.match) is Phase.OVER:
            return await Game.next_button(self, table)
        sitter = table.seats[awaited(table.match)[0]]
        await ask(self, next(each for each in self.players if each.id == sitter.person))
        return await Game.next_button(self, table)

    def chat_of(self, person: Person) -> int:
        return self.group if self.here else person.chat


def _fresh(known: Sequence[Key], now: Sequence[Message]) -> bool:
    """One has come, and the one before it is gone."""
    return len(now) == 1 and now[0].key not in known


@pytest.fixture
async def game(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[InTheGroup]:
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, turn_seconds=0):
        game = InTheGroup(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        yield game


def whispered(game: Game, person: Person) -> list[Message]:
    """What only he sees in the group, the oldest first."""
    return [each for each in person.screen(game.group).of_bot() if each.ephemeral_for == person.id]


async def ask(game: Game, person: Person) -> str:
    """Tap «My cards»; what the pop-up says."""
    known = [each.key for each in whispered(game, person)]
    answer = await person.tap(
        game.group, await person.until_button(game.group, lambda each: isinstance(parse(each.data), HandTap))
    )
    if not answer.text:
        await person.until(game.group, lambda _: _fresh(known, whispered(game, person)))
    return answer.text or ""


async def test_my_cards_are_for_the_eyes_of_their_person_alone(game: InTheGroup) -> None:
    for person in game.players:
        assert await ask(game, person) == ""
        (seen,) = whispered(game, person)
        assert seen.text == person.screen(person.chat).of_bot()[-1].text
        assert seen.ephemeral_for == person.id


async def test_asked_again_in_the_same_turn_they_pop_up(game: InTheGroup) -> None:
    """Not every client shows a message for one pair of eyes."""
    person = game.players[0]
    assert await ask(game, person) == ""
    table = await game.state()
    seat = table.seat_of(person.id)
    assert seat is not None
    assert await ask(game, person) == hand_alert(table, person.id, table.seats[seat].lang)
    assert len(whispered(game, person)) == 1


async def test_a_deal_is_played_without_the_private_chats(game: InTheGroup) -> None:
    while (table := await game.state()).match and phase(table.match) is not Phase.OVER:
        await game.step(table)
    stats = await game.house.people.stats()
    assert stats["too_many_requests"] == 0
    assert stats["unanswered"] == []


async def test_an_old_hand_says_so_and_becomes_a_fresh_one(game: InTheGroup) -> None:
    table = await game.state()
    person, old = await game.next_button(table)
    game.here = False
    await game.step(table)
    answer = await person.answer_to(await person.press(old))
    assert answer.text
    table = await game.state()
    fresh = hand(table, person.id, table.seats[table.seat_of(person.id) or 0].lang)
    await person.until(game.group, lambda _: whispered(game, person)[-1].text == plain(fresh.text))
    assert old.data not in {button.data for button in whispered(game, person)[-1].buttons}


async def test_where_it_cannot_be_sent_the_next_tap_pops_up(game: InTheGroup, store: Store) -> None:
    person = game.players[0]
    await settled(game, store)
    await game.house.people.arm("server_error", method="sendMessage", chat=game.group)
    button = await person.until_button(game.group, lambda each: isinstance(parse(each.data), HandTap))
    assert (await person.tap(game.group, button)).text == ""
    assert (await person.tap(game.group, button)).text
    assert whispered(game, person) == []


async def test_a_stranger_is_told_that_he_does_not_play(game: InTheGroup) -> None:
    eve = await game.house.people.add("Eve", "en", game.group)
    assert await ask(game, eve) == tr("en", "said-not_seated")
