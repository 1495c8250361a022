"""Worked examples that are positions, not deals: sections L and M, and what proves a claim (settled P1).

Seats: 0 is A, 1 is B, 2 is C. Every test bears the id of its example or decision.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.actions import Announce, Seat
from engine.cards import DECK, Card, Suit
from engine.claim import is_proved
from engine.conventions import Conventions, resolve
from engine.errors import NotAllowed
from engine.marriage import scored
from engine.play import best_of, check_announce, declares, following, leading, may_keep_trump, play, playable
from engine.scoring import defender_entry, tally
from engine.state import Bargain, DealState, Frame, Hand, Log, Played, Playing, Standing, Trick

A, B, C = 0, 1, 2
BARGAIN = Bargain(calls=(), declarer=A, bid=100, base=100, unopposed=True, talon_shown=False, contract=100)
FRAME = Frame(number=1, dealer=C, opener=A, active=(A, B, C))


def table(**settings: str) -> Conventions:
    return resolve(None, settings)


def cards(codes: str) -> Hand:
    return tuple(sorted(map(Card.parse, codes.split()), key=DECK.index))


def card(code: str) -> Card:
    return Card.parse(code)


def trick(codes: str, leader: Seat = A, winner: Seat | None = None) -> Trick:
    return Trick(laid(codes, leader), winner)


def laid(codes: str, leader: Seat = A) -> tuple[Played, ...]:
    return tuple(Played((leader + place) % 3, card(code)) for place, code in enumerate(codes.split()))


FIRST = trick("9s Js Qs", leader=A, winner=C)
"""Some trick, for positions in which one has been played."""


def on_lead(seat: Seat, *tricks: Trick, trump: Suit | None = None, owner: Seat | None = None) -> Playing:
    return Playing(BARGAIN, seat, (), Log(tricks, trump=trump, trump_owner=owner))


def lead(conventions: Conventions, hand: str, code: str, playing: Playing, *, keep: bool = False) -> Log:
    """The log after the player on lead has led a card, declaring what it declares."""
    hands = tuple(cards(hand) if seat == playing.turn else () for seat in (A, B, C))
    announced = declares(conventions, cards(hand), card(code), playing)
    state = DealState(FRAME, hands, playing)
    after, _ = play(conventions, state, playing, card(code), announced=announced, keep_trump=keep)
    assert isinstance(after.phase, Playing)
    return after.phase.log


# Section L, legal cards and trick winners


def test_l2_void_with_a_trump_plays_the_trump() -> None:
    assert following(table(), cards("9h Kd"), laid("As"), Suit.HEARTS) == cards("9h")


def test_l3_void_of_both_plays_any_card() -> None:
    assert following(table(), cards("Kd Jc"), laid("As"), Suit.HEARTS) == cards("Kd Jc")


def test_l5_no_duty_to_beat_with_the_suit() -> None:
    assert following(table(must_beat="false"), cards("As 9s Jh"), laid("Ts"), None) == cards("9s As")


def test_l6_a_higher_card_is_only_advised() -> None:
    assert following(table(must_beat="false"), cards("Ac Jc"), laid("Tc"), None) == cards("Jc Ac")


def test_l8_the_highest_card_of_the_suit_led_wins() -> None:
    lying = laid("Ks Ts Qs")
    assert best_of(lying, None).seat == B
    assert sum(played.card.points for played in lying) == 17


def test_l9_the_highest_trump_wins() -> None:
    lying = laid("As 9h Jh")
    assert best_of(lying, Suit.HEARTS).seat == C
    assert sum(played.card.points for played in lying) == 13


@pytest.mark.parametrize("order", list(permutations("9JQKTA", 3)))
def test_invariant_1_order_in_a_suit(order: tuple[str, str, str]) -> None:
    winner = min(range(3), key=lambda place: "ATKQJ9".index(order[place]))
    assert best_of(laid(" ".join(f"{rank}s" for rank in order)), None).seat == winner


def test_invariant_4_another_suit_never_wins() -> None:
    assert best_of(laid("9s Ad Ah"), Suit.CLUBS).seat == A


def test_l11_the_foreign_trump_may_not_be_led() -> None:
    position = on_lead(A, FIRST, trump=Suit.HEARTS, owner=B)
    assert leading(table(foreign_trump_lead="never"), cards("9h Ks"), A, position) == cards("Ks")


def test_l12_a_hand_of_trumps_only_is_free() -> None:
    position = on_lead(A, FIRST, trump=Suit.HEARTS, owner=B)
    assert leading(table(foreign_trump_lead="never"), cards("9h Th"), A, position) == cards("9h Th")


def test_l14_the_ban_beats_the_duty() -> None:
    conventions = table(foreign_trump_lead="never", own_trump_lead="must_lead")
    position = on_lead(A, FIRST, trump=Suit.DIAMONDS, owner=B)
    assert leading(conventions, cards("Ad 9c"), A, position) == cards("9c")


def test_settled_p4_nothing_to_beat_in_a_trumped_trick() -> None:
    lying = laid("Ks 9h")
    assert following(table(must_beat="true"), cards("9s As"), lying, Suit.HEARTS) == cards("9s As")


def test_settled_p4_overtrump_only_where_a_trump_lies() -> None:
    conventions = table(must_overtrump="true")
    assert following(conventions, cards("9h Ah"), laid("Ks"), Suit.HEARTS) == cards("9h Ah")
    assert following(conventions, cards("9h Ah"), laid("Ks Jh"), Suit.HEARTS) == cards("Ah")
    assert following(conventions, cards("9h Jh"), laid("Ks Qh"), Suit.HEARTS) == cards("9h Jh")


# Section M, marriages and trump


def test_m1_first_lead_of_a_pair_is_plain() -> None:
    conventions, opening = table(first_lead_marriage="plain"), on_lead(A)
    assert card("Kh") in playable(conventions, cards("Kh Qh As"), opening)
    log = lead(conventions, "Kh Qh As", "Kh", opening)
    assert (log.marriages, log.trump) == ((), None)
    assert not declares(conventions, cards("Qh As"), card("Qh"), on_lead(A, FIRST))


def test_m3_first_lead_declares() -> None:
    log = lead(table(first_lead_marriage="declares"), "Kh Qh As", "Kh", on_lead(A))
    assert [marriage.points for marriage in log.marriages] == [100]
    assert log.trump is Suit.HEARTS


@pytest.mark.parametrize(("suit", "points"), [("s", 40), ("c", 60), ("d", 80), ("h", 100)])
@pytest.mark.parametrize("rank", ["K", "Q"])
def test_invariant_2_values(suit: str, points: int, rank: str) -> None:
    log = lead(table(), f"K{suit} Q{suit}", f"{rank}{suit}", on_lead(A, FIRST))
    assert [(marriage.seat, marriage.points) for marriage in log.marriages] == [(A, points)]


def test_m4_a_thrown_king_kills_the_marriage() -> None:
    log = lead(table(), "Qd As", "Qd", on_lead(B, FIRST))
    assert (log.marriages, log.trump) == ((), None)


def test_m6_the_new_trump_acts_in_its_own_trick() -> None:
    log = lead(table(), "Kc Qc", "Kc", on_lead(A, FIRST, trump=Suit.HEARTS, owner=A))
    assert log.trump is Suit.CLUBS
    assert following(table(), cards("9h Ad"), laid("Kc"), log.trump) == cards("9h Ad")
    for answer in ("9h", "Ad"):
        assert best_of(laid(f"Kc {answer}"), log.trump).seat == A


@pytest.mark.parametrize(("captured", "points"), [("", 0), ("Kd", 80), ("Qd", 80), ("Kd Qd", 80)])
def test_m7_a_half_of_it_must_be_captured(captured: str, points: int) -> None:
    conventions = table(marriage_needs_capture="true")
    log = lead(conventions, "Kd Qd", "Qd", on_lead(A, FIRST))
    counted = scored(conventions, log, (frozenset(cards(captured)), frozenset(cards("As")), frozenset()))
    assert sum(marriage.points for marriage in counted) == points


def test_m9_the_dearest_hand_is_300() -> None:
    tricks = tuple(
        trick(codes, winner=A)
        for codes in (
            "Ah 9h Jh",
            "Kh 9s 9c",
            "Qh Js Jc",
            "Th Qs Qc",
            "Kd 9d Jd",
            "Qd Ks Kc",
            "Ad Ts Tc",
            "Td As Ac",
        )
    )
    hearts = lead(table(), "Kh Qh", "Kh", on_lead(A, tricks[0])).marriages
    diamonds = lead(table(), "Kd Qd", "Kd", on_lead(A, tricks[0])).marriages
    count = tally(table(), [Standing()] * 3, ((), (), ()), Log(tricks, hearts + diamonds))
    assert count.taken == (300, 0, 0)
    assert count.tricks == (8, 0, 0)


def test_m10_the_marriage_may_leave_the_trump_alone() -> None:
    conventions = table(marriage_announce="explicit", marriage_keep_trump="true")
    position = on_lead(A, FIRST, trump=Suit.SPADES, owner=A)
    assert may_keep_trump(conventions, cards("Kd Qd"), card("Kd"), position)
    log = lead(conventions, "Kd Qd", "Kd", position, keep=True)
    assert [marriage.points for marriage in log.marriages] == [80]
    assert log.trump is Suit.SPADES


def test_settled_p5_nothing_to_keep_without_a_trump() -> None:
    conventions = table(marriage_announce="explicit", marriage_keep_trump="true")
    announce = Announce(card("Kd"), keep_trump=True)
    with pytest.raises(NotAllowed):
        check_announce(conventions, cards("Kd Qd"), on_lead(A, FIRST), announce)


def test_m12_four_aces_after_a_trick() -> None:
    log = lead(table(ace_marriage="200"), "As Ac Ad Ah", "As", on_lead(A, FIRST))
    assert [(marriage.suit, marriage.points) for marriage in log.marriages] == [(None, 200)]
    assert log.trump is None


def test_m12_not_on_the_first_lead() -> None:
    conventions = table(ace_marriage="200", first_lead_marriage="declares")
    assert not declares(conventions, cards("As Ac Ad Ah Td"), card("As"), on_lead(A))


def test_m13_three_aces_are_no_marriage() -> None:
    won = trick("9c Jc Ac", leader=B, winner=A)
    assert not declares(table(ace_marriage="200"), cards("As Ad Ah"), card("As"), on_lead(A, won))


def test_m15_the_ace_marriage_cancels_the_trump() -> None:
    conventions = table(ace_marriage="200", ace_marriage_trump="cancels")
    log = lead(conventions, "As Ac Ad Ah", "As", on_lead(A, FIRST, trump=Suit.HEARTS, owner=A))
    assert (sum(marriage.points for marriage in log.marriages), log.trump) == (200, None)


def test_4_28_the_ace_marriage_keeps_the_trump() -> None:
    conventions = table(ace_marriage="200")
    log = lead(conventions, "As Ac Ad Ah", "As", on_lead(A, FIRST, trump=Suit.HEARTS, owner=A))
    assert log.trump is Suit.HEARTS


def test_settled_p6_no_trump_until_the_last_ace() -> None:
    conventions = table(ace_marriage="200", ace_marriage_trump="last_ace")
    log = lead(conventions, "As Ac Ad Ah", "As", on_lead(A, FIRST, trump=Suit.HEARTS, owner=A))
    assert log.trump is None
    for hand, code, trump in (("Ac Ad Ah", "Ac", None), ("Ad Ah", "Ad", None), ("Ah", "Ah", Suit.HEARTS)):
        log = lead(conventions, hand, code, Playing(BARGAIN, A, (), log))
        assert log.trump is trump
    assert len(log.marriages) == 1


def test_settled_p6_a_marriage_ends_the_wait() -> None:
    conventions = table(ace_marriage="200", ace_marriage_trump="last_ace")
    log = lead(conventions, "As Ac Ad Ah Ks Qs", "As", on_lead(A, FIRST))
    log = lead(conventions, "Ac Ad Ah Ks Qs", "Ks", Playing(BARGAIN, A, (), log))
    assert log.trump is Suit.SPADES
    log = lead(conventions, "Ah", "Ah", Playing(BARGAIN, A, (), log))
    assert log.trump is Suit.SPADES


def test_settled_p7_an_ace_may_declare_both() -> None:
    conventions = table(ace_marriage="200", ace_marriage_trump="led_ace", marriage_pair="ak")
    log = lead(conventions, "As Ac Ad Ah Kd", "Ad", on_lead(A, FIRST))
    assert sorted(marriage.points for marriage in log.marriages) == [80, 200]
    assert log.trump is Suit.DIAMONDS


def test_marriage_pair_ak() -> None:
    conventions = table(marriage_pair="ak")
    assert declares(conventions, cards("Ac Kc"), card("Ac"), on_lead(A, FIRST))
    assert not declares(conventions, cards("Kc Qc"), card("Kc"), on_lead(A, FIRST))


def test_m16_two_marriages_and_31() -> None:
    spades = lead(table(), "Ks Qs", "Ks", on_lead(B, FIRST)).marriages
    hearts = lead(table(), "Kh Qh", "Qh", on_lead(B, FIRST)).marriages
    tricks = (trick("As Ks Ts", winner=B), trick("Qs Qc 9s", winner=B), trick("9d Jd Ad", winner=C))
    count = tally(table(), [Standing()] * 3, (cards("9h"), (), ()), Log(tricks, spades + hearts))
    assert count.taken[B] == 31 + 140
    assert defender_entry(table(), count.taken[B]) == 170


# Settled P1: what proves a claim

PLAYED = (
    trick("9s Js Qs", winner=C),
    trick("9c Jc Qc", winner=C),
    trick("9d Jd Qd", winner=C),
    trick("9h Jh Kd", winner=C),
)
"""Twelve cards are gone, led by A; left: K T A of spades and clubs, T A of diamonds, Q K T A of hearts."""


@pytest.mark.parametrize(
    ("hand", "proved"),
    [
        ("As Ac Ad Ah", True),
        ("As Ts Ac Ah", True),
        ("As Ks Ac Ad", True),  # the ace takes the ten, the last spade unseen
        ("Kh Th Ah As", True),
        ("Ks Ts Ac Ad", False),  # the ace of spades is out
        ("Kh Ah Ac Ad", False),  # ten and queen of hearts are out, the king is below the ten
    ],
)
def test_settled_p1_without_a_trump(hand: str, proved: bool) -> None:
    assert is_proved(table(), FRAME, cards(hand), on_lead(A, *PLAYED)) is proved


@pytest.mark.parametrize(
    ("hand", "owner", "foreign", "proved"),
    [
        ("As Ac Ad Ah", A, "allowed", False),  # three trumps are unseen, one is held
        ("As Ac Th Ah", A, "allowed", True),
        ("As Ac Th Ah", A, "never", True),
        ("As Ac Th Ah", B, "allowed", True),
        ("As Ac Th Ah", B, "never", False),
        ("As Ac Th Ah", B, "no_first_lead", True),  # A has led before
    ],
)
def test_settled_p1_with_trumps(hand: str, owner: Seat, foreign: str, proved: bool) -> None:
    position = on_lead(A, *PLAYED, trump=Suit.HEARTS, owner=owner)
    assert is_proved(table(foreign_trump_lead=foreign), FRAME, cards(hand), position) is proved


def test_settled_p1_first_lead_of_the_foreign_trump() -> None:
    by_others = tuple(Trick(gone.cards[1:] + gone.cards[:1], gone.winner) for gone in PLAYED)
    position = on_lead(A, *by_others, trump=Suit.HEARTS, owner=B)
    assert not is_proved(table(foreign_trump_lead="no_first_lead"), FRAME, cards("As Ac Th Ah"), position)


def test_settled_p1_a_hand_of_foreign_trumps() -> None:
    position = on_lead(A, *PLAYED, trick("Ks Kc Td", winner=A), trump=Suit.HEARTS, owner=B)
    assert is_proved(table(foreign_trump_lead="never"), FRAME, cards("Kh Th Ah"), position)


@pytest.mark.parametrize(("effect", "proved"), [("keeps", True), ("cancels", True), ("led_ace", False)])
def test_settled_p1_four_aces_undeclared(effect: str, proved: bool) -> None:
    conventions = table(ace_marriage="200", ace_marriage_trump=effect)
    assert is_proved(conventions, FRAME, cards("As Ac Ad Ah"), on_lead(A, *PLAYED)) is proved


def test_settled_p1_not_while_a_last_ace_is_awaited() -> None:
    conventions = table(ace_marriage="200", ace_marriage_trump="last_ace")
    waiting = Playing(BARGAIN, A, (), Log(PLAYED, last_ace_of=A))
    assert not is_proved(conventions, FRAME, cards("As Ac Ad Ah"), waiting)


def test_settled_p1_only_on_lead() -> None:
    following_suit = Playing(BARGAIN, A, laid("Ks", leader=C), Log(PLAYED))
    assert not is_proved(table(), FRAME, cards("As Ac Ad Ah"), following_suit)
