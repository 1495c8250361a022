"""Chats and their members, as the bot may know them."""

from bot.sandbox import wire
from bot.sandbox.core import Sandbox
from bot.sandbox.methods.access import find_chat
from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call


def get_chat(sandbox: Sandbox, call: Call) -> Object:
    """`getChat`."""
    return wire.full_chat(sandbox.world, find_chat(sandbox, call))


def get_chat_member(sandbox: Sandbox, call: Call) -> Object:
    """`getChatMember`: people who are not in the chat have the status `left`."""
    user = call.number("user_id")
    if user <= 0:
        raise RefusedError(Why.USER_ID_INVALID)
    chat = find_chat(sandbox, call)
    if sandbox.world.user(user) is None:
        raise RefusedError(Why.USER_NOT_FOUND)
    return wire.member(sandbox.world, chat, user)


def get_chat_administrators(sandbox: Sandbox, call: Call) -> list[Object]:
    """`getChatAdministrators`: without other bots, with the bot itself if it is one."""
    chat = find_chat(sandbox, call)
    if chat.private:
        raise RefusedError(Why.NO_ADMINISTRATORS)
    own = [sandbox.world.bot.id] if chat.bot == "administrator" else []
    return [wire.member(sandbox.world, chat, user) for user in [*chat.administrators(), *own]]


def get_chat_member_count(sandbox: Sandbox, call: Call) -> int:
    """`getChatMemberCount`: the bot counts too."""
    return len(find_chat(sandbox, call).members) + 1


def leave_chat(sandbox: Sandbox, call: Call) -> bool:
    """`leaveChat`."""
    chat = find_chat(sandbox, call)
    if chat.private:
        raise RefusedError(Why.CANT_LEAVE_PRIVATE)
    chat.bot = "left"
    sandbox.world_changed()
    return True
