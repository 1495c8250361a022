"""The final contract, and the two ways to give a deal up: write-off and cross (catalogue section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Action, NameContract, Seat, TakeCross, WriteOff
from engine.auction import ceiling, hand_cap, next_multiple
from engine.conventions import Conventions
from engine.errors import BidOverCap, BidStep, ContractTooLow, NotAllowed, Obstacle
from engine.state import Bargain, Hand, Standing

CONTRACTS: Final = {value: NameContract(value) for value in range(640)}
"""One shared object for every contract that a hand can be worth."""
WRITE_OFF: Final = WriteOff()
TAKE_CROSS: Final = TakeCross()


def cap(conventions: Conventions, hand: Hand) -> int:
    """The highest contract: `max_bid`, and the hand's own cap under `auction_and_contract` (settled B9)."""
    if conventions.hand_cap_scope == "auction_and_contract":
        return hand_cap(conventions, hand)
    return ceiling(conventions)


def values(conventions: Conventions, hand: Hand, bargain: Bargain) -> tuple[int, ...]:
    """Contracts that can be named, ascending: the least one, always possible, and multiples above it."""
    if not conventions.raise_after_talon:
        return (bargain.base,)
    first = next_multiple(conventions, bargain.base)
    return (bargain.base, *range(first, cap(conventions, hand) + 1, conventions.bid_step))


def legal(conventions: Conventions, hand: Hand, bargain: Bargain) -> tuple[Action, ...]:
    """Contracts ascending."""
    return tuple([CONTRACTS[value] for value in values(conventions, hand, bargain)])


def check_contract(conventions: Conventions, hand: Hand, bargain: Bargain, value: int) -> None:
    """Refuse an impossible contract.

    Raises:
        BidStep: neither the least contract nor a multiple of the step.
        ContractTooLow: below the bid.
        BidOverCap: above the cap.
    """
    if value == bargain.base:
        return
    if value % conventions.bid_step:
        raise BidStep(conventions.bid_step)
    if value < bargain.base:
        raise ContractTooLow(bargain.base)
    highest = cap(conventions, hand) if conventions.raise_after_talon else bargain.base
    if value > highest:
        raise BidOverCap(max(highest, bargain.base))


# Giving the deal up


def writeoff_obstacle(
    conventions: Conventions, standings: Sequence[Standing], declarer: Seat
) -> Obstacle | None:
    """What forbids a write-off, if anything does."""
    mine = standings[declarer]
    if not conventions.writeoff:
        return "off"
    if 0 < conventions.writeoff_limit <= mine.writeoffs:
        return "limit_used"
    if mine.barrel is not None:
        return None if conventions.writeoff_by_barrel_player else "on_barrel"
    if not conventions.writeoff_while_barrel and _somebody_on_barrel(standings):
        return "while_barrel"
    return None


def cross_obstacle(
    conventions: Conventions, standings: Sequence[Standing], declarer: Seat
) -> Obstacle | None:
    """What forbids a cross, if anything does."""
    if not conventions.cross:
        return "off"
    if 0 < conventions.cross_limit <= standings[declarer].crosses:
        return "limit_used"
    if not conventions.cross_while_barrel and _somebody_on_barrel(standings):
        return "while_barrel"
    return None


def _somebody_on_barrel(standings: Sequence[Standing]) -> bool:
    return any(standing.barrel is not None for standing in standings)


def ways_out(conventions: Conventions, standings: Sequence[Standing], declarer: Seat) -> tuple[Action, ...]:
    """`writeoff` and `cross`, where the declarer may take them."""
    ways: tuple[Action, ...] = ()
    if writeoff_obstacle(conventions, standings, declarer) is None:
        ways = (WRITE_OFF,)
    if cross_obstacle(conventions, standings, declarer) is None:
        ways = (*ways, TAKE_CROSS)
    return ways


def check_way_out(
    conventions: Conventions, standings: Sequence[Standing], declarer: Seat, action: WriteOff | TakeCross
) -> None:
    """Refuse a write-off or cross that is not allowed.

    Raises:
        NotAllowed: with the reason.
    """
    test = writeoff_obstacle if isinstance(action, WriteOff) else cross_obstacle
    obstacle = test(conventions, standings, declarer)
    if obstacle is not None:
        raise NotAllowed(obstacle)
