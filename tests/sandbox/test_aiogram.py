"""Whatever the sandbox says, aiogram understands: its client every answer, its models every update."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    BotCommandScopeChatMember,
    BufferedInputFile,
    ChatMemberAdministrator,
    ChatMemberLeft,
    ChatMemberOwner,
    CopyTextButton,
    DisabledButton,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)

from bot.sandbox import people as acts
from bot.sandbox.methods.table import METHODS
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY
from tests.support.sandbox import Server

BUTTONS = InlineKeyboardMarkup(
    inline_keyboard=[
        [
            InlineKeyboardButton(text="Tap", callback_data="x", style="primary"),
            InlineKeyboardButton(text="Go", url="https://t.me/thousand_sandbox_bot?start=a"),
        ],
        [
            InlineKeyboardButton(text="No", disabled=DisabledButton()),
            InlineKeyboardButton(text="Copy", copy_text=CopyTextButton(text="abc")),
        ],
    ]
)
PICTURE = BufferedInputFile(b"\x89PNG...", "a.png")


async def test_every_method_of_the_sandbox_is_called_and_its_result_read(server: Server, bot: Bot) -> None:
    """The list of calls below is complete: a method without one fails the last line."""
    world = server.sandbox.world
    family = world.chats[FAMILY]
    family.bot = "administrator"
    acts.send(server.sandbox, world.people[ANNA], world.chats[ANNA], "/start")

    assert (await bot.get_me()).username == "thousand_sandbox_bot"
    board = await bot.send_message(
        FAMILY,
        "<b>Board</b>",
        parse_mode="HTML",
        reply_markup=BUTTONS,
        disable_notification=True,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    assert board.reply_markup is not None
    assert board.reply_markup.model_dump() == BUTTONS.model_dump()
    assert board.html_text == "<b>Board</b>"
    edited = await bot.edit_message_text(
        "New", chat_id=FAMILY, message_id=board.message_id, reply_markup=BUTTONS
    )
    assert isinstance(edited, Message)
    assert edited.edit_date is not None
    bare = await bot.edit_message_reply_markup(chat_id=FAMILY, message_id=board.message_id)
    assert isinstance(bare, Message)
    assert bare.reply_markup is None
    reply = await bot.send_message(
        FAMILY, "re", reply_parameters=ReplyParameters(message_id=board.message_id)
    )
    assert reply.reply_to_message is not None

    photo = await bot.send_photo(FAMILY, PICTURE, caption="<i>c</i>", parse_mode="HTML", reply_markup=BUTTONS)
    assert photo.photo is not None
    captioned = await bot.edit_message_caption(chat_id=FAMILY, message_id=photo.message_id, caption="d")
    assert isinstance(captioned, Message)
    assert captioned.caption == "d"
    filed = await bot.send_document(FAMILY, BufferedInputFile(b"thousand 1", "game.tgr"), caption="e")
    assert filed.document is not None
    assert (filed.document.file_name, filed.document.file_size) == ("game.tgr", 10)
    assert await bot.send_chat_action(FAMILY, "typing")

    hand = await bot.send_message(
        FAMILY,
        "hand",
        reply_markup=BUTTONS,
        ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=ANNA),
    )
    assert hand.ephemeral_message_id is not None
    secret: dict[str, Any] = {
        "chat_id": FAMILY,
        "receiver_user_id": ANNA,
        "ephemeral_message_id": hand.ephemeral_message_id,
    }
    assert await bot.edit_ephemeral_message_text(**secret, text="hand 2", reply_markup=BUTTONS)
    assert await bot.edit_ephemeral_message_reply_markup(**secret)
    assert await bot.delete_ephemeral_message(**secret)

    assert await bot.pin_chat_message(FAMILY, board.message_id, disable_notification=True)
    full = await bot.get_chat(FAMILY)
    assert full.pinned_message is not None
    assert await bot.unpin_chat_message(FAMILY, message_id=board.message_id)
    assert await bot.unpin_all_chat_messages(FAMILY)
    assert await bot.delete_message(FAMILY, reply.message_id)
    assert await bot.delete_messages(FAMILY, [photo.message_id])

    assert isinstance(await bot.get_chat_member(FAMILY, ANNA), ChatMemberOwner)
    assert isinstance(await bot.get_chat_member(FAMILY, bot.id), ChatMemberAdministrator)
    stranger = world.add_person("Zed", "en")
    assert isinstance(await bot.get_chat_member(FAMILY, stranger.id), ChatMemberLeft)
    assert [type(who) for who in await bot.get_chat_administrators(FAMILY)] == [
        ChatMemberOwner,
        ChatMemberAdministrator,
    ]
    assert await bot.get_chat_member_count(FAMILY) == 4

    command = BotCommand(command="new", description="A new game", is_ephemeral=False)
    for scope in (
        None,
        BotCommandScopeAllGroupChats(),
        BotCommandScopeChat(chat_id=FAMILY),
        BotCommandScopeChatMember(chat_id=FAMILY, user_id=ANNA),
    ):
        assert await bot.set_my_commands([command], scope=scope, language_code="uk")
        (read,) = await bot.get_my_commands(scope=scope, language_code="uk")
        assert read.model_dump() == command.model_dump()
        assert await bot.delete_my_commands(scope=scope, language_code="uk")
    assert await bot.set_my_name("Thousand")
    assert (await bot.get_my_name()).name == "Thousand"
    assert await bot.set_my_description("A card game", language_code="uk")
    assert (await bot.get_my_description(language_code="uk")).description == "A card game"
    assert await bot.set_my_short_description("Cards")
    assert (await bot.get_my_short_description()).short_description == "Cards"

    tapped = await bot.send_message(FAMILY, "tap", reply_markup=BUTTONS)
    key = (tapped.message_id, None)
    query = acts.tap(server.sandbox, world.people[BOHDAN], family, key, row=0, column=0)
    assert await bot.answer_callback_query(query.id, text="ok", show_alert=True, cache_time=5)
    assert (await bot.get_updates(timeout=0))[-1].callback_query is not None

    assert await bot.set_webhook("http://127.0.0.1:9/hook", secret_token="s", allowed_updates=["message"])
    info = await bot.get_webhook_info()
    assert (info.url, info.allowed_updates) == ("http://127.0.0.1:9/hook", ["message"])
    assert await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.leave_chat(FAMILY)

    assert set(server.sandbox.stats.calls) == set(METHODS)


async def test_every_kind_of_update_is_read(server: Server, bot: Bot) -> None:
    sandbox = server.sandbox
    world = sandbox.world
    anna, bohdan = world.people[ANNA], world.people[BOHDAN]
    await bot.get_updates(allowed_updates=["message", "callback_query", "my_chat_member", "chat_member"])
    forum = world.new_group("Forum", "supergroup", [ANNA, BOHDAN], forum=True)
    acts.set_bot(sandbox, anna, forum, "administrator")
    topic = acts.new_topic(sandbox, anna, forum, "Cards")
    acts.promote(sandbox, bohdan, forum, anonymous=True)
    acts.send(sandbox, bohdan, forum, "/new @anna https://e.com", thread=topic.id)
    acts.leave(sandbox, bohdan, forum)
    acts.open_link(sandbox, anna, "t.me/thousand_sandbox_bot?start=a")
    acts.set_blocked(sandbox, anna, blocked=True)
    group = world.new_group("Old", "group", [ANNA])
    board = await bot.send_message(group.id, "tap", reply_markup=BUTTONS)
    acts.tap(sandbox, anna, group, (board.message_id, None), row=0, column=0)
    acts.migrate(sandbox, group)
    acts.set_bot(sandbox, anna, forum, "kicked")

    updates = await bot.get_updates()
    assert [update.event_type for update in updates] == [
        "my_chat_member",
        "message",
        "chat_member",
        "message",
        "message",
        "chat_member",
        "message",
        "my_chat_member",
        "callback_query",
        "message",
        "message",
        "my_chat_member",
    ]
    assert len(updates) == sandbox.stats.updates


async def _spent(bot: Bot) -> None:
    for number in range(21):
        await bot.send_message(FAMILY, str(number))


async def _never_started(bot: Bot) -> None:
    await bot.send_message(ANNA, "hi")


async def _malformed(bot: Bot) -> None:
    await bot.send_message(FAMILY, "<b>", parse_mode="HTML")


async def _wrong_token(bot: Bot) -> None:
    await Bot("43:OTHER", session=bot.session).get_me()


async def _polling_beside_a_webhook(bot: Bot) -> None:
    await bot.set_webhook("http://127.0.0.1:9/hook")
    await bot.get_updates()


async def _not_built(bot: Bot) -> None:
    await bot.send_dice(FAMILY)


class Unknown(TelegramMethod[bool]):
    """A method that no version of the Bot API has."""

    __returning__ = bool
    __api_method__ = "sendMassage"


async def _unknown(bot: Bot) -> None:
    await bot(Unknown())


@pytest.mark.parametrize(
    ("scene", "error"),
    [
        (_spent, TelegramRetryAfter),
        (_never_started, TelegramForbiddenError),
        (_malformed, TelegramBadRequest),
        (_wrong_token, TelegramUnauthorizedError),
        (_polling_beside_a_webhook, TelegramConflictError),
        (_not_built, TelegramServerError),
        (_unknown, TelegramNotFound),
    ],
)
async def test_refusals_become_aiograms_exceptions(
    bot: Bot, scene: Callable[[Bot], Awaitable[None]], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await scene(bot)


async def test_a_migrated_group_is_followed_by_the_exception(server: Server, bot: Bot) -> None:
    group = server.sandbox.world.new_group("Old", "group", [ANNA])
    upgraded = acts.migrate(server.sandbox, group)
    with pytest.raises(TelegramMigrateToChat) as caught:
        await bot.send_message(group.id, "hi")
    assert caught.value.migrate_to_chat_id == upgraded.id
