"""Every row of the table of refusals, shown by the server over HTTP."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.sandbox import people
from bot.sandbox.model import Topic
from bot.sandbox.refusals import ANY, Why
from bot.sandbox.schema import bot_api
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, Reply, Stage, data, keyboard, stage

Show = Callable[[Stage], Awaitable[Reply]]
SHOWS: dict[Why, Show] = {}


def shows(why: Why) -> Callable[[Show], Show]:
    """Registers the scene that ends in this refusal."""

    def register(show: Show) -> Show:
        assert why not in SHOWS
        SHOWS[why] = show
        return show

    return register


async def send(at: Stage, text: str = "hi", chat: int = FAMILY, **fields: Any) -> Reply:
    return await at.call("sendMessage", chat_id=chat, text=text, **fields)


async def edit(at: Stage, number: int, text: str = "new", **fields: Any) -> Reply:
    return await at.call("editMessageText", chat_id=FAMILY, message_id=number, text=text, **fields)


async def photo(at: Stage) -> int:
    reply = await at.form("sendPhoto", chat_id=str(FAMILY), photo="attach://p", p=b"\x89PNG")
    return int(reply.result["message_id"])


# The request as such


@shows(Why.TOKEN_MALFORMED)
async def _(at: Stage) -> Reply:
    return await at.call("getMe", token="nonsense")


@shows(Why.TOKEN_UNKNOWN)
async def _(at: Stage) -> Reply:
    return await at.call("getMe", token="43:SANDBOX")


@shows(Why.METHOD_NOT_FOUND)
async def _(at: Stage) -> Reply:
    return await at.call("sendMassage", chat_id=FAMILY, text="hi")


@shows(Why.METHOD_NOT_BUILT)
async def _(at: Stage) -> Reply:
    return await at.call("sendDice", chat_id=FAMILY)


@shows(Why.FIELD_UNKNOWN)
async def _(at: Stage) -> Reply:
    return await send(at, reply_to_message_id=1)


@shows(Why.FIELD_REQUIRED)
async def _(at: Stage) -> Reply:
    return await at.call("setMyCommands")


@shows(Why.FIELD_INVALID)
async def _(at: Stage) -> Reply:
    return await send(at, disable_notification="perhaps")


@shows(Why.JSON_MALFORMED)
async def _(at: Stage) -> Reply:
    return await at.form("sendMessage", chat_id=str(FAMILY), text="hi", reply_markup="{")


@shows(Why.NOT_UTF8)
async def _(at: Stage) -> Reply:
    return await send(at, "half a pair: \ud83d")


@shows(Why.TOO_MANY_REQUESTS)
async def _(at: Stage) -> Reply:
    for _ in range(20):
        at.clock.now += 1
        await at.send()
    return await send(at)


# Chats and people


@shows(Why.CHAT_ID_EMPTY)
async def _(at: Stage) -> Reply:
    return await at.call("sendMessage", text="hi")


@shows(Why.CHAT_NOT_FOUND)
async def _(at: Stage) -> Reply:
    return await send(at, chat=-1009999999999)


@shows(Why.CHAT_UPGRADED)
async def _(at: Stage) -> Reply:
    group = at.sandbox.world.new_group("Old", "group", [ANNA])
    people.migrate(at.sandbox, group)
    return await send(at, chat=group.id)


@shows(Why.KICKED_FROM_GROUP)
async def _(at: Stage) -> Reply:
    group = at.sandbox.world.new_group("Small", "group", [ANNA])
    people.set_bot(at.sandbox, at.person(), group, "kicked")
    return await send(at, chat=group.id)


@shows(Why.KICKED_FROM_SUPERGROUP)
async def _(at: Stage) -> Reply:
    people.set_bot(at.sandbox, at.person(), at.family, "kicked")
    return await send(at)


@shows(Why.NOT_IN_GROUP)
async def _(at: Stage) -> Reply:
    group = at.sandbox.world.new_group("Small", "group", [ANNA])
    await at.call("leaveChat", chat_id=group.id)
    return await send(at, chat=group.id)


@shows(Why.NOT_IN_SUPERGROUP)
async def _(at: Stage) -> Reply:
    await at.call("leaveChat", chat_id=FAMILY)
    return await send(at)


@shows(Why.NEVER_STARTED)
async def _(at: Stage) -> Reply:
    return await send(at, chat=ANNA)


@shows(Why.BLOCKED)
async def _(at: Stage) -> Reply:
    at.start()
    people.set_blocked(at.sandbox, at.person(), blocked=True)
    return await send(at, chat=ANNA)


@shows(Why.GROUP_DELETED)
async def _(at: Stage) -> Reply:
    at.family.deleted = True
    return await send(at)


@shows(Why.NO_RIGHTS)
async def _(at: Stage) -> Reply:
    at.family.quiet = True
    return await send(at)


@shows(Why.SLOW_MODE)
async def _(at: Stage) -> Reply:
    at.family.slow_seconds = 30
    number = await at.send()
    at.clock.now += 20
    assert (await edit(at, number)).status == 200
    reply = await send(at)
    assert reply.body["parameters"] == {"retry_after": 10}
    return reply


@shows(Why.THREAD_NOT_FOUND)
async def _(at: Stage) -> Reply:
    at.family.forum = True
    return await send(at, message_thread_id=1)


@shows(Why.TOPIC_CLOSED)
async def _(at: Stage) -> Reply:
    at.family.forum = True
    at.family.topics[7] = Topic(7, "Cards", closed=True)
    return await send(at, message_thread_id=7)


@shows(Why.USER_ID_INVALID)
async def _(at: Stage) -> Reply:
    return await at.call("getChatMember", chat_id=FAMILY, user_id=0)


@shows(Why.USER_NOT_FOUND)
async def _(at: Stage) -> Reply:
    return await at.call("getChatMember", chat_id=FAMILY, user_id=5)


@shows(Why.NO_ADMINISTRATORS)
async def _(at: Stage) -> Reply:
    at.start()
    return await at.call("getChatAdministrators", chat_id=ANNA)


@shows(Why.CANT_LEAVE_PRIVATE)
async def _(at: Stage) -> Reply:
    at.start()
    return await at.call("leaveChat", chat_id=ANNA)


# Texts


@shows(Why.TEXT_EMPTY)
async def _(at: Stage) -> Reply:
    return await send(at, "")


@shows(Why.TEXT_BLANK)
async def _(at: Stage) -> Reply:
    return await send(at, "<b> </b>", parse_mode="HTML")


@shows(Why.TEXT_TOO_LONG)
async def _(at: Stage) -> Reply:
    assert (await send(at, f"<b>{'x' * 4096}</b>", parse_mode="HTML")).status == 200
    return await send(at, "x" * 4095 + "\N{GRINNING FACE}")


@shows(Why.EDIT_TOO_LONG)
async def _(at: Stage) -> Reply:
    return await edit(at, await at.send(), "x" * 4097)


@shows(Why.RAW_TEXT_TOO_LONG)
async def _(at: Stage) -> Reply:
    return await send(at, "<b></b>" * 5000 + "x", parse_mode="HTML")


@shows(Why.CAPTION_TOO_LONG)
async def _(at: Stage) -> Reply:
    return await at.form(
        "sendPhoto", chat_id=str(FAMILY), photo="attach://p", p=b"\x89PNG", caption="x" * 1025
    )


@shows(Why.PARSE_MODE)
async def _(at: Stage) -> Reply:
    return await send(at, parse_mode="BBCode")


@shows(Why.MARKDOWN)
async def _(at: Stage) -> Reply:
    return await send(at, parse_mode="MarkdownV2")


@shows(Why.ENTITIES)
async def _(at: Stage) -> Reply:
    return await send(at, "<b>hi", parse_mode="HTML")


@shows(Why.PHOTO_MISSING)
async def _(at: Stage) -> Reply:
    return await at.call("sendPhoto", chat_id=FAMILY, photo="attach://nothing")


@shows(Why.PHOTO_INVALID)
async def _(at: Stage) -> Reply:
    return await at.call("sendPhoto", chat_id=FAMILY, photo="AgACAgIAAx")


@shows(Why.DOCUMENT_MISSING)
async def _(at: Stage) -> Reply:
    return await at.call("sendDocument", chat_id=FAMILY, document="attach://nothing")


@shows(Why.DOCUMENT_INVALID)
async def _(at: Stage) -> Reply:
    return await at.call("sendDocument", chat_id=FAMILY, document="BQACAgIAAx")


@shows(Why.DOCUMENT_EMPTY)
async def _(at: Stage) -> Reply:
    return await at.form("sendDocument", chat_id=str(FAMILY), document="attach://d", d=b"")


@shows(Why.FILE_TOO_BIG)
async def _(at: Stage) -> Reply:
    at.sandbox.settings = replace(at.sandbox.settings, document_bytes=3)
    return await at.form("sendDocument", chat_id=str(FAMILY), document="attach://d", d=b"four")


@shows(Why.REPLY_NOT_FOUND)
async def _(at: Stage) -> Reply:
    return await send(at, reply_parameters={"message_id": 5})


# Keyboards


@shows(Why.BUTTON)
async def _(at: Stage) -> Reply:
    return await send(at, reply_markup=keyboard({"text": "mute"}))


@shows(Why.BUTTON_TEXT_EMPTY)
async def _(at: Stage) -> Reply:
    return await send(at, reply_markup=keyboard(data("x", text="")))


@shows(Why.BUTTON_DATA)
async def _(at: Stage) -> Reply:
    assert (await send(at, reply_markup=keyboard(data("\N{BLACK HEART SUIT}" * 21 + "x")))).status == 200
    return await send(at, reply_markup=keyboard(data("\N{BLACK HEART SUIT}" * 21 + "xx")))


@shows(Why.BUTTON_URL)
async def _(at: Stage) -> Reply:
    return await send(at, reply_markup=keyboard({"text": "go", "url": "ftp://example.com"}))


@shows(Why.BUTTON_ACTIONS)
async def _(at: Stage) -> Reply:
    return await send(at, reply_markup=keyboard(data("x") | {"disabled": {}}))


@shows(Why.KEYBOARD_TOO_LONG)
async def _(at: Stage) -> Reply:
    full = [[data("x")] * 8] * 12 + [[data("x")] * 4]
    assert (await send(at, reply_markup=keyboard(*full))).status == 200
    assert (await send(at, reply_markup=keyboard([data("x")] * 9))).status == 400
    return await send(at, reply_markup=keyboard(*full, data("x")))


# Messages that exist already


@shows(Why.MESSAGE_ID_EMPTY)
async def _(at: Stage) -> Reply:
    return await at.call("editMessageText", chat_id=FAMILY, text="new")


@shows(Why.MESSAGE_IDS_EMPTY)
async def _(at: Stage) -> Reply:
    return await at.call("deleteMessages", chat_id=FAMILY)


@shows(Why.MESSAGE_IDS_TOO_MANY)
async def _(at: Stage) -> Reply:
    return await at.call("deleteMessages", chat_id=FAMILY, message_ids=list(range(1, 102)))


@shows(Why.NOT_MODIFIED)
async def _(at: Stage) -> Reply:
    number = await at.send(text="<b>same</b>", parse_mode="HTML", reply_markup=keyboard(data("x")))
    return await edit(at, number, "<b>same</b> ", parse_mode="HTML", reply_markup=keyboard(data("x")))


@shows(Why.EDIT_NOT_FOUND)
async def _(at: Stage) -> Reply:
    number = await at.send()
    await at.call("deleteMessage", chat_id=FAMILY, message_id=number)
    return await edit(at, number)


@shows(Why.EDIT_FORBIDDEN)
async def _(at: Stage) -> Reply:
    return await edit(at, at.say("mine").id)


@shows(Why.EDIT_NO_TEXT)
async def _(at: Stage) -> Reply:
    return await edit(at, await photo(at))


@shows(Why.EDIT_NO_CAPTION)
async def _(at: Stage) -> Reply:
    return await at.call("editMessageCaption", chat_id=FAMILY, message_id=await at.send(), caption="new")


@shows(Why.DELETE_NOT_FOUND)
async def _(at: Stage) -> Reply:
    return await at.call("deleteMessage", chat_id=FAMILY, message_id=5)


@shows(Why.DELETE_FORBIDDEN)
async def _(at: Stage) -> Reply:
    return await at.call("deleteMessage", chat_id=FAMILY, message_id=at.say("mine").id)


@shows(Why.DELETE_TOO_OLD)
async def _(at: Stage) -> Reply:
    number = await at.send()
    at.clock.now += 48 * 3600 + 1
    return await at.call("deleteMessage", chat_id=FAMILY, message_id=number)


@shows(Why.PIN_NOT_FOUND)
async def _(at: Stage) -> Reply:
    return await at.call("pinChatMessage", chat_id=FAMILY, message_id=5)


@shows(Why.UNPIN_NOT_FOUND)
async def _(at: Stage) -> Reply:
    at.family.bot = "administrator"
    return await at.call("unpinChatMessage", chat_id=FAMILY)


@shows(Why.PIN_RIGHTS)
async def _(at: Stage) -> Reply:
    return await at.call("pinChatMessage", chat_id=FAMILY, message_id=await at.send())


# Callback queries


@shows(Why.QUERY_TOO_OLD)
async def _(at: Stage) -> Reply:
    query = await at.query()
    at.clock.now += 15.5
    return await at.call("answerCallbackQuery", callback_query_id=query.id)


@shows(Why.ANSWER_TOO_LONG)
async def _(at: Stage) -> Reply:
    query = await at.query()
    return await at.call("answerCallbackQuery", callback_query_id=query.id, text="x" * 201)


@shows(Why.ANSWER_URL)
async def _(at: Stage) -> Reply:
    query = await at.query()
    return await at.call("answerCallbackQuery", callback_query_id=query.id, url="no address")


# Ephemeral messages


async def ephemeral(at: Stage, chat: int = FAMILY, **parameters: Any) -> Reply:
    return await send(at, "hand", chat, ephemeral_message_parameters={"receiver_user_id": ANNA} | parameters)


@shows(Why.EPHEMERAL_FORBIDDEN)
async def _(at: Stage) -> Reply:
    query = await at.query()
    at.clock.now += 15.5
    return await ephemeral(at, callback_query_id=query.id)


@shows(Why.EPHEMERAL_CHAT)
async def _(at: Stage) -> Reply:
    at.start()
    return await ephemeral(at, ANNA)


@shows(Why.EPHEMERAL_RECEIVER)
async def _(at: Stage) -> Reply:
    at.family.bot = "administrator"
    return await ephemeral(at, receiver_user_id=9999)


@shows(Why.EPHEMERAL_QUERY)
async def _(at: Stage) -> Reply:
    query = await at.query(BOHDAN)
    return await ephemeral(at, callback_query_id=query.id)


@shows(Why.EPHEMERAL_REPLACE)
async def _(at: Stage) -> Reply:
    at.family.bot = "administrator"
    first = await send(
        at, "hand", ephemeral_message_parameters={"receiver_user_id": ANNA}, reply_markup=keyboard(data("x"))
    )
    key = (0, first.result["ephemeral_message_id"])
    query = people.tap(at.sandbox, at.person(), at.family, key, row=0, column=0)
    return await ephemeral(at, callback_query_id=query.id, replace_callback_query_message=True)


@shows(Why.EPHEMERAL_EDIT_TOO_LONG)
async def _(at: Stage) -> Reply:
    at.family.bot = "administrator"
    number = (await ephemeral(at)).result["ephemeral_message_id"]
    address = {"chat_id": FAMILY, "receiver_user_id": ANNA, "ephemeral_message_id": number}
    assert (await at.call("editEphemeralMessageText", **address, text="x" * 1024)).status == 200
    return await at.call("editEphemeralMessageText", **address, text="x" * 1025)


@shows(Why.EPHEMERAL_NOT_FOUND)
async def _(at: Stage) -> Reply:
    at.family.bot = "administrator"
    number = (await ephemeral(at)).result["ephemeral_message_id"]
    return await at.call(
        "deleteEphemeralMessage", chat_id=FAMILY, receiver_user_id=BOHDAN, ephemeral_message_id=number
    )


# Commands of the bot


async def set_commands(at: Stage, *commands: tuple[str, str], **fields: Any) -> Reply:
    listed = [{"command": command, "description": text} for command, text in commands]
    return await at.call("setMyCommands", commands=listed, **fields)


@shows(Why.COMMAND_INVALID)
async def _(at: Stage) -> Reply:
    return await set_commands(at, ("New", "a new game"))


@shows(Why.COMMAND_DESCRIPTION)
async def _(at: Stage) -> Reply:
    return await set_commands(at, ("new", "x" * 257))


@shows(Why.COMMANDS_TOO_MANY)
async def _(at: Stage) -> Reply:
    return await set_commands(at, *((f"c{number}", "one") for number in range(101)))


@shows(Why.SCOPE)
async def _(at: Stage) -> Reply:
    return await set_commands(at, ("new", "one"), scope={"type": "somewhere"})


@shows(Why.LANGUAGE_CODE)
async def _(at: Stage) -> Reply:
    return await set_commands(at, ("new", "one"), language_code="ukr")


@shows(Why.CHAT_ACTION)
async def _(at: Stage) -> Reply:
    return await at.call("sendChatAction", chat_id=FAMILY, action="thinking")


# Receiving updates


@shows(Why.OTHER_POLLER)
async def _(at: Stage) -> Reply:
    first = asyncio.create_task(at.call("getUpdates", timeout=50))
    await at.poller_waits()
    await at.call("getUpdates", timeout=0)
    return await first


@shows(Why.WEBHOOK_ACTIVE)
async def _(at: Stage) -> Reply:
    await at.call("setWebhook", url="http://127.0.0.1:9/hook")
    return await at.call("getUpdates")


@shows(Why.POLLER_ENDED_BY_WEBHOOK)
async def _(at: Stage) -> Reply:
    first = asyncio.create_task(at.call("getUpdates", timeout=50))
    await at.poller_waits()
    await at.call("setWebhook", url="http://127.0.0.1:9/hook")
    return await first


@shows(Why.WEBHOOK_URL)
async def _(at: Stage) -> Reply:
    return await at.call("setWebhook", url="mailto:me@example.com")


@shows(Why.SECRET_TOO_LONG)
async def _(at: Stage) -> Reply:
    return await at.call("setWebhook", url="http://127.0.0.1:9/hook", secret_token="x" * 257)


@shows(Why.SECRET_CHARACTERS)
async def _(at: Stage) -> Reply:
    return await at.call("setWebhook", url="http://127.0.0.1:9/hook", secret_token="no spaces")


@shows(Why.SERVER_ERROR)
async def _(at: Stage) -> Reply:
    await at.session.post(f"{at.url}/sandbox/faults", json={"name": "server_error"})
    return await send(at)


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
async def test_the_sandbox_refuses_as_the_table_says(why: Why) -> None:
    async with stage() as at:
        reply = await SHOWS[why](at)
        pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(why.value.text))
        assert reply.body["ok"] is False
        assert (reply.status, reply.body["error_code"]) == (why.value.code, why.value.code)
        assert re.fullmatch(pattern, reply.body["description"]), reply.body["description"]
        assert at.sandbox.stats.refusals.total() >= 1


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name)
def test_a_row_names_methods_that_exist_and_a_source(why: Why) -> None:
    assert why.value.source
    assert why.value.methods == ANY or all(bot_api().method(name) for name in why.value.methods.split())


async def test_a_refused_call_changes_nothing_that_people_see() -> None:
    for why in set(Why) - {Why.OTHER_POLLER, Why.POLLER_ENDED_BY_WEBHOOK}:
        async with stage() as at:
            reply = await SHOWS[why](at)
            assert at.sandbox.feed.seq == reply.seq_before, why
