"""Talon, redeals, discards, contract, and the ways out."""

from __future__ import annotations

import pytest

from engine.actions import (
    Action,
    Bid,
    Face,
    Give,
    HideTalon,
    Keep,
    NameContract,
    Pass,
    Redeal,
    Seat,
    ShowTalon,
    TakeCross,
    WriteOff,
)
from engine.cards import BY_CODE
from engine.errors import (
    BidOverCap,
    BidStep,
    CardNotHeld,
    ContractTooLow,
    NotAllowed,
    NotYourTurn,
    RuleError,
    WrongPhase,
)
from engine.events import CardGiven, ContractNamed, DealKind, DealVoid, Ground, TalonTaken
from engine.match import apply, check, legal_actions, phase, to_act
from engine.state import MatchState, Phase, Standing
from tests.engine.tables import (
    ANNA,
    BOB,
    VERA,
    anna_plays,
    cards,
    dealt,
    play_out,
    plays,
    result_of,
    table,
)

GIVE_9S = Give(BY_CODE["9s"], BOB)
GIVE_9H = Give(BY_CODE["9h"], VERA)
SITS = Standing(score=880, barrel=0)


def taken(bid: int = 100, standings: tuple[Standing, ...] | None = None, /, **settings: str) -> MatchState:
    """Anna has the talon."""
    return play_out(
        dealt(table(**settings), standings), (ANNA, Bid(bid)), (BOB, Pass()), (VERA, Pass())
    ).state


def refused(state: MatchState, seat: Seat, action: Action) -> RuleError:
    with pytest.raises(RuleError) as error:
        check(state, seat, action)
    return error.value


def obstacle(state: MatchState, action: Action) -> str:
    error = refused(state, ANNA, action)
    assert isinstance(error, NotAllowed)
    return error.obstacle


def shown(state: MatchState) -> bool:
    assert state.deal is not None
    assert state.deal.bargain is not None
    return state.deal.bargain.talon_shown


# The talon


@pytest.mark.parametrize(
    ("reveal", "bid", "seen"),
    [
        pytest.param("hidden_on_hundred", 100, False, id="T10"),
        pytest.param("hidden_on_hundred", 105, True, id="above the hundred"),
        pytest.param("always", 100, True, id="always"),
        pytest.param("never", 105, False, id="never"),
        pytest.param("owner_choice", 105, True, id="no choice above the hundred"),
    ],
)
def test_who_sees_the_talon(reveal: str, bid: int, seen: bool) -> None:
    assert shown(taken(bid, talon_reveal=reveal)) is seen


@pytest.mark.parametrize(("answer", "seen"), [(ShowTalon(), True), (HideTalon(), False)])
def test_t13_the_owner_decides_on_the_hundred(answer: Action, seen: bool) -> None:
    state = taken(talon_reveal="owner_choice")
    assert (phase(state), legal_actions(state, ANNA)) == (Phase.TALON, (ShowTalon(), HideTalon()))
    after = apply(state, ANNA, answer).state
    assert (phase(after), shown(after)) == (Phase.DISCARD, seen)


def test_barrel_talon_open_shows_it_to_all() -> None:
    sheet = (SITS, Standing(), Standing())
    assert shown(taken(120, sheet, barrel_talon_open="true", talon_reveal="never"))
    given = dealt(
        table(barrel_talon_open="true", talon_reveal="never", barrel_auction="given"),
        (Standing(), SITS, Standing()),
    )
    assert shown(given)


def test_the_talon_goes_to_the_hand_by_suit_then_rank() -> None:
    state = taken()
    assert state.deal is not None
    assert state.deal.hands[ANNA] == cards("9s Ks As Jc Kd Td Ad 9h Qh Kh")


# Discards


def test_one_card_to_each_in_any_order() -> None:
    state = taken()
    actions = legal_actions(state, ANNA)
    assert actions[:4] == (
        GIVE_9S,
        Give(BY_CODE["9s"], VERA),
        Give(BY_CODE["Ks"], BOB),
        Give(BY_CODE["Ks"], VERA),
    )
    assert len(actions) == 10 * 2 + 1
    step = apply(state, ANNA, GIVE_9H)
    assert step.events == (CardGiven(ANNA, VERA, BY_CODE["9h"], face_up=False),)
    assert obstacle(step.state, Give(BY_CODE["9s"], VERA)) == "already_given"
    assert obstacle(step.state, Give(BY_CODE["9s"], ANNA)) == "not_an_opponent"
    assert isinstance(refused(step.state, ANNA, Give(BY_CODE["9h"], ANNA)), CardNotHeld)
    done = apply(step.state, ANNA, GIVE_9S).state
    assert done.deal is not None
    assert [len(hand) for hand in done.deal.hands] == [8, 8, 8]


@pytest.mark.parametrize(
    ("settings", "bid", "face_up"),
    [
        pytest.param({"discard_face": "down"}, 105, False, id="down"),
        pytest.param({"discard_face": "up"}, 105, True, id="up"),
        pytest.param({"discard_face": "up"}, 100, False, id="T12 down with the hidden hundred"),
        pytest.param(
            {"discard_face": "up", "hundred_discard_down": "false"}, 100, True, id="not where it is off"
        ),
        pytest.param({"discard_face": "up", "talon_reveal": "always"}, 100, True, id="a shown hundred"),
    ],
)
def test_the_face_of_the_discards(settings: dict[str, str], bid: int, face_up: bool) -> None:
    step = apply(taken(bid, **settings), ANNA, GIVE_9S)
    assert step.events == (CardGiven(ANNA, BOB, BY_CODE["9s"], face_up=face_up),)


def test_t10_the_owner_chooses_each_face() -> None:
    state = taken(105, discard_face="owner_choice")
    assert obstacle(state, GIVE_9S) == "face_needed"
    up = Give(BY_CODE["9s"], BOB, Face.UP)
    assert legal_actions(state, ANNA)[:2] == (up, Give(BY_CODE["9s"], BOB, Face.DOWN))
    assert apply(state, ANNA, up).events == (CardGiven(ANNA, BOB, BY_CODE["9s"], face_up=True),)
    hidden = taken(100, discard_face="owner_choice")
    assert obstacle(hidden, up) == "face_fixed"


# The contract


def test_c8_the_contract_is_the_bid_or_more() -> None:
    state = play_out(dealt(table()), *anna_plays(115)).state
    assert phase(state) is Phase.CONTRACT
    values = [action.value for action in legal_actions(state, ANNA) if isinstance(action, NameContract)]
    assert values == list(range(115, 401, 5))
    low = refused(state, ANNA, NameContract(110))
    assert isinstance(low, ContractTooLow)
    assert low.minimum == 115
    assert isinstance(refused(state, ANNA, NameContract(122)), BidStep)
    assert isinstance(refused(state, ANNA, NameContract(405)), BidOverCap)


def test_t12_one_possible_contract_is_not_asked() -> None:
    step = play_out(dealt(table(raise_after_talon="false")), *anna_plays(115))
    assert phase(step.state) is Phase.PLAY
    assert ContractNamed(ANNA, 115, raised=False) in step.events


def test_before_discard_the_contract_comes_first() -> None:
    state = taken(105, raise_window="before_discard")
    assert phase(state) is Phase.CONTRACT
    after = apply(state, ANNA, NameContract(110)).state
    assert phase(after) is Phase.DISCARD
    assert phase(play_out(after, (ANNA, GIVE_9S), (ANNA, GIVE_9H)).state) is Phase.PLAY


@pytest.mark.parametrize(("scope", "highest"), [("auction", 400), ("auction_and_contract", 220)])
def test_b9_the_cap_of_the_contract_is_that_of_the_hand_then_held(scope: str, highest: int) -> None:
    state = play_out(dealt(table(hand_cap_scope=scope)), *anna_plays(105)).state
    values = [action.value for action in legal_actions(state, ANNA) if isinstance(action, NameContract)]
    assert values[-1] == highest


def test_b9_a_bid_whose_marriage_was_given_away_stays_legal() -> None:
    rules = table(hand_cap_scope="auction_and_contract")
    hands = ("9s Ks As Jc Kd Kh Qh", "Js Qs Qc Ac 9d Qd Th", "Ts 9c Kc Tc Jd Jh Ah")
    state = play_out(
        dealt(rules, None, hands, "Ad 9h Td"),
        (ANNA, Bid(200)),
        (BOB, Pass()),
        (VERA, Pass()),
        (ANNA, Give(BY_CODE["Qh"], BOB)),
    )
    step = apply(state.state, ANNA, GIVE_9H)
    assert ContractNamed(ANNA, 200, raised=False) in step.events


@pytest.mark.parametrize(("need", "bid", "base"), [("121", 100, 121), ("125", 110, 125), ("100", 110, 110)])
def test_b1_x44_a_barrel_player_is_lifted_to_the_need(need: str, bid: int, base: int) -> None:
    at = {"100": "900"}.get(need, "880")
    sheet = (Standing(score=int(at), barrel=0), Standing(), Standing())
    state = play_out(dealt(table(barrel_need=need, barrel_at=at), sheet), *anna_plays(bid)).state
    first, second = legal_actions(state, ANNA)[:2]
    assert first == NameContract(base)
    assert second == NameContract(base // 5 * 5 + 5)
    below = refused(state, ANNA, NameContract(base // 5 * 5 - 5))
    assert isinstance(below, ContractTooLow)


# Redeals


def test_t1_hand_grounds_are_offered_to_all_holders_at_once() -> None:
    hands = ("9s 9c 9d Js Jc Qd Qh", "Ks As Qc Ac Kd Td Th", "9h Jd Jh Qs Kc Kh Ts")
    rules = table(redeal_hand_nines="3", redeal_hand_below="40")
    state = dealt(rules, None, hands, "Tc Ad Ah")
    assert (phase(state), to_act(state)) == (Phase.REDEAL, (ANNA, VERA))
    assert legal_actions(state, BOB) == ()
    wrong = refused(state, BOB, Keep())
    assert isinstance(wrong, NotYourTurn)
    assert wrong.to_act == ()
    one = apply(state, VERA, Keep()).state
    assert to_act(one) == (ANNA,)
    assert phase(apply(one, ANNA, Keep()).state) is Phase.AUCTION
    void = apply(one, ANNA, Redeal())
    assert DealVoid(ANNA, (Ground.WEAK_HAND, Ground.NINES)) in void.events
    assert (void.state.sheet.dealer, void.state.sheet.deals_dealt) == (VERA, 1)


def test_t2_no_ground_no_question() -> None:
    assert phase(dealt(table(redeal_hand_nines="4", redeal_hand_below="14"))) is Phase.AUCTION


@pytest.mark.parametrize(
    ("dealer", "settings", "asked"),
    [
        pytest.param(
            VERA, {"redeal_hand_nines": "4", "redeal_hand_nines_opener": "3"}, True, id="opener with three"
        ),
        pytest.param(
            ANNA, {"redeal_hand_nines": "4", "redeal_hand_nines_opener": "3"}, False, id="another: no"
        ),
        pytest.param(
            VERA, {"redeal_hand_nines": "3", "redeal_hand_nines_2p": "4"}, True, id="2p: not for three"
        ),
        pytest.param(
            ANNA, {"redeal_hand_nines": "3", "redeal_only_opener": "true"}, False, id="only the opener"
        ),
    ],
)
def test_t6_which_number_of_nines_counts(dealer: Seat, settings: dict[str, str], asked: bool) -> None:
    hands = ("9s 9c 9d Js Tc Ac Qh", "Ks As Qc Jc Kd Td Th", "9h Jd Jh Qs Kc Kh Ts")
    state = dealt(table(**settings), None, hands, "Qd Ad Ah", dealer)
    assert (to_act(state) == (ANNA,) and phase(state) is Phase.REDEAL) is asked


WEAK_TALON = ("Ts Ks As Jc Kd Ad Th", "Qs Qc Ac Qd Jd Td Qh", "Js 9c Kc Tc 9d Jh Ah")


def on_weak_talon(bid: int = 105, /, **settings: str) -> MatchState:
    """The talon holds 9s 9h Kh: four points and two nines."""
    state = dealt(table(**settings), None, WEAK_TALON, "9s 9h Kh")
    return play_out(state, (ANNA, Bid(bid)), (BOB, Pass()), (VERA, Pass())).state


@pytest.mark.parametrize(
    ("settings", "grounds"),
    [
        ({"redeal_talon_below": "5"}, (Ground.WEAK_TALON,)),
        ({"redeal_talon_below": "4"}, ()),
        ({"redeal_talon_nines": "2", "redeal_talon_below": "5"}, (Ground.WEAK_TALON, Ground.TALON_NINES)),
        ({"redeal_talon_nines": "3"}, ()),
        ({"redeal_talon_below": "5", "redeal_talon_only_on_hundred": "true"}, ()),
    ],
)
def test_talon_grounds(settings: dict[str, str], grounds: tuple[Ground, ...]) -> None:
    state = on_weak_talon(**settings)
    if not grounds:
        assert phase(state) is Phase.DISCARD
        return
    assert (phase(state), to_act(state)) == (Phase.REDEAL, (ANNA,))
    assert DealVoid(ANNA, grounds) in apply(state, ANNA, Redeal()).events
    assert phase(apply(state, ANNA, Keep()).state) is Phase.DISCARD


def test_t4_on_the_hundred_the_talon_came_without_an_auction() -> None:
    settings = {"redeal_talon_below": "5", "redeal_talon_only_on_hundred": "true"}
    assert phase(on_weak_talon(100, **settings)) is Phase.REDEAL


def test_t3_any_may_ask_only_about_a_talon_that_was_shown() -> None:
    settings = {"redeal_talon_below": "5", "redeal_talon_who": "any"}
    assert to_act(on_weak_talon(105, **settings)) == (ANNA, BOB, VERA)
    assert to_act(on_weak_talon(100, **settings)) == (ANNA,)


def test_t5_a_forced_redeal_asks_nobody() -> None:
    rules = {"redeal_talon_below": "5", "redeal_forced": "true", "redeal_only_opener": "true"}
    state = dealt(table(**rules), None, WEAK_TALON, "9s 9h Kh")
    step = play_out(state, (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass()))
    assert DealVoid(None, (Ground.WEAK_TALON,)) in step.events
    assert result_of(step).kind is DealKind.REDEALT


def test_nines_with_the_talon_are_the_declarers() -> None:
    hands = ("9s 9c As Jc Kd Ad 9d", "Js Qs Qc Ac Jd Qd Th", "Ts Ks Kc Tc Td Jh Ah")
    state = dealt(
        table(redeal_nines_with_talon="4", redeal_talon_only_on_hundred="true"), None, hands, "9h Qh Kh"
    )
    state = play_out(state, (ANNA, Bid(105)), (BOB, Pass()), (VERA, Pass())).state
    assert DealVoid(ANNA, (Ground.NINES_WITH_TALON,)) in apply(state, ANNA, Redeal()).events


def test_after_the_discards_each_holds_his_own_ground() -> None:
    hands = ("9s Ks As Jc Kd Ad Qd", "Js Qs Qc Ac Jd Td Th", "Ts 9c Kc Tc 9d Jh 9h")
    rules = table(redeal_nines_after_discard="4")
    state = dealt(rules, None, hands, "Ah Qh Kh")
    steps = ((ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass()), (ANNA, Give(BY_CODE["9s"], VERA)))
    before = play_out(state, *steps).state
    after = apply(before, ANNA, Give(BY_CODE["Jc"], BOB)).state
    assert (phase(after), to_act(after)) == (Phase.REDEAL, (VERA,))
    assert phase(apply(after, VERA, Keep()).state) is Phase.CONTRACT
    assert DealVoid(VERA, (Ground.NINES_AFTER_DISCARD,)) in apply(after, VERA, Redeal()).events


@pytest.mark.parametrize(("nines", "fine"), [("3", -120), ("0", 0)])
def test_t7_the_dealer_pays_where_the_nines_are_a_ground(nines: str, fine: int) -> None:
    hands = ("9s 9c 9d Js Jc Qd Qh", "Ks As Qc Ac Kd Td Th", "9h Jd Jh Qs Kc Kh Ts")
    rules = table(
        redeal_hand_nines=nines, redeal_hand_below="14", redeal_dealer_penalty="120", penalty_unit="50"
    )
    step = apply(dealt(rules, None, hands, "Tc Ad Ah"), ANNA, Redeal())
    assert result_of(step).scores == (0, 0, fine)


# Ways out


def test_t9_write_off_from_the_discards_to_the_first_lead() -> None:
    rules = table(cross="true")
    discarding = taken(cross="true")
    assert legal_actions(discarding, ANNA)[-2:] == (WriteOff(), TakeCross())
    contract = play_out(dealt(rules), *anna_plays()).state
    assert legal_actions(contract, ANNA)[-2:] == (WriteOff(), TakeCross())
    playing = apply(contract, ANNA, NameContract(100)).state
    assert legal_actions(playing, ANNA)[-2:] == (WriteOff(), TakeCross())
    led = play_out(playing, *plays("A:As")).state
    for action in (WriteOff(), TakeCross()):
        assert isinstance(refused(led, BOB, action), WrongPhase)
    assert isinstance(refused(dealt(rules), ANNA, WriteOff()), WrongPhase)
    assert isinstance(refused(playing, BOB, WriteOff()), NotYourTurn)


@pytest.mark.parametrize(
    ("settings", "sheet", "expected"),
    [
        pytest.param({"writeoff": "false"}, (), "off", id="off"),
        pytest.param({"writeoff_limit": "3"}, (Standing(writeoffs=3),), "limit_used", id="limit"),
        pytest.param({"writeoff_limit": "3"}, (Standing(writeoffs=2),), None, id="below the limit"),
        pytest.param({}, (SITS,), "on_barrel", id="W12"),
        pytest.param({"writeoff_by_barrel_player": "true"}, (SITS,), None, id="by the barrel player"),
        pytest.param(
            {"writeoff_while_barrel": "false"}, (Standing(), SITS), "while_barrel", id="beside a barrel"
        ),
        pytest.param({}, (Standing(), SITS), None, id="beside a barrel by default"),
    ],
)
def test_when_a_write_off_is_refused(
    settings: dict[str, str], sheet: tuple[Standing, ...], expected: str | None
) -> None:
    state = taken(100, (*sheet, *(Standing(),) * (3 - len(sheet))), **settings)
    assert (WriteOff() in legal_actions(state, ANNA)) is (expected is None)
    if expected:
        assert obstacle(state, WriteOff()) == expected


@pytest.mark.parametrize(
    ("settings", "sheet", "expected"),
    [
        pytest.param({}, (), "off", id="off"),
        pytest.param({"cross": "true", "cross_limit": "1"}, (Standing(crosses=1),), "limit_used", id="W15"),
        pytest.param({"cross": "true"}, (Standing(), SITS), "while_barrel", id="beside a barrel"),
        pytest.param({"cross": "true", "cross_while_barrel": "true"}, (Standing(), SITS), None, id="allowed"),
    ],
)
def test_when_a_cross_is_refused(
    settings: dict[str, str], sheet: tuple[Standing, ...], expected: str | None
) -> None:
    state = taken(100, (*sheet, *(Standing(),) * (3 - len(sheet))), **settings)
    assert (TakeCross() in legal_actions(state, ANNA)) is (expected is None)
    if expected:
        assert obstacle(state, TakeCross()) == expected


def test_the_talon_event_says_who_may_see_it() -> None:
    state = play_out(dealt(table()), (ANNA, Bid(100)), (BOB, Pass()))
    step = apply(state.state, VERA, Pass())
    assert TalonTaken(ANNA, cards("Td Qh Kh"), shown=False) in step.events
