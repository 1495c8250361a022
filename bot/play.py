"""`make play`: everything on one machine, one address to open. With BOT_TOKEN it is the real bot instead."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import aiohttp
from aiogram import Bot
from pydantic import HttpUrl, SecretStr

from bot import folder
from bot.sandbox.app import other_port, serving
from bot.settings import SANDBOX_TOKEN, Settings

Ready: TypeAlias = Callable[[Bot], Awaitable[None]]
Serve: TypeAlias = Callable[[Settings, Ready], Awaitable[None]]
"""Runs the bot until it is told to end."""

_SPEAKERS: Final = {"ru": 1001, "uk": 1002, "en": 1003}
"""Anna, Bohdan and Vera, by their language."""
_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_FAMILY: Final = -1001000000001
_KEPT: Final = "world.json"
"""The chats, beside the tables that are played in them."""
_LOOKS: Final = 100
_LOOK_SECONDS: Final = 0.1


async def play(settings: Settings, serve: Serve, *, browser: bool) -> None:
    """Run the bot with what a person without a token needs.

    Raises:
        AddressError: the sandbox can't listen where it should.
        StartError: somebody plays in the data folder already.
    """
    if settings.bot_token is not None:
        await serve(settings, _meet_in_telegram)
        return
    url = f"http://{settings.sandbox_host}:{settings.sandbox_port}"
    own = settings.model_copy(
        update={
            "bot_token": SecretStr(SANDBOX_TOKEN),
            "telegram_api_url": HttpUrl(url),
            # What is played here must not meet the real bot's tables.
            "data_dir": settings.data_dir / "sandbox",
        }
    )

    async def ready(_: Bot) -> None:
        await _set_table(url, host_of(os.environ))
        _tell(f"Thousand is ready: {url}/   (Ctrl+C ends it)")
        if browser and _has_display():
            await asyncio.to_thread(webbrowser.open, f"{url}/")

    elsewhere = f"DATA_DIR={settings.data_dir}2 and SANDBOX_PORT={other_port(settings.sandbox_port)}"
    with folder.held(own.data_dir, url, elsewhere):
        async with serving(settings.sandbox_host, settings.sandbox_port, own.data_dir / _KEPT):
            await serve(own, ready)


async def _meet_in_telegram(bot: Bot) -> None:
    me = await bot.me()
    _tell(
        f"Thousand is ready: https://t.me/{me.username}   (add it to a group, send /newgame; Ctrl+C ends it)"
    )


def host_of(environment: Mapping[str, str]) -> int:
    """Who opens the first table: the person whose language is that of the environment, else English.

    The group speaks the language of whoever opens its table, so a newcomer reads it in his own.
    """
    locale = next((value for name in _LOCALES if (value := environment.get(name))), "")
    return _SPEAKERS.get(re.split(r"[_.@-]", locale)[0].lower(), _SPEAKERS["en"])


async def _set_table(url: str, host: int) -> None:
    """Open a table in the group, as its host would, unless one is there; bring down one that was lost."""
    async with aiohttp.ClientSession(url) as session:
        before = await _answers(session, host)
        if any(message["keyboard"] for message in before):
            return
        await _send(session, host, "/newgame")
        for _ in range(_LOOKS):
            answers = [message for message in await _answers(session, host) if message not in before]
            if any(message["keyboard"] for message in answers):
                return
            if answers:
                await _send(session, host, "/table")
                return
            await asyncio.sleep(_LOOK_SECONDS)


async def _send(session: aiohttp.ClientSession, person: int, text: str) -> None:
    act = {"do": "send", "person": person, "chat": _FAMILY, "text": text}
    async with session.post("/sandbox/act", json=act):
        pass


async def _answers(session: aiohttp.ClientSession, person: int) -> list[dict[str, Any]]:
    async with session.get("/sandbox/chat", params={"chat": _FAMILY, "as": person}) as response:
        return [message for message in (await response.json())["messages"] if message["from"]["bot"]]


def _has_display() -> bool:
    return sys.platform in {"darwin", "win32"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
