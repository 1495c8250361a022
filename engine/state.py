"""The position of a match: frozen values, nested so that a move replaces only what it changes.

`MatchState` is opaque outside the engine. What people may see of it leaves through `engine.view`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.actions import Seat
from engine.cards import Card, Suit
from engine.conventions import Conventions
from engine.events import Adjustment, CardPlayed, DealKind, DealResult, Ground, Outcome

Hand: TypeAlias = tuple[Card, ...]
"""Cards by suit, then rank."""
Hands: TypeAlias = tuple[Hand, ...]
"""A hand a seat, in seat order."""


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


# The score sheet


@dataclass(frozen=True, slots=True)
class Standing:
    """The line of one seat on the score sheet."""

    score: int = 0
    bolts: int = 0
    """Bolts towards the next penalty of the game count."""
    bolts_row: int = 0
    """Deals in a row with a bolt."""
    barrel: int | None = None
    """Tries used on the barrel; None off it."""
    reverse: int | None = None
    """Deals used on the reverse barrel; None off it."""
    falls: int = 0
    writeoffs: int = 0
    crosses: int = 0

    def with_bolts(self, bolts: int, row: int) -> Standing:
        """The same line with other counts of bolts."""
        return Standing(
            self.score,
            bolts,
            row,
            self.barrel,
            self.reverse,
            self.falls,
            self.writeoffs,
            self.crosses,
        )

    def at(self, score: int) -> Standing:
        """The same line with another total."""
        return Standing(
            score,
            self.bolts,
            self.bolts_row,
            self.barrel,
            self.reverse,
            self.falls,
            self.writeoffs,
            self.crosses,
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lasts from deal to deal."""

    standings: tuple[Standing, ...]
    dealer: Seat
    """Who deals the deal in hand or, between two deals, the next one."""
    deals_dealt: int = 0
    """Deals dealt in this match, redeals included: the number of the newest one (settled N14)."""
    deals_played: int = 0
    """Deals that count (settled S29)."""
    golden_left: int = 0
    """Golden deals to come, the one in hand included."""
    golden_made: bool = False
    """A declarer of this golden round made his contract (settled S19)."""
    last_result: DealResult | None = None
    outcome: Outcome | None = None
    stack: Hand = ()
    """The cards of the last deal as they were gathered, where decks are only cut (`shuffle_each_deal`)."""

    def dealing(self, number: int) -> Sheet:
        """The same sheet when the deal of this number is dealt."""
        return Sheet(
            self.standings,
            self.dealer,
            number,
            self.deals_played,
            self.golden_left,
            self.golden_made,
            self.last_result,
            self.outcome,
            self.stack,
        )


# A deal


@dataclass(frozen=True, slots=True)
class Frame:
    """What the dealing fixes for a whole deal."""

    number: int
    dealer: Seat
    opener: Seat
    active: tuple[Seat, ...]
    """Seats that hold cards, in seat order."""
    talons: tuple[Hand, ...] = ()
    """The talons as dealt; none before that."""
    stock: Hand = ()
    """The stock as dealt, the next card first."""
    fines: tuple[Adjustment, ...] = ()
    """What was fined while dealing and in the deal; booked with it, first of all (settled T15, T17)."""
    golden: bool = False
    """It counts twice, as `golden_*` says."""

    def with_cards(self, talons: tuple[Hand, ...], stock: Hand) -> Frame:
        """The same deal with what lies on the table."""
        return Frame(
            self.number, self.dealer, self.opener, self.active, talons, stock, self.fines, self.golden
        )

    def stock_left(self, tricks: int) -> Hand:
        """What can still be drawn after so many tricks."""
        return self.stock[len(self.active) * tricks :]

    @property
    def cutter(self) -> Seat:
        """The dealer's right-hand neighbour among those who play, who cuts the deck."""
        others = [seat for seat in self.active if seat != self.dealer]
        return next((seat for seat in reversed(others) if seat < self.dealer), others[-1])

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that holds cards."""
        for other in self.active:
            if other > seat:
                return other
        return self.active[0]


@dataclass(frozen=True, slots=True)
class Call:
    """One word of the auction: a bid in points, or a pass (None)."""

    seat: Seat
    value: int | None
    blind: bool = False
    """The bidder had not looked at his cards."""


@dataclass(frozen=True, slots=True)
class Discard:
    """A card that the declarer gave away."""

    receiver: Seat
    card: Card
    face_up: bool


@dataclass(frozen=True, slots=True)
class Bargain:
    """What the auction brought, and what became of it before the first lead."""

    calls: tuple[Call, ...]
    declarer: Seat
    bid: int
    """What the auction ended at, in points."""
    base: int
    """The least contract: the bid, on the barrel lifted to `barrel_need` (4.4, settled X44)."""
    unopposed: bool
    """The opener has it at the bare opening bid, everybody else passed (4.21)."""
    talon_shown: bool
    contract: int | None = None
    """The final contract; None until it is fixed."""
    discards: tuple[Discard, ...] = ()
    talon: Hand = ()
    """The talon that he took; empty until he has chosen one of two."""
    spare: Hand = ()
    """The other talon, which nobody has seen."""
    buried: Hand = ()
    """Cards laid onto the other talon or back on the table, in the order in which they were."""
    blind: bool = False
    """The declarer bid it without a look at his cards."""

    @property
    def stake(self) -> int:
        """The contract named, else the least one: what a deal given up is worth (settled T9)."""
        return self.base if self.contract is None else self.contract

    def taking(self, talon: Hand, spare: Hand, *, shown: bool) -> Bargain:
        """The same bargain with the talon that the declarer took."""
        return Bargain(
            self.calls,
            self.declarer,
            self.bid,
            self.base,
            self.unopposed,
            shown,
            self.contract,
            self.discards,
            talon,
            spare,
            self.buried,
            self.blind,
        )

    def moved_on(self, contract: int | None, discards: tuple[Discard, ...]) -> Bargain:
        """The same bargain with another contract or more discards."""
        return Bargain(
            self.calls,
            self.declarer,
            self.bid,
            self.base,
            self.unopposed,
            self.talon_shown,
            contract,
            discards,
            self.talon,
            self.spare,
            self.buried,
            self.blind,
        )


Played: TypeAlias = CardPlayed
"""A card of a trick and who played it: the very event."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, in the order of play; `winner` is None for the one on the table."""

    cards: tuple[Played, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Marriage:
    """A declared marriage, or the four aces (`suit` None)."""

    seat: Seat
    suit: Suit | None
    points: int


@dataclass(frozen=True, slots=True)
class Log:
    """What the play has brought so far; it changes with a trick or a marriage."""

    tricks: tuple[Trick, ...] = ()
    marriages: tuple[Marriage, ...] = ()
    trump: Suit | None = None
    trump_owner: Seat | None = None
    last_ace_of: Seat | None = None
    """Whose last ace will set the trump (`ace_marriage_trump=last_ace`)."""
    claimer: Seat | None = None
    """Who showed that the rest is his."""


# The phases of a deal


@dataclass(frozen=True, slots=True)
class Cutting:
    """Before the cards are dealt the dealer looks at the bottom one (`bottom_card_peek`)."""

    bottom: Card | None
    """The card that he saw; None: the deck is to be cut again."""
    nines: int
    """Nines in a row at the bottom so far."""
    asked: bool
    """He has a choice now; else the cards are to come."""
    deck: tuple[Card, ...]
    """The deck, the top card first; empty where a record tells the cards afterwards."""


@dataclass(frozen=True, slots=True)
class Auction:
    """`turn` is to speak. No calls yet: the deal has not been opened."""

    calls: tuple[Call, ...]
    turn: Seat
    proved: bool = False
    """The standing bidder has shown his marriage (`marriage_proof`)."""


@dataclass(frozen=True, slots=True)
class GoldenChoice:
    """`turn` may play the golden deal or decline it (settled N4)."""

    turn: Seat


@dataclass(frozen=True, slots=True)
class BlindChoice:
    """`turn` plays blind for the forced contract, or looks at his cards (settled B16)."""

    calls: tuple[Call, ...]
    turn: Seat


@dataclass(frozen=True, slots=True)
class Unblinding:
    """A blind bid stands, and `turn` may outbid it with a marriage in hand (settled B12)."""

    calls: tuple[Call, ...]
    turn: Seat


Speaking: TypeAlias = Auction | GoldenChoice | BlindChoice | Unblinding
"""The phases before there is a declarer."""


@dataclass(frozen=True, slots=True)
class Taking:
    """The declarer takes one of two talons."""

    bargain: Bargain


@dataclass(frozen=True, slots=True)
class Revealing:
    """The declarer has the talon and chooses whether to show it."""

    bargain: Bargain


@dataclass(frozen=True, slots=True)
class Discarding:
    """The declarer gives cards away and buries some."""

    bargain: Bargain


@dataclass(frozen=True, slots=True)
class Contracting:
    """The declarer names his contract."""

    bargain: Bargain


@dataclass(frozen=True, slots=True)
class Redealing:
    """Holders of a ground answer, in any order; `interrupted` goes on when all keep their cards."""

    grounds: tuple[tuple[Ground, ...], ...]
    """Unanswered grounds, an entry a seat."""
    interrupted: Auction | Taking | Revealing | Discarding


@dataclass(frozen=True, slots=True)
class Playing:
    """`turn` is to play onto the cards on the table; no bargain where there was no auction."""

    bargain: Bargain | None
    turn: Seat
    table: tuple[Played, ...]
    log: Log


@dataclass(frozen=True, slots=True)
class Closed:
    """The deal is over and goes to the score sheet; never waited in."""

    kind: DealKind
    bargain: Bargain | None = None
    log: Log | None = None
    passes_deal: bool = False
    """The next player deals although the deal is void (settled B18)."""
    dealer_fine: int = 0
    """What the dealer pays for the cards he dealt, in points (`redeal_dealer_penalty`)."""


DealPhase: TypeAlias = (
    Cutting | Speaking | Taking | Revealing | Discarding | Contracting | Redealing | Playing | Closed
)


@dataclass(frozen=True, slots=True)
class DealState:
    """The deal in hand."""

    frame: Frame
    hands: Hands
    phase: DealPhase
    unseen: tuple[Seat, ...] = ()
    """Seats that have not looked at their cards and may still play blind."""
    unasked: tuple[Seat, ...] = ()
    """Seats whose own redeals wait until they look, or until the auction is over (settled T1, X21)."""

    @property
    def bargain(self) -> Bargain | None:
        """What the auction brought; None until it is over."""
        phase = self.phase.interrupted if isinstance(self.phase, Redealing) else self.phase
        return None if isinstance(phase, Cutting | Speaking) else phase.bargain

    @property
    def calls(self) -> tuple[Call, ...]:
        """The words of the auction so far."""
        phase = self.phase.interrupted if isinstance(self.phase, Redealing) else self.phase
        match phase:
            case Auction() | BlindChoice() | Unblinding():
                return phase.calls
            case Cutting() | GoldenChoice():
                return ()
            case _:
                return phase.bargain.calls if phase.bargain else ()

    def aside(self, tricks: int) -> Hand:
        """What lies on the table in nobody's hand, after so many tricks: talons, buried cards, the stock."""
        bargain = self.bargain
        if bargain is None or not bargain.talon:
            lying = (*self.frame.talons, self.frame.stock_left(tricks))
            return tuple([card for cards in lying for card in cards])
        return (*bargain.spare, *bargain.buried)


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match: its rules, its score sheet, and the deal in hand (None between two deals)."""

    conventions: Conventions
    sheet: Sheet
    deal: DealState | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sheet.standings)
