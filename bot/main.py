"""The composition root: the only place that knows every room."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.methods import GetMe
from redis.exceptions import RedisClusterException, RedisError

from bot import folder, health
from bot.delivery.bell import Bell
from bot.delivery.deadlines import Deadlines
from bot.delivery.delivery import Delivery
from bot.delivery.mail import Mail
from bot.delivery.pace import Pace
from bot.delivery.replies import Replies
from bot.delivery.upkeep import upkeep
from bot.delivery.whispers import Whispers
from bot.entropy import SystemEntropy
from bot.screens.render import render, word
from bot.settings import Settings
from bot.sources import StartError, brought, insist, polling
from bot.storage import embedded
from bot.storage.archive import Bounds, RedisArchive
from bot.storage.budgets import Rates, RedisBudgets
from bot.storage.clock import RedisClock
from bot.storage.healing import Healer
from bot.storage.leases import Leases
from bot.storage.parking import RedisParking
from bot.storage.people import RedisPeople
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import Lifetimes, RedisTables
from bot.storage.timers import RedisTimers
from bot.storage.watch import StorageWatch
from bot.storage.wire import Wire
from bot.storage.worker import Worker, enrolled
from bot.tables.context import USUAL, Tempo
from bot.tables.keeper import Keeper
from bot.tables.model import Clock
from bot.tables.ports import StorageDown
from bot.tables.service import Service
from bot.tasks import ended
from bot.telegram import menus
from bot.telegram.dispatch import make_inbox
from bot.telegram.inbox import Inbox

__all__ = ["StartError", "serve"]

_log = logging.getLogger(__name__)
_STORAGE_DOWN: Final = "the bot runs, but its storage does not answer"
_UPKEEP_SECONDS: Final = 60.0


async def serve(
    settings: Settings,
    ready: Callable[[Bot], Awaitable[None]] | None = None,
    ending: asyncio.Event | None = None,
) -> None:
    """Run the bot until `ending` is set, by default by SIGTERM or SIGINT.

    `ready` is called once people can use it.

    Raises:
        StartError: it can't run as it is configured.
    """
    ending = ending or _ending_by_signal()
    folder.opened(settings.data_dir)
    async with contextlib.AsyncExitStack() as stack:
        bot = await stack.enter_async_context(_bot(settings))
        store, own = await stack.enter_async_context(_storage(settings))
        me = await insist(bot, GetMe(), ending)
        if me is None:
            return
        worker = stack.enter_context(enrolled(settings.data_dir))
        house = _assemble(settings, store, bot, me.username or "", worker)
        stack.push_async_callback(house.close)
        watch = await stack.enter_async_context(_watched(settings, store, own, ending))
        await stack.enter_async_context(_updates(settings, bot, house, ending, watch))
        menu = asyncio.create_task(menus.fill(bot))
        if ready:
            await ready(bot)
        await ending.wait()
        menu.cancel()
        if watch.lost:
            raise StartError(watch.lost)


@dataclass(frozen=True, slots=True)
class _House:
    """The parts that run."""

    inbox: Inbox
    parking: RedisParking
    replies: Replies
    whispers: Whispers
    delivery: Delivery
    deadlines: Deadlines
    leases: Leases
    loops: tuple[asyncio.Task[None], ...]
    aside: tuple[asyncio.Task[None], ...]
    """Whose end nobody need wait for."""

    async def close(self) -> None:
        """Finish what is in hand, then leave it to other workers."""
        self.deadlines.close()
        await self.inbox.close()
        await self.replies.close()
        await self.whispers.close()
        await self.delivery.close()
        self.leases.close()
        await asyncio.gather(*self.loops)
        await ended(*self.aside)


def _assemble(settings: Settings, store: Store, bot: Bot, username: str, worker: Worker) -> _House:
    scale = settings.time_scale
    pace, leases, clock = Pace().scaled(scale), Leases(store, worker), RedisClock(store)
    wire = Wire(store, leases)
    bell = Bell(leases, wire.send)
    rates = Rates.of(
        settings.group_writes_a_minute, settings.private_writes_a_minute, settings.all_writes_a_second, scale
    )
    budgets, mail, screens = RedisBudgets(store, rates), Mail(bot, username), RedisScreens(store, leases)
    tempo = Tempo(
        nudge=round(settings.nudge_seconds * 1000 / scale),
        next_deal=round(settings.next_deal_seconds * 1000 / scale),
        lobby=round(settings.lobby_minutes * 60_000 / scale),
        think=round(USUAL.think / scale),
        reap=round(USUAL.reap / scale),
        scale=scale,
    )
    bounds = Bounds(settings.archive_matches, settings.archive_days)
    tables = RedisTables(store, clock, Lifetimes.of_settings(tempo.lobby, bounds.seconds))
    archive = RedisArchive(store, tables, bounds)
    remembered = RedisPeople(store)
    service = Service(
        tables,
        remembered,
        clock,
        SystemEntropy(),
        woken=bell.ring,
        tempo=tempo,
        usual=Clock(settings.turn_seconds),
        moving=archive.moved,
    )
    keeper = Keeper(service, tables, archive, remembered)
    delivery = Delivery(
        service,
        leases=leases,
        screens=screens,
        budgets=budgets,
        mail=mail,
        bell=bell,
        render=render,
        word=word,
        pace=pace,
    )
    deadlines = Deadlines(RedisTimers(store, clock, leases), keeper.timer, pace)
    replies, whispers = Replies(mail, budgets, service.moved), Whispers(mail, pace)
    inbox = make_inbox(
        bot,
        service,
        keeper,
        delivery=delivery,
        replies=replies,
        whispers=whispers,
        mail=mail,
        members_only=settings.members_only,
    )
    loops = tuple(
        map(
            asyncio.create_task,
            (leases.run(delivery.hand_over, delivery.gained), delivery.run(), deadlines.run()),
        )
    )
    ear = asyncio.create_task(wire.run(bell.hear))
    healer = Healer(store, tables, archive, clock)
    aside = asyncio.create_task(upkeep(healer.run, keeper.resume, every=_UPKEEP_SECONDS / scale))
    return _House(
        inbox, RedisParking(store), replies, whispers, delivery, deadlines, leases, loops, (ear, aside)
    )


@contextlib.asynccontextmanager
async def _storage(settings: Settings) -> AsyncIterator[tuple[Store, embedded.Embedded | None]]:
    """The server of the settings, or one of our own."""
    own = None
    if settings.redis_url is None:
        try:
            own = await asyncio.to_thread(embedded.start, settings.data_dir / "valkey")
        except embedded.EmbeddedError as error:
            raise StartError(str(error)) from error
    url = own.url if own else settings.redis_url.get_secret_value() if settings.redis_url else ""
    try:
        async with _connected(url) as store:
            yield store, own
    finally:
        if own:
            with contextlib.suppress(OSError):  # the data folder went away while the bot ran
                await asyncio.to_thread(own.close)


@contextlib.asynccontextmanager
async def _watched(
    settings: Settings, store: Store, own: embedded.Embedded | None, ending: asyncio.Event
) -> AsyncIterator[StorageWatch]:
    """The storage is looked after; the bot ends where it is lost for good."""
    watch = StorageWatch(store, own, changed=lambda up: _beat(settings, up=up))
    running = asyncio.create_task(watch.run())
    running.add_done_callback(lambda _: ending.set())
    try:
        yield watch
    finally:
        await ended(running)


@contextlib.asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Store]:
    try:
        store = Store.connect(url)
    except ValueError:  # its text may hold a piece of a password
        raise StartError("REDIS_URL makes no sense; it looks like redis://127.0.0.1:6379/0") from None
    try:
        if await store.is_only_a_node():
            await store.close()
            raise StartError(
                "the server that REDIS_URL names is a node of a cluster; write redis+cluster:// (with TLS "
                "rediss+cluster://) in place of redis://"
            )
        await store.call("PING")
    except (StorageDown, RedisError, RedisClusterException) as error:
        await store.close()
        raise StartError(
            f"the server that REDIS_URL names can't be used: {' '.join(str(error).split())}; start it, "
            "correct REDIS_URL, or remove it: the bot then starts a server of its own"
        ) from error
    except TypeError:  # the client learns its options when it connects
        await store.close()
        raise StartError(
            "REDIS_URL has an option that is not known; it looks like redis://127.0.0.1:6379/0"
        ) from None
    try:
        yield store
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def _bot(settings: Settings) -> AsyncIterator[Bot]:
    if settings.bot_token is None:
        raise StartError(
            "BOT_TOKEN is not set. Get a token from @BotFather and put BOT_TOKEN=… into .env, "
            "or try the game without one: make play"
        )
    api = TelegramAPIServer.from_base(str(settings.telegram_api_url).rstrip("/"))
    async with Bot(settings.bot_token.get_secret_value(), session=AiohttpSession(api=api)) as bot:
        yield bot


def _updates(
    settings: Settings, bot: Bot, house: _House, ending: asyncio.Event, watch: StorageWatch
) -> contextlib.AbstractAsyncContextManager[None]:
    def alive() -> None:
        _beat(settings, up=watch.up)

    if settings.webhook_url is None:
        return polling(bot, house.inbox, house.parking, ending, alive)
    return brought(
        settings, bot, house.inbox, ending, alive=alive, trouble=lambda: "" if watch.up else _STORAGE_DOWN
    )


def _beat(settings: Settings, *, up: bool) -> None:
    try:
        health.beat(settings.data_dir, "" if up else _STORAGE_DOWN)
    except OSError as error:  # a full disk must not stop a game that is stored elsewhere
        _log.warning("DATA_DIR=%s can't be written: %s", settings.data_dir, error.strerror)


def _ending_by_signal() -> asyncio.Event:
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    return ending
