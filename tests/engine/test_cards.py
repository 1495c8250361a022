"""Cards: catalogue section 0, invariants 1 and 2."""

from __future__ import annotations

import pickle

import pytest

from engine.cards import CARD_POINTS, DECK, MARRIAGE_POINTS, Card, Suit, in_order
from tests.engine.tables import cards


def test_there_are_24_cards_worth_120_points_30_a_suit() -> None:
    assert len(set(DECK)) == 24
    assert sum(card.points for card in DECK) == CARD_POINTS == 120
    assert {sum(card.points for card in DECK if card.suit is suit) for suit in Suit} == {30}


def test_a_ten_beats_the_king_and_is_worth_ten() -> None:
    suit = cards("9s Js Qs Ks Ts As")
    assert [card.points for card in suit] == [0, 2, 3, 4, 10, 11]
    assert sorted(suit, key=lambda card: card.rank) == list(suit)


def test_r1_a_trick_of_ace_ten_king_holds_25() -> None:
    assert sum(card.points for card in cards("As Ts Ks")) == 25


def test_marriages_are_worth_40_60_80_100() -> None:
    assert [MARRIAGE_POINTS[suit] for suit in Suit] == [40, 60, 80, 100]


def test_hands_are_held_by_suit_then_rank() -> None:
    assert in_order(cards("Th 9s Ad Ac Js")) == cards("9s Js Ac Ad Th")


@pytest.mark.parametrize("card", DECK)
def test_each_card_exists_once(card: Card) -> None:
    assert Card.parse(card.code) is card
    assert pickle.loads(pickle.dumps(card)) is card


def test_no_other_card_is_read() -> None:
    with pytest.raises(KeyError):
        Card.parse("8s")
