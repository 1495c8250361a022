"""Golden deals before they are booked: how many, and what their opener is asked (catalogue section 2)."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Bid, Decline
from engine.conventions import Conventions
from engine.errors import BidOverCap, BidTooLow
from engine.state import Frame

THREE: Final = 3
"""The golden deals of `golden_deals=three`, whoever plays (4.50)."""
DECLINE: Final = Decline()


def round_size(conventions: Conventions, players: int) -> int:
    """How many golden deals there are before the ordinary ones; 0 without golden deals (`golden_deals`)."""
    if not conventions.golden:
        return 0
    return players if conventions.golden_deals == "players" else THREE


def is_forced(conventions: Conventions, frame: Frame) -> bool:
    """The opener has the deal without an auction; with `golden_auction` it merely counts twice (4.54)."""
    return frame.golden and not conventions.golden_auction


def answers(conventions: Conventions) -> tuple[Action, ...]:
    """What the opener may say to a deal that he need not play (settled N4)."""
    return Bid(conventions.golden_contract), DECLINE


def check_bid(conventions: Conventions, value: int) -> None:
    """Refuse any bid but the forced one.

    Raises:
        BidTooLow, BidOverCap: it is below or above the golden contract.
    """
    if value < conventions.golden_contract:
        raise BidTooLow(conventions.golden_contract)
    if value > conventions.golden_contract:
        raise BidOverCap(conventions.golden_contract)
