"""The sandbox as a web application: the Bot API, the control API and the page, on one port."""

import errno
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Self

from aiohttp import web

from bot.sandbox import control, memory
from bot.sandbox.core import Sandbox
from bot.sandbox.server import SANDBOX, bot_api, call_in_answer
from bot.sandbox.settings import Settings
from bot.sandbox.world import World

__all__ = [
    "SANDBOX",
    "AddressError",
    "Sandbox",
    "Settings",
    "World",
    "make_app",
    "other_port",
    "run",
    "serving",
]

PAGE = Path(__file__).with_name("page")
UPLOAD_BYTES = 50 * 1024 * 1024 + 65_536
"""Telegram takes files of 50 MB."""
SHUTDOWN_SECONDS = 0.5
"""What long polls get to finish; they never do by themselves."""
LAST_PORT = 65535


class AddressError(Exception):
    """The sandbox can't listen where it should; the text is one line that says what to do."""

    @classmethod
    def of(cls, host: str, port: int, error: OSError) -> Self:
        """What the operating system's refusal means."""
        if error.errno != errno.EADDRINUSE:
            return cls(f"can't listen on {host}:{port}: {error.strerror}")
        return cls(
            f"port {port} is taken, perhaps by another sandbox or `make play`; stop that, or choose another "
            f"port: SANDBOX_PORT={other_port(port)} (and another DATA_DIR, to play beside it)"
        )


def other_port(port: int) -> int:
    """A port beside one that is taken."""
    return port + 1 if port < LAST_PORT else port - 1


def make_app(world: World | None = None, settings: Settings | None = None) -> web.Application:
    """A sandbox on a world, by default the family of three; `app[SANDBOX]` reaches its parts."""
    app = web.Application(client_max_size=UPLOAD_BYTES)
    sandbox = app[SANDBOX] = Sandbox(world, settings)
    sandbox.webhook.on_call = partial(call_in_answer, sandbox)
    app.router.add_route("*", "/bot{token:[^/]+}/{method}", bot_api)
    for verb, path, handler in control.ROUTES:
        app.router.add_route(verb, path, handler)
    app.router.add_get("/", _index)
    app.router.add_static("/page", PAGE)

    app.on_response_prepare.append(_stay_fresh)
    app.on_shutdown.append(_say_goodbye)
    app.on_cleanup.append(_close)
    return app


async def _stay_fresh(request: web.Request, response: web.StreamResponse) -> None:
    """A browser asks again for each file of the page, so that an update of the bot shows at once."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"


async def _say_goodbye(app: web.Application) -> None:
    """Open pages hear at once that the server ends, and hold it up no longer."""
    app[SANDBOX].feed.close()


async def _close(app: web.Application) -> None:
    await app[SANDBOX].close()


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")


def run(
    host: str, port: int, settings: Settings | None = None, *, started: Callable[[], None] = lambda: None
) -> None:
    """Serves until interrupted; `started` is called once the address is taken.

    Raises:
        AddressError: the address can't be used.
    """
    try:
        web.run_app(
            make_app(settings=settings),
            host=host,
            port=port,
            shutdown_timeout=SHUTDOWN_SECONDS,
            print=lambda _: started(),
        )
    except OSError as error:
        raise AddressError.of(host, port, error) from error


@asynccontextmanager
async def serving(host: str, port: int, kept: Path) -> AsyncIterator[None]:
    """Serves beside something else the world that is kept in a file.

    Raises:
        AddressError: the address can't be used.
    """
    app = make_app(memory.load(kept))
    app[SANDBOX].recall()
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    async with AsyncExitStack() as stack:
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise AddressError.of(host, port, error) from error
        await stack.enter_async_context(memory.keeping(app[SANDBOX].world, app[SANDBOX].feed, kept))
        yield
