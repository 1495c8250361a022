"""Callback data: what a button says when it is tapped. At most 64 bytes; any text is safe to parse.

`g:<table>:<turn>:<index>`  a legal action of the tapper's seat, by its index
`p:<table>:<turn>:<page>`   another page of the hand: more bids, a card chosen, a question
`l:<table>:<turn>:<verb>`   the lobby
`v:<table>:<turn>:<verb>`   a vote
`n:<table>:<turn>`          the next deal at once
`a:<table>`                 another table like this one
`m:hand:<table>` `m:score:<table>` `m:rules:<table>:<page>` `m:lang:<code>`   menus

Numbers are in base 36. `turn` is the table's turn counter (its lobby turn on lobby and vote buttons).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

from bot.tables.model import Lang, TableId

MAX_DATA: Final = 64
"""Bytes of callback data (Bot API)."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class LobbyVerb(StrEnum):
    """What a lobby button asks for."""

    SIT = "sit"
    STAND = "stand"
    START = "start"


class VoteVerb(StrEnum):
    """What a vote button says."""

    STOP = "stop"
    PLAY_ON = "on"


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
    """Sit down, get up, start."""

    table: TableId
    turn: int
    verb: LobbyVerb


@dataclass(frozen=True, slots=True)
class VoteTap:
    """Answer the question whether to stop the game."""

    table: TableId
    turn: int
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
class LangTap:
    """Choose a language: one's own in private, the group's in a group."""

    lang: Lang


Tap: TypeAlias = (
    GameTap | PageTap | LobbyTap | VoteTap | NextTap | AgainTap | HandTap | ScoreTap | RulesTap | LangTap
)


def encode(tap: Tap) -> str:
    """The callback data of a tap."""
    match tap:
        case GameTap(table, turn, index):
            return f"g:{table}:{base36(turn)}:{base36(index)}"
        case PageTap(table, turn, page):
            return f"p:{table}:{base36(turn)}:{base36(page)}"
        case LobbyTap(table, turn, lobby):
            return f"l:{table}:{base36(turn)}:{lobby}"
        case VoteTap(table, turn, vote):
            return f"v:{table}:{base36(turn)}:{vote}"
        case NextTap(table, turn):
            return f"n:{table}:{base36(turn)}"
        case AgainTap(table):
            return f"a:{table}"
        case HandTap(table):
            return f"m:hand:{table}"
        case ScoreTap(table):
            return f"m:score:{table}"
        case RulesTap(table, page):
            return f"m:rules:{table}:{base36(page)}"
        case LangTap(lang):
            return f"m:lang:{lang}"
        case _:
            assert_never(tap)


def parse(data: str) -> Tap | None:
    """The tap that callback data stands for; None for anything that no button of ours says."""
    try:
        return _read(data.split(":"))
    except ValueError:
        return None


def table_of(data: str) -> TableId | None:
    """The table that callback data belongs to; None where it belongs to none."""
    tap = parse(data)
    return None if tap is None or isinstance(tap, LangTap) else tap.table


def _read(words: list[str]) -> Tap | None:
    match words:
        case ["g", table, turn, index]:
            return GameTap(_table(table), _number(turn), _number(index))
        case ["p", table, turn, page]:
            return PageTap(_table(table), _number(turn), _number(page))
        case ["l", table, turn, verb]:
            return LobbyTap(_table(table), _number(turn), LobbyVerb(verb))
        case ["v", table, turn, verb]:
            return VoteTap(_table(table), _number(turn), VoteVerb(verb))
        case ["n", table, turn]:
            return NextTap(_table(table), _number(turn))
        case ["a", table]:
            return AgainTap(_table(table))
        case ["m", "hand", table]:
            return HandTap(_table(table))
        case ["m", "score", table]:
            return ScoreTap(_table(table))
        case ["m", "rules", table, page]:
            return RulesTap(_table(table), _number(page))
        case ["m", "lang", lang] if re.fullmatch("[a-z]{2}", lang):
            return LangTap(lang)
        case _:
            return None


def _table(text: str) -> TableId:
    if not re.fullmatch("[0-9a-z]{8}", text):
        raise ValueError(text)
    return TableId(text)


def _number(text: str) -> int:
    if not re.fullmatch("0|[1-9a-z][0-9a-z]{0,9}", text):
        raise ValueError(text)
    return int(text, 36)


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


_SIT: Final = re.compile("sit_([0-9a-z]{8})")


def sit_payload(table: TableId) -> str:
    """The payload of the deep link that opens the bot's private chat for somebody who wants to sit down."""
    return f"sit_{table}"


def parse_payload(payload: str) -> TableId | None:
    """The table that a /start payload names; None for any other payload."""
    found = _SIT.fullmatch(payload)
    return TableId(found[1]) if found else None
