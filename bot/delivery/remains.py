"""What is left behind: screens that are over, boards and results of past deals, stray messages."""

from __future__ import annotations

from typing import Final, assert_never

from bot.delivery.bell import Bell
from bot.delivery.mail import Mail
from bot.delivery.ports import Budgets, Handle, Mark, Screens
from bot.delivery.verdicts import Hold, Later
from bot.tables.model import Slot, SlotKind, Table
from engine.events import DealStarted

NEXT_SCAN: Final = -1.0
"""Instead of seconds: the mark stays, and whoever looks at all marks comes to it."""
RESULT: Final = Slot(SlotKind.RESULT)
_PAST: Final = (Slot(SlotKind.PAST), RESULT)
"""What a new deal leaves behind: it keeps its words, and its buttons go when the budget allows."""


def deal_in_hand(table: Table) -> int:
    """The number of the deal in hand; 0 before the first."""
    return next((event.number for event in table.log if isinstance(event, DealStarted)), 0)


class Remains:
    """Takes messages away, or their buttons. What fails for good is left: old buttons do no harm."""

    def __init__(self, screens: Screens, budgets: Budgets, mail: Mail, bell: Bell) -> None:
        self._screens = screens
        self._budgets = budgets
        self._mail = mail
        self._bell = bell

    async def shows(self, table: Table, chat: int, message: int) -> bool:
        """Whether a message is one of the table's screens, or one whose buttons are about to go."""
        slots = [*(slot for slot in table.epochs if slot.person in {None, chat}), *_PAST]
        handles = [await self._screens.handle(table.id, slot) for slot in slots]
        return any(handle and (handle.chat, handle.message) == (chat, message) for handle in handles)

    async def tidy(self, table: Table | None, chat: int, message: int) -> None:
        """Somebody tapped an old button: where it is on a stray message (a duplicate, say), take it away.

        In a group its buttons go, if that costs no screen its turn.
        """
        if not message or (table and await self.shows(table, chat, message)):
            return
        if chat > 0:
            await self._mail.remove(chat, message)
        elif not await self._budgets.take(chat):
            await self._mail.strip(chat, message)

    async def retire(self, table: Table, slot: Slot, old: Handle) -> None:
        """Another message shows it now: the board of an earlier deal stays as its log, all else goes."""
        if slot.kind is not SlotKind.BOARD or old.deal == deal_in_hand(table):
            await self._mail.remove(old.chat, old.message)
            return
        await self._screens.keep(table.id, Slot(SlotKind.PAST), old)
        for past in _PAST:
            await self._screens.mark(Mark(table.id, past))
            self._bell.ring(table.id, past)

    async def take_away(self, table: Table, slot: Slot, handle: Handle) -> float | Later | None:
        """Nothing should be shown any more; boards and results keep their words, their buttons wait to go.

        Seconds until the next try, `Later` where Telegram is in trouble, None once it is done.
        """
        past = slot in _PAST
        if past or slot.kind is SlotKind.BOARD:
            if wait := await self._budgets.take(handle.chat, words=past):
                return NEXT_SCAN if past else wait
            trouble = await self._mail.strip(handle.chat, handle.message)
        else:
            trouble = await self._mail.remove(handle.chat, handle.message)
        match trouble:
            case Hold(seconds):
                await self._budgets.hold(handle.chat, seconds)
                return seconds
            case Later():
                return trouble
            case None:
                await self._screens.keep(table.id, slot, None)
                return None
            case _:
                assert_never(trouble)
