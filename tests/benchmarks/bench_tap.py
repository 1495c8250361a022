"""A tap from the raw update to the committed move and the answered query, beside its floor."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import CallbackQuery, Update

from bot.delivery.bell import Bell
from bot.delivery.delivery import Delivery
from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.delivery.whispers import Whispers
from bot.screens.buttons import GameTap, encode
from bot.screens.render import render, word
from bot.storage import embedded
from bot.storage.archive import RedisArchive
from bot.storage.budgets import Rates, RedisBudgets
from bot.storage.clock import RedisClock
from bot.storage.leases import ALONE
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Command, Store, Value
from bot.storage.tables import RedisTables
from bot.tables.keeper import Keeper
from bot.tables.model import Place, Stage, Table, TableId
from bot.tables.service import Service
from bot.tables.timing import awaited
from bot.telegram.dispatch import make_inbox
from bot.telegram.inbox import Inbox
from engine.match import legal_actions, phase
from engine.players import Level, choose
from engine.state import Phase
from engine.view import seat_view
from tests.support.tables import ANNA, BOHDAN, VERA, Sequence
from tests.support.valkey import store, valkey

__all__ = ["store", "valkey"]

TAPS: Final = 600
WARM: Final = 60
FAMILY: Final = Place(-1001000000001)

ANSWERS = """
import asyncio
from aiohttp import web
async def answer(request):
    await request.read()
    return web.json_response({"ok": True, "result": True})
async def main():
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
"""A Bot API server that says yes: its own time is in both figures, and its processor time in neither."""

CAS = """
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[1] + 1, 's', ARGV[2])
return 1
"""


class Counting(Store):
    """Counts round trips."""

    trips = 0

    async def call(self, *command: Value) -> Any:
        self.trips += 1
        return await super().call(*command)

    async def calls(self, commands: Iterable[Command]) -> list[Any]:
        self.trips += 1
        return await super().calls(commands)


@dataclass(slots=True)
class Cost:
    """Milliseconds of each call."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    async def of(self, call: Callable[[], Awaitable[object]]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        await call()
        self.wall.append((time.perf_counter() - wall) * 1e3)
        self.cpu.append((time.process_time() - cpu) * 1e3)

    @property
    def figures(self) -> tuple[float, float]:
        """Medians of wall and processor time, the first calls left out."""
        return statistics.median(self.wall[WARM:]), statistics.median(self.cpu[WARM:])


@asynccontextmanager
async def yes_man() -> AsyncIterator[Bot]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ANSWERS, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    port = int(await process.stdout.readline())
    session = AiohttpSession(api=TelegramAPIServer.from_base(f"http://127.0.0.1:{port}"))
    try:
        yield Bot("42:SANDBOX", session=session)
    finally:
        await (await session.create_session()).close()
        process.kill()
        await process.wait()


def raw_tap(update: int, person: int, data: str) -> dict[str, Any]:
    """A tap on a hand of ten buttons, as Telegram sends it."""
    rows = [[{"text": "10♠️", "callback_data": "g:00000000:zz:9"} for _ in range(5)] for _ in range(2)]
    user = {"id": person, "is_bot": False, "first_name": "Anna", "language_code": "ru"}
    message = {
        "message_id": 77,
        "date": 1_796_000_000,
        "chat": {"id": person, "type": "private", "first_name": "Anna"},
        "from": {"id": 42, "is_bot": True, "first_name": "Thousand", "username": "thousand_bot"},
        "text": "Раздача 12. Сдаёт Anna\n\nВаши карты\n10♠️ К♠️\nТ♣️ 9♣️\n10♦️ Д♦️\nТ♥️ К♥️",
        "entities": [{"type": "bold", "offset": 0, "length": 10}],
        "reply_markup": {"inline_keyboard": rows},
    }
    query = {"id": str(update), "from": user, "chat_instance": "1", "message": message, "data": data}
    return {"update_id": update, "callback_query": query}


def house(bot: Bot, store: Store) -> tuple[Service, Inbox]:
    """The bot without its loops: screens are marked, nobody draws them."""
    clock = RedisClock(store)
    mail, budgets, bell = (
        Mail(bot, "thousand_bot"),
        RedisBudgets(store, Rates.of()),
        Bell(ALONE, lambda _: None),
    )
    tables, people = RedisTables(store, clock), RedisPeople(store)
    service = Service(tables, people, clock, Sequence(), woken=bell.ring)
    keeper = Keeper(service, tables, RedisArchive(store, tables), people)
    delivery = Delivery(
        service,
        leases=ALONE,
        screens=RedisScreens(store),
        budgets=budgets,
        mail=mail,
        bell=bell,
        render=render,
        word=word,
    )
    replies = Replies(mail, budgets)
    return service, make_inbox(
        bot, service, keeper, delivery=delivery, replies=replies, whispers=Whispers(mail), mail=mail
    )


async def open_table(service: Service, chat: int) -> TableId:
    answer = await service.open_table(Place(chat), ANNA, (), "ru", 0)
    assert answer.table is not None
    for sitter in (BOHDAN, VERA):
        await service.sit(answer.table, sitter, 0)
    await service.start(answer.table, ANNA.person, 0)
    return answer.table


async def next_move(service: Service, table: TableId, rng: Random) -> tuple[Table, int, int] | None:
    """The table, the person to move, and the index of a sensible action."""
    at = await service.table(table)
    assert at is not None
    assert at.match is not None
    if at.stage is Stage.FINISHED:
        return None
    if phase(at.match) is Phase.OVER:
        await service.next_deal(table, ANNA.person, at.turn, 0)
        return await next_move(service, table, rng)
    seat = awaited(at.match)[0]
    legal = legal_actions(at.match, seat)
    action = choose(Level.AUTOPILOT, seat_view(at.match, seat), legal, rng)
    return at, at.seats[seat].person, legal.index(action)


@pytest.mark.bench
async def test_a_tap_beside_an_empty_handler_and_one_script(store: Store, valkey: embedded.Embedded) -> None:
    await store.call("FLUSHALL")
    store = counting = Counting.connect(valkey.url)
    empty = Dispatcher(disable_fsm=True)

    @empty.callback_query()
    async def only_answer(query: CallbackQuery) -> None:
        await query.answer()

    own, bare, redis = Cost(), Cost(), Cost()
    rng, trips = Random(1), 0
    async with yes_man() as bot:
        service, inbox = house(bot, store)
        table, chat = await open_table(service, FAMILY.chat), FAMILY.chat
        sha = await store.call("SCRIPT", "LOAD", CAS)
        payload = b"x" * 2000
        for number in range(TAPS):
            while (move := await next_move(service, table, rng)) is None:
                chat -= 1
                table = await open_table(service, chat)
            at, person, index = move
            raw = raw_tap(10_000 + number, person, encode(GameTap(table, at.turn, index)))
            before = counting.trips
            await own.of(partial(inbox.take, raw))
            trips += counting.trips - before
            after = await service.table(table)
            assert after is not None
            assert after.turn == at.turn + 1

            async def handled(raw: dict[str, Any] = raw) -> None:
                await empty.feed_update(bot, Update.model_validate(raw, context={"bot": bot}))

            async def stored(number: int = number) -> None:
                await store.call("HMGET", "floor", "v", "s", "m")
                await store.call("EVALSHA", sha, 1, "floor", number, payload)

            await bare.of(handled)
            await redis.of(stored)
    (wall, cpu), (wall_bare, cpu_bare), (wall_redis, cpu_redis) = own.figures, bare.figures, redis.figures
    print(f"\na tap: {wall:.2f} ms wall, {cpu:.2f} ms CPU, {trips / TAPS:.2f} round trips to the server")
    print(f"an empty aiogram handler that answers: {wall_bare:.2f} ms wall, {cpu_bare:.2f} ms CPU")
    print(f"one read and one compare-and-set script: {wall_redis:.2f} ms wall, {cpu_redis:.2f} ms CPU")
    floor_wall, floor_cpu = wall_bare + wall_redis, cpu_bare + cpu_redis
    print(f"ratio: {wall / floor_wall:.2f} wall, {cpu / floor_cpu:.2f} CPU; limit 1.5")
    await counting.close()
