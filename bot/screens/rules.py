"""The rules of a table in sentences, made from its conventions; what differs from the preset is marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bot.i18n import Lang, tr
from bot.screens.buttons import RulesTap, encode
from bot.screens.model import Button, Keyboard, Screen
from bot.screens.text import blocks, bold, length
from bot.tables.model import HouseRules, Table
from engine.conventions import DEFAULT_PRESET, FIELDS, Conventions, Field, Value, differing

_PAGE = 2000
"""Units of a page: more would not be read on a phone."""

_Test: TypeAlias = Callable[[Conventions], bool]


def _hand_redeals(c: Conventions) -> bool:
    return any((c.redeal_hand_below, c.redeal_hand_nines, c.redeal_hand_nines_opener, c.redeal_hand_jacks))


def _talon_redeals(c: Conventions) -> bool:
    return any((c.redeal_talon_below, c.redeal_talon_nines, c.redeal_talon_jacks))


_MODES: Final[Mapping[str, _Test]] = {
    "talon_sitter_": lambda c: c.layout_4p == "dealer_sits",
    "bolts_": lambda c: c.bolts,
    "barrel_": lambda c: c.barrel,
    "writeoff_": lambda c: c.writeoff,
    "cross_": lambda c: c.cross,
    "golden_": lambda c: c.golden,
    "blind_": lambda c: c.blind,
    "unblind": lambda c: c.blind,
    "ace_marriage_": lambda c: c.ace_marriage > 0,
    "exposed_card_": lambda c: c.exposed_card_penalty > 0,
}
"""Conventions whose names begin so act only where this holds."""

_NEEDS: Final[Mapping[str, _Test]] = {
    "deck": lambda c: c.layout_5p != "no",
    "bottom_nine_recut": lambda c: c.bottom_card_peek,
    "bottom_nine_limit": lambda c: c.bottom_nine_recut != "off",
    "bottom_nine_penalty": lambda c: c.bottom_nine_recut != "off",
    "bottom_jack_to_middle": lambda c: c.bottom_card_peek,
    "two_talon_choice": lambda c: c.layout_2p in {"10+2x2", "9+2x3"},
    "talon_sitter_golden_double": lambda c: c.golden,
    "opener": lambda c: c.auction,
    "opening_bid": lambda c: c.auction,
    "opening_forced": lambda c: c.auction,
    "bid_step": lambda c: c.auction,
    "bid_jump": lambda c: c.auction,
    "hand_cap": lambda c: c.auction,
    "hand_cap_scope": lambda c: c.auction and c.hand_cap != "none",
    "negative_limit_test": lambda c: c.negative_limit is not None,
    "negative_mode": lambda c: c.negative_limit is not None,
    "raise_after_talon": lambda c: c.auction,
    "raise_window": lambda c: c.auction and c.raise_after_talon,
    "talon_reveal": lambda c: c.auction,
    "discard_face": lambda c: c.auction,
    "hundred_discard_down": lambda c: c.discard_face != "down" and c.talon_reveal == "hidden_on_hundred",
    "discard_2p": lambda c: c.layout_2p not in {"no", "6+stock"},
    "spare_talon": lambda c: c.layout_2p in {"10+2x2", "9+2x3"},
    "marriage_keep_trump": lambda c: c.marriage_announce == "explicit",
    "bolt_condition": lambda c: c.bolts,
    "bolts_game_penalty": lambda c: c.bolts_game_limit > 0,
    "bolts_row_penalty": lambda c: c.bolts_row_limit > 0,
    "declarer_bolts": lambda c: c.bolts,
    "barrel_fall_penalty": lambda c: c.barrel_fall_to == 0,
    "barrel_fall_floor10": lambda c: c.barrel_accumulate,
    "three_barrels_zero": lambda c: c.barrel,
    "reverse_barrel_fall_to": lambda c: c.reverse_barrel,
    "writeoff_rounding": lambda c: c.writeoff_share in {"contract_half", "contract_split"},
    "writeoff_golden": lambda c: c.golden,
    "writeoff_golden_double": lambda c: c.golden and c.writeoff_golden,
    "cross_blind": lambda c: c.blind,
    "redeal_hand_stage": lambda c: c.redeal_hand_below > 0,
    "redeal_hand_nines_2p": lambda c: c.layout_2p != "no" and c.redeal_hand_nines > 0,
    "redeal_talon_who": lambda c: _talon_redeals(c) and not c.redeal_forced,
    "redeal_only_opener": lambda c: _hand_redeals(c) or _talon_redeals(c),
    "redeal_talon_only_on_hundred": _talon_redeals,
    "redeal_deadline": _hand_redeals,
    "redeal_forced": _talon_redeals,
    "blind_writeoff": lambda c: c.writeoff,
    "blind_writeoff_double": lambda c: c.writeoff and c.blind_writeoff,
    "blind_bolts_double": lambda c: c.bolts,
    "golden_bolts_double": lambda c: c.bolts,
    "unblind_bid": lambda c: c.unblind,
    "unblind_auction": lambda c: c.unblind,
    "tie_at_target": lambda c: not c.barrel,
}
"""Conventions that act only where this holds besides."""

_SAID_WHEN_OFF: Final = frozenset({"golden", "blind"})
"""What people ask about even where it is off by default."""


def rules(table: Table, lang: Lang, page: int = 0) -> Screen:
    """A page of the rules of a table."""
    pages = _pages(table.rules, lang)
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
    return [sentence(FIELDS[name], _value(rules, name), lang) for name in _changed(rules)]


def changed_flags(rules: HouseRules, lang: Lang) -> list[tuple[str, str]]:
    """What differs from the preset: the flag that sets it, and what it means."""
    flags = (f"{name}={word}" for name, word in _changed(rules).items())
    return list(zip(flags, changed_sentences(rules, lang), strict=True))


def _changed(rules: HouseRules) -> dict[str, str]:
    """What differs, whatever was typed: a flag that says what the preset says is no change."""
    return differing(rules.conventions, rules.preset)


def sentence(field: Field, value: Value, lang: Lang) -> str:
    """What a value of a convention means at the table."""
    key = f"rule-{field.id}.{value_key(field, value)}"
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


def _pages(rules: HouseRules, lang: Lang) -> list[list[list[str]]]:
    """The sections on as few pages as will do, about equally long."""
    sections = _sections(rules, lang)
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


def _sections(rules: HouseRules, lang: Lang) -> list[list[str]]:
    changed = _changed(rules)
    sections: dict[str, list[str]] = {}
    for name, field in FIELDS.items():
        if name in changed or _worth_saying(field, rules.conventions):
            mark = "◆" if name in changed else "•"
            line = f"{mark} {sentence(field, _value(rules, name), lang)}"
            sections.setdefault(field.section, []).append(line)
    return [[bold(tr(lang, section_key(section))), *lines] for section, lines in sections.items()]


def section_key(section: str) -> str:
    """The text that is the title of a section of the catalogue."""
    return "section-" + re.split(r"\W", section)[0].lower()


def _worth_saying(field: Field, conventions: Conventions) -> bool:
    name = field.id
    acts = all(test(conventions) for prefix, test in _MODES.items() if name.startswith(prefix))
    if not acts or (name in _NEEDS and not _NEEDS[name](conventions)):
        return False
    value = getattr(conventions, name)
    absent = value_key(field, value) in {"false", "off", "no", "none"}
    return name in _SAID_WHEN_OFF or not (absent and value == field.default)


def _value(rules: HouseRules, name: str) -> Value:
    value: Value = getattr(rules.conventions, name)
    return value


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
