"""What can be wrong: one class a rule, carrying data; the English is in `engine.texts`.

The codes are the closed list of settled N6. Seats are numbers here: whoever shows an error joins the names.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from engine.actions import Seat
    from engine.cards import Card, Suit
    from engine.view import Phase


@dataclass(eq=False)
class RuleError(Exception):
    """A rule refuses something."""

    code: ClassVar[str]
    """The stable name of the rule."""

    def __str__(self) -> str:
        facts = "".join(f" {field.name}={getattr(self, field.name)}" for field in fields(self))
        return self.code + facts


# Whose turn, and what now


@dataclass(eq=False)
class WrongPhase(RuleError):
    """The deal is at another point."""

    phase: Phase
    code = "wrong_phase"


@dataclass(eq=False)
class NotYourTurn(RuleError):
    """Others are to act; `to_act` is empty where nobody may know whom (phase `redeal`)."""

    seat: Seat
    to_act: tuple[Seat, ...] = ()
    code = "not_your_turn"


Obstacle: TypeAlias = Literal[
    "off",
    "opener_must_bid",
    "not_blind",
    "look_first",
    "golden",
    "blind",
    "score_too_low",
    "on_barrel",
    "while_barrel",
    "limit_used",
    "no_marriage",
    "not_proved",
    "no_trump",
    "already_given",
    "already_buried",
    "no_such_talon",
    "not_an_opponent",
    "face_needed",
    "face_fixed",
    "no_choice",
    "not_scored",
    "not_the_dealer",
]
"""Why an action that exists is not allowed here; each has a line in `engine.texts`."""


@dataclass(eq=False)
class NotAllowed(RuleError):
    """The action exists, but a convention or the position forbids it."""

    obstacle: Obstacle
    code = "not_allowed"


@dataclass(eq=False)
class DealOver(RuleError):
    """The deal is finished and takes no more actions."""

    code = "deal_over"


@dataclass(eq=False)
class DealUnfinished(RuleError):
    """The deal before is still running."""

    code = "deal_unfinished"


@dataclass(eq=False)
class MatchOver(RuleError):
    """The match is finished."""

    code = "match_over"


# Cards


@dataclass(eq=False)
class CardNotHeld(RuleError):
    """The player does not hold that card."""

    card: Card
    code = "card_not_held"


@dataclass(eq=False)
class MustFollowSuit(RuleError):
    """A card of the suit led is held."""

    suit: Suit
    code = "must_follow_suit"


@dataclass(eq=False)
class MustTrump(RuleError):
    """Void in the suit led, and a trump is held."""

    trump: Suit
    code = "must_trump"


@dataclass(eq=False)
class MustBeat(RuleError):
    """`must_beat`: a card that beats `card` is held."""

    card: Card
    code = "must_beat"


@dataclass(eq=False)
class MustOvertrump(RuleError):
    """`must_overtrump`: a trump above `card` is held."""

    card: Card
    code = "must_overtrump"


@dataclass(eq=False)
class ForeignTrumpLead(RuleError):
    """`foreign_trump_lead`: somebody else declared this trump."""

    trump: Suit
    code = "foreign_trump_lead"


@dataclass(eq=False)
class MustLeadTrump(RuleError):
    """`own_trump_lead`: a trump is held and must be led."""

    trump: Suit
    code = "must_lead_trump"


@dataclass(eq=False)
class MarriageFirstLead(RuleError):
    """`first_lead_marriage`: a marriage card may not open the deal."""

    card: Card
    code = "marriage_first_lead"


# Bids and contracts, in points


@dataclass(eq=False)
class BidTooLow(RuleError):
    """A bid must go above the standing one."""

    minimum: int
    code = "bid_too_low"


@dataclass(eq=False)
class BidOverCap(RuleError):
    """A bid or contract above what the conventions let this hand name."""

    maximum: int
    code = "bid_over_cap"


@dataclass(eq=False)
class BidStep(RuleError):
    """A bid is a multiple of the step."""

    step: int
    code = "bid_step"


@dataclass(eq=False)
class BidJump(RuleError):
    """`bid_jump=exact_step`: only this bid is possible."""

    expected: int
    code = "bid_jump"


@dataclass(eq=False)
class ContractTooLow(RuleError):
    """A contract is never below the winning bid."""

    minimum: int
    code = "contract_too_low"


# Conventions and players


@dataclass(eq=False)
class UnknownPreset(RuleError):
    """No preset has that id; `nearest` is what was probably meant."""

    name: str
    nearest: str | None = None
    code = "unknown_preset"


@dataclass(eq=False)
class UnknownConvention(RuleError):
    """No convention has that id; `nearest` is what was probably meant, `flag` the same as a whole flag."""

    name: str
    nearest: str | None = None
    flag: str | None = None
    code = "unknown_convention"


@dataclass(eq=False)
class BadValue(RuleError):
    """A convention or header statement does not take that value.

    `allowed` are the words it takes; with `any_number` also whole numbers from `low` to `high`; `count` is
    how many values a header statement takes.
    """

    name: str
    value: str
    allowed: tuple[str, ...] = ()
    any_number: bool = False
    low: int | None = None
    high: int | None = None
    nearest: str | None = None
    count: int | None = None
    code = "bad_value"


Rule: TypeAlias = Literal[
    "one_each_layout",
    "two_to_table_layout",
    "stock_layout",
    "no_auction",
    "barrel_reach",
    "excluded_win_by",
    "accumulate_win_by",
    "writeoff_extra_cost",
    "blind_auction_unblind",
    "proof_needs_cap",
    "five_players_deck",
    "partnership",
    "nobody_plays",
]
"""The validity rules of catalogue section 2 and settled B21; each has a line in `engine.texts`."""


@dataclass(eq=False)
class ConflictingConventions(RuleError):
    """Two conventions exclude each other."""

    rule: Rule
    settings: tuple[str, ...]
    """The settings that clash, as `id=value`."""
    code = "conflicting_conventions"


@dataclass(eq=False)
class PlayersNotAllowed(RuleError):
    """The conventions seat another number of players."""

    players: int
    allowed: tuple[int, ...]
    code = "players_not_allowed"


@dataclass(eq=False)
class UnknownPlayer(RuleError):
    """Nobody at the table has that label."""

    label: str
    nearest: str | None = None
    code = "unknown_player"


@dataclass(eq=False)
class DuplicatePlayer(RuleError):
    """Two players have the same label."""

    label: str
    code = "duplicate_player"


@dataclass(eq=False)
class BadLabel(RuleError):
    """A label has a character that records use themselves."""

    label: str
    code = "bad_label"


# Records


@dataclass(eq=False)
class UnknownAction(RuleError):
    """No action is written like that."""

    token: str
    nearest: str | None = None
    code = "unknown_action"


@dataclass(eq=False)
class BadCard(RuleError):
    """No card is written like that."""

    text: str
    code = "bad_card"


@dataclass(eq=False)
class DuplicateCard(RuleError):
    """A card is dealt twice."""

    card: Card
    code = "duplicate_card"


DealFault: TypeAlias = Literal[
    "hand_size",
    "hand_missing",
    "hand_twice",
    "sits_out",
    "talon_size",
    "talon_count",
    "deck_size",
    "bad_seed",
    "seed_and_cards",
    "not_in_deck",
    "bottom",
    "stock",
    "stock_size",
]
"""What is wrong with the cards of a deal; each has a line in `engine.texts`."""


@dataclass(eq=False)
class BadDeal(RuleError):
    """The cards of a deal do not make one."""

    fault: DealFault
    seat: Seat | None = None
    expected: int | None = None
    found: int | None = None
    code = "bad_deal"


@dataclass(eq=False)
class WrongDealer(RuleError):
    """Another player deals."""

    expected: Seat
    code = "wrong_dealer"


@dataclass(eq=False)
class NoDealer(RuleError):
    """The first deal of a record names no dealer."""

    code = "no_dealer"


@dataclass(eq=False)
class NoCards(RuleError):
    """A deal has neither hands nor a seed."""

    code = "no_cards"


@dataclass(eq=False)
class LateCards(RuleError):
    """Cards stand after the first action of their deal, or before any deal."""

    code = "late_cards"


@dataclass(eq=False)
class DuplicateStatement(RuleError):
    """A statement stands twice."""

    word: str
    code = "duplicate_statement"


@dataclass(eq=False)
class LateHeader(RuleError):
    """A header statement stands after the first deal."""

    word: str
    code = "late_header"


@dataclass(eq=False)
class UnknownFine(RuleError):
    """No fine has that name."""

    name: str
    allowed: tuple[str, ...]
    nearest: str | None = None
    code = "unknown_fine"


@dataclass(eq=False)
class Unreadable(RuleError):
    """The file or the command line is no record or command at all (settled N5: exit status 2)."""


@dataclass(eq=False)
class BadFormat(Unreadable):
    """The first statement is not `thousand 1`."""

    code = "bad_format"


@dataclass(eq=False)
class BadStatement(Unreadable):
    """A line has none of the forms of the record."""

    text: str
    nearest: str | None = None
    code = "bad_statement"


@dataclass(eq=False)
class NotUtf8(Unreadable):
    """The file is not UTF-8."""

    byte: int
    """The offset of the first byte that is not."""
    code = "not_utf8"


@dataclass(eq=False)
class CannotRead(Unreadable):
    """The file can't be opened; `reason` is the operating system's word."""

    reason: str
    code = "cannot_read"


@dataclass(eq=False)
class BadUsage(Unreadable):
    """The command line is wrong; `reason` is argparse's word or one of ours."""

    reason: str
    code = "bad_usage"
