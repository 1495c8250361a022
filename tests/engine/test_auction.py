"""The auction: who speaks, what may be bid, and how it ends."""

from __future__ import annotations

import pytest

from engine.actions import Action, Bid, Pass, Play, Prove, Seat
from engine.cards import BY_CODE, DECK
from engine.errors import (
    BidJump,
    BidOverCap,
    BidStep,
    BidTooLow,
    NotAllowed,
    NotYourTurn,
    RuleError,
    WrongPhase,
)
from engine.events import AuctionWon, BidMade, DealVoid, MarriageProved, Passed
from engine.match import apply, check, legal_actions, phase, start_deal, to_act
from engine.state import MatchState, Phase, Standing
from engine.view import public_view
from tests.engine.tables import ANNA, BOB, HANDS, TALON, VERA, cards, dealt, play_out, scores, seated, table

PAIR = ("9s Ks As Jc Kd Kh Qh", "Js Qs Qc Ac 9d Qd Th", "Ts 9c Kc Tc Jd Jh Ah")
"""Anna holds the hearts."""
ACES = ("As Ac Ad Ah 9s 9c 9d", "Js Qs Qc Jc Jd Qd Th", "Ts Kd Kc Tc Td Jh Kh")
"""Anna holds the four aces, and Vera no pair."""
LEFT = {PAIR: "Ad 9h Td", ACES: "9h Qh Ks", HANDS: TALON}


def holding(
    hands: tuple[str, str, str], standings: tuple[Standing, ...] | None = None, /, **settings: str
) -> MatchState:
    return dealt(table(**settings), standings, hands, LEFT[hands])


def bids(state: MatchState, seat: Seat) -> list[int]:
    return [action.value for action in legal_actions(state, seat) if isinstance(action, Bid)]


def refused(state: MatchState, seat: Seat, action: Action) -> RuleError:
    with pytest.raises(RuleError) as error:
        check(state, seat, action)
    return error.value


# The opening


def test_n1_the_opener_chooses_his_height_and_may_not_pass() -> None:
    state = holding(HANDS)
    assert (phase(state), to_act(state)) == (Phase.AUCTION, (ANNA,))
    assert legal_actions(state, ANNA) == tuple(Bid(value) for value in (100, 105, 110, 115, 120))
    error = refused(state, ANNA, Pass())
    assert isinstance(error, NotAllowed)
    assert error.obstacle == "opener_must_bid"


@pytest.mark.parametrize(
    ("settings", "opener", "first"),
    [
        pytest.param({"bid_jump": "exact_step"}, ANNA, BOB, id="exact_step books it"),
        pytest.param({"opener": "dealer"}, VERA, ANNA, id="the dealer's is booked"),
    ],
)
def test_n1_an_opening_without_a_choice_is_booked(
    settings: dict[str, str], opener: Seat, first: Seat
) -> None:
    state = holding(HANDS, **settings)
    assert to_act(state) == (first,)
    deal = public_view(state).deal
    assert deal is not None
    assert (deal.opener, deal.bidder, deal.bid) == (opener, opener, 100)


def test_right_of_dealer_opens() -> None:
    assert to_act(holding(HANDS, opener="right_of_dealer")) == (BOB,)


def test_b13_an_opener_who_is_not_forced_may_pass() -> None:
    state = holding(HANDS, opening_forced="false", bid_jump="exact_step")
    assert legal_actions(state, ANNA) == (Bid(100), Pass())
    assert legal_actions(apply(state, ANNA, Pass()).state, BOB) == (Bid(100), Pass())


def test_b18_all_pass_and_the_next_player_deals() -> None:
    state = holding(HANDS, opening_forced="false")
    step = play_out(state, (ANNA, Pass()), (BOB, Pass()), (VERA, Pass()))
    assert DealVoid(None, ()) in step.events
    assert (step.state.sheet.dealer, step.state.sheet.deals_played) == (ANNA, 0)


def test_the_last_one_left_may_still_bid_after_two_passes() -> None:
    state = holding(HANDS, opening_forced="false")
    step = play_out(state, (ANNA, Pass()), (BOB, Pass()), (VERA, Bid(100)))
    assert AuctionWon(VERA, 100, unopposed=False) in step.events


# Bids


def test_b9_bids_are_multiples_above_the_standing_one() -> None:
    state = apply(holding(HANDS), ANNA, Bid(105)).state
    step = refused(state, BOB, Bid(112))
    assert isinstance(step, BidStep)
    low = refused(state, BOB, Bid(105))
    assert isinstance(low, BidTooLow)
    assert low.minimum == 110
    check(state, BOB, Bid(110))


def test_b10_exact_step_forbids_jumps() -> None:
    state = holding(HANDS, bid_jump="exact_step")
    jump = refused(state, BOB, Bid(110))
    assert isinstance(jump, BidJump)
    assert jump.expected == 105
    assert legal_actions(state, BOB) == (Bid(105), Pass())


@pytest.mark.parametrize(
    ("hands", "settings", "highest"),
    [
        pytest.param(HANDS, {}, 120, id="B4 no pair"),
        pytest.param(PAIR, {}, 220, id="B1 hearts"),
        pytest.param(PAIR, {"hand_cap": "120_no_marriage"}, 400, id="B6 any marriage lifts it"),
        pytest.param(HANDS, {"hand_cap": "120_no_marriage"}, 120, id="no marriage, 120"),
        pytest.param(HANDS, {"hand_cap": "none"}, 400, id="N2 all that cards can give"),
        pytest.param(
            HANDS,
            {"hand_cap": "none", "ace_marriage": "200", "last_trick_bonus": "10"},
            610,
            id="N2 with aces and the last trick",
        ),
        pytest.param(PAIR, {"hand_cap": "120_no_marriage", "max_bid": "300"}, 300, id="the lower cap wins"),
        pytest.param(ACES, {"ace_marriage": "200"}, 320, id="B7 four aces add up"),
        pytest.param(ACES, {"ace_marriage": "0"}, 120, id="four aces that are no marriage"),
        pytest.param(
            ACES, {"ace_marriage": "200", "hand_cap": "120_no_marriage"}, 600, id="B7 four aces lift the cap"
        ),
    ],
)
def test_caps(hands: tuple[str, str, str], settings: dict[str, str], highest: int) -> None:
    state = holding(hands, **settings)
    assert bids(state, ANNA)[-1] == highest
    over = refused(state, ANNA, Bid(highest + 5))
    assert isinstance(over, BidOverCap)
    assert over.maximum == highest


def test_step_10() -> None:
    assert bids(holding(HANDS, bid_step="10"), ANNA) == [100, 110, 120]


def test_b6_a_player_whose_cap_leaves_only_pass_is_asked() -> None:
    state = apply(holding(HANDS), ANNA, Bid(120)).state
    assert (to_act(state), legal_actions(state, BOB)) == ((BOB,), (Pass(),))


# Order


def test_who_passed_is_out_and_the_last_one_wins() -> None:
    state = play_out(holding(PAIR), (ANNA, Bid(100)), (BOB, Bid(105)), (VERA, Pass())).state
    assert to_act(state) == (ANNA,)
    state = apply(state, ANNA, Bid(110)).state
    assert to_act(state) == (BOB,)
    won = apply(state, BOB, Pass())
    assert AuctionWon(ANNA, 110, unopposed=False) in won.events


@pytest.mark.parametrize(("opening", "unopposed"), [(100, True), (105, False)])
def test_4_21_only_the_bare_opening_bid_is_the_hundred(opening: int, unopposed: bool) -> None:
    step = play_out(holding(HANDS), (ANNA, Bid(opening)), (BOB, Pass()), (VERA, Pass()))
    assert AuctionWon(ANNA, opening, unopposed=unopposed) in step.events


def test_n7_the_phase_comes_before_the_turn() -> None:
    state = holding(HANDS)
    assert isinstance(refused(state, BOB, Play(BY_CODE["9s"])), WrongPhase)
    assert isinstance(refused(state, BOB, Bid(3)), NotYourTurn)


# Silence


@pytest.mark.parametrize(
    ("test", "total", "silent"),
    [("lt", -200, False), ("lt", -205, True), ("le", -200, True), ("le", -195, False)],
)
def test_b15_b16_below_the_limit_a_player_passes_unasked(test: str, total: int, silent: bool) -> None:
    state = holding(HANDS, scores(0, total, 0), negative_limit="-200", negative_limit_test=test)
    step = apply(state, ANNA, Bid(100))
    assert (Passed(BOB, forced=True) in step.events) is silent
    assert to_act(step.state) == ((VERA,) if silent else (BOB,))


def test_4_22_a_silenced_opener_holds_the_bare_opening_bid() -> None:
    state = holding(HANDS, scores(-205, 0, 0), negative_limit="-200")
    assert to_act(state) == (BOB,)
    step = play_out(state, (BOB, Bid(105)), (VERA, Pass()))
    assert AuctionWon(BOB, 105, unopposed=False) in step.events


def test_4_22_the_others_yield_to_a_debtor_on_his_own_hundred() -> None:
    settings = {"negative_limit": "-120", "negative_mode": "debtor_and_yield"}
    state = holding(HANDS, scores(-205, 0, 0), **settings)
    assert (phase(state), to_act(state)) == (Phase.DISCARD, (ANNA,))
    deal = public_view(state).deal
    assert deal is not None
    assert (deal.declarer, deal.bid, deal.talon) == (ANNA, 100, None)


def test_b19_a_silenced_opener_who_is_not_forced_passes() -> None:
    state = holding(HANDS, scores(-205, 0, 0), negative_limit="-200", opening_forced="false")
    assert to_act(state) == (BOB,)
    assert bids(state, BOB)[0] == 100


# The barrel

ON_BARREL = (Standing(), Standing(score=880, barrel=0), Standing())


def test_a29_auto_bid_books_the_need_for_the_barrel_player() -> None:
    rules = {"barrel_auction": "auto_bid", "barrel_need": "121", "hand_cap": "none"}
    state = holding(HANDS, ON_BARREL, **rules)
    deal = public_view(state).deal
    assert deal is not None
    assert (deal.bidder, deal.bid) == (BOB, 121)
    assert to_act(state) == (VERA,)
    assert bids(state, VERA)[0] == 125


def test_a28_given_skips_the_auction() -> None:
    state = holding(HANDS, ON_BARREL, barrel_auction="given", barrel_need="121")
    assert (phase(state), to_act(state)) == (Phase.DISCARD, (BOB,))


def test_b5_an_excluded_opener_hands_his_duty_on() -> None:
    opener_sits = (Standing(score=880, barrel=0), Standing(), Standing())
    state = holding(HANDS, opener_sits, barrel_auction="excluded", barrel_win_by="any")
    assert to_act(state) == (BOB,)
    step = play_out(state, (BOB, Bid(100)), (VERA, Pass()))
    assert Passed(ANNA, forced=True) in step.events
    assert AuctionWon(BOB, 100, unopposed=True) in step.events


def test_where_everybody_sits_on_the_barrel_nobody_is_excluded() -> None:
    all_sit = (Standing(score=880, barrel=0),) * 3
    assert to_act(holding(HANDS, all_sit, barrel_auction="excluded", barrel_win_by="any")) == (ANNA,)


def test_b18_barrel_bid_cap() -> None:
    sitter = (Standing(score=880, barrel=0), Standing(), Standing())
    assert bids(holding(PAIR, sitter, barrel_bid_cap="120"), ANNA)[-1] == 120
    lifted = holding(PAIR, sitter, barrel_bid_cap="120", barrel_need="125")
    assert bids(lifted, ANNA)[-1] == 125


# Proof


def test_b10_prove_shows_the_dearest_pair_and_leaves_the_turn() -> None:
    state = apply(holding(PAIR, marriage_proof="true"), ANNA, Bid(125)).state
    assert legal_actions(state, BOB) == (Pass(), Prove())
    step = apply(state, BOB, Prove())
    assert step.events == (MarriageProved(ANNA, cards("Qh Kh")),)
    assert legal_actions(step.state, BOB) == (Pass(),)
    assert isinstance(refused(step.state, BOB, Prove()), NotAllowed)


def test_x42_four_aces_are_a_proof() -> None:
    state = apply(holding(ACES, marriage_proof="true", ace_marriage="200"), ANNA, Bid(125)).state
    assert apply(state, BOB, Prove()).events == (MarriageProved(ANNA, cards("As Ac Ad Ah")),)


def test_nothing_is_to_prove_at_120_nor_where_the_barrel_bid() -> None:
    low = apply(holding(PAIR, marriage_proof="true"), ANNA, Bid(120)).state
    assert Prove() not in legal_actions(low, BOB)
    rules = {"marriage_proof": "true", "barrel_auction": "auto_bid", "barrel_need": "125"}
    booked = holding(HANDS, ON_BARREL, **rules)
    assert Prove() not in legal_actions(booked, VERA)


def test_the_rules_say_what_they_did() -> None:
    state = seated(table(bid_jump="exact_step"))
    assert BidMade(ANNA, 100, forced=True) in start_deal(state, DECK).events
