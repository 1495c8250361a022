"""What people meet at the table's edges, over HTTP, with a real server behind."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.i18n import tr
from bot.screens.answers import toast
from bot.screens.buttons import LobbyVerb
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Place, Stage
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.commands import Scope, listed
from engine.match import phase
from engine.state import Phase
from tests.support.eventually import eventually
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Message, Person, Screen, sees
from tests.telegram.match import NAMES, Game, is_lobby


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path):
        yield opened
        stats = await opened.people.stats()
        assert stats["unanswered"] == []
        assert stats["double_answers"] == 0
        assert stats["not_modified"] == 0


@pytest.fixture
def family(house: House) -> int:
    return house.people.group()


@pytest.fixture
def trio(house: House) -> tuple[Person, ...]:
    return house.people.named(*NAMES)


@pytest.fixture
async def game(house: House, family: int, trio: tuple[Person, ...]) -> Game:
    """Three people whose cards are dealt."""
    made = Game(house, family, trio, Random(1))
    await made.sit_down()
    return made


def said(screen: Screen) -> list[str]:
    return [message.text for message in screen.of_bot()]


def sees_of_bot(part: str) -> Callable[[Screen], str | None]:
    """The newest text of the bot that has this part."""
    return lambda screen: next((text for text in reversed(said(screen)) if part in text), None)


async def quiet(house: House) -> None:
    """Everything that was asked is answered, and nothing waits to be sent."""

    async def holds() -> bool:
        return len(house.server.sandbox.updates) == 0

    await eventually(holds)


# Commands


async def test_a_wrong_word_is_named_with_its_neighbour_and_opens_no_table(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    vera = trio[2]
    await vera.send(family, "/newgame barrel_att=900")
    answer = await vera.until(family, lambda screen: screen.find("barrel_at"))
    assert "barrel_att" in answer.text
    assert await house.tables.find(Place(family)) is None


async def test_a_second_newgame_points_to_the_open_table(family: int, trio: tuple[Person, ...]) -> None:
    anna, bohdan, _ = trio
    await anna.send(family, "/newgame")
    await anna.until_button(family, is_lobby(LobbyVerb.SIT))
    asked = await bohdan.send(family, "/newgame")
    await bohdan.until(family, sees("/table"))
    (answer,) = [each for each in bohdan.screen(family).messages if "/table" in each.text]
    assert answer.reply_to == asked.key[0]


async def test_newgame_in_private_says_where_to_play(trio: tuple[Person, ...]) -> None:
    vera = trio[2]
    await vera.send(vera.chat, "/newgame")
    await vera.until(vera.chat, sees("Add the bot to a group"))


async def test_a_command_where_it_does_not_work_says_where_it_does(
    family: int, trio: tuple[Person, ...]
) -> None:
    vera = trio[2]
    await vera.send(vera.chat, "/undo")
    await vera.until(vera.chat, sees("This command works in a group"))
    await vera.send(vera.chat, "/nothing")
    await vera.until(vera.chat, sees("There is no such command"))
    await vera.send(family, "/privacy")
    await vera.until(family, sees("private chat with me"))


def _points(times: int, screen: Screen) -> bool:
    return sum("/newgame" in text for text in said(screen)) == times


async def test_no_table_is_said_and_what_to_do(family: int, trio: tuple[Person, ...]) -> None:
    vera = trio[2]
    for told, command in enumerate(("/table", "/hand", "/score", "/rules", "/stop"), start=1):
        await vera.send(family, command)
        await vera.until(family, partial(_points, told))


@pytest.mark.parametrize("name", NAMES)
async def test_menus_speak_three_languages(house: House, family: int, name: str) -> None:
    (person,) = house.people.named(name)

    async def menu(chat: int) -> dict[str, str]:
        done = await house.people.act(do="commands", person=person.id, chat=chat)
        return {command["command"]: command["description"] for command in done["commands"]}

    async def filled() -> bool:
        return bool(await menu(person.chat)) and bool(await menu(family))

    await eventually(filled)
    group, private = await menu(family), await menu(person.chat)
    assert list(group) == [command.name for command in listed(Scope.GROUP)]
    assert list(private) == [command.name for command in listed(Scope.PRIVATE)]
    expected = {"Anna": "мои карты", "Bohdan": "мої карти", "Vera": "my cards"}
    assert group["hand"] == private["hand"] == expected[name]


# Sitting down


async def test_a_stranger_is_seated_by_start_without_another_tap(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    anna, bohdan, _ = trio
    await anna.send(family, "/newgame")
    answer = await bohdan.tap(family, await bohdan.until_button(family, is_lobby(LobbyVerb.SIT)))
    assert answer.url is not None
    assert f"t.me/{house.people.bot_username}?start=" in answer.url
    await bohdan.open(answer.url)
    await anna.until(family, sees("Bohdan"))


async def test_a_forwarded_link_alone_seats_nobody(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    anna, bohdan, vera = trio
    await anna.send(family, "/newgame")
    answer = await bohdan.tap(family, await bohdan.until_button(family, is_lobby(LobbyVerb.SIT)))
    assert answer.url is not None
    await vera.open(answer.url)
    await vera.until(vera.chat, sees(tr("en", "btn-join")))
    await quiet(house)
    table = await house.tables.find(Place(family))
    assert table is not None
    assert (await house.tables.load(table)).seats == ()  # type: ignore[union-attr]  # it was found above


async def test_three_sit_down_at_once(family: int, trio: tuple[Person, ...]) -> None:
    for person in trio:
        await person.send(person.chat, "/start")
        await person.until(person.chat, lambda screen: screen.of_bot())
    await trio[0].send(family, "/newgame")
    taps = [
        (person, await person.press(await person.until_button(family, is_lobby(LobbyVerb.SIT))))
        for person in trio[1:]
    ]
    answers = [await person.answer_to(query) for person, query in taps]
    assert [answer.text for answer in answers] == ["", ""]
    for name in NAMES:
        await trio[0].until(family, sees(name))


async def test_an_anonymous_admin_opens_a_table_and_sits_by_a_tap(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    anna = trio[0]
    await anna.send(anna.chat, "/start")
    await house.people.act(do="promote", person=anna.id, chat=family, anonymous=True)
    await anna.send(family, "/newgame")
    await anna.tap(family, await anna.until_button(family, is_lobby(LobbyVerb.SIT)))
    await anna.until(family, sees("Anna"))


# Buttons


async def test_start_pressed_by_three_at_once_deals_once(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    for person in trio:
        await person.send(person.chat, "/start")
    await trio[0].send(family, "/newgame")
    for person in trio[1:]:
        await person.tap(family, await person.until_button(family, is_lobby(LobbyVerb.SIT)))
    await trio[0].until(family, lambda screen: all(screen.find(name) for name in NAMES))
    button = await trio[0].until_button(family, is_lobby(LobbyVerb.START))
    queries = [(person, await person.press(button)) for person in trio]
    answers = [(await person.answer_to(query)).text for person, query in queries]
    assert answers.count("") == 1
    table = await house.tables.find(Place(family))
    assert table is not None
    assert sum("deal" in line for line in await house.tables.record(table)) == 1


async def test_a_double_tap_moves_once(house: House, game: Game) -> None:
    table = await game.state()
    person, button = await game.next_button(table)
    queries = [await person.press(button) for _ in range(3)]
    answers = [(await person.answer_to(query)).text for query in queries]
    assert answers.count("") == 1
    assert (await game.state()).turn == table.turn + 1
    await quiet(house)


async def test_a_tap_that_telegram_tells_twice_moves_once(house: House, game: Game) -> None:
    table = await game.state()
    person, button = await game.next_button(table)
    await house.people.arm("duplicate_update", times=1)
    await person.press(button)
    await quiet(house)
    assert (await game.state()).turn == table.turn + 1


async def test_a_stranger_cannot_play_for_others(house: House, game: Game, family: int) -> None:
    stranger = await house.people.add("Stranger", "en", family)
    before = await game.state()
    await stranger.tap(family, lambda button: button.text)
    assert (await game.state()).turn == before.turn


async def test_my_cards_pop_up_for_whoever_asks_twice(game: Game, family: int) -> None:
    shown = set()
    for person in game.players:
        button = await person.until_button(family, lambda button: button.data.startswith("m:hand:"))
        await person.tap(family, button)
        answer = await person.tap(family, button)
        assert answer.alert
        assert 0 < len(answer.text) <= 200
        shown.add(answer.text)
    assert len(shown) == 3


# Private chats that close


async def test_a_blocked_bot_tells_the_group_once_and_keeps_the_seat(
    house: House, game: Game, family: int
) -> None:
    table = await game.state()
    person, button = await game.next_button(table)
    victim = next(each for each in game.players if each.id != person.id)
    await victim.block()

    def hint_for_victim(screen: Screen) -> Message | None:
        hints = (m for m in screen.of_bot() if victim.name in m.text and any(b.url for b in m.buttons))
        return next(hints, None)

    hint = await victim.until(family, hint_for_victim)
    await person.tap(person.chat, button)
    await quiet(house)
    assert len((await game.state()).seats) == 3
    await victim.unblock()
    link = next(button.url for button in hint.buttons if button.url)
    await victim.open(link)
    await victim.until(victim.chat, lambda screen: screen.find("🃏"))


async def test_any_words_in_private_prove_that_a_person_can_be_reached(house: House, game: Game) -> None:
    """The news that he took the block back is late; his message is not."""
    victim = game.players[1]
    await victim.block()
    await game.until(lambda table: not table.seats[1].reachable)
    await quiet(house)
    before = {message.key for message in victim.messages(victim.chat)}
    await house.people.arm("late_update", times=1, retry_after=3600)
    await victim.unblock()
    await victim.send(victim.chat, "hello")
    await game.until(lambda table: all(sitter.reachable for sitter in table.seats))
    await victim.until(
        victim.chat, lambda screen: any(message.key not in before for message in screen.of_bot())
    )


async def test_start_in_a_group_is_answered_with_help(family: int, trio: tuple[Person, ...]) -> None:
    await trio[0].send(family, "/start")
    await trio[0].until(family, sees("/newgame"))


# Stopping, scores, tables


async def test_a_majority_stops_the_game(game: Game, family: int) -> None:
    _, bohdan, vera = game.players
    await bohdan.send(family, "/stop")
    button = await vera.until_button(family, lambda button: button.data.startswith("v:"))
    assert (await game.state()).stage is Stage.PLAYING
    await vera.tap(family, button)
    assert (await game.state()).stage is Stage.FINISHED
    await vera.until(family, sees("/newgame"))


async def test_a_chat_admin_stops_the_game_alone(game: Game, family: int) -> None:
    anna = game.players[0]  # the creator of the group
    await anna.send(family, "/stop")
    await anna.until(family, sees("/newgame"))
    await game.until(lambda table: table.stage is Stage.FINISHED)


async def test_table_brings_the_board_down(game: Game, family: int) -> None:
    anna = game.players[0]
    board = await anna.until(family, lambda screen: screen.find("SHA-256") or screen.find("Раздача 1"))
    await anna.send(family, "chatter")
    await anna.send(family, "/table")
    await anna.until(family, lambda screen: screen.last.from_bot and screen.last.key != board.key)
    await anna.until(family, lambda screen: all(message.key != board.key for message in screen.messages))


async def test_hand_is_sent_anew(game: Game) -> None:
    anna = game.players[0]
    old = await anna.until(
        anna.chat, lambda screen: screen.of_bot()[-1] if len(screen.of_bot()) > 1 else None
    )
    await anna.send(anna.chat, "/hand")
    await anna.until(anna.chat, lambda screen: screen.last.from_bot and screen.last.key != old.key)


async def test_score_and_rules_are_shown(game: Game, family: int) -> None:
    anna = game.players[0]
    count = len(said(anna.screen(family)))
    await anna.send(family, "/score")
    await anna.send(family, "/rules")
    await anna.until(family, lambda screen: len(said(screen)) >= count + 2)


async def test_score_shows_every_deal(game: Game, family: int) -> None:
    anna = game.players[0]
    while (table := await game.state()).match is None or table.match.sheet.deals_dealt < 3:
        await game.step(table)
    await anna.send(family, "/score")
    sheet = await anna.until(family, lambda screen: screen.find("№"))
    deals = [line.split()[0] for line in sheet.text.splitlines() if re.match(r"\d+ ", line)]
    assert deals == ["1", "2"]


async def test_conventions_are_told_with_a_table_and_without(family: int, trio: tuple[Person, ...]) -> None:
    anna = trio[0]
    await anna.send(family, "/conventions")
    await anna.until(family, sees_of_bot("barrel_at"))
    await anna.send(family, "/newgame barrel_at=900 -golden")
    await anna.until_button(family, is_lobby(LobbyVerb.SIT))
    await anna.send(family, "/conventions")
    told = await anna.until(family, sees_of_bot("◆ barrel_at=900"))
    assert "golden=false" not in told


async def test_a_person_chooses_a_language_in_private(game: Game) -> None:
    anna = game.players[0]
    await anna.send(anna.chat, "/lang")
    await anna.tap(anna.chat, await anna.until_button(anna.chat, lambda button: button.data == "m:lang:en"))
    await anna.until(anna.chat, sees("Your language"))
    await anna.until(anna.chat, lambda screen: screen.find("Your cards") or screen.find("Deal 1"))


async def test_a_group_chooses_a_language(game: Game, family: int) -> None:
    anna = game.players[0]
    await anna.send(family, "/lang")
    await anna.tap(family, await anna.until_button(family, lambda button: button.data == "m:lang:en"))
    await anna.until(family, sees("Deal 1"))


@pytest.mark.parametrize(
    ("word", "told"), [("uk", "Ваша мова"), ("RU", "Ваш язык"), ("english", "Your language")]
)
async def test_a_person_names_a_language_in_private(game: Game, word: str, told: str) -> None:
    bohdan = game.players[1]
    await bohdan.send(bohdan.chat, f"/lang {word}")
    await bohdan.until(bohdan.chat, sees(told))
    lang = {"uk": "uk", "RU": "ru", "english": "en"}[word]
    await game.until(lambda table: table.seats[1].lang == lang)


@pytest.mark.parametrize(
    ("word", "lang", "shown"),
    [("uk", "uk", "Роздача 1"), ("русский", "ru", "Раздача 1"), ("en", "en", "Deal 1")],
)
async def test_a_group_names_a_language(game: Game, family: int, word: str, lang: str, shown: str) -> None:
    anna = game.players[0]
    await anna.send(family, f"/lang {word}")
    await game.until(lambda table: table.lang == lang)
    await anna.until(family, sees(shown))


async def test_an_unknown_language_is_refused_with_the_three(game: Game, family: int) -> None:
    anna = game.players[0]
    before = (await game.state()).lang
    await anna.send(family, "/lang klingon")
    told = await anna.until(family, sees_of_bot("klingon"))
    assert all(word in told for word in ("/lang ru", "/lang uk", "/lang en"))
    assert (await game.state()).lang == before


async def test_a_stranger_may_not_name_the_language_of_a_group(house: House, family: int, game: Game) -> None:
    taras = await house.people.add("Taras", "en", family)
    before = (await game.state()).lang
    await taras.send(family, f"/lang {'uk' if before != 'uk' else 'en'}")
    await taras.until(family, lambda screen: screen.find(tr(before, "said-not_allowed")))
    assert (await game.state()).lang == before


# Trouble and time


async def test_a_tap_that_fails_for_good_gets_an_apology(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    person, button = await game.next_button(await game.state())

    async def broken(*_: object) -> Answer:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Service, "act", broken)
    answer = await person.tap(person.chat, button)
    assert answer.alert
    assert answer.text == toast(Answer(Said.FAILED), person.language).text
    monkeypatch.undo()
    assert (await person.tap(person.chat, button)).text == ""


async def test_a_command_that_fails_for_good_gets_an_apology(
    family: int, trio: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> Answer:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Service, "open_table", broken)
    await trio[2].send(family, "/newgame")
    await trio[2].until(family, sees(toast(Answer(Said.FAILED), "en").text))


async def test_an_unanswered_turn_gets_a_fresh_hand(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, nudge_seconds=30):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        person, button = await game.next_button(await game.state())
        await person.until(
            person.chat,
            lambda screen: screen.last.buttons and screen.last.key != button.message,
        )
        # The one it replaces goes.
        await person.until(person.chat, lambda screen: sum(bool(m.buttons) for m in screen.messages) == 1)


async def test_the_next_deal_starts_by_itself(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, next_deal_seconds=10):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        table = await game.state()
        while table.match is not None and phase(table.match) is not Phase.OVER:
            await game.step(table)
            table = await game.state()
        await game.moved_on(table)
        await game.step(await game.state())


# The life of a group


async def test_a_bot_that_comes_to_a_group_says_what_to_do(house: House, trio: tuple[Person, ...]) -> None:
    await house.people.act(do="new_group", title="New", members=[trio[2].id])
    await house.people.refresh()
    await trio[2].until(house.people.group("New"), sees("/newgame"))
