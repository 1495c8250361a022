"""The house-rules menu: one message in somebody's private chat, walked with buttons and edited in place.

Pages: `top`, `presets`, `line`, `s.<section>`, `c.<convention>`. What is no page of these is the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.i18n import Lang, tr
from bot.screens.buttons import MenuTap, OwnTap, OwnVerb, RuleTap, encode
from bot.screens.model import MAX_COPY, Button, Keyboard, Screen, Style
from bot.screens.options import rows
from bot.screens.paragraphs import acts
from bot.screens.rules import changed_sentences, preset_title, said, section_key, sentence
from bot.screens.text import blocks, bold, code, shorten, units
from bot.screens.words import Words
from bot.tables import house
from bot.tables.model import HouseRules, Stage, Table
from engine.conventions import DEFAULT_PRESET, FIELDS, Field, Value, differing, parse_flags
from engine.conventions.table import LARGEST

TOP: Final = "top"
PRESETS: Final = "presets"
LINE: Final = "line"
_SECTION: Final = "s."
_RULE: Final = "c."

_NOT_OFFERED: Final = frozenset(
    {
        "partnership_4p",
        "exposed_card_penalty",
        "exposed_card_compensation",
        "exposed_card_passes_deal",
        "scribe_fine",
        "forgotten_discard_forfeit",
    }
)
"""What a bot that deals by itself has no use for (catalogue section 2, validity no. 9)."""
_MORE_VALUES: Final = {"ante": (10, 20, 50, 100)}
"""Values to choose beside those that the catalogue lists."""
_CHANGES_SHOWN: Final = 12
_BUTTON: Final = 60
"""Units of a value on its button; the page has it in full."""


def menu(table: Table, lang: Lang, page: str = TOP, *, own: bool = False) -> Screen:
    """A page of the menu; `own`: the group has rules of its own, which can be forgotten."""
    if page == LINE:
        return _line(table, lang)
    if table.stage is not Stage.LOBBY:
        return _top(table, lang, own=own)
    if page == PRESETS:
        return _presets(table, lang)
    fields = _fields(page.removeprefix(_SECTION)) if page.startswith(_SECTION) else []
    if fields:
        return _section(table, fields, lang)
    name = page.removeprefix(_RULE)
    if page.startswith(_RULE) and name in FIELDS:
        return _rule(table, FIELDS[name], lang)
    return _top(table, lang, own=own)


def page_of(flag: str) -> str:
    """Where somebody goes on who pressed this flag: the section of its convention, the top for a preset.

    Raises:
        RuleError: it is no flag.
    """
    _, settings = parse_flags((flag,))
    return next((_section_page(FIELDS[name]) for name in settings), TOP)


def value_buttons(table: Table, field: Field, lang: Lang) -> Iterator[Button]:
    """The values of a convention as buttons; the one that holds is marked, unless it is still asked for."""
    held = _value(table.rules, field)
    asked = field.id in house.unanswered(table.rules)
    for value in _values(field, held):
        chosen = value == held and not asked
        text = shorten(sentence(field, value, lang, table.rules.conventions), _BUTTON)
        tap = RuleTap(table.id, table.lobby_turn, f"{field.id}={field.word(value)}")
        yield Button(f"✓ {text}" if chosen else text, encode(tap), style=Style.PRIMARY if chosen else None)


def copy_button(rules: HouseRules, lang: Lang, key: str = "btn-copy-line") -> Button | None:
    """What copies the line that makes the same table; None: it is too long for a button."""
    line = house.line(rules)
    return Button(tr(lang, key), copy=line) if units(line) <= MAX_COPY else None


def line_screen(rules: HouseRules, lang: Lang) -> Screen:
    """The line as a message: a tap on it copies it."""
    return Screen(
        blocks((tr(lang, "house-line"),), (code(house.line(rules)),), (tr(lang, "house-line-hint"),))
    )


def sizes_text(sizes: tuple[int, ...]) -> str:
    """Numbers of players: `3`, `2–4`."""
    if len(sizes) > 1 and sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]}–{sizes[-1]}"
    return ", ".join(map(str, sizes))


# The pages


def _top(table: Table, lang: Lang, *, own: bool) -> Screen:
    rules = table.rules
    changed = [f"◆ {text}" for text in changed_sentences(rules, lang)]
    more = len(changed) - _CHANGES_SHOWN
    open_lobby = table.stage is Stage.LOBBY
    copy = copy_button(rules, lang)
    text = blocks(
        (f"🃏 {bold(tr(lang, 'house-title'))}", *_who(table, lang)),
        (
            tr(lang, "rules-preset", preset=preset_title(rules.preset, lang)),
            tr(lang, "house-players", sizes=sizes_text(house.sizes(rules.conventions))),
        ),
        [*changed[:_CHANGES_SHOWN], *([tr(lang, "lobby-more", n=more)] if more > 0 else [])],
        (code(copy.copy),) if copy and copy.copy else (),
        (tr(lang, "house-choose" if open_lobby else "house-fixed"),),
    )
    line = copy or _to(table, tr(lang, "btn-show-line"), LINE)
    choices = (
        ((_to(table, tr(lang, "btn-preset"), PRESETS),), *rows(_section_buttons(table, lang), 2))
        if open_lobby
        else ()
    )
    return Screen(text, (*choices, (line,), *own_rows(table, lang, own=own)))


def own_rows(table: Table, lang: Lang, *, own: bool) -> Keyboard:
    """Making the rules the group's own, and forgetting those."""
    save = Button(tr(lang, "btn-save-own"), encode(OwnTap(table.id, OwnVerb.SAVE)))
    reset = Button(tr(lang, "btn-reset-own"), encode(OwnTap(table.id, OwnVerb.RESET)), style=Style.DANGER)
    return ((save,), (reset,)) if own else ((save,),)


def _who(table: Table, lang: Lang) -> list[str]:
    seat = table.seat_of(table.host)
    name = Words.of(table.seats, lang).names[seat] if seat is not None else "–"
    return [tr(lang, "house-who", name=name)]


def _presets(table: Table, lang: Lang) -> Screen:
    fitting = dict(house.fitting(len(table.seats)))
    lines = [
        f"{code(name)} · {tr(lang, f'preset-{name}')} · {sizes_text(sizes)}"
        for name, sizes in fitting.items()
    ]
    text = blocks((bold(tr(lang, "house-presets")), tr(lang, "house-presets-hint")), lines)
    buttons = (_preset(table, name, sizes, lang) for name, sizes in fitting.items())
    return Screen(text, (*rows(buttons, 1), _back(table, TOP, lang)))


def _preset(table: Table, name: str, sizes: tuple[int, ...], lang: Lang) -> Button:
    chosen = name == (table.rules.preset or DEFAULT_PRESET)
    text = f"{tr(lang, f'preset-{name}')} · {sizes_text(sizes)}"
    return Button(
        f"✓ {text}" if chosen else text,
        encode(RuleTap(table.id, table.lobby_turn, name)),
        style=Style.PRIMARY if chosen else None,
    )


def _section_buttons(table: Table, lang: Lang) -> Iterator[Button]:
    changed = differing(table.rules.conventions, table.rules.preset)
    for section, fields in _sections().items():
        count = sum(field.id in changed for field in fields)
        title = tr(lang, section_key(section))
        yield _to(table, f"{title} ◆{count}" if count else title, _section_page(fields[0]))


def _section(table: Table, fields: list[Field], lang: Lang) -> Screen:
    changed = differing(table.rules.conventions, table.rules.preset)
    shown = [field for field in fields if field.id in changed or acts(field, table.rules.conventions)]
    lines = [f"{_mark(field, changed)} {said(table.rules, field, lang)}" for field in shown]
    text = blocks(
        (bold(tr(lang, section_key(fields[0].section))), *_legend(shown, changed, lang)),
        lines,
        (tr(lang, "house-section-hint"),),
    )
    buttons = (
        _to(
            table,
            f"◆ {tr(lang, f'name-{field.id}')}" if field.id in changed else tr(lang, f"name-{field.id}"),
            f"{_RULE}{field.id}",
        )
        for field in shown
    )
    return Screen(text, (*rows(buttons, 2), _back(table, TOP, lang)))


def _rule(table: Table, field: Field, lang: Lang) -> Screen:
    changed = differing(table.rules.conventions, table.rules.preset)
    held, conventions = _value(table.rules, field), table.rules.conventions
    mark = _mark(field, changed, held="●")
    lines = [
        f"{mark if value == held else '○'} {sentence(field, value, lang, conventions)}"
        for value in _values(field, held)
    ]
    text = blocks(
        (bold(tr(lang, f"name-{field.id}")), *_legend((field,), changed, lang)),
        lines,
        (tr(lang, "house-values-hint"), *_number(field, lang)),
    )
    return Screen(
        text, (*rows(value_buttons(table, field, lang), 1), _back(table, _section_page(field), lang))
    )


def _line(table: Table, lang: Lang) -> Screen:
    return Screen(line_screen(table.rules, lang).text, (_back(table, TOP, lang),))


# Parts


def _sections() -> dict[str, list[Field]]:
    """What the menu offers, section by section."""
    sections: dict[str, list[Field]] = {}
    for field in FIELDS.values():
        if field.id not in _NOT_OFFERED and (len(field.values) > 1 or field.numbers):
            sections.setdefault(field.section, []).append(field)
    return sections


def _fields(key: str) -> list[Field]:
    """What the menu offers in the section of this key; nothing where there is no such section."""
    return next((fields for fields in _sections().values() if _section_page(fields[0]) == _SECTION + key), [])


def _section_page(field: Field) -> str:
    return _SECTION + section_key(field.section).removeprefix("section-")


def _value(rules: HouseRules, field: Field) -> Value:
    value: Value = getattr(rules.conventions, field.id)
    return value


def _values(field: Field, held: Value) -> list[Value]:
    return list(dict.fromkeys((*field.values, *_MORE_VALUES.get(field.id, ()), held)))


def _mark(field: Field, changed: dict[str, str], held: str = "•") -> str:
    return "◆" if field.id in changed else held


def _legend(fields: Iterable[Field], changed: dict[str, str], lang: Lang) -> list[str]:
    return [tr(lang, "rules-legend")] if any(field.id in changed for field in fields) else []


def _number(field: Field, lang: Lang) -> list[str]:
    """How any other number is said, where this convention takes any."""
    numbers = field.numbers
    if numbers is None:
        return []
    flag = code(f"/conventions {field.id}={numbers.high if numbers.low == -LARGEST else 25}")
    if numbers.low == -LARGEST:
        return [tr(lang, "house-number-down", high=numbers.high, flag=flag)]
    if numbers.high == LARGEST:
        return [tr(lang, "house-number", low=numbers.low, flag=flag)]
    return [tr(lang, "house-number-to", low=numbers.low, high=numbers.high, flag=flag)]


def _to(table: Table, text: str, page: str) -> Button:
    return Button(text, encode(MenuTap(table.id, page)))


def _back(table: Table, page: str, lang: Lang) -> tuple[Button, ...]:
    return (_to(table, tr(lang, "btn-back"), page),)
