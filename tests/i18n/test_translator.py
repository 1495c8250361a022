"""The translator: fills texts in, and fails loudly here and quietly in front of people."""

from __future__ import annotations

import contextvars
import logging

import pytest

from bot.i18n import TextError, choose, number, signed, tr
from bot.i18n import translator as module


def test_texts_are_filled_in() -> None:
    assert tr("en", "event-contract", name="Anna", bid=120) == "Anna plays 120"
    assert tr("uk", "rule-bid_step.n", n=5) == "Крок торгів\N{NO-BREAK SPACE}— 5"


def test_numbers_are_not_grouped_and_have_a_real_minus() -> None:
    assert tr("ru", "score-goal", n=1000) == "Игра до\N{NO-BREAK SPACE}1000".replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert tr("ru", "rule-reverse_barrel_fall_to.n", n=-760).endswith("−760")
    assert [number(-120), number(0), number(1000)] == ["−120", "0", "1000"]
    assert [signed(-120), signed(0), signed(120)] == ["−120", "0", "+120"]


def test_a_dash_and_a_counted_noun_do_not_part_from_the_word_before() -> None:
    assert module.typeset("Козырь — черви, 20 очков, 2/3, -5, a-5") == (
        "Козырь\N{NO-BREAK SPACE}— черви, 20\N{NO-BREAK SPACE}очков, 2/3, −5, a-5"
    )


@pytest.mark.parametrize(
    ("key", "variables"),
    [
        ("no-such-text", {}),
        ("event-contract", {"name": "Anna"}),
        ("rule-bid_step", {}),
        ("rule-bid_step.off", {}),
    ],
)
def test_a_fault_raises_in_tests(key: str, variables: dict[str, str]) -> None:
    with pytest.raises(TextError, match="en"):
        tr("en", key, **variables)


@pytest.mark.parametrize(("key", "variables"), [("no-such-text", {}), ("event-contract", {"name": "Anna"})])
def test_people_see_neither_keys_nor_placeholders(
    key: str, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_strict", False)
    with caplog.at_level(logging.ERROR):
        assert tr("en", key, **variables) == "…"
    assert key in caplog.text


def test_an_unknown_language_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        tr("de", "points", n=1)


@pytest.mark.parametrize(
    ("codes", "lang"),
    [
        ((), "en"),
        ((None, None), "en"),
        (("uk", "ru"), "uk"),
        ((None, "ru"), "ru"),
        (("uk-UA",), "uk"),
        (("RU_ru",), "ru"),
        (("pt-br", "de"), "en"),
        (("", "uk"), "uk"),
    ],
)
def test_the_first_language_we_speak_is_chosen(codes: tuple[str | None, ...], lang: str) -> None:
    assert choose(*codes) == lang


def test_nothing_depends_on_a_current_language() -> None:
    said = contextvars.copy_context().run(lambda: [tr(lang, "btn-pass") for lang in ("en", "ru", "en")])
    assert said == ["Pass", "Пас", "Pass"]
