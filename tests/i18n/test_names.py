"""Names as a chat can bear them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import escape, label, labels
from bot.i18n.names import NAME_WIDTH, isolate, pad, width_of
from bot.sandbox.entities import detect
from bot.sandbox.model import Markup

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Анна", "Анна"),
        ("  Anna \n\t Maria ", "Anna Maria"),
        ("", "Player 1"),
        ("   ", "Player 1"),
        ("\u200b\u2060\ufeff", "Player 1"),
        ("\u3164\u2800", "Player 1"),
        ("\u202eabc\u202c", "abc"),
        ("a\u0301", "á"),
        ("Z\u0337\u0334\u0321\u0327\u0328a", "Z\u0337\u0334a"),
        ("x" * 200, "x" * 15 + "…"),
        ("漢" * 20, "漢" * 7 + "…"),
        (FAMILY * 20, FAMILY * 3 + "…"),
        ("🇺🇦🇺🇦", "🇺🇦🇺🇦"),
        ("1️⃣ one", "1️⃣ one"),
        ("\ud800Anna", "Anna"),
        ("\U000e0041Anna", "Anna"),
        ("מרים", "\u2068מרים\u2069"),
        ("محمد", "\u2068محمد\u2069"),
        ("<b>&", "<b>&"),
    ],
)
def test_a_name_is_cleaned_cut_and_isolated(name: str, shown: str) -> None:
    assert label(name, "Player 1") == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    "name",
    [
        "@durov",
        "/stop",
        "x /stop@a_bot",
        "https://e.io",
        "t.me/durov",
        "evil.example",
        "a@b.example",
        "#tag $USD",
        "+380441234567",
        "@durov /stop https://evil.example",
    ],
)
def test_a_name_becomes_no_mention_command_or_link(name: str) -> None:
    for shown in (label(name, "P", 40), *labels([name, name], ["P1", "P2"], 40)):
        assert detect(Markup(shown, ())).entities == ()
        assert not re.search(r"[@/#$+.:][^\s\u2060]", shown)
        assert shown.replace("\u2060", "").startswith(name)


def test_equal_names_are_told_apart() -> None:
    assert labels(["Anna", "anna", "Anna", ""], ["P1", "P2", "P3", "P4"]) == (
        "Anna",
        "anna 2",
        "Anna 3",
        "P4",
    )
    long = "A very long name of somebody"
    assert labels([long, long], ["P1", "P2"]) == ("A very long nam…", "A very long n… 2")


def test_a_name_that_looks_like_a_told_apart_one_is_told_apart_too() -> None:
    assert len(set(labels(["Anna", "Anna", "Anna 2"], ["1", "2", "3"]))) == 3


def test_markup_is_escaped_and_nothing_else() -> None:
    assert (
        escape("<b>Tom & Jerry</b> \"quoted\" 'so'") == "&lt;b&gt;Tom &amp; Jerry&lt;/b&gt; \"quoted\" 'so'"
    )


def test_only_right_to_left_text_is_isolated() -> None:
    assert isolate("Anna 5") == "Anna 5"
    assert isolate("Anna א") == "\u2068Anna א\u2069"


def test_columns_are_counted_as_a_monospace_font_draws_them() -> None:
    assert [width_of(text) for text in ("abc", "漢字", "á", FAMILY, "♥️", "\u2068א\u2069")] == [
        3,
        4,
        1,
        2,
        2,
        1,
    ]
    assert pad("漢", 4) == "漢  "
    assert pad("−5", 4, right=True) == "  −5"


@given(st.lists(st.text(max_size=300), min_size=1, max_size=6))
def test_any_names_are_visible_short_and_different(names: list[str]) -> None:
    shown = labels(names, [f"Player {seat}" for seat in range(len(names))])
    assert len({name.casefold() for name in shown}) == len(names)
    for name in shown:
        assert 0 < width_of(name) <= NAME_WIDTH
        assert len(name.encode("utf-16-le")) // 2 <= 48
        assert not any(unicodedata.category(char) in {"Cc", "Cs", "Cn", "Co"} for char in name)
        assert name.count("\u2068") == name.count("\u2069") <= 1
