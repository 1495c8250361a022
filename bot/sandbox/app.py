"""The sandbox as a web application: the Bot API, the control API and the page, on one port."""

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path

from aiohttp import web

from bot.sandbox import control
from bot.sandbox.core import Sandbox
from bot.sandbox.server import SANDBOX, bot_api, call_in_answer
from bot.sandbox.settings import Settings
from bot.sandbox.world import World

__all__ = ["SANDBOX", "Sandbox", "Settings", "World", "make_app", "run"]

PAGE = Path(__file__).with_name("page")
UPLOAD_BYTES = 10 * 1024 * 1024 + 65_536
"""Telegram takes pictures of 10 MB."""
SHUTDOWN_SECONDS = 1.0
"""What open pages and long polls get to finish; they never do by themselves."""


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

    async def close(_: web.Application) -> None:
        await sandbox.close()

    app.on_cleanup.append(close)
    return app


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")


def run(
    host: str, port: int, settings: Settings | None = None, *, started: Callable[[], None] = lambda: None
) -> None:
    """Serves until interrupted; `started` is called once the address is taken.

    Raises:
        SystemExit: with one line that says what to do, if the address can't be used.
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
        if error.errno == errno.EADDRINUSE:
            raise SystemExit(
                f"port {port} on {host} is taken; stop what uses it or choose another port"
            ) from error
        raise SystemExit(f"can't listen on {host}:{port}: {error.strerror}") from error
