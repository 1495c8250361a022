"""What may be seen: the only way out for hidden information.

`PublicView` is what anybody at the table sees, `SeatView` adds what one seat knows. They are types of their
own, not filtered states: a field that is not here cannot leak.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.actions import Action, Seat
from engine.auction import passed, standing_bid
from engine.cards import Card, Suit
from engine.conventions import Conventions
from engine.events import (
    BottomSeen,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardsDealt,
    DealResult,
    Event,
    Ground,
    Outcome,
    PerSeat,
    RedealKept,
    TalonTaken,
)
from engine.match import legal_actions, phase, to_act
from engine.state import (
    Bargain,
    Call,
    Cutting,
    DealState,
    Discard,
    Log,
    Marriage,
    MatchState,
    Phase,
    Played,
    Playing,
    Redealing,
    Standing,
    Trick,
)

__all__ = [
    "Call",
    "Gift",
    "Marriage",
    "Phase",
    "Played",
    "PublicDeal",
    "PublicView",
    "SeatView",
    "Standing",
    "Trick",
    "public_events",
    "public_view",
    "seat_events",
    "seat_view",
]


@dataclass(frozen=True, slots=True)
class Gift:
    """A card given away; None where the viewer may not see it."""

    giver: Seat
    receiver: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class PublicDeal:
    """The deal in hand as everybody sees it."""

    number: int
    dealer: Seat
    opener: Seat
    golden: bool
    blind: bool
    active: tuple[Seat, ...]
    """Seats that hold cards in this deal."""
    calls: tuple[Call, ...]
    passed: tuple[Seat, ...]
    bidder: Seat | None
    """Who holds the standing bid."""
    bid: int | None
    """The standing, then the winning bid in points."""
    declarer: Seat | None
    contract: int | None
    talon: tuple[Card, ...] | None
    """The talon where it was shown to all, also after it was taken; None while hidden."""
    gifts: tuple[Gift, ...]
    buried: int
    """Cards that the declarer laid onto the other talon or back on the table."""
    stock: int
    """Cards that can still be drawn."""
    hand_sizes: PerSeat
    trump: Suit | None
    trump_owner: Seat | None
    marriages: tuple[Marriage, ...]
    leader: Seat | None
    trick: Trick
    tricks: tuple[Trick, ...]
    """Finished tricks in order; the last one is what «last trick» shows."""
    tricks_won: PerSeat
    card_points: PerSeat


@dataclass(frozen=True, slots=True)
class PublicView:
    """The match as everybody sees it."""

    conventions: Conventions
    players: int
    phase: Phase
    to_act: tuple[Seat, ...]
    """Who is waited for; empty in phase `redeal`, where the holder of a ground stays unknown."""
    standings: tuple[Standing, ...]
    deals_played: int
    deal: PublicDeal | None
    last_result: DealResult | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """The match as one seat sees it."""

    public: PublicView
    seat: Seat
    hand: tuple[Card, ...]
    """Own cards by suit, then rank; empty while they lie unseen (blind)."""
    talon: tuple[Card, ...] | None
    """The talon as this seat knows it."""
    gifts: tuple[Gift, ...]
    """The gifts as this seat knows them."""
    grounds: tuple[Ground, ...]
    """Own grounds in phase `redeal`."""
    legal: tuple[Action, ...]
    """Own legal actions, in the fixed order that button indices refer to; empty when not to act."""
    bottom: Card | None = None
    """The bottom card that the dealer sees in phase `cut`."""
    buried: tuple[Card, ...] = ()
    """Cards that this seat buried itself."""


# Views


def public_view(state: MatchState) -> PublicView:
    """What anybody at the table sees."""
    now = phase(state)
    sheet = state.sheet
    return PublicView(
        conventions=state.conventions,
        players=state.players,
        phase=now,
        to_act=() if now is Phase.REDEAL else to_act(state),
        standings=sheet.standings,
        deals_played=sheet.deals_played,
        deal=None if state.deal is None else _public_deal(state.deal),
        last_result=sheet.last_result,
        outcome=sheet.outcome,
    )


def seat_view(state: MatchState, seat: Seat) -> SeatView:
    """What one seat sees: the table, its own cards, and what it was shown."""
    deal = state.deal
    return SeatView(
        public=public_view(state),
        seat=seat,
        hand=() if deal is None or seat in deal.unseen else deal.hands[seat],
        talon=None if deal is None else _talon(deal, seat),
        gifts=() if deal is None else _gifts(deal, seat),
        grounds=deal.phase.grounds[seat] if deal and isinstance(deal.phase, Redealing) else (),
        legal=legal_actions(state, seat),
        bottom=_bottom(deal, seat),
        buried=() if deal is None else _buried(deal, seat),
    )


def _bottom(deal: DealState | None, viewer: Seat) -> Card | None:
    looks = deal is not None and viewer == deal.frame.dealer
    return deal.phase.bottom if deal and looks and isinstance(deal.phase, Cutting) else None


def _public_deal(deal: DealState) -> PublicDeal:
    frame, bargain = deal.frame, deal.bargain
    calls = deal.calls
    best = standing_bid(calls)
    playing = deal.phase if isinstance(deal.phase, Playing) else None
    log = playing.log if playing else Log()
    table = playing.table if playing else ()
    seats = range(len(deal.hands))
    return PublicDeal(
        number=frame.number,
        dealer=frame.dealer,
        opener=frame.opener,
        golden=frame.golden,
        blind=bargain.blind if bargain else best is not None and best.blind,
        active=frame.active,
        calls=calls,
        passed=tuple(sorted(passed(calls))),
        bidder=_bidder(bargain, best),
        bid=bargain.bid if bargain else best.value if best else None,
        declarer=bargain.declarer if bargain else None,
        contract=bargain.contract if bargain else None,
        talon=_talon(deal, None),
        gifts=_gifts(deal, None),
        buried=len(bargain.buried) if bargain else 0,
        stock=len(frame.stock_left(len(log.tricks))),
        hand_sizes=tuple(len(hand) for hand in deal.hands),
        trump=log.trump,
        trump_owner=log.trump_owner,
        marriages=log.marriages,
        leader=_leader(playing) if playing else None,
        trick=Trick(table, None),
        tricks=log.tricks,
        tricks_won=tuple(sum(trick.winner == seat for trick in log.tricks) for seat in seats),
        card_points=tuple(_won_points(log, seat) for seat in seats),
    )


def _bidder(bargain: Bargain | None, best: Call | None) -> Seat | None:
    if bargain is not None:
        return bargain.declarer
    return best.seat if best else None


def _leader(playing: Playing) -> Seat:
    return playing.table[0].seat if playing.table else playing.turn


def _won_points(log: Log, seat: Seat) -> int:
    return sum(played.card.points for trick in log.tricks if trick.winner == seat for played in trick.cards)


def _talon(deal: DealState, viewer: Seat | None) -> tuple[Card, ...] | None:
    """The talon for those who saw it; `viewer` None is the whole table."""
    bargain = deal.bargain
    if bargain is None or not bargain.talon or not (bargain.talon_shown or viewer == bargain.declarer):
        return None
    return bargain.talon


def _gifts(deal: DealState, viewer: Seat | None) -> tuple[Gift, ...]:
    """The cards given away, face down ones for giver and receiver only; `viewer` None is the whole table."""
    bargain = deal.bargain
    if bargain is None:
        return ()
    giver = bargain.declarer

    def seen(discard: Discard) -> bool:
        return discard.face_up or viewer in (giver, discard.receiver)

    return tuple(
        Gift(giver, discard.receiver, discard.card if seen(discard) else None) for discard in bargain.discards
    )


def _buried(deal: DealState, viewer: Seat) -> tuple[Card, ...]:
    """The cards that the viewer buried; nobody else saw them."""
    bargain = deal.bargain
    return bargain.buried if bargain is not None and bargain.declarer == viewer else ()


# Events


def public_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """What anybody at the table learns of what happened."""
    return tuple(_seen(events, None))


def seat_events(events: Iterable[Event], seat: Seat) -> tuple[Event, ...]:
    """What one seat learns of what happened."""
    return tuple(_seen(events, seat))


def _seen(events: Iterable[Event], viewer: Seat | None) -> Iterable[Event]:
    """The events without what `viewer` (None: the whole table) may not see."""
    for event in events:
        match event:
            case TalonTaken(seat, _, shown) if not shown and viewer != seat:
                yield replace(event, cards=None)
            case CardGiven(giver, receiver, _, face_up) if not face_up and viewer not in (giver, receiver):
                yield replace(event, card=None)
            case BottomSeen(seat) | CardBuried(seat) | CardDrawn(seat) if viewer != seat:
                yield replace(event, card=None)
            case RedealKept(seat) if viewer != seat:
                continue
            case CardsDealt():
                continue
            case _:
                yield event
