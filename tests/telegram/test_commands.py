"""The table of commands and how a command is read (faults B15, B16)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import LANGS, strictly, tr
from bot.telegram.commands import COMMANDS, Order, Scope, listed, read

BOT = "thousand_sandbox_bot"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("/newgame", Order("newgame")),
        ("/NewGame", Order("newgame")),
        ("/newgame@thousand_sandbox_bot", Order("newgame")),
        ("/newgame@Thousand_Sandbox_BOT", Order("newgame")),
        ("/newgame matveev  +cross\n-writeoff", Order("newgame", ("matveev", "+cross", "-writeoff"))),
        ("/start sit_k3x9q0ab", Order("start", ("sit_k3x9q0ab",))),
        (" /help ", Order("help")),
        ("/newgame\N{NO-BREAK SPACE}matveev", Order("newgame", ("matveev",))),
        ("/newgame\N{NARROW NO-BREAK SPACE}+cross\N{IDEOGRAPHIC SPACE}", Order("newgame", ("+cross",))),
    ],
)
def test_a_command_is_read(text: str, order: Order) -> None:
    assert read(text, BOT) == order


@pytest.mark.parametrize(
    "text",
    ["", "/", "hello", "newgame", "/newgame@other_bot", "see /newgame", "//x", "/new-game", "/ф", "/x@"],
)
def test_what_is_no_command_of_ours_is_none(text: str) -> None:
    assert read(text, BOT) is None


@given(st.text())
def test_any_text_is_safe(text: str) -> None:
    read(text, BOT)
    read(f"/{text}", BOT)


def test_menus_hold_what_the_issue_names() -> None:
    assert [command.name for command in listed(Scope.GROUP)] == [
        "newgame", "table", "join", "leave", "undo", "watch", "unwatch", "hand", "score", "rules",
        "conventions", "settings", "export", "stop", "lang", "help",
    ]  # fmt: skip
    assert [command.name for command in listed(Scope.PRIVATE)] == [
        "leave", "unwatch", "hand", "score", "rules", "conventions", "lang", "privacy", "help",
    ]  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
def test_every_command_has_a_line_that_telegram_takes(lang: str) -> None:
    with strictly():
        lines = [tr(lang, f"command-{command.name}") for command in COMMANDS]
    assert all(1 <= len(line) <= 256 for line in lines)
