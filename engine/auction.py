"""The auction: who speaks, what he may bid, and who gets the talon (catalogue section 2, Bidding)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Action, Bid, Pass, Prove, Seat
from engine.barrel import books_bid, clockwise, excluded, first_on_barrel
from engine.cards import CARD_POINTS, MARRIAGE_POINTS
from engine.conventions import Conventions
from engine.errors import BidJump, BidOverCap, BidStep, BidTooLow, NotAllowed
from engine.events import BidMade, Event, MarriageProved, Passed
from engine.marriage import dearest, held_points
from engine.state import Auction, Call, Frame, Hand, Standing

BIDS: Final = {value: Bid(value) for value in range(0, 640, 5)}
"""One shared object for every bid that a hand can be worth."""
PASS: Final = Pass()
PROVE: Final = Prove()
PACK_POINTS: Final = CARD_POINTS + sum(MARRIAGE_POINTS)
NO_MARRIAGE_CAP: Final = 120
"""What the cards alone are worth: above it, a bid needs a marriage."""


# Limits


def ceiling(conventions: Conventions) -> int:
    """Where bids and contracts end for everybody: `max_bid`, or all that cards can give (settled N2)."""
    return conventions.max_bid or PACK_POINTS + conventions.ace_marriage + conventions.last_trick_bonus


def hand_cap(conventions: Conventions, hand: Hand) -> int:
    """How high the marriages in this hand let its holder go (`hand_cap`)."""
    if conventions.hand_cap == "none":
        return ceiling(conventions)
    marriages = held_points(conventions, hand)
    if conventions.hand_cap == "120_no_marriage" and marriages:
        return ceiling(conventions)
    return min(ceiling(conventions), NO_MARRIAGE_CAP + marriages)


def bid_cap(conventions: Conventions, standing: Standing, hand: Hand) -> int:
    """The highest bid of this player (`hand_cap`, `max_bid`, `barrel_bid_cap`)."""
    cap = hand_cap(conventions, hand)
    if standing.barrel is None or not conventions.barrel_bid_cap:
        return cap
    return min(cap, max(conventions.barrel_bid_cap, conventions.barrel_need))


def next_multiple(conventions: Conventions, value: int) -> int:
    """The first bid above `value`."""
    step = conventions.bid_step
    return (value // step + 1) * step


# Who speaks


def silenced(conventions: Conventions, standing: Standing) -> bool:
    """His total is below the limit of the auction (`negative_limit`, `negative_limit_test`)."""
    limit = conventions.negative_limit
    if limit is None:
        return False
    return standing.score < limit or (conventions.negative_limit_test == "le" and standing.score == limit)


def muted(conventions: Conventions, standings: Sequence[Standing], frame: Frame, seat: Seat) -> bool:
    """He passes without being asked (settled B6)."""
    return silenced(conventions, standings[seat]) or excluded(conventions, standings, frame.active, seat)


def opener(
    conventions: Conventions,
    standings: Sequence[Standing],
    active: Sequence[Seat],
    dealer: Seat,
    *,
    golden: bool,
) -> Seat:
    """Who holds the opening bid (`opener`); an excluded player's duty goes on to the next (settled B5).

    A golden deal without an auction has no bid from which anybody could be excluded.
    """
    first = _first_in_line(conventions, active, dealer)
    given = golden and not conventions.golden_auction
    if given or not excluded(conventions, standings, active, first):
        return first
    order = [*(seat for seat in active if seat >= first), *(seat for seat in active if seat < first)]
    return next((seat for seat in order if not excluded(conventions, standings, active, seat)), order[0])


def _first_in_line(conventions: Conventions, active: Sequence[Seat], dealer: Seat) -> Seat:
    """The seat that the table names; where the dealer sits out, his neighbour (settled X8)."""
    after = [seat for seat in active if seat > dealer]
    before = [seat for seat in active if seat < dealer]
    match conventions.opener:
        case "left_of_dealer":
            return (after or before)[0]
        case "right_of_dealer":
            return (before or after)[-1]
        case "dealer":
            return dealer if dealer in active else (after or before)[0]


def chooses_opening(conventions: Conventions, standing: Standing) -> bool:
    """The opener is asked: how high he starts, or whether he starts at all (settled N1, 4.52)."""
    if silenced(conventions, standing):
        return False
    free_height = conventions.bid_jump == "any" and conventions.opener != "dealer"
    return free_height or not conventions.opening_forced


def yields(conventions: Conventions, standings: Sequence[Standing], frame: Frame) -> bool:
    """The others pass on the hundred of an opener in the red (`negative_mode=debtor_and_yield`, 4.22).

    There is no hundred where the bid of a barrel player stands (settled B4).
    """
    return (
        conventions.negative_mode == "debtor_and_yield"
        and conventions.opening_forced
        and silenced(conventions, standings[frame.opener])
        and (conventions.barrel_auction != "auto_bid" or first_on_barrel(frame, standings) is None)
    )


def standing_bid(calls: Sequence[Call]) -> Call | None:
    """The highest bid so far: the last one."""
    for call in reversed(calls):
        if call.value is not None:
            return call
    return None


def passed(calls: Sequence[Call]) -> frozenset[Seat]:
    """Seats that are out of the auction."""
    return frozenset([call.seat for call in calls if call.value is None])


# The course of the auction


def opened(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame
) -> tuple[tuple[Call, ...], tuple[Event, ...]]:
    """What the rules book before anybody speaks: the opening bid, or the bid of a barrel player."""
    opener = frame.opener
    if conventions.barrel_auction == "auto_bid":
        sitter = first_on_barrel(frame, standings)
        if sitter is not None:
            return _booked(sitter, conventions.barrel_need)
    if chooses_opening(conventions, standings[opener]):
        return (), ()
    if silenced(conventions, standings[opener]) and not conventions.opening_forced:
        return (), ()
    calls, events = _booked(opener, conventions.opening_bid)
    if not yields(conventions, standings, frame):
        return calls, events
    others = [seat for seat in clockwise(frame, opener) if seat != opener]
    return (
        (*calls, *(Call(seat, None) for seat in others)),
        (*events, *(Passed(seat, forced=True) for seat in others)),
    )


def _booked(seat: Seat, value: int) -> tuple[tuple[Call, ...], tuple[Event, ...]]:
    return (Call(seat, value),), (BidMade(seat, value, forced=True),)


def pass_muted(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, calls: tuple[Call, ...]
) -> tuple[Auction | None, tuple[Call, ...], tuple[Event, ...]]:
    """Let those who are not asked pass, until somebody is to speak; None: the auction is over."""
    events: tuple[Event, ...] = ()
    while (seat := _next_to_speak(frame, calls)) is not None:
        if not muted(conventions, standings, frame, seat):
            return Auction(calls, seat), calls, events
        calls = (*calls, Call(seat, None))
        events = (*events, Passed(seat, forced=True))
    return None, calls, events


def _next_to_speak(frame: Frame, calls: tuple[Call, ...]) -> Seat | None:
    """The next player clockwise who is still in and does not hold the bid; None: there is none."""
    if not calls:
        return frame.opener
    out = passed(calls)
    best = standing_bid(calls)
    holder = best.seat if best else None
    seat = calls[-1].seat
    for _ in frame.active:
        seat = frame.after(seat)
        if seat not in out and seat != holder:
            return seat
    return None


def closed(frame: Frame, calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """The calls of an auction that is over at once: whoever was still in it is out."""
    best = standing_bid(calls)
    out = passed(calls)
    left = (seat for seat in frame.active if seat not in out and (best is None or seat != best.seat))
    return (*calls, *(Call(seat, None) for seat in left))


def is_unopposed(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, calls: Sequence[Call]
) -> bool:
    """The opener has the talon at the bare opening bid, everybody else passed (4.21)."""
    bids = [call for call in calls if call.value is not None]
    return (
        len(bids) == 1
        and bids[0].seat == frame.opener
        and bids[0].value == conventions.opening_bid
        and not books_bid(conventions, standings[frame.opener])
    )


# Actions


def _may_pass(conventions: Conventions, frame: Frame, auction: Auction) -> bool:
    return bool(auction.calls) or not conventions.opening_forced or auction.turn != frame.opener


def _first_bid(conventions: Conventions, calls: Sequence[Call]) -> int:
    """The lowest bid possible now."""
    best = standing_bid(calls)
    if best is None or best.value is None:
        return conventions.opening_bid
    return next_multiple(conventions, best.value)


def _one_bid_only(conventions: Conventions, calls: Sequence[Call]) -> bool:
    """Jumps are forbidden, or the opening is the dealer's, whose height is fixed (N1)."""
    return conventions.bid_jump == "exact_step" or (not calls and conventions.opener == "dealer")


def _may_prove(conventions: Conventions, standings: Sequence[Standing], auction: Auction) -> bool:
    """A bid above 120 stands unproved; one that the barrel booked needs no marriage (settled B10)."""
    best = standing_bid(auction.calls)
    if not conventions.marriage_proof or auction.proved or best is None or best.value is None:
        return False
    booked = best is auction.calls[0] and books_bid(conventions, standings[best.seat])
    return best.value > NO_MARRIAGE_CAP and not booked


def legal(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, hand: Hand, auction: Auction
) -> tuple[Action, ...]:
    """What the player to speak may say: bids ascending, then `pass`, then `prove`."""
    cap = bid_cap(conventions, standings[auction.turn], hand)
    values = bids(conventions, auction.calls, cap)
    return (*[BIDS[value] for value in values], *other_words(conventions, standings, frame, auction))


def bids(conventions: Conventions, calls: Sequence[Call], cap: int) -> range:
    """The bids that are possible up to `cap`, ascending."""
    first = _first_bid(conventions, calls)
    last = min(first, cap) if _one_bid_only(conventions, calls) else cap
    return range(first, last + 1, conventions.bid_step)


def other_words(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, auction: Auction
) -> tuple[Action, ...]:
    """`pass` and `prove`, where the player to speak may say them."""
    passes = (PASS,) if _may_pass(conventions, frame, auction) else ()
    return (*passes, PROVE) if _may_prove(conventions, standings, auction) else passes


def check_bid(conventions: Conventions, standing: Standing, hand: Hand, auction: Auction, value: int) -> None:
    """Refuse a bid that this player can't make.

    Raises:
        BidStep, BidTooLow, BidJump, BidOverCap: as `check_value` says.
    """
    check_value(conventions, auction.calls, bid_cap(conventions, standing, hand), value)


def check_value(conventions: Conventions, calls: Sequence[Call], cap: int, value: int) -> None:
    """Refuse an impossible bid: one that nobody can make, then its form, its height, the bidder's own cap.

    Raises:
        BidOverCap: more than anybody (settled N2), or more than this player, may bid.
        BidStep: not a multiple of the step.
        BidTooLow: not above the standing bid.
        BidJump: jumps are forbidden.
    """
    if value > ceiling(conventions):
        raise BidOverCap(cap)
    first = _first_bid(conventions, calls)
    if value % conventions.bid_step:
        raise BidStep(conventions.bid_step)
    if value < first:
        raise BidTooLow(first)
    if value > first and _one_bid_only(conventions, calls):
        raise BidJump(first)
    if value > cap:
        raise BidOverCap(cap)


def check_pass(conventions: Conventions, frame: Frame, auction: Auction) -> None:
    """Refuse the pass of an opener who must bid.

    Raises:
        NotAllowed: he is forced (`opening_forced`).
    """
    if not _may_pass(conventions, frame, auction):
        raise NotAllowed("opener_must_bid")


def check_prove(conventions: Conventions, standings: Sequence[Standing], auction: Auction) -> None:
    """Refuse a proof where there is nothing to prove.

    Raises:
        NotAllowed: no such rule, or no unproved bid above 120.
    """
    if not conventions.marriage_proof:
        raise NotAllowed("off")
    if not _may_prove(conventions, standings, auction):
        raise NotAllowed("no_choice")


def prove(
    conventions: Conventions, hands: Sequence[Hand], auction: Auction
) -> tuple[Auction, MarriageProved]:
    """The standing bidder shows the table a marriage; the asker stays to act (settled B10)."""
    best = standing_bid(auction.calls)
    assert best is not None, "check_prove saw a standing bid"
    cards = dearest(conventions, hands[best.seat])
    return replace(auction, proved=True), MarriageProved(best.seat, cards)
