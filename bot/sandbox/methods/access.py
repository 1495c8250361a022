"""May the bot do this here? Chats by id, membership, topics, rights, in Telegram's words."""

import math

from bot.sandbox.core import Sandbox
from bot.sandbox.model import Chat
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call

GENERAL_TOPIC = 1


def find_chat(sandbox: Sandbox, call: Call) -> Chat:
    """The chat that a call names; the bot must be able to read it.

    Raises:
        RefusedError: no such chat, or the bot is not in it.
    """
    world = sandbox.world
    chat = world.chats.get(call.chat) if call.chat is not None else None
    if chat is None:
        raise RefusedError(Why.CHAT_NOT_FOUND)
    if chat.private:
        person = world.people[chat.id]
        if not (person.started or person.blocked) and not any(world.groups_of(person.id)):
            raise RefusedError(Why.CHAT_NOT_FOUND)
        return chat
    basic = chat.type == "group"
    if chat.upgraded_to is not None:
        raise RefusedError(Why.CHAT_UPGRADED, parameters={"migrate_to_chat_id": chat.upgraded_to})
    if chat.deleted:
        raise RefusedError(Why.GROUP_DELETED)
    if chat.bot == "kicked":
        raise RefusedError(Why.KICKED_FROM_GROUP if basic else Why.KICKED_FROM_SUPERGROUP)
    if chat.bot == "left":
        raise RefusedError(Why.NOT_IN_GROUP if basic else Why.NOT_IN_SUPERGROUP)
    return chat


def writable_chat(sandbox: Sandbox, call: Call) -> Chat:
    """The chat that a call names, where the bot may write.

    Raises:
        RefusedError: as `find_chat`, or the person never started the bot or blocked it.
    """
    chat = find_chat(sandbox, call)
    if chat.private:
        person = sandbox.world.people[chat.id]
        if person.blocked:
            raise RefusedError(Why.BLOCKED)
        if not person.started:
            raise RefusedError(Why.NEVER_STARTED)
    return chat


def check_rights(sandbox: Sandbox, chat: Chat) -> None:
    """Whether the bot may send there at this moment: administrators always may.

    Raises:
        RefusedError: it is restricted, only administrators may write, or slow mode holds it.
    """
    if chat.private or chat.bot == "administrator":
        return
    if chat.quiet or chat.bot == "restricted":
        raise RefusedError(Why.NO_RIGHTS)
    wait = chat.slow_seconds - sandbox.age(chat.bot_wrote)
    if wait > 0:
        seconds = max(1, math.ceil(wait / sandbox.settings.time_scale))
        raise RefusedError(Why.SLOW_MODE, parameters={"retry_after": seconds}, seconds=seconds)


def find_thread(chat: Chat, call: Call) -> int | None:
    """The topic that a message goes to; General has none, and naming it by its id is refused.

    Raises:
        RefusedError: no such topic, or it is closed and the bot does not run the group.
    """
    thread = call.number("message_thread_id")
    if not chat.forum:
        return None
    if not thread:
        if chat.general_closed and chat.bot != "administrator":
            raise RefusedError(Why.TOPIC_CLOSED)
        return None
    topic = chat.topics.get(thread)
    if topic is None or thread == GENERAL_TOPIC:
        raise RefusedError(Why.THREAD_NOT_FOUND)
    if topic.closed and chat.bot != "administrator":
        raise RefusedError(Why.TOPIC_CLOSED)
    return thread
