"""Which function plays which method."""

from collections.abc import Awaitable, Callable, Mapping

from bot.sandbox.core import Sandbox
from bot.sandbox.methods import callbacks, chats, editing, ephemeral, profile, receiving, sending
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call
from bot.sandbox.schema import bot_api

Play = Callable[[Sandbox, Call], object | Awaitable[object]]

METHODS: Mapping[str, Play] = {
    "getMe": profile.get_me,
    "getUpdates": receiving.get_updates,
    "setWebhook": receiving.set_webhook,
    "deleteWebhook": receiving.delete_webhook,
    "getWebhookInfo": receiving.get_webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "pinChatMessage": editing.pin_chat_message,
    "unpinChatMessage": editing.unpin_chat_message,
    "unpinAllChatMessages": editing.unpin_all_chat_messages,
    "editEphemeralMessageText": ephemeral.edit_text,
    "editEphemeralMessageReplyMarkup": ephemeral.edit_reply_markup,
    "deleteEphemeralMessage": ephemeral.delete,
    "answerCallbackQuery": callbacks.answer_callback_query,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_chat_member,
    "getChatAdministrators": chats.get_chat_administrators,
    "getChatMemberCount": chats.get_chat_member_count,
    "leaveChat": chats.leave_chat,
    "setMyCommands": profile.set_my_commands,
    "getMyCommands": profile.get_my_commands,
    "deleteMyCommands": profile.delete_my_commands,
    "setMyName": profile.set_my_text,
    "getMyName": profile.get_my_text,
    "setMyDescription": profile.set_my_text,
    "getMyDescription": profile.get_my_text,
    "setMyShortDescription": profile.set_my_text,
    "getMyShortDescription": profile.get_my_text,
}


async def play(sandbox: Sandbox, call: Call) -> object:
    """Plays a call and gives its result, which fits the method's result type.

    Raises:
        RefusedError: Telegram, or the sandbox, would not do it.
    """
    method = METHODS.get(call.method.name)
    if method is None:
        raise RefusedError(Why.METHOD_NOT_BUILT, method=call.method.name)
    result = method(sandbox, call)
    if isinstance(result, Awaitable):
        result = await result
    if call.method.returns is not None:
        bot_api().check(call.method.returns, result)
    return result
