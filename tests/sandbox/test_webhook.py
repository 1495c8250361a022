"""What the bot is told by webhook, received by a real HTTP server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.sandbox.app import Settings
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, Stage, stage


@dataclass(slots=True)
class Hook:
    """A bot's webhook: keeps what it got, answers what it is told to, holds answers back while closed."""

    url: str = ""
    got: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    reply: dict[str, Any] | None = None
    open: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def receive(self, request: web.Request) -> web.Response:
        async with self.arrived:
            self.got.append(await request.json())
            self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
            self.arrived.notify_all()
        await self.open.wait()
        status = self.statuses.pop(0) if self.statuses else 200
        return web.json_response(self.reply, status=status) if self.reply else web.Response(status=status)

    async def until(self, count: int) -> list[dict[str, Any]]:
        async with asyncio.timeout(20), self.arrived:
            await self.arrived.wait_for(lambda: len(self.got) >= count)
            return self.got


@asynccontextmanager
async def hook(at: Stage, **fields: Any) -> AsyncIterator[Hook]:
    """A webhook that is set at the sandbox."""
    receiver = Hook()
    receiver.open.set()
    app = web.Application()
    app.router.add_post("/hook", receiver.receive)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    assert (await at.call("setWebhook", url=receiver.url, **fields)).result is True
    yield receiver
    await at.call("deleteWebhook")
    receiver.open.set()
    await runner.cleanup()


def kinds(updates: list[dict[str, Any]]) -> list[str]:
    return [next(key for key in update if key != "update_id") for update in updates]


FAST = Settings(webhook_pauses=(0,))


async def test_an_update_is_brought_with_the_secret_and_confirmed_by_2xx() -> None:
    async with stage() as at, hook(at, secret_token="s3cret") as receiver:
        at.say("/new")
        (update,) = await receiver.until(1)
        assert update["message"]["text"] == "/new"
        assert receiver.secrets == ["s3cret"]


async def test_what_waited_before_the_webhook_was_set_is_brought_too() -> None:
    async with stage() as at:
        at.say("/early")
        async with hook(at) as receiver:
            assert [u["message"]["text"] for u in await receiver.until(1)] == ["/early"]


async def test_anything_but_2xx_is_repeated_and_reported() -> None:
    async with stage(FAST) as at, hook(at) as receiver:
        receiver.statuses = [500, 404, 200]
        at.say("/new")
        updates = await receiver.until(3)
        assert updates[0] == updates[1] == updates[2]
        info = (await at.call("getWebhookInfo")).result
        assert info["url"] == receiver.url
        assert info["last_error_message"].startswith("Wrong response from the webhook: 404")


async def test_messages_of_a_chat_come_one_after_another() -> None:
    async with stage() as at, hook(at) as receiver:
        receiver.open.clear()
        at.say("/a")
        at.say("/b", BOHDAN)
        at.start(ANNA)
        texts = {update["message"]["text"] for update in await receiver.until(2)}
        assert texts == {"/a", "/start"}, "the second message of the group waits for the first"
        receiver.open.set()
        assert (await receiver.until(3))[2]["message"]["text"] == "/b"


async def test_taps_of_different_people_come_at_once_and_of_one_person_in_order() -> None:
    async with stage() as at, hook(at) as receiver:
        receiver.open.clear()
        first = await at.query(ANNA)
        await at.query(ANNA)
        other = await at.query(BOHDAN)
        updates = await receiver.until(2)
        assert {update["callback_query"]["id"] for update in updates} == {first.id, other.id}


async def test_a_duplicate_is_brought_twice() -> None:
    async with stage() as at, hook(at) as receiver:
        async with at.session.post(f"{at.url}/sandbox/faults", json={"name": "duplicate_update"}):
            pass
        at.say("/new")
        first, second = await receiver.until(2)
        assert first == second


async def test_a_call_in_the_answer_is_played() -> None:
    async with stage() as at, hook(at) as receiver:
        receiver.reply = {"method": "sendMessage", "chat_id": FAMILY, "text": "from the answer"}
        watch = at.sandbox.feed.watch(at.sandbox.feed.seq)
        at.say("/new")
        shown = [await anext(watch) for _ in range(2)]
        assert [event["message"]["text"] for event in shown] == ["/new", "from the answer"]


async def test_without_a_webhook_there_is_nothing_to_report() -> None:
    async with stage() as at:
        assert (await at.call("getWebhookInfo")).result == {
            "url": "",
            "has_custom_certificate": False,
            "pending_update_count": 0,
        }
