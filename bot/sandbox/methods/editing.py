"""Messages that exist already: edited, deleted, pinned."""

from dataclasses import replace

from bot.sandbox import wire
from bot.sandbox.core import Sandbox
from bot.sandbox.methods.access import find_chat, writable_chat
from bot.sandbox.methods.content import read_caption, read_keyboard, read_text
from bot.sandbox.model import Chat, Message, Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call


def _find(chat: Chat, call: Call, missing: Why) -> Message:
    if not call.number("message_id"):
        raise RefusedError(Why.MESSAGE_ID_EMPTY)
    message = chat.messages.get((call.number("message_id"), None))
    if message is None or message.deleted:
        raise RefusedError(missing)
    return message


def _editable(sandbox: Sandbox, call: Call) -> tuple[Chat, Message]:
    if not call.has("chat_id"):
        raise RefusedError(Why.MESSAGE_ID_EMPTY)
    chat = find_chat(sandbox, call)
    message = _find(chat, call, Why.EDIT_NOT_FOUND)
    if message.sender != sandbox.world.bot.id or message.service is not None or message.frozen_markup:
        raise RefusedError(Why.EDIT_FORBIDDEN)
    return chat, message


def _revise(sandbox: Sandbox, call: Call, chat: Chat, old: Message, new: Message) -> Object:
    writable_chat(sandbox, call)
    sandbox.spend(chat)
    if (old.markup, old.keyboard) == (new.markup, new.keyboard):
        raise RefusedError(Why.NOT_MODIFIED)
    return wire.message(sandbox.world, sandbox.revise(new))


def edit_message_text(sandbox: Sandbox, call: Call) -> Object:
    """`editMessageText`."""
    markup = read_text(sandbox, call, Why.EDIT_TOO_LONG)
    keyboard = read_keyboard(call, sandbox.settings)
    chat, message = _editable(sandbox, call)
    if message.photo is not None or message.document is not None:
        raise RefusedError(Why.EDIT_NO_TEXT)
    return _revise(sandbox, call, chat, message, replace(message, markup=markup, keyboard=keyboard))


def edit_message_caption(sandbox: Sandbox, call: Call) -> Object:
    """`editMessageCaption`."""
    markup = read_caption(sandbox, call)
    keyboard = read_keyboard(call, sandbox.settings)
    chat, message = _editable(sandbox, call)
    if message.photo is None and message.document is None:
        raise RefusedError(Why.EDIT_NO_CAPTION)
    return _revise(sandbox, call, chat, message, replace(message, markup=markup, keyboard=keyboard))


def edit_message_reply_markup(sandbox: Sandbox, call: Call) -> Object:
    """`editMessageReplyMarkup`."""
    keyboard = read_keyboard(call, sandbox.settings)
    chat, message = _editable(sandbox, call)
    return _revise(sandbox, call, chat, message, replace(message, keyboard=keyboard))


def _deletable(sandbox: Sandbox, chat: Chat, message: Message) -> Why | None:
    """Why the bot can't delete a message: its own and, in private chats, all others, for 48 hours."""
    own = message.sender == sandbox.world.bot.id
    if chat.bot == "administrator":
        return None
    if not own and not chat.private:
        return Why.DELETE_FORBIDDEN
    if sandbox.world.clock() - message.date > sandbox.settings.delete_seconds:
        return Why.DELETE_TOO_OLD
    return None


def delete_message(sandbox: Sandbox, call: Call) -> bool:
    """`deleteMessage`."""
    chat = writable_chat(sandbox, call)
    message = _find(chat, call, Why.DELETE_NOT_FOUND)
    if (why := _deletable(sandbox, chat, message)) is not None:
        raise RefusedError(why)
    sandbox.remove(message)
    return True


def delete_messages(sandbox: Sandbox, call: Call) -> bool:
    """`deleteMessages`: those that can't be found are skipped."""
    chat = writable_chat(sandbox, call)
    found = [chat.messages.get((number, None)) for number in call.items("message_ids")]
    messages = [message for message in found if message is not None and not message.deleted]
    if any(_deletable(sandbox, chat, message) is not None for message in messages):
        raise RefusedError(Why.DELETE_FORBIDDEN)
    for message in messages:
        sandbox.remove(message)
    return True


def _may_pin(chat: Chat) -> None:
    if not chat.private and chat.bot != "administrator":
        raise RefusedError(Why.PIN_RIGHTS)


def pin_chat_message(sandbox: Sandbox, call: Call) -> bool:
    """`pinChatMessage`: leaves a service message, as Telegram does."""
    chat = writable_chat(sandbox, call)
    message = _find(chat, call, Why.PIN_NOT_FOUND)
    _may_pin(chat)
    if message.id in chat.pinned:
        chat.pinned.remove(message.id)
    chat.pinned.append(message.id)
    pinned = wire.message(sandbox.world, message, replies=False)
    sandbox.post(
        Message(
            chat=chat.id,
            id=sandbox.world.next_message_id(),
            sender=sandbox.world.bot.id,
            date=sandbox.world.now,
            service={"pinned_message": pinned},
        )
    )
    sandbox.world_changed()
    return True


def unpin_chat_message(sandbox: Sandbox, call: Call) -> bool:
    """`unpinChatMessage`: the named one, else the newest."""
    chat = writable_chat(sandbox, call)
    _may_pin(chat)
    number = call.number("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if number not in chat.pinned:
        raise RefusedError(Why.UNPIN_NOT_FOUND)
    chat.pinned.remove(number)
    sandbox.world_changed()
    return True


def unpin_all_chat_messages(sandbox: Sandbox, call: Call) -> bool:
    """`unpinAllChatMessages`."""
    chat = writable_chat(sandbox, call)
    _may_pin(chat)
    chat.pinned.clear()
    sandbox.world_changed()
    return True
