"""`/conventions`: the group's own rules, what this table changed, and how any house rule is set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from bot.i18n import Lang, tr
from bot.screens.buttons import HouseTap, encode
from bot.screens.house import copy_button, line_screen, own_rows
from bot.screens.model import MAX_TEXT, Button, Keyboard, Screen, Style
from bot.screens.rules import changed_flags, preset_title, section_key
from bot.screens.text import blocks, bold, code, folded, length, newest
from bot.tables import house
from bot.tables.model import HouseRules, Stage, Table
from engine.conventions import FIELDS

_MARGIN = 8
"""Units kept free for the ends of lines and blocks."""

_Part: TypeAlias = tuple[str, HouseRules, str]
"""Rules with the line above them and the line below."""


def conventions(table: Table | None, lang: Lang, own: HouseRules | None = None) -> Screen:
    """The group's own rules where it saved any, those of its table, and how others are set.

    Changes go before the ids of all house rules: where both do not fit, `more` has those.
    """
    text = _page(table, lang, own, _ids(lang))
    if length(text) > MAX_TEXT:
        parts = len(_parts(table, lang, own))
        text = _page(table, lang, own, room=(MAX_TEXT - length(_page(None, lang, None))) // parts)
    return Screen(text, _keyboard(table, own, lang))


def more(table: Table | None, lang: Lang, own: HouseRules | None = None) -> tuple[Screen, ...]:
    """Messages of their own: rules in one line that a button can't hold, ids that did not fit."""
    held = (own, table.rules if table is not None else None)
    lines = (line_screen(rules, lang) for rules in held if rules and not copy_button(rules, lang))
    ids = _ids(lang)
    fits = length(_page(table, lang, own, ids)) <= MAX_TEXT
    return (*lines, *(() if fits else (Screen(blocks(ids)),)))


def _parts(table: Table | None, lang: Lang, own: HouseRules | None) -> list[_Part]:
    parts = [(bold(tr(lang, "house-own")), own, tr(lang, "house-own-how"))] if own else []
    if table is not None:
        parts.append((bold(tr(lang, "house-table")), table.rules, tr(lang, "conventions-rules")))
    return parts


def _page(
    table: Table | None,
    lang: Lang,
    own: HouseRules | None,
    ids: Sequence[str] = (),
    room: int | None = None,
) -> str:
    """The whole text; `room`: units for the group's own rules, and as many for those of its table."""
    how = (
        bold(tr(lang, "help-flags")),
        tr(lang, "help-flags-how"),
        code(tr(lang, "help-flags-example")),
        tr(lang, "conventions-forms"),
        tr(lang, "conventions-change"),
    )
    title = f"🃏 {bold(tr(lang, 'conventions-title'))}"
    nothing = () if own else (tr(lang, "house-own-none"),)
    told = (_changes(*part, lang, room) for part in _parts(table, lang, own))
    return blocks((title,), nothing, *told, how, ids)


def _changes(head: str, rules: HouseRules, tail: str, lang: Lang, room: int | None) -> list[str]:
    """What differs from the preset, as much of it as `room` units hold, and the line that says the same."""
    top = [head, tr(lang, "rules-preset", preset=preset_title(rules.preset, lang))]
    changed = [f"◆ {code(flag)} {sentence}" for flag, sentence in changed_flags(rules, lang)]
    if not changed:
        return [*top, tr(lang, "conventions-none"), tail]
    line = code(house.line(rules))
    if room is None:
        return [*top, *changed, line, tail]
    rest = partial(tr, lang, "lobby-more")
    room -= length("\n".join((*top, rest(n=len(changed)), tail))) + _MARGIN
    shown = newest(changed[::-1], room)[::-1]
    left = len(changed) - len(shown)
    room -= sum(length(each) + 1 for each in shown)
    lines = [line] if length(line) < room else []
    return [*top, *shown, *([rest(n=left)] if left else []), *lines, tail]


def _keyboard(table: Table | None, own: HouseRules | None, lang: Lang) -> Keyboard:
    copies = (
        copy_button(own, lang, "btn-copy-own") if own else None,
        copy_button(table.rules, lang) if table else None,
    )
    rows: Keyboard = tuple((button,) for button in copies if button)
    if table is None:
        return rows
    tap = encode(HouseTap(table.id))
    menu = ((Button(tr(lang, "btn-house"), tap, style=Style.PRIMARY),),) if table.stage is Stage.LOBBY else ()
    return (*menu, *rows, *own_rows(table, lang, own=own is not None))


def _ids(lang: Lang) -> tuple[str, str]:
    """All house rules by their ids, folded: the ids of a section in a line."""
    sections = groupby(FIELDS.values(), key=lambda field: field.section)
    lines = [
        f"{bold(tr(lang, section_key(section)))}: {', '.join(field.id for field in fields)}"
        for section, fields in sections
    ]
    return bold(tr(lang, "conventions-all")), folded(lines)
