"""The test client itself: people see, tap and wait, and say what went wrong."""

import asyncio

import pytest
from aiogram import Bot
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from tests.support.people import ActError, People, sees
from tests.support.sandbox import Server


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    row = [InlineKeyboardButton(text=label, callback_data=label.lower()) for label in labels]
    return InlineKeyboardMarkup(inline_keyboard=[row])


async def test_the_newest_button_of_that_text_is_meant_and_whole_texts_go_first(
    bot: Bot, people: People
) -> None:
    (anna,) = people.named("Anna")
    family = people.group()
    await bot.send_message(family, "old", reply_markup=keyboard("Pass"))
    new = await bot.send_message(family, "new", reply_markup=keyboard("Pass on", "Pass"))
    await anna.until(family, sees("new"))
    assert (anna.button(family, "Pass").message, anna.button(family, "Pass").column) == (
        (new.message_id, None),
        1,
    )
    assert anna.button(family, "on").column == 0
    assert anna.button(family, lambda button: button.data == "pass on").text == "Pass on"


async def test_a_button_that_nobody_sees_is_an_error_with_the_screen(bot: Bot, people: People) -> None:
    (anna,) = people.named("Anna")
    family = people.group()
    await bot.send_message(family, "board", reply_markup=keyboard("Sit"))
    await anna.until(family, sees("board"))
    with pytest.raises(LookupError, match=r"Anna sees no button 'Go'[^$]*board[^$]*\[Sit\]"):
        anna.button(family, "Go")


async def test_waiting_in_vain_shows_the_screen(bot: Bot, people: People) -> None:
    (anna,) = people.named("Anna")
    family = people.group()
    await bot.send_message(family, "board")
    await anna.until(family, sees("board"))
    with pytest.raises(AssertionError, match=r"Anna waited in vain[^$]*board"):
        await anna.until(family, sees("never"), within=0)


async def test_a_button_that_has_gone_cannot_be_tapped(bot: Bot, people: People) -> None:
    (anna,) = people.named("Anna")
    family = people.group()
    board = await bot.send_message(family, "board", reply_markup=keyboard("Sit"))
    button = await anna.until_button(family, "Sit")
    await bot.edit_message_reply_markup(chat_id=family, message_id=board.message_id)
    with pytest.raises(ActError, match="no button"):
        await anna.press(button)


async def test_three_people_tap_at_once(bot: Bot, people: People) -> None:
    everybody = people.named("Anna", "Bohdan", "Vera")
    family = people.group()
    await bot.send_message(family, "board", reply_markup=keyboard("Sit"))
    buttons = [await person.until_button(family, "Sit") for person in everybody]
    queries = await asyncio.gather(
        *(person.press(button) for person, button in zip(everybody, buttons, strict=True))
    )
    for update in await bot.get_updates(timeout=10):
        assert update.callback_query is not None
        await update.callback_query.answer(f"hello {update.callback_query.from_user.first_name}")
    answers = [await p.answer_to(query) for p, query in zip(everybody, queries, strict=True)]
    assert [answer.text for answer in answers] == ["hello Anna", "hello Bohdan", "hello Vera"]


async def test_newcomers_counters_and_faults(server: Server, bot: Bot, people: People) -> None:
    zed = await people.add("Zed", "en", people.group())
    await zed.send(people.group(), "/new")
    await people.arm("too_many_requests", times=3, method="sendMessage")
    assert len(server.sandbox.world.chats[people.group()].members) == 4
    await bot.get_me()
    assert (await people.stats())["calls"] == {"getMe": 1}
    await people.reset_stats()
    assert (await people.stats())["calls"] == {}
