"""Rows J: marriages."""

from __future__ import annotations

import pytest

from bot.i18n import LANGS
from bot.screens.rules import rules
from engine.actions import Announce, Play
from engine.cards import BY_CODE, MARRIAGE_POINTS, Suit
from engine.errors import NotAllowed
from engine.events import MarriageDeclared
from engine.match import apply, legal_actions
from engine.record.replayer import replay
from engine.state import Playing
from engine.view import public_view
from tests.engine.tables import ANNA, position, result_of
from tests.faults.shown import led, right, slam, table
from tests.support.tables import Game

LEADS = ("As", "Ts", "Js", "9s", "Ah", "Ac")


@pytest.mark.parametrize("number", range(1, 8))
def test_J01_a_marriage_on_any_lead_counts_once(number: int) -> None:
    """Declared on each of the leads one to seven: forty points, once."""
    order = [*LEADS[: number - 1], "Ks", "Qs", *LEADS[number - 1 :]]
    result = result_of(led(slam(table(first_lead_marriage="declares")), " ".join(order)))
    assert result.marriage_points == (40, 0, 0)
    right("marriage/declared_on_the_seventh_lead", "marriage/M3_first_lead_declares")


def test_J02_the_later_marriage_is_trump_and_both_count() -> None:
    """It is trump from the moment it is declared, its owner is known, and no bonus is lost."""
    right("marriage/M6_trump_changes_in_this_trick", "marriage/M16_two_marriages_of_a_defender")
    right("marriage/M9_the_dearest_hand", "marriage/settled_X43_announcer_owns_the_trump")
    state = position(
        table(), ["Kh Qh 9s", "Jc Kd 9d", "9h Ad Td"], trump=Suit.CLUBS, owner=1, led_before=ANNA
    )
    state = apply(state, ANNA, Play(BY_CODE["Kh"])).state
    assert state.deal is not None
    assert isinstance(state.deal.phase, Playing)
    log = state.deal.phase.log
    assert (log.trump, log.trump_owner) == (Suit.HEARTS, ANNA)
    assert [(each.seat, each.suit) for each in log.marriages] == [(1, Suit.CLUBS), (ANNA, Suit.HEARTS)]


def test_J04_the_log_and_the_record_hold_the_declaration() -> None:
    """The event names the suit and its worth; the replayed record says the same."""
    game = Game(seed=3)
    game.start()
    while not (found := [event for event in game.table.log if isinstance(event, MarriageDeclared)]):
        game.step()
    assert game.table.match is not None
    again = replay("\n".join(game.record).encode())
    assert again.state.deal is not None
    assert public_view(again.state).deal == public_view(game.table.match).deal
    assert found[0].points == MARRIAGE_POINTS[found[0].suit]  # type: ignore[index]  # no aces by default
    right("marriage/announce_where_auto", "marriage/explicit_both_ways_are_listed")


def test_J05_a_marriage_without_a_trick_counts_as_the_table_has_it() -> None:
    """The convention on and off, for the declarer and for a defender."""
    right("marriage/M7_nothing_captured", "marriage/M7_one_of_the_two_captured")
    right("marriage/settled_P9_not_captured_so_far", "marriage/settled_P9_queen_captured")
    right("marriage/M16_two_marriages_of_a_defender", "marriage/ace_marriage_needs_a_trick")


def test_J07_a_marriage_is_declared_by_a_lead_alone() -> None:
    """Never when following; on the first lead as the convention has it."""
    state = position(table(marriage_announce="explicit"), ["9s 9d", "Kh Qh", "9h Ad"], turn=1, on_table="Ah")
    assert not [action for action in legal_actions(state, 1) if isinstance(action, Announce)]
    with pytest.raises(NotAllowed):
        apply(state, 1, Announce(BY_CODE["Kh"]))
    right(
        "marriage/M1_plain_first_lead",
        "marriage/first_lead_forbidden",
        "marriage/first_lead_forbidden_not_listed",
    )


def test_J08_the_worth_of_a_suit_is_data_and_stands_in_the_rules() -> None:
    """Spades 40, clubs 60, diamonds 80, hearts 100; the page of rules says the same in each language."""
    assert {suit.name: MARRIAGE_POINTS[suit] for suit in Suit} == {
        "SPADES": 40,
        "CLUBS": 60,
        "DIAMONDS": 80,
        "HEARTS": 100,
    }
    game = Game()
    for lang in LANGS:
        text = "".join(rules(game.table, lang, page).text for page in range(8))
        for sign, points in (("♠", 40), ("♣", 60), ("♦", 80), ("♥", 100)):
            assert sign in text
            assert str(points) in text
