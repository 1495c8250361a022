"""Callback data: what a button says when it is tapped. At most 64 bytes; any text is safe to parse.

`g:<table>:<turn>:<index>`  a legal action of the tapper's seat, by its index
`p:<table>:<turn>:<page>`   another page of the hand: more bids, a card chosen, a question
`l:<table>:<turn>:<verb>`   the lobby
`v:<table>:<turn>:<verb>`   a vote
`n:<table>:<turn>`          the next deal at once
`a:<table>`                 another table like this one
`m:hand:<table>` `m:score:<table>` `m:rules:<table>:<page>` `m:lang:<code>`   menus
`m:house:<table>`           the house-rules menu, in private
`m:table:<table>`           the table, at the end of the chat
`h:<table>:<page>`          a page of that menu
`f:<table>:<turn>:<flag>`   change the rules of a lobby, as a flag or a preset would
`d:<table>:<verb>`          the group's own rules
`q:<table>:<hint>:<number>` a hint
`b:<table>`                 I am back
`e:<table>:<verb>`          what becomes of the tapper: leave, look on, wait for the next match
`s:<table>:<seat>:<verb>`   who takes a free seat
`u:<table>:<turn>`          take the last action back
`k:<verb>`                  what is known of the tapper, in private
`c:<scope>:<word>`          the clock of the group, or of its open table

Numbers are in base 36. `turn` is the table's turn counter (its lobby turn on lobby, rules and vote buttons).
Flags and pages name conventions by their ids: a button may outlive the program that drew it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final, TypeAlias

from bot.tables.model import Lang, TableId, VoteKind

MAX_DATA: Final = 64
"""Bytes of callback data (Bot API)."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class LobbyVerb(StrEnum):
    """What a lobby button asks for."""

    SIT = "sit"
    STAND = "stand"
    START = "start"
    HINTS = "hints"
    EASY = "easy"
    """An easy computer player sits down."""
    NORMAL = "normal"
    FEWER = "fewer"
    """The computer player that came last gets up."""


class SelfVerb(StrEnum):
    """What becomes of whoever taps."""

    LEAVE = "leave"
    """Asks whether he is sure."""
    GO = "go"
    """He is."""
    STAY = "stay"
    QUEUE = "queue"
    WATCH = "watch"
    UNWATCH = "unwatch"


class SeatVerb(StrEnum):
    """Who takes a free seat."""

    TAKE = "take"
    """Whoever taps."""
    EASY = "easy"
    NORMAL = "normal"


class OwnVerb(StrEnum):
    """What becomes of the group's own rules."""

    SAVE = "save"
    RESET = "reset"


class HintKind(StrEnum):
    """What a hint tells (`hint_*`)."""

    HANDS = "hands"
    SUITS = "suits"
    CARD = "card"


class ClockScope(StrEnum):
    """Whose clock is chosen."""

    GROUP = "group"
    """That of tables to come."""
    TABLE = "table"
    """That of the table which is open where the button is."""


class VoteVerb(StrEnum):
    """What a vote button says."""

    YES = "yes"
    NO = "no"


class DataVerb(StrEnum):
    """What becomes of what is known of a person."""

    SEND = "send"
    DELETE = "delete"
    """Asks whether he is sure."""
    SURE = "sure"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class GameTap:
    """Do the legal action number `index` of the tapper's seat."""

    table: TableId
    turn: int
    index: int


@dataclass(frozen=True, slots=True)
class PageTap:
    """Show another page of the own hand."""

    table: TableId
    turn: int
    page: int


@dataclass(frozen=True, slots=True)
class LobbyTap:
    """Sit down, get up, start, switch hints."""

    table: TableId
    turn: int
    verb: LobbyVerb


@dataclass(frozen=True, slots=True)
class VoteTap:
    """Answer an open question."""

    table: TableId
    turn: int
    kind: VoteKind
    seat: int
    """Whom it is about, counted from 1; 0: nobody."""
    verb: VoteVerb


@dataclass(frozen=True, slots=True)
class NextTap:
    """Deal on without waiting."""

    table: TableId
    turn: int


@dataclass(frozen=True, slots=True)
class AgainTap:
    """Open a table like this one, which has ended."""

    table: TableId


@dataclass(frozen=True, slots=True)
class HandTap:
    """Show me my cards, here."""

    table: TableId


@dataclass(frozen=True, slots=True)
class ScoreTap:
    """Show the score sheet."""

    table: TableId


@dataclass(frozen=True, slots=True)
class RulesTap:
    """Show a page of the table's rules."""

    table: TableId
    page: int


@dataclass(frozen=True, slots=True)
class HouseTap:
    """Open the house-rules menu."""

    table: TableId


@dataclass(frozen=True, slots=True)
class MenuTap:
    """Show a page of the house-rules menu."""

    table: TableId
    page: str
    """See `bot.screens.house`; a page that is not there is its top."""


@dataclass(frozen=True, slots=True)
class RuleTap:
    """Change the rules: `flag` is a word that `/newgame` takes."""

    table: TableId
    turn: int
    flag: str


@dataclass(frozen=True, slots=True)
class OwnTap:
    """Make the table's rules the group's own, or forget those."""

    table: TableId
    verb: OwnVerb


@dataclass(frozen=True, slots=True)
class HintTap:
    """Tell me something hidden that the table allows."""

    table: TableId
    kind: HintKind
    number: int
    """Of the talon card, from 0."""


@dataclass(frozen=True, slots=True)
class BackTap:
    """I am back: nobody plays for me any more."""

    table: TableId


@dataclass(frozen=True, slots=True)
class SelfTap:
    """Leave, wait for the next match, look on."""

    table: TableId
    verb: SelfVerb


@dataclass(frozen=True, slots=True)
class SeatTap:
    """Play on for somebody who has left."""

    table: TableId
    seat: int
    """Counted from 1."""
    verb: SeatVerb


@dataclass(frozen=True, slots=True)
class UndoTap:
    """Take back the action that was the last one at that turn."""

    table: TableId
    turn: int


@dataclass(frozen=True, slots=True)
class ShowTap:
    """Bring the table to the end of the chat."""

    table: TableId


@dataclass(frozen=True, slots=True)
class ClockTap:
    """Choose a clock: `word` is one that `/settings clock` takes; any other one opens the menu."""

    scope: ClockScope
    word: str


@dataclass(frozen=True, slots=True)
class DataTap:
    """What becomes of the tapper's data."""

    verb: DataVerb


@dataclass(frozen=True, slots=True)
class LangTap:
    """Choose a language: one's own in private, the group's in a group."""

    lang: Lang


Tap: TypeAlias = (
    GameTap
    | PageTap
    | LobbyTap
    | VoteTap
    | NextTap
    | AgainTap
    | HandTap
    | ScoreTap
    | RulesTap
    | HouseTap
    | MenuTap
    | RuleTap
    | OwnTap
    | HintTap
    | BackTap
    | SelfTap
    | SeatTap
    | UndoTap
    | ShowTap
    | ClockTap
    | LangTap
    | DataTap
)

PERSONAL: Final = (LangTap, ClockTap, DataTap)
"""Taps that belong to no table."""


def encode(tap: Tap) -> str:
    """The callback data of a tap."""
    form = _FORMS[type(tap)]
    values = (getattr(tap, part.name) for part in fields(tap))
    return ":".join((form.head, *(part.write(value) for part, value in zip(form.parts, values, strict=True))))


def parse(data: str) -> Tap | None:
    """The tap that callback data stands for; None for anything that no button of ours says."""
    head, *words = data.split(":")
    if head == _MENU and words:
        head = f"{head}:{words.pop(0)}"
    kind = _KINDS.get(head)
    if kind is None or len(words) != len(_FORMS[kind].parts):
        return None
    try:
        return kind(*(part.read(word) for part, word in zip(_FORMS[kind].parts, words, strict=True)))
    except ValueError:
        return None


def table_of(data: str) -> TableId | None:
    """The table that callback data belongs to; None where it belongs to none."""
    tap = parse(data)
    return None if tap is None or isinstance(tap, PERSONAL) else tap.table


@dataclass(frozen=True, slots=True)
class _Part:
    """How a field of a tap is read (ValueError: it can't be) and written."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class _Form:
    """How a tap is written: its head, and a part for each of its fields."""

    head: str
    parts: tuple[_Part, ...]


def _fitting(pattern: str) -> Callable[[str], str]:
    form = re.compile(pattern)

    def read(text: str) -> str:
        if not form.fullmatch(text):
            raise ValueError(text)
        return text

    return read


def _number(text: str) -> int:
    return int(_BASE36(text), 36)


def base36(number: int) -> str:
    """A whole number from 0 in the digits `0-9a-z`, without leading zeros.

    Raises:
        ValueError: the number is negative.
    """
    if number < 0:
        raise ValueError(f"base36 takes whole numbers from 0, not {number}")
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits


_BASE36: Final = _fitting("0|[1-9a-z][0-9a-z]{0,9}")
_TABLE: Final = _Part(_fitting("[0-9a-z]{8}"))
_COUNT: Final = _Part(_number, base36)
_MENU: Final = "m"

_FORMS: Final[Mapping[type[Tap], _Form]] = {
    GameTap: _Form("g", (_TABLE, _COUNT, _COUNT)),
    PageTap: _Form("p", (_TABLE, _COUNT, _COUNT)),
    LobbyTap: _Form("l", (_TABLE, _COUNT, _Part(LobbyVerb))),
    VoteTap: _Form("v", (_TABLE, _COUNT, _Part(VoteKind), _COUNT, _Part(VoteVerb))),
    NextTap: _Form("n", (_TABLE, _COUNT)),
    AgainTap: _Form("a", (_TABLE,)),
    HandTap: _Form("m:hand", (_TABLE,)),
    ScoreTap: _Form("m:score", (_TABLE,)),
    RulesTap: _Form("m:rules", (_TABLE, _COUNT)),
    DataTap: _Form("k", (_Part(DataVerb),)),
    LangTap: _Form("m:lang", (_Part(_fitting("[a-z]{2}")),)),
    HouseTap: _Form("m:house", (_TABLE,)),
    MenuTap: _Form("h", (_TABLE, _Part(_fitting("[a-z0-9_.]{1,40}")))),
    RuleTap: _Form("f", (_TABLE, _COUNT, _Part(_fitting("[a-z0-9_+=-]{1,40}")))),
    OwnTap: _Form("d", (_TABLE, _Part(OwnVerb))),
    HintTap: _Form("q", (_TABLE, _Part(HintKind), _COUNT)),
    BackTap: _Form("b", (_TABLE,)),
    SelfTap: _Form("e", (_TABLE, _Part(SelfVerb))),
    SeatTap: _Form("s", (_TABLE, _COUNT, _Part(SeatVerb))),
    UndoTap: _Form("u", (_TABLE, _COUNT)),
    ShowTap: _Form("m:table", (_TABLE,)),
    ClockTap: _Form("c", (_Part(ClockScope), _Part(_fitting("[a-z0-9]{1,8}")))),
}
_KINDS: Final[Mapping[str, type[Tap]]] = {form.head: kind for kind, form in _FORMS.items()}


_SIT: Final = re.compile("sit_([0-9a-z]{8})")
_HOUSE: Final = re.compile("rules_([0-9a-z]{8})")


def sit_payload(table: TableId) -> str:
    """The payload of the deep link that opens the bot's private chat for somebody who wants to sit down."""
    return f"sit_{table}"


def parse_payload(payload: str) -> TableId | None:
    """The table that a /start payload names; None for any other payload."""
    found = _SIT.fullmatch(payload)
    return TableId(found[1]) if found else None


def house_payload(table: TableId) -> str:
    """The payload of the deep link that opens the house-rules menu of a table in private."""
    return f"rules_{table}"


def parse_house_payload(payload: str) -> TableId | None:
    """The table whose menu a /start payload asks for; None for any other payload."""
    found = _HOUSE.fullmatch(payload)
    return TableId(found[1]) if found else None
