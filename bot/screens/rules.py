"""The rules of a table in sentences, made from its conventions; what differs from the preset is marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bot.i18n import Lang, tr
from bot.screens.buttons import RulesTap, encode
from bot.screens.model import Button, Keyboard, Screen
from bot.screens.paragraphs import PARAGRAPHS, concerns, notes, worth_saying
from bot.screens.text import blocks, bold, length
from bot.tables.model import HouseRules, Table
from engine.conventions import DEFAULT_PRESET, FIELDS, Conventions, Field, Value, differing
from engine.ledger import UNIT_WORD

_PAGE: Final = 2000
"""Units of a page: more would not be read on a phone."""
_PENALTIES: Final = frozenset({"bolts_game_penalty", "bolts_row_penalty", "barrel_fall_penalty"})
"""Of these a penalty of 120 is worth `penalty_unit` (settled S10)."""
_CHANGED: Final = "◆"
_SILENCE: Final = "rule-negative_limit.n"
"""Who is silent: only those below the limit, or at it too (`negative_limit_test`)."""
_STANDARD: Final = Conventions()


def rules(table: Table, lang: Lang, page: int = 0) -> Screen:
    """A page of the rules of a table."""
    pages = _pages(table, lang)
    page = min(page, len(pages) - 1)
    head = [
        f"🃏 {bold(tr(lang, 'rules-title'))}",
        tr(lang, "rules-preset", preset=preset_title(table.rules.preset, lang)),
    ]
    if _changed(table.rules):
        head.append(tr(lang, "rules-legend"))
    return Screen(blocks(head, *pages[page]), _pager(table, page, len(pages), lang))


def preset_title(preset: str | None, lang: Lang) -> str:
    """A preset by its title and, for those who type, its id."""
    name = preset or DEFAULT_PRESET
    return f"{tr(lang, f'preset-{name}')} ({name})"


def changed_sentences(rules: HouseRules, lang: Lang) -> list[str]:
    """What differs from the preset."""
    return [said(rules, FIELDS[name], lang) for name in _changed(rules)]


def changed_flags(rules: HouseRules, lang: Lang) -> list[tuple[str, str]]:
    """What differs from the preset: the flag that sets it, and what it means."""
    flags = (f"{name}={word}" for name, word in _changed(rules).items())
    return list(zip(flags, changed_sentences(rules, lang), strict=True))


def _changed(rules: HouseRules) -> dict[str, str]:
    """What differs, whatever was typed: a flag that says what the preset says is no change."""
    return differing(rules.conventions, rules.preset)


def said(rules: HouseRules, field: Field, lang: Lang) -> str:
    """What a convention means by these rules: a penalty says what it costs here."""
    return sentence(field, _value(rules, field.id), lang, rules.conventions)


def sentence(field: Field, value: Value, lang: Lang, conventions: Conventions = _STANDARD) -> str:
    """What a value of a convention means at the table, beside the others of its `conventions`."""
    key = f"rule-{field.id}.{value_key(field, value)}"
    if key == _SILENCE and conventions.negative_limit_test == "le":
        key = "silent-at-limit"
    return tr(lang, key, n=value) if isinstance(value, int) and not isinstance(value, bool) else tr(lang, key)


def value_key(field: Field, value: Value) -> str:
    """Which text of a convention says `value`: `true`, `false`, `off`, `n` (a number), or the word itself."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "off"
    if isinstance(value, int):
        return "off" if value == 0 and 0 in field.values and field.absent is None else "n"
    word = re.sub(r"\W", "_", value)
    return f"v{word}" if word[0].isdigit() else word


def _pages(table: Table, lang: Lang) -> list[list[list[str]]]:
    """The sections on as few pages as will do, about equally long."""
    sections = _sections(table, lang)
    sizes = [sum(length(line) + 1 for line in section) for section in sections]
    share = sum(sizes) / -(-sum(sizes) // _PAGE)
    pages: list[list[list[str]]] = [[]]
    before = 0
    for section, size in zip(sections, sizes, strict=True):
        if before >= share * len(pages):
            pages.append([])
        pages[-1].append(section)
        before += size
    return pages


def _sections(table: Table, lang: Lang) -> list[list[str]]:
    told = (
        (title, [f"• {text}" for group in groups if (text := _paragraph(table, group, lang))])
        for title, groups in PARAGRAPHS.items()
    )
    return [[bold(tr(lang, f"section-{title}")), *paragraphs] for title, paragraphs in told if paragraphs]


def _paragraph(table: Table, group: str, lang: Lang) -> str:
    """The sentences of a group that are worth saying, each that differs from the preset with its mark."""
    return " ".join(_sentences(table, group, lang))


def _sentences(table: Table, group: str, lang: Lang) -> Iterator[str]:
    rules, changed = table.rules, _changed(table.rules)
    players = None if table.match is None else table.match.players
    for field in (FIELDS[name] for name in group.split() if concerns(FIELDS[name], players)):
        if field.id in changed:
            yield f"{_CHANGED} {said(rules, field, lang)}."
        elif worth_saying(field, rules.conventions, value_key(field, _value(rules, field.id))):
            yield f"{said(rules, field, lang)}."
        for note in notes(table, field):
            yield f"{tr(lang, note, n=-rules.conventions.target)}."


def section_key(section: str) -> str:
    """The text that is the title of a section of the catalogue."""
    return "section-" + re.split(r"\W", section)[0].lower()


def _value(rules: HouseRules, name: str) -> Value:
    value: Value = getattr(rules.conventions, name)
    return rules.conventions.penalty_unit if name in _PENALTIES and value == UNIT_WORD else value


def _pager(table: Table, page: int, pages: int, lang: Lang) -> Keyboard:
    if pages == 1:
        return ()
    before, after = (page - 1) % pages, (page + 1) % pages
    return (
        (
            Button("‹", encode(RulesTap(table.id, before))),
            Button(tr(lang, "rules-page", n=page + 1, max=pages)),
            Button("›", encode(RulesTap(table.id, after))),
        ),
    )
