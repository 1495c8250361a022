"""Who belongs to a group: remembered a while, and nobody is kept out by a failure (fault D09)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiogram import Bot
from aiogram.methods import GetChatMember, TelegramMethod
from aiogram.types import ChatMemberRestricted

from bot.telegram.membership import Membership, is_out
from tests.support.people import People


class Watch:
    """A clock that somebody sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def asked(people: People) -> int:
    return int((await people.stats())["calls"].get("getChatMember", 0))


async def test_a_member_is_remembered_for_minutes_and_a_stranger_for_seconds(
    bot: Bot, people: People
) -> None:
    watch = Watch()
    membership, group = Membership(bot, watch), people.group()
    (anna,), eve = people.named("Anna"), await people.add("Eve", "en")
    for _ in range(3):
        assert await membership.includes(group, anna.id)
        assert not await membership.includes(group, eve.id)
    assert await asked(people) == 2
    await people.act(do="join", person=eve.id, chat=group)
    watch.now = 6
    assert await membership.includes(group, eve.id)
    assert await membership.includes(group, anna.id)
    assert await asked(people) == 3
    watch.now = 301
    assert await membership.includes(group, anna.id)
    assert await asked(people) == 4


async def test_who_goes_is_forgotten(bot: Bot, people: People) -> None:
    membership, group = Membership(bot), people.group()
    (vera,) = people.named("Vera")
    assert await membership.includes(group, vera.id)
    await people.act(do="leave", person=vera.id, chat=group)
    membership.forget(group, vera.id)
    assert not await membership.includes(group, vera.id)


@pytest.mark.parametrize("fault", ["server_error", "too_many_requests", "bad_gateway_html", "cut_before"])
async def test_a_failure_keeps_nobody_out_and_holds_for_seconds(bot: Bot, people: People, fault: str) -> None:
    watch = Watch()
    membership, group = Membership(bot, watch), people.group()
    eve = await people.add("Eve", "en")
    await people.arm(fault, method="getChatMember")
    for _ in range(3):
        assert await membership.includes(group, eve.id)
    assert await asked(people) <= 1
    watch.now = 6
    assert not await membership.includes(group, eve.id)


async def test_nobody_waits_for_a_telegram_that_does_not_tell(
    bot: Bot, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_: Bot, __: TelegramMethod[Any], **___: object) -> object:
        return await asyncio.Event().wait()

    monkeypatch.setattr(bot.session, "make_request", silent)
    eve = await people.add("Eve", "en")
    assert await Membership(bot, patience=0).includes(people.group(), eve.id)


async def test_a_private_chat_has_no_members_and_an_unchecked_group_only_members(
    bot: Bot, people: People
) -> None:
    eve = await people.add("Eve", "en")
    assert await Membership(bot).includes(eve.chat, eve.id)
    assert await Membership(bot, checked=False).includes(people.group(), eve.id)
    assert await asked(people) == 0


async def test_every_status_that_telegram_knows(bot: Bot, people: People) -> None:
    """Creator, administrator and member belong; whoever left, or was put out, does not."""
    group = people.group()
    (anna, bohdan, vera), eve = people.named("Anna", "Bohdan", "Vera"), await people.add("Eve", "en")
    await people.act(do="promote", person=bohdan.id, chat=group)
    members = [await bot(GetChatMember(chat_id=group, user_id=each.id)) for each in (anna, bohdan, vera, eve)]
    assert [member.status for member in members] == ["creator", "administrator", "member", "left"]
    assert [is_out(member) for member in members] == [False, False, False, True]


@pytest.mark.parametrize("is_member", [True, False])
def test_who_is_restricted_may_be_a_member(is_member: bool) -> None:
    body = dict.fromkeys(ChatMemberRestricted.model_fields, False)
    person = {"id": 7, "is_bot": False, "first_name": "Eve"}
    restricted = {
        "status": "restricted",
        "user": person,
        "until_date": 0,
        "is_member": is_member,
        "tag": None,
    }
    assert is_out(ChatMemberRestricted.model_validate(body | restricted)) is not is_member
