"""A running sandbox as a browser test holds it: its address, a bot's hands and people's hands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession, TCPConnector, web

from bot.sandbox.app import SANDBOX, Sandbox, World, make_app

PATIENCE = 15
"""Seconds that a test waits for what it expects, before it fails."""
ANNA, BOHDAN, VERA = 1001, 1002, 1003
GROUP = -1_001_000_000_001


@dataclass(slots=True)
class Served:
    """A sandbox on a port. `bot` speaks the Bot API, `act` does what people do; both go over HTTP."""

    http: ClientSession
    runner: web.AppRunner
    port: int

    @classmethod
    @asynccontextmanager
    async def started(cls) -> AsyncIterator[Served]:
        """Serves a fresh family until the block ends."""
        async with ClientSession(connector=TCPConnector(force_close=True)) as http:
            served = cls(http, *await _serve(0))
            yield served
            await served.stop()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def sandbox(self) -> Sandbox:
        """The parts of the server, for what no API shows."""
        return self.runner.app[SANDBOX]

    async def bot(self, method: str, **fields: Any) -> Any:
        """Calls the Bot API and returns its result; a refusal fails the test."""
        async with self.http.post(f"{self.url}bot42:SANDBOX/{method}", json=fields) as response:
            body = await response.json()
        assert body["ok"], (method, body)
        return body["result"]

    async def say(self, chat: int, text: str, *rows: list[dict[str, Any]], **fields: Any) -> int:
        """The bot sends a message of HTML with rows of buttons; returns its id."""
        markup = {"reply_markup": {"inline_keyboard": list(rows)}} if rows else {}
        sent = await self.bot("sendMessage", chat_id=chat, text=text, parse_mode="HTML", **markup, **fields)
        return int(sent["message_id"])

    async def act(self, what: str, **fields: Any) -> dict[str, Any]:
        """A person, or fate, does something."""
        async with self.http.post(f"{self.url}sandbox/act", json={"do": what, **fields}) as response:
            body: dict[str, Any] = await response.json()
        assert body["ok"], (what, body)
        return body

    async def update(self, kind: str) -> dict[str, Any]:
        """Waits for the next update of a kind and confirms everything up to it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for update in await self.bot("getUpdates", timeout=5, limit=1):
                    await self.bot("getUpdates", offset=update["update_id"] + 1, timeout=0, limit=1)
                    if kind in update:
                        found: dict[str, Any] = update[kind]
                        return found

    def cut(self) -> None:
        """Breaks every open connection, as a network does: without a farewell."""
        assert self.runner.server is not None
        for connection in self.runner.server.connections:
            if connection.transport is not None:
                connection.transport.abort()

    async def stop(self) -> None:
        """Ends the server and leaves nobody connected."""
        self.cut()
        await self.runner.cleanup()

    async def restart(self, world: World | None = None) -> None:
        """The server dies with all it knew, and another begins on the same port."""
        await self.stop()
        self.runner, self.port = await _serve(self.port, world)


async def _serve(port: int, world: World | None = None) -> tuple[web.AppRunner, int]:
    runner = web.AppRunner(make_app(world), shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    return runner, int(runner.addresses[0][1])


def button(text: str, data: str | None = None, **fields: Any) -> dict[str, Any]:
    """An inline button; without data and another action it is one that does nothing."""
    if data is not None:
        fields["callback_data"] = data
    elif not fields.keys() & {"url", "copy_text"}:
        fields["disabled"] = {}
    return {"text": text, **fields}
