"""Rows H: auction and talon."""

from __future__ import annotations

import pytest

from bot.i18n import LANGS
from bot.screens.answers import error_text
from engine.actions import Action, Bid, Give, Pass, Play, TakeCross, WriteOff
from engine.cards import BY_CODE, DECK
from engine.errors import BidTooLow, NotAllowed, RuleError, WrongPhase
from engine.events import AuctionWon, BidMade
from engine.match import apply, legal_actions, phase, to_act
from engine.state import MatchState, Phase, Standing
from tests.engine.tables import ANNA, BOB, VERA, anna_plays, dealt, play_out, scores
from tests.faults.shown import right, slam, steps, table

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


REST = (Standing(), Standing())
"""Of Bob and Vera."""


def anna_wins() -> tuple[tuple[int, Action], ...]:
    """She bids, and the talon is hers."""
    return (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass())


def to_the_end(state: MatchState) -> MatchState:
    """Everybody plays what is legal until the deal is over; Anna's cards take every trick."""
    while phase(state) is not Phase.OVER:
        (seat,) = to_act(state)
        plays = [action for action in legal_actions(state, seat) if isinstance(action, Play)]
        state = apply(state, seat, max(plays, key=lambda action: action.card.rank)).state
    return state


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


@pytest.mark.parametrize("used", range(5))
def test_H10_a_write_off_is_offered_up_to_its_limit(used: int) -> None:
    """Of three: the second and the third are, a fourth and a fifth are not."""
    state = play_out(dealt(table(writeoff_limit="3"), (Standing(writeoffs=used), *REST)), *anna_wins()).state
    assert (WriteOff() in legal_actions(state, ANNA)) == (used < 3)


@pytest.mark.parametrize("used", range(3))
def test_H10_a_cross_is_offered_up_to_its_limit(used: int) -> None:
    """Of one: the first is, a second is not."""
    rules = table(cross="true", cross_limit="1")
    state = play_out(dealt(rules, (Standing(crosses=used), *REST)), *anna_wins()).state
    assert (TakeCross() in legal_actions(state, ANNA)) == (used < 1)


@pytest.mark.parametrize(("tries", "used"), [(1, 0), (3, 0), (3, 1), (3, 2)])
def test_H10_a_try_on_the_barrel_counts_to_its_limit(tries: int, used: int) -> None:
    """The last try throws down by 120; one before it counts, and nothing else."""
    sheet = (Standing(), Standing(score=880, barrel=used), Standing())
    after = to_the_end(slam(table(barrel_tries=str(tries)), sheet)).sheet.standings[BOB]
    if used + 1 < tries:
        assert (after.score, after.barrel) == (880, used + 1)
    else:
        assert (after.score, after.barrel) == (760, None)


@pytest.mark.parametrize(("limit", "bolts"), [(3, 0), (3, 1), (3, 2), (5, 3), (5, 4)])
def test_H10_a_bolt_counts_to_its_limit(limit: int, bolts: int) -> None:
    """The last one costs 120 and begins the count anew; one before it costs nothing."""
    sheet = (Standing(), Standing(score=200, bolts=bolts), Standing())
    after = to_the_end(slam(table(bolts_game_limit=str(limit)), sheet)).sheet.standings[BOB]
    if bolts + 1 < limit:
        assert (after.score, after.bolts) == (200, bolts + 1)
    else:
        assert (after.score, after.bolts) == (80, 0)


@pytest.mark.parametrize("nines", range(2, 5))
def test_H10_a_redeal_is_offered_from_its_ground_on(nines: int) -> None:
    """Of three nines: two are no ground, three and four are."""
    held = " ".join(("9s", "9c", "9d", "9h")[:nines])
    rest = [card for card in DECK if card.code not in held.split()]
    own = " ".join((*held.split(), *(card.code for card in rest[: 7 - nines])))
    rest = rest[7 - nines :]
    hands = [own, *(" ".join(card.code for card in rest[at : at + 7]) for at in (0, 7))]
    rules = table(redeal_hand_nines="3", redeal_forced="false")
    state = dealt(rules, hands=hands, talon=" ".join(card.code for card in rest[14:]))
    assert (phase(state) is Phase.REDEAL and ANNA in to_act(state)) == (nines >= 3)


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
