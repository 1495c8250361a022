"""Rows A: what Telegram limits and refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from bot.i18n import LANGS
from bot.screens import buttons
from bot.screens.buttons import MAX_DATA, Tap, encode, parse
from bot.screens.hand import hand_alert
from bot.screens.model import MAX_TOAST
from bot.screens.text import units
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import TableId
from bot.tables.ports import Answer
from bot.tables.service import Service
from bot.tables.timing import awaited
from bot.telegram.reading import ALLOWED
from engine.match import phase
from engine.state import Phase
from tests.faults.stage import Complaints, all_right, expire, heard, of_bot, writes
from tests.screens.people import HOSTILE, course, named, pages
from tests.support.house import House, bot_inside, hurried, open_house
from tests.support.people import Message, Person, Screen
from tests.telegram.match import NAMES, Game
from tests.telegram.witness import shown


async def test_A01_taps_are_answered_at_once_and_only_the_newest_state_is_drawn(
    house: House, game: Game, store: Store
) -> None:
    """A 429 delays the edit of the shared message, never a move or an answer; what is late is merged."""
    await all_right(game, store)
    await house.people.reset_stats()
    await house.people.arm("too_many_requests", method="editMessageText", chat=game.group, retry_after=2)
    before = await game.state()
    for _ in range(6):
        await game.step(await game.state())
    assert (await game.state()).turn == before.turn + 6
    assert writes(house, [game.group]) == 0
    await all_right(game, store)
    assert 1 <= writes(house, [game.group]) < 6
    stats = await house.people.stats()
    assert (stats["unanswered"], stats["double_answers"]) == ([], 0)


async def test_A02_a_deal_in_a_minute_is_twenty_writes_a_minute_to_its_group(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """Twenty-four plays in sixty seconds, at twenty times the speed; the last picture is right."""
    scale = 20.0
    async with (
        open_house(store, hurried(scale)) as house,
        bot_inside(house, valkey.url, tmp_path, time_scale=scale, turn_seconds=0),
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(3))
        await game.sit_down()
        plays = 0
        while plays < 24:
            table = await game.state()
            assert table.match is not None
            if phase(table.match) is Phase.OVER:
                break
            plays += phase(table.match) is Phase.PLAY
            pause = asyncio.create_task(asyncio.sleep(60 / 24 / scale))  # people at that pace
            await game.step(table)
            await pause
        await all_right(game, store)
        stats = await house.people.stats()
        times = stats["writes"][str(game.group)]
    assert max(sum(at <= other < at + 60 / scale for other in times) for at in times) <= 20
    assert (stats["too_many_requests"], stats["not_modified"]) == (0, 0)


async def test_A04_ordinary_messages_cost_nothing(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    """A hundred messages that are no commands bring no call at all."""
    before = (await house.people.stats())["calls"]
    for number in range(100):
        await trio[number % 3].send(family, f"message {number}")
    await heard(house)
    after = (await house.people.stats())["calls"]
    assert {name for name in after if after[name] > before.get(name, 0)} <= {"getUpdates", "setMyCommands"}


async def test_A05_six_quick_taps_are_one_move_and_no_equal_edit(
    house: House, game: Game, store: Store
) -> None:
    """An equal render is not sent; where Telegram says «not modified» all the same, that is a success."""
    await all_right(game, store)
    await house.people.reset_stats()
    table = await game.state()
    person, button = await game.next_button(table)
    await house.people.arm("cut_after_effect", method="editMessageText", chat=game.group)
    queries = [await person.press(button) for _ in range(6)]
    answers = [(await person.answer_to(query)).text for query in queries]
    assert answers.count("") == 1
    await all_right(game, store)
    assert (await game.state()).turn == table.turn + 1
    assert (await house.people.stats())["not_modified"] == 1  # that of the edit whose answer was cut


async def test_A07_a_tap_whose_answer_comes_too_late_counts_once(
    house: House, game: Game, complaints: Complaints
) -> None:
    """The answer is swallowed by Telegram, the move is not, and nobody complains."""
    expire(house)
    table = await game.state()
    person, button = await game.next_button(table)
    query = await person.press(button)
    await game.moved_on(table)
    await heard(house)
    assert (await game.state()).turn == table.turn + 1
    update = house.taps[query]
    assert sum(f"update {update}" in line for line in await house.tables.record(game.table)) == 1
    assert complaints.records == []


async def test_A08_a_backlog_of_expired_taps_redraws_once(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, complaints: Complaints
) -> None:
    """Fifty taps on one button while the bot was away: one move, one edit, no exception."""
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, turn_seconds=0) as bot:
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        table = await game.state()
        person, button = await game.next_button(table)
        await all_right(game, store)
        await bot.stop()
        for _ in range(50):
            await person.press(button)
        expire(house)
        await house.people.reset_stats()
        complaints.records.clear()
        await bot.start()
        await game.moved_on(table)
        await heard(house)
        await all_right(game, store)
        assert (await game.state()).turn == table.turn + 1
        assert writes(house, [game.group]) == 1
        assert complaints.records == []


async def test_A10_who_has_no_private_chat_is_named_once_with_a_way_in(house: House, game: Game) -> None:
    """A refused hand tells it, the news never comes. Seat and turn are kept; /start brings the hand."""
    victim = game.players[1]

    def hints(screen: Screen) -> list[Message]:
        return [found for found in of_bot(screen, victim.name) if any(b.url for b in found.buttons)]

    await heard(house)
    await house.people.arm("late_update", chat=victim.id, retry_after=360_000)
    await victim.block()
    await victim.send(game.group, "/hand")  # a fresh one, which Telegram refuses
    await game.until(lambda table: not table.seats[1].reachable)
    (hint,) = await victim.until(game.group, hints)
    assert (await game.state()).seats[1].person == victim.id
    await victim.open(next(button.url for button in hint.buttons if button.url))
    await victim.until(victim.chat, lambda screen: screen.find("🃏"))
    await victim.until(game.group, lambda screen: not hints(screen))


async def test_A11_a_block_is_noticed_and_taken_back(house: House, game: Game, family: int) -> None:
    """403 marks the person; the group's own button still shows his cards; unblocking clears the mark."""
    table = await game.state()
    assert table.match is not None
    seat = next(seat for seat in range(3) if seat not in awaited(table.match))
    victim = game.players[seat]
    await victim.block()
    await game.until(lambda table: not table.seats[seat].reachable)
    await heard(house)
    await house.people.reset_stats()
    await game.step(await game.state())
    button = await victim.until_button(family, lambda button: button.data.startswith("m:hand:"))
    await victim.tap(family, button)
    await victim.until(family, lambda screen: _whispered(screen, victim))
    assert (await victim.tap(family, button)).alert
    assert not [each for each in (await house.people.stats())["refusals"] if each["code"] == 403]
    await victim.unblock()
    await game.until(lambda table: table.seats[seat].reachable)
    await victim.until(victim.chat, lambda screen: screen.find("🃏"))


async def test_A11_the_refusal_itself_marks_the_player(house: House, game: Game) -> None:
    """The news of the block never comes: a hand that is refused with 403 tells it, and nothing is sent again.

    His next word in private takes the mark back, and brings the hand.
    """
    await heard(house)
    victim = game.players[1]
    await house.people.reset_stats()
    await house.people.arm("late_update", chat=victim.id, retry_after=360_000)
    await victim.block()
    assert (await game.state()).seats[1].reachable
    await victim.send(game.group, "/hand")
    await game.until(lambda table: not table.seats[1].reachable)
    for _ in range(6):
        if await others_turn(game, 1):
            await game.step(await game.state())
    refusals = [each for each in (await house.people.stats())["refusals"] if each["code"] == 403]
    assert len(refusals) == 1
    assert (await game.state()).seats[1].person == victim.id
    await house.people.arm("late_update", chat=victim.id, retry_after=360_000)
    await victim.unblock()
    await victim.send(victim.chat, "/start")
    await game.until(lambda table: table.seats[1].reachable)


async def others_turn(game: Game, seat: int) -> bool:
    """Whether somebody else is waited for."""
    table = await game.state()
    assert table.match is not None
    return seat not in awaited(table.match)


async def test_A13_a_send_that_fails_rolls_no_move_back(house: House, game: Game, store: Store) -> None:
    """The move is stored first; it can't be made twice, and the screens come right by themselves."""
    await all_right(game, store)
    table = await game.state()
    person, button = await game.next_button(table)
    for method in ("editMessageText", "sendMessage"):
        await house.people.arm("server_error", method=method, times=4)
    await person.tap(person.chat, button)
    await game.moved_on(table)
    assert (await person.tap(person.chat, button)).text != ""
    assert (await game.state()).turn == table.turn + 1
    await all_right(game, store)


@pytest.mark.parametrize("lang", LANGS)
def test_A14_ten_cards_with_bid_and_trump_fit_an_alert(lang: str) -> None:
    """At most 200 units, and every card of the hand is named by its rank."""
    tens = 0
    for seed in (1, 5, 9):
        for at in course(steps=120, seed=seed):
            assert at.match is not None
            for seat, held in enumerate(at.match.deal.hands if at.match.deal else ()):
                text = hand_alert(at, at.seats[seat].person, lang)
                assert 1 <= units(text) <= MAX_TOAST
                assert "…" not in text
                tens += len(held) == 10
    assert tens


@pytest.mark.parametrize("lang", LANGS)
def test_A16_data_is_measured_in_bytes(lang: str) -> None:
    """Whatever people are called, no button says more than 64 bytes of UTF-8, and each can be read again."""
    for names in HOSTILE:
        for plain in course(steps=12):
            table = named(plain, names)
            for sitter in table.seats:
                for _, screen in pages(table, sitter.person, lang):
                    for button in (button for row in screen.keyboard for button in row):
                        if button.data is not None:
                            assert len(button.data.encode()) <= MAX_DATA
                            assert parse(button.data) is not None


@pytest.mark.parametrize("lang", LANGS)
def test_A17_no_name_is_in_any_data(lang: str) -> None:
    """The keyboards of two tables that differ in names alone hold the same data."""
    for plain in course(steps=20):
        for names in HOSTILE:
            table = named(plain, names)
            for sitter in table.seats:
                one = [
                    [[b.data for b in row] for row in screen.keyboard]
                    for _, screen in pages(plain, sitter.person, lang)
                ]
                two = [
                    [[b.data for b in row] for row in screen.keyboard]
                    for _, screen in pages(table, sitter.person, lang)
                ]
                assert one == two


@pytest.mark.parametrize("kind", get_args(Tap), ids=lambda kind: kind.__name__)
def test_A17_no_button_that_can_be_read_is_too_long(kind: type[Tap]) -> None:
    """Telegram refuses a whole keyboard for one of them: the longest of each kind fits."""
    tap = next(tap for tap in widest(kind) if parse(encode(tap)) == tap)
    assert len(encode(tap).encode()) <= MAX_DATA


def widest(kind: type[Tap]) -> Iterator[Tap]:
    """Such buttons with words of any length, the longest first, and all else as long as it can be."""
    for length in range(2 * MAX_DATA, 0, -1):
        made = {
            "int": 36**10 - 1,
            "TableId": TableId("z" * 8),
            "str": "z" * length,
            "Lang": "z" * length,
        }
        parts = [made.get(str(field.type)) or longest(str(field.type)) for field in fields(kind)]
        yield kind(*parts)  # type: ignore[arg-type]  # by the names of their types


def longest(enum: str) -> StrEnum:
    """The member with the longest word."""
    found: StrEnum = max(getattr(buttons, enum), key=len)
    return found


async def test_A19_a_hand_is_never_old(game: Game, store: Store) -> None:
    """No inline answer is given that a client could keep: hand and alert are of this moment."""
    assert "inline_query" not in ALLOWED
    for _ in range(8):
        await game.step(await game.state())
    await all_right(game, store)
    for person in game.players:
        await both_show(game, person)


async def test_A20_there_are_two_ways_to_see_the_cards(game: Game, store: Store) -> None:
    """The private chat and the group's own button, each without the other."""
    await all_right(game, store)
    for person in game.players:
        assert await both_show(game, person)


async def both_show(game: Game, person: Person) -> int:
    """The private hand, the one in the group and its pop-up name the same cards; how many."""
    table = await game.state()
    assert table.match is not None
    assert table.match.deal is not None
    seat = table.seat_of(person.id)
    assert seat is not None
    held = set(table.match.deal.hands[seat])
    lang = table.seats[seat].lang
    assert held <= shown(person.screen(person.chat).of_bot()[-1], lang)
    button = await person.until_button(game.group, lambda button: button.data.startswith("m:hand:"))
    answer = await person.tap(game.group, button)
    if not answer.text:  # asked for the first time in this turn
        here = await person.until(game.group, lambda screen: _whispered(screen, person))
        assert held <= shown(here, lang)
        answer = await person.tap(game.group, button)
    assert answer.text == hand_alert(table, person.id, lang)
    return len(held)


def _whispered(screen: Screen, person: Person) -> Message | None:
    mine = [message for message in screen.of_bot() if message.ephemeral_for == person.id]
    return mine[-1] if mine else None


async def test_A22_a_slow_table_holds_up_no_other(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same person's tap at another table is answered while the first one waits."""
    await house.people.act(do="new_group", title="Second", members=[p.id for p in game.players])
    await house.people.refresh()
    second = Game(house, house.people.group("Second"), game.players, Random(2))
    await second.sit_down()
    release = asyncio.Event()
    act = Service.act

    async def slow(service: Service, table: TableId, *rest: object) -> Answer:
        if table == game.table:
            await release.wait()
        return await act(service, table, *rest)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(Service, "act", slow)
    person, button = await game.next_button(await game.state())
    held = await person.press(button)
    for _ in range(3):
        await second.step(await second.state())
    assert held in (await house.people.stats())["unanswered"]
    release.set()
    assert (await person.answer_to(held)).text == ""
