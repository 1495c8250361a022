"""Updates by webhook: acknowledged only when they are committed or refused."""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Callable
from typing import Final

from aiohttp import web

from bot.tables.ports import StorageDown
from bot.telegram.inbox import Inbox

_log = logging.getLogger(__name__)
_SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header
_MAX_BYTES: Final = 1 << 20


_HEALTH: Final = "/health"


def make_app(inbox: Inbox, path: str, secret: str, trouble: Callable[[], str]) -> web.Application:
    """The application that Telegram calls; without the secret nobody gets further than 403.

    GET /health is for those who watch over many processes: 503 with the `trouble`, or 200 without any.
    """

    async def tell_health(_: web.Request) -> web.Response:
        why = trouble()
        return web.Response(status=503 if why else 200, text=why or "ok")

    async def take(request: web.Request) -> web.Response:
        if not hmac.compare_digest(request.headers.get(_SECRET_HEADER, "").encode(), secret.encode()):
            return web.Response(status=403)
        try:
            raw = await request.json()
        except json.JSONDecodeError:
            return web.Response(status=400)
        if not isinstance(raw, dict):
            return web.Response(status=400)
        try:
            await inbox.take(raw)
        except StorageDown as error:  # the storage's own watch warns, once
            _log.info("update %s must come again: %s", raw.get("update_id"), error)
            return web.Response(status=503)
        return web.Response()

    app = web.Application(client_max_size=_MAX_BYTES)
    app.router.add_post(path, take)
    app.router.add_get(_HEALTH, tell_health)
    return app
