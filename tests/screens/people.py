"""Tables at any point of a match, with any people, for tests of screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.i18n import Lang
from bot.screens.buttons import GameTap, PageTap, parse
from bot.screens.hand import hand
from bot.screens.model import Screen
from bot.screens.results import notice
from bot.tables import flow
from bot.tables.model import HouseRules, Notice, PersonId, Sitter, Stage, Table
from engine.cards import Card
from engine.conventions import Conventions
from engine.match import new_match, start_deal
from engine.state import Standing
from tests.support.tables import Game, waiting

FAMILY = "👨‍👩‍👧‍👦"
HOSTILE = (
    ("<b>Tom</b> & <i>", "</code><a href='tg://user?id=1'>", "&amp;&lt;"),
    ("مريم " * 60, "\u202eevil\u202c", "שרה"),
    ("Z\u0337\u0334\u0321" + "o\u0335" * 100, "", "\u3164\u200b"),
    ("x" * 200, "x" * 200, "x" * 200),
    (FAMILY * 40, "🇺🇦" * 40, "漢字" * 40),
    ("_*[name](url)`~", "@everyone", "Anna\nBohdan"),
)


def named(table: Table, names: tuple[str, ...]) -> Table:
    """The same table with other people's names."""
    seats = (replace(sitter, name=name) for sitter, name in zip(table.seats, names, strict=True))
    return replace(table, seats=tuple(seats))


def set_table(
    conventions: Conventions,
    players: int,
    dealer: int,
    sheet: tuple[Standing, ...] | None = None,
    names: tuple[str, ...] = ("Anna", "Bohdan", "Vera", "Hnat", "Dasha", "Yevhen"),
) -> Table:
    """A table with any rules between two deals."""
    sitters = tuple(Sitter(1001 + seat, names[seat], "en") for seat in range(players))
    return replace(
        waiting(seats=sitters),
        stage=Stage.PLAYING,
        rules=HouseRules("default", (), conventions),
        acted=(0,) * players,
        match=new_match(conventions, players, dealer=dealer, standings=sheet),
    )


def dealt(table: Table, deck: tuple[Card, ...]) -> Table:
    """The table with its next deal from this deck."""
    assert table.match is not None
    begun = start_deal(table.match, deck)
    return flow.follow(replace(table, log=()), table.match, begun, None, Game().context).table


def course(preset: str | None = None, steps: int = 60, seed: int = 1) -> Iterator[Table]:
    """A table after each commit of a game between computer players; `preset` may have flags after it."""
    game = Game(preset, seed)
    game.start()
    yield game.table
    for _ in range(steps):
        if game.table.stage is Stage.FINISHED:
            return
        game.step()
        yield game.table


def pages(table: Table, person: PersonId, lang: str) -> Iterator[tuple[int, Screen]]:
    """Every page of a hand that its buttons lead to."""
    seen: set[int] = set()
    ahead = [0]
    while ahead:
        page = ahead.pop()
        if page in seen:
            continue
        seen.add(page)
        screen = hand(table, person, lang, page)
        yield page, screen
        taps = (parse(button.data) for row in screen.keyboard for button in row if button.data)
        ahead.extend(tap.page for tap in taps if isinstance(tap, PageTap))


def reachable(table: Table, person: PersonId, lang: str) -> set[int]:
    """The legal actions that a person can do by tapping."""
    return {
        tap.index
        for _, screen in pages(table, person, lang)
        for row in screen.keyboard
        for button in row
        if button.data and isinstance(tap := parse(button.data), GameTap)
    }


def said(table: Table, told: Notice, lang: Lang) -> Screen:
    """What a notice says, which must not be nothing."""
    screen = notice(table, told, lang)
    assert screen is not None
    return screen
