"""Three people, one of whom does something else: reminder, mention, clock, away, back; pause, and a vote."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from bot.i18n import tr
from bot.screens.buttons import BackTap, ClockTap, SeatTap, VoteTap, VoteVerb, parse
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Clock, Presence, Sitter, Table, Then, VoteKind
from bot.tables.timing import awaited
from engine.record.replayer import replay
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Button, Person, Screen, sees
from tests.telegram.match import Game, settled

SECONDS = 600
"""Of a turn; a hundredth of them pass."""
NAMES = ("Vera", "Anna", "Bohdan")


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path):
        yield opened


async def table_for(house: House, then: Then) -> Game:
    """A deal in hand at a table whose clock a chat admin has just set by words."""
    game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
    await game.sit_down()
    await game.players[1].send(game.group, f"/settings clock {SECONDS} {then}")
    await game.until(lambda table: table.clock == Clock(SECONDS, then))
    return game


def on_turn(table: Table) -> Sitter:
    assert table.match is not None
    return table.seats[awaited(table.match)[0]]


def is_asked(table: Table, sitter: Sitter) -> bool:
    """The table waits for him; between two deals it waits for nobody."""
    assert table.match is not None
    return sitter.person in [table.seats[seat].person for seat in awaited(table.match)]


def person_of(game: Game, sitter: Sitter) -> Person:
    return next(each for each in game.players if each.id == sitter.person)


def of(table: Table, sitter: Sitter) -> Sitter:
    return next(each for each in table.seats if each.person == sitter.person)


def is_back(button: Button) -> bool:
    return isinstance(parse(button.data), BackTap)


def is_kick(button: Button) -> bool:
    tap = parse(button.data)
    return isinstance(tap, VoteTap) and (tap.kind, tap.verb) == (VoteKind.KICK, VoteVerb.YES)


def is_seat(button: Button) -> bool:
    return isinstance(parse(button.data), SeatTap)


def says_no(button: Button) -> bool:
    tap = parse(button.data)
    return isinstance(tap, VoteTap) and tap.verb is VoteVerb.NO


def counts_down(screen: Screen) -> bool:
    """A moment that the client shows by itself."""
    return any("<time data-unix=" in message.html for message in screen.messages)


def chooses(word: str) -> Callable[[Button], bool]:
    """A button of the menu of clocks."""

    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, ClockTap) and tap.word == word

    return fits


async def in_order(game: Game, store: Store) -> None:
    await settled(game, store)
    stats = await game.house.people.stats()
    assert stats["refusals"] == []
    assert (stats["unanswered"], stats["double_answers"], stats["not_modified"]) == ([], 0, 0)
    table = await game.state()
    record = "\n".join(await game.house.tables.record(game.table))
    assert replay(record.encode()).state == table.match


async def test_whoever_is_away_is_reminded_told_of_played_for_and_welcome_back(
    house: House, store: Store
) -> None:
    game = await table_for(house, Then.AWAY)
    absent = on_turn(await game.state())
    person = person_of(game, absent)
    witness = next(each for each in game.players if each is not person)
    half, near = tr(absent.lang, "clock-half"), tr("en", "clock-mention", name=absent.name)
    await witness.until(game.group, counts_down)
    await person.until(person.chat, sees(half))
    await witness.until(game.group, sees(near))
    await witness.until(game.group, sees("\N{SLEEPING SYMBOL}"))
    assert sum(near in message.text for message in witness.messages(game.group)) == 1
    assert of(await game.state(), absent).presence is Presence.AWAY
    for _ in range(6):
        table = await game.state()
        if is_asked(table, absent):
            await game.moved_on(table)
        else:
            await game.step(table)
    answer = await person.tap(game.group, await person.until_button(game.group, is_back))
    assert answer.text == tr(absent.lang, "said-back")
    await game.until(lambda table: of(table, absent).presence is Presence.HERE)
    while not is_asked(table := await game.state(), absent):
        await game.step(table)
    await game.step(table)
    assert of(await game.state(), absent).overdue == 0
    await in_order(game, store)
    assert any(line.endswith("# autopilot") for line in await house.tables.record(game.table))


async def test_a_paused_match_goes_on_when_he_is_back_or_when_the_others_free_his_seat(
    house: House, store: Store
) -> None:
    game = await table_for(house, Then.PAUSE)
    absent = on_turn(await game.state())
    person = person_of(game, absent)
    witness, other = (each for each in game.players if each is not person)
    await game.until(lambda table: table.paused)
    await witness.until(game.group, sees(tr("en", "clock-paused", name=absent.name)))
    await person.tap(person.chat, await person.until_button(person.chat, is_back))
    await game.until(lambda table: not table.paused)
    await game.until(lambda table: table.paused)
    await settled(game, store)  # no button moves under a finger
    for voter in (witness, other):
        await voter.tap(game.group, await voter.until_button(game.group, is_kick))
    await game.until(lambda table: of(table, absent).presence is Presence.LEFT)
    await game.until(lambda table: not is_asked(table, absent))
    assert not (await game.state()).paused
    await person.until(person.chat, sees(tr(absent.lang, "freed")))
    await person.tap(person.chat, await person.until_button(person.chat, is_seat))
    await game.until(lambda table: of(table, absent).presence is Presence.HERE)
    await person.until(person.chat, lambda screen: not sees(tr(absent.lang, "freed"))(screen))
    await in_order(game, store)


async def test_who_says_no_is_counted_and_closes_the_question(house: House, store: Store) -> None:
    game = await table_for(house, Then.AWAY)
    vera, anna, bohdan = game.players
    await vera.send(game.group, "/stop")
    answer = await anna.tap(game.group, await anna.until_button(game.group, says_no))
    assert answer.text == tr("ru", "said-against")
    await bohdan.until(game.group, sees(tr("en", "vote-against", names="Anna")))
    answer = await bohdan.tap(game.group, await bohdan.until_button(game.group, says_no))
    assert answer.text == tr("uk", "said-outvoted")
    await vera.until(game.group, lambda screen: not sees(tr("en", "vote-stop"))(screen))
    await in_order(game, store)


async def test_the_clock_is_chosen_by_buttons_of_the_host_and_of_admins(house: House, store: Store) -> None:
    vera, anna, bohdan = people = house.people.named(*NAMES)
    game = Game(house, house.people.group(), people, Random(1))
    await game.sit_down()
    await vera.send(game.group, "/settings")
    await vera.until(game.group, sees("This table: no clock"))
    stranger = await bohdan.tap(game.group, await bohdan.until_button(game.group, chooses("pause")))
    assert stranger.text == tr("uk", "said-clock_not_host")
    await vera.tap(game.group, await vera.until_button(game.group, chooses("pause")))
    await game.until(lambda table: table.clock == Clock(0, Then.PAUSE))
    await vera.tap(game.group, await vera.until_button(game.group, chooses("show")))
    await vera.until(game.group, sees("The buttons change what holds for new tables"))
    stranger = await vera.tap(game.group, await vera.until_button(game.group, chooses("30")))
    assert stranger.text == tr("en", "said-not_admin")
    await anna.tap(game.group, await anna.until_button(game.group, chooses("300")))
    await vera.until(game.group, sees("New tables of the group: 5\N{NO-BREAK SPACE}min a turn"))
    await vera.send(game.group, "/settings clock soon")
    await vera.until(game.group, sees(tr("en", "said-bad_clock", n=0, low=10, high=86_400)))
    assert (await game.state()).clock == Clock(0, Then.PAUSE)
    await in_order(game, store)
