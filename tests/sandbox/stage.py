"""A sandbox with a clock in the test's hand and a raw client, for tests of what the wire says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.sandbox import people
from bot.sandbox.app import Sandbox, Settings, World
from bot.sandbox.model import Chat, Message, Person, Query
from tests.support.sandbox import serve

ANNA, BOHDAN, VERA = 1001, 1002, 1003
FAMILY = -1001000000001
START = 1_800_000_000.0


@dataclass(slots=True)
class Clock:
    """Stands still until told otherwise."""

    now: float = START

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server said, and how many live events there had been when it was asked."""

    status: int
    body: dict[str, Any]
    seq_before: int

    @property
    def result(self) -> Any:
        assert self.body["ok"], self.body
        return self.body["result"]


@dataclass(slots=True)
class Stage:
    """The server, its world and shortcuts to what people do in it."""

    sandbox: Sandbox
    url: str
    session: aiohttp.ClientSession
    clock: Clock
    token: str = field(default="42:SANDBOX")

    @property
    def family(self) -> Chat:
        return self.sandbox.world.chats[FAMILY]

    def person(self, number: int = ANNA) -> Person:
        return self.sandbox.world.people[number]

    async def call(self, method: str, token: str | None = None, **fields: Any) -> Reply:
        """Calls a method of the Bot API with JSON."""
        seq = self.sandbox.feed.seq
        async with self.session.post(
            f"{self.url}/bot{token or self.token}/{method}", json=fields
        ) as response:
            return Reply(response.status, await response.json(), seq)

    async def form(self, method: str, **fields: str | bytes) -> Reply:
        """Calls a method as a form, as bot libraries do."""
        seq = self.sandbox.feed.seq
        data = aiohttp.FormData()
        for name, value in fields.items():
            data.add_field(name, value, filename=name if isinstance(value, bytes) else None)
        async with self.session.post(f"{self.url}/bot{self.token}/{method}", data=data) as response:
            return Reply(response.status, await response.json(), seq)

    async def send(self, chat: int = FAMILY, text: str = "board", **fields: Any) -> int:
        """The bot sends a message and gives its number."""
        reply = await self.call("sendMessage", chat_id=chat, text=text, **fields)
        return int(reply.result["message_id"])

    def say(self, text: str, person: int = ANNA, chat: int = FAMILY, **rest: Any) -> Message:
        """A person writes."""
        return people.send(self.sandbox, self.person(person), self.sandbox.world.chats[chat], text, **rest)

    def start(self, person: int = ANNA) -> None:
        """A person opens the private chat."""
        self.say("/start", person, person)

    async def query(self, person: int = ANNA, chat: int = FAMILY) -> Query:
        """A person taps a button that the bot has just sent."""
        number = await self.send(chat, "tap me", reply_markup=keyboard(data("x")))
        place = self.sandbox.world.chats[chat]
        return people.tap(self.sandbox, self.person(person), place, (number, None), row=0, column=0)

    async def poller_waits(self) -> None:
        """Lets the server run until a long poll waits there."""
        while not self.sandbox.updates.polling:  # noqa: ASYNC110 - the server runs in this very loop
            await asyncio.sleep(0)

    async def updates(self, **fields: Any) -> list[dict[str, Any]]:
        """What the bot is told now."""
        updates: list[dict[str, Any]] = (await self.call("getUpdates", **fields)).result
        return updates


def data(value: str, text: str = "Tap") -> dict[str, str]:
    """A callback button."""
    return {"text": text, "callback_data": value}


def keyboard(*rows: Any) -> dict[str, Any]:
    """An inline keyboard; a bare button is a row of its own."""
    return {"inline_keyboard": [row if isinstance(row, list) else [row] for row in rows]}


@asynccontextmanager
async def stage(settings: Settings | None = None) -> AsyncIterator[Stage]:
    """A fresh family whose clock stands still."""
    clock = Clock()
    async with serve(World.family(clock), settings) as server, aiohttp.ClientSession() as session:
        yield Stage(server.sandbox, server.url, session, clock)
