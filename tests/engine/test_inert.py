"""Values without an effect in a deal: whatever they say, a match comes to the same."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import Bid, Pass, Play, TakeTalon
from engine.conventions import FIELDS, Conventions, resolve
from engine.errors import WrongPhase
from engine.events import CardPlayed, Event
from engine.match import apply, legal_actions, new_match, next_deck, start_deal, to_act
from engine.players import Level, choose
from engine.state import Playing
from engine.view import seat_view
from tests.engine.tables import ANNA, BOB, anna_plays, dealt, play_out, table

Told = list[tuple[Event, ...]]
DEALS = 8


def eight_deals(conventions: Conventions, players: int) -> Told:
    """What happens in eight deals of computer players, the same seeds for every table."""
    rng, told = Random(1), []
    state = new_match(conventions, players, dealer=ANNA, deals_played=players)
    for number in range(DEALS):
        state, events = start_deal(state, next_deck(state, b"%d" % number))
        told.append(events)
        while seats := to_act(state):
            view = seat_view(state, seats[0])
            state, events = apply(state, seats[0], choose(Level.AUTOPILOT, view, view.legal, rng))
            told.append(events)
    return told


@pytest.mark.parametrize(
    ("preset", "players", "name"),
    [
        ("wikipedia", 3, "cut_required"),
        ("wikipedia", 3, "first_dealer"),
        ("wikipedia", 2, "two_talon_choice"),
        ("wikipedia", 2, "talon_forbidden_cards"),
        ("wikipedia", 4, "talon_forbidden_cards"),
        ("marks", 3, "forgotten_discard_forfeit"),
        ("bank_hints", 3, "hint_opponent_cards"),
        ("bank_hints", 3, "hint_talon_suits"),
        ("bank_hints", 3, "hint_talon_card"),
    ],
)
def test_a_value_changes_nothing(preset: str, players: int, name: str) -> None:
    first, *others = [eight_deals(resolve(preset, {name: word}), players) for word in FIELDS[name].words]
    assert any(isinstance(event, CardPlayed) for events in first for event in events)
    assert all(told == first for told in others)


@pytest.mark.parametrize("choice", ["any", "random"])
def test_either_talon_may_be_taken(choice: str) -> None:
    """Settled T14: which one was drawn is written by the token, as a choice is."""
    state = new_match(resolve("two10", {"two_talon_choice": choice}), 2, dealer=BOB)
    state = start_deal(state, next_deck(state, b"1")).state
    state = play_out(state, (ANNA, Bid(100)), (BOB, Pass())).state
    assert legal_actions(state, ANNA) == (TakeTalon(1), TakeTalon(2))


def test_nothing_is_led_before_the_discards() -> None:
    """`forgotten_discard_forfeit`: there is nothing to forget."""
    state = dealt(table(forgotten_discard_forfeit="true"))
    steps = anna_plays(105, 105)
    before, after = play_out(state, *steps[:-3]).state, play_out(state, *steps).state
    assert after.deal is not None
    assert isinstance(after.deal.phase, Playing)
    leads = [action for action in legal_actions(after, ANNA) if isinstance(action, Play)]
    assert len(leads) == 8
    for action in leads:
        with pytest.raises(WrongPhase):
            apply(before, ANNA, action)
