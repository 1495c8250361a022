"""Fixtures: a sandbox on a free port, its people, and aiogram's own client as the bot."""

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from tests.support.people import People
from tests.support.sandbox import Server, meet, serve


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with serve() as running:
        yield running


@pytest.fixture
async def people(server: Server) -> AsyncIterator[People]:
    async with meet(server.url) as everybody:
        yield everybody


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[Bot]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(server.url))
    client = Bot(server.token, session=session)
    yield client
    # the session's own close sleeps a quarter of a second for TLS, which is not used here
    await (await session.create_session()).close()
