"""Playing blind: who may, what is said before a look, who may outbid (catalogue section 2, Blind)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import auction
from engine.actions import Action, Blind, Look, Seat, Unblind
from engine.barrel import first_on_barrel, somebody_on_barrel
from engine.conventions import Conventions
from engine.errors import BidOverCap, NotAllowed, Obstacle
from engine.marriage import held_points
from engine.state import Auction, BlindChoice, Call, DealState, Frame, Hand, Standing, Unblinding

FORCED: Final = 120
"""The bid that going blind is, where blind bids do not run in the auction (`blind_contract=120`)."""
BLIND: Final = Blind()
LOOK: Final = Look()
UNBLIND: Final = Unblind()
BIDS: Final = {value: Blind(value) for value in range(0, 640, 5)}
"""One shared object for every blind bid."""


# Who may


def obstacle(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, seat: Seat
) -> Obstacle | None:
    """What keeps a player from going blind in this deal, if anything does (settled B16, B17, X10)."""
    if not conventions.blind:
        return "off"
    if frame.golden:
        return "golden"
    if not _may_anybody(conventions, standings, frame) or auction.muted(conventions, standings, frame, seat):
        return "no_choice"
    if conventions.blind_who == "first_hand" and seat != frame.after(frame.dealer):
        return "not_blind"
    if conventions.blind_min_score is not None and standings[seat].score < conventions.blind_min_score:
        return "score_too_low"
    if not conventions.blind_while_barrel and somebody_on_barrel(standings):
        return "while_barrel"
    return None


def _may_anybody(conventions: Conventions, standings: Sequence[Standing], frame: Frame) -> bool:
    """The talon is bid for, and the forced blind bid would be high enough (settled B16, X10)."""
    sitter = first_on_barrel(frame, standings)
    if sitter is not None and conventions.barrel_auction == "given":
        return False
    if sitter is not None and conventions.barrel_auction == "auto_bid":
        return conventions.blind_contract == "auction" or conventions.barrel_need < FORCED
    return not auction.yields(conventions, standings, frame)


def face_down(conventions: Conventions, standings: Sequence[Standing], frame: Frame) -> tuple[Seat, ...]:
    """Seats whose cards lie unseen when the deal begins: all that may go blind."""
    if not conventions.blind:
        return ()
    return tuple(seat for seat in frame.active if obstacle(conventions, standings, frame, seat) is None)


def first_asked(conventions: Conventions, frame: Frame, unseen: Sequence[Seat]) -> Seat | None:
    """Who answers `blind` or `look` before anything else happens, if anybody does."""
    if conventions.blind_contract == "auction":
        return None
    first = frame.after(frame.dealer) if conventions.blind_who == "first_hand" else frame.opener
    return first if first in unseen else None


def still_unseen(
    conventions: Conventions, unseen: tuple[Seat, ...], calls: Sequence[Call]
) -> tuple[Seat, ...]:
    """Of those who have not looked, who leaves his cards where they are after these calls.

    Where blind is a bid of 120, a bid as high makes all others pick their cards up.
    """
    best = auction.standing_bid(calls)
    if conventions.blind_contract == "auction" or best is None or best.value is None or best.value < FORCED:
        return unseen
    return (best.seat,) if best.blind else ()


def question(
    conventions: Conventions, unseen: Sequence[Seat], phase: Auction
) -> Auction | BlindChoice | Unblinding:
    """What the player to speak is asked: a bid, or about blind."""
    if conventions.blind_contract == "auction":
        return phase
    best = auction.standing_bid(phase.calls)
    if best is not None and best.blind:
        return Unblinding(phase.calls, phase.turn)
    return BlindChoice(phase.calls, phase.turn) if phase.turn in unseen else phase


# A player who has not looked


def cap(conventions: Conventions, standing: Standing) -> int:
    """The highest blind bid: that of a hand without a marriage (settled B8)."""
    return auction.bid_cap(conventions, standing, ())


def look_obstacle(conventions: Conventions, phase: Auction, unseen: Sequence[Seat]) -> Obstacle | None:
    """What keeps the player to speak from picking his cards up (`blind_look_back`, settled B14)."""
    if not conventions.blind:
        return "off"
    if phase.turn not in unseen:
        return "not_blind"
    bid_blind = any(call.seat == phase.turn and call.blind for call in phase.calls)
    return "blind" if bid_blind and not conventions.blind_look_back else None


def legal(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, phase: Auction
) -> tuple[Action, ...]:
    """What a player who has not looked may say: blind bids ascending, then `look`, `pass`, `prove`."""
    values = auction.bids(conventions, phase.calls, cap(conventions, standings[phase.turn]))
    looks = () if look_obstacle(conventions, phase, (phase.turn,)) else (LOOK,)
    others = auction.other_words(conventions, standings, frame, phase)
    return (*(BIDS[value] for value in values), *looks, *others)


def checked_bid(
    conventions: Conventions,
    standings: Sequence[Standing],
    deal: DealState,
    phase: Auction,
    value: int | None,
) -> int:
    """The blind bid, if it is one.

    Raises:
        NotAllowed: he may not play blind, has looked, or names no number.
        BidStep, BidTooLow, BidJump, BidOverCap: the bid itself (`auction.check_value`).
    """
    seat = phase.turn
    reason = obstacle(conventions, standings, deal.frame, seat)
    if reason is None and seat not in deal.unseen:
        reason = "not_blind"
    if reason is not None:
        raise NotAllowed(reason)
    if value is None:
        raise NotAllowed("no_choice")
    auction.check_value(conventions, phase.calls, cap(conventions, standings[seat]), value)
    return value


# Those who may outbid him


def may_unblind(conventions: Conventions, standing: Standing, hand: Hand) -> bool:
    """He holds a marriage, four aces included, and may bid as high (`unblind`, settled B7)."""
    return (
        held_points(conventions, hand) > 0
        and auction.bid_cap(conventions, standing, hand) >= conventions.unblind_bid
    )


def unblind_answers(conventions: Conventions, standing: Standing, hand: Hand) -> tuple[Action, ...]:
    """`unblind`, where he may, and `pass` (settled B12)."""
    return (UNBLIND, auction.PASS) if may_unblind(conventions, standing, hand) else (auction.PASS,)


def check_unblind(conventions: Conventions, standing: Standing, hand: Hand) -> None:
    """Refuse an un-blinding.

    Raises:
        NotAllowed: he holds no marriage.
        BidOverCap: he may not bid as high.
    """
    if not held_points(conventions, hand):
        raise NotAllowed("no_marriage")
    if not may_unblind(conventions, standing, hand):
        raise BidOverCap(auction.bid_cap(conventions, standing, hand))


def unblinded(conventions: Conventions, phase: Unblinding) -> tuple[Call, ...]:
    """The auction as it goes on: the passes since the blind bid do not count (settled B12)."""
    at = max(place for place, call in enumerate(phase.calls) if call.blind)
    return (*phase.calls[: at + 1], Call(phase.turn, conventions.unblind_bid))
