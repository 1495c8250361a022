"""Shuffling and dealing."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random

import pytest

from engine.actions import WriteOff
from engine.cards import DECK, Card
from engine.conventions import FIELDS
from engine.conventions.validity import LAYOUTS as RULES
from engine.dealing import Dealt, bottom_to_middle, cut, deal, first_ace, shuffle
from engine.errors import BadDeal, DuplicateCard
from engine.layout import LAYOUTS, SHORT_DECK, active_seats
from engine.match import Transition, apply, next_deck, start_deal, start_deal_with, to_act
from engine.players import Level, choose
from engine.state import Playing, Trick
from engine.view import seat_view
from tests.engine.tables import (
    ANNA,
    BOB,
    HANDS,
    TALON,
    VERA,
    anna_plays,
    cards,
    play_out,
    seated,
    table,
)
from tests.engine.tables import dealt as dealt_match


def reference(seed: bytes) -> list[Card]:
    """The docstring of `shuffle`, word by word."""
    stream = b"".join(sha256(seed + n.to_bytes(8, "big")).digest() for n in range(10))
    place = 0
    deck = list(DECK)
    for i in range(23, 0, -1):
        while stream[place] >= 256 - 256 % (i + 1):
            place += 1
        j = stream[place] % (i + 1)
        place += 1
        deck[i], deck[j] = deck[j], deck[i]
    return deck


@pytest.mark.parametrize("seed", [b"", b"\x00", b"a table", bytes(range(64))])
def test_the_shuffle_is_the_one_that_is_written_down(seed: bytes) -> None:
    assert list(shuffle(seed)) == reference(seed)
    assert set(shuffle(seed)) == set(DECK)


def test_a_seed_gives_the_same_deck_for_ever() -> None:
    assert " ".join(card.code for card in shuffle(b"thousand")) == THOUSAND


def dealt_to(layout: str, players: int, dealer: int, deck: Sequence[Card] = DECK) -> Dealt:
    found = LAYOUTS[layout]
    return deal(deck, found, active_seats(found, players, dealer), dealer)


def test_two_rounds_then_the_talon_then_five_rounds() -> None:
    dealt = dealt_to("7+3", 3, 2)
    assert dealt.talons == (DECK[6:9],)
    assert dealt.hands[0] == (DECK[0], DECK[3], *DECK[9::3])
    assert dealt.hands[1] == (DECK[1], DECK[4], *DECK[10::3])
    assert dealt.hands[2] == (DECK[2], DECK[5], *DECK[11::3])
    assert dealt.stock == ()


def test_the_player_after_the_dealer_gets_the_first_card() -> None:
    assert DECK[0] in dealt_to("7+3", 3, 0).hands[1]


@pytest.mark.parametrize(
    ("layout", "players", "hands", "talons", "stock"),
    [
        ("11+2", 2, (11, 11), (2,), 0),
        ("10+2x2", 2, (10, 10), (2, 2), 0),
        ("9+2x3", 2, (9, 9), (3, 3), 0),
        ("6+stock", 2, (6, 6), (), 12),
        ("7+3", 3, (7, 7, 7), (3,), 0),
        ("5+4", 4, (5, 5, 5, 5), (4,), 0),
        ("dealer_sits", 4, (7, 0, 7, 7), (3,), 0),
        ("3+5", 5, (3,) * 5, (5,), 0),
        ("3+6", 6, (3,) * 6, (6,), 0),
    ],
)
def test_every_layout_deals_the_whole_deck(
    layout: str, players: int, hands: tuple[int, ...], talons: tuple[int, ...], stock: int
) -> None:
    """Catalogue section 2; 4.30: five play with 20 cards."""
    deck = SHORT_DECK if layout == "3+5" else DECK
    dealt = dealt_to(layout, players, 1, deck)
    assert tuple(map(len, dealt.hands)) == hands
    assert tuple(map(len, dealt.talons)) == talons
    assert len(dealt.stock) == stock
    assert sorted(dealt.cards, key=DECK.index) == list(deck)


@pytest.mark.parametrize("layout", [name for name, found in LAYOUTS.items() if found.talon])
@pytest.mark.parametrize("dealer", [0, 1])
def test_neither_the_first_nor_the_last_three_cards_lie_in_a_talon(layout: str, dealer: int) -> None:
    """`talon_forbidden_cards`: the order of dealing breaks none of its values."""
    players = next(
        number for number, name in RULES.items() if layout in [str(word) for word in FIELDS[name].values]
    )
    deck = SHORT_DECK if layout == "3+5" else DECK
    dealt = dealt_to(layout, players, dealer, deck)
    for talon in dealt.talons:
        assert not {*deck[:3], *deck[-3:]}.intersection(talon)


@pytest.mark.parametrize("layout", ["7+3", "10+2x2", "5+4", "3+6"])
def test_the_bottom_card_is_the_dealers(layout: str) -> None:
    players = {"7+3": 3, "10+2x2": 2, "5+4": 4, "3+6": 6}[layout]
    for dealer in range(players):
        assert DECK[-1] in dealt_to(layout, players, dealer).hands[dealer]


# Decks that are cut


def test_a_cut_moves_cards_from_the_top_to_the_bottom() -> None:
    for seed in range(50):
        deck = cut(DECK, bytes([seed]))
        place = deck.index(DECK[0])
        assert place > 0
        assert deck[place:] + deck[:place] == DECK


def test_another_cut_is_named_by_the_deck_itself() -> None:
    deck = shuffle(b"some")
    assert cut(deck) == cut(list(deck)) != deck
    assert set(cut(deck)) == set(DECK)
    assert cut(deck)[-1] != deck[-1]


def test_a_jack_goes_to_the_middle_and_nothing_else_moves() -> None:
    moved = bottom_to_middle(DECK)
    assert moved[12] == DECK[-1]
    assert tuple(card for card in moved if card is not DECK[-1]) == DECK[:-1]


def test_the_first_ace_finds_the_first_dealer() -> None:
    """Cards are turned up from seat 0 on; the ace of spades is the sixth card of the sorted deck."""
    assert [first_ace(DECK, players) for players in (2, 3, 4, 5, 6)] == [1, 2, 1, 0, 5]


def test_decks_are_shuffled_or_only_cut() -> None:
    """`shuffle_each_deal=false`: the tricks are stacked in seat order, then cut."""
    mixed, stacked = table(), table(shuffle_each_deal="false")
    for rules in (mixed, stacked):
        state = dealt_match(rules)
        first = next_deck(seated(rules), b"1")
        assert first == shuffle(b"1")
        over = play_out(state, *anna_plays(105, 105), (ANNA, WriteOff())).state
        deck = next_deck(over, b"1")
        if rules.shuffle_each_deal:
            assert deck == shuffle(b"1")
        else:
            stack = over.sheet.stack
            assert set(stack) == set(DECK)
            assert deck == cut(stack, b"1")


def test_won_tricks_are_stacked_in_seat_order() -> None:
    state = dealt_match(table(shuffle_each_deal="false", last_trick_bonus="0"))
    step = Transition(state, ())
    tricks: list[Trick] = []
    while to_act(step.state):
        seat = to_act(step.state)[0]
        view = seat_view(step.state, seat)
        step = apply(step.state, seat, choose(Level.AUTOPILOT, view, view.legal, Random(0)))
        if step.state.deal and isinstance(step.state.deal.phase, Playing):
            tricks = list(step.state.deal.phase.log.tricks)
    stack = step.state.sheet.stack
    order = [trick.winner for trick in tricks]
    for seat in (ANNA, BOB, VERA):
        mine = [played.card for trick in tricks if trick.winner == seat for played in trick.cards]
        places = [stack.index(card) for card in mine]
        assert places == sorted(places)
    firsts = [
        stack.index(tricks[order.index(seat)].cards[0].card) for seat in (ANNA, BOB, VERA) if seat in order
    ]
    assert firsts == sorted(firsts)


# Refusals


def test_an_incomplete_deck_is_refused() -> None:
    state = seated(table())
    with pytest.raises(BadDeal) as short:
        start_deal(state, DECK[1:])
    assert (short.value.fault, short.value.expected, short.value.found) == ("deck_size", 24, 23)
    with pytest.raises(DuplicateCard):
        start_deal(state, (*DECK[1:], DECK[1]))


def test_hands_that_are_no_deal_are_refused() -> None:
    state = seated(table())
    hands = [cards(hand) for hand in HANDS]
    with pytest.raises(BadDeal) as short:
        start_deal_with(state, [hands[0], hands[1][1:], hands[2]], cards(TALON))
    assert (short.value.fault, short.value.seat) == ("hand_size", BOB)
    with pytest.raises(BadDeal) as talon:
        start_deal_with(state, hands, cards(TALON)[1:])
    assert talon.value.fault == "talon_size"
    with pytest.raises(DuplicateCard):
        start_deal_with(state, [hands[0], hands[1], (hands[0][0], *hands[2][1:])], cards(TALON))


THOUSAND = "9h Ts As Td Kd Ac Qc Jd Js 9c Qd Ah Th Jc 9d Jh 9s Kh Kc Qs Ks Tc Qh Ad"
"""By the reference above, once and for all: records name decks by their seed."""
