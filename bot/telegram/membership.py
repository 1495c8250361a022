"""Who belongs to a group: the buttons of a public one can be tapped by people who never joined it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from aiogram import Bot
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import AiogramError
from aiogram.methods import GetChatMember
from aiogram.types import ChatMemberRestricted, ChatMemberUnion

_log = logging.getLogger(__name__)
_OUT: Final = frozenset({ChatMemberStatus.KICKED, ChatMemberStatus.LEFT})
_SECONDS: Final = 300.0
_BRIEF: Final = 5.0
"""Seconds that a refusal holds: whoever joins the group taps again at once."""
_PATIENCE: Final = 2.0
"""Seconds that a tap waits for Telegram to tell."""
_KNOWN: Final = 10_000


class Membership:
    """Members of groups, remembered for five minutes; nobody is kept out because Telegram does not tell."""

    def __init__(
        self,
        bot: Bot,
        clock: Callable[[], float] | None = None,
        *,
        checked: bool = True,
        patience: float = _PATIENCE,
    ) -> None:
        """`clock` counts seconds; the event loop's by default. Unchecked, everybody belongs everywhere."""
        self._bot = bot
        self._clock = clock or asyncio.get_running_loop().time
        self._checked = checked
        self._patience = patience
        self._known: dict[tuple[int, int], tuple[float, bool]] = {}

    async def includes(self, chat: int, person: int) -> bool:
        """Whether a person belongs to a chat (fault D09)."""
        if chat >= 0 or not self._checked:  # only groups have members
            return True
        until, belongs = self._known.get((chat, person), (0.0, False))
        if until > self._clock():
            return belongs
        told = await self._ask(chat, person)
        if len(self._known) >= _KNOWN:
            self._known.clear()
        self._known[chat, person] = (self._clock() + (_SECONDS if told else _BRIEF), told is not False)
        return told is not False

    def forget(self, chat: int, person: int) -> None:
        """He came or went: Telegram is asked anew."""
        self._known.pop((chat, person), None)

    async def _ask(self, chat: int, person: int) -> bool | None:
        try:
            async with asyncio.timeout(self._patience):
                return not is_out(await self._bot(GetChatMember(chat_id=chat, user_id=person)))
        except (AiogramError, TimeoutError) as error:
            _log.warning("chat %s does not tell whether %s is a member: %r", chat, person, error)
            return None


def is_out(member: ChatMemberUnion) -> bool:
    """Whether somebody does not belong to the chat; who is restricted may."""
    match member:
        case ChatMemberRestricted(is_member=is_member):
            return not is_member
        case _:
            return member.status in _OUT
