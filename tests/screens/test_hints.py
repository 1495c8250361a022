"""Hints: nothing unless the lobby switched them on, a pop-up for one person, no trace anywhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import LANGS, tr
from bot.screens.board import board
from bot.screens.buttons import HintKind, HintTap, parse
from bot.screens.hand import hand
from bot.screens.hints import hint_alert
from bot.screens.model import MAX_TOAST, Screen
from bot.screens.text import units
from bot.screens.words import card_name, card_names
from bot.tables.model import Stage, Table
from engine.conventions import resolve
from engine.hints import closed_talon, opponents_hands
from engine.match import legal_actions
from engine.view import Phase, public_view, seat_view
from tests.screens.people import HOSTILE, named
from tests.support.tables import ANNA, BOHDAN, VERA, Game

BANK = resolve("bank_hints", {})


def dealt(preset: str = "bank_hints -golden", *, hints: bool = True) -> Game:
    game = Game(preset)
    game.start()
    game.table = replace(game.table, hints=hints)
    return game


def asked(screen: Screen) -> list[HintTap]:
    found = [parse(button.data) for row in screen.keyboard for button in row if button.data]
    return [tap for tap in found if isinstance(tap, HintTap)]


def alert(table: Table, kind: HintKind, number: int = 0, lang: str = "en") -> str:
    return hint_alert(table, ANNA.person, kind, number, lang)


def test_switched_on_they_tell_what_the_catalogue_says() -> None:
    table = dealt().table
    assert table.match is not None
    told = alert(table, HintKind.HANDS)
    for seat, sitter in ((1, BOHDAN), (2, VERA)):
        hand_of = seat_view(table.match, seat).hand
        assert len(hand_of) == 7
        assert sitter.name in told
        assert all(card_name(card, "en") in told for card in hand_of)
    assert not any(card_name(card, "en") in told for card in seat_view(table.match, 0).hand)
    talon = closed_talon(table.match)
    assert [alert(table, HintKind.CARD, n) for n in range(3)] == [card_name(card, "en") for card in talon]
    suits = alert(table, HintKind.SUITS)
    assert sum(int(part.split("×")[1]) for part in suits.split(", ")) == 3


def test_the_hand_offers_what_can_be_asked_now() -> None:
    game = dealt()
    table = game.table
    tapped = asked(hand(table, ANNA.person, "en"))
    assert [(tap.kind, tap.number) for tap in tapped] == [
        (HintKind.HANDS, 0), (HintKind.SUITS, 0), *((HintKind.CARD, number) for number in range(3)),
    ]  # fmt: skip
    while game.table.match is not None and public_view(game.table.match).phase is not Phase.PLAY:
        game.step()
    assert [tap.kind for tap in asked(hand(game.table, ANNA.person, "en"))] == [HintKind.HANDS]
    for kind in (HintKind.SUITS, HintKind.CARD):
        assert alert(game.table, kind) == tr("en", "hint-talon-gone")


def test_switched_off_they_are_nowhere() -> None:
    game = dealt(hints=False)
    while game.table.stage is Stage.PLAYING and len(game.changes) < 60:
        for sitter in game.table.seats:
            assert asked(hand(game.table, sitter.person, "en")) == []
        for kind in HintKind:
            assert alert(game.table, kind) == tr("en", "hint-none")
        game.step()


def test_a_table_whose_rules_have_none_tells_nothing_even_when_switched_on() -> None:
    table = dealt("bank -golden").table
    assert asked(hand(table, ANNA.person, "en")) == []
    for kind in HintKind:
        assert alert(table, kind) == tr("en", "hint-none")
    assert table.match is not None
    assert (opponents_hands(table.match, 0), closed_talon(table.match)) == ((), ())


def test_an_onlooker_learns_nothing() -> None:
    table = dealt().table
    for kind in HintKind:
        assert hint_alert(table, 9999, kind, 0, "en") == tr("en", "said-not_seated")


def test_a_card_that_is_not_there_is_not_told() -> None:
    assert alert(dealt().table, HintKind.CARD, 3) == tr("en", "hint-talon-gone")


def test_they_leave_no_trace_in_the_game() -> None:
    """The same deals with hints on and off: record, views, board and list of actions are equal."""
    with_hints, without = dealt(), dealt(hints=False)
    for _ in range(60):
        one, other = with_hints.table, without.table
        assert one.match == other.match
        assert one.match is not None
        assert other.match is not None
        assert board(one, "ru") == board(other, "ru")
        assert one.log == other.log
        for seat in range(3):
            alert(one, HintKind.HANDS)
            assert seat_view(one.match, seat) == seat_view(other.match, seat)
            assert legal_actions(one.match, seat) == legal_actions(other.match, seat)
        with_hints.step()
        without.step()
    assert with_hints.record == without.record


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", HOSTILE)
def test_they_fit_a_pop_up(names: tuple[str, ...], lang: str) -> None:
    table = named(dealt().table, names)
    assert table.match is not None
    for kind in HintKind:
        told = alert(table, kind, lang=lang)
        assert 1 <= units(told) <= MAX_TOAST
        assert "…" not in told.split(":")[-1]
    cards = [card for _, each in opponents_hands(table.match, 0) for card in each]
    assert all(card_names((card,), lang) in alert(table, HintKind.HANDS, lang=lang) for card in cards)
