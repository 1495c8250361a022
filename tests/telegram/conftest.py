"""Fixtures: a sandbox on a free port, its people, and aiogram's own client as the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiogram import Bot

from tests.support.people import People
from tests.support.sandbox import Server, meet, serve
from tests.support.telegram import bot_at
from tests.support.valkey import cluster, clustered, store, valkey

__all__ = ["cluster", "clustered", "store", "valkey"]


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
    async with bot_at(server) as client:
        yield client
