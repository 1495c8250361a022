"""The end of the golden deals: what happens when nobody made one (`golden_all_fail`; settled S18, S19)."""

from __future__ import annotations

from dataclasses import replace

from engine import golden
from engine.conventions import Conventions
from engine.events import GoldenRoundFailed, Why
from engine.ledger import Ledger


def count_golden(ledger: Ledger) -> None:
    """A golden deal is over, played or declined; after the last one that nobody made comes what is agreed."""
    if not ledger.golden:
        return
    ledger.golden_left -= 1
    ledger.golden_made = ledger.golden_made or bool(ledger.made)
    if ledger.golden_left or ledger.golden_made or ledger.conventions.golden_auction:
        return
    if _zeroes(ledger.conventions):
        _reset(ledger)
    again = _restarts(ledger.conventions)
    if again:
        ledger.golden_left = golden.round_size(ledger.conventions, len(ledger.standings))
    ledger.events.append(GoldenRoundFailed(again))


def _zeroes(conventions: Conventions) -> bool:
    return conventions.golden_all_fail in {"zero_then_normal", "zero_restart"}


def _restarts(conventions: Conventions) -> bool:
    return conventions.golden_all_fail in {"restart_keep", "zero_restart"}


def _reset(ledger: Ledger) -> None:
    """Totals, bolts, rows and barrel seats are cleared; falls, write-offs and crosses stay (settled S18)."""
    for seat, score in enumerate(tuple(ledger.scores)):
        ledger.adjust(seat, Why.GOLDEN_RESET, -score)
        ledger.standings[seat] = replace(
            ledger.standings[seat], bolts=0, bolts_row=0, barrel=None, reverse=None
        )
