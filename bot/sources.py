"""Where updates come from: asked for by one process, or brought to many."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from itertools import chain, repeat
from typing import Final, TypeVar

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramBadRequest,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import DeleteWebhook, SetWebhook
from aiogram.methods.base import TelegramMethod
from aiohttp import web

from bot.settings import Settings
from bot.telegram import webhook
from bot.telegram.inbox import Inbox
from bot.telegram.polling import Parking, Poller
from bot.telegram.reading import ALLOWED

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_RETRY_SECONDS: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
_BEAT_SECONDS: Final = 30.0
_FAREWELL: Final = 10.0
"""Seconds for the updates in hand when the process ends; what is not acknowledged comes again."""


class StartError(Exception):
    """The bot can't run as it is configured; the text says why, and what would be right."""


async def insist(bot: Bot, method: TelegramMethod[_T], ending: asyncio.Event) -> _T | None:
    """Telegram's answer, however long it can't be reached; None: the end came first.

    Raises:
        StartError: the token is not accepted.
        TelegramBadRequest: Telegram refuses the call itself.
    """
    for seconds in chain(_RETRY_SECONDS, repeat(_RETRY_SECONDS[-1])):
        try:
            return await bot(method)
        except TelegramBadRequest:
            raise
        except (TelegramUnauthorizedError, TelegramNotFound) as error:
            raise StartError(
                f"{_address(bot)} does not accept BOT_TOKEN ({error.message}); "
                "@BotFather shows the right one under /mybots"
            ) from error
        except AiogramError as error:
            asked = error.retry_after if isinstance(error, TelegramRetryAfter) else 0
            pause = max(asked, seconds)
            _log.warning(
                "no answer from %s (TELEGRAM_API_URL), next try in %.0f s: %s",
                _address(bot),
                pause,
                " ".join(str(error).split()),
            )
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await ending.wait()
                return None
    return None


@contextlib.asynccontextmanager
async def polling(
    bot: Bot, inbox: Inbox, parking: Parking, ending: asyncio.Event, alive: Callable[[], None]
) -> AsyncIterator[None]:
    """Updates are asked for while this is open; `alive` is called after each answer."""
    await insist(bot, DeleteWebhook(), ending)
    poller = Poller(bot, inbox, parking, alive=alive)
    running = asyncio.create_task(poller.run())
    running.add_done_callback(lambda _: ending.set())
    try:
        yield
    finally:
        poller.close()
        try:
            await running
        except TelegramUnauthorizedError as error:
            raise StartError(f"Telegram does not accept BOT_TOKEN any more ({error.message})") from error


@contextlib.asynccontextmanager
async def brought(
    settings: Settings,
    bot: Bot,
    inbox: Inbox,
    ending: asyncio.Event,
    *,
    alive: Callable[[], None],
    trouble: Callable[[], str],
) -> AsyncIterator[None]:
    """Updates are brought while this is open; every process sets the same webhook, and none takes it away.

    `alive` is called now and then; `trouble` says why the bot is of no use, empty while it is.
    """
    url, secret = settings.webhook_url, settings.webhook_secret
    if url is None or secret is None:
        raise StartError("WEBHOOK_URL and WEBHOOK_SECRET belong together")
    app = webhook.make_app(inbox, url.path or "/", secret.get_secret_value(), trouble)
    runner = web.AppRunner(app, shutdown_timeout=_FAREWELL)
    await runner.setup()
    try:
        await _listen(runner, settings)
        await _announce(bot, str(url), secret.get_secret_value(), ending)
        beating = asyncio.create_task(_keep_beating(alive))
        try:
            yield
        finally:
            beating.cancel()
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, settings: Settings) -> None:
    try:
        await web.TCPSite(runner, settings.webhook_host, settings.webhook_port).start()
    except OSError as error:
        where = f"{settings.webhook_host}:{settings.webhook_port}"
        raise StartError(f"can't listen on {where}: {error.strerror}; choose another WEBHOOK_PORT") from error


async def _announce(bot: Bot, url: str, secret: str, ending: asyncio.Event) -> None:
    try:
        await insist(bot, SetWebhook(url=url, secret_token=secret, allowed_updates=list(ALLOWED)), ending)
    except TelegramBadRequest as error:
        raise StartError(f"Telegram refuses WEBHOOK_URL: {error.message}") from error


async def _keep_beating(alive: Callable[[], None]) -> None:
    while True:
        alive()
        await asyncio.sleep(_BEAT_SECONDS)


def _address(bot: Bot) -> str:
    return bot.session.api.base.partition("/bot{")[0]
