"""What a game writes to Telegram at one move a second, by Telegram's own figures; what an idle bot asks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.sandbox.app import Settings
from bot.storage import embedded
from bot.storage.store import Store
from tests.support.house import bot_process, open_house
from tests.support.valkey import store, valkey
from tests.telegram.match import NAMES, Game

__all__ = ["store", "valkey"]

MOVES = 70
IDLE_SECONDS = 10


@pytest.mark.bench
async def test_writes_at_one_move_a_second(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> None:
    async with (
        open_house(store, Settings()) as house,
        bot_process(house, valkey.url, tmp_path, TIME_SCALE="1"),
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        await house.people.reset_stats()
        clock = asyncio.get_running_loop().time
        start, late = clock(), 0
        for number in range(MOVES):
            wait = start + number - clock()
            late += wait < 0
            await asyncio.sleep(max(0.0, wait))
            await game.step(await game.state())
        await asyncio.sleep(15)
        stats = await house.people.stats()
        deals = sum(line.startswith("deal") for line in await house.tables.record(game.table))
    group = stats["writes"].get(str(game.group), [])
    private = sum(len(stats["writes"].get(str(person.chat), [])) for person in game.players)
    busiest = max(sum(at <= other < at + 60 for other in group) for at in group)
    print(f"\n{MOVES} moves in {deals} deals, {late} of them late")
    print(
        f"writes into the group: {len(group) / MOVES:.2f} a move, {busiest} in the busiest minute, limit 20"
    )
    print(f"writes into private chats: {private / MOVES:.2f} a move")
    print(f"writes in all: {(len(group) + private) / deals:.0f} a deal")
    print(
        f"429: {stats['too_many_requests']}, not modified: {stats['not_modified']}, "
        f"unanswered: {len(stats['unanswered'])}, double answers: {stats['double_answers']}"
    )


@pytest.mark.bench
async def test_an_idle_bot(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> None:
    async with (
        open_house(store, Settings()) as house,
        bot_process(house, valkey.url, tmp_path, TIME_SCALE="1"),
    ):
        await asyncio.sleep(3)
        before = await sent(store)
        await asyncio.sleep(IDLE_SECONDS)
        spent = await sent(store) - before - 1
    print(f"\nan idle bot: {spent / IDLE_SECONDS:.1f} commands a second with those in scripts, limit 20")


async def sent(store: Store) -> int:
    return int((await store.call("INFO", "stats"))["total_commands_processed"])
