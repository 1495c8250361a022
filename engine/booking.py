"""The end of a deal: the twelve steps of 4.11 as functions, in the order in which they are booked.

A step that changes a total writes down why; the one that ends the match is the last. The barrel's own steps
are in `engine.barrel_booking`, bolts in `engine.bolts`, write-off and cross in `engine.giving_up`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine import bolts, giving_up, sitter
from engine.actions import Seat
from engine.barrel_booking import drop_fined, lost_on_reverse, move_barrel, skip_win, win_or_try
from engine.conventions import Conventions
from engine.ending import finish, first_home, highest
from engine.entries import entry
from engine.events import (
    Adjustment,
    BoltNoted,
    DealEnded,
    DealKind,
    DealResult,
    EndWhy,
    Event,
    MatchEnded,
    PerSeat,
    Why,
)
from engine.golden_booking import count_golden
from engine.ledger import Ledger
from engine.scoring import (
    Tally,
    declarer_points,
    holder_of_nines,
    nothing,
    tally,
)
from engine.state import Bargain, Closed, DealState, Frame, Hand, Log, Sheet, Standing

FIFTY_FIVE: Final = 55
DUMP_TRUCK: Final = 555


def book(
    conventions: Conventions, sheet: Sheet, deal: DealState, closed: Closed
) -> tuple[Sheet, tuple[Event, ...]]:
    """The score sheet after the deal, and what was written on it."""
    if closed.kind is DealKind.PLAYED and closed.log is not None:
        count = tally(conventions, sheet.standings, deal.hands, closed.log, closed.bargain)
        made = _is_made(conventions, closed.bargain, count)
    else:
        count, made = nothing(len(sheet.standings)), None
    ledger = Ledger(conventions, sheet, deal, closed, count, made=made)
    for step in STEPS[closed.kind]:
        step(ledger)
        if ledger.outcome is not None:
            break
    standings = ledger.sheet()
    result = _result(ledger, standings)
    ended: tuple[Event, ...] = (*ledger.events, DealEnded(result))
    if ledger.outcome is not None:
        ended = (*ended, MatchEnded(ledger.outcome))
    return _next_sheet(sheet, ledger, standings, result), ended


def _is_made(conventions: Conventions, bargain: Bargain | None, count: Tally) -> bool | None:
    if bargain is None:
        return None
    return declarer_points(conventions, count.taken[bargain.declarer]) >= bargain.stake


# Steps 1 to 6: the deal's own entries, premiums, bolts


def write_entries(ledger: Ledger) -> None:
    """Steps 2 to 4: the declarer's contract, the defenders' points; a barrel player's entry is step 7."""
    for seat in ledger.active:
        if _writes(ledger, seat):
            ledger.record(seat, entry(ledger, seat))


def _writes(ledger: Ledger, seat: Seat) -> bool:
    if seat == ledger.declarer:
        return not ledger.was_on_barrel(seat)
    return ledger.receives(seat) and not ledger.frozen


def pay_four_nines(ledger: Ledger) -> None:
    """Step 5: the bonus for all nines after the discards (`four_nines_bonus`, settled S15)."""
    if not ledger.conventions.four_nines_bonus or ledger.closed.log is None:
        return
    holder = holder_of_nines(ledger.deal.frame, ledger.deal.hands, ledger.closed.log)
    if holder is not None and ledger.receives(holder):
        ledger.adjust(holder, Why.FOUR_NINES, ledger.conventions.four_nines_bonus)


def book_fines(ledger: Ledger) -> None:
    """What was fined while dealing and in the deal, first of all (settled T15, T17)."""
    for fine in ledger.deal.frame.fines:
        ledger.adjust(fine.seat, fine.why, fine.points)


def fine_dealer(ledger: Ledger) -> None:
    """What the dealer pays for a redeal (`redeal_dealer_penalty`)."""
    ledger.adjust(ledger.deal.frame.dealer, Why.REDEAL_DEALER, -ledger.closed.dealer_fine)


# Step 9: totals that become nothing


def zero_fifty_five(ledger: Ledger) -> None:
    """Exactly 55 points taken lose the whole total, and the barrel without a fall (4.39, settled S20)."""
    if not ledger.conventions.fifty_five_zero:
        return
    for seat in ledger.active:
        if ledger.count.taken[seat] == FIFTY_FIVE:
            ledger.adjust(seat, Why.FIFTY_FIVE, -ledger.scores[seat])
            if ledger.on_barrel(seat):
                ledger.leave_barrel(seat, Why.FIFTY_FIVE, fall=False)


def dump_trucks(ledger: Ledger) -> None:
    """A total of exactly plus or minus 555 becomes 0 (`dump_truck_plus`, `dump_truck_minus`)."""
    conventions = ledger.conventions
    for seat, score in enumerate(tuple(ledger.scores)):
        if (score == DUMP_TRUCK and conventions.dump_truck_plus) or (
            score == -DUMP_TRUCK and conventions.dump_truck_minus
        ):
            ledger.adjust(seat, Why.DUMP_TRUCK, -score)


# Steps 11 and 12: the end of the match


def end_at_minus(ledger: Ledger) -> None:
    """Step 11: a total at the lower limit ends the match for the highest one (4.38, settled S28)."""
    limit = ledger.conventions.end_at_minus
    scores = ledger.scores
    seats = range(len(scores))
    if (limit is not None and min(scores) <= limit) or any(lost_on_reverse(ledger, seat) for seat in seats):
        ledger.outcome = finish(ledger.conventions, scores, EndWhy.MINUS_LIMIT, highest(scores, seats))


def reach_target(ledger: Ledger) -> None:
    """Step 12: where there is no barrel, the target wins (4.8, 4.12; `tie_at_target`)."""
    if ledger.conventions.barrel:
        return
    scores = ledger.scores
    arrived = [seat for seat, score in enumerate(scores) if score >= ledger.conventions.target]
    if arrived:
        winners = first_home(scores, arrived, ledger.made_by)
        if len(winners) > 1 and ledger.conventions.tie_at_target == "play_on":
            return
        ledger.outcome = finish(ledger.conventions, scores, EndWhy.TARGET, winners)


Step: TypeAlias = Callable[[Ledger], None]
_TOTALS: Final[tuple[Step, ...]] = (dump_trucks, skip_win, move_barrel, end_at_minus, reach_target)
STEPS: Final[Mapping[DealKind, tuple[Step, ...]]] = {
    DealKind.PLAYED: (
        book_fines,
        write_entries,
        pay_four_nines,
        sitter.pay,
        bolts.note_played,
        win_or_try,
        drop_fined,
        zero_fifty_five,
        *_TOTALS,
        count_golden,
    ),
    DealKind.WRITTEN_OFF: (
        book_fines,
        giving_up.write_off,
        sitter.pay,
        giving_up.note_bolt,
        win_or_try,
        drop_fined,
        *_TOTALS,
        count_golden,
    ),
    DealKind.CROSSED: (book_fines, giving_up.take_cross, win_or_try, drop_fined, *_TOTALS),
    DealKind.REDEALT: (book_fines, fine_dealer, drop_fined),
    DealKind.DECLINED: (book_fines, drop_fined, count_golden),
}
"""What is booked, and in which order, for each way a deal can end (4.11; settled S1, S20)."""


# Results


def _next_sheet(sheet: Sheet, ledger: Ledger, standings: tuple[Standing, ...], result: DealResult) -> Sheet:
    redealt = ledger.closed.kind is DealKind.REDEALT
    keeps_dealer = redealt and not ledger.closed.passes_deal
    dealer = sheet.dealer if keeps_dealer else (sheet.dealer + 1) % len(sheet.standings)
    return Sheet(
        standings=standings,
        dealer=dealer,
        deals_dealt=sheet.deals_dealt,
        deals_played=sheet.deals_played + (not redealt),
        golden_left=ledger.golden_left,
        golden_made=ledger.golden_made,
        last_result=result,
        outcome=ledger.outcome,
        stack=() if ledger.conventions.shuffle_each_deal else gathered(ledger.deal, ledger.closed.log),
    )


def gathered(deal: DealState, log: Log | None) -> Hand:
    """The cards of a deal as they are stacked: tricks by who won them, hands, what lay on the table."""
    tricks = log.tricks if log else ()
    won = [
        played.card
        for seat in deal.frame.active
        for trick in tricks
        if trick.winner == seat
        for played in trick.cards
    ]
    return (*won, *(card for hand in deal.hands for card in hand), *deal.aside(len(tricks)))


def _result(ledger: Ledger, standings: tuple[Standing, ...]) -> DealResult:
    closed, bargain = ledger.closed, ledger.closed.bargain
    contract = bargain.contract if bargain else None
    if closed.kind in (DealKind.WRITTEN_OFF, DealKind.CROSSED):
        contract = ledger.stake
    return deal_result(
        ledger.deal.frame,
        bargain,
        ledger.count,
        standings,
        kind=closed.kind,
        contract=contract,
        made=ledger.made,
        recorded=tuple(ledger.recorded),
        adjustments=tuple(ledger.adjustments),
        bolted=tuple([event.seat for event in ledger.events if isinstance(event, BoltNoted)]),
    )


def running(standings: Sequence[Standing], deal: DealState, count: Tally) -> DealResult:
    """A deal as the score sheet shows it while nothing of it is booked (settled N13)."""
    bargain = deal.bargain
    return deal_result(
        deal.frame,
        bargain,
        count,
        standings,
        kind=DealKind.UNFINISHED,
        contract=bargain.contract if bargain else None,
        made=None,
        recorded=(0,) * len(standings),
        adjustments=(),
    )


def deal_result(
    frame: Frame,
    bargain: Bargain | None,
    count: Tally,
    standings: Sequence[Standing],
    *,
    kind: DealKind,
    contract: int | None,
    made: bool | None,
    recorded: PerSeat,
    adjustments: tuple[Adjustment, ...],
    bolted: tuple[Seat, ...] = (),
) -> DealResult:
    """A deal and the score sheet after it, as records show them."""
    return DealResult(
        number=frame.number,
        dealer=frame.dealer,
        kind=kind,
        declarer=bargain.declarer if bargain else None,
        bid=bargain.bid if bargain else None,
        contract=contract,
        golden=frame.golden,
        blind=bargain.blind if bargain else False,
        made=made,
        card_points=count.card_points,
        marriage_points=count.marriage_points,
        taken=count.taken,
        tricks=count.tricks,
        recorded=recorded,
        adjustments=adjustments,
        scores=tuple([standing.score for standing in standings]),
        bolts=tuple([standing.bolts for standing in standings]),
        barrel=tuple([standing.barrel for standing in standings]),
        falls=tuple([standing.falls for standing in standings]),
        bolted=bolted,
    )
