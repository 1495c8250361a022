"""The final contract, and the two ways to give a deal up: write-off and cross (catalogue section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Action, NameContract, TakeCross, WriteOff
from engine.auction import ceiling, hand_cap, next_multiple
from engine.barrel import somebody_on_barrel
from engine.conventions import Conventions
from engine.errors import BidOverCap, BidStep, ContractTooLow, NotAllowed, Obstacle
from engine.golden import is_forced
from engine.state import Bargain, Frame, Hand, Standing

CONTRACTS: Final = {value: NameContract(value) for value in range(640)}
"""One shared object for every contract that a hand can be worth."""
WRITE_OFF: Final = WriteOff()
TAKE_CROSS: Final = TakeCross()


def cap(conventions: Conventions, hand: Hand) -> int:
    """The highest contract: `max_bid`, and the hand's own cap under `auction_and_contract` (settled B9)."""
    if conventions.hand_cap_scope == "auction_and_contract":
        return hand_cap(conventions, hand)
    return ceiling(conventions)


def may_raise(conventions: Conventions, frame: Frame, bargain: Bargain) -> bool:
    """A contract above the bid is possible; golden and blind deals have rules of their own (settled B20)."""
    if is_forced(conventions, frame):
        return conventions.golden_raise
    return conventions.blind_raise if bargain.blind else conventions.raise_after_talon


def values(conventions: Conventions, frame: Frame, hand: Hand, bargain: Bargain) -> tuple[int, ...]:
    """Contracts that can be named, ascending: the least one, always possible, and multiples above it."""
    if not may_raise(conventions, frame, bargain):
        return (bargain.base,)
    first = next_multiple(conventions, bargain.base)
    return (bargain.base, *range(first, cap(conventions, hand) + 1, conventions.bid_step))


def has_choice(conventions: Conventions, frame: Frame, hand: Hand, bargain: Bargain) -> bool:
    """There is a contract above the least one."""
    return may_raise(conventions, frame, bargain) and next_multiple(conventions, bargain.base) <= cap(
        conventions, hand
    )


def legal(conventions: Conventions, frame: Frame, hand: Hand, bargain: Bargain) -> tuple[Action, ...]:
    """Contracts ascending."""
    return tuple([CONTRACTS[value] for value in values(conventions, frame, hand, bargain)])


def check_contract(conventions: Conventions, frame: Frame, hand: Hand, bargain: Bargain, value: int) -> None:
    """Refuse an impossible contract.

    Raises:
        BidOverCap: above what cards can give (settled N2), or above the cap.
        BidStep: neither the least contract nor a multiple of the step.
        ContractTooLow: below the bid.
    """
    if value == bargain.base:
        return
    highest = cap(conventions, hand) if may_raise(conventions, frame, bargain) else bargain.base
    if value > ceiling(conventions):
        raise BidOverCap(max(highest, bargain.base))
    if value % conventions.bid_step:
        raise BidStep(conventions.bid_step)
    if value < bargain.base:
        raise ContractTooLow(bargain.base)
    if value > highest:
        raise BidOverCap(max(highest, bargain.base))


# Giving the deal up


def writeoff_obstacle(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, bargain: Bargain
) -> Obstacle | None:
    """What forbids a write-off, if anything does."""
    mine = standings[bargain.declarer]
    if not conventions.writeoff:
        return "off"
    if frame.golden and not conventions.writeoff_golden:
        return "golden"
    if bargain.blind and not conventions.blind_writeoff:
        return "blind"
    if 0 < conventions.writeoff_limit <= mine.writeoffs:
        return "limit_used"
    if mine.barrel is not None:
        return None if conventions.writeoff_by_barrel_player else "on_barrel"
    if not conventions.writeoff_while_barrel and somebody_on_barrel(standings):
        return "while_barrel"
    return None


def cross_obstacle(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, bargain: Bargain
) -> Obstacle | None:
    """What forbids a cross, if anything does; a golden deal always does (4.40)."""
    if not conventions.cross:
        return "off"
    if frame.golden:
        return "golden"
    if bargain.blind and not conventions.cross_blind:
        return "blind"
    if 0 < conventions.cross_limit <= standings[bargain.declarer].crosses:
        return "limit_used"
    if not conventions.cross_while_barrel and somebody_on_barrel(standings):
        return "while_barrel"
    return None


def ways_out(
    conventions: Conventions, standings: Sequence[Standing], frame: Frame, bargain: Bargain
) -> tuple[Action, ...]:
    """`writeoff` and `cross`, where the declarer may take them."""
    ways: tuple[Action, ...] = ()
    if writeoff_obstacle(conventions, standings, frame, bargain) is None:
        ways = (WRITE_OFF,)
    if cross_obstacle(conventions, standings, frame, bargain) is None:
        ways = (*ways, TAKE_CROSS)
    return ways


def check_way_out(
    conventions: Conventions,
    standings: Sequence[Standing],
    frame: Frame,
    bargain: Bargain,
    action: WriteOff | TakeCross,
) -> None:
    """Refuse a write-off or cross that is not allowed.

    Raises:
        NotAllowed: with the reason.
    """
    test = writeoff_obstacle if isinstance(action, WriteOff) else cross_obstacle
    obstacle = test(conventions, standings, frame, bargain)
    if obstacle is not None:
        raise NotAllowed(obstacle)
