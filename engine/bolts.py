"""Bolts and what they cost (catalogue section 2, Bolts; settled S10 to S12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.actions import Seat
from engine.events import BoltNoted, Why
from engine.ledger import Ledger
from engine.scoring import earns_bolt


def may_get_bolt(ledger: Ledger, seat: Seat) -> bool:
    """A deal like this can bring him a bolt; others neither count nor break a row (settled S11)."""
    if seat == ledger.declarer:
        return ledger.conventions.declarer_bolts and _counted_on_barrel(ledger, seat)
    return not ledger.frozen and _counted_on_barrel(ledger, seat)


def _counted_on_barrel(ledger: Ledger, seat: Seat) -> bool:
    return ledger.conventions.barrel_player_bolts or not ledger.was_on_barrel(seat)


def note_played(ledger: Ledger) -> None:
    """Step 6 of a played deal: a bolt for whoever took too little, an end to the row of everybody else."""
    if not ledger.conventions.bolts:
        return
    for seat in ledger.active:
        if not may_get_bolt(ledger, seat):
            continue
        if earns_bolt(ledger.conventions, seat, ledger.count):
            note(ledger, seat)
        elif ledger.standings[seat].bolts_row:
            ledger.standings[seat] = replace(ledger.standings[seat], bolts_row=0)


def note_all(ledger: Ledger, seats: Iterable[Seat]) -> None:
    """A bolt for each of these seats, whatever they took: the cross, and the write-off that costs one."""
    if ledger.conventions.bolts:
        for seat in seats:
            if _counted_on_barrel(ledger, seat):
                note(ledger, seat)


def note(ledger: Ledger, seat: Seat) -> None:
    """Write a bolt; a full count costs its penalty and starts anew.

    Where both counts are full, the larger penalty is charged once, the row's if they are equal; the row
    starts anew, the game count keeps its remainder (settled S12).
    """
    conventions = ledger.conventions
    standing = ledger.standings[seat]
    bolts, row = standing.bolts + 1, standing.bolts_row + 1
    by_game = 0 < conventions.bolts_game_limit <= bolts
    by_row = 0 < conventions.bolts_row_limit <= row
    kept = bolts - conventions.bolts_game_limit if by_game else bolts
    ledger.standings[seat] = replace(standing, bolts=kept, bolts_row=0 if by_row else row)
    ledger.events.append(BoltNoted(seat, bolts))
    fines = [
        (ledger.penalty(conventions.bolts_row_penalty), Why.BOLTS_ROW, by_row),
        (ledger.penalty(conventions.bolts_game_penalty), Why.BOLTS, by_game),
    ]
    due = [(points, why) for points, why, full in fines if full]
    if due:
        points, why = max(due, key=lambda fine: fine[0])
        ledger.adjust(seat, why, -points)
