"""From a key, a language and variables to words. Texts are Fluent files in `locales/<language>/`.

The language is always named: one table speaks three languages at once, so there is no «current» one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, TypeAlias

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt

Lang: TypeAlias = str
"""`ru`, `uk` or `en`."""
LANGS: Final[tuple[Lang, ...]] = ("ru", "uk", "en")
FALLBACK: Final[Lang] = "en"

_LOST: Final = "…"
"""What a person sees where a text is broken: never a key, never a placeholder."""

_log = logging.getLogger(__name__)
_strict = False


class TextError(LookupError):
    """A text is missing, or lacks a variable that it needs."""


def tr(lang: Lang, key: str, **variables: str | int) -> str:
    """The text `key` (`id` or `id.attribute`) in `lang`, with its variables filled in.

    Strings go in as they are: who writes HTML escapes them before. A fault shows an ellipsis and is logged.

    Raises:
        TextError: a missing text or variable, inside `strictly()` only.
    """
    try:
        return _translate(lang, key, tuple(sorted(variables.items())))
    except TextError as fault:
        if _strict:
            raise
        _log.error("faulty text: %s", fault)
        return _LOST


@contextmanager
def strictly() -> Iterator[None]:
    """Faults of texts raise inside, as tests want it."""
    global _strict  # noqa: PLW0603 - the only switch of this module, thrown by tests
    before, _strict = _strict, True
    try:
        yield
    finally:
        _strict = before


def choose(*codes: str | None) -> Lang:
    """The first language that we speak among language codes (`uk`, `ru-RU`, …), else English.

    Pass them in the order that design §5 sets: the person's choice, the chat's, Telegram's `language_code`.
    """
    for code in codes:
        lang = re.split("[-_]", code.lower())[0] if code else None
        if lang in LANGS:
            return lang
    return FALLBACK


def named(word: str) -> Lang | None:
    """The language that somebody calls `word`: its code, or the start of its name in any of ours."""
    said = word.casefold()
    for lang in LANGS:
        names = (tr(speaker, f"lang-{lang}").casefold() for speaker in LANGS)
        if said == lang or (len(said) > 1 and any(name.startswith(said) for name in names)):
            return lang
    return None


@cache
def bundle(lang: Lang) -> FluentBundle:
    """All texts of a language.

    Raises:
        KeyError: we do not speak it.
    """
    if lang not in LANGS:
        raise KeyError(lang)
    texts = FluentBundle([lang], use_isolating=False)
    for file in sorted((locales() / lang).iterdir(), key=lambda file: file.name):
        texts.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return texts


def locales() -> Traversable:
    """The folder of the texts: inside an installed wheel, or beside the packages in a checkout."""
    installed = files("bot") / "locales"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "locales"


@lru_cache(maxsize=16384)
def _translate(lang: Lang, key: str, variables: tuple[tuple[str, str | int], ...]) -> str:
    texts = bundle(lang)
    name, _, attribute = key.partition(".")
    try:
        message = texts.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
    except LookupError:
        pattern = None
    if pattern is None:
        raise TextError(f"{lang}: no text {key}")
    filled = {
        variable: FluentInt(value, useGrouping=False) if isinstance(value, int) else value
        for variable, value in variables
    }
    text, errors = texts.format_pattern(pattern, filled)
    if errors:
        raise TextError(f"{lang}: {key}: {errors[0]}")
    return typeset(str(text))


_BEFORE_DASH: Final = re.compile(" (?=—)")
_AFTER_NUMBER: Final = re.compile(r"(?<=[0-9]) (?=[^\W\d_])")
_HYPHEN_MINUS: Final = re.compile(r"(?<![\w-])-(?=[0-9])")


def typeset(text: str) -> str:
    """A no-break space before a dash and between a number and its noun, a real minus before a number."""
    text = _BEFORE_DASH.sub("\N{NO-BREAK SPACE}", text)
    text = _AFTER_NUMBER.sub("\N{NO-BREAK SPACE}", text)
    return _HYPHEN_MINUS.sub("\N{MINUS SIGN}", text)
