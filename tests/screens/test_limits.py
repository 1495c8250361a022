"""Whatever people are called and whatever happens, Telegram takes every message."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.i18n import LANGS
from bot.screens.board import board
from bot.screens.buttons import MAX_DATA, parse
from bot.screens.hand import hand_alert
from bot.screens.model import MAX_HAND, MAX_KEYBOARD, MAX_ROW, MAX_TEXT, MAX_TOAST, Screen
from bot.screens.score import score
from bot.screens.text import length, units
from bot.tables.model import Notice, NoticeKind
from engine.events import DealEnded
from tests.screens.people import HOSTILE, course, named, pages, said

TAGS = re.compile(
    r"</?(?:b|code|pre|blockquote(?: expandable)?|tg-time)>|<tg-time unix=\"[1-9]\d*\" format=\"r\">"
)


def sound(screen: Screen, limit: int = MAX_TEXT) -> None:
    """The message is one that Telegram takes."""
    assert 1 <= length(screen.text) <= limit
    assert "<" not in TAGS.sub("", screen.text).replace("&lt;", "")
    for tag in ("b", "code", "pre", "blockquote", "tg-time"):
        assert len(re.findall(f"<{tag}[ >]", screen.text)) == screen.text.count(f"</{tag}>")
    buttons = [button for row in screen.keyboard for button in row]
    assert len(buttons) <= MAX_KEYBOARD
    assert all(1 <= len(row) <= MAX_ROW for row in screen.keyboard)
    for button in buttons:
        assert 1 <= units(button.text) <= 64
        assert button.data is None or button.start is None
        if button.data is not None:
            assert len(button.data.encode()) <= MAX_DATA
            assert parse(button.data) is not None


def screens(names: tuple[str, ...], lang: str, seed: int) -> Iterator[tuple[Screen, int]]:
    """Every screen of two deals, with its limit."""
    for plain in course(steps=65, seed=seed):
        table = named(plain, names)
        yield board(table, lang), MAX_TEXT
        for sitter in table.seats:
            for _, screen in pages(table, sitter.person, lang):
                yield screen, MAX_HAND
        for event in table.log:
            if isinstance(event, DealEnded):
                told = Notice(NoticeKind.DEAL_RESULT, event.result, totals=event.result.scores)
                yield said(table, told, lang), MAX_TEXT
                yield score(table, lang, (event.result,) * 500), MAX_TEXT


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", HOSTILE)
def test_every_screen_of_a_game_fits(names: tuple[str, ...], lang: str) -> None:
    for screen, limit in screens(names, lang, seed=len(names[0])):
        sound(screen, limit)


@pytest.mark.parametrize("lang", LANGS)
def test_the_hand_in_a_pop_up_fits(lang: str) -> None:
    """Ten cards, a contract and a trump (A14)."""
    for table in course(steps=200):
        for sitter in table.seats:
            text = hand_alert(table, sitter.person, lang)
            assert 1 <= units(text) <= MAX_TOAST
            assert "<" not in text
            assert "…" not in text
