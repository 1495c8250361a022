"""What one person alone sees in the group: his hand, and sheets of a table that is not his.

The durable hand is in the private chat.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.delivery.whispers import Whispers
from bot.screens.hand import hand, hand_alert
from bot.screens.model import Screen, Toast
from bot.tables.model import PersonId, Stage, Table, TableId
from bot.tables.service import Service
from bot.telegram.finger import Finger, Reply

_REMEMBERED: Final = 1_000
"""Hands that were shown lately."""


class Here:
    """What «My cards» does, how a hand in the group follows its own buttons, and sheets for strangers."""

    def __init__(self, service: Service, whispers: Whispers) -> None:
        self._service = service
        self._whispers = whispers
        self._shown: dict[tuple[TableId, PersonId, int], None] = {}

    def open(self, table: Table, finger: Finger) -> Reply:
        """A message that only he sees; asked again in the same turn, a pop-up, which every client has."""
        person, asked = finger.user.id, (table.id, finger.user.id, table.turn)
        is_here = table.stage is Stage.PLAYING and finger.place.chat == table.place.chat
        screen = _hand(table, person) if is_here else None
        if screen is None or asked in self._shown:
            return Reply(Toast(hand_alert(table, person, finger.lang), alert=True))
        self._shown[asked] = None
        if len(self._shown) > _REMEMBERED:
            del self._shown[next(iter(self._shown))]
        return Reply(Toast(), partial(self._show, finger, screen))

    def sheet(self, finger: Finger, screen: Screen) -> Reply:
        """Score or rules. Another page replaces the one that was tapped: it is too long for an edit."""
        return Reply(Toast(), partial(self._show, finger, screen))

    def page(self, table: Table, finger: Finger, number: int) -> Reply:
        """Another page of such a hand."""
        return Reply(Toast(), partial(self._change, table, finger, number))

    def following(self, reply: Reply, table: TableId, finger: Finger) -> Reply:
        """The reply after which such a hand shows what is now."""
        if finger.whisper is None:
            return reply
        return Reply(reply.toast, partial(self._follow, reply, table, finger))

    async def _follow(self, reply: Reply, table: TableId, finger: Finger) -> None:
        if reply.then:
            await reply.then()
        found = await self._service.table(table)
        if found is not None:
            await self._change(found, finger)

    async def _show(self, finger: Finger, screen: Screen) -> None:
        self._whispers.show(finger.place, finger.user.id, screen, finger.query, old=finger.whisper)

    async def _change(self, table: Table, finger: Finger, page: int = 0) -> None:
        screen = _hand(table, finger.user.id, page)
        if screen is not None and finger.whisper is not None:
            self._whispers.change(finger.place.chat, finger.user.id, finger.whisper, screen)


def _hand(table: Table, person: PersonId, page: int = 0) -> Screen | None:
    """Such a hand in the language of its person; None: there is none to show."""
    seat = table.seat_of(person)
    if seat is None or table.match is None:
        return None
    return hand(table, person, table.seats[seat].lang, page)
