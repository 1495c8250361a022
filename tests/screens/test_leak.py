"""Nothing on a screen depends on a card that its reader may not know."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.i18n import LANGS
from bot.screens.board import board, watched
from bot.screens.hand import hand_alert
from bot.tables.model import Table
from engine.cards import DECK, Card, in_order
from engine.state import Contracting, Discarding, MatchState, Playing, Redealing, Revealing
from engine.view import public_view, seat_view
from tests.screens.people import course, pages

TABLES = [
    table
    for preset, seed in (("default", 5), ("matveev", 6), ("sixmax", 7))
    for table in course(preset, steps=80, seed=seed)
    if table.match is not None
    and table.match.deal is not None
    and not isinstance(table.match.deal.phase, Redealing)
]


def moved(state: MatchState, where: dict[Card, Card]) -> MatchState:
    """The same position with hidden cards exchanged."""
    assert state.deal is not None
    deal = state.deal

    def placed(held: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order([where.get(card, card) for card in held])

    hands = tuple(map(placed, deal.hands))
    frame = replace(deal.frame, talons=tuple(map(placed, deal.frame.talons)))
    phase = deal.phase
    if isinstance(phase, Revealing | Discarding | Contracting | Playing) and phase.bargain:
        discards = tuple(
            replace(gift, card=where.get(gift.card, gift.card)) for gift in phase.bargain.discards
        )
        bargain = replace(phase.bargain, discards=discards, talon=placed(phase.bargain.talon))
        phase = replace(phase, bargain=bargain)
    return replace(state, deal=replace(deal, frame=frame, hands=hands, phase=phase))


def exchanged(table: Table, known: set[Card], order: list[Card]) -> Table:
    """The table with the cards that are not in `known` dealt anew among their places."""
    assert table.match is not None
    hidden = [card for card in DECK if card not in known]
    shuffled = [card for card in order if card not in known]
    return replace(table, match=moved(table.match, dict(zip(hidden, shuffled, strict=True))))


def played(table: Table) -> set[Card]:
    """What lies or lay open."""
    assert table.match is not None
    deal = public_view(table.match).deal
    assert deal is not None
    cards = {played.card for trick in (*deal.tricks, deal.trick) for played in trick.cards}
    shown = {gift.card for gift in deal.gifts if gift.card}
    return cards | shown | set(deal.talon or ())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TABLES), st.permutations(DECK), st.sampled_from(LANGS))
def test_the_board_does_not_know_hidden_cards(table: Table, order: list[Card], lang: str) -> None:
    other = exchanged(table, played(table), order)
    assert board(other, lang) == board(table, lang)
    assert watched(other, lang) == watched(table, lang)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TABLES), st.permutations(DECK), st.integers(0, 2), st.sampled_from(LANGS))
def test_a_hand_does_not_know_the_others(table: Table, order: list[Card], seat: int, lang: str) -> None:
    assert table.match is not None
    view = seat_view(table.match, seat)
    given_away = {gift.card for gift in view.gifts if gift.card}
    known = played(table) | set(view.hand) | set(view.talon or ()) | given_away
    other = exchanged(table, known, order)
    person = table.seats[seat].person
    assert hand_alert(other, person, lang) == hand_alert(table, person, lang)
    assert dict(pages(other, person, lang)) == dict(pages(table, person, lang))


@pytest.mark.parametrize("lang", LANGS)
def test_the_salt_and_the_deck_of_a_running_deal_stay_secret(lang: str) -> None:
    for table in TABLES[:20]:
        seal = table.commitments[-1]
        text = board(table, lang).text
        assert seal.digest in text
        assert seal.salt not in text
        assert seal.deck not in text
