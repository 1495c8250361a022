"""A bot built on aiogram's client and people with the test client meet in the sandbox."""

import asyncio

from aiogram import Bot
from aiogram.types import EphemeralMessageParameters, InlineKeyboardButton, InlineKeyboardMarkup, Update

from tests.support.people import People, sees


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        inline_keyboard=[[InlineKeyboardButton(text=label, callback_data=label) for label in labels]]
    )


async def next_update(bot: Bot, after: Update | None = None) -> Update:
    offset = after.update_id + 1 if after else None
    return (await bot.get_updates(offset=offset, timeout=10))[0]


async def test_a_command_a_message_with_buttons_a_tap_and_its_answer(bot: Bot, people: People) -> None:
    anna, bohdan = people.named("Anna", "Bohdan")
    family = people.group()
    await anna.send(family, "/newgame matveev")
    update = await next_update(bot)
    assert update.message is not None
    assert update.message.text == "/newgame matveev"
    assert update.message.entities is not None
    assert [(e.type, e.offset, e.length) for e in update.message.entities] == [("bot_command", 0, 8)]

    await bot.send_message(family, "<b>Lobby</b>", parse_mode="HTML", reply_markup=keyboard("Sit", "Go"))
    await bohdan.until(family, sees("Lobby"))
    assert bohdan.screen(family).last.html == "<b>Lobby</b>"
    query = await bohdan.press(bohdan.button(family, "Go"))
    update = await next_update(bot, update)
    assert update.callback_query is not None
    assert (update.callback_query.data, update.callback_query.from_user.id) == ("Go", bohdan.id)
    await update.callback_query.answer("Not yet", show_alert=True)
    answer = await bohdan.answer_to(query)
    assert (answer.text, answer.alert, answer.url) == ("Not yet", True, None)


async def test_an_edit_shows_as_an_edit_and_a_deletion_takes_away(bot: Bot, people: People) -> None:
    (vera,) = people.named("Vera")
    family = people.group()
    sent = await bot.send_message(family, "one")
    await vera.until(family, sees("one"))
    assert not vera.screen(family).last.edited
    edited = await bot.edit_message_text("two", chat_id=family, message_id=sent.message_id)
    assert not isinstance(edited, bool)
    assert edited.message_id == sent.message_id
    message = await vera.until(family, sees("two"))
    assert message.edited
    await bot.delete_message(family, sent.message_id)
    await vera.until(family, lambda screen: not screen.messages)


async def test_an_ephemeral_message_is_seen_by_its_receiver_alone(bot: Bot, people: People) -> None:
    anna, bohdan = people.named("Anna", "Bohdan")
    family = people.group()
    await bot.send_message(family, "Board", reply_markup=keyboard("My cards"))
    await bohdan.until_button(family, "My cards")
    tap = asyncio.create_task(bohdan.tap(family, "My cards"))
    update = await next_update(bot)
    assert update.callback_query is not None
    hand = await bot.send_message(
        family,
        "A♥ K♥",
        reply_markup=keyboard("A♥"),
        ephemeral_message_parameters=EphemeralMessageParameters(
            receiver_user_id=bohdan.id, callback_query_id=update.callback_query.id
        ),
    )
    await update.callback_query.answer()
    await tap
    assert hand.message_id == 0
    await bohdan.until(family, sees("A♥ K♥"))
    assert anna.screen(family).find("A♥") is None

    query = await bohdan.press(bohdan.button(family, "A♥"))
    update = await next_update(bot, update)
    assert update.callback_query is not None
    pressed = update.callback_query.message
    assert pressed is not None
    assert (pressed.message_id, pressed.model_dump()["ephemeral_message_id"]) == (
        0,
        hand.ephemeral_message_id,
    )
    assert hand.ephemeral_message_id is not None
    await bot.edit_ephemeral_message_text(family, bohdan.id, hand.ephemeral_message_id, text="K♥")
    await update.callback_query.answer()
    await bohdan.answer_to(query)
    await bohdan.until(family, lambda screen: screen.last.text == "K♥")
    await bot.delete_ephemeral_message(family, bohdan.id, hand.ephemeral_message_id)
    await bohdan.until(family, lambda screen: screen.last.text == "Board")


async def test_a_deep_link_opens_the_private_chat_with_its_payload(bot: Bot, people: People) -> None:
    (anna,) = people.named("Anna")
    await anna.open(f"https://t.me/{people.bot_username}?start=sit-a1B2")
    update = await next_update(bot)
    assert update.message is not None
    assert (update.message.chat.type, update.message.text) == ("private", "/start sit-a1B2")
    await bot.send_message(anna.id, "Welcome")
    await anna.until(anna.chat, sees("Welcome"))
