"""House rules in short: what this table changed, and how any of them is set with `/newgame`."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from bot.i18n import Lang, tr
from bot.screens.model import MAX_TEXT, Screen
from bot.screens.rules import changed_flags, preset_title, section_key
from bot.screens.text import blocks, bold, code, folded, length, newest
from bot.tables.model import Table
from engine.conventions import FIELDS

_MARGIN = 8
"""Units kept free for the ends of lines and blocks."""


def conventions(table: Table | None, lang: Lang) -> Screen:
    """The house rules of a table, or of the next one where there is none."""
    title = f"🃏 {bold(tr(lang, 'conventions-title'))}"
    how = blocks(
        (
            bold(tr(lang, "help-flags")),
            tr(lang, "help-flags-how"),
            code(tr(lang, "help-flags-example")),
            tr(lang, "conventions-forms"),
        ),
        (bold(tr(lang, "conventions-all")), folded(_all(lang))),
    )
    room = MAX_TEXT - length(blocks((title,), (how,)))
    return Screen(blocks((title,), _changes(table, lang, room) if table else (), (how,)))


def _changes(table: Table, lang: Lang, room: int) -> list[str]:
    """As many changes as fit into `room` units beside the lines around them."""
    head = tr(lang, "rules-preset", preset=preset_title(table.rules.preset, lang))
    tail = tr(lang, "conventions-rules")
    changed = [f"◆ {code(flag)} {sentence}" for flag, sentence in changed_flags(table.rules, lang)]
    if not changed:
        return [head, tr(lang, "conventions-none"), tail]
    more = partial(tr, lang, "lobby-more")
    room -= length("\n".join((head, more(n=len(changed)), tail))) + _MARGIN
    shown = newest(changed[::-1], room)[::-1]
    left = len(changed) - len(shown)
    return [head, *shown, *([more(n=left)] if left else []), tail]


def _all(lang: Lang) -> list[str]:
    """The ids of a section in a line."""
    sections = groupby(FIELDS.values(), key=lambda field: field.section)
    return [
        f"{bold(tr(lang, section_key(section)))}: {', '.join(field.id for field in fields)}"
        for section, fields in sections
    ]
