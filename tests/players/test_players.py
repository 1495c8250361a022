"""Computer players answer legally, see only their view, and bring matches to an end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import Bid, Give, Pass, Play
from engine.cards import Card, Rank
from engine.conventions import resolve
from engine.conventions.presets import PRESETS
from engine.dealing import shuffle
from engine.events import Outcome
from engine.players import Level, choose
from engine.players.insight import can_hold, keeps_pair, pairs
from engine.state import MatchState
from engine.view import Phase, SeatView, seat_view

TABLES = ("default", "matveev", "gambler", "bank", "matveev_all", "livegames", "trade3")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def new_match(preset: str) -> MatchState:
    return match.new_match(resolve(preset, {}), 3, dealer=0)


def moves(
    state: MatchState, level: Level, rng: Random, limit: int
) -> tuple[MatchState, list[tuple[SeatView, object]]]:
    """Play on for at most `limit` deals; every choice with the view it was made from."""
    made: list[tuple[SeatView, object]] = []
    for _ in range(limit):
        if match.outcome(state) is not None:
            break
        state = match.start_deal(state, match.next_deck(state, rng.randbytes(16))).state
        while seats := match.to_act(state):
            view = seat_view(state, seats[0])
            action = choose(level, view, view.legal, rng)
            made.append((view, action))
            state = match.apply(state, seats[0], action).state
    return state, made


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("preset", "players"), [(preset.id, players) for preset in PRESETS.values() for players in preset.players]
)
def test_matches_of_autopilots_end_within_500_deals(preset: str, players: int, seed: int) -> None:
    start = match.new_match(resolve(preset, {}), players, dealer=seed % players)
    state, _ = moves(start, Level.AUTOPILOT, Random(seed), 500)
    assert isinstance(match.outcome(state), Outcome)


@pytest.mark.parametrize("preset", TABLES)
@given(seed=st.integers(0, 2**32), level=st.sampled_from(Level))
@settings(max_examples=15, deadline=None)
def test_every_choice_is_one_of_the_legal_ones(preset: str, seed: int, level: Level) -> None:
    _, made = moves(new_match(preset), level, Random(seed), 3)
    assert made
    assert all(action in view.legal for view, action in made)


def test_nothing_to_choose_from_is_an_error() -> None:
    state = match.start_deal(new_match("default"), shuffle(b"1")).state
    view = seat_view(state, match.to_act(state)[0])
    with pytest.raises(ValueError, match="no legal action"):
        choose(Level.AUTOPILOT, view, (), Random(0))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_autopilot_depends_on_its_view_alone(seed: int) -> None:
    _, made = moves(new_match("matveev"), Level.AUTOPILOT, Random(seed), 2)
    assert all(choose(Level.AUTOPILOT, view, view.legal, Random(99)) == action for view, action in made)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_l04_the_autopilot_keeps_king_and_queen_while_declaring_is_possible(seed: int) -> None:
    """Never gives a half away, and never follows with one, where another card would do."""
    _, made = moves(new_match("default"), Level.AUTOPILOT, Random(seed), 4)
    for view, action in made:
        deal = view.public.deal
        assert deal is not None
        if isinstance(action, Give) and keeps_pair(action.card, view.hand):
            gifts = [a for a in view.legal if isinstance(a, Give)]
            assert all(keeps_pair(gift.card, view.hand) for gift in gifts)
        if isinstance(action, Play) and deal.trick.cards and keeps_pair(action.card, view.hand):
            plays = [a for a in view.legal if isinstance(a, Play)]
            assert all(keeps_pair(a.card, view.hand) or a.card.rank >= Rank.TEN for a in plays)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_the_autopilot_bids_only_what_it_can_hold(seed: int) -> None:
    _, made = moves(new_match("default"), Level.AUTOPILOT, Random(seed), 4)
    for view, action in made:
        if view.public.phase is Phase.AUCTION and isinstance(action, Bid) and Pass() in view.legal:
            assert action.value <= can_hold(view.hand, view.public.conventions) + 40


def test_a_hand_of_sure_tricks_and_a_marriage_is_worth_more_than_a_poor_one() -> None:
    conventions = resolve("default", {})
    rich = can_hold(cards("As Ts Ks Qs Ah Kh Qh"), conventions)
    poor = can_hold(cards("9s Js 9c Jc Qd 9d 9h"), conventions)
    assert rich >= 200
    assert poor == 0


def test_pairs_are_kings_and_queens_of_one_suit() -> None:
    assert [suit.code for suit in pairs(cards("Ks Qs Kh Qd Ad"))] == ["s"]
