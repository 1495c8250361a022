"""What a hand is bid for, and what becomes of a deal that was bid too high.

All is weighed in points against the mean of the opponents, so that bidding, passing and giving up compare.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from statistics import fmean
from typing import Final

from engine.actions import NameContract, TakeCross, WriteOff
from engine.barrel import lifted
from engine.cards import CARD_POINTS, Card
from engine.conventions import Conventions
from engine.giving_up import share
from engine.layout import layout_of
from engine.players.gifts import spared
from engine.players.worth import Worth
from engine.players.worth import worth as worth_of
from engine.view import PublicDeal, SeatView

TALONS: Final = 16
"""Talons that a bidder imagines."""
WON: Final = 400
"""What it is worth to win from the barrel."""
TRIED: Final = 60
"""What a missed try on the barrel costs."""
BOLTED: Final = 40
"""What a bolt costs, or a write-off of which every third is fined: a third of the penalty."""
CROSSES: Final = 2
"""Crosses that a player takes in a match although he might take more: it is to come to an end."""
PASSED: Final = 40
"""What a deal brings on the average that another plays."""
STOPPED: Final = 40
"""What it is worth to keep a barrel player from the bid."""
RAISES: Final = range(0, 101, 10)
"""How far above a bid the contract is imagined."""


def on_barrel(view: SeatView) -> bool:
    """The viewer sits on the barrel: only 120 of his own help him now."""
    return view.public.standings[view.seat].barrel is not None


def net(view: SeatView, deal: PublicDeal, hand: Worth, contract: int) -> float:
    """What it should bring to play such a hand for that contract."""
    chance = hand.chance(contract)
    if on_barrel(view):
        return chance * WON - (1 - chance) * TRIED
    factor = 2 if deal.golden or deal.blind else 1
    defended = (CARD_POINTS - hand.cards) / (len(deal.active) - 1)
    return factor * ((2 * chance - 1) * contract - defended)


def imagined(
    view: SeatView, pack: Collection[Card], opponents: int, rng: Random, blur: float
) -> tuple[Worth, ...]:
    """What the hand becomes after the discards with each of a few talons."""
    conventions = view.public.conventions
    size = layout_of(conventions, view.public.players).talon
    others = sorted(frozenset(pack).difference(view.hand), key=lambda card: card.index)
    kept = len(view.hand) + size - parted_with(conventions, opponents)
    talons = [rng.sample(others, size) for _ in range(TALONS if size else 1)]
    hands = [spared(conventions, (*view.hand, *talon), pack, kept) for talon in talons]
    return tuple(worth_of(conventions, hand, pack, opponents).moved(blur) for hand in hands)


def parted_with(conventions: Conventions, opponents: int) -> int:
    """Cards that a declarer gives away or buries."""
    if not conventions.auction:
        return 0
    return 2 if opponents == 1 and conventions.discard_2p != "one_to_opponent" else opponents


def settled(view: SeatView, deal: PublicDeal, pack: Collection[Card]) -> Worth:
    """What the declarer's hand is worth once the cards that he still has to part with are gone."""
    conventions = view.public.conventions
    opponents = len(deal.active) - 1
    gone = sum([gift.giver == view.seat for gift in view.gifts]) + len(view.buried)
    kept = len(view.hand) - parted_with(conventions, opponents) + gone
    return worth_of(conventions, spared(conventions, view.hand, pack, kept), pack, opponents)


def bid_brings(view: SeatView, deal: PublicDeal, hands: Iterable[Worth], bid: int) -> float:
    """What a bid should bring that stands, each hand then played as high as it is good for, or given up."""
    conventions = view.public.conventions
    least = lifted(conventions, view.public.standings[view.seat], bid)
    raises = RAISES if conventions.raise_after_talon and not on_barrel(view) else (0,)
    may_give_up = conventions.writeoff and not on_barrel(view)
    floor = written_off(view, deal, least) if may_give_up else -1e9
    return fmean([max(floor, *(net(view, deal, hand, least + more) for more in raises)) for hand in hands])


def pass_brings(view: SeatView, deal: PublicDeal) -> float:
    """What it should bring to leave the deal to the others."""
    rivals = [seat for seat in deal.active if seat != view.seat and seat not in deal.passed]
    standings = view.public.standings
    stops = any(standings[seat].barrel is not None for seat in rivals)
    idle = on_barrel(view) or 0 < view.public.conventions.own_contracts_from <= standings[view.seat].score
    return (0 if idle else PASSED) - STOPPED * stops


def written_off(view: SeatView, deal: PublicDeal, contract: int) -> float:
    """What a write-off brings: its price, and what the opponents get for it."""
    conventions = view.public.conventions
    factor = 2 if deal.golden or deal.blind else 1
    price = {"contract": factor * contract, "bolt": BOLTED, "none": 0}[conventions.writeoff_cost]
    dear = 0 if conventions.writeoff_extra_penalty == "none" else BOLTED
    return -price - dear - factor * share(conventions, contract, len(deal.active) - 1)


def crossed(view: SeatView) -> float:
    """What a cross brings: every opponent a bolt."""
    return BOLTED if view.public.conventions.bolts else 0


def way_out(
    view: SeatView, deal: PublicDeal, hand: Worth, ways: Sequence[WriteOff | TakeCross]
) -> WriteOff | TakeCross | None:
    """How to give the deal up, where that is better than to play it for the least contract."""
    standing = view.public.standings[view.seat]
    contract = deal.contract or lifted(view.public.conventions, standing, deal.bid or 0)

    def brings(way: WriteOff | TakeCross) -> float:
        return crossed(view) if isinstance(way, TakeCross) else written_off(view, deal, contract)

    open_ways = [way for way in ways if isinstance(way, WriteOff) or standing.crosses < CROSSES]
    best = max(open_ways, key=brings, default=None)
    if best is None or brings(best) <= net(view, deal, hand, contract):
        return None
    return best


def contract_for(
    view: SeatView, deal: PublicDeal, hand: Worth, contracts: Sequence[NameContract]
) -> NameContract:
    """The contract that should bring most; the barrel asks for no more than it needs."""
    return max(contracts, key=lambda named: (net(view, deal, hand, named.value), -named.value))
