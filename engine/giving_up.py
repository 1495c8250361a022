"""What a deal that was given up costs and brings: write-off and cross (4.13 to 4.16, 4.40)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import bolts
from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import Why
from engine.ledger import UNIT_WORD, Ledger

THIRD: Final = 3
"""Every third write-off is the dear one, and three go free (`writeoff_extra_penalty`)."""
FLAT_SHARE: Final = 60
POOL: Final = 120


def write_off(ledger: Ledger) -> None:
    """The declarer pays, his opponents share; a barrel player neither pays nor shares (settled S5, S6)."""
    declarer = ledger.declarer
    assert declarer is not None, "a deal is written off by its declarer"
    standing = ledger.standings[declarer]
    ledger.standings[declarer] = replace(standing, writeoffs=standing.writeoffs + 1)
    if not ledger.was_on_barrel(declarer):
        _charge(ledger, declarer, standing.writeoffs + 1)
    opponents = [seat for seat in ledger.active if seat != declarer]
    points = _share_factor(ledger) * share(ledger.conventions, ledger.stake, len(opponents))
    for seat in opponents:
        if ledger.receives(seat):
            ledger.adjust(seat, Why.WRITEOFF_SHARE, points)


def note_bolt(ledger: Ledger) -> None:
    """A write-off may cost its declarer a bolt (`writeoff_cost=bolt`)."""
    if ledger.conventions.writeoff_cost == "bolt" and ledger.declarer is not None:
        bolts.note_all(ledger, (ledger.declarer,))


def _charge(ledger: Ledger, declarer: Seat, number: int) -> None:
    """The cost of the player's write-off with this number, and what comes on top of it."""
    if ledger.conventions.writeoff_cost == "contract":
        ledger.adjust(declarer, Why.WRITEOFF, -_cost_factor(ledger) * ledger.stake)
    if _is_dear(ledger.conventions, number):
        ledger.adjust(declarer, Why.WRITEOFF_EXTRA, -ledger.penalty(UNIT_WORD))


def _cost_factor(ledger: Ledger) -> int:
    """A blind game always costs twice its contract, a golden deal by agreement (`writeoff_golden_double`)."""
    return 2 if ledger.blind or (ledger.golden and ledger.conventions.writeoff_golden_double) else 1


def _share_factor(ledger: Ledger) -> int:
    """What the opponents get may count twice too (`blind_writeoff_double`, `writeoff_golden_double`)."""
    if ledger.blind:
        return 2 if ledger.conventions.blind_writeoff_double else 1
    return 2 if ledger.golden and ledger.conventions.writeoff_golden_double else 1


def _is_dear(conventions: Conventions, number: int) -> bool:
    match conventions.writeoff_extra_penalty:
        case "none":
            return False
        case "every_third" | "third_only":
            return number % THIRD == 0
        case "after_third":
            return number > THIRD


def share(conventions: Conventions, contract: int, opponents: int) -> int:
    """What each opponent gets, in points (`writeoff_share`, settled S16, S17)."""
    match conventions.writeoff_share:
        case "flat60":
            return FLAT_SHARE
        case "pool120_split":
            return POOL // opponents
        case "contract_half":
            return _divided(conventions, contract, 2)
        case "contract_split":
            return _divided(conventions, contract, opponents)


def _divided(conventions: Conventions, contract: int, parts: int) -> int:
    """A part of the contract, which is rounded up to tens first where it is divided at all (4.13)."""
    if parts == 1:
        return contract
    whole = -(-contract // 10) * 10 if conventions.writeoff_rounding == "up_10" else contract
    return whole // parts


def take_cross(ledger: Ledger) -> None:
    """Nothing is paid: the declarer has a cross, every opponent a bolt (4.40)."""
    declarer = ledger.declarer
    assert declarer is not None, "a deal is crossed by its declarer"
    standing = ledger.standings[declarer]
    ledger.standings[declarer] = replace(standing, crosses=standing.crosses + 1)
    bolts.note_all(ledger, [seat for seat in ledger.active if seat != declarer])
