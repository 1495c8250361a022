"""What was drawn a moment ago, and may wait for more: a trick is one edit, not three."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.delivery.pace import Pace
from bot.delivery.ports import Mark
from bot.tables.flow import between_deals, in_trick
from bot.tables.model import SlotKind, Table

_BOARDS: Final = frozenset({SlotKind.BOARD, SlotKind.WATCH})


class Lately:
    """When screens were drawn last, by the event loop's clock; a restart forgets it."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._drawn: dict[Mark, float] = {}
        """The oldest first."""

    def drew(self, mark: Mark) -> None:
        """It was drawn now, which is remembered as long as that matters."""
        now = asyncio.get_running_loop().time()
        self.forget(mark)
        self._drawn[mark] = now
        matters = now - max(self._pace.trick, self._pace.between)
        while self._drawn[oldest := next(iter(self._drawn))] < matters:
            del self._drawn[oldest]

    def forget(self, mark: Mark) -> None:
        """Its message has gone."""
        self._drawn.pop(mark, None)

    def can_wait(self, table: Table, mark: Mark) -> bool:
        """A board for the rest of the trick, a hand at the end of a deal for the cards of the next one."""
        drawn = self._drawn.get(mark)
        if drawn is None or mark.slot is None:
            return False
        pause = 0.0
        if mark.slot.kind in _BOARDS and in_trick(table):
            pause = self._pace.trick
        elif mark.slot.kind is SlotKind.HAND and between_deals(table):
            pause = self._pace.between
        return asyncio.get_running_loop().time() < drawn + pause
