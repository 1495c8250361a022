"""Messages that answer a command or a tap: said once, within the budgets, and not worth waiting for long.

They wait in a queue of their own per chat, so that an update is done with once it is committed or refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from aiogram.exceptions import AiogramError

from bot.delivery.mail import Mail
from bot.delivery.ports import Budgets
from bot.delivery.verdicts import Hold, Moved, verdict
from bot.screens.model import File, Screen
from bot.tables.model import Place
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
_PATIENCE: Final = 15.0
"""Seconds that words may wait for their share of the budget."""
_WAITING: Final = 3
"""Replies that may wait in one chat; what comes on top is dropped."""
_FAREWELL: Final = 1.0

_Send: TypeAlias = Callable[[Place], Awaitable[object]]
"""Says it at a place: where it was meant for, or the supergroup that this became."""
_Move: TypeAlias = Callable[[int, int, int], Awaitable[None]]
"""Learns of such a group: its old number, the new one, no update."""


async def _unheard(_old: int, _new: int, _update: int) -> None:
    """Nobody else needs to know."""


@dataclass(frozen=True, slots=True)
class _Reply:
    place: Place
    send: _Send


class Replies:
    """Words that are no state: what is not said in time stays unsaid."""

    def __init__(self, mail: Mail, budgets: Budgets, moved: _Move = _unheard) -> None:
        """`moved` is told of groups that became supergroups."""
        self._mail = mail
        self._budgets = budgets
        self._moved = moved
        self._waiting: dict[int, dict[object, _Reply]] = {}
        self._lanes: dict[int, asyncio.Task[None]] = {}

    async def say(self, place: Place, screen: Screen, asked: int | None = None) -> None:
        """Send a message to a group, or to a person whose id is the chat's; does not wait for it.

        `asked` is the message that it answers: a late answer is understood by it.
        """

        async def send(at: Place) -> None:
            answered = asked if at == place else None  # in a supergroup other messages have these numbers
            await self._mail.send(at.chat, screen, thread=at.thread, asked=answered)

        self._queue((place, screen.digest), _Reply(place, send))

    async def hand(self, place: Place, file: File) -> None:
        """Send a file; does not wait for it."""

        async def send(at: Place) -> None:
            await self._mail.send_file(at.chat, file, thread=at.thread)

        self._queue((place, file.digest), _Reply(place, send))

    async def change(self, chat: int, message: int, screen: Screen) -> None:
        """Turn a message that is no state into another page; does not wait for it."""

        async def send(at: Place) -> None:
            if at.chat == chat:
                await self._mail.edit(chat, message, screen)
            else:
                await self._mail.send(at.chat, screen)

        self._queue((message,), _Reply(Place(chat), send))

    async def close(self) -> None:
        """Say what can be said at once, drop the rest."""
        if self._lanes:
            await asyncio.wait(self._lanes.values(), timeout=_FAREWELL)
            for lane in self._lanes.values():
                lane.cancel()

    def _queue(self, key: object, reply: _Reply) -> None:
        """A reply that equals one that waits is that one."""
        chat = reply.place.chat
        waiting = self._waiting.setdefault(chat, {})
        if key not in waiting and len(waiting) >= _WAITING:
            _log.info("a reply to chat %s is dropped: others wait already", chat)
            return
        waiting[key] = reply
        if chat not in self._lanes:
            self._lanes[chat] = asyncio.create_task(self._serve(chat))

    async def _serve(self, chat: int) -> None:
        waiting = self._waiting[chat]
        try:
            while waiting:
                granted = await self._granted(chat)
                key = next(iter(waiting))
                reply = waiting.pop(key)
                if granted and (new := await self._sent(reply)):
                    await self._follow(chat, new, {key: reply, **waiting})
        except StorageDown as error:  # the storage's own watch tells of it
            _log.info("replies to chat %s are lost: %s", chat, error)
        except Exception:  # noqa: BLE001 - what was decided is stored; words about it may fail
            _log.exception("replies to chat %s failed", chat)
        finally:
            del self._waiting[chat], self._lanes[chat]

    async def _sent(self, reply: _Reply) -> int | None:
        """The supergroup that the chat became, if that is why it did not go out."""
        chat = reply.place.chat
        try:
            await reply.send(reply.place)
        except AiogramError as error:
            match verdict(error):
                case Moved(new):
                    return new
                case Hold(seconds):
                    await self._budgets.hold(chat, seconds)
                case _:
                    pass
            _log.info("a reply to chat %s is lost: %s", chat, error)
        return None

    async def _follow(self, chat: int, new: int, replies: Mapping[object, _Reply]) -> None:
        """What waits is said in the supergroup, within its budget; a basic group had no topics."""
        self._waiting[chat].clear()
        await self._moved(chat, new, 0)
        for key, reply in replies.items():
            self._queue(key, _Reply(Place(new), reply.send))

    async def _granted(self, chat: int) -> bool:
        clock = asyncio.get_running_loop().time
        until = clock() + _PATIENCE
        while wait := await self._budgets.take(chat, words=True):
            if clock() + wait > until:
                _log.info("a reply to chat %s is dropped: its budget is spent", chat)
                return False
            await asyncio.sleep(wait)
        return True
