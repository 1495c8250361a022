"""The score sheet: totals deal by deal in a table that fits a phone, then what hangs over whom."""

from __future__ import annotations

from collections.abc import Sequence
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
from engine.view import PublicView, public_view

WIDTH: Final = 30
"""Columns of a monospace line that a phone shows unbroken."""
_NUMBER: Final = 3
_CONTRACT: Final = 6
_MARKS: Final = 2
"""Columns after a total: before it, the mark of a bolt would look like a minus."""
_DECLARER: Final = "*"


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
    room = MAX_TEXT - length(head) - length(foot) - length(legend) - 4 * WIDTH
    rows = max(1, room // (WIDTH + 1))
    shown = played[-rows:]
    earlier = "" if len(shown) == len(played) else words.say("score-earlier", n=len(shown))
    sheet = "\n".join(_sheet(table, view, shown, lang))
    return Screen(blocks((head, earlier), (f"<pre>{escape(sheet)}</pre>",), (legend,), (foot,)))


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


def _sheet(table: Table, view: PublicView, deals: Sequence[DealResult], lang: Lang) -> list[str]:
    with_contract = view.players <= 3
    column = (WIDTH - _NUMBER - (_CONTRACT if with_contract else 0)) // view.players
    fallbacks = [str(seat + 1) for seat in range(view.players)]
    names = labels([sitter.name for sitter in table.seats], fallbacks, column - 1)
    contract = pad(tr(lang, "score-contract"), _CONTRACT, right=True)
    top = pad("№", _NUMBER) + (contract if with_contract else "")
    lines = [top + "".join(f"{pad(name, column - 1, right=True)} " for name in names)]
    for deal in deals:
        start = pad(str(deal.number), _NUMBER)
        if with_contract:
            start += pad(_contract(deal), _CONTRACT, right=True)
        cells = (_cell(deal, seat, lang, column) for seat in range(view.players))
        lines.append(start + "".join(cells))
    return lines


def _contract(deal: DealResult) -> str:
    if deal.contract is None or deal.kind is not DealKind.PLAYED or deal.made is None:
        return "" if deal.contract is None else number(deal.contract)
    return signed(deal.contract if deal.made else -deal.contract)


def _cell(deal: DealResult, seat: Seat, lang: Lang, column: int) -> str:
    return pad(number(deal.scores[seat]), column - _MARKS, right=True) + pad(_mark(deal, seat, lang), _MARKS)


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
