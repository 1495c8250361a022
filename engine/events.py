"""What happened: facts in order, never prose. Enough to say why every point was written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.actions import Seat
from engine.cards import Card, Suit

PerSeat: TypeAlias = tuple[int, ...]
"""One number a seat, in seat order."""


class DealKind(StrEnum):
    """How a deal ended."""

    PLAYED = "played"
    WRITTEN_OFF = "written_off"
    CROSSED = "crossed"
    REDEALT = "redealt"
    DECLINED = "declined"
    UNFINISHED = "unfinished"


class Why(StrEnum):
    """Reason of an adjustment: points that are not what the deal itself writes."""

    BOLTS = "bolts"
    BOLTS_ROW = "bolts_row"
    WRITEOFF = "writeoff"
    WRITEOFF_EXTRA = "writeoff_extra"
    WRITEOFF_SHARE = "writeoff_share"
    TALON_SITTER = "talon_sitter"
    FOUR_NINES = "four_nines"
    BARREL_CLAMP = "barrel_clamp"
    BARREL_FALL = "barrel_fall"
    BARREL_BUMP = "barrel_bump"
    BARREL_TOGETHER = "barrel_together"
    THREE_BARRELS = "three_barrels"
    REVERSE_BARREL = "reverse_barrel"
    BARREL_RAISE_FAIL = "barrel_raise_fail"
    DUMP_TRUCK = "dump_truck"
    FIFTY_FIVE = "fifty_five"
    GOLDEN_RESET = "golden_reset"
    BOTTOM_NINE = "bottom_nine"
    EXPOSED_CARD = "exposed_card"
    REDEAL_DEALER = "redeal_dealer"
    SCRIBE = "scribe"


class EndWhy(StrEnum):
    """Why a match ended."""

    TARGET = "target"
    BARREL = "barrel"
    MINUS_LIMIT = "minus_limit"
    STOPPED = "stopped"


class Ground(StrEnum):
    """What allows a redeal (catalogue section 2, Redeal)."""

    WEAK_HAND = "weak_hand"
    NINES = "nines"
    JACKS = "jacks"
    NINES_WITH_TALON = "nines_with_talon"
    WEAK_TALON = "weak_talon"
    TALON_NINES = "talon_nines"
    TALON_JACKS = "talon_jacks"
    NINES_AFTER_DISCARD = "nines_after_discard"
    JACKS_AFTER_DISCARD = "jacks_after_discard"
    WEAK_AFTER_DISCARD = "weak_after_discard"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points written beside the deal's own entry, in booking order (4.11)."""

    seat: Seat
    why: Why
    points: int


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal as the score sheet shows it: the fields of the record's JSON, and `bolted`."""

    number: int
    dealer: Seat
    kind: DealKind
    declarer: Seat | None
    bid: int | None
    contract: int | None
    golden: bool
    blind: bool
    made: bool | None
    card_points: PerSeat
    marriage_points: PerSeat
    taken: PerSeat
    tricks: PerSeat
    recorded: PerSeat
    adjustments: tuple[Adjustment, ...]
    scores: PerSeat
    bolts: PerSeat
    barrel: tuple[int | None, ...]
    falls: PerSeat
    bolted: tuple[Seat, ...] = ()
    """Who got a bolt in this deal; `bolts` are the counters after it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match ended; `payout` is None where the convention is none."""

    why: EndWhy
    winners: tuple[Seat, ...]
    places: tuple[Seat, ...]
    payout: PerSeat | None


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal begins: the dealer takes the deck."""

    number: int
    dealer: Seat
    opener: Seat
    golden: bool


@dataclass(frozen=True, slots=True)
class BottomSeen:
    """The dealer looked at the bottom card; `card` is None for all others."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class DeckCut:
    """The deck was cut again, because a nine was at the bottom; `seat` cut it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class JackMoved:
    """The dealer put a jack from the bottom into the middle of the deck."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fined:
    """A fine is to be booked with the deal: negative points to pay, positive ones to get for it."""

    seat: Seat
    why: Why
    points: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The cards are dealt: for the record alone; people see their own hand in their view."""

    hands: tuple[tuple[Card, ...], ...]
    talons: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    """A bid stands; `forced` where the rules booked it."""

    seat: Seat
    value: int
    forced: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A player left the auction; `forced` where the rules silence him."""

    seat: Seat
    forced: bool


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """A player who might have played blind picked his cards up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlindBid:
    """A bid stands that was made without a look at the cards."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Unblinded:
    """A player with a marriage outbid the blind one."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class GoldenDeclined:
    """The opener refused a golden deal; nothing is scored."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GoldenRoundFailed:
    """Nobody made a golden deal; `again`: the golden deals are played once more (`golden_all_fail`)."""

    again: bool


@dataclass(frozen=True, slots=True)
class MarriageProved:
    """A bidder showed the table a marriage, or his four aces (`marriage_proof`)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The auction is over and the talon belongs to the declarer; `unopposed`: at the bare opening bid."""

    seat: Seat
    bid: int
    unopposed: bool


@dataclass(frozen=True, slots=True)
class TalonTaken:
    """The declarer took the talon; `cards` is None for those who may not see it, `shown` where all see it."""

    seat: Seat
    cards: tuple[Card, ...] | None
    shown: bool
    number: int = 1
    """Which one, of two."""


@dataclass(frozen=True, slots=True)
class TalonShown:
    """The declarer chose to show the talon that he took."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TalonKeptHidden:
    """The declarer chose to keep the talon to himself."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardGiven:
    """A card changed hands; `card` is None for those who may not see it."""

    giver: Seat
    receiver: Seat
    card: Card | None
    face_up: bool


@dataclass(frozen=True, slots=True)
class CardBuried:
    """The declarer laid a card onto the other talon or back on the table; `card` is None for all others."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class ContractNamed:
    """The final contract is fixed, in points; `raised` above the bid or not."""

    seat: Seat
    value: int
    raised: bool


@dataclass(frozen=True, slots=True)
class DealWrittenOff:
    """The declarer gave the deal up; `contract` in points."""

    seat: Seat
    contract: int


@dataclass(frozen=True, slots=True)
class DealCrossed:
    """The declarer took a cross."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RedealOffered:
    """Somebody may ask for a redeal; who is nobody's business (settled, preamble)."""


@dataclass(frozen=True, slots=True)
class RedealKept:
    """A player declined his redeal; only he learns of it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealVoid:
    """The deal is void and dealt again.

    `seat` claimed it on these grounds, or is the dealer who exposed a card, where there are none. None: the
    rules void a deal with such grounds, or everybody passed, where there are none.
    """

    seat: Seat | None
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card lies on the table."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class MarriageDeclared:
    """A marriage (`suit`) or the four aces (None) were declared; `trump` is the trump from now on."""

    seat: Seat
    suit: Suit | None
    points: int
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete; `points` are the card points in it."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A player drew the next card of the stock; `card` is None for all others."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class TricksClaimed:
    """The leader showed that the rest is his."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BoltNoted:
    """A bolt was written; `count` is the counter towards the next penalty of the game."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class BarrelClimbed:
    """A player sat down on the barrel."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BarrelTried:
    """A try on the barrel was used up; `used` so far."""

    seat: Seat
    used: int


@dataclass(frozen=True, slots=True)
class BarrelLeft:
    """A player fell from the barrel, was thrown off or taken off it."""

    seat: Seat
    why: Why


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is booked; every point of it is in `result`."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    outcome: Outcome


Event: TypeAlias = (
    DealStarted
    | BottomSeen
    | DeckCut
    | JackMoved
    | Fined
    | CardsDealt
    | BidMade
    | Passed
    | CardsSeen
    | BlindBid
    | Unblinded
    | GoldenDeclined
    | GoldenRoundFailed
    | MarriageProved
    | AuctionWon
    | TalonTaken
    | TalonShown
    | TalonKeptHidden
    | CardGiven
    | CardBuried
    | ContractNamed
    | DealWrittenOff
    | DealCrossed
    | RedealOffered
    | RedealKept
    | DealVoid
    | CardPlayed
    | MarriageDeclared
    | TrickTaken
    | CardDrawn
    | TricksClaimed
    | BoltNoted
    | BarrelClimbed
    | BarrelTried
    | BarrelLeft
    | DealEnded
    | MatchEnded
)
