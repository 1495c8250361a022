"""One way of thinking for all levels that think: what to ask of a hand in each phase of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

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
    TakeCross,
    Unblind,
    WriteOff,
)
from engine.cards import Card
from engine.layout import pack
from engine.marriage import held_points
from engine.players import bidding, tricks
from engine.players.answers import of, quiet
from engine.players.gifts import choose_gift
from engine.players.sight import sight
from engine.players.skill import Skill
from engine.players.worth import Worth, worth
from engine.view import Phase, PublicDeal, SeatView

POOR: Final = 60
"""Points below which a hand is gladly dealt anew."""


def choose(view: SeatView, legal: Sequence[Action], rng: Random, skill: Skill) -> Action:
    """What a player of that skill does; `legal` is not empty."""
    deal = view.public.deal
    if deal is None:
        return quiet(legal)
    match view.public.phase:
        case Phase.AUCTION | Phase.BLIND:
            return _speak(view, deal, legal, rng, skill)
        case Phase.REDEAL:
            return _redeal(view, deal, legal)
        case Phase.DISCARD:
            return _discard(view, deal, legal, rng, skill)
        case Phase.CONTRACT:
            return _contract(view, deal, legal, rng, skill)
        case Phase.PLAY:
            return _play(view, deal, legal, rng, skill)
        case Phase.CUT | Phase.TALON | Phase.OVER:
            return quiet(legal)


def _pack(view: SeatView) -> tuple[Card, ...]:
    return pack(view.public.conventions, view.public.players)


def _blur(rng: Random, skill: Skill) -> float:
    """By how many points the player is wrong this time."""
    return rng.gauss(0, skill.misjudgement) if skill.misjudgement else 0.0


def _speak(view: SeatView, deal: PublicDeal, legal: Sequence[Action], rng: Random, skill: Skill) -> Action:
    """Bid, play a golden deal or outbid a blind player where that should bring more than to leave it."""
    if of(Look, legal):
        return quiet(legal)
    bids: list[Bid | Unblind] = [action for action in legal if isinstance(action, Bid | Unblind)]
    leaves: list[Pass | Decline] = [action for action in legal if isinstance(action, Pass | Decline)]
    if not bids:
        return quiet(legal)
    lowest = min(bids, key=lambda bid: _value(view, bid))
    if not leaves:
        return lowest
    hands = bidding.imagined(view, _pack(view), len(deal.active) - 1, rng, _blur(rng, skill))
    brings = bidding.bid_brings(view, deal, hands, _value(view, lowest))
    declined = isinstance(leaves[0], Decline)
    return lowest if brings > (0 if declined else bidding.pass_brings(view, deal)) else leaves[0]


def _value(view: SeatView, bid: Bid | Unblind) -> int:
    return bid.value if isinstance(bid, Bid) else view.public.conventions.unblind_bid


def _worth(view: SeatView, deal: PublicDeal) -> Worth:
    """What the viewer's own hand is worth as it is."""
    return worth(view.public.conventions, view.hand, _pack(view), len(deal.active) - 1)


def _redeal(view: SeatView, deal: PublicDeal, legal: Sequence[Action]) -> Action:
    """A poor hand is dealt anew; a declarer asks what his bid needs."""
    mean = _worth(view, deal).mean
    wanted = Redeal if mean < (deal.bid or 0 if deal.declarer == view.seat else POOR) else Keep
    return next(iter(of(wanted, legal)), legal[0])


def _discard(view: SeatView, deal: PublicDeal, legal: Sequence[Action], rng: Random, skill: Skill) -> Action:
    gifts: list[Give | Bury] = [action for action in legal if isinstance(action, Give | Bury)]
    out = _way_out(view, deal, legal, rng, skill)
    if out is not None or not gifts:
        return out or quiet(legal)
    return choose_gift(view, gifts, _pack(view), len(deal.active) - 1, lambda: _blur(rng, skill) / 4)


def _way_out(
    view: SeatView, deal: PublicDeal, legal: Sequence[Action], rng: Random, skill: Skill
) -> WriteOff | TakeCross | None:
    ways: list[WriteOff | TakeCross] = [a for a in legal if isinstance(a, WriteOff | TakeCross)]
    if not ways:
        return None
    hand = bidding.settled(view, deal, _pack(view)).moved(_blur(rng, skill))
    return bidding.way_out(view, deal, hand, ways)


def _contract(view: SeatView, deal: PublicDeal, legal: Sequence[Action], rng: Random, skill: Skill) -> Action:
    out = _way_out(view, deal, legal, rng, skill)
    contracts = of(NameContract, legal)
    if out is not None or not contracts:
        return out or quiet(legal)
    hand = bidding.settled(view, deal, _pack(view)).moved(_blur(rng, skill))
    return bidding.contract_for(view, deal, hand, contracts)


def _play(view: SeatView, deal: PublicDeal, legal: Sequence[Action], rng: Random, skill: Skill) -> Action:
    claims = of(Claim, legal)
    if claims and not held_points(view.public.conventions, view.hand):
        return claims[0]
    moves: list[Play | Announce] = [action for action in legal if isinstance(action, Play | Announce)]
    if not moves:
        return legal[0]
    ranked = tricks.best(sight(view, deal, skill), moves)
    slips = len(ranked) > 1 and rng.random() < skill.slip
    return ranked[1 if slips else 0]
