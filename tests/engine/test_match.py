"""A match from deal to deal: dealers, numbers, ends, and what is refused when."""

from __future__ import annotations

import pytest

from engine.actions import Bid, Keep, NameContract, Pass, Play, Redeal, WriteOff
from engine.cards import BY_CODE, DECK
from engine.errors import DealOver, DealUnfinished, MatchOver, NotYourTurn, PlayersNotAllowed, WrongPhase
from engine.events import DealKind, DealStarted, EndWhy, MatchEnded, Outcome
from engine.match import (
    apply,
    check,
    current_result,
    legal_actions,
    new_match,
    outcome,
    phase,
    start_deal,
    stop,
    to_act,
)
from engine.state import Phase, Standing
from tests.engine.tables import (
    ANNA,
    BOB,
    VERA,
    anna_plays,
    dealt,
    play_out,
    plays,
    result_of,
    scores,
    seated,
    table,
)


def test_n3_before_and_between_deals_the_phase_is_over_and_nobody_is_to_act() -> None:
    state = seated(table())
    assert (phase(state), to_act(state), outcome(state)) == (Phase.OVER, (), None)
    assert current_result(state) is None
    with pytest.raises(DealOver):
        apply(state, ANNA, Bid(100))
    done = play_out(dealt(table()), *anna_plays(), (ANNA, WriteOff())).state
    assert (phase(done), to_act(done), outcome(done)) == (Phase.OVER, (), None)
    assert legal_actions(done, BOB) == ()


def test_only_three_sit_at_a_default_table() -> None:
    with pytest.raises(PlayersNotAllowed) as error:
        new_match(table(), 4, dealer=0)
    assert error.value.allowed == (3,)


def test_a_deal_starts_only_when_the_last_is_over() -> None:
    with pytest.raises(DealUnfinished):
        start_deal(dealt(table()), DECK)


def test_the_deal_moves_to_the_left_and_the_numbers_count_redeals() -> None:
    rules = table(redeal_hand_below="60")
    state = dealt(rules)
    again = apply(state, to_act(state)[0], Redeal()).state
    assert (again.sheet.dealer, again.sheet.deals_dealt, again.sheet.deals_played) == (VERA, 1, 0)
    step = start_deal(again, DECK)
    assert isinstance(step.events[0], DealStarted)
    assert (step.events[0].number, step.events[0].dealer, step.events[0].opener) == (2, VERA, ANNA)
    state = step.state
    while phase(state) is Phase.REDEAL:
        state = apply(state, to_act(state)[0], Keep()).state
    state = play_out(state, (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass()), (ANNA, WriteOff())).state
    assert (state.sheet.dealer, state.sheet.deals_dealt, state.sheet.deals_played) == (ANNA, 2, 1)


def test_a_whole_deal() -> None:
    state = play_out(dealt(table()), *anna_plays(), (ANNA, NameContract(100))).state
    assert phase(state) is Phase.PLAY
    led = play_out(state, *plays("A:As B:9s V:Ts A:Ks B:Js V:9c A:Ad B:9d V:Jd")).state
    running = current_result(led)
    assert running is not None
    assert (running.kind, running.contract, running.made) == (DealKind.UNFINISHED, 100, None)
    assert running.card_points == (11 + 0 + 10 + 4 + 2 + 0 + 11 + 0 + 2, 0, 0)
    assert (running.tricks, running.recorded, running.adjustments) == ((3, 0, 0), (0, 0, 0), ())


def test_n13_in_an_unfinished_deal_nothing_is_known_before_it_is_fixed() -> None:
    auction = current_result(apply(dealt(table()), ANNA, Bid(105)).state)
    assert auction is not None
    assert (auction.declarer, auction.bid, auction.contract) == (None, None, None)
    talon = current_result(play_out(dealt(table()), *anna_plays(105)).state)
    assert talon is not None
    assert (talon.declarer, talon.bid, talon.contract) == (ANNA, 105, None)


def test_n12_a_deal_given_up_records_nothing() -> None:
    step = play_out(dealt(table()), *anna_plays(115), (ANNA, NameContract(125)), (ANNA, WriteOff()))
    result = result_of(step)
    assert (result.kind, result.bid, result.contract, result.made) == (DealKind.WRITTEN_OFF, 115, 125, None)
    assert (result.recorded, result.scores) == ((0, 0, 0), (-125, 65, 65))


def test_t9_before_the_contract_is_named_the_bid_is_written_off() -> None:
    step = play_out(dealt(table()), (ANNA, Bid(110)), (BOB, Pass()), (VERA, Pass()), (ANNA, WriteOff()))
    assert (result_of(step).contract, result_of(step).scores) == (110, (-110, 55, 55))


def test_the_match_ends_when_somebody_wins() -> None:
    rules = table(barrel="false")
    step = play_out(dealt(rules, scores(0, 950, 0)), *anna_plays(115), (ANNA, WriteOff()))
    ended = Outcome(EndWhy.TARGET, (BOB,), (BOB, VERA, ANNA), None)
    assert step.events[-1] == MatchEnded(ended)
    assert outcome(step.state) == ended
    with pytest.raises(MatchOver):
        start_deal(step.state, DECK)
    with pytest.raises(MatchOver):
        apply(step.state, ANNA, Bid(100))


def test_n17_a_match_that_is_stopped_has_places_and_no_winner() -> None:
    rules = table(payout="bank", ante="100")
    state = apply(dealt(rules, scores(10, 200, 10)), ANNA, Bid(100)).state
    step = stop(state)
    ended = Outcome(EndWhy.STOPPED, (), (BOB, ANNA, VERA), None)
    assert step.events == (MatchEnded(ended),)
    assert (phase(step.state), to_act(step.state)) == (Phase.OVER, ())
    assert step.state.sheet.standings == state.sheet.standings
    with pytest.raises(MatchOver):
        stop(step.state)


def test_a_total_that_reaches_the_barrel_sits_there_from_the_start() -> None:
    state = seated(table(reverse_barrel="true"), scores(880, -880, 875))
    assert [line.barrel for line in state.sheet.standings] == [0, None, None]
    assert [line.reverse for line in state.sheet.standings] == [None, 0, None]
    kept = seated(table(), (Standing(score=880, barrel=2), Standing(), Standing()))
    assert kept.sheet.standings[0].barrel == 2
    without = seated(table(barrel="false"), scores(880, 0, 0))
    assert without.sheet.standings[0].barrel is None


def test_n7_a_refused_action_changes_nothing() -> None:
    state = dealt(table())
    before = repr(state)
    with pytest.raises(WrongPhase):
        check(state, BOB, Play(BY_CODE["9s"]))
    with pytest.raises(NotYourTurn):
        check(state, BOB, Pass())
    assert repr(state) == before
