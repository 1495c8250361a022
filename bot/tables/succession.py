"""Who had which seat of a match, one after another (fault E16: results mark substitutes)."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import NOBODY, Past, RemarkKind, Sitter, Table
from bot.tables.ports import Change
from engine.match import phase
from engine.state import MatchState, Phase


def deal(match: MatchState) -> int:
    """The deal in hand or, between two deals, the next one."""
    return match.sheet.deals_dealt + (phase(match) is Phase.OVER)


def noted(before: Table, change: Change) -> Change:
    """The change, with those who gave up a seat of the match in hand by it."""
    match = before.match
    if match is None:
        return change
    now = deal(match)
    gone = tuple(
        Past(seat, old, now)
        for seat, (old, new) in enumerate(zip(before.seats, change.table.seats, strict=False))
        if new.person not in {old.person, NOBODY}
    )
    if not gone:
        return change
    return replace(change, table=replace(change.table, past=(*change.table.past, *gone)))


def casts(table: Table) -> tuple[tuple[Sitter, ...], ...]:
    """Who sat where while the deal's log was written: at first, and after each change of hands.

    Each remark of one has brought one of the table's `past`, in the same order.
    """
    taken = [said.seat for said in table.remarks if said.kind is RemarkKind.TAKEN]
    found = [table.seats]
    for seat, past in zip(reversed(taken), reversed(table.past), strict=False):
        if past.seat != seat:
            break  # stored by a program that noted them otherwise
        found.append((*found[-1][:seat], past.sitter, *found[-1][seat + 1 :]))
    return tuple(reversed(found))
