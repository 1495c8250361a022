"""Who may act for a chat: remembered, but nobody is refused by memory or by a failure."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiogram import Bot
from aiogram.methods import TelegramMethod

from bot.telegram.admins import Admins
from tests.support.people import People


async def asked(people: People) -> int:
    return int((await people.stats())["calls"].get("getChatAdministrators", 0))


async def test_an_admin_is_remembered(bot: Bot, people: People) -> None:
    admins, group = Admins(bot), people.group()
    anna, bohdan = people.named("Anna", "Bohdan")
    assert await admins.include(group, anna.id)
    assert await admins.include(group, anna.id)
    assert await asked(people) == 1
    assert not await admins.include(group, bohdan.id)
    assert await asked(people) == 2


async def test_who_becomes_an_admin_is_one_at_once(bot: Bot, people: People) -> None:
    admins, group = Admins(bot), people.group()
    (bohdan,) = people.named("Bohdan")
    assert not await admins.include(group, bohdan.id)
    await people.act(do="promote", person=bohdan.id, chat=group)
    assert await admins.include(group, bohdan.id)


async def test_a_failure_is_not_remembered(bot: Bot, people: People) -> None:
    admins, group = Admins(bot), people.group()
    (anna,) = people.named("Anna")
    await people.arm("server_error", times=1, method="getChatAdministrators")
    assert await admins.include(group, anna.id)
    admins = Admins(bot)
    await people.arm("server_error", times=2, method="getChatAdministrators")
    assert not await admins.include(group, anna.id)
    assert await admins.include(group, anna.id)


async def test_a_private_chat_has_no_admins_and_is_not_asked(bot: Bot, people: People) -> None:
    (anna,) = people.named("Anna")
    assert not await Admins(bot).include(anna.chat, anna.id)
    assert await asked(people) == 0


async def test_a_telegram_that_does_not_tell_makes_nobody_an_admin_this_once(
    bot: Bot, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_: Bot, __: TelegramMethod[Any], **___: object) -> object:
        return await asyncio.Event().wait()

    admins, group = Admins(bot, patience=0), people.group()
    (anna,) = people.named("Anna")
    with monkeypatch.context() as patched:
        patched.setattr(bot.session, "make_request", silent)
        assert not await admins.include(group, anna.id)
    monkeypatch.setattr(admins, "_patience", 20)
    assert await admins.include(group, anna.id)
