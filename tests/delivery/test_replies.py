"""Words that are no state wait in a queue of their own, and not many of them."""

from __future__ import annotations

import asyncio

from aiogram import Bot

from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.screens.model import Screen
from bot.tables.model import Place
from tests.support.eventually import eventually
from tests.support.people import People


class Closed:
    """A budget that is spent until `open` is set."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    async def take(self, _: int) -> float:
        await self.open.wait()
        return 0.0

    async def hold(self, _: int, seconds: float) -> None:
        raise AssertionError(seconds)


async def test_equal_replies_are_one_and_a_flood_is_dropped(bot: Bot, people: People) -> None:
    (anna,) = people.named("Anna")
    await anna.send(anna.chat, "/start")
    budgets = Closed()
    replies = Replies(Mail(bot, "bot"), budgets)
    for _ in range(50):
        await replies.say(Place(anna.chat), Screen("the same"))
    for number in range(50):
        await replies.say(Place(anna.chat), Screen(f"another {number}"))
    budgets.open.set()

    async def said() -> bool:
        return len(anna.screen(anna.chat).of_bot()) == 3

    await eventually(said)
    assert [message.text for message in anna.screen(anna.chat).of_bot()] == [
        "the same",
        "another 0",
        "another 1",
    ]


async def test_screens_go_before_words(bot: Bot, people: People) -> None:
    """A reply asks for no budget while the next write belongs to the screens of its chat."""
    (anna,) = people.named("Anna")
    await anna.send(anna.chat, "/start")
    asked: list[int] = []

    class Open(Closed):
        async def take(self, _: int) -> float:
            asked.append(len(waited))
            return 0.0

    waited: list[int] = []

    def screens_wait(chat: int) -> float:
        waited.append(chat)
        return 0.01

    replies = Replies(Mail(bot, "bot"), Open(), screens_wait=screens_wait)
    await replies.say(Place(anna.chat), Screen("words"))
    await anna.until(anna.chat, lambda screen: screen.of_bot())
    assert (asked, waited) == ([1], [anna.chat])


async def test_a_reply_waits_for_no_budget(bot: Bot, people: People) -> None:
    """The update that it answers is done with meanwhile."""
    replies = Replies(Mail(bot, "bot"), Closed())
    await replies.say(Place(people.group()), Screen("later"))
    await replies.close()
    assert (await people.stats())["calls"].get("sendMessage", 0) == 0
