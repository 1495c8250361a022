"""What the deal itself writes: contract and points, twice in golden and blind deals (4.11, steps 2 to 4).

The entry is rounded first, then doubled (4.14); twice a contract above 120 is twice that contract (4.46).
"""

from __future__ import annotations

from engine.actions import Seat
from engine.conventions import Conventions
from engine.ledger import Ledger
from engine.scoring import declarer_entry, defender_entry, nearest5


def entry(ledger: Ledger, seat: Seat) -> int:
    """What the deal writes for a seat that played."""
    return _declarer(ledger, seat) if seat == ledger.declarer else _defender(ledger, seat)


def stake(ledger: Ledger) -> int:
    """What a missed contract costs (settled S8)."""
    return 2 * ledger.stake if ledger.blind or _golden(ledger) else ledger.stake


def _declarer(ledger: Ledger, seat: Seat) -> int:
    if not ledger.made:
        return -stake(ledger)
    conventions, taken = ledger.conventions, ledger.count.taken[seat]
    if ledger.blind:
        return _blind_credit(conventions, taken, ledger.stake)
    points = declarer_entry(conventions, taken, ledger.stake)
    if not _golden(ledger):
        return points
    return 2 * points if conventions.declarer_credit == "contract" else _twice(ledger, seat, points)


def _defender(ledger: Ledger, seat: Seat) -> int:
    points = defender_entry(ledger.conventions, ledger.count.taken[seat])
    if ledger.blind:
        return 2 * points if ledger.conventions.blind_double_scope == "all" else points
    return _twice(ledger, seat, points) if _golden(ledger) else points


def _golden(ledger: Ledger) -> bool:
    return ledger.golden and ledger.conventions.golden_points_double


def _twice(ledger: Ledger, seat: Seat, points: int) -> int:
    """Points of a golden deal; the marriages among them may count once (`golden_marriages_double`, G3)."""
    once = 0 if ledger.conventions.golden_marriages_double else ledger.count.marriage_points[seat]
    return 2 * points - once


def _blind_credit(conventions: Conventions, taken: int, contract: int) -> int:
    """A blind game made: twice the contract, or twice all taken (`blind_credit`, settled S21, S22)."""
    return 2 * contract if conventions.blind_credit == "contract_x2" else 2 * nearest5(taken)
