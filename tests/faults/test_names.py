"""Rows C: names and markup."""

from __future__ import annotations

import pytest
from aiogram.methods import SendMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.delivery.mail import Mail
from bot.i18n import LANGS
from bot.i18n.names import NAME_WIDTH, width_of
from bot.screens.board import board
from bot.screens.lobby import lobby
from bot.screens.model import Screen as Shown
from bot.screens.score import WIDTH, score
from bot.screens.words import Words
from bot.tables.model import Sitter
from tests.faults.stage import Complaints
from tests.screens.people import HOSTILE, course, named
from tests.screens.test_results import results, rows, table_of
from tests.support.house import House
from tests.support.tables import waiting
from tests.support.telegram import bot_at

MARKDOWN = ("snake_case_name", "*bold* [link](x)", "`code` ~tilde~ |bar|")


async def test_C02_signs_of_markdown_are_only_signs(house: House, family: int) -> None:
    """Everybody's name stands in the list as it is."""
    anna, *_ = house.people.named("Anna")
    async with bot_at(house.server) as bot:
        seats = tuple(Sitter(1001 + seat, name, "en") for seat, name in enumerate(MARKDOWN))
        await Mail(bot, "bot").send(family, lobby(waiting(seats=seats), "en"))
    shown = await anna.until(family, lambda screen: screen.find("snake"))
    for name in MARKDOWN:
        assert name[:14] in shown.text.replace("\u2060", "")
    assert (await house.people.stats())["refusals"] == []


async def test_C03_wrong_markup_goes_out_plain_and_is_logged(
    house: House, family: int, complaints: Complaints
) -> None:
    """Sent once more without it, and no word is lost."""
    anna, *_ = house.people.named("Anna")
    async with bot_at(house.server) as bot:
        mail = Mail(bot, "bot")
        number = await mail.send(family, Shown("<b>Anna &amp; <i>Vera"))
        await anna.until(family, lambda screen: screen.find("Anna & Vera"))
        await mail.edit(family, number, Shown("<u>next"))
        await anna.until(family, lambda screen: screen.find("next"))
    assert len(complaints.errors) == 2
    assert all("plain" in line for line in complaints.errors)
    assert SendMessage.__api_method__ == "sendMessage"


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u2060", "\u3164", "\u202e\u202c", "\ud800"])
@pytest.mark.parametrize("lang", LANGS)
def test_C05_who_has_no_visible_name_has_a_label(name: str, lang: str) -> None:
    """No username, no last name, nothing that can be seen: a word and the number of the seat."""
    at = waiting(seats=(Sitter(1001, "Anna", "en"), Sitter(1002, name, "en")))
    shown = Words.of(at.seats, lang).names[1]
    assert width_of(shown) >= 2
    assert "2" in shown
    assert shown in lobby(at, lang).text


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), min_size=3, max_size=3))
def test_C06_names_are_short_and_different(names: list[str]) -> None:
    """Cut by what is drawn; equal ones are told apart."""
    seats = tuple(Sitter(1001 + seat, name, "en") for seat, name in enumerate(names))
    shown = Words.of(seats, "en", html=False).names
    assert len(set(shown)) == 3
    assert all(0 < width_of(name) <= NAME_WIDTH for name in shown)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", HOSTILE)
def test_C06_three_worst_names_fit_the_line_of_a_phone(names: tuple[str, ...], lang: str) -> None:
    """The sheet's lines are of one width, and a phone shows them unbroken; the board holds the names too."""
    sheet = score(named(table_of(), names), lang, tuple(results(seed=3, steps=200)))
    widths = {width_of(line) for line in rows(sheet.text)}
    assert len(widths) == 1
    assert max(widths) <= WIDTH
    first = named(next(iter(course(steps=1))), names)
    assert all(name in board(first, lang).text for name in Words.of(first.seats, lang).names)
