"""`/conventions`: the group's own rules, what this table changed, and how any house rule is set."""

from __future__ import annotations

from functools import partial
from itertools import groupby

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


def conventions(table: Table | None, lang: Lang, own: HouseRules | None = None) -> Screen:
    """The group's own rules where it saved any, those of its table, and how others are set."""
    title = f"🃏 {bold(tr(lang, 'conventions-title'))}"
    how = blocks(
        (
            bold(tr(lang, "help-flags")),
            tr(lang, "help-flags-how"),
            code(tr(lang, "help-flags-example")),
            tr(lang, "conventions-forms"),
            tr(lang, "conventions-change"),
        ),
        (bold(tr(lang, "conventions-all")), folded(_all(lang))),
    )
    parts = [(bold(tr(lang, "house-own")), own, tr(lang, "house-own-how"))] if own else []
    if table is not None:
        parts.append((bold(tr(lang, "house-table")), table.rules, tr(lang, "conventions-rules")))
    nothing = () if own else (tr(lang, "house-own-none"),)
    room = (MAX_TEXT - length(blocks((title,), nothing, (how,)))) // max(1, len(parts))
    told = [_changes(*part, lang, room) for part in parts]
    return Screen(blocks((title,), nothing, *told, (how,)), _keyboard(table, own, lang))


def lines(table: Table | None, lang: Lang, own: HouseRules | None = None) -> tuple[Screen, ...]:
    """The rules in one line each, where a button can't hold them: messages of their own."""
    held = (own, table.rules if table is not None else None)
    return tuple(line_screen(rules, lang) for rules in held if rules and not copy_button(rules, lang))


def _changes(head: str, rules: HouseRules, tail: str, lang: Lang, room: int) -> list[str]:
    """As many changes as fit into `room` units beside the lines around them."""
    top = [head, tr(lang, "rules-preset", preset=preset_title(rules.preset, lang))]
    changed = [f"◆ {code(flag)} {sentence}" for flag, sentence in changed_flags(rules, lang)]
    if not changed:
        return [*top, tr(lang, "conventions-none"), tail]
    more = partial(tr, lang, "lobby-more")
    room -= length("\n".join((*top, more(n=len(changed)), tail))) + _MARGIN
    line = code(house.line(rules))
    if length(line) < room:
        room -= length(line) + 1
        tail = f"{line}\n{tail}"
    shown = newest(changed[::-1], room)[::-1]
    left = len(changed) - len(shown)
    return [*top, *shown, *([more(n=left)] if left else []), tail]


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


def _all(lang: Lang) -> list[str]:
    """The ids of a section in a line."""
    sections = groupby(FIELDS.values(), key=lambda field: field.section)
    return [
        f"{bold(tr(lang, section_key(section)))}: {', '.join(field.id for field in fields)}"
        for section, fields in sections
    ]
