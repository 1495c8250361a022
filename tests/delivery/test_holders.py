"""Two workers: whoever has news of a table tells the one that delivers for it, and only that one sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiogram import Bot

from bot.delivery.mail import Mail
from bot.screens.model import Screen
from bot.storage import keys
from bot.storage.leases import Leases
from bot.storage.store import Store
from bot.storage.wire import Wire
from bot.storage.worker import Worker
from bot.tables.model import Place
from tests.delivery.test_delivery import BOARD, HAND, Room
from tests.support.eventually import eventually
from tests.support.people import People
from tests.support.tables import TABLE


@dataclass(slots=True)
class Bench:
    """A worker of its own beats, with the clock of the test."""

    room: Room
    leases: Leases
    time: list[float]
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def beat(self) -> None:
        await self.leases.beat(self.room.delivery.hand_over, self.room.delivery.gained)

    async def expire(self, store: Store) -> None:
        """It slept: its lease ran out, by its own clock and by the server's."""
        self.time[0] += 60
        await store.call("HSET", keys.LEASES, f"w:{self.leases.worker}", 1)


@asynccontextmanager
async def bench(bot: Bot, store: Store, people: People, name: str) -> AsyncIterator[Bench]:
    time = [100.0]
    leases = Leases(store, Worker(name), clock=lambda: time[0])
    wire = Wire(store, leases)
    room = Room(bot, store, Place(people.group()), leases, wire.send)
    listening = asyncio.create_task(wire.run(room.bell.hear))

    async def hears() -> bool:
        return bool(await store.call("PUBLISH", keys.ear(name), TABLE))

    try:
        await eventually(hears)
        yield Bench(room, leases, time)
    finally:
        listening.cancel()
        await room.stop()


@pytest.fixture
async def one(bot: Bot, store: Store, people: People) -> AsyncIterator[Bench]:
    """It holds every shard."""
    async with bench(bot, store, people, "one") as made:
        await made.beat()
        yield made


@pytest.fixture
async def two(bot: Bot, store: Store, people: People, one: Bench) -> AsyncIterator[Bench]:
    """It knows that the other one holds every shard; both draw the same words."""
    async with bench(bot, store, people, "two") as made:
        made.room.words = one.room.words
        await made.beat()
        yield made


async def texts(people: People, chat: int) -> list[str]:
    (anna,) = people.named("Anna")
    return [message.text for message in anna.screen(chat).of_bot()]


async def test_a_commit_of_another_worker_is_shown_by_the_holder(
    one: Bench, two: Bench, people: People
) -> None:
    """It does not wait for the next look at everything: that is put off here."""
    one.room.delivery._scan_at = asyncio.get_running_loop().time() + 3600
    one.room.bell.wake()
    await two.room.show({BOARD: "news"})
    (anna,) = people.named("Anna")
    await anna.until(people.group(), lambda screen: screen.find("news"))
    assert (await people.stats())["calls"]["sendMessage"] == 1


@pytest.mark.usefixtures("one")
async def test_a_page_that_is_turned_at_another_worker_is_shown_by_the_holder(
    two: Bench, people: People
) -> None:
    (anna,) = people.named("Anna")
    await anna.send(anna.chat, "/start")
    await two.room.show({HAND: "hand"})
    await anna.until(anna.chat, lambda screen: screen.find("hand"))
    table = await two.room.tables.load(TABLE)
    assert table is not None
    await two.room.delivery.turn_page(table, 1001, 2)
    await anna.until(anna.chat, lambda screen: screen.find("hand p2"))


async def test_who_lost_the_lease_while_waiting_sends_nothing(
    one: Bench, two: Bench, people: People, store: Store
) -> None:
    """The chat takes nothing for a while; when it does, another worker delivers for it."""
    await people.arm("too_many_requests", times=1, method="sendMessage", retry_after=600)
    await one.room.show({BOARD: "board"})

    async def waits() -> bool:
        return bool(one.room.delivery._resting)

    await eventually(waits)
    await one.expire(store)
    await two.beat()
    await store.call("DEL", keys.hold(people.group()))
    await one.beat()

    async def ended() -> bool:
        return not one.room.delivery._lanes

    await eventually(ended)
    await two.room.settled()
    assert await texts(people, people.group()) == ["board"]
    assert (await people.stats())["calls"]["sendMessage"] == 2


class Slow(Mail):
    """Its message arrives, and then it sleeps before it hears of it."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot, "thousand_sandbox_bot")
        self.sent = asyncio.Event()
        self.awake = asyncio.Event()

    async def send(
        self,
        chat: int,
        screen: Screen,
        *,
        thread: int | None = None,
        silent: bool = False,
        asked: int | None = None,
    ) -> int:
        message = await super().send(chat, screen, thread=thread, silent=silent, asked=asked)
        self.sent.set()
        await self.awake.wait()
        return message

    async def edit(self, chat: int, message: int, screen: Screen) -> None:
        self.sent.set()
        await self.awake.wait()
        await super().edit(chat, message, screen)


@pytest.fixture
def slow(bot: Bot, one: Bench) -> Slow:
    """From now on the first worker's messages take their time."""
    one.room.delivery._mail = mail = Slow(bot)
    return mail


async def test_what_a_sleeper_sent_twice_is_taken_away(
    one: Bench, two: Bench, people: People, store: Store, slow: Slow
) -> None:
    await one.room.show({BOARD: "board"})
    await slow.sent.wait()
    await one.expire(store)
    await two.beat()
    await two.room.settled()
    assert await texts(people, people.group()) == ["board", "board"]
    slow.awake.set()
    (anna,) = people.named("Anna")
    await anna.until(people.group(), lambda screen: len(screen.of_bot()) == 1)
    handle = await two.room.screens.handle(TABLE, BOARD)
    assert handle is not None
    assert anna.screen(people.group()).of_bot()[0].key[0] == handle.message


async def test_an_edit_that_comes_late_is_put_right(
    one: Bench, two: Bench, people: People, store: Store, bot: Bot
) -> None:
    """The sleeper's words overwrite newer ones; the new holder draws them again."""
    (anna,) = people.named("Anna")
    await one.room.show({BOARD: "first"})
    await one.room.settled()
    one.room.delivery._mail = late = Slow(bot)
    old = dict(one.room.words) | {BOARD: "second"}
    one.room.words = old
    two.room.versions = one.room.versions
    two.room.epochs = one.room.epochs
    await one.room.show({BOARD: "second"})
    await late.sent.wait()
    await one.expire(store)
    await two.beat()
    await two.room.show({BOARD: "third"})
    await two.room.settled()
    await anna.until(people.group(), lambda screen: screen.find("third"))
    late.awake.set()
    await anna.until(people.group(), lambda screen: screen.find("second"))
    await anna.until(people.group(), lambda screen: screen.find("third"))
    await two.room.settled()
    assert await texts(people, people.group()) == ["third"]


async def test_what_is_on_its_way_arrives_before_a_shard_is_given_up(
    one: Bench, two: Bench, people: People, store: Store, slow: Slow
) -> None:
    """A third worker comes, and each has a share of the shards."""
    await one.room.show({BOARD: "board"})
    await slow.sent.wait()
    third = Leases(store, Worker("three"))
    await third.beat(two.room.delivery.hand_over, two.room.delivery.gained)
    await one.beat()
    assert not one.leases.holds(TABLE)
    for _ in range(3):
        await two.beat()
        await one.beat()
    assert not two.leases.holds(TABLE)
    slow.awake.set()

    async def taken() -> bool:
        await one.beat()
        await two.beat()
        return two.leases.holds(TABLE)

    await eventually(taken)
    await two.room.settled()
    assert await texts(people, people.group()) == ["board"]
