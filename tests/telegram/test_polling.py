"""Our poller against the sandbox: nothing is acknowledged before it is handled (docs/adr/0002)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from aiogram import Bot, Dispatcher
from aiogram.methods.base import TelegramMethod
from aiogram.types import CallbackQuery, Message

from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.screens.model import Button, Screen, Toast
from bot.tables.ports import StorageDown
from bot.telegram.apology import Apology
from bot.telegram.inbox import After, Inbox
from bot.telegram.polling import GetRawUpdates, Poller
from bot.telegram.reading import RawUpdate
from tests.support.eventually import eventually
from tests.support.people import People
from tests.support.sandbox import Server

Handler = Callable[[Message], Awaitable[After | None]]


class Sorry:
    """Notes who was apologised to."""

    def __init__(self) -> None:
        self.updates: list[int] = []
        self.said = asyncio.Event()

    async def __call__(self, raw: RawUpdate) -> None:
        self.updates.append(raw["update_id"])
        self.said.set()


class Unlimited:
    """Budgets that are never spent."""

    async def take(self, _: int, *, words: bool = False) -> float:  # noqa: ARG002 - a port
        return 0.0

    async def hold(self, _: int, seconds: float) -> None:
        raise AssertionError(seconds)


class Lot:
    """Where updates are parked."""

    def __init__(self) -> None:
        self.kept: dict[int, RawUpdate] = {}

    async def park(self, number: int, raw: RawUpdate) -> None:
        self.kept[number] = raw

    async def leave(self, number: int) -> None:
        del self.kept[number]

    async def parked(self) -> dict[int, RawUpdate]:
        return dict(self.kept)


@asynccontextmanager
async def polling(
    bot: Bot, handler: Handler, sorry: Sorry | None = None, lot: Lot | None = None
) -> AsyncIterator[Poller]:
    dispatcher = Dispatcher(disable_fsm=True)
    dispatcher.message.register(handler)
    poller = Poller(bot, Inbox(bot, dispatcher, sorry or Sorry()), lot or Lot())
    running = asyncio.create_task(poller.run())
    try:
        yield poller
    finally:
        poller.close()
        await running


async def patiently(condition: Callable[[], bool]) -> None:
    async def holds() -> bool:
        return condition()

    await eventually(holds)


async def test_updates_are_handled_and_then_confirmed(server: Server, people: People, bot: Bot) -> None:
    anna, bohdan = people.named("Anna", "Bohdan")
    family, seen = people.group(), []

    async def handler(message: Message) -> None:
        seen.append(message.text)

    async with polling(bot, handler):
        await anna.send(family, "/one")
        await bohdan.send(family, "/two")
        await patiently(lambda: len(seen) == 2)
    assert seen == ["/one", "/two"]
    assert len(server.sandbox.updates) == 0


async def test_a_killed_bot_gets_its_update_again(server: Server, people: People, bot: Bot) -> None:
    (anna,) = people.named("Anna")
    begun = asyncio.Event()

    async def endless(_: Message) -> None:
        begun.set()
        await asyncio.Event().wait()

    dispatcher = Dispatcher(disable_fsm=True)
    dispatcher.message.register(endless)
    running = asyncio.create_task(Poller(bot, Inbox(bot, dispatcher, Sorry()), Lot()).run())
    await anna.send(people.group(), "/one")
    await begun.wait()
    running.cancel()  # as a kill: no farewell
    await asyncio.gather(running, return_exceptions=True)
    assert len(server.sandbox.updates) == 1

    again = asyncio.Event()

    async def handler(_: Message) -> None:
        again.set()

    async with polling(bot, handler):
        await asyncio.wait_for(again.wait(), 20)
    assert len(server.sandbox.updates) == 0


async def test_a_slow_chat_delays_no_other_and_is_handled_once(
    server: Server, people: People, bot: Bot
) -> None:
    anna, bohdan = people.named("Anna", "Bohdan")
    await people.act(do="new_group", title="Slow", members=[anna.id])
    await people.refresh()
    slow, seen, release = people.group("Slow"), [], asyncio.Event()

    async def handler(message: Message) -> None:
        if message.text:
            seen.append(message.text)
        if message.text == "/slow":
            await release.wait()

    async with polling(bot, handler):
        await anna.send(slow, "/slow")
        await patiently(lambda: "/slow" in seen)
        for number in range(5):
            await bohdan.send(people.group(), f"/{number}")
        await patiently(lambda: seen[-1] == "/4")
        # The slow one is not acknowledged, the others wait behind it and are not handled twice.
        assert len(server.sandbox.updates) >= 1
        release.set()
    assert seen == ["/slow", "/0", "/1", "/2", "/3", "/4"]
    assert len(server.sandbox.updates) == 0


async def test_one_chat_keeps_its_order(people: People, bot: Bot) -> None:
    (anna,) = people.named("Anna")
    seen, release = [], asyncio.Event()

    async def handler(message: Message) -> None:
        if message.text == "/0":
            await release.wait()
        seen.append(message.text)

    async with polling(bot, handler):
        for number in range(4):
            await anna.send(people.group(), f"/{number}")
        release.set()
        await patiently(lambda: len(seen) == 4)
    assert seen == ["/0", "/1", "/2", "/3"]


async def test_after_three_failures_an_update_is_passed_over(
    server: Server, people: People, bot: Bot
) -> None:
    (anna,) = people.named("Anna")
    tries, sorry, fine = [], Sorry(), asyncio.Event()

    async def handler(message: Message) -> None:
        if message.text == "/bad":
            tries.append(message.message_id)
            raise RuntimeError("a bug")
        fine.set()

    async with polling(bot, handler, sorry):
        await anna.send(people.group(), "/bad")
        await anna.send(people.group(), "/good")
        await asyncio.wait_for(fine.wait(), 20)
        await asyncio.wait_for(sorry.said.wait(), 20)
    assert (len(tries), len(sorry.updates)) == (3, 1)
    assert len(server.sandbox.updates) == 0


async def test_storage_that_is_away_costs_no_try(server: Server, people: People, bot: Bot) -> None:
    (anna,) = people.named("Anna")
    tries, sorry, done = [], Sorry(), asyncio.Event()

    async def handler(_: Message) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise StorageDown("restarting")
        done.set()

    async with polling(bot, handler, sorry):
        await anna.send(people.group(), "/x")
        await asyncio.wait_for(done.wait(), 20)
    assert sorry.updates == []
    assert len(server.sandbox.updates) == 0


async def test_an_outage_is_told_in_one_line_however_many_wait(
    people: People, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    (anna,) = people.named("Anna")
    seen, away, up = [], [], asyncio.Event()

    async def handler(message: Message) -> None:
        if not up.is_set():
            away.append(message.text)
            raise StorageDown("restarting")
        seen.append(message.text)

    async with polling(bot, handler):
        for outage in range(2):
            for number in range(20):
                await anna.send(people.group(), f"/{outage}_{number}")
            await patiently(lambda: len(away) >= 3)
            up.set()
            await patiently(lambda: len(seen) == 20)
            up.clear()
            seen.clear()
            away.clear()
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "updates wait for the storage: restarting"
    ] * 2


async def test_what_is_left_to_do_runs_when_the_chat_is_free(people: People, bot: Bot) -> None:
    (anna,) = people.named("Anna")
    order, release = [], asyncio.Event()

    async def handler(message: Message) -> After:
        order.append(f"commit {message.text}")

        async def after() -> None:
            await release.wait()
            order.append(f"answer {message.text}")

        return after

    async with polling(bot, handler):
        await anna.send(people.group(), "/a")
        await anna.send(people.group(), "/b")
        await patiently(lambda: len(order) == 2)
        release.set()
        await patiently(lambda: len(order) == 4)
    assert order[:2] == ["commit /a", "commit /b"]


async def test_an_answer_that_telegram_holds_up_holds_up_no_update(
    server: Server, people: People, bot: Bot
) -> None:
    """More updates than a batch has: their answers never come to an end, and all are confirmed."""
    (anna,) = people.named("Anna")
    seen, release = [], asyncio.Event()

    async def endless() -> None:
        await release.wait()

    async def handler(message: Message) -> After:
        seen.append(message.text)
        return endless

    async with polling(bot, handler):
        for number in range(130):
            await anna.send(people.group(), f"/{number}")
        await patiently(lambda: len(seen) == 130)
        await patiently(lambda: len(server.sandbox.updates) == 0)
        release.set()


async def test_an_update_that_waits_for_its_storage_holds_up_no_hundred_others(
    server: Server, people: People, bot: Bot
) -> None:
    """Another chat goes on; the update is not lost, whatever happens to the process."""
    (anna,) = people.named("Anna")
    stuck, seen, lot = "/stuck", [], Lot()
    away = True

    async def handler(message: Message) -> None:
        if message.text == stuck and away:
            raise StorageDown("a node is away")
        seen.append(message.text)

    async with polling(bot, handler, lot=lot):
        await anna.send(people.group(), stuck)
        for number in range(120):
            await anna.send(anna.chat, f"/{number}")
        await patiently(lambda: len(seen) == 120)
        assert [raw["message"]["text"] for raw in lot.kept.values()] == [stuck]
    assert len(server.sandbox.updates) == 0
    away = False
    async with polling(bot, handler, lot=lot):
        await patiently(lambda: stuck in seen)
        await patiently(lambda: not lot.kept)


@pytest.mark.parametrize("junk", ["text", None, {"message": {}}, {"update_id": "x"}, {"update_id": 1 << 70}])
async def test_what_is_no_update_is_passed_over(people: People, bot: Bot, junk: object) -> None:
    (anna,) = people.named("Anna")
    seen = asyncio.Event()
    real = bot.session.make_request

    async def spoilt(bot: Bot, method: TelegramMethod[Any], **how: int | None) -> object:
        answer = await real(bot, method, **how)
        return [junk, *answer] if isinstance(method, GetRawUpdates) else answer

    async def handler(_: Message) -> None:
        seen.set()

    bot.session.make_request = spoilt  # type: ignore[method-assign, assignment]  # what Telegram would say
    async with polling(bot, handler):
        await anna.send(people.group(), "/x")
        await asyncio.wait_for(seen.wait(), 20)


async def test_an_unreadable_tap_is_answered_by_its_id(people: People, bot: Bot) -> None:
    mail = Mail(bot, "bot")
    replies = Replies(mail, Unlimited())
    inbox = Inbox(bot, Dispatcher(disable_fsm=True), Apology(mail, replies).say)
    await inbox.take({"update_id": 5, "callback_query": {"id": "77", "from": None, "data": 5}})
    await inbox.take({"update_id": 6, "message": {"text": "hello", "chat": {"id": people.group()}}})
    await inbox.close()
    await replies.close()
    calls = (await people.stats())["calls"]
    assert (calls["answerCallbackQuery"], calls.get("sendMessage", 0)) == (1, 0)


@pytest.mark.parametrize("fault", ["server_error", "bad_gateway_html", "cut_before", "too_many_requests"])
async def test_trouble_with_telegram_is_waited_out(
    people: People, bot: Bot, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    (anna,) = people.named("Anna")
    seen = asyncio.Event()

    async def handler(_: Message) -> None:
        seen.set()

    await people.arm(fault, times=2, method="getUpdates")
    async with polling(bot, handler):
        await anna.send(people.group(), "/x")
        await asyncio.wait_for(seen.wait(), 20)
    told = [record.getMessage() for record in caplog.records if record.name == "bot.telegram.polling"]
    assert len(told) == 2
    assert told[0].startswith("no updates: ")
    assert told[1] == "updates come again"


async def test_an_update_given_twice_in_one_life_is_taken_once_while_it_flies(
    people: People, bot: Bot
) -> None:
    (anna,) = people.named("Anna")
    seen = []

    async def handler(message: Message) -> None:
        seen.append(message.text)

    await people.arm("cut_after_effect", times=1, method="getUpdates")
    async with polling(bot, handler):
        await anna.send(people.group(), "/x")
        await patiently(lambda: bool(seen))
        await anna.send(people.group(), "/y")
        await patiently(lambda: len(seen) == 2)
    assert seen == ["/x", "/y"]


async def test_an_answer_that_telegram_refuses_again_and_again_arrives_after_the_end(
    server: Server, people: People, bot: Bot
) -> None:
    """Shutdown finishes what is in hand: the tap is confirmed, its answer waits for its next try."""
    (anna,) = people.named("Anna")
    family, mail = people.group(), Mail(bot, "bot")
    dispatcher = Dispatcher(disable_fsm=True)

    @dispatcher.callback_query()
    async def handler(query: CallbackQuery) -> After:
        return partial(mail.answer, query.id, Toast("done"))

    inbox = Inbox(bot, dispatcher, Sorry())
    poller = Poller(bot, inbox, Lot())
    running = asyncio.create_task(poller.run())
    await mail.send(family, Screen("board", ((Button("b", "m:x"),),)))
    await people.arm("server_error", times=3, method="answerCallbackQuery")
    query = await anna.press(await anna.until_button(family, "b"))
    await patiently(lambda: len(server.sandbox.updates) == 0)
    poller.close()
    await running
    assert (await people.stats())["unanswered"] == [query], "else nothing is in hand"
    await inbox.close()
    assert (await people.stats())["unanswered"] == []
    assert (await anna.answer_to(query)).text == "done"
