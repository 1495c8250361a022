"""What a player can do: one small frozen type for each token of the game record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from engine.cards import Card

Seat: TypeAlias = int
"""A place at the table, counted clockwise from 0."""
MOST_PLAYERS: Final = 6
"""Seats of the largest table."""


class Face(Enum):
    """How a card given away travels, where the declarer may choose (`discard_face=owner_choice`)."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Recut:
    """The dealer asks for a new cut because of the bottom card."""


@dataclass(frozen=True, slots=True)
class ToMiddle:
    """The dealer moves a jack from the bottom into the middle of the deck."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The dealer leaves the bottom card where it is."""


@dataclass(frozen=True, slots=True)
class Look:
    """Pick the cards up, and so decline to play blind."""


@dataclass(frozen=True, slots=True)
class Blind:
    """Play blind; `value` is set where blind bids run in the auction."""

    value: int | None = None


@dataclass(frozen=True, slots=True)
class Unblind:
    """Outbid the blind player, holding a marriage."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid in the auction, in points."""

    value: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the auction."""


@dataclass(frozen=True, slots=True)
class Prove:
    """Ask the standing bidder above 120 to show a marriage (`marriage_proof`)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Refuse a golden deal that is not mandatory."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Claim a redeal that is offered."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Decline a redeal that is offered."""


@dataclass(frozen=True, slots=True)
class TakeTalon:
    """Choose one of two talons, 1 or 2."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowTalon:
    """Show the talon (`talon_reveal=owner_choice`)."""


@dataclass(frozen=True, slots=True)
class HideTalon:
    """Keep the talon hidden (`talon_reveal=owner_choice`)."""


@dataclass(frozen=True, slots=True)
class Give:
    """Hand one card to another player."""

    card: Card
    receiver: Seat
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Bury:
    """Lay one card onto the other talon or back on the table (two players)."""

    card: Card


@dataclass(frozen=True, slots=True)
class NameContract:
    """Name the final contract, in points."""

    value: int


@dataclass(frozen=True, slots=True)
class WriteOff:
    """Write the deal off (catalogue: rospis)."""


@dataclass(frozen=True, slots=True)
class TakeCross:
    """Take a cross (catalogue: kreshchenie)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; on a lead it declares where `marriage_announce=auto`."""

    card: Card


@dataclass(frozen=True, slots=True)
class Announce:
    """Lead a card and declare its marriage (`marriage_announce=explicit`)."""

    card: Card
    keep_trump: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Show that every remaining trick is one's own (settled P1)."""


Action: TypeAlias = (
    Recut
    | ToMiddle
    | Accept
    | Look
    | Blind
    | Unblind
    | Bid
    | Pass
    | Prove
    | Decline
    | Redeal
    | Keep
    | TakeTalon
    | ShowTalon
    | HideTalon
    | Give
    | Bury
    | NameContract
    | WriteOff
    | TakeCross
    | Play
    | Announce
    | Claim
)
