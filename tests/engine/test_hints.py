"""What hints show (`hint_*`), and to whom they show nothing."""

from __future__ import annotations

import pytest

from engine.hints import closed_talon, opponents_hands
from engine.match import new_match, start_deal_with
from tests.engine.tables import (
    ANNA,
    BOB,
    HANDS,
    TALON,
    VERA,
    anna_plays,
    cards,
    dealt,
    play_out,
    seated,
    table,
)


def test_the_hands_of_the_others() -> None:
    state = dealt(table(hint_opponent_cards="true"))
    assert opponents_hands(state, ANNA) == ((BOB, cards(HANDS[BOB])), (VERA, cards(HANDS[VERA])))
    assert opponents_hands(dealt(table()), ANNA) == ()
    assert opponents_hands(seated(table(hint_opponent_cards="true")), ANNA) == ()


@pytest.mark.parametrize("hint", ["hint_talon_suits", "hint_talon_card"])
def test_the_talon_until_it_is_taken(hint: str) -> None:
    state = dealt(table(**{hint: "true"}))
    assert closed_talon(state) == cards(TALON)
    assert closed_talon(play_out(state, *anna_plays(105, 105)).state) == ()
    assert closed_talon(dealt(table())) == ()
    assert closed_talon(seated(table(**{hint: "true"}))) == ()


def test_both_talons_of_two_players() -> None:
    rules = table("two10", hint_talon_suits="true")
    hands = ("9s Js Qs Ks Ts As 9c Jc Qc Kc", "9d Jd Qd Kd Td Ad 9h Jh Qh Kh")
    state = start_deal_with(
        new_match(rules, 2, dealer=BOB), [cards(hand) for hand in hands], cards("Tc Ac"), cards("Th Ah")
    ).state
    assert closed_talon(state) == cards("Tc Ac Th Ah")
