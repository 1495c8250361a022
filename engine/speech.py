"""What is said before there is a declarer: bids, passes, blind and un-blind, the answer to a golden deal."""

from __future__ import annotations

from typing import Final, assert_never

from engine import auction, blind, course, golden
from engine.actions import Action, Bid, Blind, Decline, Look, Pass, Prove, Seat
from engine.course import Move, after, to_phase
from engine.errors import NotAllowed
from engine.events import BidMade, BlindBid, DealKind, GoldenDeclined, Passed
from engine.state import (
    Auction,
    BlindChoice,
    Call,
    Closed,
    DealState,
    GoldenChoice,
    MatchState,
    Speaking,
    Unblinding,
)

BLIND_ANSWERS: Final = (blind.BLIND, blind.LOOK)


def legal(match: MatchState, deal: DealState, phase: Speaking) -> tuple[Action, ...]:
    """What the player to speak may say, in a fixed order."""
    conventions, standings, seat = match.conventions, match.sheet.standings, phase.turn
    match phase:
        case Auction():
            if seat in deal.unseen:
                return blind.legal(conventions, standings, deal.frame, phase)
            return auction.legal(conventions, standings, deal.frame, deal.hands[seat], phase)
        case GoldenChoice():
            return golden.answers(conventions)
        case BlindChoice():
            return BLIND_ANSWERS
        case Unblinding():
            return blind.unblind_answers(conventions, standings[seat], deal.hands[seat])
        case _:
            assert_never(phase)


def act(match: MatchState, deal: DealState, phase: Speaking, action: Action) -> Move:
    """Carry out a word of the phase.

    Raises:
        RuleError: what the rules of the phase say.
    """
    match phase:
        case Auction():
            return _speak(match, deal, phase, action)
        case GoldenChoice():
            return _answer_golden(match, deal, phase, action)
        case BlindChoice():
            return _choose_blind(match, deal, phase, action)
        case Unblinding():
            return _answer_blind(match, deal, phase, action)
        case _:
            assert_never(phase)


def _speak(match: MatchState, deal: DealState, phase: Auction, action: Action) -> Move:
    conventions, standings, seat = match.conventions, match.sheet.standings, phase.turn
    match action:
        case Bid(value):
            if seat in deal.unseen:
                raise NotAllowed("look_first")
            auction.check_bid(conventions, standings[seat], deal.hands[seat], phase, value)
            calls = (*phase.calls, Call(seat, value))
            return after((BidMade(seat, value, forced=False),), course.go_round(match, deal, calls))
        case Pass():
            auction.check_pass(conventions, deal.frame, phase)
            return _pass(match, deal, seat, phase.calls)
        case Blind(value):
            bid = blind.checked_bid(conventions, standings, deal, phase, value)
            calls = (*phase.calls, Call(seat, bid, blind=True))
            return after((BlindBid(seat, bid),), course.go_round(match, deal, calls))
        case Look():
            obstacle = blind.look_obstacle(conventions, phase, deal.unseen)
            if obstacle is not None:
                raise NotAllowed(obstacle)
            return course.look(match, deal, phase)
        case Prove():
            auction.check_prove(conventions, standings, phase)
            proved, event = auction.prove(conventions, deal.hands, phase)
            return to_phase(deal, proved), (event,)
        case _:
            raise NotAllowed("no_choice" if deal.frame.golden else "off")


def _pass(match: MatchState, deal: DealState, seat: Seat, calls: tuple[Call, ...]) -> Move:
    passed = (Passed(seat, forced=False),)
    return after(passed, course.go_round(match, deal, (*calls, Call(seat, None))))


def _answer_golden(match: MatchState, deal: DealState, phase: GoldenChoice, action: Action) -> Move:
    match action:
        case Bid(value):
            golden.check_bid(match.conventions, value)
            bid = (BidMade(phase.turn, value, forced=False),)
            return after(bid, course.play_golden(match, deal))
        case Decline():
            return to_phase(deal, Closed(DealKind.DECLINED)), (GoldenDeclined(phase.turn),)
        case _:
            raise NotAllowed("golden")


def _choose_blind(match: MatchState, deal: DealState, phase: BlindChoice, action: Action) -> Move:
    match action:
        case Blind(None):
            return course.go_blind(match, deal, phase)
        case Blind():
            raise NotAllowed("no_choice")
        case _:
            return course.look(match, deal, phase)


def _answer_blind(match: MatchState, deal: DealState, phase: Unblinding, action: Action) -> Move:
    seat = phase.turn
    if isinstance(action, Pass):
        return _pass(match, deal, seat, phase.calls)
    blind.check_unblind(match.conventions, match.sheet.standings[seat], deal.hands[seat])
    return course.unblind(match, deal, phase)
