"""What stands between Telegram and many bots: hands each update to one of them, in turn, as nginx does."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import aiohttp
from aiohttp import web


@dataclass(slots=True)
class Forwarder:
    """An address for the webhook, and what it did."""

    url: str = ""
    served: Counter[int] = field(default_factory=Counter)
    """Updates that each port took."""
    again: int = 0
    """Updates that went to the next bot, since the first one died over them or was not there."""


@asynccontextmanager
async def forwarding(ports: Sequence[int], path: str) -> AsyncIterator[Forwarder]:
    """Forward to these ports of this machine; 502 where none answers, so that the update comes again."""
    forwarder, turns = Forwarder(), count()

    async def forward(request: web.Request) -> web.Response:
        body, first = await request.read(), next(turns)
        headers = {name: value for name, value in request.headers.items() if name.startswith("X-")}
        headers["Content-Type"] = request.content_type
        for port in (ports[(first + step) % len(ports)] for step in range(len(ports))):
            try:
                async with session.post(f"http://127.0.0.1:{port}{path}", data=body, headers=headers) as bot:
                    forwarder.served[port] += bot.ok
                    return web.Response(status=bot.status)
            except aiohttp.ClientError:
                forwarder.again += 1
        return web.Response(status=502)

    app = web.Application()
    app.router.add_post(path, forward)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    async with aiohttp.ClientSession() as session:
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            forwarder.url = f"http://127.0.0.1:{runner.addresses[0][1]}{path}"
            yield forwarder
        finally:
            await runner.cleanup()
