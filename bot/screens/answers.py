"""Answers to taps and commands: codes and broken rules put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from bot.i18n import LANGS, Lang, escape, label, tr
from bot.screens.buttons import sit_payload
from bot.screens.guests import other_table
from bot.screens.model import MAX_TOAST, Button, Screen, Style, Toast
from bot.screens.text import shorten
from bot.screens.words import card_name, suit_name
from bot.tables.model import LEAST_SECONDS, MOST_SECONDS
from bot.tables.ports import Answer
from bot.tables.said import Said
from engine.cards import Card, Suit
from engine.conventions import FIELDS, PRESETS
from engine.conventions.spelling import nearest
from engine.errors import (
    BadValue,
    ConflictingConventions,
    NotAllowed,
    PlayersNotAllowed,
    RuleError,
    UnknownConvention,
    UnknownPreset,
)

_SIGNS: Final = frozenset("+-")
"""What a flag begins with that switches; as a value it was refused."""
_TYPED: Final = 40
"""Columns of a word that somebody typed and that an answer repeats."""
_ALERTS: Final = frozenset(
    {
        Said.OPEN_PRIVATE,
        Said.TOO_FEW,
        Said.NOT_ALLOWED,
        Said.NOT_HOST,
        Said.CLOCK_NOT_HOST,
        Said.CLOCK_SHORTER,
        Said.HAND_SEEN,
        Said.NOT_ADMIN,
        Said.NOT_MEMBER,
        Said.RULES_SAVED,
        Said.RULES_RESET,
        Said.FAILED,
    }
)
"""Answers that must not fade before they are read."""


def toast(answer: Answer, lang: Lang) -> Toast:
    """The answer to a tap; silent where the screens themselves answer."""
    if answer.said is Said.OK:
        return Toast()
    if answer.said is Said.OPEN_PRIVATE and answer.table is not None:
        return Toast(start=sit_payload(answer.table))
    alert = answer.said in _ALERTS or isinstance(answer.error, ConflictingConventions | PlayersNotAllowed)
    return Toast(shorten(_words(answer, lang), MAX_TOAST), alert=alert)


def answered(answer: Answer, lang: Lang) -> Screen | None:
    """The answer to a command; None where the screens themselves answer."""
    if answer.said is Said.OK:
        return None
    text = escape(_words(answer, lang))
    if answer.said is Said.OPEN_PRIVATE and answer.table is not None:
        button = Button(tr(lang, "btn-open-private"), start=sit_payload(answer.table), style=Style.PRIMARY)
        return Screen(text, ((button,),))
    if answer.said in {Said.TABLE_OPEN, Said.LOBBY_OPEN} and answer.table is not None:
        return Screen(text, other_table(answer.table, lang))
    return Screen(text)


def _words(answer: Answer, lang: Lang) -> str:
    if answer.error is not None:
        return error_text(answer.error, lang)
    if answer.said is Said.RULE:
        return tr(lang, "said-failed")
    bounds = {"low": LEAST_SECONDS, "high": MOST_SECONDS} if answer.said is Said.BAD_CLOCK else {}
    return tr(lang, f"said-{answer.said}", n=answer.n, **bounds)


# Broken rules


def error_text(error: RuleError, lang: Lang) -> str:
    """A broken rule in plain text: what is wrong, and what would be right."""
    key = (
        "error-no_switch" if isinstance(error, BadValue) and error.value in _SIGNS else f"error-{error.code}"
    )
    said = tr(lang, key, **_facts(error, lang))
    more = _hints(error, lang)
    return " ".join(_sentence(part) for part in (said, *more)) if more else said


def _sentence(text: str) -> str:
    return text if text.endswith(("?", ".")) or text.startswith("/") else f"{text}."


_NAMES: Final[Mapping[str, str]] = {
    "minimum": "bid",
    "maximum": "bid",
    "expected": "bid",
    "step": "n",
    "trump": "suit",
    "label": "name",
    "token": "name",
    "text": "name",
    "word": "name",
}
"""How texts call a field of an error, where that is not the field's own name."""


def _facts(error: RuleError, lang: Lang) -> dict[str, str | int]:
    facts: dict[str, str | int] = {}
    for field in fields(error):
        value = getattr(error, field.name)
        match value:
            case Suit():
                fact: str | int = suit_name(value, lang)
            case Card():
                fact = card_name(value, lang)
            case str():
                fact = typed(value)
            case int():
                fact = value
            case tuple():
                fact = ", ".join(map(str, value))
            case _:
                continue
        facts[_NAMES.get(field.name, field.name)] = fact
    return {**facts, **_special(error, lang)}


def _special(error: RuleError, lang: Lang) -> dict[str, str | int]:
    match error:
        case NotAllowed(obstacle):
            return {"reason": tr(lang, f"obstacle-{obstacle}")}
        case ConflictingConventions(rule, settings):
            return {"reason": tr(lang, f"conflict-{rule}"), "n": len(settings)}
        case PlayersNotAllowed(players, _):
            return {"players": tr(lang, "players", n=players)}
        case _:
            return {}


def _hints(error: RuleError, lang: Lang) -> list[str]:
    match error:
        case BadValue(name, _, nearest=value):
            return [*_nearest(value and f"{name}={value}", lang), _takes(error, lang)]
        case UnknownPreset(name, nearest):
            presets = tr(lang, "error-presets", values=", ".join(PRESETS))
            return [*_nearest(nearest or titled(name), lang), presets]
        case UnknownConvention(_, str(nearest), flag) if nearest in FIELDS:
            takes = _takes(FIELDS[nearest].refusal(""), lang)
            return [*_nearest(flag or nearest, lang), takes]
        case UnknownConvention(_, _, flag):
            return [*_nearest(flag, lang), tr(lang, "error-how")]
        case _:
            return []


def _nearest(nearest: str | None, lang: Lang) -> list[str]:
    return [tr(lang, "error-nearest", name=nearest)] if nearest else []


def titled(word: str) -> str | None:
    """The preset whose title, in any of our languages, is like `word`."""
    titles = {tr(lang, f"preset-{name}").casefold(): name for lang in LANGS for name in PRESETS}
    title = nearest(word.casefold(), titles)
    return titles[title] if title else None


def _takes(error: BadValue, lang: Lang) -> str:
    values = ", ".join(error.allowed)
    if error.low is None or error.high is None:
        return tr(lang, "error-values", values=values)
    return tr(lang, "error-range", values=values, low=error.low, high=error.high)


def typed(word: str) -> str:
    """A word that somebody typed: visible and not too long."""
    return label(word, "…", _TYPED)
