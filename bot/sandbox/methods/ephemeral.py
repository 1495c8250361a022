"""Ephemeral messages (Bot API 10.2, reshaped in 10.3): only one person of a group sees them.

The bot may send one within 15 seconds of an action of that person which the call names (a tap, an ephemeral
command), and at any time where it is an administrator. They have message id 0 and a number of their own.
"""

from dataclasses import dataclass, replace

from bot.sandbox.core import Sandbox
from bot.sandbox.markup import utf16
from bot.sandbox.methods.access import find_chat, writable_chat
from bot.sandbox.methods.content import read_keyboard, read_text
from bot.sandbox.model import Chat, Message
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who sees an ephemeral message, and in place of which message, if any."""

    person: int | None
    replaces: int | None


def find_receiver(sandbox: Sandbox, chat: Chat, call: Call) -> Receiver | None:
    """The receiver that a call names; nothing for an ordinary message.

    Raises:
        RefusedError: the bot may not send it, or the action it names is not the receiver's.
    """
    parameters = call.object("ephemeral_message_parameters")
    if parameters is None:
        return None
    if chat.private:
        raise RefusedError(Why.EPHEMERAL_CHAT)
    person = parameters["receiver_user_id"]
    if person not in chat.members:
        raise RefusedError(Why.EPHEMERAL_RECEIVER)
    replaces = None
    fresh = False
    if query_id := parameters.get("callback_query_id"):
        query = sandbox.world.queries.get(query_id)
        if query is None or (query.person, query.chat) != (person, chat.id):
            raise RefusedError(Why.EPHEMERAL_QUERY)
        fresh = sandbox.age(query.at) <= sandbox.settings.ephemeral_seconds
        if parameters.get("replace_callback_query_message"):
            replaces, ephemeral_id = query.message
            if ephemeral_id is not None:
                raise RefusedError(Why.EPHEMERAL_REPLACE)
    fresh = fresh or _replies_in_time(sandbox, chat, call, person)
    if not fresh and chat.bot != "administrator":
        raise RefusedError(Why.EPHEMERAL_FORBIDDEN)
    return Receiver(person, replaces)


def _replies_in_time(sandbox: Sandbox, chat: Chat, call: Call, person: int) -> bool:
    parameters = call.object("reply_parameters") or {}
    command = chat.messages.get((0, parameters.get("ephemeral_message_id")))
    return (
        command is not None
        and command.sender == person
        and sandbox.age(command.date) <= sandbox.settings.ephemeral_seconds
    )


def _find(sandbox: Sandbox, call: Call) -> tuple[Chat, Message]:
    chat = find_chat(sandbox, call)
    message = chat.messages.get((0, call.number("ephemeral_message_id")))
    if message is None or message.deleted or message.receiver != call.number("receiver_user_id"):
        raise RefusedError(Why.EPHEMERAL_NOT_FOUND)
    return chat, message


def _revise(sandbox: Sandbox, call: Call, chat: Chat, old: Message, new: Message) -> bool:
    writable_chat(sandbox, call)
    sandbox.spend(chat, receiver=old.receiver)
    if (old.markup, old.keyboard) == (new.markup, new.keyboard):
        raise RefusedError(Why.NOT_MODIFIED)
    sandbox.revise(new)
    return True


def edit_text(sandbox: Sandbox, call: Call) -> bool:
    """`editEphemeralMessageText`."""
    markup = read_text(sandbox, call, Why.EDIT_TOO_LONG)
    if utf16(markup.text) > sandbox.settings.ephemeral_edit_units:
        raise RefusedError(Why.EPHEMERAL_EDIT_TOO_LONG)
    keyboard = read_keyboard(call, sandbox.settings)
    chat, message = _find(sandbox, call)
    return _revise(sandbox, call, chat, message, replace(message, markup=markup, keyboard=keyboard))


def edit_reply_markup(sandbox: Sandbox, call: Call) -> bool:
    """`editEphemeralMessageReplyMarkup`."""
    keyboard = read_keyboard(call, sandbox.settings)
    chat, message = _find(sandbox, call)
    return _revise(sandbox, call, chat, message, replace(message, keyboard=keyboard))


def delete(sandbox: Sandbox, call: Call) -> bool:
    """`deleteEphemeralMessage`."""
    _, message = _find(sandbox, call)
    sandbox.remove(message)
    return True
