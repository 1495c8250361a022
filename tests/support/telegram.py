"""aiogram's own client at a sandbox."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from tests.support.sandbox import Server


@asynccontextmanager
async def bot_at(server: Server) -> AsyncIterator[Bot]:
    """The sandbox's bot."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(server.url))
    client = Bot(server.token, session=session)
    try:
        yield client
    finally:
        # the session's own close sleeps a quarter of a second for TLS, which is not used here
        await (await session.create_session()).close()
