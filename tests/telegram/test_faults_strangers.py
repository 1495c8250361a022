"""People who tap in a group and have nothing to do with its table: faults D09 and D18, over HTTP.

Each test is named after its row.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest

from bot.delivery.mail import plain
from bot.i18n import tr
from bot.screens.buttons import (
    AgainTap,
    ClockScope,
    ClockTap,
    LangTap,
    LobbyTap,
    LobbyVerb,
    RulesTap,
    ScoreTap,
    SeatTap,
    SeatVerb,
    SelfTap,
    SelfVerb,
    Tap,
    encode,
    parse,
)
from bot.screens.model import Screen
from bot.screens.rules import rules
from bot.screens.score import score
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Presence, Stage
from tests.faults.stage import command, heard, tell, writes
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Button, Message, Person
from tests.telegram.match import NAMES, Game, settled

TAPS = 30
REFUSED = tr("en", "said-not_member")


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path, turn_seconds=0):
        yield opened


def made(house: House) -> Game:
    return Game(house, house.people.group(), house.people.named(*NAMES), Random(1))


async def lobby(game: Game) -> Game:
    """An open lobby with room for one more."""
    await game.players[0].send(game.group, "/newgame")
    await game.fill_seats()
    vera = game.players[2]
    await forge(game, vera, LobbyTap(game.table, (await game.state()).lobby_turn, LobbyVerb.STAND))
    await game.until(lambda table: len(table.seats) == 2)
    return game


async def eve_of(house: House, *groups: int) -> Person:
    """Somebody whom the bot can reach in private."""
    eve = await house.people.add("Eve", "en", *groups)
    await eve.send(eve.chat, "/start")
    await eve.until(eve.chat, lambda screen: screen.of_bot())
    return eve


async def forge(game: Game, person: Person, tap: Tap) -> str:
    """What somebody is told who taps this in the group."""
    button = await game.players[0].until_button(game.group, lambda _: True)
    return (await person.answer_to(await game.house.forge(person, button, encode(tap)))).text


async def calls(house: House) -> int:
    return int((await house.people.stats())["calls"].get("getChatMember", 0))


# D09: who may sit down


async def test_d09_in_the_lobby_whoever_is_outside_hears_always_the_same(house: House) -> None:
    """Membership of the group is checked at join, always with the same answer."""
    game, eve = await lobby(made(house)), await eve_of(house)
    before, table = await game.state(), game.table
    for tap in (
        LobbyTap(table, before.lobby_turn, LobbyVerb.SIT),
        SelfTap(table, SelfVerb.QUEUE),
        SelfTap(table, SelfVerb.WATCH),
    ):
        assert await forge(game, eve, tap) == REFUSED
    assert await game.state() == before


async def test_d09_neither_does_he_get_a_free_seat_nor_the_next_match(house: House) -> None:
    """The same answer in the middle of a match, and after it."""
    game, eve = made(house), await eve_of(house)
    await game.sit_down()
    await game.players[2].send(game.players[2].chat, "/leave")
    await game.players[2].tap(
        game.players[2].chat,
        await game.players[2].until_button(
            game.players[2].chat, lambda each: parse(each.data) == SelfTap(game.table, SelfVerb.GO)
        ),
    )
    await game.until(lambda table: table.seats[2].presence is Presence.LEFT)
    before = await game.state()
    for tap in (
        SeatTap(game.table, 3, SeatVerb.TAKE),
        SelfTap(game.table, SelfVerb.QUEUE),
        SelfTap(game.table, SelfVerb.WATCH),
    ):
        assert await forge(game, eve, tap) == REFUSED
    assert await game.state() == before
    await game.players[0].send(game.group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)
    assert await forge(game, eve, AgainTap(game.table)) == REFUSED
    assert await house.tables.find(before.place) is None


async def test_d09_commands_of_whoever_only_writes_there_are_refused_too(house: House) -> None:
    """Where a channel is discussed, people write who never joined."""
    game, eve = await lobby(made(house)), await eve_of(house)
    before, anna = await game.state(), game.players[0]
    refused = tr(before.lang, "said-not_member")
    sender = {"id": eve.id, "is_bot": False, "first_name": eve.name, "language_code": "en"}
    for number, order in enumerate(("/join", "/watch", "/newgame"), 1):
        tell(house, game.group, **{"from": sender}, **command(order))
        await reads(game, anna, refused, number)
    assert await game.state() == before


async def test_d09_the_setting_switches_the_check_off(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    async with (
        open_house(store) as house,
        bot_inside(house, valkey.url, tmp_path, turn_seconds=0, members_only=False),
    ):
        game, eve = await lobby(made(house)), await eve_of(house)
        sit = LobbyTap(game.table, (await game.state()).lobby_turn, LobbyVerb.SIT)
        assert await forge(game, eve, sit) == ""
        assert (await game.state()).seat_of(eve.id) == 2
        assert await calls(house) == 0


@pytest.mark.parametrize("fault", ["server_error", "too_many_requests", "bad_gateway_html", "cut_before"])
async def test_d09_where_telegram_does_not_tell_nobody_is_kept_out(house: House, fault: str) -> None:
    game, eve = await lobby(made(house)), await eve_of(house)
    await house.people.arm(fault, method="getChatMember")
    sit = LobbyTap(game.table, (await game.state()).lobby_turn, LobbyVerb.SIT)
    assert await forge(game, eve, sit) == ""
    assert (await game.state()).seat_of(eve.id) == 2


async def test_d09_whoever_was_put_out_of_the_group_does_not_come_back(house: House) -> None:
    """What was remembered of him is forgotten when he goes."""
    game = made(house)
    await game.sit_down()
    vera = game.players[2]
    await house.people.act(do="leave", person=vera.id, chat=game.group)
    await game.until(lambda table: table.seats[2].presence is Presence.LEFT)
    before = await game.state()
    assert await forge(game, vera, SeatTap(game.table, 3, SeatVerb.TAKE)) == tr(
        vera.language, "said-not_member"
    )
    assert await game.state() == before


async def test_d09_neither_does_he_take_his_own_seat_back_in_private(house: House) -> None:
    game = made(house)
    await game.sit_down()
    vera = game.players[2]
    await vera.send(vera.chat, "/lang")
    button = await vera.until_button(vera.chat, lambda each: isinstance(parse(each.data), LangTap))
    await house.people.act(do="leave", person=vera.id, chat=game.group)
    await game.until(lambda table: table.seats[2].presence is Presence.LEFT)
    before = await game.state()
    take = encode(SeatTap(game.table, 3, SeatVerb.TAKE))
    refused = (await vera.answer_to(await house.forge(vera, button, take))).text
    assert refused == tr(vera.language, "said-not_member")
    assert await game.state() == before


async def test_d09_a_whole_match_asks_once_for_each_person(house: House) -> None:
    game = made(house)
    await game.sit_down()
    for _ in range(6):
        await game.step(await game.state())
    await game.players[0].send(game.group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)
    assert await forge(game, game.players[1], AgainTap(game.table)) == ""
    assert await calls(house) == len(game.players)


# D18: who writes into the group


def whispered(game: Game, person: Person) -> list[Message]:
    """What only he sees in the group, the oldest first."""
    return [each for each in person.screen(game.group).of_bot() if each.ephemeral_for == person.id]


async def hears(game: Game, person: Person, screen: Screen) -> None:
    """He comes to see this, and nothing else beside it."""
    await person.until(
        game.group, lambda _: [each.text for each in whispered(game, person)] == [plain(screen.text)]
    )


def public(game: Game, viewer: Person) -> list[tuple[str, list[str]]]:
    """What others see there."""
    return [
        (each.text, [button.data for button in each.buttons])
        for each in viewer.screen(game.group).of_bot()
        if each.ephemeral_for is None
    ]


async def reads(game: Game, person: Person, text: str, times: int) -> None:
    """It comes to stand in the group so many times."""
    await person.until(game.group, lambda _: [each for each, _ in public(game, person)].count(text) == times)


async def button_of(game: Game, person: Person, tap: Tap) -> Button:
    return await person.until_button(game.group, lambda each: each.data == encode(tap))


async def hammer(person: Person, button: Button) -> Sequence[str]:
    """The answers to many taps in a row."""
    queries = [await person.press(button) for _ in range(TAPS)]
    return [(await person.answer_to(query)).text for query in queries]


async def test_d18_sheets_that_an_onlooker_asks_for_are_for_his_eyes_alone(
    house: House, store: Store
) -> None:
    """Foreign taps give 0 messages; what they show is in the onlooker's own language."""
    game = made(house)
    await game.sit_down()
    eve, anna = await eve_of(house, game.group), game.players[0]
    await settled(game, store)
    table, before, count = await game.state(), public(game, anna), writes(house, [game.group])
    for tap, screen in (
        (ScoreTap(table.id), score(table, "en")),
        (RulesTap(table.id, 0), rules(table, "en")),
    ):
        answers = await hammer(eve, await button_of(game, eve, tap))
        assert answers == [""] * TAPS
        await hears(game, eve, screen)
    await heard(house)
    assert (public(game, anna), writes(house, [game.group])) == (before, count)
    assert (await house.people.stats())["unanswered"] == []


async def test_d18_pages_of_his_rules_stay_with_him(house: House, store: Store) -> None:
    game = made(house)
    await game.sit_down()
    eve, anna = await eve_of(house, game.group), game.players[0]
    await settled(game, store)
    table, before, count = await game.state(), public(game, anna), writes(house, [game.group])
    await eve.tap(game.group, await button_of(game, eve, RulesTap(table.id, 0)))
    for page in (1, 0):
        (sheet,) = await eve.until(game.group, lambda _: whispered(game, eve))
        turn = next(each for each in sheet.buttons if each.data == encode(RulesTap(table.id, page)))
        assert (await eve.tap(game.group, turn)).text == ""
        await hears(game, eve, rules(table, "en", page))
    assert (public(game, anna), writes(house, [game.group])) == (before, count)


async def test_d18_a_page_that_outlived_the_bot_makes_room_too(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """Who sees what is not stored: the tap itself says which message it was."""
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path) as bot:
        game = made(house)
        await game.sit_down()
        eve = await eve_of(house, game.group)
        table = await game.state()
        await eve.tap(game.group, await button_of(game, eve, RulesTap(table.id, 0)))
        await hears(game, eve, rules(table, "en"))
        await bot.stop()
        await bot.start()
        await house.ready()
        await eve.tap(game.group, await button_of(game, eve, RulesTap(table.id, 1)))
        await hears(game, eve, rules(table, "en", 1))


async def test_d18_nor_does_he_turn_the_pages_of_others(house: House, store: Store) -> None:
    """A public page belongs to those who play, queue or look on."""
    game = made(house)
    await game.sit_down()
    eve, anna = await eve_of(house, game.group), game.players[0]
    await settled(game, store)
    table = await game.state()
    await anna.tap(game.group, await button_of(game, anna, RulesTap(table.id, 0)))
    shown = plain(rules(table, table.lang, 0).text)
    page = await eve.until(game.group, lambda screen: screen.find(shown[:40]))
    before = public(game, anna)
    turn = next(each for each in page.buttons if each.data == encode(RulesTap(table.id, 1)))
    assert (await eve.tap(game.group, turn)).text == ""
    await eve.until(game.group, lambda _: whispered(game, eve))
    assert public(game, anna) == before
    await anna.tap(game.group, turn)
    await anna.until(game.group, lambda _: public(game, anna) != before)


async def test_d18_whoever_waits_for_the_next_match_is_no_stranger(house: House, store: Store) -> None:
    game = made(house)
    await game.sit_down()
    eve, anna = await eve_of(house, game.group), game.players[0]
    assert await forge(game, eve, SelfTap(game.table, SelfVerb.QUEUE))
    await settled(game, store)
    table = await game.state()
    await eve.tap(game.group, await button_of(game, eve, ScoreTap(table.id)))
    wanted = plain(score(table, table.lang).text)
    await anna.until(game.group, lambda _: wanted in [text for text, _ in public(game, anna)])
    assert whispered(game, eve) == []


async def test_d18_the_clock_of_others_is_not_put_before_them(house: House, store: Store) -> None:
    """A toast says who may; the menu of somebody who may is not turned either."""
    game = await lobby(made(house))
    eve, anna = await eve_of(house, game.group), game.players[0]
    await settled(game, store)
    before, count = public(game, anna), writes(house, [game.group])
    clock = await button_of(game, eve, ClockTap(ClockScope.TABLE, "show"))
    assert set(await hammer(eve, clock)) == {tr("en", "said-clock_not_host")}
    await heard(house)
    assert (public(game, anna), writes(house, [game.group])) == (before, count)
    await anna.tap(game.group, clock)
    other = await button_of(game, eve, ClockTap(ClockScope.GROUP, "show"))
    shown = public(game, anna)
    assert set(await hammer(eve, other)) == {tr("en", "said-not_admin")}
    assert public(game, anna) == shown
