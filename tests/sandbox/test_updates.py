"""What the bot is told by polling: offsets, limits, kinds, and the faults that strike updates."""

import asyncio
from typing import Any

from bot.sandbox.app import Settings
from tests.sandbox.stage import BOHDAN, Stage, stage


def texts(updates: list[dict[str, Any]]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def arm(at: Stage, name: str, **fields: object) -> None:
    async with at.session.post(f"{at.url}/sandbox/faults", json={"name": name, **fields}) as response:
        assert (await response.json())["ok"]


async def test_updates_come_again_until_an_offset_confirms_them() -> None:
    async with stage() as at:
        at.say("/a")
        at.say("/b")
        first = await at.updates()
        assert texts(first) == ["/a", "/b"]
        assert await at.updates() == first
        assert texts(await at.updates(offset=first[1]["update_id"])) == ["/b"]
        assert await at.updates(offset=first[1]["update_id"] + 1) == []


async def test_numbers_grow_by_one() -> None:
    async with stage() as at:
        for text in ("/a", "/b", "/c"):
            at.say(text)
        numbers = [update["update_id"] for update in await at.updates()]
        assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


async def test_a_limit_cuts_the_batch_and_is_held_to_what_the_api_states() -> None:
    async with stage() as at:
        for number in range(3):
            at.say(f"/c{number}")
        assert texts(await at.updates(limit=2)) == ["/c0", "/c1"]
        assert texts(await at.updates(limit=0)) == ["/c0"]
        assert len(await at.updates(limit=1000)) == 3


async def test_a_negative_offset_keeps_the_newest_only() -> None:
    async with stage() as at:
        for number in range(3):
            at.say(f"/c{number}")
        assert texts(await at.updates(offset=-1)) == ["/c2"]
        assert texts(await at.updates()) == ["/c2"]


async def test_kinds_that_are_not_asked_for_never_come() -> None:
    async with stage() as at:
        await at.updates(allowed_updates=["callback_query"])
        at.say("/a")
        await at.query()
        assert [list(update)[1] for update in await at.updates()] == ["callback_query"]
        await at.updates(allowed_updates=[])
        at.say("/b")
        assert "message" in (await at.updates())[-1]


async def test_privacy_mode_lets_only_commands_and_replies_through() -> None:
    async with stage() as at:
        board = await at.send()
        for number in range(100):
            at.say(f"chatter {number}")
        at.say("/new@other_bot")
        at.say("/new@Thousand_Sandbox_Bot")
        at.say("reply", reply_to=board)
        at.say("/go", BOHDAN)
        assert texts(await at.updates()) == ["/new@Thousand_Sandbox_Bot", "reply", "/go"]


async def test_an_administrator_reads_everything() -> None:
    async with stage() as at:
        at.family.bot = "administrator"
        at.say("chatter")
        assert texts(await at.updates()) == ["chatter"]


async def test_a_message_wakes_a_long_poll() -> None:
    async with stage() as at:
        at.say("/first")
        (first,) = await at.updates()
        poll = asyncio.create_task(at.updates(offset=first["update_id"] + 1, timeout=50))
        await at.poller_waits()
        at.say("/second")
        assert texts(await poll) == ["/second"]


async def test_a_duplicate_comes_again_after_it_was_confirmed() -> None:
    async with stage() as at:
        await arm(at, "duplicate_update")
        at.say("/a")
        at.say("/b")
        first = await at.updates()
        again = await at.updates(offset=first[-1]["update_id"] + 1)
        assert again == [first[0]]
        assert await at.updates(offset=first[0]["update_id"] + 1) == []


async def test_reordered_updates_keep_their_numbers() -> None:
    async with stage() as at:
        await arm(at, "reorder_updates")
        for text in ("/a", "/b", "/c"):
            at.say(text)
        updates = await at.updates()
        assert texts(updates) == ["/b", "/a", "/c"]
        assert updates[0]["update_id"] == updates[1]["update_id"] + 1


async def test_a_late_update_comes_after_its_successor_was_confirmed() -> None:
    async with stage(Settings(time_scale=100)) as at:
        await arm(at, "late_update", retry_after=1)
        at.say("/late")
        at.say("/b")
        (early,) = await at.updates()
        (late,) = await at.updates(offset=early["update_id"] + 1, timeout=50)
        assert texts([early, late]) == ["/b", "/late"]
        assert late["update_id"] == early["update_id"] - 1
