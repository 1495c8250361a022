"""Shuffling and dealing."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine.cards import DECK, Card
from engine.dealing import deal, shuffle
from engine.errors import BadDeal, DuplicateCard
from engine.match import start_deal, start_deal_with
from tests.engine.tables import BOB, HANDS, TALON, cards, seated, table


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


def test_two_rounds_then_the_talon_then_five_rounds() -> None:
    hands, talon = deal(DECK, 3, dealer=2)
    assert talon == DECK[6:9]
    assert hands[0] == (DECK[0], DECK[3], *DECK[9::3])
    assert hands[1] == (DECK[1], DECK[4], *DECK[10::3])
    assert hands[2] == (DECK[2], DECK[5], *DECK[11::3])


def test_the_player_after_the_dealer_gets_the_first_card() -> None:
    hands, _ = deal(DECK, 3, dealer=0)
    assert DECK[0] in hands[1]


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
