"""Which screen a slot of a table shows: the one door for those who bring screens to people."""

from __future__ import annotations

from typing import assert_never

from bot.screens.board import awaited, board, watched
from bot.screens.hand import hand
from bot.screens.hint import hint
from bot.screens.lobby import lobby
from bot.screens.model import Screen
from bot.screens.results import notice
from bot.screens.vote import freed, vote
from bot.tables.model import Notice, Slot, SlotKind, Stage, Table


def render(table: Table, slot: Slot, page: int = 0) -> Screen | None:
    """What the message of a slot should show, in the group's language or its owner's; None: nothing.

    `page` is that of a hand.
    """
    match slot.kind:
        case SlotKind.LOBBY:
            return lobby(table, table.lang)
        case SlotKind.BOARD:
            return board(table, table.lang) if table.match else None
        case SlotKind.HAND:
            return _hand(table, slot, page)
        case SlotKind.WATCH:
            return _watched(table, slot)
        case SlotKind.VOTE:
            return vote(table, table.lang)
        case SlotKind.FREED:
            return None if slot.person is None else freed(table, slot.person)
        case SlotKind.HINT:
            return hint(table, table.lang)
        case SlotKind.PAST | SlotKind.RESULT:
            return None
        case _:
            assert_never(slot.kind)


def word(table: Table, told: Notice) -> Screen | None:
    """What a notice says, in the group's language; None: there is no reason for it any more."""
    return notice(table, told, table.lang)


def _hand(table: Table, slot: Slot, page: int) -> Screen | None:
    seat = None if slot.person is None else table.seat_of(slot.person)
    if seat is None or table.match is None or table.stage is Stage.LOBBY:
        return None
    sitter = table.seats[seat]
    return hand(table, sitter.person, sitter.lang, page)


def _watched(table: Table, slot: Slot) -> Screen | None:
    watcher = next((each for each in table.watchers if each.person == slot.person), None)
    if watcher is None:
        return None
    return watched(table, watcher.lang) if table.match else awaited(table, watcher.lang)
