"""Rows F: old buttons, races, restarts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.screens.board import board
from bot.screens.buttons import GameTap, LobbyVerb, NextTap, parse
from bot.screens.render import render
from bot.screens.words import card_name
from bot.storage import embedded
from bot.storage.clock import RedisClock
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.tables.model import Place, Slot, SlotKind, Stage
from bot.tables.ports import Committed, Raced
from engine.events import CardPlayed, TrickTaken
from engine.match import legal_actions, phase, to_act
from engine.players import Level
from engine.record.replayer import replay
from engine.state import Phase
from tests.faults.forked import forked_bot
from tests.faults.shown import steps, table
from tests.faults.stage import Complaints, all_right, heard, last_for_ever, of_bot
from tests.screens.people import course
from tests.support.eventually import eventually
from tests.support.house import PATIENT, House, bot_inside, bot_process, open_house
from tests.support.people import Person
from tests.support.tables import ANNA, BOHDAN, FAMILY, change, waiting
from tests.telegram.match import NAMES, Game, is_lobby, is_next

BOARD = Slot(SlotKind.BOARD)
WHOLE = "-writeoff"


async def test_F02_keyboards_are_drawn_from_the_stored_state(house: House, game: Game, store: Store) -> None:
    """Once all is drawn, every live button is the one that a render of the stored table holds."""
    for _ in range(6):
        await game.step(await game.state())
        await all_right(game, store)
        at = await game.state()
        for person in game.players:
            screen = render(at, Slot(SlotKind.HAND, person.id))
            assert screen is not None
            wanted = {button.data for row in screen.keyboard for button in row if button.data}
            assert {button.data for button in person.screen(person.chat).buttons} == wanted
            for data in wanted:
                tap = parse(data)
                assert not isinstance(tap, GameTap) or tap.turn == at.turn
    assert (await house.people.stats())["refusals"] == []


async def test_F03_an_end_takes_the_buttons_and_leaves_the_sheet(game: Game, store: Store) -> None:
    """What the deals came to stays readable; no button of the match is left."""
    while (at := await game.state()).match is None or at.match.sheet.deals_dealt < 2:
        await game.step(at)
    anna = game.players[0]
    (result,) = await anna.until(game.group, lambda screen: of_bot(screen, "Итоги раздачи 1"))
    board = await anna.until(game.group, lambda screen: of_bot(screen, "Раздача 2. Сдаёт"))
    await anna.send(game.group, "/stop")
    await game.until(lambda at: at.stage is Stage.FINISHED)
    await all_right(game, store)
    shown = {message.key: message for message in anna.screen(game.group).messages}
    assert shown[result.key].text == result.text
    assert not [button for button in shown[board[-1].key].buttons if button.live]
    for person in game.players:
        assert not [b for b in person.screen(person.chat).buttons if isinstance(parse(b.data), GameTap)]
    for button in anna.screen(game.group).buttons:  # of an earlier board, where the budget was short
        if isinstance(parse(button.data), NextTap):
            assert (await anna.tap(game.group, button)).text
    assert (await game.state()).stage is Stage.FINISHED


async def test_F05_taps_of_one_moment_all_count(house: House) -> None:
    """Six people sit down at once: read, decide and write are one step."""
    names = ("Anna", "Bohdan", "Vera", "Hnat", "Daria", "Emil")
    people = [*house.people.named(*names[:3])]
    family = house.people.group()
    people += [await house.people.add(name, "en", family) for name in names[3:]]
    for person in people:
        await person.send(person.chat, "/start")
        await person.until(person.chat, lambda screen: screen.of_bot())
    await people[0].send(family, "/newgame sixmax")
    sit = await people[1].until_button(family, is_lobby(LobbyVerb.SIT))
    queries = [(person, await person.press(sit)) for person in people[1:]]
    assert [(await person.answer_to(query)).text for person, query in queries] == [""] * 5
    found = await house.tables.find(Place(family))
    assert found is not None
    at = await house.tables.load(found)
    assert at is not None
    assert {sitter.name for sitter in at.seats} == set(names)


@pytest.mark.parametrize("preset", ["default", "matveev", "sixmax", "tysiac"])
def test_F06_exactly_the_actors_of_the_phase_may_act(preset: str) -> None:
    """After every event: somebody, and nobody else; also after hands that all throw in."""
    for seed in range(4):
        for _, _, _, state, _ in steps(table(preset), seed, deals=3):
            offered = {seat for seat in range(state.players) if legal_actions(state, seat)}
            assert offered == set(to_act(state))
            assert bool(offered) == (phase(state) is not Phase.OVER)


async def test_F08_a_kill_in_mid_move_mutes_nobody(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """No lock outlives its holder: the same person plays on at once."""
    async with open_house(store) as house, bot_process(house, valkey.url, tmp_path, TURN_SECONDS="0") as bot:
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        last_for_ever(house)  # however slowly a process starts here
        at = await game.state()
        person, button = await game.next_button(at)
        query = await person.press(button)
        await bot.kill()
        await bot.start()
        await house.ready()
        await game.moved_on(at)
        await person.answer_to(query)
        assert (await game.state()).turn == at.turn + 1
        for _ in range(3):
            await game.step(await game.state())


async def test_F09_of_two_decisions_about_one_state_one_is_stored(store: Store) -> None:
    """What was read is compared where it is written; the other one reads again."""
    one, two = (RedisTables(store, RedisClock(store)) for _ in range(2))
    await one.create(change(waiting()), 1)
    read = [await tables.load(waiting().id) for tables in (one, two)]
    assert read[0] is not None
    assert read[0] == read[1]
    left = change(replace(read[0], seats=(ANNA, BOHDAN)))
    right = change(replace(read[0], seats=()))
    done = await asyncio.gather(one.commit(left, 2), two.commit(right, 3))
    assert sorted(type(each).__name__ for each in done) == [Committed.__name__, Raced.__name__]
    assert await one.find(FAMILY) == waiting().id


@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
def test_F11_the_last_trick_stays_readable_while_the_next_is_led(lang: str) -> None:
    """Its winner may lead at once: the board shows both."""
    looked = 0
    for at in course(steps=60, seed=4):
        tricks = [place for place, event in enumerate(at.log) if isinstance(event, TrickTaken)]
        if not tricks or at.match is None or at.match.deal is None:
            continue
        played = [event.card for event in at.log[: tricks[-1]] if isinstance(event, CardPlayed)][-3:]
        text = board(at, lang).text
        assert all(card_name(card, lang) in text for card in played)
        looked += 1
    assert looked


async def test_F12_after_the_last_trick_there_is_a_way_on(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """A button deals on: after the result, after /table, and after a restart."""
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, turn_seconds=0) as bot:
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        at = await game.state()
        while at.match is None or phase(at.match) is not Phase.OVER:
            await game.step(at)
            at = await game.state()
        anna = game.players[0]
        await anna.until_button(game.group, is_next(at.turn))
        before = await anna.until(game.group, lambda screen: screen.last)
        await anna.send(game.group, "/table")
        await anna.until(game.group, lambda screen: screen.last.from_bot and screen.last.key > before.key)
        await anna.until_button(game.group, is_next(at.turn))
        await bot.stop()
        await bot.start()
        await house.ready()
        await game.step(await game.state())
        assert (await game.state()).turn > at.turn


async def test_F14_any_bytes_in_a_button_are_safe(
    house: House, game: Game, family: int, complaints: Complaints
) -> None:
    """Other seats, other cards, numbers beyond all lists, noise: refused, and nobody hears of it."""
    bohdan, rng, before = game.players[1], Random(7), await game.state()
    forged = [":", "g:", "g:zzzzzzzz:1:0", f"g:{game.table}:0:0", f"g:{game.table}:zz:zz", "m:lang:xx"]
    forged += [f"g:{game.table}:{before.turn}:{index}" for index in ("-1", "zzzzzzzzzz", "9" * 40, "١")]
    forged += [f"v:{game.table}:0:stop", f"n:{game.table}:zzz", f"l:{game.table}:0:start", "💥" * 16]
    forged += ["".join(chr(rng.randrange(32, 0x2FF)) for _ in range(rng.randrange(1, 30))) for _ in range(20)]
    button = await bohdan.until_button(family, lambda button: button.data.startswith("m:hand:"))
    for data in forged:
        await bohdan.answer_to(await house.forge(bohdan, button, data))
    after = await game.state()
    assert (after.turn, after.stage, after.match) == (before.turn, Stage.PLAYING, before.match)
    assert complaints.errors == []


def lively(house: House) -> Game:
    """Three who bid; with `WHOLE` every deal is played to its last trick, which somebody may claim."""
    return Game(house, house.people.group(), house.people.named(*NAMES), Random(1), Level.NORMAL)


async def test_F15_a_restart_at_every_event_of_a_deal_changes_nothing(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """A new bot that knows nothing goes on with the same hands and the same turn, up to the result."""
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path, turn_seconds=0) as bot:
        game = lively(house)
        await game.sit_down(WHOLE)
        at = await game.state()
        while at.match is None or phase(at.match) is not Phase.OVER:
            await bot.stop()
            assert await game.state() == at
            await bot.start()
            await house.ready()
            await game.step(at)
            at = await game.state()
        came = replay("\n".join(await house.tables.record(game.table)).encode())
        assert came.state == at.match
        assert sum(came.deals[0].tricks) == 8


async def test_F15_kills_all_through_a_deal_lose_and_double_nothing(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """SIGKILL behind every third tap, in turn at some moment and when it is stored: the deal goes on."""
    async with open_house(store, PATIENT) as house, forked_bot(house, valkey.url, tmp_path) as bot:
        game = lively(house)
        await game.sit_down(WHOLE)
        while (at := await game.state()).match is None or phase(at.match) is not Phase.OVER:
            person, button = await game.next_button(at)
            query = await person.press(button)
            game.pressed.append((query, button.data))
            if len(game.pressed) % 3 == 0:
                if len(game.pressed) % 2:
                    await game.moved_on(at)
                else:  # the moment is drawn: before the tap is read, while it is handled, or after
                    await asyncio.sleep(game.rng.uniform(0, 0.04))
                bot.kill()
                assert (await game.state()).turn - at.turn in {0, 1}
                bot.start()
            await game.moved_on(at)
            assert (await person.answer_to(query)).text == ""
            assert (await game.state()).turn == at.turn + 1
        record = await house.tables.record(game.table)
        came = replay("\n".join(record).encode())
        assert came.state == at.match
        assert sum(came.deals[0].tricks) == 8
        moved = [line.rpartition("# update ")[2] for line in record if line[2:3] == ":"]
        assert sorted(map(int, moved)) == sorted(house.taps[tap] for tap, _ in game.pressed)


async def test_F17_a_lost_connection_loses_nothing(house: House, game: Game, store: Store) -> None:
    """To the storage or to Telegram, before the effect or after it: the game goes on."""
    before = len(await house.tables.record(game.table))
    for step in range(12):
        if step % 3 == 0:
            await store.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        for fault in ("cut_before", "cut_after_effect"):
            method = ("sendMessage", "editMessageText", "answerCallbackQuery")[step % 3]
            await house.people.arm(fault, method=method)
        at = await game.state()
        person, button = await game.next_button(at)
        await person.press(button)
        await game.moved_on(at)
    await heard(house)
    assert len(await house.tables.record(game.table)) >= before + 12
    await all_right(game, store)


async def test_F18_a_table_is_stored_before_it_is_shown(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    """While no message gets through, the lobby is there already; it is shown once they do."""
    await house.people.arm("server_error", times=3, method="sendMessage")
    await trio[0].send(family, "/newgame")

    async def stored() -> bool:
        return await house.tables.find(Place(family)) is not None

    await eventually(stored)
    assert of_bot(trio[0].screen(family), "") == []
    await trio[0].until_button(family, is_lobby(LobbyVerb.SIT))


async def test_screens_of_a_restart_are_found_by_their_marks(store: Store) -> None:
    """What F15 rests on: a commit marks what differs, and the mark outlives the process."""
    tables = RedisTables(store, RedisClock(store))
    await tables.create(replace(change(waiting()), dirty=frozenset({BOARD})), 1)
    assert [mark.slot for mark in await RedisScreens(store).marked(10)] == [BOARD]
