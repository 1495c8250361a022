"""Rows I: tricks and trumps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.screens.hand import hand
from engine.actions import Announce, Play
from engine.cards import Card, Rank, Suit, in_order
from engine.events import TrickTaken
from engine.match import legal_actions, phase, to_act
from engine.play import best_of
from engine.players import Level
from engine.state import Phase, Played, Playing
from tests.engine.tables import ANNA, position, result_of, tokens
from tests.faults.shown import led, right, slam, steps, table
from tests.screens.people import course

SEEDS = range(8)
ORDER = (Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)


def taker(trick: Sequence[Played], trump: Suit | None) -> Played:
    """Who takes a trick, by the words of the rule: the highest trump, else the highest of the suit led."""
    trumps = [played for played in trick if played.card.suit is trump]
    rivals = trumps or [played for played in trick if played.card.suit is trick[0].card.suit]
    return max(rivals, key=lambda played: ORDER.index(played.card.rank))


def may_follow(held: Sequence[Card], trick: Sequence[Played], trump: Suit | None, *, beat: bool) -> set[Card]:
    """What may be played to a trick, by the words of the rule."""
    led = trick[0].card.suit
    same = {card for card in held if card.suit is led}
    if not same:
        trumps = {card for card in held if card.suit is trump}
        return trumps or set(held)
    trumped = led is not trump and any(played.card.suit is trump for played in trick)
    best = taker(trick, trump).card
    higher = {card for card in same if ORDER.index(card.rank) > ORDER.index(best.rank)}
    return higher if beat and higher and not trumped else same


def test_I01_trump_is_compulsory_for_the_void() -> None:
    """Void in the suit led and a trump in hand: nothing but trumps is legal."""
    right("play/L2_must_trump_legal", "play/must_trump", "play/L3_void_without_a_trump")
    state = position(
        table(), ["9s Ks", "Jc Kd", "9h Ah"], turn=1, on_table="As", trump=Suit.CLUBS, owner=ANNA
    )
    assert tokens(legal_actions(state, 1)) == ["Jc"]


def test_I03_a_trick_that_was_trumped_needs_no_beating() -> None:
    """Followers must follow suit; a duty to beat ends where a trump lies on the suit led."""
    right("play/settled_P4_trumped_already", "play/must_overtrump", "play/must_beat")
    state = position(
        table(must_beat="true"), ["9d", "Jd", "Ks As"], turn=2, on_table="Qs Jc", trump=Suit.CLUBS, owner=ANNA
    )
    assert tokens(legal_actions(state, 2)) == ["Ks", "As"]


@pytest.mark.parametrize("seed", SEEDS)
def test_I04_the_trick_goes_to_the_highest_trump_else_to_the_suit_led(seed: int) -> None:
    """9 < J < Q < K < 10 < A; nothing of an earlier deal counts."""
    tricks = 0
    for before, _, action, _, events in steps(table(), seed, deals=3):
        deal = before.deal
        for event in events:
            if isinstance(event, TrickTaken):
                assert deal is not None
                assert isinstance(deal.phase, Playing)
                assert isinstance(action, Play | Announce)
                trick = (*deal.phase.table, Played(deal.phase.turn, action.card))
                won = taker(trick, deal.phase.log.trump)
                assert best_of(trick, deal.phase.log.trump) == won
                assert event.seat == won.seat
                tricks += 1
    assert tricks
    right("play/L8_highest_card_of_the_suit", "play/L9_highest_trump")


def test_I06_a_hand_is_sorted_by_the_order_of_the_game() -> None:
    """The ten stands beside the ace, not beside the nine."""
    for at in course(steps=30):
        assert at.match is not None
        for seat, held in enumerate(at.match.deal.hands if at.match.deal else ()):
            assert held == in_order(held)
            by_suit = {suit: [ORDER.index(card.rank) for card in held if card.suit is suit] for suit in Suit}
            assert all(ranks == sorted(ranks) for ranks in by_suit.values())
            assert hand(at, at.seats[seat].person, "en").text


def test_I07_one_side_may_take_every_trick_of_the_first_deal() -> None:
    """Eight tricks for one seat and none for the others: the deal ends and is written down."""
    assert result_of(led(slam(table()), "As Ts Ks Qs Js 9s Ah Ac")).tricks == (8, 0, 0)
    right("contract/4.53_declarer_without_a_trick")


def test_I09_conventions_of_the_first_trick_are_off_and_on() -> None:
    """A marriage on the first lead: plain, forbidden or declared; a ban on the foreign trump likewise."""
    right(
        "marriage/first_lead_marriage_plain",
        "marriage/first_lead_forbidden",
        "marriage/M3_first_lead_declares",
    )
    right("play/no_first_lead", "play/no_first_lead_later", "play/foreign_trump_lead_allowed")


@pytest.mark.parametrize("beat", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_I10_the_legal_cards_are_those_of_a_second_reading(seed: int, beat: bool) -> None:
    """Compared with the rule as its words have it, at every play of random deals."""
    seen = 0
    for state, _, _, _, _ in steps(table(must_beat=str(beat).lower()), seed, deals=4, level=Level.RANDOM):
        deal = state.deal
        assert deal is not None
        if phase(state) is Phase.PLAY and isinstance(deal.phase, Playing) and deal.phase.table:
            (seat,) = to_act(state)
            legal = {action.card for action in legal_actions(state, seat) if isinstance(action, Play)}
            assert legal == may_follow(deal.hands[seat], deal.phase.table, deal.phase.log.trump, beat=beat)
            seen += 1
    assert seen
