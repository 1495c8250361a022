"""The safe player that sits in for an absent person: bids what it holds, keeps marriages, takes what is sure.

It never guesses about hidden cards, and matches among four hands of it come to an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import (
    Action,
    Announce,
    Bid,
    Bury,
    Claim,
    Decline,
    Give,
    Keep,
    Look,
    NameContract,
    Pass,
    Play,
    Redeal,
    Unblind,
    WriteOff,
)
from engine.cards import Card, Rank
from engine.events import Ground
from engine.players.answers import of, quiet
from engine.players.insight import FOLLOWED, is_top, keeps_pair, pairs, reach, talon_hope, unseen
from engine.view import Phase, PublicDeal, SeatView

WRITE_OFF_GAP = 15
"""A contract this many points out of reach is written off rather than played."""


def choose(view: SeatView, legal: Sequence[Action]) -> Action:
    """A sound legal action; `legal` is not empty."""
    deal = view.public.deal
    if deal is None:
        return legal[0]
    match view.public.phase:
        case Phase.AUCTION if of(Decline, legal):
            return _golden(view, legal)
        case Phase.AUCTION:
            return _bid(view, deal, legal)
        case Phase.BLIND:
            return _blind(view, legal)
        case Phase.REDEAL:
            return _redeal(view, deal, legal)
        case Phase.DISCARD:
            return _discard(view, deal, legal)
        case Phase.CONTRACT:
            return _contract(view, deal, legal)
        case Phase.PLAY:
            return _play(view, deal, legal)
        case Phase.CUT | Phase.TALON | Phase.OVER:
            return quiet(legal)


def _bid(view: SeatView, deal: PublicDeal, legal: Sequence[Action]) -> Action:
    bids = of(Bid, legal)
    leaves = [action for action in legal if isinstance(action, Look | Pass | Decline)]
    if not bids:
        return leaves[0] if leaves else legal[0]
    lowest = min(bids, key=lambda bid: bid.value)
    if not leaves:
        return lowest
    hope = talon_hope(view) * (2 if view.public.standings[view.seat].barrel is not None else 1)
    return lowest if lowest.value <= reach(view) + hope and deal.bidder != view.seat else leaves[0]


def _golden(view: SeatView, legal: Sequence[Action]) -> Action:
    """Play a golden deal that is nearly in reach: declined, it is a chance gone for all."""
    [bid] = of(Bid, legal)
    [decline] = of(Decline, legal)
    nearly = reach(view) + talon_hope(view) + WRITE_OFF_GAP
    return bid if bid.value <= nearly else decline


def _blind(view: SeatView, legal: Sequence[Action]) -> Action:
    """Look at the cards; outbid a blind player with a hand that is worth it."""
    strong = reach(view) + talon_hope(view) >= view.public.conventions.unblind_bid
    unblinds = of(Unblind, legal)
    return unblinds[0] if unblinds and strong else quiet(legal)


def _redeal(view: SeatView, deal: PublicDeal, legal: Sequence[Action]) -> Action:
    about_hand = {Ground.WEAK_HAND, Ground.NINES, Ground.JACKS}
    weak = reach(view) < (deal.bid or 0)
    wanted = Redeal if weak or about_hand.intersection(view.grounds) else Keep
    return next(iter(of(wanted, legal)), legal[0])


def _out_of_reach(view: SeatView, deal: PublicDeal) -> bool:
    if view.public.standings[view.seat].barrel is not None:
        return False
    return reach(view) + WRITE_OFF_GAP < (deal.contract or deal.bid or 0)


def _discard(view: SeatView, deal: PublicDeal, legal: Sequence[Action]) -> Action:
    if _out_of_reach(view, deal):
        for action in of(WriteOff, legal):
            return action
    gifts: list[Give | Bury] = [action for action in legal if isinstance(action, Give | Bury)]
    if not gifts:
        return quiet(legal)
    others = unseen(view, deal)
    return min(gifts, key=lambda gift: (_value(gift.card, view.hand, others), gift.card.index))


def _value(card: Card, hand: Sequence[Card], others: Iterable[Card]) -> int:
    """How much the hand would miss the card."""
    same = sum(other.suit is card.suit for other in hand)
    completes = card.rank in (Rank.KING, Rank.QUEEN)
    return (
        card.points
        + 100 * keeps_pair(card, hand)
        + 50 * is_top(card, others)
        + 5 * completes
        + 12 * (card.rank is Rank.TEN and same > 1)
        + (same if card.suit in pairs(hand) else 0)
    )


def _contract(view: SeatView, deal: PublicDeal, legal: Sequence[Action]) -> Action:
    if _out_of_reach(view, deal):
        for action in of(WriteOff, legal):
            return action
    values = sorted(of(NameContract, legal), key=lambda named: named.value)
    if not values:
        return quiet(legal)
    safe = reach(view) - FOLLOWED
    return next((named for named in reversed(values) if named.value <= safe), values[0])


def _play(view: SeatView, deal: PublicDeal, legal: Sequence[Action]) -> Action:
    whole = pairs(view.hand)
    claims = of(Claim, legal)
    if claims and not whole:
        return claims[0]
    announcements = [a for a in of(Announce, legal) if not a.keep_trump]
    plays = of(Play, legal)
    if not plays:
        return announcements[0] if announcements else legal[0]
    others = unseen(view, deal)
    if not deal.trick.cards:
        return _lead(view, deal, plays, announcements, others)
    return _follow(view, deal, plays, others)


def _lead(
    view: SeatView,
    deal: PublicDeal,
    plays: list[Play],
    announcements: list[Announce],
    others: frozenset[Card],
) -> Action:
    """Sure winners first, then the dearest marriage, then the card that is missed least."""
    may_declare = bool(deal.tricks) or view.public.conventions.first_lead_marriage == "declares"
    trumps_out = deal.trump is not None and any(card.suit is deal.trump for card in others)
    sure = [
        play
        for play in plays
        if is_top(play.card, others)
        and not keeps_pair(play.card, view.hand)
        and (not trumps_out or play.card.suit is deal.trump)
    ]
    if announcements:
        return max(announcements, key=lambda action: (action.card.suit, action.card.rank))
    declaring = [play for play in plays if may_declare and keeps_pair(play.card, view.hand)]
    if declaring and view.public.conventions.marriage_announce == "auto":
        return max(declaring, key=lambda play: (play.card.suit, play.card.rank))
    if sure:
        return max(sure, key=lambda play: (play.card.points, -play.card.index))
    return min(plays, key=lambda play: (_value(play.card, view.hand, others), play.card.index))


def _follow(view: SeatView, deal: PublicDeal, plays: list[Play], others: frozenset[Card]) -> Action:
    """Take the trick with a card that will hold it; otherwise give the least."""
    last = len(deal.trick.cards) == len(deal.active) - 1
    best = _best(deal)
    winning = [play for play in plays if _beats(play.card, best, deal)]
    holding = [
        play
        for play in winning
        if (last or is_top(play.card, others)) and not keeps_pair(play.card, view.hand)
    ]
    if holding:
        return max(holding, key=lambda play: (play.card.suit is not deal.trump, play.card.points))
    return min(plays, key=lambda play: (_value(play.card, view.hand, others), play.card.index))


def _best(deal: PublicDeal) -> Card:
    best = deal.trick.cards[0].card
    for played in deal.trick.cards[1:]:
        if _beats(played.card, best, deal):
            best = played.card
    return best


def _beats(card: Card, best: Card, deal: PublicDeal) -> bool:
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is deal.trump
