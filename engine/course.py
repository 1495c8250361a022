"""The course of a deal: which phase follows which, what the rules decide between choices (settled T8).

Cut, dealt, hand redeals, auction, talon, talon redeals, contract or discards, discard redeals, contract,
play.
Each function takes the deal on to the next point where somebody has a choice, or to its end.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine import auction, blind, contract, cutting, dealing, golden, redeal, talon
from engine.actions import Seat
from engine.barrel import first_on_barrel, lifted
from engine.cards import Card
from engine.conventions import Conventions
from engine.dealing import Dealt
from engine.events import (
    AuctionWon,
    BlindBid,
    CardsDealt,
    CardsSeen,
    ContractNamed,
    DealKind,
    DealStarted,
    DealVoid,
    Event,
    RedealOffered,
    TalonTaken,
    Unblinded,
)
from engine.layout import layout_of
from engine.state import (
    Auction,
    Bargain,
    BlindChoice,
    Call,
    Closed,
    Contracting,
    DealPhase,
    DealState,
    Discarding,
    Frame,
    GoldenChoice,
    Hands,
    Log,
    MatchState,
    Playing,
    Redealing,
    Revealing,
    Taking,
    Unblinding,
)

Move: TypeAlias = tuple[DealState, tuple[Event, ...]]
"""The deal after a step, and what happened."""
Interrupted: TypeAlias = Auction | Taking | Revealing | Discarding
"""What goes on when everybody keeps his cards."""


def to_phase(deal: DealState, phase: DealPhase) -> DealState:
    """The same deal and cards in another phase."""
    return DealState(deal.frame, deal.hands, phase, deal.unseen, deal.unasked)


def after(events: tuple[Event, ...], move: Move) -> Move:
    """A move that follows on what happened before it."""
    deal, later = move
    return deal, (*events, *later)


# Redeals


def _offer(deal: DealState, grounds: tuple[redeal.Grounds, ...], interrupted: Interrupted) -> Move:
    return to_phase(deal, Redealing(grounds, interrupted)), (RedealOffered(),)


def resume(match: MatchState, deal: DealState, interrupted: Interrupted) -> Move:
    """Everybody kept his cards: the deal goes on where the offer stopped it."""
    match interrupted:
        case Auction(calls):
            return go_round(match, deal, calls) if calls else open_auction(match, deal)
        case Taking(bargain):
            return _choose_talon(match, deal, bargain)
        case Revealing(bargain):
            return talon_settled(match.conventions, deal, bargain)
        case Discarding(bargain):
            return _hands_settled(match.conventions, deal, bargain)


def void(conventions: Conventions, deal: DealState, seat: Seat | None, grounds: redeal.Grounds) -> Move:
    """The deal is dealt again: `seat` asked for it, or the rules do (None)."""
    hand = () if seat is None else deal.hands[seat]
    lying = deal.bargain.talon if deal.bargain else ()
    fine = redeal.dealer_fine(conventions, deal.frame, lying, grounds, hand)
    closed = Closed(DealKind.REDEALT, deal.bargain, dealer_fine=fine)
    return to_phase(deal, closed), (DealVoid(seat, grounds),)


# Cutting and dealing


def started(frame: Frame) -> tuple[Event, ...]:
    """A deal begins: what is said before its cards are cut."""
    return (DealStarted(frame.number, frame.dealer, frame.opener, frame.golden),)


def cut_and_deal(match: MatchState, frame: Frame, deck: Sequence[Card]) -> Move:
    """Deal a deck, after the dealer's look at its bottom card where he has one."""
    if match.conventions.bottom_card_peek:
        return looked(match, frame, cutting.look(match.conventions, frame, tuple(deck)))
    return _deal(match, frame, deck)


def looked(match: MatchState, frame: Frame, look: cutting.Look) -> Move:
    """The dealer has seen the bottom card: he answers, or the deck is dealt, or a record tells more (N22)."""
    phase, fines, events = look
    if fines:
        frame = replace(frame, fines=(*frame.fines, *fines))
    if phase.asked or not phase.deck:
        return DealState(frame, ((),) * match.players, phase), events
    return after(events, _deal(match, frame, phase.deck))


def _deal(match: MatchState, frame: Frame, deck: Sequence[Card]) -> Move:
    layout = layout_of(match.conventions, match.players)
    return begin(match, frame, dealing.deal(deck, layout, frame.active, frame.dealer))


def begin(match: MatchState, frame: Frame, dealt: Dealt) -> Move:
    """The cards are dealt: who may play blind has not looked yet, the others may ask for a redeal."""
    conventions = match.conventions
    frame = frame.with_cards(dealt.talons, dealt.stock)
    unseen = blind.face_down(conventions, match.sheet.standings, frame)
    deal = DealState(frame, dealt.hands, Auction((), frame.opener), unseen, unseen)
    events = (CardsDealt(dealt.hands, dealt.talons, dealt.stock),)
    asked = blind.first_asked(conventions, frame, unseen) if unseen else None
    if asked is not None:
        return to_phase(deal, BlindChoice((), asked)), events
    return after(events, hands_seen(match, deal, ()))


# The auction


def hands_seen(match: MatchState, deal: DealState, calls: tuple[Call, ...], only: Seat | None = None) -> Move:
    """Offer redeals to those who have seen their cards, or `only` to one, before the auction goes on (T1)."""
    grounds = redeal.dealt_grounds(match.conventions, deal.frame, deal.hands)
    if deal.unasked or only is not None:
        askers = deal.frame.active if only is None else (only,)
        grounds = _those_of(grounds, [seat for seat in askers if seat not in deal.unasked])
    interrupted = Auction(calls, deal.frame.opener)
    if any(grounds):
        return _offer(deal, grounds, interrupted)
    return resume(match, deal, interrupted)


def _those_of(grounds: tuple[redeal.Grounds, ...], seats: Container[Seat]) -> tuple[redeal.Grounds, ...]:
    return tuple(of_seat if seat in seats else () for seat, of_seat in enumerate(grounds))


def open_auction(match: MatchState, deal: DealState) -> Move:
    """The opener has a golden deal, a barrel player the talon, or the auction opens (settled B4).

    Without an auction they play.
    """
    conventions, standings = match.conventions, match.sheet.standings
    if not conventions.auction:
        return _lead(conventions, deal, None)
    if golden.is_forced(conventions, deal.frame):
        if not conventions.golden_mandatory:
            return to_phase(deal, GoldenChoice(deal.frame.opener)), ()
        return play_golden(match, deal)
    if conventions.barrel_auction == "given":
        sitter = first_on_barrel(deal.frame, standings)
        if sitter is not None:
            return _win_talon(match, deal, (), sitter, conventions.barrel_need)
    calls, events = auction.opened(conventions, standings, deal.frame)
    return after(events, go_round(match, deal, calls))


def play_golden(match: MatchState, deal: DealState) -> Move:
    """The opener plays the golden deal for the forced contract."""
    return _win_talon(match, deal, (), deal.frame.opener, match.conventions.golden_contract)


def go_round(match: MatchState, deal: DealState, calls: tuple[Call, ...]) -> Move:
    """The next player speaks, or the auction is over; nobody bid: the next player deals (settled B18)."""
    conventions = match.conventions
    phase, calls, events = auction.pass_muted(conventions, match.sheet.standings, deal.frame, calls)
    if deal.unseen:
        unseen = blind.still_unseen(conventions, deal.unseen, calls)
        deal = DealState(deal.frame, deal.hands, deal.phase, unseen, deal.unasked)
    if phase is not None:
        asked = blind.question(conventions, deal.unseen, phase) if conventions.blind else phase
        return to_phase(deal, asked), events
    best = auction.standing_bid(calls)
    if best is None or best.value is None:
        closed = Closed(DealKind.REDEALT, passes_deal=True)
        return to_phase(deal, closed), (*events, DealVoid(None, ()))
    won = _win_talon(match, deal, calls, best.seat, best.value, blind_bid=best.blind)
    return after(events, won)


def _unasked_grounds(conventions: Conventions, deal: DealState, declarer: Seat) -> tuple[redeal.Grounds, ...]:
    """What those may claim now who had not looked before the auction was over (settled T1, X21)."""
    if conventions.redeal_deadline == "auction_start":
        return ()
    grounds = redeal.dealt_grounds(conventions, deal.frame, deal.hands)
    return _those_of(grounds, [seat for seat in deal.unasked if seat != declarer])


# Playing blind


def look(match: MatchState, deal: DealState, phase: Auction | BlindChoice) -> Move:
    """A player picks his cards up, and may ask for a redeal unless it is too late (settled T1)."""
    seat, calls = phase.turn, phase.calls
    seen = DealState(
        deal.frame,
        deal.hands,
        phase,
        tuple(other for other in deal.unseen if other != seat),
        tuple(other for other in deal.unasked if other != seat),
    )
    event = (CardsSeen(seat),)
    if not calls and isinstance(phase, BlindChoice):
        return after(event, hands_seen(match, seen, calls))
    if calls and match.conventions.redeal_deadline == "auction_start":
        return after(event, go_round(match, seen, calls))
    return after(event, hands_seen(match, seen, calls, only=seat))


def go_blind(match: MatchState, deal: DealState, phase: BlindChoice) -> Move:
    """The forced blind bid stands; the others answer, or the auction is over (`unblind`)."""
    seat, frame = phase.turn, deal.frame
    calls = (*phase.calls, Call(seat, blind.FORCED, blind=True))
    if not match.conventions.unblind:
        calls = auction.closed(frame, calls)
    event = (BlindBid(seat, blind.FORCED),)
    if phase.calls:
        return after(event, go_round(match, deal, calls))
    others_look = DealState(frame, deal.hands, phase, (seat,), (seat,))
    return after(event, hands_seen(match, others_look, calls))


def unblind(match: MatchState, deal: DealState, phase: Unblinding) -> Move:
    """The blind game is off: the auction goes on from the higher bid, or is over (`unblind_auction`)."""
    conventions = match.conventions
    calls = blind.unblinded(conventions, phase)
    if not conventions.unblind_auction:
        calls = auction.closed(deal.frame, calls)
    return after((Unblinded(phase.turn, conventions.unblind_bid),), go_round(match, deal, calls))


# The talon


def _win_talon(
    match: MatchState,
    deal: DealState,
    calls: tuple[Call, ...],
    declarer: Seat,
    bid: int,
    *,
    blind_bid: bool = False,
) -> Move:
    """There is a declarer; those who pick their cards up only now may ask for a redeal (settled T1, X21)."""
    conventions, standings, frame = match.conventions, match.sheet.standings, deal.frame
    unopposed = auction.is_unopposed(conventions, standings, frame, calls)
    base = lifted(conventions, standings[declarer], bid)
    bargain = Bargain(calls, declarer, bid, base, unopposed, talon_shown=False, blind=blind_bid)
    won = (AuctionWon(declarer, bid, unopposed),)
    if not deal.unasked:
        return after(won, _choose_talon(match, deal, bargain))
    grounds = _unasked_grounds(conventions, deal, declarer)
    unseen = (declarer,) if declarer in deal.unseen else ()
    looked_at = DealState(frame, deal.hands, deal.phase, unseen)
    if any(grounds):
        return after(won, _offer(looked_at, grounds, Taking(bargain)))
    return after(won, _choose_talon(match, looked_at, bargain))


def _choose_talon(match: MatchState, deal: DealState, bargain: Bargain) -> Move:
    """The declarer takes the talon, or chooses one of two."""
    if len(deal.frame.talons) > 1:
        return to_phase(deal, Taking(bargain)), ()
    return talon_taken(match, deal, bargain, 1)


def talon_taken(match: MatchState, deal: DealState, bargain: Bargain, number: int) -> Move:
    """The declarer has talon 1 or 2, and perhaps decides whether all see it."""
    conventions, frame, declarer = match.conventions, deal.frame, bargain.declarer
    reveal = talon.reveal_rule(conventions, match.sheet.standings[declarer], frame, bargain)
    shown = reveal == "shown"
    bargain = talon.take(frame, bargain, number, shown=shown)
    taken = DealState(frame, talon.with_cards(deal.hands, declarer, bargain.talon), deal.phase)
    events = (TalonTaken(declarer, bargain.talon, shown, number),)
    if reveal == "asked":
        return to_phase(taken, Revealing(bargain)), events
    return after(events, talon_known(conventions, taken, bargain))


def talon_known(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """The talon is taken, and shown or not: now its redeals, forced ones first (settled T5)."""
    if conventions.redeal_forced and (forced := redeal.of_talon(conventions, bargain)):
        return void(conventions, to_phase(deal, Revealing(bargain)), None, forced)
    grounds = redeal.talon_grounds(conventions, deal.frame, deal.hands, bargain)
    if any(grounds):
        return _offer(deal, grounds, Revealing(bargain))
    return talon_settled(conventions, deal, bargain)


def talon_settled(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """The deal stands with this talon."""
    if conventions.raise_window == "before_discard":
        return _ask_contract(conventions, deal, bargain)
    return to_phase(deal, Discarding(bargain)), ()


def card_discarded(conventions: Conventions, frame: Frame, hands: Hands, bargain: Bargain) -> Move:
    """The declarer gives or buries the next card; after the last one come the redeals of the new hands."""
    phase = Discarding(bargain)
    deal = DealState(frame, hands, phase)
    if not talon.is_settled(conventions, frame, bargain):
        return deal, ()
    grounds = redeal.discard_grounds(conventions, frame, hands)
    if any(grounds):
        return _offer(deal, grounds, phase)
    return _hands_settled(conventions, deal, bargain)


def _hands_settled(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """The deal stands with these hands."""
    if bargain.contract is None:
        return _ask_contract(conventions, deal, bargain)
    return _lead(conventions, deal, bargain)


# The contract


def _ask_contract(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """Ask where more than one contract is possible (settled T12)."""
    hand = deal.hands[bargain.declarer]
    if contract.has_choice(conventions, deal.frame, hand, bargain):
        return to_phase(deal, Contracting(bargain)), ()
    return contract_fixed(conventions, deal, bargain, bargain.base)


def contract_fixed(conventions: Conventions, deal: DealState, bargain: Bargain, value: int) -> Move:
    """The contract is final: now the discards, or the first lead after them."""
    bargain = bargain.moved_on(value, bargain.discards)
    events = (ContractNamed(bargain.declarer, value, raised=value > bargain.base),)
    if not talon.is_settled(conventions, deal.frame, bargain):
        return to_phase(deal, Discarding(bargain)), events
    return after(events, _lead(conventions, deal, bargain))


def _lead(conventions: Conventions, deal: DealState, bargain: Bargain | None) -> Move:
    """The first lead is the declarer's, or that of the dealer's left neighbour (`first_leader`)."""
    by_declarer = bargain is not None and conventions.first_leader == "declarer"
    leader = bargain.declarer if bargain and by_declarer else deal.frame.after(deal.frame.dealer)
    return to_phase(deal, Playing(bargain, leader, (), Log())), ()
