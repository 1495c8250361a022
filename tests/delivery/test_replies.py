"""Words that are no state wait in a queue of their own, and not many of them."""

from __future__ import annotations

import asyncio
import logging

import pytest
from aiogram import Bot

from bot.delivery import mail
from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.screens.model import Button, File, Screen, Toast
from bot.tables.model import Place
from bot.tables.ports import StorageDown
from tests.support.eventually import eventually
from tests.support.people import People


class Closed:
    """A budget that is spent until `open` is set."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    async def take(self, _: int, *, words: bool = False) -> float:
        assert words
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


async def test_a_reply_waits_for_no_budget(bot: Bot, people: People) -> None:
    """The update that it answers is done with meanwhile."""
    replies = Replies(Mail(bot, "bot"), Closed())
    await replies.say(Place(people.group()), Screen("later"))
    await replies.close()
    assert (await people.stats())["calls"].get("sendMessage", 0) == 0


async def test_what_waited_is_said_in_the_supergroup_that_the_group_became(bot: Bot, people: People) -> None:
    """A message, a file and a page alike (B03): within its budget, in order, and its new number told once."""
    (anna,) = people.named("Anna")
    group = await small_group(people)
    own, told = Mail(bot, "bot"), list[tuple[int, int, int]]()
    page = await own.send(group, Screen("page 1"))
    budgets = Counting()

    async def moved(old: int, new: int, update: int) -> None:
        told.append((old, new, update))

    replies = Replies(own, budgets, moved)
    await replies.say(Place(group), Screen("words"), asked=page)
    await replies.hand(Place(group), File("a.txt", b"text", "a file"))
    await replies.change(group, page, Screen("page 2"))
    new = (await people.act(do="migrate", chat=group))["chat"]
    budgets.open.set()
    await anna.until(new, lambda screen: len(screen.of_bot()) == 3)
    assert [each.document["name"] if each.document else each.text for each in anna.screen(new).of_bot()] == [
        "words",
        "a.txt",
        "page 2",
    ]
    assert told == [(group, new, 0)]
    assert budgets.taken == [group, new, new, new]
    await replies.close()


@pytest.mark.parametrize("way", ["say", "hand", "change"])
async def test_each_way_of_saying_follows_the_group(bot: Bot, people: People, way: str) -> None:
    (anna,) = people.named("Anna")
    group = await small_group(people)
    own, told = Mail(bot, "bot"), list[tuple[int, int, int]]()
    page = await own.send(group, Screen("page 1"))

    async def moved(old: int, new: int, update: int) -> None:
        told.append((old, new, update))

    new = (await people.act(do="migrate", chat=group))["chat"]
    budgets = Counting()
    budgets.open.set()
    replies = Replies(own, budgets, moved)
    match way:
        case "say":
            await replies.say(Place(group), Screen("words"))
        case "hand":
            await replies.hand(Place(group), File("a.txt", b"text", "a file"))
        case _:
            await replies.change(group, page, Screen("page 2"))
    await anna.until(new, lambda screen: screen.of_bot())
    assert len(anna.screen(new).of_bot()) == 1
    assert (told, budgets.taken) == ([(group, new, 0)], [group, new])
    await replies.close()


async def small_group(people: People) -> int:
    """A basic group: it may become a supergroup."""
    members = [person.id for person in people.named("Anna", "Bohdan")]
    made: int = (await people.act(do="new_group", title="Small", type="group", members=members))["chat"]
    await people.refresh()
    return made


class Counting(Closed):
    """The same, which knows who took of it."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[int] = []

    async def take(self, chat: int, *, words: bool = False) -> float:
        wait = await super().take(chat, words=words)
        self.taken.append(chat)
        return wait


class Away:
    """A budget whose storage does not answer."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def take(self, _: int, *, words: bool = False) -> float:
        assert words
        self.asked.set()
        raise StorageDown("restarting")

    async def hold(self, _: int, seconds: float) -> None:
        raise AssertionError(seconds)


async def test_words_are_lost_without_noise_while_the_storage_is_away(
    bot: Bot, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    budgets = Away()
    replies = Replies(Mail(bot, "bot"), budgets)
    await replies.say(Place(people.group()), Screen("lost"))
    await budgets.asked.wait()
    await replies.close()
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_an_answer_outlasts_five_faults_in_a_row(
    bot: Bot, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = tuple(pause / 100 for pause in mail._ANSWER_PAUSES)
    monkeypatch.setattr(mail, "_ANSWER_PAUSES", hurried)
    (anna,) = people.named("Anna")
    await anna.send(anna.chat, "/start")
    own = Mail(bot, "bot")
    await own.send(anna.chat, Screen("a question", ((Button("yes", "yes"),),)))
    query = await anna.press(await anna.until_button(anna.chat, "yes"))
    await people.arm("server_error", times=5, method="answerCallbackQuery")
    await own.answer(query, Toast("heard"))
    assert (await anna.answer_to(query)).text == "heard"
