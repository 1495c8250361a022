"""What the thinking levels do with a hand: bids, gifts, contracts and cards in positions made for them."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.actions import Action, Bid, Give, NameContract, Pass, Play, TakeCross, WriteOff
from engine.cards import DECK, Card, Rank
from engine.conventions import resolve
from engine.marriage import completes_pair
from engine.players import Level, choose
from engine.players.sight import none_of
from engine.players.worth import Worth, worth
from engine.state import MatchState, Standing
from engine.view import Phase, seat_view
from tests.engine.tables import ANNA, BOB, VERA, cards, dealt, play_out, scores, table
from tests.players.test_players import moves

THINKING = (Level.EASY, Level.NORMAL)
SOLD = ((ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass()))
"""Anna has the talon for a hundred."""


def answer(state: MatchState, level: Level = Level.NORMAL, seed: int = 1) -> Action:
    view = seat_view(state, match.to_act(state)[0])
    return choose(level, view, view.legal, Random(seed))


def card(code: str) -> Card:
    return Card.parse(code)


# Choosing at all


@given(seed=st.integers(0, 2**32), level=st.sampled_from(THINKING))
@settings(max_examples=15, deadline=None)
def test_a_choice_depends_on_view_and_dice_alone(seed: int, level: Level) -> None:
    start = match.new_match(resolve("matveev_all", {}), 3, dealer=0)
    _, made = moves(start, level, Random(seed), 2)
    for view, _ in made:
        assert choose(level, view, view.legal, Random(7)) == choose(level, view, view.legal, Random(7))


@given(seed=st.integers(0, 2**32), level=st.sampled_from(THINKING))
@settings(max_examples=20, deadline=None)
def test_l04_a_thinking_player_keeps_king_and_queen_while_declaring_is_possible(
    seed: int, level: Level
) -> None:
    """No half of a marriage is given away or played undeclared where a small card would do."""
    conventions = resolve("default", {})
    _, made = moves(match.new_match(conventions, 3, dealer=0), level, Random(seed), 4)
    for view, action in made:
        deal = view.public.deal
        assert deal is not None
        if not isinstance(action, Give | Play) or not completes_pair(conventions, view.hand, action.card):
            continue
        if isinstance(action, Play) and deal.tricks and not deal.trick.cards:
            continue
        others = [a.card for a in view.legal if isinstance(a, Give | Play)]
        whole = [other for other in others if not completes_pair(conventions, view.hand, other)]
        assert not [other for other in whole if isinstance(action, Give) or other.rank < Rank.TEN]


# Bidding and contracts


def test_normal_bids_what_hand_and_talon_can_hold() -> None:
    rich = dealt(
        table(),
        hands=("9s Js 9c Jc Qd 9d 9h", "As Ts Ks Qs Ah Kh Qh", "Qc Kc Tc Ac Kd Td Ad"),
        talon="Th Jh Jd",
    )
    assert answer(play_out(rich, (ANNA, Bid(100))).state) == Bid(105)
    poor = dealt(
        table(),
        hands=("As Ts Ks Qs Ah Kh Qh", "9s Js 9c Jc Qd 9d 9h", "Qc Kc Tc Ac Kd Td Ad"),
        talon="Th Jh Jd",
    )
    assert answer(play_out(poor, (ANNA, Bid(100))).state) == Pass()


def test_a_hopeless_deal_is_written_off_and_a_good_one_played() -> None:
    hopeless = dealt(
        table(),
        hands=("9s Js 9c Jc 9d Jd 9h", "As Ts Ks Ac Tc Ad Td", "Kc Kd Qd Ah Th Kh Qh"),
        talon="Jh Qs Qc",
    )
    assert isinstance(answer(play_out(hopeless, *SOLD).state), WriteOff)
    good = dealt(
        table(),
        hands=("As Ts Ac Tc Ad Td Ah", "9s Js 9c Jc 9d Jd 9h", "Ks Qs Kc Kd Qd Kh Qh"),
        talon="Jh Th Qc",
    )
    assert isinstance(answer(play_out(good, *SOLD).state), Give)


def test_crosses_are_taken_where_they_are_free_but_not_for_ever() -> None:
    hands = ("9s Js 9c Jc 9d Jd 9h", "As Ts Ks Ac Tc Ad Td", "Kc Kd Qd Ah Th Kh Qh")
    rules = table("default", cross="true", writeoff="false")
    fresh = dealt(rules, hands=hands, talon="Jh Qs Qc")
    assert isinstance(answer(play_out(fresh, *SOLD).state), TakeCross)
    used = (Standing(crosses=2), Standing(), Standing())
    assert isinstance(answer(play_out(dealt(rules, used, hands, "Jh Qs Qc"), *SOLD).state), Give)


@pytest.mark.parametrize(("total", "lowest", "highest"), [(0, 150, 250), (880, 120, 120)])
def test_a_strong_hand_raises_its_contract_but_not_on_the_barrel(
    total: int, lowest: int, highest: int
) -> None:
    state = dealt(
        table(),
        scores(total, 0, 0),
        hands=("As Ts Ac Kh Ad Ah Qh", "9s Js 9c Jc 9d Jd 9h", "Ks Qs Kc Kd Qd Tc Td"),
        talon="Jh Th Qc",
    )
    state = play_out(state, *SOLD).state
    while match.phase(state) is Phase.DISCARD:
        state = match.apply(state, ANNA, answer(state)).state
    named = answer(state)
    assert isinstance(named, NameContract)
    assert lowest <= named.value <= highest


def test_the_estimate_of_a_hand_is_right_on_the_average() -> None:
    """Contracts that look safe four times out of five are made about so often; points come as expected."""
    conventions = resolve("default", {})
    errors, safe = [], []
    for seed in range(400):
        start = match.new_match(conventions, 3, dealer=seed % 3)
        state, made = moves(start, Level.NORMAL, Random(seed), 1)
        result = state.sheet.last_result
        leads = [
            view
            for view, action in made
            if isinstance(action, Play) and view.public.deal and view.public.deal.declarer == view.seat
        ]
        if result is None or result.contract is None or result.declarer is None or not leads:
            continue
        hand = worth(conventions, leads[0].hand, DECK, opponents=2)
        errors.append(hand.mean - result.taken[result.declarer])
        if hand.chance(result.contract) >= 0.8:
            safe.append(bool(result.made))
    assert len(errors) > 200
    assert abs(fmean(errors)) < 10
    assert fmean(safe) > 0.75


def test_a_contract_is_less_likely_the_higher_it_is() -> None:
    hand = Worth(70, ((0, 0.2), (100, 0.8)))
    chances = [hand.chance(contract) for contract in range(60, 300, 20)]
    assert chances == sorted(chances, reverse=True)
    assert hand.chance(0) == pytest.approx(1, abs=0.01)
    assert hand.chance(230) == 0
    assert hand.mean == 150


def test_chances_are_those_of_drawing_without_putting_back() -> None:
    assert none_of(1, 2, 1) == 0.5
    assert none_of(2, 4, 2) == pytest.approx(1 / 6)
    assert none_of(3, 4, 2) == 0
    assert none_of(0, 4, 2) == 1


# Cards


def led(
    hands: tuple[str, str, str], gifts: str, *plays: tuple[int, str], talon: str = "9d Jd 9h"
) -> MatchState:
    """Anna plays for a hundred, has given these cards to Bob and Vera, and so many cards lie on the table."""
    state = play_out(dealt(table(), hands=hands, talon=talon), *SOLD).state
    for receiver, gift in zip((BOB, VERA), cards(gifts), strict=True):
        state = match.apply(state, ANNA, Give(gift, receiver)).state
    if match.phase(state) is Phase.CONTRACT:
        state = match.apply(state, ANNA, NameContract(100)).state
    return play_out(state, *[(seat, Play(card(code))) for seat, code in plays]).state


TEN_LED = ("Ts Js 9s Kc Qc Jc 9c", "As Ks Ac Tc Ad Kd Qd", "Qs Td Jh Ah Kh Qh Th")
ACE_LED = ("Ts Js 9s Ac Kc Jc 9c", "As Ks Qc Tc Ad Kd Qd", "Qs Td Jh Ah Kh Qh Th")


def test_normal_takes_a_trick_of_the_declarers() -> None:
    assert answer(led(TEN_LED, "9d 9h", (ANNA, "Ts"))) == Play(card("As"))


def test_normal_feeds_the_other_defender_a_ten_that_would_be_lost() -> None:
    assert answer(led(TEN_LED, "9d 9h", (ANNA, "Kc"), (BOB, "Ac"))) == Play(card("Td"))


def test_normal_gives_the_declarer_as_little_as_it_can() -> None:
    assert answer(led(ACE_LED, "9d 9h", (ANNA, "Ac"))) == Play(card("Qc"))
    thrown = answer(led(ACE_LED, "9d 9h", (ANNA, "Ac"), (BOB, "Qc")))
    assert isinstance(thrown, Play)
    assert thrown.card.points <= 3


def test_normal_cashes_an_ace_declares_and_draws_trumps() -> None:
    hands = ("As Ah Th Kh Qh Kc Qc", "Ts Ks Ac Tc Jh 9h Ad", "Qs Js Jc Td Kd Qd Jd")
    state = led(hands, "9d 9s", talon="9s 9c 9d")
    plays: list[Card] = []
    while match.phase(state) is Phase.PLAY and len(plays) < 3:
        action = answer(state)
        if match.to_act(state) == (ANNA,):
            assert isinstance(action, Play)
            plays.append(action.card)
        state = match.apply(state, match.to_act(state)[0], action).state
    assert plays[0].rank is Rank.ACE
    assert plays[1] in cards("Kh Qh")
    assert plays[2] in cards("Ah Th Kh")
