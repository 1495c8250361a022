"""SIGKILL of the bot, of the server, of both: at random moments of a match that deals on by its deadlines.

The server writes each command to its file before it answers (`appendfsync always`), as ours does by default.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random

import pytest

from bot.storage import embedded, keys
from bot.storage.archive import RedisArchive
from bot.storage.clock import RedisClock
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.tables.archive import as_file
from bot.tables.model import Stage
from engine.match import phase
from engine.record.replayer import replay
from engine.state import Phase
from tests.conftest import Tell
from tests.support.eventually import eventually
from tests.support.house import FAST, BotProcess, House, bot_process, hurried, open_house
from tests.telegram.match import NAMES, Game, settled
from tests.telegram.test_kill import press, updates

SEED = int(os.environ.get("SEED", "20261202"))
KILLS = int(os.environ.get("KILLS", "6"))
PATIENT = replace(hurried(FAST), query_seconds=600 * FAST)
"""A tap can be answered for ten minutes: how fast the dead are up again is the machine's affair."""
DEAL_ON = 40
"""Seconds before the scale: less than half a second."""


class Target(StrEnum):
    """Who is killed."""

    BOT = "bot"
    SERVER = "server"
    BOTH = "both"


class Killer:
    """Kills and starts again; each target in turn, in an order of the lot's."""

    def __init__(self, bot: BotProcess, server: embedded.Embedded, house: House, rng: Random) -> None:
        self._bot = bot
        self._server = server
        self._house = house
        self._rng = rng
        self._targets = [list(Target)[number % 3] for number in range(KILLS)]
        rng.shuffle(self._targets)
        self._steps_left = rng.randrange(2, 8)
        self.kills: Counter[Target] = Counter()

    @property
    def done(self) -> bool:
        """Nobody is left to be killed."""
        return not self._targets

    async def perhaps(self, store: Store) -> bool:
        """Perhaps it is time: what was tapped is on its way, handled, stored, sent, or nothing of it."""
        self._steps_left -= 1
        if self._steps_left or self.done:
            return False
        self._steps_left = self._rng.randrange(2, 8)
        target = self._targets.pop()
        number = int((await store.call("INFO", "server"))["process_id"])
        await asyncio.sleep(self._rng.uniform(0, 0.08))  # the moment itself is what is drawn
        if target is not Target.BOT:
            os.kill(number, signal.SIGKILL)
        if target is not Target.SERVER:
            await self._bot.kill()
        if target is not Target.BOT:
            await asyncio.sleep(self._rng.uniform(0, 0.3))  # whoever asks meanwhile, asks in vain
            await asyncio.to_thread(self._server.revive)
        if target is not Target.SERVER:
            await self._bot.start()
            await self._house.ready()
        self.kills[target] += 1
        return True


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[embedded.Embedded]:
    """A server of this test's own: it dies."""
    own = await asyncio.to_thread(embedded.start, tmp_path / "valkey")
    yield own
    await asyncio.to_thread(own.close)


async def test_kills_of_bot_and_server_lose_and_double_nothing(
    server: embedded.Embedded, tmp_path: Path, tell: Tell
) -> None:
    rng = Random(SEED)
    store = Store.connect(server.url)
    async with (
        open_house(store, PATIENT) as house,
        bot_process(house, server.url, tmp_path, NEXT_DEAL_SECONDS=str(DEAL_ON)) as bot,
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), rng)
        await game.sit_down()
        killer = Killer(bot, server, house, rng)
        while not killer.done:
            await step(game, killer, store)
        await finish(game, store)

        table, record = await game.state(), await house.tables.record(game.table)
        assert table.match is not None
        told = replay("\n".join(record).encode())
        assert told.state == table.match
        written = updates(record)
        lines, refused = joined(game, house, written)
        assert sum(written.values()) == lines
        # Every deadline fired, and once: each deal was dealt by one, and the match is in the archive once.
        dealt = [line for line in record if line.startswith("deal ")]
        assert len(dealt) == len(await house.tables.commitments(game.table)) == table.match.sheet.deals_dealt
        assert not any("# update" in line for line in dealt[1:])
        archive = RedisArchive(store, RedisTables(store, RedisClock(store)))
        (match,) = await archive.of_chat(game.group)
        assert replay(as_file(match, NAMES).encode()).state == table.match
        assert await store.call("ZCARD", keys.due(keys.shard(game.table))) == 0
    await store.close()
    log = bot.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") :][:4000]
    killed = ", ".join(f"{target} {killer.kills[target]}" for target in Target)
    tell(f"seed {SEED}: kills: {killed}; {len(dealt)} deals, {lines} lines of the record, {refused} refusals")


async def step(game: Game, killer: Killer, store: Store) -> None:
    """One tap, or the wait for the next deal; perhaps a kill, after which all screens come right."""
    table = await game.state()
    assert table.match is not None
    if phase(table.match) is not Phase.OVER:
        person, button = await game.next_button(table)
        for _ in range(game.rng.choice((1, 1, 2))):
            await press(game, person, button)
    killed = await killer.perhaps(store)
    await game.moved_on(table)
    if killed:
        await settled(game, store)


async def finish(game: Game, store: Store) -> None:
    """A chat admin ends the match; all is said, shown and archived."""
    await game.players[0].send(game.group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)
    await settled(game, store)

    async def archived() -> bool:
        left = await store.call("ZCARD", keys.due(keys.shard(game.table)))
        return left == 0 and await store.call("ZSCORE", keys.history(game.group), game.table) is not None

    await eventually(archived)


def joined(game: Game, house: House, written: Counter[int]) -> tuple[int, int]:
    """Each tap is one line of the record, or a refusal that says something."""
    live = game.players[0]._people.live
    lines = refused = 0
    for query, _ in game.pressed:
        answer, update = live.answers.get(query), house.taps[query]
        assert answer is not None, query
        assert (answer.text == "") is (written[update] == 1), (query, answer)
        assert written[update] <= 1
        lines += written[update]
        refused += answer.text != ""
    return lines, refused
