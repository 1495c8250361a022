"""The bot about itself: its user, its command menus, its descriptions."""

import re

from bot.sandbox.core import Sandbox
from bot.sandbox.menu import Scope, scope_of
from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"([a-z]{2})?")


def get_me(sandbox: Sandbox, _: Call) -> Object:
    """`getMe`: privacy mode is on."""
    user = sandbox.world.user(sandbox.world.bot.id) or {}
    return user | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def _scope(sandbox: Sandbox, call: Call) -> Scope:
    body = call.object("scope") or {"type": "default"}
    if "chat_id" not in body:
        return scope_of(body)
    chat = sandbox.world.chats.get(body["chat_id"])
    if chat is None:
        raise RefusedError(Why.CHAT_NOT_FOUND)
    return scope_of(body, chat.id)


def _language(call: Call) -> str:
    code = call.text("language_code")
    if not _LANGUAGE.fullmatch(code):
        raise RefusedError(Why.LANGUAGE_CODE)
    return code


def set_my_commands(sandbox: Sandbox, call: Call) -> bool:
    """`setMyCommands` for a scope and a language."""
    commands = call.items("commands")
    if len(commands) > sandbox.settings.commands:
        raise RefusedError(Why.COMMANDS_TOO_MANY)
    if not all(_COMMAND.fullmatch(command["command"].removeprefix("/")) for command in commands):
        raise RefusedError(Why.COMMAND_INVALID)
    scope, language = _scope(sandbox, call), _language(call)
    if not commands:
        sandbox.menu.delete(scope, language)
    else:
        sandbox.menu.set(scope, language, commands)
    sandbox.feed.publish("commands")
    return True


def get_my_commands(sandbox: Sandbox, call: Call) -> list[Object]:
    """`getMyCommands`: exactly what was set, without looking further."""
    return sandbox.menu.get(_scope(sandbox, call), _language(call))


def delete_my_commands(sandbox: Sandbox, call: Call) -> bool:
    """`deleteMyCommands`."""
    sandbox.menu.delete(_scope(sandbox, call), _language(call))
    sandbox.feed.publish("commands")
    return True


_FIELDS = {
    "setMyName": "name",
    "getMyName": "name",
    "setMyDescription": "description",
    "getMyDescription": "description",
    "setMyShortDescription": "short_description",
    "getMyShortDescription": "short_description",
}


def set_my_text(sandbox: Sandbox, call: Call) -> bool:
    """`setMyName`, `setMyDescription`, `setMyShortDescription`."""
    field = _FIELDS[call.method.name]
    sandbox.profile[field, _language(call)] = call.text(field)
    return True


def get_my_text(sandbox: Sandbox, call: Call) -> Object:
    """`getMyName`, `getMyDescription`, `getMyShortDescription`; a language falls back to the default."""
    field = _FIELDS[call.method.name]
    default = sandbox.profile.get((field, ""), sandbox.world.bot.name if field == "name" else "")
    return {field: sandbox.profile.get((field, _language(call)), default)}
