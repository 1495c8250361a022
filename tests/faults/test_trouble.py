"""A game goes on through whatever the network and Telegram do to it (A01, A02, A05)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage
from tests.support.house import bot_inside, hurried, open_house
from tests.telegram.match import NAMES, Game, settled

STEPS = 50
CALLS = ("sendMessage", "editMessageText", "answerCallbackQuery", "deleteMessage", "getUpdates")
TROUBLE = ("server_error", "bad_gateway_html", "cut_before", "cut_after_effect", "too_many_requests")
UPDATES = ("duplicate_update", "late_update", "reorder_updates")


async def test_a_game_goes_on_through_trouble(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    rng = Random(11)
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path):
        game = Game(house, house.people.group(), house.people.named(*NAMES), rng)
        await game.sit_down()
        for _ in range(STEPS):
            fault = rng.choice(TROUBLE + UPDATES)
            about = {"method": rng.choice(CALLS)} if fault in TROUBLE else {}
            await house.people.arm(fault, times=rng.choice((1, 1, 2)), **about)
            table = await game.state()
            if table.stage is not Stage.PLAYING:
                break
            person, button = await game.next_button(table)
            await person.press(button)
            await game.moved_on(table)
        await settled(game, store)
        sent = {line.split()[-1] for line in await house.tables.record(game.table) if "update" in line}
        assert len(sent) >= STEPS - 10


async def test_one_move_a_second_stays_inside_the_budgets(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    """At ten times the speed: a move each tenth of a second, budgets that pass ten times as fast."""
    scale = 10.0
    async with (
        open_house(store, hurried(scale)) as house,
        bot_inside(house, valkey.url, tmp_path, time_scale=scale),
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(3))
        await game.sit_down()
        for _ in range(STEPS):
            pause = asyncio.create_task(asyncio.sleep(1 / scale))
            table = await game.state()
            if table.stage is Stage.PLAYING:
                await game.step(table)
            await pause
        await settled(game, store)
        stats = await house.people.stats()
        writes = stats["writes"][str(game.group)]
    assert max(sum(at <= other < at + 60 / scale for other in writes) for at in writes) <= 20
    assert (stats["too_many_requests"], stats["not_modified"]) == (0, 0)
    assert (stats["unanswered"], stats["double_answers"]) == ([], 0)


async def test_a_tap_is_answered_before_anything_is_drawn(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    async with open_house(store) as house, bot_inside(house, valkey.url, tmp_path):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(5))
        await game.sit_down()
        feed = house.server.sandbox.feed
        for _ in range(15):
            await settled(game, store)
            seq = feed.seq
            await game.step(await game.state())
            await settled(game, store)
            kinds = [event["type"] for event in feed.after(seq)]
            assert kinds[0] == "answer"
            assert {"edit", "message"} & set(kinds[1:])
