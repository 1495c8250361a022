"""Messages in a group that one person sees: his hand, where the others play.

He has tapped for each of them, within the fifteen seconds that Telegram allows, and they cost the group
nothing. They are no state: the newest wins, and what fails is not tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from aiogram.exceptions import AiogramError

from bot.delivery.mail import Mail
from bot.delivery.pace import USUAL, Pace
from bot.screens.model import Screen
from bot.tables.model import PersonId, Place

_log = logging.getLogger(__name__)

_REMEMBERED: Final = 1_000

_Send: TypeAlias = Callable[[], Awaitable[None]]
_Ear: TypeAlias = tuple[int, PersonId]
"""A group, and who hears there."""


class Whispers:
    """One lane for each person in each group."""

    def __init__(self, mail: Mail, pace: Pace = USUAL) -> None:
        self._mail = mail
        self._every = pace.whisper
        self._next: dict[_Ear, _Send] = {}
        self._lanes: dict[_Ear, asyncio.Task[None]] = {}
        self._shown: dict[_Ear, int] = {}
        """The newest of each, oldest first: one is enough."""

    def show(
        self, place: Place, person: PersonId, screen: Screen, query: str, *, old: int | None = None
    ) -> None:
        """Send a new one in place of an old one; `query` is the tap that allows it.

        `old` is the number of the one that was tapped, where it is a page too long to be edited.
        """
        self._queue((place.chat, person), partial(self._show, place, person, screen, query, old))

    def change(self, chat: int, person: PersonId, number: int, screen: Screen) -> None:
        """Bring the one with that number to this screen."""
        self._queue((chat, person), partial(self._mail.rewhisper, chat, person, number, screen))

    async def close(self) -> None:
        """What waits stays unsaid."""
        for lane in self._lanes.values():
            lane.cancel()
        await asyncio.gather(*self._lanes.values(), return_exceptions=True)

    async def _show(
        self, place: Place, person: PersonId, screen: Screen, query: str, tapped: int | None
    ) -> None:
        number = await self._mail.whisper(place, person, screen, query)
        ear = (place.chat, person)
        old = self._shown.pop(ear, tapped)
        if number is not None:
            self._shown[ear] = number
        if len(self._shown) > _REMEMBERED:
            del self._shown[next(iter(self._shown))]
        if old is not None:
            await self._mail.unwhisper(place.chat, person, old)

    def _queue(self, ear: _Ear, send: _Send) -> None:
        self._next[ear] = send
        if ear not in self._lanes:
            self._lanes[ear] = asyncio.create_task(self._serve(ear))

    async def _serve(self, ear: _Ear) -> None:
        try:
            while send := self._next.pop(ear, None):
                try:
                    await send()
                except AiogramError as error:
                    _log.info("a whisper in chat %s is lost: %s", ear[0], error)
                await asyncio.sleep(self._every)
        finally:
            del self._lanes[ear]
