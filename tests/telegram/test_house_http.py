"""House rules through the strict sandbox, with buttons: choose, change, be refused, keep, copy, move."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.i18n import tr
from bot.screens.buttons import (
    HintKind,
    HintTap,
    HouseTap,
    LobbyTap,
    LobbyVerb,
    MenuTap,
    OwnTap,
    OwnVerb,
    RuleTap,
    parse,
)
from bot.storage import embedded
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.tables import house as rules_of
from bot.tables.model import Place, Stage, Table
from engine.conventions import resolve
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Answer, Button, Person, sees
from tests.telegram.match import NAMES, is_lobby


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path):
        for person in opened.people.named(*NAMES):
            await person.send(person.chat, "/start")
            await person.until(person.chat, lambda screen: screen.of_bot())
        yield opened


@pytest.fixture
def group(house: House) -> int:
    return house.people.group()


@pytest.fixture
def anna(house: House) -> Person:
    """The host of every table here."""
    return house.people.named("Anna")[0]


@pytest.fixture
def vera(house: House) -> Person:
    return house.people.named("Vera")[0]


def page(name: str) -> Callable[[Button], bool]:
    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, MenuTap) and tap.page == name

    return fits


def flag(word: str) -> Callable[[Button], bool]:
    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, RuleTap) and tap.flag == word

    return fits


def own(verb: OwnVerb) -> Callable[[Button], bool]:
    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, OwnTap) and tap.verb is verb

    return fits


def is_house(button: Button) -> bool:
    return isinstance(parse(button.data), HouseTap)


async def open_lobby(person: Person, group: int, words: str = "") -> None:
    await person.send(group, f"/newgame {words}".strip())
    await person.until_button(group, is_lobby(LobbyVerb.STAND))


async def go(person: Person, *pages: str) -> None:
    """Walk the menu in private."""
    for name in pages:
        assert (await person.tap(person.chat, await person.until_button(person.chat, page(name)))).text == ""


async def choose(person: Person, word: str) -> Answer:
    return await person.tap(person.chat, await person.until_button(person.chat, flag(word)))


async def the_table(house: House, group: int) -> Table:
    found = await house.tables.find(Place(group))
    assert found is not None
    table = await house.tables.load(found)
    assert table is not None
    return table


async def until_table(house: House, group: int, condition: Callable[[Table], bool]) -> None:
    async def holds() -> bool:
        return condition(await the_table(house, group))

    await eventually(holds)


async def close(person: Person, house: House, group: int) -> None:
    await person.send(group, "/stop")

    async def gone() -> bool:
        return await house.tables.find(Place(group)) is None

    await eventually(gone)
    open_now = is_lobby(LobbyVerb.STAND)
    await person.until(group, lambda screen: not any(open_now(button) for button in screen.buttons))


async def test_the_family_sets_its_house_rules_with_buttons(house: House, group: int, anna: Person) -> None:
    await open_lobby(anna, group)
    before = len(anna.messages(group))
    told = await anna.tap(group, is_house)
    assert told.text == tr("ru", "said-menu_sent")

    await go(anna, "presets")
    assert (await choose(anna, "matveev")).text == ""
    await anna.until(anna.chat, sees("(matveev)"))
    await go(anna, "s.barrel", "c.barrel_at")
    assert (await choose(anna, "barrel_at=900")).text == ""
    await until_table(house, group, lambda table: table.rules.conventions.barrel_at == 900)
    await anna.until(group, sees("◆"))

    await go(anna, "top", "s.bidding", "c.auction")
    refused = await choose(anna, "auction=false")
    assert refused.alert
    assert tr("ru", "conflict-no_auction") in refused.text
    table = await the_table(house, group)
    assert table.rules.conventions.auction
    assert table.rules.preset == "matveev"

    await go(anna, "s.bidding", "top")
    saved = await anna.tap(anna.chat, await anna.until_button(anna.chat, own(OwnVerb.SAVE)))
    assert saved.text == tr("ru", "said-rules_saved")
    await anna.until_button(anna.chat, own(OwnVerb.RESET))
    line = rules_of.line(table.rules)
    await anna.until(
        anna.chat, lambda screen: [b for b in screen.last.buttons if (b.kind, b.data) == ("copy", line)]
    )
    assert len(anna.messages(group)) == before
    assert len([m for m in anna.messages(anna.chat) if m.buttons]) == 1

    await close(anna, house, group)
    await open_lobby(anna, group)
    again = await the_table(house, group)
    assert again.rules == table.rules
    await close(anna, house, group)
    await open_lobby(anna, group, "default")
    assert (await the_table(house, group)).rules.conventions == resolve(None, {})
    await close(anna, house, group)
    await open_lobby(anna, group, line.removeprefix("/newgame "))
    assert (await the_table(house, group)).rules.conventions == table.rules.conventions

    await _no_fault(house)


async def test_others_look_and_are_told_who_decides(
    house: House, group: int, anna: Person, vera: Person
) -> None:
    await open_lobby(anna, group)
    assert (await vera.tap(group, is_house)).text == tr("en", "said-menu_sent")
    await go(vera, "s.golden", "c.golden")
    told = await choose(vera, "golden=true")
    assert (told.text, told.alert) == (tr("en", "said-not_host"), True)
    assert not (await the_table(house, group)).rules.conventions.golden
    await house.people.act(do="promote", person=vera.id, chat=group)
    assert (await choose(vera, "golden=true")).text == ""
    await until_table(house, group, lambda table: table.rules.conventions.golden)
    await _no_fault(house)


async def test_an_old_menu_changes_nothing_and_shows_what_is(house: House, group: int, anna: Person) -> None:
    await open_lobby(anna, group)
    await anna.tap(group, is_house)
    await go(anna, "presets")
    button = await anna.until_button(anna.chat, flag("gambler"))
    await anna.send(group, "/conventions +golden barrel_at=900")
    await until_table(house, group, lambda table: table.rules.conventions.golden)
    told = await anna.tap(anna.chat, button)
    assert told.text == tr("ru", "said-stale")
    await anna.until(anna.chat, sees("◆"))
    assert (await the_table(house, group)).rules.preset is None
    await _no_fault(house)


async def test_somebody_whose_private_chat_is_closed_gets_the_menu_by_a_link(
    house: House, group: int
) -> None:
    anna = house.people.named("Anna")[0]
    await open_lobby(anna, group)
    dan = await house.people.add("Dan", "en", group)
    told = await dan.tap(group, is_house)
    assert told.url is not None
    await dan.open(told.url)
    await dan.until_button(dan.chat, page("presets"))
    await _no_fault(house)


async def test_the_rules_stay_once_the_cards_are_dealt(house: House, group: int, anna: Person) -> None:
    await open_lobby(anna, group)
    await anna.tap(group, is_house)
    await go(anna, "s.golden", "c.golden")
    button = await anna.until_button(anna.chat, flag("golden=true"))
    for person in house.people.named(*NAMES)[1:]:
        await person.tap(group, await person.until_button(group, is_lobby(LobbyVerb.SIT)))
    await anna.tap(group, await anna.until_button(group, is_lobby(LobbyVerb.START)))
    await until_table(house, group, lambda table: table.stage is Stage.PLAYING)
    assert (await anna.tap(anna.chat, button)).text == tr("ru", "said-rules_fixed")
    await anna.until(anna.chat, sees(tr("ru", "house-fixed")))
    await anna.send(group, "/conventions -bolts")
    await anna.until(group, sees(tr("ru", "said-rules_fixed")))
    await _no_fault(house)


async def test_the_groups_own_rules_by_command(
    house: House, group: int, anna: Person, vera: Person, store: Store
) -> None:
    people = RedisPeople(store)
    await anna.send(group, "/conventions")
    await anna.until(group, sees(tr("ru", "house-own-none")))
    await anna.send(group, "/conventions save")
    await anna.until(group, sees(tr("ru", "said-no_table")))
    await open_lobby(anna, group, "gambler -golden")
    await vera.send(group, "/conventions save")
    await anna.until(group, sees(tr("ru", "said-not_host")))
    assert await people.chat_rules(group) is None
    await anna.send(group, "/conventions save")
    await anna.until(group, sees(tr("ru", "said-rules_saved")))
    kept = await people.chat_rules(group)
    assert kept == (await the_table(house, group)).rules
    await anna.send(group, "/conventions auction=maybe")
    await anna.until(group, sees("maybe"))
    await anna.send(group, "/conventions")
    await anna.until(group, sees(tr("ru", "house-own")))
    await close(anna, house, group)
    await open_lobby(anna, group, "+must_beat")
    table = await the_table(house, group)
    assert (table.rules.preset, table.rules.conventions.must_beat, table.rules.conventions.golden) == (
        "gambler", True, False,
    )  # fmt: skip
    await anna.send(group, "/conventions reset")
    await anna.until(group, sees(tr("ru", "said-rules_reset")))
    assert await people.chat_rules(group) is None
    await _no_fault(house)


async def test_a_stake_is_asked_in_the_lobby(house: House, group: int, anna: Person) -> None:
    await open_lobby(anna, group, "sixmax")
    await anna.until(group, sees(tr("ru", "ask-ante")))
    assert (await anna.tap(group, await anna.until_button(group, flag("ante=50")))).text == ""
    await until_table(house, group, lambda table: table.rules.conventions.ante == 50)
    await anna.until(group, lambda screen: not any(flag("ante=50")(button) for button in screen.buttons))
    await anna.send(group, "/conventions ante=25")
    await until_table(house, group, lambda table: table.rules.conventions.ante == 25)
    await _no_fault(house)


async def test_hints_are_a_switch_of_the_lobby(house: House, group: int, anna: Person) -> None:
    await open_lobby(anna, group, "bank_hints -golden")
    for person in house.people.named(*NAMES)[1:]:
        await person.tap(group, await person.until_button(group, is_lobby(LobbyVerb.SIT)))
    await anna.tap(group, await anna.until_button(group, is_lobby(LobbyVerb.HINTS)))
    await until_table(house, group, lambda table: table.hints)
    fresh = (await the_table(house, group)).lobby_turn

    def starts(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, LobbyTap) and (tap.verb, tap.turn) == (LobbyVerb.START, fresh)

    await anna.tap(group, await anna.until_button(group, starts))

    def hint(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, HintTap) and tap.kind is HintKind.HANDS

    told = await anna.tap(anna.chat, await anna.until_button(anna.chat, hint))
    assert told.alert
    assert "Bohdan: " in told.text
    assert "Vera: " in told.text
    lines = await house.tables.record((await the_table(house, group)).id)
    assert not any("hint" in line for line in lines if not line.startswith(("conventions", "preset")))
    await _no_fault(house)


@pytest.mark.parametrize("new_first", [False, True])
async def test_the_groups_own_rules_follow_it_into_a_supergroup(
    house: House, anna: Person, store: Store, new_first: bool
) -> None:
    """B01: told twice in either order, kept once, and a later choice is not undone."""
    members = [person.id for person in house.people.named(*NAMES)]
    await house.people.act(do="new_group", title="Small", type="group", members=members)
    await house.people.refresh()
    small, people = house.people.group("Small"), RedisPeople(store)
    await open_lobby(anna, small, "gambler -golden")
    await anna.send(small, "/conventions save")
    await anna.until(small, sees(tr("ru", "said-rules_saved")))
    kept = await people.chat_rules(small)
    assert kept is not None
    new = (await house.people.act(do="migrate", chat=small, new_first=new_first))["chat"]
    await anna.until_button(new, is_house)

    async def followed() -> bool:
        return await people.chat_rules(new) == kept

    await eventually(followed)
    await close(anna, house, new)
    await open_lobby(anna, new)
    assert (await the_table(house, new)).rules == kept


async def _no_fault(house: House) -> None:
    """Every tap was answered exactly once, and Telegram refused nothing."""

    async def answered() -> bool:
        return not (await house.people.stats())["unanswered"]

    await eventually(answered)
    stats = await house.people.stats()
    assert stats["double_answers"] == 0
    assert stats["too_many_requests"] == 0
    assert stats["refusals"] == []
