"""Before the deal: the bottom card, new cuts, and referee's fines."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from engine.actions import Accept, Bid, Recut, Seat, ToMiddle, WriteOff
from engine.cards import BY_CODE, DECK, Card, Rank
from engine.conventions import Conventions
from engine.dealing import bottom_to_middle, cut
from engine.errors import BadDeal, MatchOver, NotAllowed, NotYourTurn, WrongPhase
from engine.events import DealKind, DealVoid
from engine.match import (
    apply,
    check,
    current_result,
    legal_actions,
    look_at_bottom,
    phase,
    start_deal,
    start_deal_with,
    stop,
    to_act,
)
from engine.referee import Fine, fine
from engine.state import MatchState, Phase, Standing
from engine.view import public_view, seat_view
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
    result_of,
    scores,
    seated,
    table,
    why,
)


def ritual(**settings: Any) -> Conventions:
    return replace(table(), bottom_card_peek=True, **settings)


def with_bottom(code: str) -> tuple[Card, ...]:
    """A deck with this card at the bottom, whose next cut shows neither a nine nor a jack."""
    bottom = BY_CODE[code]
    rest = [card for card in DECK if card is not bottom]
    for top in permutations(rest[:4]):
        deck = (*top, *rest[4:], bottom)
        if cut(deck)[-1].rank not in (Rank.NINE, Rank.JACK):
            return deck
    raise AssertionError("one of so many decks is cut like that")


def seen(state: MatchState, *bottoms: str) -> MatchState:
    for bottom in bottoms:
        state = look_at_bottom(state, BY_CODE[bottom]).state
    return state


def told(state: MatchState) -> MatchState:
    """The hands follow in the record."""
    return start_deal_with(state, [cards(hand) for hand in HANDS], cards(TALON)).state


# What the dealer may do


@pytest.mark.parametrize(
    ("settings", "bottom", "answers"),
    [
        pytest.param({"bottom_nine_recut": "may"}, "9s", (Recut(), Accept()), id="a nine"),
        pytest.param({"bottom_nine_recut": "off"}, "9s", (), id="a nine that is nothing"),
        pytest.param({"bottom_jack_to_middle": "may"}, "Jd", (ToMiddle(), Accept()), id="a jack"),
        pytest.param({"bottom_jack_to_middle": "may"}, "9d", (), id="a nine where only jacks count"),
        pytest.param({"bottom_nine_recut": "may", "bottom_jack_to_middle": "may"}, "As", (), id="an ace"),
    ],
)
def test_the_dealer_is_asked_about_nines_and_jacks(
    settings: dict[str, str], bottom: str, answers: tuple[object, ...]
) -> None:
    state = start_deal(seated(ritual(**settings)), with_bottom(bottom)).state
    assert phase(state) is (Phase.CUT if answers else Phase.AUCTION)
    assert to_act(state) == ((VERA,) if answers else (ANNA,))
    assert (legal_actions(state, VERA) if answers else ()) == answers


def test_only_the_dealer_sees_the_bottom_card() -> None:
    state = start_deal(seated(ritual(bottom_nine_recut="may")), with_bottom("9h")).state
    assert seat_view(state, VERA).bottom is BY_CODE["9h"]
    assert seat_view(state, ANNA).bottom is None
    deal = public_view(state).deal
    assert deal is not None
    assert (deal.number, deal.hand_sizes, public_view(state).to_act) == (1, (0, 0, 0), (VERA,))
    running = current_result(state)
    assert running is not None
    assert (running.kind, running.declarer) == (DealKind.UNFINISHED, None)


def test_the_answers_are_the_dealers_and_about_the_card_he_saw() -> None:
    state = start_deal(seated(ritual(bottom_nine_recut="may")), with_bottom("9h")).state
    with pytest.raises(NotYourTurn):
        check(state, ANNA, Recut())
    with pytest.raises(WrongPhase):
        check(state, VERA, Bid(100))
    with pytest.raises(NotAllowed) as error:
        check(state, VERA, ToMiddle())
    assert error.value.obstacle == "no_choice"


# With a deck in hand


def test_accept_deals_the_deck_as_it_lies() -> None:
    deck = with_bottom("9h")
    asked = start_deal(seated(ritual(bottom_nine_recut="may")), deck).state
    plain = start_deal(seated(table()), deck).state
    assert apply(asked, VERA, Accept()).state.deal == plain.deal


@pytest.mark.parametrize("mode", ["may", "must"])
def test_a_recut_deals_the_deck_cut_again(mode: str) -> None:
    deck = with_bottom("9h")
    state = start_deal(seated(ritual(bottom_nine_recut=mode)), deck).state
    if mode == "may":
        state = apply(state, VERA, Recut()).state
    assert state.deal == start_deal(seated(table()), cut(deck)).state.deal


@pytest.mark.parametrize("mode", ["may", "must"])
def test_a_jack_in_the_middle_is_dealt_from_there(mode: str) -> None:
    deck = with_bottom("Jd")
    state = start_deal(seated(ritual(bottom_jack_to_middle=mode)), deck).state
    if mode == "may":
        state = apply(state, VERA, ToMiddle()).state
    assert state.deal == start_deal(seated(table()), bottom_to_middle(deck)).state.deal


def test_a_cut_keeps_the_order_and_never_takes_nothing() -> None:
    deck = with_bottom("9h")
    again = cut(deck)
    place = deck.index(again[0])
    assert again == (*deck[place:], *deck[:place])
    assert 2 <= place <= 22
    assert cut(deck) == again


# As records tell it


def test_n22_the_hands_follow_the_answers() -> None:
    rules = ritual(bottom_nine_recut="may")
    state = seen(seated(rules), "9h")
    with pytest.raises(BadDeal):
        told(state)
    state = apply(state, VERA, Recut()).state
    assert (phase(state), to_act(state)) == (Phase.CUT, ())
    with pytest.raises(BadDeal):
        told(state)
    state = seen(state, "As")
    with pytest.raises(BadDeal):
        seen(state, "Ks")
    assert phase(told(state)) is Phase.AUCTION


def test_n22_bottom_cards_mean_nothing_where_nobody_looks() -> None:
    state = seated(table())
    assert seen(state, "9h", "Jd") == state


@pytest.mark.parametrize("mode", ["may", "must"])
def test_t15_the_third_nine_costs_the_cutter_whatever_becomes_of_the_deal(mode: str) -> None:
    state = seated(ritual(bottom_nine_recut=mode), scores(0, 40, 0))
    for bottom in ("9s", "9c", "9h"):
        state = seen(state, bottom)
        if to_act(state):
            state = apply(state, VERA, Recut()).state
    step = play_out(told(state), *anna_plays(), (ANNA, WriteOff()))
    assert why(result_of(step)) == [
        (BOB, "bottom_nine", -120),
        (ANNA, "writeoff", -100),
        (BOB, "writeoff_share", 50),
        (VERA, "writeoff_share", 50),
    ]
    assert result_of(step).scores == (-100, -30, 50)


def test_two_nines_cost_nothing() -> None:
    state = seen(seated(ritual(bottom_nine_recut="must")), "9s", "9c", "Ah")
    assert state.deal is not None
    assert state.deal.frame.fines == ()


# Referee


def exposing(**settings: Any) -> Conventions:
    return replace(table(), exposed_card_penalty=120, **settings)


@pytest.mark.parametrize(
    ("settings", "expected", "dealer"),
    [
        pytest.param({}, (0, 0, -70), VERA, id="nobody gains"),
        pytest.param({"exposed_card_passes_deal": True}, (0, 0, -70), ANNA, id="Z8"),
        pytest.param({"exposed_card_compensation": "share_120"}, (60, 60, -70), VERA, id="the others share"),
    ],
)
def test_an_exposed_card_voids_the_deal(settings: dict[str, Any], expected: object, dealer: Seat) -> None:
    step = fine(dealt(exposing(**settings), scores(0, 0, 50)), VERA, Fine.EXPOSED_CARD)
    assert (result_of(step).kind, result_of(step).scores) == (DealKind.REDEALT, expected)
    assert (step.state.sheet.dealer, step.state.sheet.deals_played) == (dealer, 0)
    assert DealVoid(VERA, ()) in step.events


def test_x45_on_the_barrel_nothing_is_shared_and_a_fine_is_no_fall() -> None:
    sits = Standing(score=880, barrel=1)
    rules = exposing(exposed_card_compensation="share_120")
    step = fine(dealt(rules, (sits, Standing(), sits)), VERA, Fine.EXPOSED_CARD)
    assert step.state.sheet.standings == (sits, Standing(score=60), Standing(score=760))


def test_t16_only_the_dealer_and_only_before_the_first_action() -> None:
    state = dealt(exposing())
    with pytest.raises(NotAllowed) as other:
        fine(state, BOB, Fine.EXPOSED_CARD)
    assert other.value.obstacle == "not_the_dealer"
    with pytest.raises(NotAllowed) as none:
        fine(dealt(table()), VERA, Fine.EXPOSED_CARD)
    assert none.value.obstacle == "not_scored"
    with pytest.raises(WrongPhase):
        fine(apply(state, ANNA, Bid(100)).state, VERA, Fine.EXPOSED_CARD)
    with pytest.raises(WrongPhase):
        fine(seated(exposing()), VERA, Fine.EXPOSED_CARD)
    given = dealt(exposing(barrel_auction="given"), (Standing(), Standing(score=880, barrel=0), Standing()))
    assert result_of(fine(given, VERA, Fine.EXPOSED_CARD)).kind is DealKind.REDEALT


def test_t17_a_scribe_is_fined_in_the_deal_or_after_it() -> None:
    rules = replace(table(), scribe_fine=100)
    with pytest.raises(WrongPhase):
        fine(seated(rules), BOB, Fine.SCRIBE)
    running = fine(dealt(rules, scores(0, 605, 0)), BOB, Fine.SCRIBE).state
    assert running.sheet.standings[BOB].score == 605
    step = play_out(running, *anna_plays(), (ANNA, WriteOff()))
    assert why(result_of(step))[0] == (BOB, "scribe", -100)
    assert why(result_of(step))[-1] == (BOB, "dump_truck", -555)
    after = fine(step.state, ANNA, Fine.SCRIBE).state
    result = after.sheet.last_result
    assert result is not None
    assert why(result)[-1] == (ANNA, "scribe", -100)
    assert result.scores == tuple(line.score for line in after.sheet.standings) == (-200, 0, 50)
    with pytest.raises(NotAllowed):
        fine(dealt(table()), BOB, Fine.SCRIBE)
    with pytest.raises(MatchOver):
        fine(stop(after).state, BOB, Fine.SCRIBE)


def test_a_fine_between_deals_takes_a_barrel_player_off() -> None:
    rules = replace(table(), scribe_fine=100)
    sits = (Standing(), Standing(score=880, barrel=0), Standing())
    state = play_out(dealt(rules, sits), *anna_plays(), (ANNA, WriteOff())).state
    assert fine(state, BOB, Fine.SCRIBE).state.sheet.standings[BOB] == Standing(score=780)
