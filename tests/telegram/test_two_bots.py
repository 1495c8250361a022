"""Two bot processes behind a forwarder play one match, and are killed now and then in the middle of it.

Any of them takes an update; one holds the lease of the table and brings its screens. Accepted means
committed: each tap is joined by its update id to one line of the record or to one refusal.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from bot.delivery.mail import plain
from bot.entropy import SystemEntropy
from bot.screens.render import render
from bot.storage import embedded
from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.tables.model import Stage
from bot.tables.said import Said
from bot.tables.service import Service
from engine.match import new_match, outcome
from engine.state import Standing
from tests.conftest import Tell
from tests.support.eventually import eventually
from tests.support.forwarder import Forwarder, forwarding
from tests.support.house import PATIENT, BotProcess, House, bot_process, open_house
from tests.support.ports import free_port
from tests.telegram.match import NAMES, Game, settled
from tests.telegram.test_kill import press, updates

SEED = int(os.environ.get("SEED", "20261201"))
KILLS = 4
PATH = "/telegram"
RULES = "-barrel declarer_credit=taken writeoff_cost=none -bolts end_at_minus=-1000"
NEAR = 800
"""What everybody has from the start: the end is some deals away."""


@dataclass(slots=True)
class Pair:
    """Two bots, and how often each one was killed."""

    bots: Sequence[BotProcess]
    ports: Sequence[int]
    forwarder: Forwarder
    rng: Random
    kills: Counter[int] = field(default_factory=Counter)
    _taps_left: int = 3

    async def after_tap(self) -> None:
        """Perhaps it is time: the tap is on its way, handled, or being answered, by either bot."""
        self._taps_left -= 1
        if self._taps_left or self.kills.total() == KILLS:
            return
        await asyncio.sleep(self.rng.uniform(0, 0.06))  # the moment itself is what is drawn
        number = self.rng.choice([number for number in (0, 1) if self.kills[number] < KILLS // 2])
        await self.bots[number].kill()
        self.kills[number] += 1
        self._taps_left = self.rng.randrange(2, 6)
        await self.bots[number].start()
        await eventually(self._one_is_up)

    async def _one_is_up(self) -> bool:
        """People have a patience of their own, and machines need their time to start both again."""
        for port in self.ports:
            with suppress(OSError):
                _, line = await asyncio.open_connection("127.0.0.1", port)
                line.close()
                return True
        return False


@asynccontextmanager
async def pair(house: House, url: str, folder: Path, rng: Random) -> AsyncIterator[Pair]:
    """Both are ready to take updates."""
    ports = free_port(), free_port()
    async with AsyncExitStack() as stack:
        forwarder = await stack.enter_async_context(forwarding(ports, PATH))
        bots = []
        for port in ports:
            own = folder / str(port)
            own.mkdir()
            webhook = {"WEBHOOK_URL": forwarder.url, "WEBHOOK_SECRET": "hush", "WEBHOOK_PORT": str(port)}
            bots.append(await stack.enter_async_context(bot_process(house, url, own, **webhook)))

        async def both_announced() -> bool:
            return house.server.sandbox.stats.calls["setWebhook"] == len(ports)

        await eventually(both_announced)
        yield Pair(bots, ports, forwarder, rng)


async def deal(game: Game, store: Store) -> None:
    """A third worker starts the match, from scores near its end; it brings no screens and rings nobody."""
    clock = RedisClock(store)
    service = Service(game.house.tables, RedisPeople(store), clock, SystemEntropy())
    scores = [Standing(NEAR)] * len(game.players)
    with patch("bot.tables.deals.new_match", partial(new_match, standings=scores)):
        answer = await service.start(game.table, game.players[0].id, 0)
    assert answer.said is Said.OK


async def test_two_bots_are_killed_and_nothing_is_lost_doubled_or_stale(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, tell: Tell
) -> None:
    rng = Random(SEED)
    async with open_house(store, PATIENT) as house, pair(house, valkey.url, tmp_path, rng) as two:
        game = Game(house, house.people.group(), house.people.named(*NAMES), rng)
        await game.players[0].send(game.group, f"/newgame {RULES}")
        await game.fill_seats()
        await deal(game, store)
        while (table := await game.state()).stage is Stage.PLAYING:
            person, button = await game.next_button(table)
            for _ in range(rng.choice((1, 1, 2))):
                await press(game, person, button)
            await two.after_tap()
            await game.moved_on(table)
        assert table.match is not None
        assert outcome(table.match) is not None
        assert two.kills.total() == KILLS
        await settled(game, store)
        await shown(game, store)
        joined(game, updates(await house.tables.record(game.table)))
        assert len(two.forwarder.served) == 2
        stats = await house.people.stats()
        twice = repeated(game)
        tell(
            f"seed {SEED}: kills {two.kills[0]}+{two.kills[1]}, {len(game.pressed)} taps, "
            f"{two.forwarder.again} brought to the other bot, {stats['double_answers']} answered twice, "
            f"{twice} messages sent twice"
        )
        assert twice <= KILLS
    for bot in two.bots:
        assert "Traceback" not in bot.log.read_text()


async def shown(game: Game, store: Store) -> None:
    """What people see is what the table is now: no screen stayed behind."""
    table, screens = await game.state(), RedisScreens(store)
    for slot in table.epochs:
        handle, screen = await screens.handle(table.id, slot), render(table, slot)
        if handle is None or screen is None:
            assert (handle, screen) == (None, None), slot
            continue
        reader = next((each for each in game.players if each.id == slot.person), game.players[0])
        seen = [each for each in reader.screen(handle.chat).of_bot() if each.key[0] == handle.message]
        assert [each.text for each in seen] == [plain(screen.text)], slot


def joined(game: Game, written: Counter[int]) -> None:
    """Each tap on a game button wrote one line and was answered with nothing, or none and got words."""
    answers = game.players[0]._people.live.answers
    for query, data in game.pressed:
        lines, answer = written.pop(game.house.taps[query], 0), answers.get(query)
        assert lines <= 1, (query, data)
        assert answer is not None, (query, data)
        if data.startswith("g:"):
            assert bool(answer.text) is not bool(lines), (query, data, answer)
    assert not written


def repeated(game: Game) -> int:
    """Messages that came more than once: sent again by whoever took over from a dead bot."""
    chats = [game.players[0].screen(game.group), *(each.screen(each.chat) for each in game.players)]
    heads = [Counter(message.text.partition("\n")[0] for message in screen.of_bot()) for screen in chats]
    return sum(count - 1 for counted in heads for count in counted.values())
