"""The three languages say the same things, in the letters and forms that the glossary decides."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from fluent.syntax import ast

from bot.i18n import LANGS, tr
from tests.i18n.ftl import entries, files, texts

CYRILLIC = ("ru", "uk")


def test_the_three_languages_have_the_same_files_texts_and_variables() -> None:
    shape = {key: text.variables for key, text in texts("en").items()}
    for lang in CYRILLIC:
        assert [file.name for file in files(lang)] == [file.name for file in files("en")]
        assert {key: text.variables for key, text in texts(lang).items()} == shape


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_stands_twice(lang: str) -> None:
    assert [key for key, count in Counter(key for key, _ in entries(lang)).items() if count > 1] == []


@pytest.mark.parametrize("lang", LANGS)
def test_texts_that_texts_quote_exist(lang: str) -> None:
    quoted = {name for text in texts(lang).values() for name in text.messages}
    assert quoted <= texts(lang).keys()


def test_every_text_is_used() -> None:
    """By its whole key, or by a stem that the code completes with the name of a thing."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path("bot").rglob("*.py"))
    quoted = {name for text in texts("en").values() for name in text.messages}
    literals = set(re.findall(r'"([a-z][a-z_-]*)"', code)) | set(re.findall(r"'([a-z][a-z_-]*)'", code))
    stems = tuple(set(re.findall(r"""f["']([a-z]+(?:-[a-z]+)*-)\{""", code)) | {"section-"})
    unused = {
        key
        for key in (key.partition(".")[0] for key in texts("en"))
        if key not in literals and key not in quoted and not key.startswith(stems)
    }
    assert unused == set()


@pytest.mark.parametrize("lang", LANGS)
def test_plural_forms_are_complete(lang: str) -> None:
    """Categories of CLDR for whole numbers, and `other`, which Fluent asks for."""
    full = {"one", "few", "many", "other"} if lang in CYRILLIC else {"one", "other"}
    for key, text in texts(lang).items():
        for select in text.selects:
            names = {
                variant.key.name if isinstance(variant.key, ast.Identifier) else "exact"
                for variant in select.variants
            }
            assert names == full or names == {"exact", "other"}, key


@pytest.mark.parametrize("lang", LANGS)
def test_texts_hold_no_markup_and_no_typewriter_signs(lang: str) -> None:
    """HTML is made by screens; quotes, apostrophes and minus are those of the glossary (section 8)."""
    for key, text in texts(lang).items():
        for literal in text.literals:
            assert not re.search(r"[<>&\"'`ʼ]|\.\.\.|(?<![\w=])-\d", literal), (key, literal)


@pytest.mark.parametrize(
    ("lang", "foreign"), [("ru", "іїєґІЇЄҐ"), ("uk", "ыэёъЫЭЁЪ"), ("en", "а-яёіїєґА-ЯЁІЇЄҐ")]
)
def test_each_language_keeps_to_its_letters(lang: str, foreign: str) -> None:
    for key, text in texts(lang).items():
        for literal in text.literals:
            assert not re.search(f"[{foreign}]", literal), (key, literal)


@pytest.mark.parametrize("lang", CYRILLIC)
def test_no_word_mixes_alphabets(lang: str) -> None:
    for key, text in texts(lang).items():
        for word in re.findall(r"[^\W\d_]+", " ".join(text.literals)):
            latin, cyrillic = re.search("[A-Za-z]", word), re.search("[\u0400-\u04ff]", word)
            assert not (latin and cyrillic), (key, word)


def test_russian_writes_yo() -> None:
    """The words of the game that have ё (glossary, section 8)."""
    with_e = [
        "счет",
        "втемную",
        "темная",
        "темную",
        "темной",
        "берет",
        "сдает",
        "отдает",
        "встает",
        "слет",
        "слеты",
        "еще",
        "все-таки",
        "ждем",
        "объем",
        "хваленка",
        "договоренность",
        "бубен",
        "вдвоем",
        "втроем",
        "шестером",
        "перебьет",
        "пойдет",
        "придет",
        "идет",
        "нее",
    ]
    for key, text in texts("ru").items():
        words = re.findall(r"[^\W\d_]+", " ".join(text.literals).lower())
        assert not set(words) & set(with_e), key


@pytest.mark.parametrize("lang", CYRILLIC)
def test_nobody_has_a_gender(lang: str) -> None:
    """No brackets or slashes of two endings (glossary, section 9)."""
    for key, text in texts(lang).items():
        assert not re.search(r"\((?:а|ла|ся|ась)\)|\w/(?:а|ла)\b", " ".join(text.literals)), key


@pytest.mark.parametrize("lang", CYRILLIC)
def test_names_stand_in_no_case(lang: str) -> None:
    """A name follows no preposition that would want a case (glossary, section 9)."""
    before = re.compile(r"(?:^|\s)(?:у|в|к|с|от|для|о|за|на|из|з|із|до|від|про)\s$", re.IGNORECASE)
    for key, pattern in entries(lang):
        parts = pattern.elements
        for literal, part in pairwise(parts):
            if isinstance(part, ast.Placeable) and isinstance(part.expression, ast.VariableReference):
                named = part.expression.id.name in {"name", "names", "other"}
                assert not (
                    named and isinstance(literal, ast.TextElement) and before.search(literal.value)
                ), key


FORMS = {
    ("ru", "points"): ("очко", "очка", "очков"),
    ("uk", "points"): ("очко", "очки", "очок"),
    ("ru", "players"): ("игрок", "игрока", "игроков"),
    ("uk", "players"): ("гравець", "гравці", "гравців"),
}
CATEGORY = {
    0: 2,
    1: 0,
    2: 1,
    5: 2,
    11: 2,
    12: 2,
    21: 0,
    22: 1,
    25: 2,
    101: 0,
    111: 2,
    120: 2,
    122: 1,
    1001: 0,
}


@pytest.mark.parametrize(("lang", "key"), FORMS)
@pytest.mark.parametrize("n", CATEGORY)
def test_counted_nouns_agree(lang: str, key: str, n: int) -> None:
    assert tr(lang, key, n=n) == f"{n}\N{NO-BREAK SPACE}{FORMS[lang, key][CATEGORY[n]]}"


def test_a_negative_count_agrees_too() -> None:
    assert tr("ru", "points", n=-21) == "−21\N{NO-BREAK SPACE}очко"
    assert tr("uk", "points", n=-2) == "−2\N{NO-BREAK SPACE}очки"
    assert tr("en", "points", n=1) == "1\N{NO-BREAK SPACE}point"
    assert tr("en", "points", n=21) == "21\N{NO-BREAK SPACE}points"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("n", [1, 2, 5, 21])
def test_every_text_can_be_filled(lang: str, n: int) -> None:
    for key, text in texts(lang).items():
        filled = tr(lang, key, **dict.fromkeys(text.variables, n))
        assert filled.strip() == filled, key
        assert "{" not in filled, key
        assert filled, key
