"""Golden deals: who is asked what, what counts twice, how the round ends (catalogue section 2)."""

from __future__ import annotations

import pytest

from engine.actions import Bid, Decline, Pass, TakeCross, WriteOff
from engine.conventions import Conventions
from engine.errors import BidOverCap, BidTooLow, NotAllowed
from engine.events import DealKind, DealStarted, GoldenDeclined, GoldenRoundFailed
from engine.match import Transition, apply, legal_actions, new_match, phase, start_deal_with, to_act
from engine.state import MatchState, Phase, Standing
from engine.view import public_view
from tests.engine.tables import ANNA, BOB, HANDS, TALON, VERA, cards, dealt, result_of, table

MAY = table(golden="true", golden_mandatory="false")


def another_deal(state: MatchState) -> Transition:
    """The next deal, with the same cards."""
    return start_deal_with(state, [cards(hand) for hand in HANDS], cards(TALON))


def declined(rules: Conventions, deals: int) -> list[Transition]:
    """So many deals that their openers decline, from the first one."""
    state, steps = new_match(rules, 3, dealer=VERA), []
    for _ in range(deals):
        state = another_deal(state).state
        [opener] = to_act(state)
        steps.append(apply(state, opener, Decline()))
        state = steps[-1].state
    return steps


def test_the_opener_answers_in_the_auction() -> None:
    state = dealt(MAY)
    assert (phase(state), to_act(state)) == (Phase.AUCTION, (ANNA,))
    assert legal_actions(state, ANNA) == (Bid(120), Decline())


@pytest.mark.parametrize(
    ("action", "error"), [(Bid(115), BidTooLow), (Bid(125), BidOverCap), (Pass(), NotAllowed)]
)
def test_other_answers_are_refused(action: Bid | Pass, error: type[Exception]) -> None:
    with pytest.raises(error):
        apply(dealt(MAY), ANNA, action)


def test_a_forced_deal_goes_to_its_opener_without_a_word() -> None:
    state = dealt(table(golden="true"))
    deal = public_view(state).deal
    assert deal is not None
    assert (phase(state), deal.golden, deal.declarer, deal.bid, deal.calls) == (
        Phase.DISCARD,
        True,
        ANNA,
        120,
        (),
    )


def test_a_refusal_scores_nothing_and_counts_as_a_deal() -> None:
    [step] = declined(MAY, 1)
    result = result_of(step)
    assert (result.kind, result.declarer, result.bid, result.recorded) == (
        DealKind.DECLINED,
        None,
        None,
        (0,) * 3,
    )
    assert GoldenDeclined(ANNA) in step.events
    assert (step.state.sheet.deals_played, step.state.sheet.dealer) == (1, ANNA)


@pytest.mark.parametrize(
    ("ending", "again"),
    [
        ("zero_then_normal", False),
        ("keep_then_normal", False),
        ("restart_keep", True),
        ("zero_restart", True),
    ],
)
def test_a_round_that_nobody_made_ends_as_agreed(ending: str, again: bool) -> None:
    *before, last = declined(table(golden="true", golden_mandatory="false", golden_all_fail=ending), 3)
    assert not any(isinstance(event, GoldenRoundFailed) for step in before for event in step.events)
    assert GoldenRoundFailed(again) in last.events
    [started] = [event for event in another_deal(last.state).events if isinstance(event, DealStarted)]
    assert started.golden is again


def test_a_reset_takes_a_player_off_the_reverse_barrel() -> None:
    """D52."""
    rules = table(
        golden="true", golden_mandatory="false", golden_all_fail="zero_restart", reverse_barrel="true"
    )
    low = (Standing(score=-900), Standing(), Standing())
    state = new_match(rules, 3, dealer=VERA, standings=low, deals_played=2)
    assert state.sheet.standings[ANNA].reverse == 0
    after = apply(another_deal(state).state, ANNA, Decline()).state
    assert (after.sheet.standings[ANNA].score, after.sheet.standings[ANNA].reverse) == (0, None)


def test_the_first_deals_are_golden_and_no_more() -> None:
    golden = []
    state = new_match(table(golden="true", golden_all_fail="keep_then_normal"), 3, dealer=VERA)
    for opener in (ANNA, BOB, VERA):
        state = another_deal(state).state
        assert state.deal is not None
        golden.append(state.deal.frame.golden)
        state = apply(state, opener, WriteOff()).state
    state = another_deal(state).state
    assert state.deal is not None
    assert golden == [True] * 3
    assert not state.deal.frame.golden


def test_a_cross_is_never_golden() -> None:
    state = dealt(table(golden="true", cross="true"))
    with pytest.raises(NotAllowed) as refused:
        apply(state, ANNA, TakeCross())
    assert refused.value.obstacle == "golden"
