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
from engine.cards import Card, Rank
from engine.conventions import Conventions
from engine.dealing import Dealt
from engine.events import (
    AuctionWon,
    BottomSeen,
    CardsDealt,
    ContractNamed,
    DealKind,
    DealStarted,
    DealVoid,
    DeckCut,
    Event,
    Fined,
    JackMoved,
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
    CutOffer,
    Cutting,
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


# The cut and the cards


def _undealt(match: MatchState, frame: Frame, deck: tuple[Card, ...] | None) -> Move:
    deal = DealState(frame, ((),) * match.players, Cutting(None, None, 0, deck))
    return deal, (DealStarted(frame.number, frame.dealer, frame.opener, golden=False),)


def begin(match: MatchState, frame: Frame, deck: Sequence[Card]) -> Move:
    """The dealer has the deck; he looks at its bottom card where he may (`bottom_card_peek`)."""
    deal, started = _undealt(match, frame, tuple(deck))
    if match.conventions.bottom_card_peek:
        return after(started, bottom_seen(match, deal, deck[-1]))
    return after(started, _deal_deck(match, deal, deck))


def begin_with(match: MatchState, frame: Frame, dealt: Dealt) -> Move:
    """A record tells what everybody got."""
    deal, started = _undealt(match, frame, None)
    return after(started, cards_dealt(match, deal, dealt))


def begin_with_bottom(match: MatchState, frame: Frame, bottom: Card) -> Move:
    """A record tells what the dealer saw."""
    deal, started = _undealt(match, frame, None)
    return after(started, bottom_seen(match, deal, bottom))


def bottom_seen(match: MatchState, deal: DealState, bottom: Card) -> Move:
    """The dealer looks at the bottom card: he is asked, the rules decide, or the cards are dealt."""
    conventions, dealer = match.conventions, deal.frame.dealer
    assert isinstance(deal.phase, Cutting), "nothing is dealt yet"
    deck, nines = deal.phase.deck, deal.phase.nines + (bottom.rank is Rank.NINE)
    offer = cutting.offer(conventions, bottom, nines)
    shown = to_phase(deal, Cutting(bottom, offer, nines, deck))
    seen = (BottomSeen(dealer, bottom),)
    if offer:
        return shown, seen
    match cutting.duty(conventions, bottom, nines):
        case CutOffer.RECUT:
            return after(seen, cut_again(match, shown))
        case CutOffer.TO_MIDDLE:
            return after(seen, jack_moved(match, shown))
        case None:
            return after(seen, _fine_cutter(match, shown, bottom, nines))


def _fine_cutter(match: MatchState, deal: DealState, bottom: Card, nines: int) -> Move:
    """The last nine of a series is paid for, and the deal goes on with that cut."""
    fines = cutting.fines(match.conventions, deal.frame.dealer, match.players, bottom, nines)
    if not fines:
        return bottom_kept(match, deal)
    frame = replace(deal.frame, fines=(*deal.frame.fines, *fines))
    events = tuple(Fined(fine.seat, fine.why, fine.points) for fine in fines)
    return after(events, bottom_kept(match, replace(deal, frame=frame)))


def cut_again(match: MatchState, deal: DealState) -> Move:
    """The deck is cut again, and the dealer looks again."""
    assert isinstance(deal.phase, Cutting), "nothing is dealt yet"
    nines, deck = deal.phase.nines, deal.phase.deck
    events = (DeckCut(cutting.cutter(deal.frame.dealer, match.players)),)
    if deck is None:
        return to_phase(deal, Cutting(None, None, nines, None)), events
    deck = dealing.cut_again(deck)
    return after(events, bottom_seen(match, to_phase(deal, Cutting(None, None, nines, deck)), deck[-1]))


def jack_moved(match: MatchState, deal: DealState) -> Move:
    """The jack is in the middle; nobody looks or cuts any more."""
    assert isinstance(deal.phase, Cutting), "nothing is dealt yet"
    deck = deal.phase.deck and dealing.jack_to_middle(deal.phase.deck)
    moved = to_phase(deal, replace(deal.phase, offer=None, deck=deck))
    return after((JackMoved(deal.frame.dealer),), bottom_kept(match, moved))


def bottom_kept(match: MatchState, deal: DealState) -> Move:
    """The deck stays as it lies: it is dealt, or the record says how it was."""
    assert isinstance(deal.phase, Cutting), "nothing is dealt yet"
    deck = deal.phase.deck
    if deck is None:
        return to_phase(deal, replace(deal.phase, offer=None)), ()
    return _deal_deck(match, deal, deck)


def _deal_deck(match: MatchState, deal: DealState, deck: Sequence[Card]) -> Move:
    frame, layout = deal.frame, layout_of(match.conventions, match.players)
    return cards_dealt(match, deal, dealing.deal(deck, layout, frame.active, frame.dealer))


def cards_dealt(match: MatchState, deal: DealState, dealt: Dealt) -> Move:
    """The cards are dealt and seen: now the redeals of the hands."""
    frame = replace(deal.frame, talons=dealt.talons, stock=dealt.stock)
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
    bargain = Bargain(
        calls=calls,
        declarer=declarer,
        bid=bid,
        base=lifted(conventions, standings[declarer], bid),
        unopposed=auction.is_unopposed(conventions, standings, frame, calls),
        talon_shown=False,
    )
    won = (AuctionWon(declarer, bid, bargain.unopposed),)
    if len(frame.talons) > 1:
        return to_phase(deal, Taking(bargain)), won
    return after(won, talon_taken(match, deal, bargain, 1))


def talon_taken(match: MatchState, deal: DealState, bargain: Bargain, number: int) -> Move:
    """The declarer has a talon, and perhaps decides whether all see it."""
    conventions, frame = match.conventions, deal.frame
    standing = match.sheet.standings[bargain.declarer]
    bargain = talon.take(frame, bargain, number)
    hands = talon.with_cards(deal.hands, bargain.declarer, bargain.talon)
    if talon.asks_to_reveal(conventions, standing, frame, bargain):
        taken = TalonTaken(bargain.declarer, bargain.talon, shown=False, number=number)
        return DealState(frame, hands, Revealing(bargain)), (taken,)
    bargain = talon.reveal(bargain, show=talon.is_shown(conventions, standing, frame, bargain))
    taken = TalonTaken(bargain.declarer, bargain.talon, shown=bargain.talon_shown, number=number)
    return after((taken,), talon_known(conventions, DealState(frame, hands, deal.phase), bargain))


def talon_known(conventions: Conventions, deal: DealState, bargain: Bargain) -> Move:
    """The talon is taken, and shown or not: now its redeals, forced ones first (settled T5)."""
    forced = redeal.of_talon(conventions, bargain) if conventions.redeal_forced else ()
    if forced:
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
    bargain = contract.named(bargain, value)
    events = (ContractNamed(bargain.declarer, value, raised=value > bargain.base),)
    if not talon.is_settled(conventions, deal.frame, bargain):
        return to_phase(deal, Discarding(bargain)), events
    return after(events, _lead(conventions, deal, bargain))


def _lead(conventions: Conventions, deal: DealState, bargain: Bargain | None) -> Move:
    """The first lead is the declarer's, or that of the dealer's left neighbour (`first_leader`)."""
    by_declarer = bargain is not None and conventions.first_leader == "declarer"
    leader = bargain.declarer if bargain and by_declarer else deal.frame.after(deal.frame.dealer)
    return to_phase(deal, Playing(bargain, leader, (), Log())), ()
