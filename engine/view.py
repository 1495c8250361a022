"""What may be seen: the only way out for hidden information.

`PublicView` is what anybody at the table sees, `SeatView` adds what one seat knows. They are types of their own, not
filtered states: a field that is not here cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action, Seat
from engine.cards import Card, Suit
from engine.conventions import Conventions
from engine.events import DealResult, Ground, Outcome, PerSeat


class Phase(StrEnum):
    """What is waited for; `over` also stands between two deals (settled N3)."""

    CUT = "cut"
    BLIND = "blind"
    AUCTION = "auction"
    TALON = "talon"
    DISCARD = "discard"
    CONTRACT = "contract"
    REDEAL = "redeal"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Standing:
    """The line of one seat on the score sheet."""

    score: int = 0
    bolts: int = 0
    bolts_row: int = 0
    barrel: int | None = None
    """Tries used on the barrel; None off it."""
    reverse: int | None = None
    falls: int = 0
    writeoffs: int = 0
    crosses: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """One word of the auction: a bid in points, or a pass (None)."""

    seat: Seat
    value: int | None


@dataclass(frozen=True, slots=True)
class Gift:
    """A card given away; None where the viewer may not see it."""

    giver: Seat
    receiver: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick and who played it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick, in the order of play; `winner` is None for the one on the table."""

    cards: tuple[Played, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Marriage:
    """A declared marriage, or the four aces (`suit` None)."""

    seat: Seat
    suit: Suit | None
    points: int


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
