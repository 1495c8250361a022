"""What players may do in a deal, and what it does: each phase's actions, their refusals, their effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from engine import claim, contract, course, cutting, play, redeal, speech, talon
from engine.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Blind,
    Bury,
    Claim,
    Decline,
    Give,
    HideTalon,
    Keep,
    Look,
    NameContract,
    Pass,
    Play,
    Prove,
    Recut,
    Redeal,
    Seat,
    ShowTalon,
    TakeCross,
    TakeTalon,
    ToMiddle,
    Unblind,
    WriteOff,
)
from engine.course import Move, after, to_phase
from engine.errors import NotAllowed, NotYourTurn, WrongPhase
from engine.events import (
    DealCrossed,
    DealKind,
    DealWrittenOff,
    RedealKept,
    TalonKeptHidden,
    TalonShown,
)
from engine.state import (
    Auction,
    Bargain,
    BlindChoice,
    Closed,
    Contracting,
    Cutting,
    DealPhase,
    DealState,
    Discarding,
    GoldenChoice,
    MatchState,
    Phase,
    Playing,
    Redealing,
    Revealing,
    Taking,
    Unblinding,
)

PHASES: Final[dict[type[DealPhase], Phase]] = {
    Cutting: Phase.CUT,
    Auction: Phase.AUCTION,
    GoldenChoice: Phase.AUCTION,
    BlindChoice: Phase.BLIND,
    Unblinding: Phase.BLIND,
    Taking: Phase.TALON,
    Revealing: Phase.TALON,
    Discarding: Phase.DISCARD,
    Contracting: Phase.CONTRACT,
    Redealing: Phase.REDEAL,
    Playing: Phase.PLAY,
    Closed: Phase.OVER,
}
_ACTIONS: Final[dict[type[DealPhase], tuple[type[Action], ...]]] = {
    Cutting: (Recut, ToMiddle, Accept),
    Auction: (Bid, Pass, Prove, Blind, Look, Decline),
    GoldenChoice: (Bid, Decline, Pass, Prove, Blind, Look),
    BlindChoice: (Blind, Look),
    Unblinding: (Unblind, Pass),
    Taking: (TakeTalon,),
    Revealing: (ShowTalon, HideTalon),
    Discarding: (Give, Bury, WriteOff, TakeCross),
    Contracting: (NameContract, WriteOff, TakeCross),
    Redealing: (Redeal, Keep),
    Playing: (Play, Announce, Claim),
    Closed: (),
}
"""The words of each phase, whether or not the conventions let anybody say them.

Write-off and cross also last until the first card is led (settled T9).
"""


# Questions


def to_act(deal: DealState) -> tuple[Seat, ...]:
    """Who is waited for, in seat order."""
    phase = deal.phase
    match phase:
        case Playing() | Auction() | GoldenChoice() | BlindChoice() | Unblinding():
            return (phase.turn,)
        case Taking() | Revealing() | Discarding() | Contracting():
            return (phase.bargain.declarer,)
        case Redealing():
            return tuple(seat for seat, grounds in enumerate(phase.grounds) if grounds)
        case Cutting():
            return (deal.frame.dealer,) if phase.asked else ()
        case Closed():
            return ()
        case _:
            assert_never(phase)


def legal(match: MatchState, deal: DealState, seat: Seat) -> tuple[Action, ...]:
    """What a seat that is to act may do, in a fixed order."""
    conventions, standings = match.conventions, match.sheet.standings
    phase = deal.phase
    hand = deal.hands[seat]
    match phase:
        case Playing():
            return _legal_play(match, deal, phase)
        case Auction() | GoldenChoice() | BlindChoice() | Unblinding():
            return speech.legal(match, deal, phase)
        case Discarding(bargain):
            gives = talon.legal(conventions, deal.frame, hand, bargain)
            return (*gives, *contract.ways_out(conventions, standings, deal.frame, bargain))
        case Contracting(bargain):
            named = contract.legal(conventions, deal.frame, hand, bargain)
            return (*named, *contract.ways_out(conventions, standings, deal.frame, bargain))
        case Redealing():
            return redeal.ANSWERS
        case Taking():
            return talon.TAKES
        case Revealing():
            return talon.REVEALS
        case Cutting():
            return cutting.legal(phase)
        case Closed():
            return ()
        case _:
            assert_never(phase)


def _legal_play(match: MatchState, deal: DealState, phase: Playing) -> tuple[Action, ...]:
    """Cards and announcements; on a lead then `claim`, on the declarer's first one the ways out."""
    hand = deal.hands[phase.turn]
    actions = play.legal(match.conventions, hand, phase)
    if phase.table:
        return actions
    if claim.is_proved(match.conventions, deal.frame, hand, phase):
        actions = (*actions, claim.CLAIM)
    if phase.bargain and _before_first_card(phase):
        actions = (
            *actions,
            *contract.ways_out(match.conventions, match.sheet.standings, deal.frame, phase.bargain),
        )
    return actions


def _before_first_card(phase: DealPhase) -> bool:
    return isinstance(phase, Playing) and play.is_first_lead(phase)


# Actions


def act(match: MatchState, deal: DealState, seat: Seat, action: Action) -> Move:
    """Carry out an action.

    Raises:
        WrongPhase, NotYourTurn: before anything else, in this order (settled N7).
        RuleError: what the rules of the phase say.
    """
    phase = deal.phase
    _check_turn(deal, seat, action)
    match phase:
        case Playing():
            return _play(match, deal, phase, action)
        case Auction() | GoldenChoice() | BlindChoice() | Unblinding():
            return speech.act(match, deal, phase, action)
        case Discarding(bargain) | Contracting(bargain):
            return _settle(match, deal, bargain, action)
        case Redealing():
            return _answer(match, deal, phase, seat, action)
        case Taking(bargain):
            return _take(match, deal, bargain, action)
        case Revealing(bargain):
            return _reveal(match, deal, bargain, show=isinstance(action, ShowTalon))
        case Cutting():
            look = cutting.answer(match.conventions, deal.frame, phase, action)
            return course.looked(match, deal.frame, look)
        case Closed():
            raise WrongPhase(Phase.OVER)
        case _:
            assert_never(phase)


def _check_turn(deal: DealState, seat: Seat, action: Action) -> None:
    phase = deal.phase
    if not isinstance(action, _ACTIONS[type(phase)]) and not (
        isinstance(action, WriteOff | TakeCross) and _before_first_card(phase)
    ):
        raise WrongPhase(PHASES[type(phase)])
    awaited = to_act(deal)
    if seat not in awaited:
        raise NotYourTurn(seat, () if isinstance(phase, Redealing) else awaited)


def _play(match: MatchState, deal: DealState, phase: Playing, action: Action) -> Move:
    conventions, hand = match.conventions, deal.hands[phase.turn]
    match action:
        case Play():
            play.check_card(conventions, hand, phase, action.card)
            by_itself = conventions.marriage_announce == "auto"
            return play.play(conventions, deal, phase, action.card, announced=by_itself)
        case Announce(card, keep_trump):
            play.check_announce(conventions, hand, phase, action)
            return play.play(conventions, deal, phase, card, announced=True, keep_trump=keep_trump)
        case Claim():
            if not claim.is_proved(conventions, deal.frame, hand, phase):
                raise NotAllowed("not_proved")
            return claim.claim(deal, phase)
        case _:
            return _give_up(match, deal, phase.bargain, action)


def _take(match: MatchState, deal: DealState, bargain: Bargain, action: Action) -> Move:
    assert isinstance(action, TakeTalon), "the only action of its phase"
    talon.check_take(action)
    return course.talon_taken(match, deal, bargain, action.number)


def _reveal(match: MatchState, deal: DealState, bargain: Bargain, *, show: bool) -> Move:
    seat, cards = bargain.declarer, bargain.talon
    event = TalonShown(seat, cards) if show else TalonKeptHidden(seat)
    known = replace(bargain, talon_shown=show)
    return after((event,), course.talon_known(match.conventions, deal, known))


def _settle(match: MatchState, deal: DealState, bargain: Bargain, action: Action) -> Move:
    """The declarer's discards and contract."""
    conventions, hand = match.conventions, deal.hands[bargain.declarer]
    match action:
        case Give(card, receiver):
            discard = talon.checked_discard(conventions, deal.frame, hand, bargain, action)
            hands = talon.without_card(deal.hands, bargain.declarer, card)
            hands = talon.with_cards(hands, receiver, (card,))
            bargain, given = talon.give_card(bargain, discard)
            return after((given,), course.card_discarded(conventions, deal.frame, hands, bargain))
        case Bury(card):
            talon.check_bury(conventions, deal.frame, hand, bargain, action)
            hands = talon.without_card(deal.hands, bargain.declarer, card)
            bargain, buried = talon.bury_card(bargain, action)
            return after((buried,), course.card_discarded(conventions, deal.frame, hands, bargain))
        case NameContract(value):
            contract.check_contract(conventions, deal.frame, hand, bargain, value)
            return course.contract_fixed(conventions, deal, bargain, value)
        case _:
            return _give_up(match, deal, bargain, action)


def _give_up(match: MatchState, deal: DealState, bargain: Bargain | None, action: Action) -> Move:
    if bargain is None:
        raise NotAllowed("off")
    conventions, standings, declarer = match.conventions, match.sheet.standings, bargain.declarer
    match action:
        case WriteOff():
            contract.check_way_out(conventions, standings, deal.frame, bargain, action)
            closed = Closed(DealKind.WRITTEN_OFF, bargain)
            return to_phase(deal, closed), (DealWrittenOff(declarer, bargain.stake),)
        case TakeCross():
            contract.check_way_out(conventions, standings, deal.frame, bargain, action)
            return to_phase(deal, Closed(DealKind.CROSSED, bargain)), (DealCrossed(declarer),)
        case _:
            raise WrongPhase(PHASES[type(deal.phase)])


def _answer(match: MatchState, deal: DealState, phase: Redealing, seat: Seat, action: Action) -> Move:
    if isinstance(action, Redeal):
        return course.void(match.conventions, deal, seat, phase.grounds[seat])
    kept = (RedealKept(seat),)
    left = (*phase.grounds[:seat], (), *phase.grounds[seat + 1 :])
    if any(left):
        return to_phase(deal, Redealing(left, phase.interrupted)), kept
    return after(kept, course.resume(match, deal, phase.interrupted))
