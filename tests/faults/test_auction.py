"""Rows H: auction and talon."""

from __future__ import annotations

import pytest

from bot.i18n import LANGS
from bot.screens.answers import error_text
from engine.actions import Bid, Give, Pass, Play
from engine.cards import BY_CODE
from engine.errors import BidTooLow, NotAllowed, RuleError, WrongPhase
from engine.events import AuctionWon, BidMade
from engine.match import apply, legal_actions, phase, to_act
from engine.state import Phase
from tests.engine.tables import ANNA, BOB, VERA, anna_plays, dealt, play_out, scores
from tests.faults.shown import right, steps, table

SEEDS = range(12)


def test_H01_all_pass_has_an_outcome() -> None:
    """Where everybody passes, the convention says what follows: the forced hundred is played."""
    right("bidding/B12_dealer_holds_the_hundred", "bidding/settled_B18_all_pass")
    right("bidding/settled_B19_silenced_and_not_forced", "errors/forced_opening_cannot_be_passed")
    state = play_out(dealt(table()), (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass())).state
    assert to_act(state) == (ANNA,)


@pytest.mark.parametrize("seed", SEEDS)
def test_H03_the_highest_bid_wins_the_auction(seed: int) -> None:
    """At random auctions: who bid most plays, for exactly that."""
    bids: dict[int, tuple[int, int]] = {}
    for state, _, _, _, events in steps(table(), seed, deals=6):
        assert state.deal is not None
        deal = state.deal.frame.number
        for event in events:
            match event:
                case BidMade(seat, value):
                    assert value > bids.get(deal, (0, 0))[0]
                    bids[deal] = value, seat
                case AuctionWon(seat, bid) if deal in bids:
                    assert (bid, seat) == bids[deal]
    assert bids


@pytest.mark.parametrize("total", [0, 880, 900])
def test_H04_a_refusal_names_the_floor_that_the_rule_has(total: int) -> None:
    """The number in the words is the least bid that is legal, on the barrel as well."""
    state = dealt(table(), scores(total, 0, 0))
    (seat,) = to_act(state)
    state = play_out(
        state,
        (seat, min((a for a in legal_actions(state, seat) if isinstance(a, Bid)), key=lambda a: a.value)),
    ).state
    (seat,) = to_act(state)
    least = min(action.value for action in legal_actions(state, seat) if isinstance(action, Bid))
    with pytest.raises(BidTooLow) as refused:
        apply(state, seat, Bid(least - 5))
    assert refused.value.minimum == least
    for lang in LANGS:
        assert str(least) in error_text(refused.value, lang)
    right(
        "barrel/A5_need_105_from_900",
        "barrel/A5_need_125_from_880",
        "barrel/settled_B3_auto_bid_of_the_opener",
    )


def test_H06_any_two_of_ten_cards_may_be_passed() -> None:
    """Not the talon's alone: every card held goes to either opponent."""
    state = play_out(dealt(table()), (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass())).state
    given = {(a.card, a.receiver) for a in legal_actions(state, ANNA) if isinstance(a, Give)}
    assert state.deal is not None
    assert given == {(card, seat) for card in state.deal.hands[ANNA] for seat in (BOB, VERA)}
    assert len(given) == 20
    right("talon/any_order_any_card")


@pytest.mark.parametrize(("first", "second"), [(BOB, VERA), (VERA, BOB)])
def test_H07_each_opponent_gets_one_card(first: int, second: int) -> None:
    """In either order; a second card for the same opponent is refused."""
    state = play_out(
        dealt(table()), (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass()), (ANNA, Give(BY_CODE["9s"], first))
    ).state
    with pytest.raises(NotAllowed):
        apply(state, ANNA, Give(BY_CODE["9h"], first))
    assert {a.receiver for a in legal_actions(state, ANNA) if isinstance(a, Give)} == {second}
    right("talon/one_card_to_each")


WHEN = {
    "Bid": {Phase.AUCTION, Phase.BLIND},
    "Pass": {Phase.AUCTION, Phase.BLIND},
    "Give": {Phase.DISCARD},
    "Bury": {Phase.DISCARD},
    "NameContract": {Phase.DISCARD, Phase.CONTRACT},
    "Play": {Phase.PLAY},
    "Announce": {Phase.PLAY},
    "Claim": {Phase.PLAY},
}
"""Words that belong to some phases alone."""


@pytest.mark.parametrize("seed", SEEDS)
def test_H09_only_the_actions_of_the_phase_are_offered(seed: int) -> None:
    """No pass where a card is due, no card where a bid is due, and nothing for those who wait."""
    for state, _, _, _, _ in steps(table("matveev"), seed, deals=3):
        here = phase(state)
        for seat in range(3):
            offered = {type(action).__name__ for action in legal_actions(state, seat)}
            assert bool(offered) == (seat in to_act(state))
            assert all(here in WHEN.get(word, {here}) for word in offered)
        if here is Phase.PLAY:
            (seat,) = to_act(state)
            with pytest.raises(RuleError):
                apply(state, seat, Pass())


def test_H10_counters_end_where_they_should() -> None:
    """One before the limit, at it, and one beyond: tries, write-offs, bolts, redeals."""
    right("writeoff/limit_third_allowed", "writeoff/limit_fourth_refused", "writeoff/limit_fourth_not_listed")
    right("writeoff/W8_third_is_free", "writeoff/W8_fourth_costs_120", "writeoff/every_third_not_the_second")
    right("barrel/barrel_tries_1", "barrel/barrel_tries_3", "barrel/A2_three_deals_without_120")
    right("bolts/third_bolt_of_the_game", "bolts/O5_sixth_bolt", "bolts/settled_N11_steps_then_seats")
    right("redeal/redeal_hand_below_13", "redeal/redeal_hand_below_13_not_at_13", "redeal/Z11_hand_of_14")


def test_G04_a_card_is_checked_against_the_phase_first() -> None:
    """A play that is sent while cards are passed shows nothing and dodges nothing."""
    state = play_out(dealt(table()), *anna_plays()[:3]).state
    for card in ("9s", "Js", "Ts"):
        for seat in (ANNA, BOB, VERA):
            with pytest.raises(WrongPhase):
                apply(state, seat, Play(BY_CODE[card]))
    right(
        "errors/wrong_phase",
        "errors/wrong_phase_before_not_your_turn",
        "errors/settled_N7_phase_before_the_rule",
    )
