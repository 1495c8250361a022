"""Telegram's menus of commands: by scope, in three languages; everybody else reads English."""

from __future__ import annotations

import logging
from typing import Final

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.methods import SetMyCommands
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.i18n import LANGS, Lang, tr
from bot.i18n.translator import FALLBACK
from bot.telegram.commands import Scope, listed

_log = logging.getLogger(__name__)
_SCOPES: Final[dict[Scope, BotCommandScopeAllGroupChats | BotCommandScopeAllPrivateChats]] = {
    Scope.GROUP: BotCommandScopeAllGroupChats(),
    Scope.PRIVATE: BotCommandScopeAllPrivateChats(),
}


async def fill(bot: Bot) -> None:
    """Set all menus; trouble is no trouble here, the old ones stay."""
    try:
        for scope, place in _SCOPES.items():
            for lang in (None, *LANGS):
                commands = _commands(scope, lang or FALLBACK)
                await bot(SetMyCommands(commands=commands, scope=place, language_code=lang))
    except AiogramError as error:
        _log.warning("the menus of commands stay as they are: %s", error)


def _commands(scope: Scope, lang: Lang) -> list[BotCommand]:
    return [
        BotCommand(command=command.name, description=tr(lang, f"command-{command.name}"))
        for command in listed(scope)
    ]
