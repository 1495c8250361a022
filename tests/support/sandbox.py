"""A sandbox server in this process, on a free port.

    async with serve() as server, meet(server.url) as people:
        ...                                  # server.sandbox reaches the server's own objects

A bot under test talks to `server.url` (`TELEGRAM_API_URL`) with the token `server.token`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web

from bot.sandbox.app import SANDBOX, Sandbox, Settings, World, make_app
from tests.support.people import People


@dataclass(frozen=True, slots=True)
class Server:
    """A running sandbox: its address and its inside."""

    url: str
    sandbox: Sandbox

    @property
    def token(self) -> str:
        """The token of the world's bot."""
        return self.sandbox.world.bot.token


@asynccontextmanager
async def serve(world: World | None = None, settings: Settings | None = None) -> AsyncIterator[Server]:
    """Serves a world, by default the family of three with Telegram's own figures."""
    app = make_app(world, settings)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        yield Server(f"http://{host}:{port}", app[SANDBOX])
    finally:
        await runner.cleanup()


@asynccontextmanager
async def meet(url: str) -> AsyncIterator[People]:
    """The people of the sandbox at an address, watching it live."""
    people = await People.connect(url)
    try:
        yield people
    finally:
        await people.close()
