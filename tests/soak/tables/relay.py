"""What stands between Telegram and the two bots: hands updates to them in turn, and remembers to whom.

Now and then it keeps an acknowledgement back, so that an update that was done with comes again.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import TypeAlias

import aiohttp
from aiohttp import web

Life: TypeAlias = tuple[int, int]
"""A bot, and how often it had been killed before."""


@dataclass(slots=True)
class Relay:
    """An address for the webhook, and what came over it."""

    ports: Sequence[int]
    url: str = ""
    forgetful: float = 0.0
    """How often an acknowledgement is kept back."""
    kills: Counter[int] = field(default_factory=Counter)
    """Of each bot so far; whoever kills counts here."""
    handed: defaultdict[int, list[Life]] = field(default_factory=lambda: defaultdict(list))
    """To whom each update was brought, in order."""
    died_at: dict[Life, float] = field(default_factory=dict)
    """When a life ended, by the event loop's clock."""
    acknowledged: dict[int, tuple[Life, float]] = field(default_factory=dict)
    """Who said last that an update is done with, and when."""
    counts: Counter[str] = field(default_factory=Counter)

    def killed(self, bot: int) -> None:
        """A bot is no more."""
        self.died_at[bot, self.kills[bot]] = asyncio.get_running_loop().time()
        self.kills[bot] += 1

    async def listens(self, bot: int) -> bool:
        """Whether a bot takes updates."""
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self.ports[bot])
            writer.close()
            return True
        return False


@asynccontextmanager
async def relaying(ports: Sequence[int], path: str, rng: Random) -> AsyncIterator[Relay]:
    """Bring updates to these ports of this machine; 502 where none answers: the update comes again."""
    relay, turns = Relay(ports), count()

    async def bring(bot: int, update: int, body: bytes, headers: dict[str, str]) -> int | None:
        life = bot, relay.kills[bot]
        relay.handed[update].append(life)
        try:
            url = f"http://127.0.0.1:{ports[bot]}{path}"
            async with session.post(url, data=body, headers=headers) as answer:
                if answer.ok:
                    relay.acknowledged[update] = life, asyncio.get_running_loop().time()
                return answer.status
        except aiohttp.ClientError:
            relay.counts["brought to the other bot"] += 1
            return None

    async def forward(request: web.Request) -> web.Response:
        body, first = await request.read(), next(turns)
        update = (await request.json())["update_id"]
        headers = {name: value for name, value in request.headers.items() if name.startswith("X-")}
        headers["Content-Type"] = request.content_type
        for step in range(len(ports)):
            status = await bring((first + step) % len(ports), update, body, headers)
            if status is None:
                continue
            if status == web.HTTPOk.status_code and rng.random() < relay.forgetful:
                relay.counts["acknowledgements kept back"] += 1
                return web.Response(status=504)
            return web.Response(status=status)
        return web.Response(status=502)

    app = web.Application()
    app.router.add_post(path, forward)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            relay.url = f"http://127.0.0.1:{runner.addresses[0][1]}{path}"
            yield relay
        finally:
            await runner.cleanup()
