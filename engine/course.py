"""The course of a deal: which phase follows which, what the rules decide between choices (settled T8).

Cut, dealt, hand redeals, auction, talon, talon redeals, contract or discards, discard redeals, contract,
play.
Each function takes the deal on to the next point where somebody has a choice, or to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from engine import auction, contract, cutting, dealing, redeal, talon
from engine.actions import Seat
from engine.barrel import first_on_barrel, lifted
from engine.cards import Card
from engine.conventions import Conventions
from engine.dealing import Dealt
from engine.events import (
    AuctionWon,
    CardsDealt,
    ContractNamed,
    DealKind,
    DealStarted,
    DealVoid,
    Event,
    RedealOffered,
    TalonTaken,
)
from engine.layout import layout_of
from engine.state import (
    Auction,
    Bargain,
    Call,
    Closed,
    Contracting,
    DealPhase,
    DealState,
    Discarding,
    Frame,
    Log,
    MatchState,
    Playing,
    Redealing,
    Revealing,
    Taking,
)

Move: TypeAlias = tuple[DealState, tuple[Event, ...]]
"""The deal after a step, and what happened."""


def to_phase(deal: DealState, phase: DealPhase) -> DealState:
    """The same deal and cards in another phase."""
    return DealState(deal.frame, deal.hands, phase)


def after(events: tuple[Event, ...], move: Move) -> Move:
    """A move that follows on what happened before it."""
    deal, later = move
    return deal, (*events, *later)


# Redeals


def _offer(
    deal: DealState, grounds: tuple[redeal.Grounds, ...], interrupted: Auction | Revealing | Discarding
) -> Move:
    return to_phase(deal, Redealing(grounds, interrupted)), (RedealOffered(),)


def resume(match: MatchState, deal: DealState, interrupted: Auction | Revealing | Discarding) -> Move:
    """Everybody kept his cards: the deal goes on where the offer stopped it."""
    match interrupted:
        case Auction():
            return open_auction(match, deal)
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
    return (DealStarted(frame.number, frame.dealer, frame.opener, golden=False),)


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
    """The cards are dealt and seen: now the redeals of the hands."""
    frame = frame.with_cards(dealt.talons, dealt.stock)
    unopened = Auction((), frame.opener)
    deal = DealState(frame, dealt.hands, unopened)
    events = (CardsDealt(dealt.hands, dealt.talons, dealt.stock),)
    grounds = redeal.dealt_grounds(match.conventions, frame, dealt.hands)
    if any(grounds):
        return after(events, _offer(deal, grounds, unopened))
    return after(events, open_auction(match, deal))


# The auction


def open_auction(match: MatchState, deal: DealState) -> Move:
    """The talon is given to a barrel player, or the auction opens (settled B4); without one they play."""
    conventions, standings = match.conventions, match.sheet.standings
    if not conventions.auction:
        return _lead(conventions, deal, None)
    if conventions.barrel_auction == "given":
        sitter = first_on_barrel(deal.frame, standings)
        if sitter is not None:
            return _take_talon(match, deal, (), sitter, conventions.barrel_need)
    calls, events = auction.opened(conventions, standings, deal.frame)
    return after(events, go_round(match, deal, calls))


def go_round(match: MatchState, deal: DealState, calls: tuple[Call, ...]) -> Move:
    """The next player speaks, or the auction is over; nobody bid: the next player deals (settled B18)."""
    phase, calls, events = auction.pass_muted(match.conventions, match.sheet.standings, deal.frame, calls)
    if phase is not None:
        return to_phase(deal, phase), events
    best = auction.standing_bid(calls)
    if best is None or best.value is None:
        closed = Closed(DealKind.REDEALT, passes_deal=True)
        return to_phase(deal, closed), (*events, DealVoid(None, ()))
    return after(events, _take_talon(match, deal, calls, best.seat, best.value))


# The talon


def _take_talon(
    match: MatchState, deal: DealState, calls: tuple[Call, ...], declarer: Seat, bid: int
) -> Move:
    conventions, standings, frame = match.conventions, match.sheet.standings, deal.frame
    unopposed = auction.is_unopposed(conventions, standings, frame, calls)
    base = lifted(conventions, standings[declarer], bid)
    bargain = Bargain(calls, declarer, bid, base, unopposed, talon_shown=False)
    won = (AuctionWon(declarer, bid, unopposed),)
    if len(frame.talons) > 1:
        return to_phase(deal, Taking(bargain)), won
    return after(won, talon_taken(match, deal, bargain, 1))


def talon_taken(match: MatchState, deal: DealState, bargain: Bargain, number: int) -> Move:
    """The declarer has talon 1 or 2, and perhaps decides whether all see it."""
    conventions, frame, declarer = match.conventions, deal.frame, bargain.declarer
    by_right = declarer == frame.opener or not bargain.calls
    reveal = talon.reveal_rule(
        conventions, match.sheet.standings[declarer], by_right=by_right, unopposed=bargain.unopposed
    )
    shown = reveal == "shown"
    bargain = talon.take(frame, bargain, number, shown=shown)
    taken = DealState(frame, talon.with_cards(deal.hands, declarer, bargain.talon), deal.phase)
    events = (TalonTaken(declarer, bargain.talon, shown, number),)
    if reveal == "asked":
        return to_phase(taken, Revealing(bargain)), events
    return after(events, talon_known(conventions, taken, bargain))


def talon_known(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """The talon is taken, and shown or not: now its redeals, forced ones first (settled T5)."""
    forced = tuple(redeal.of_talon(conventions, bargain))
    if forced and conventions.redeal_forced:
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


def card_discarded(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """The declarer gives or buries the next card; after the last one come the redeals of the new hands."""
    if not talon.is_settled(conventions, deal.frame, bargain):
        return to_phase(deal, Discarding(bargain)), ()
    grounds = redeal.discard_grounds(conventions, deal.frame, deal.hands)
    if any(grounds):
        return _offer(deal, grounds, Discarding(bargain))
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
    if len(contract.values(conventions, hand, bargain)) > 1:
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
