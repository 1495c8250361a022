"""The end of a match: who wins, in which order, and what is paid (catalogue section 2, Endgame & payout)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import floor

from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import EndWhy, Outcome, PerSeat


def finish(
    conventions: Conventions, scores: Sequence[int], why: EndWhy, winners: Collection[Seat]
) -> Outcome:
    """The outcome: winners first, then by total, ties by seat (settled X24, N17)."""
    places = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    return Outcome(why, tuple(sorted(winners)), tuple(places), _payout(conventions, scores, places, winners))


def highest(scores: Sequence[int], seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Those of `seats` with the highest total; equal totals share."""
    best = max(scores[seat] for seat in seats)
    return tuple(seat for seat in seats if scores[seat] == best)


def first_home(scores: Sequence[int], arrived: Collection[Seat], made_by: Seat | None) -> tuple[Seat, ...]:
    """Who wins of several: a declarer who made his contract, else the higher total (4.12)."""
    return (made_by,) if made_by in arrived and made_by is not None else highest(scores, arrived)


# Payout


def _payout(
    conventions: Conventions, scores: Sequence[int], places: Sequence[Seat], winners: Collection[Seat]
) -> PerSeat | None:
    """What each seat wins or pays; the ante is the stake (settled S25). None where nothing is paid."""
    if conventions.payout == "none" or not winners:
        return None
    losers = [seat for seat in places if seat not in winners]
    paid = dict(zip(losers, _payments(conventions, scores, losers), strict=True))
    share = sum(paid.values()) // len(winners)
    return tuple(share if seat in winners else -paid[seat] for seat in range(len(scores)))


def _payments(conventions: Conventions, scores: Sequence[int], losers: Sequence[Seat]) -> list[int]:
    """What each loser pays, best loser first (4.27)."""
    stake, target = conventions.ante, conventions.target
    match conventions.payout:
        case "none" | "ante_pot":
            return [stake for _ in losers]
        case "bank":
            return _bank(stake, [scores[seat] for seat in losers])
        case "proportional_lost":
            return [_rounded(Fraction(stake * (target - scores[seat]), target)) for seat in losers]
        case "proportional_scored":
            return [_rounded(Fraction(stake * (target - max(scores[seat], 0)), target)) for seat in losers]


def _bank(stake: int, totals: Sequence[int]) -> list[int]:
    """The last one pays the stake; equal last ones split it."""
    last = min(totals, default=0)
    payers = totals.count(last)
    return [_rounded(Fraction(stake, payers)) if total == last else 0 for total in totals]


def _rounded(amount: Fraction) -> int:
    """Whole units, halves up (settled S25)."""
    return floor(amount + Fraction(1, 2))
