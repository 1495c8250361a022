"""The barrel at the end of a deal: wins, tries, falls, newcomers, the reverse one (4.11, steps 7 and 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Seat
from engine.barrel import clockwise
from engine.ending import finish, first_home, highest
from engine.entries import entry, stake
from engine.events import BarrelClimbed, BarrelTried, DealKind, EndWhy, Why
from engine.ledger import Ledger

FALLS_TO_ZERO: Final = 3
REVERSE_AT: Final = -880
REVERSE_DEALS: Final = 3
"""Deals on the reverse barrel after which a player is moved up (4.24)."""


def drop_fined(ledger: Ledger) -> None:
    """A fine that takes a barrel player below `barrel_at` puts him off it, which is no fall (settled S5)."""
    for adjustment in tuple(ledger.adjustments):
        seat = adjustment.seat
        below = ledger.scores[seat] < ledger.conventions.barrel_at
        if below and adjustment.points < 0 and ledger.on_barrel(seat):
            ledger.leave_barrel(seat, adjustment.why, fall=False)


# Step 7: win, or a try


def win_or_try(ledger: Ledger) -> None:
    """Every barrel player wins, or the deal is a try where it counts as one."""
    sitters = [seat for seat in ledger.active if ledger.on_barrel(seat)]
    winners = [seat for seat in sitters if wins(ledger, seat)]
    for seat in sitters:
        if ledger.conventions.barrel_accumulate:
            ledger.record(seat, ledger.count.taken[seat])
        elif seat in winners:
            ledger.record(seat, entry(ledger, seat))
        if seat not in winners:
            _use_try(ledger, seat)
    if winners:
        first = first_home(ledger.scores, winners, ledger.made_by)
        ledger.outcome = finish(ledger.conventions, ledger.scores, EndWhy.BARREL, first)


def wins(ledger: Ledger, seat: Seat) -> bool:
    """He took what the barrel needs (`barrel_win_by`, `barrel_accumulate`; settled S2 to S4)."""
    conventions = ledger.conventions
    if ledger.closed.kind is not DealKind.PLAYED:
        return False
    raw = ledger.count.taken[seat]
    if conventions.barrel_accumulate:
        saved = ledger.scores[seat] - conventions.barrel_at
        return saved + raw >= conventions.barrel_need
    if seat == ledger.declarer:
        return bool(ledger.made)
    return conventions.barrel_win_by == "any" and raw >= conventions.barrel_need


def _use_try(ledger: Ledger, seat: Seat) -> None:
    if raised_and_failed(ledger, seat):
        return
    if charged(ledger, seat):
        ledger.record(seat, -stake(ledger))
        return
    if counts_as_try(ledger, seat):
        standing = ledger.standings[seat]
        used = (standing.barrel or 0) + 1
        ledger.standings[seat] = replace(standing, barrel=used)
        ledger.events.append(BarrelTried(seat, used))


def counts_as_try(ledger: Ledger, seat: Seat) -> bool:
    """The deal uses up one of his tries (`barrel_try_counts`, 4.2, 4.49)."""
    match ledger.conventions.barrel_try_counts:
        case "deal":
            return True
        case "declared":
            return seat == ledger.declarer
        case "own_opening":
            return seat in (ledger.declarer, ledger.deal.frame.opener)


def _failed_own(ledger: Ledger, seat: Seat) -> bool:
    """He missed his own contract; an accumulating player writes his points all the same (settled S4)."""
    return ledger.made is False and seat == ledger.declarer and not ledger.conventions.barrel_accumulate


def raised_and_failed(ledger: Ledger, seat: Seat) -> bool:
    """A missed contract above the forced one costs itself and the seat (`barrel_raise_fail`, settled S8)."""
    bargain = ledger.bargain
    if ledger.conventions.barrel_raise_fail != "contract_and_fall" or bargain is None:
        return False
    forced = ledger.conventions.barrel_need if bargain.calls else bargain.base
    return _failed_own(ledger, seat) and bargain.stake > forced


def charged(ledger: Ledger, seat: Seat) -> bool:
    """He missed his contract while tries remain, and it is charged (`barrel_fail_charge`, settled S7)."""
    tries_left = (ledger.before[seat].barrel or 0) + 1 < ledger.conventions.barrel_tries
    return ledger.conventions.barrel_fail_charge == "contract" and tries_left and _failed_own(ledger, seat)


# Step 10: falls and newcomers


def skip_win(ledger: Ledger) -> None:
    """A total that jumps over the barrel wins at once, before anything moves there (settled S26)."""
    conventions = ledger.conventions
    if not (conventions.barrel and conventions.barrel_skip_win):
        return
    jumped = [
        seat
        for seat, score in enumerate(ledger.scores)
        if not ledger.was_on_barrel(seat) and score >= conventions.target
    ]
    if jumped:
        winners = first_home(ledger.scores, jumped, ledger.made_by)
        ledger.outcome = finish(conventions, ledger.scores, EndWhy.TARGET, winners)


def move_barrel(ledger: Ledger) -> None:
    """Falls, newcomers, the bump, those who came together, the third fall, the reverse barrel."""
    if ledger.conventions.barrel:
        _fall(ledger)
        arrived = _climb(ledger)
        _bump(ledger, arrived)
        _together(ledger, arrived)
        _third_fall(ledger)
    if ledger.conventions.reverse_barrel:
        _reverse(ledger)


def _fall_points(ledger: Ledger, seat: Seat) -> int:
    """What a fall takes off (`barrel_fall_penalty`, `barrel_fall_to`, `barrel_fall_floor10`; 4.7)."""
    conventions = ledger.conventions
    score = ledger.scores[seat]
    if conventions.barrel_fall_to:
        return conventions.barrel_fall_to - score
    floor = score // 10 * 10 if conventions.barrel_fall_floor10 else score
    return floor - ledger.penalty(conventions.barrel_fall_penalty) - score


def _throw_off(ledger: Ledger, seat: Seat, why: Why) -> None:
    ledger.adjust(seat, why, _fall_points(ledger, seat))
    ledger.leave_barrel(seat, why, fall=True)


def _fall(ledger: Ledger) -> None:
    """Those who are out of tries, and those who lost their own contract with the seat."""
    for seat, standing in enumerate(ledger.standings):
        if standing.barrel is None:
            continue
        if raised_and_failed(ledger, seat):
            ledger.adjust(seat, Why.BARREL_RAISE_FAIL, -stake(ledger))
            ledger.leave_barrel(seat, Why.BARREL_RAISE_FAIL, fall=True)
        elif charged(ledger, seat):
            ledger.leave_barrel(seat, Why.BARREL_FALL, fall=True)
        elif standing.barrel >= ledger.conventions.barrel_tries:
            _throw_off(ledger, seat, Why.BARREL_FALL)


def _climb(ledger: Ledger) -> dict[Seat, int]:
    """Newcomers sit down and their totals stop at `barrel_at`; returns the totals they came with (4.7)."""
    barrel_at = ledger.conventions.barrel_at
    arrived: dict[Seat, int] = {}
    for seat, score in enumerate(tuple(ledger.scores)):
        if score >= barrel_at and not ledger.was_on_barrel(seat):
            arrived[seat] = score
            ledger.adjust(seat, Why.BARREL_CLAMP, barrel_at - score)
            ledger.standings[seat] = replace(ledger.standings[seat], barrel=0)
            ledger.events.append(BarrelClimbed(seat))
    return arrived


def _bump(ledger: Ledger, arrived: dict[Seat, int]) -> None:
    """A newcomer throws off whoever sat there already (`barrel_bump`)."""
    if not arrived or not ledger.conventions.barrel_bump:
        return
    for seat in range(len(ledger.standings)):
        if ledger.on_barrel(seat) and seat not in arrived:
            _throw_off(ledger, seat, Why.BARREL_BUMP)


def _together(ledger: Ledger, arrived: dict[Seat, int]) -> None:
    """Several newcomers in one deal (`barrel_together`, 4.5)."""
    if len(arrived) < 2:
        return
    staying = _staying(ledger, arrived)
    for seat in arrived:
        if seat not in staying:
            _throw_off(ledger, seat, Why.BARREL_TOGETHER)


def _staying(ledger: Ledger, arrived: dict[Seat, int]) -> tuple[Seat, ...]:
    match ledger.conventions.barrel_together:
        case "all_stay":
            return tuple(arrived)
        case "all_fall":
            return ()
        case "one_falls":
            return (_highest_arrival(ledger, arrived),)


def _highest_arrival(ledger: Ledger, arrived: dict[Seat, int]) -> Seat:
    """Who stays: the highest total; of equal ones the declarer, then the first clockwise from him."""
    totals = [arrived.get(seat, 0) for seat in range(len(ledger.standings))]
    best = highest(totals, tuple(arrived))
    start = ledger.deal.frame.opener if ledger.declarer is None else ledger.declarer
    return next((seat for seat in clockwise(ledger.deal.frame, start) if seat in best), best[0])


def _third_fall(ledger: Ledger) -> None:
    """The third fall takes everything, and the falls count anew (`three_barrels_zero`)."""
    if not ledger.conventions.three_barrels_zero:
        return
    for seat, standing in enumerate(ledger.standings):
        if standing.falls >= FALLS_TO_ZERO and standing.falls > ledger.before[seat].falls:
            ledger.adjust(seat, Why.THREE_BARRELS, -ledger.scores[seat])
            ledger.standings[seat] = replace(standing, falls=0)


def _reverse(ledger: Ledger) -> None:
    """The mirror of the barrel; not frozen, and a deal sat out does not count (4.24, settled S23)."""
    conventions = ledger.conventions
    for seat, score in enumerate(tuple(ledger.scores)):
        used = ledger.standings[seat].reverse
        if used is None:
            if score <= REVERSE_AT:
                ledger.adjust(seat, Why.REVERSE_BARREL, REVERSE_AT - score)
                _sit_reverse(ledger, seat, 0)
        elif score > REVERSE_AT:
            _sit_reverse(ledger, seat, None)
        elif score > -conventions.target and seat in ledger.active:
            if used + 1 < REVERSE_DEALS:
                _sit_reverse(ledger, seat, used + 1)
            else:
                ledger.adjust(seat, Why.REVERSE_BARREL, conventions.reverse_barrel_fall_to - score)
                _sit_reverse(ledger, seat, None)


def _sit_reverse(ledger: Ledger, seat: Seat, used: int | None) -> None:
    ledger.standings[seat] = replace(ledger.standings[seat], reverse=used)


def lost_on_reverse(ledger: Ledger, seat: Seat) -> bool:
    """He fell to minus the target from the reverse barrel, which ends the match (4.24)."""
    sits = ledger.standings[seat].reverse is not None
    return sits and ledger.scores[seat] <= -ledger.conventions.target
