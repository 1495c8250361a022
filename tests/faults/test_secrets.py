"""Rows G: what nobody may see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.i18n import LANGS
from bot.screens.board import board
from bot.screens.hand import hand_alert
from bot.screens.model import Screen
from bot.screens.words import card_name
from bot.tables.model import Table
from engine.cards import DECK, Card
from engine.events import TalonTaken
from engine.view import public_view, seat_view
from tests.faults.shown import right
from tests.screens.people import course, pages
from tests.support.tables import Game


def cards_in(lang: str, *texts: str) -> set[Card]:
    """The cards that are named there."""
    names = {card_name(card, lang): card for card in DECK}
    return {card for name, card in names.items() if any(name in text for text in texts)}


def texts_of(screen: Screen) -> Iterator[str]:
    """All that a screen shows."""
    yield screen.text
    yield from (button.text for row in screen.keyboard for button in row)


def open_cards(table: Table) -> set[Card]:
    """What lies or lay open in this deal."""
    assert table.match is not None
    deal = public_view(table.match).deal
    assert deal is not None
    played = {played.card for trick in (*deal.tricks, deal.trick) for played in trick.cards}
    return played | {gift.card for gift in deal.gifts if gift.card} | set(deal.talon or ())


@pytest.mark.parametrize("preset", ["default", "matveev"])
@pytest.mark.parametrize("lang", LANGS)
def test_G01_no_screen_shows_a_card_that_its_reader_has_not_seen(preset: str, lang: str) -> None:
    """For each seat, and for those who look on, over three deals."""
    deals = set()
    shown: set[Card] = set()
    for table in course(preset, steps=140):
        assert table.match is not None
        if table.match.deal is None:
            continue
        number = table.match.deal.frame.number
        if number not in deals:
            deals.add(number)
            shown = set()
        if len(deals) > 3:
            break
        shown |= open_cards(table)
        assert cards_in(lang, *texts_of(board(table, lang))) <= shown
        for seat, sitter in enumerate(table.seats):
            view = seat_view(table.match, seat)
            given = {gift.card for gift in view.gifts if gift.card}
            known = shown | set(view.hand) | set(view.talon or ()) | given | {*view.buried}
            for _, page in pages(table, sitter.person, lang):
                assert cards_in(lang, *texts_of(page)) <= known
            assert cards_in(lang, hand_alert(table, sitter.person, lang)) <= known
    assert len(deals) >= 3


@pytest.mark.parametrize(("rule", "is_shown"), [("never", False), ("always", True)])
def test_G06_the_talon_is_seen_as_the_convention_has_it(rule: str, is_shown: bool) -> None:
    """By everybody or by its owner alone: on the board, in the log, and by a computer player."""
    game = Game(f"default talon_reveal={rule}")
    game.start()
    while not any(isinstance(event, TalonTaken) for event in game.table.log):
        game.step()
    match = game.table.match
    assert match is not None
    assert match.deal is not None
    (talon,) = match.deal.frame.talons
    public = public_view(match).deal
    assert public is not None
    assert (public.talon == talon) is is_shown
    assert cards_in("en", board(game.table, "en").text) >= set(talon) if is_shown else True
    assert is_shown or not cards_in("en", board(game.table, "en").text) & set(talon)
    for seat in range(3):
        told = seat_view(match, seat).talon
        assert (told == talon) is (is_shown or seat == public.declarer)
    right(
        "talon/T10_hidden_on_the_hundred", "talon/talon_reveal_never", "talon/talon_reveal_hidden_on_hundred"
    )
    right("redeal/settled_T3_hidden_talon", "talon/T12_down_by_rule_under_a_hidden_talon")
