"""What is seen, and what is not."""

from __future__ import annotations

from engine.actions import Bid, Claim, Give, Keep, NameContract, Pass, Redeal, ShowTalon
from engine.cards import BY_CODE, Suit
from engine.events import CardGiven, Ground, RedealKept, RedealOffered, TalonShown, TalonTaken, TricksClaimed
from engine.match import apply, legal_actions, new_match, next_deck, phase, start_deal, to_act
from engine.state import MatchState
from engine.view import (
    Call,
    Gift,
    Phase,
    Played,
    PublicDeal,
    Trick,
    public_events,
    public_view,
    seat_events,
    seat_view,
)
from tests.engine.tables import (
    ANNA,
    BOB,
    VERA,
    anna_plays,
    cards,
    dealt,
    play_out,
    plays,
    position,
    seated,
    table,
)


def board(state: MatchState) -> PublicDeal:
    deal = public_view(state).deal
    assert deal is not None
    return deal


def test_everybody_sees_his_own_hand_and_nobody_elses() -> None:
    state = dealt(table())
    for seat, hand in enumerate(("9s Ks As Jc Kd Ad 9h", "Js Qs Qc Ac 9d Qd Th", "Ts 9c Kc Tc Jd Jh Ah")):
        assert seat_view(state, seat).hand == cards(hand)
    assert board(state).hand_sizes == (7, 7, 7)


def test_the_auction_is_public() -> None:
    state = play_out(dealt(table()), (ANNA, Bid(100)), (BOB, Pass())).state
    deal = board(state)
    assert deal.calls == (Call(ANNA, 100), Call(BOB, None))
    assert (deal.passed, deal.bidder, deal.bid, deal.declarer) == ((BOB,), ANNA, 100, None)
    assert public_view(state).to_act == (VERA,)
    assert seat_view(state, VERA).legal[-1] == Pass()
    assert seat_view(state, ANNA).legal == ()


def test_t10_a_talon_that_stays_hidden_is_the_declarers() -> None:
    before = play_out(dealt(table()), (ANNA, Bid(100)), (BOB, Pass())).state
    step = apply(before, VERA, Pass())
    seen = {seat: seat_view(step.state, seat).talon for seat in (ANNA, BOB, VERA)}
    assert seen == {ANNA: cards("Td Qh Kh"), BOB: None, VERA: None}
    assert board(step.state).talon is None
    assert TalonTaken(ANNA, cards("Td Qh Kh"), shown=False) in seat_events(step.events, ANNA)
    assert TalonTaken(ANNA, None, shown=False) in seat_events(step.events, BOB)
    assert TalonTaken(ANNA, None, shown=False) in public_events(step.events)


def test_a_talon_that_is_shown_stays_on_the_board() -> None:
    state = play_out(dealt(table()), *anna_plays(105)).state
    assert board(state).talon == cards("Td Qh Kh")
    assert seat_view(state, VERA).talon == cards("Td Qh Kh")


def test_the_choice_to_show_the_talon_is_an_event() -> None:
    rules = table(talon_reveal="owner_choice")
    state = play_out(dealt(rules), (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass())).state
    assert public_view(state).phase is Phase.TALON
    step = apply(state, ANNA, ShowTalon())
    assert public_events(step.events) == (TalonShown(ANNA, cards("Td Qh Kh")),)


def test_a_card_given_face_down_is_seen_by_giver_and_receiver() -> None:
    state = play_out(dealt(table()), (ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass())).state
    step = apply(state, ANNA, Give(BY_CODE["9s"], BOB))
    known, unknown = Gift(ANNA, BOB, BY_CODE["9s"]), Gift(ANNA, BOB, None)
    assert seat_view(step.state, ANNA).gifts == seat_view(step.state, BOB).gifts == (known,)
    assert seat_view(step.state, VERA).gifts == board(step.state).gifts == (unknown,)
    given = CardGiven(ANNA, BOB, BY_CODE["9s"], face_up=False)
    hidden = CardGiven(ANNA, BOB, None, face_up=False)
    assert seat_events(step.events, BOB) == seat_events(step.events, ANNA) == (given,)
    assert seat_events(step.events, VERA) == public_events(step.events) == (hidden,)


def test_a_card_given_face_up_is_seen_by_all() -> None:
    state = play_out(dealt(table(discard_face="up")), (ANNA, Bid(105)), (BOB, Pass()), (VERA, Pass())).state
    step = apply(state, ANNA, Give(BY_CODE["9s"], BOB))
    assert board(step.state).gifts == (Gift(ANNA, BOB, BY_CODE["9s"]),)
    assert public_events(step.events) == step.events


def test_the_holder_of_a_redeal_stays_unknown() -> None:
    hands = ("9s 9c 9d Js Jc Qd Qh", "Ks As Qc Ac Kd Td Th", "9h Jd Jh Qs Kc Kh Ts")
    state = dealt(table(redeal_hand_nines="3", redeal_hand_below="40"), None, hands, "Tc Ad Ah")
    assert to_act(state) == (ANNA, VERA)
    for view in (public_view(state), seat_view(state, BOB).public):
        assert (view.phase, view.to_act) == (Phase.REDEAL, ())
    assert seat_view(state, BOB).grounds == ()
    assert seat_view(state, ANNA).grounds == (Ground.WEAK_HAND, Ground.NINES)
    assert seat_view(state, ANNA).legal == (Redeal(), Keep())
    assert seat_view(state, BOB).legal == ()
    step = apply(state, VERA, Keep())
    assert seat_events(step.events, VERA) == (RedealKept(VERA),)
    assert seat_events(step.events, BOB) == public_events(step.events) == ()
    assert public_events((RedealOffered(),)) == (RedealOffered(),)


def test_the_table_and_the_tricks_are_public() -> None:
    state = position(table(), ["Kc Qc 9h", "Tc Jc 9d", "9c Ac Js"], led_before=VERA)
    led = play_out(state, *plays("A:Kc B:Tc")).state
    deal = board(led)
    lying = (Played(ANNA, BY_CODE["Kc"]), Played(BOB, BY_CODE["Tc"]))
    assert (deal.trick, deal.leader) == (Trick(lying, None), ANNA)
    assert (deal.trump, deal.trump_owner) == (Suit.CLUBS, ANNA)
    done = play_out(led, *plays("V:Ac")).state
    deal = board(done)
    assert deal.trick == Trick((), None)
    assert deal.tricks[-1] == Trick((*lying, Played(VERA, BY_CODE["Ac"])), VERA)
    assert (deal.leader, deal.tricks_won[VERA], deal.card_points[VERA]) == (VERA, 1, 25)
    assert deal.hand_sizes == (2, 2, 2)


def test_a_claim_shows_the_hand_to_all() -> None:
    """D13."""
    state = position(table(), ["Ah Th", "9s 9d", "Js Jd"])
    assert public_events(apply(state, ANNA, Claim()).events)[0] == TricksClaimed(ANNA, cards("Th Ah"))


def test_the_sitting_dealer_sees_what_the_table_sees() -> None:
    """D37."""
    sitter = 3
    before = new_match(table("rospis4"), 4, dealer=sitter, deals_played=4)
    for seed in (b"1", b"2"):
        state = start_deal(before, next_deck(before, seed)).state
        while phase(state) is not Phase.PLAY:
            (seat,) = to_act(state)
            giving = phase(state) in {Phase.DISCARD, Phase.CONTRACT}
            state = apply(state, seat, legal_actions(state, seat)[0 if giving else -1]).state
            view = seat_view(state, sitter)
            assert view.public.deal is not None
            assert (view.talon, view.gifts) == (view.public.deal.talon, view.public.deal.gifts)
            assert (view.hand, view.legal) == ((), ())


def test_the_contract_is_public_when_it_is_named() -> None:
    state = play_out(dealt(table()), *anna_plays(105)).state
    assert board(state).contract is None
    assert board(apply(state, ANNA, NameContract(110)).state).contract == 110


def test_between_deals_there_is_no_deal_to_see() -> None:
    view = seat_view(seated(table()), ANNA)
    assert (view.public.phase, view.public.deal, view.hand, view.talon) == (Phase.OVER, None, (), None)
