"""Blind games: unseen cards, the answers of the others, blind bids in the auction (catalogue section 2)."""

from __future__ import annotations

import pytest

from engine.actions import Action, Bid, Blind, Look, Pass, Unblind
from engine.conventions import Conventions
from engine.errors import NotAllowed, NotYourTurn, WrongPhase
from engine.events import BlindBid, CardsSeen, TalonTaken, Unblinded
from engine.match import apply, legal_actions, phase, to_act
from engine.state import MatchState, Phase
from engine.view import seat_view
from tests.engine.tables import ANNA, BOB, VERA, cards, dealt, play_out, scores, table

FORCED = table(blind="true")
BIDS = table(blind="true", blind_contract="auction", blind_who="any", unblind="false", blind_look_back="true")
BOB_MARRIED = (
    "9s Ks As Jc Kd Ad 9h",
    "Js Qs Qc Kc 9d Qd Th",
    "Ts 9c Ac Tc Jd Jh Ah",
)


def married(rules: Conventions) -> MatchState:
    """Bob alone holds a marriage, the clubs."""
    return dealt(rules, hands=BOB_MARRIED)


# Unseen cards


def test_who_has_not_looked_sees_nothing_and_is_asked_the_same_whatever_he_holds() -> None:
    one, other = dealt(FORCED), married(FORCED)
    assert seat_view(one, ANNA).hand == ()
    assert seat_view(one, ANNA) == seat_view(other, ANNA)
    assert legal_actions(one, ANNA) == (Blind(), Look())
    assert seat_view(one, BOB).hand


def test_a_look_shows_the_cards_and_opens_the_auction() -> None:
    step = apply(dealt(FORCED), ANNA, Look())
    assert CardsSeen(ANNA) in step.events
    assert len(seat_view(step.state, ANNA).hand) == 7
    assert phase(step.state) is Phase.AUCTION


def test_the_blind_player_sees_his_cards_with_the_talon() -> None:
    step = play_out(dealt(FORCED), (ANNA, Blind()), (BOB, Pass()))
    assert seat_view(step.state, ANNA).hand == ()
    step = apply(step.state, VERA, Pass())
    assert len(seat_view(step.state, ANNA).hand) == 10
    [taken] = [event for event in step.events if isinstance(event, TalonTaken)]
    assert not taken.shown


def test_an_unblinded_player_sees_his_cards() -> None:
    step = play_out(married(FORCED), (ANNA, Blind()), (BOB, Unblind()))
    assert Unblinded(BOB, 125) in step.events
    assert (phase(step.state), to_act(step.state)) == (Phase.AUCTION, (VERA,))
    assert len(seat_view(step.state, ANNA).hand) == 7


# Who may


@pytest.mark.parametrize(
    ("rules", "sheet", "obstacle"),
    [
        (table(), None, "off"),
        (table(blind="true", blind_min_score="0"), scores(-5, 0, 0), "score_too_low"),
        (table(blind="true", blind_while_barrel="false"), scores(0, 880, 0), "while_barrel"),
        (table(blind="true", golden="true", golden_auction="true"), None, "golden"),
    ],
)
def test_a_refusal_says_why(rules: Conventions, sheet: None, obstacle: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        apply(dealt(rules, sheet), ANNA, Blind())
    assert refused.value.obstacle == obstacle


@pytest.mark.parametrize(
    ("seat", "action", "error"),
    [(ANNA, Bid(100), WrongPhase), (ANNA, Pass(), WrongPhase), (BOB, Blind(), NotYourTurn)],
)
def test_before_the_answer_nothing_else_is_said(seat: int, action: Action, error: type[Exception]) -> None:
    with pytest.raises(error):
        apply(dealt(FORCED), seat, action)


# Blind bids in the auction


def test_blind_bids_end_at_120_under_a_hand_cap() -> None:
    assert legal_actions(dealt(BIDS), ANNA) == (*(Blind(value) for value in range(100, 125, 5)), Look())


def test_an_open_bid_needs_a_look() -> None:
    with pytest.raises(NotAllowed) as refused:
        apply(dealt(BIDS), ANNA, Bid(100))
    assert refused.value.obstacle == "look_first"


def test_who_looks_back_is_not_blind_any_more() -> None:
    step = play_out(
        dealt(BIDS), (ANNA, Blind(100)), (BOB, Look()), (BOB, Bid(105)), (VERA, Pass()), (ANNA, Look())
    )
    assert CardsSeen(ANNA) in step.events
    step = play_out(step.state, (ANNA, Bid(110)), (BOB, Pass()))
    assert step.state.deal is not None
    assert step.state.deal.bargain is not None
    assert not step.state.deal.bargain.blind


def test_the_winning_blind_bid_makes_the_deal_blind() -> None:
    step = apply(dealt(BIDS), ANNA, Blind(110))
    assert BlindBid(ANNA, 110) in step.events
    step = play_out(step.state, (BOB, Pass()), (VERA, Pass()))
    assert step.state.deal is not None
    assert step.state.deal.bargain is not None
    assert step.state.deal.bargain.blind


# Hints


def test_hints_change_nothing_in_play() -> None:
    with_hints = table("bank_hints")
    without = table(
        "bank_hints", hint_opponent_cards="false", hint_talon_suits="false", hint_talon_card="false"
    )
    one, other = dealt(with_hints), dealt(without)
    for seat in (ANNA, BOB, VERA):
        seen, plain = seat_view(one, seat), seat_view(other, seat)
        assert (seen.hand, seen.talon, seen.legal, seen.public.deal) == (
            plain.hand,
            plain.talon,
            plain.legal,
            plain.public.deal,
        )
    assert set(seat_view(one, BOB).hand) == set(cards("Js Qs Qc Ac 9d Qd Th"))
