"""The score sheet: totals deal by deal in a table that fits a phone, then what hangs over whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n import Lang, escape, number, signed, tr
from bot.i18n.names import labels, pad
from bot.screens.model import MAX_TEXT, Screen
from bot.screens.text import blocks, bold, length
from bot.screens.words import Words
from bot.tables.model import Table
from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import DealKind, DealResult
from engine.state import Standing
from engine.view import public_view

WIDTH: Final = 30
"""Columns of a monospace line that a phone shows unbroken."""
_CONTRACT: Final = 6
_MARKS: Final = 2
"""Columns after a total: before it, the mark of a bolt would look like a minus."""
_CELL: Final = 5 + _MARKS
"""Columns of a player: a total such as −1000 and its marks."""
_DECLARER: Final = "*"
_MARGIN: Final = 2
"""Units of the empty line after a block."""


def score(table: Table, lang: Lang, deals: Sequence[DealResult] = ()) -> Screen:
    """The sheet of a table; `deals` are its finished deals, where they are at hand."""
    words = Words.of(table.seats, lang)
    rules = table.rules.conventions
    title = (f"🃏 {bold(words.say('score-title'))}", *_goal(rules, words))
    if table.match is None:
        return Screen(blocks(title, (words.say("score-empty"),)))
    view = public_view(table.match)
    lines = [_line(seat, standing, rules, words) for seat, standing in enumerate(view.standings)]
    head, foot = blocks(title), blocks(lines)
    played = deals or ((view.last_result,) if view.last_result else ())
    if not played:
        return Screen(blocks((head,), (words.say("score-empty"),), (foot,)))
    legend = words.say("score-legend")
    sheets = _sheets(table, played, lang)
    texts = (head, words.say("score-earlier", n=len(played)), legend, foot, *(sheet.top for sheet in sheets))
    room = MAX_TEXT - sum(length(text) + _MARGIN for text in texts)
    rows = max(1, room // sum(sheet.width + 1 for sheet in sheets))
    shown = played[-rows:]
    earlier = "" if len(shown) == len(played) else words.say("score-earlier", n=len(shown))
    tables = ((sheet.text(shown),) for sheet in sheets)
    return Screen(blocks((head, earlier), *tables, (legend,), (foot,)))


def _goal(rules: Conventions, words: Words) -> list[str]:
    lines = [words.say("score-goal", n=rules.target)]
    if rules.barrel:
        lines.append(f"🛢 {words.say('score-barrel-at', n=rules.barrel_at, need=rules.barrel_need)}")
    return lines


def _line(seat: Seat, standing: Standing, rules: Conventions, words: Words) -> str:
    """One player below the table: the total and its dangers in words."""
    parts = [words.names[seat], bold(number(standing.score))]
    if standing.barrel is not None:
        parts.append(f"🛢 {words.say('score-barrel', n=standing.barrel, max=rules.barrel_tries)}")
    if standing.bolts and rules.bolts_game_limit:
        parts.append(f"🔩 {words.say('score-bolts-of', n=standing.bolts, max=rules.bolts_game_limit)}")
    elif standing.bolts:
        parts.append(f"🔩 {words.say('score-bolts', n=standing.bolts)}")
    counts = {"falls": standing.falls, "write-offs": standing.writeoffs, "crosses": standing.crosses}
    parts.extend(words.say(f"score-{what}", n=count) for what, count in counts.items() if count)
    return " · ".join(parts)


# The table


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The columns of some seats, deal by deal."""

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    """Short enough for a column; not escaped."""
    number: int
    """Columns of a deal's number."""
    contract: bool
    """A column of contracts stands before the players."""
    lang: Lang

    @property
    def width(self) -> int:
        """Columns of a line."""
        return self.number + self.contract * _CONTRACT + len(self.seats) * _CELL

    @property
    def top(self) -> str:
        """The names above their columns, escaped."""
        contract = pad(tr(self.lang, "score-contract"), _CONTRACT, right=True) if self.contract else ""
        names = (f"{pad(name, _CELL - 1, right=True)} " for name in self.names)
        return escape(pad("№", self.number) + contract + "".join(names))

    def text(self, deals: Iterable[DealResult]) -> str:
        """The sheet for a monospace font."""
        return "<pre>" + "\n".join((self.top, *map(self._row, deals))) + "</pre>"

    def _row(self, deal: DealResult) -> str:
        contract = pad(_contract(deal), _CONTRACT, right=True) if self.contract else ""
        cells = (_cell(deal, seat, self.lang) for seat in self.seats)
        return pad(str(deal.number), self.number) + contract + "".join(cells)


def _sheets(table: Table, deals: Sequence[DealResult], lang: Lang) -> tuple[_Sheet, ...]:
    """All players side by side where a phone has room for them, else in sheets of about equal width."""
    players = len(table.seats)
    fallbacks = [str(seat + 1) for seat in range(players)]
    names = labels([sitter.name for sitter in table.seats], fallbacks, _CELL - 1)
    digits = max(2, len(str(deals[-1].number)))
    abreast = (WIDTH - digits) // _CELL
    a_sheet = -(-players // -(-players // abreast))
    contract = digits + _CONTRACT + a_sheet * _CELL <= WIDTH
    return tuple(
        _Sheet(tuple(seats), names[seats.start : seats.stop], digits, contract and not seats.start, lang)
        for seats in (range(first, min(first + a_sheet, players)) for first in range(0, players, a_sheet))
    )


def _contract(deal: DealResult) -> str:
    if deal.contract is None or deal.kind is not DealKind.PLAYED or deal.made is None:
        return "" if deal.contract is None else number(deal.contract)
    return signed(deal.contract if deal.made else -deal.contract)


def _cell(deal: DealResult, seat: Seat, lang: Lang) -> str:
    total = pad(number(deal.scores[seat]), _CELL - _MARKS, right=True)
    return total + pad(_mark(deal, seat, lang), _MARKS)


def _mark(deal: DealResult, seat: Seat, lang: Lang) -> str:
    """The signs of the sheet (glossary: bolt, write-off, cross); the declarer has a star."""
    own = _own_mark(deal.kind, lang) if seat == deal.declarer else ""
    return own + tr(lang, "mark-bolt") if seat in deal.bolted else own


def _own_mark(kind: DealKind, lang: Lang) -> str:
    match kind:
        case DealKind.WRITTEN_OFF:
            return tr(lang, "mark-write-off")
        case DealKind.CROSSED:
            return tr(lang, "mark-cross")
        case DealKind.PLAYED:
            return _DECLARER
        case _:
            return ""
