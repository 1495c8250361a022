"""People, chats and wishes on a real server."""

from __future__ import annotations

import pytest

from bot.storage import keys
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.tables.house import said
from bot.tables.model import Clock, TableId, Then
from bot.tables.ports import Profile, Wish, WishKind


@pytest.mark.parametrize(
    "profile",
    [
        Profile(1001, "Anna", None, "ru", reachable=True),
        Profile(1002, "", "uk", None, reachable=False),
        Profile(
            1003,
            "\u202e<b>\u0412\u0435\u0440\u0430\n|:# \U0001f468",
            "en",
            "de",
            reachable=True,
        ),
    ],
)
async def test_profiles_are_remembered(store: Store, profile: Profile) -> None:
    people = RedisPeople(store)
    assert await people.profile(profile.person) is None
    await people.remember(profile)
    assert await people.profile(profile.person) == profile


async def test_a_group_chooses_a_language(store: Store) -> None:
    people = RedisPeople(store)
    assert await people.chat_lang(-5) is None
    await people.set_chat_lang(-5, "uk")
    assert await people.chat_lang(-5) == "uk"


async def test_a_group_chooses_a_clock(store: Store) -> None:
    people = RedisPeople(store)
    assert await people.chat_clock(-5) is None
    await people.set_chat_clock(-5, Clock(90, Then.PAUSE))
    assert await people.chat_clock(-5) == Clock(90, Then.PAUSE)
    assert await people.chat_lang(-5) is None


async def test_a_supergroup_takes_over_what_the_group_had_chosen_once(store: Store) -> None:
    people = RedisPeople(store)
    await people.set_chat_lang(-5, "uk")
    await people.set_chat_clock(-5, Clock(90, Then.PAUSE))
    await people.set_chat_lang(-1005, "en")  # somebody was faster than the news
    await people.bequeath(-5, -1005)
    assert await people.chat_lang(-1005) == "en"
    assert await people.chat_clock(-1005) == Clock(90, Then.PAUSE)
    assert await people.went(-5) == -1005
    await people.set_chat_rules(-5, said((), None))
    await people.bequeath(-5, -1005)
    assert await people.chat_rules(-1005) is None


async def test_a_wish_to_sit_down_lasts_ten_minutes(store: Store) -> None:
    people = RedisPeople(store)
    for wish in (Wish(TableId("k3x9q0ab")), Wish(TableId("k3x9q0ab"), WishKind.TAKE, 2)):
        await people.intend(1001, wish)
        assert await people.intent(1001) == wish
    assert await people.intent(1002) is None
    assert 590 < await store.call("TTL", keys.intent(1001)) <= 600
    await people.forget_intent(1001)
    assert await people.intent(1001) is None
