"""Bolts and what they cost (catalogue section 2, Bolts; settled S10 to S12)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Seat
from engine.conventions import Conventions
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
            standing = ledger.standings[seat]
            ledger.standings[seat] = standing.with_bolts(standing.bolts, 0)


def note_all(ledger: Ledger, seats: Iterable[Seat]) -> None:
    """A bolt for each of these seats, whatever they took: the cross, and the write-off that costs one."""
    if ledger.conventions.bolts:
        for seat in seats:
            if _counted_on_barrel(ledger, seat):
                note(ledger, seat)


def weight(conventions: Conventions, *, golden: bool, blind: bool, own: bool) -> int:
    """How many bolts of the game count one is; `own`: it is the declarer's.

    `golden_bolts_double`, `blind_bolts_double`; settled S13.
    """
    if golden:
        return 2 if conventions.golden_bolts_double else 1
    if not blind or conventions.blind_bolts_double == "none":
        return 1
    return 2 if conventions.blind_bolts_double == "all" or own else 1


def note(ledger: Ledger, seat: Seat) -> None:
    """Write a bolt; a full count costs its penalty and starts anew.

    Where both counts are full, the larger penalty is charged once, the row's if they are equal; the row
    starts anew, the game count keeps its remainder (settled S12, 4.45).
    """
    conventions = ledger.conventions
    standing = ledger.standings[seat]
    own = seat == ledger.declarer
    counted = weight(conventions, golden=ledger.golden, blind=ledger.blind, own=own)
    bolts, row = standing.bolts + counted, standing.bolts_row + 1
    by_game = 0 < conventions.bolts_game_limit <= bolts
    by_row = 0 < conventions.bolts_row_limit <= row
    kept = bolts - conventions.bolts_game_limit if by_game else bolts
    ledger.standings[seat] = standing.with_bolts(kept, 0 if by_row else row)
    ledger.events.append(BoltNoted(seat, bolts))
    fines = []
    if by_row:
        fines.append((ledger.penalty(conventions.bolts_row_penalty), Why.BOLTS_ROW))
    if by_game:
        fines.append((ledger.penalty(conventions.bolts_game_penalty), Why.BOLTS))
    if fines:
        points, why = max(fines, key=lambda fine: fine[0])
        ledger.adjust(seat, why, -points)
