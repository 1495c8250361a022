"""Legal cards, trick winners, marriages, trump and claims; examples L and M of the catalogue by their ids."""

from __future__ import annotations

import pytest

from engine.actions import Announce, Claim, Play, Seat
from engine.cards import BY_CODE, Suit
from engine.errors import (
    CardNotHeld,
    ForeignTrumpLead,
    MarriageFirstLead,
    MustBeat,
    MustFollowSuit,
    MustLeadTrump,
    MustOvertrump,
    MustTrump,
    NotAllowed,
    NotYourTurn,
    RuleError,
)
from engine.events import MarriageDeclared, TrickTaken
from engine.match import apply, check, current_result, legal_actions
from engine.state import MatchState, Playing
from tests.engine.tables import ANNA, BOB, VERA, cards, play_out, plays, position, result_of, table, tokens

SPADES, CLUBS, DIAMONDS, HEARTS = Suit


def legal(state: MatchState, seat: Seat = ANNA) -> list[str]:
    return tokens(legal_actions(state, seat))


def playing(state: MatchState) -> Playing:
    assert state.deal is not None
    assert isinstance(state.deal.phase, Playing)
    return state.deal.phase


def refused(state: MatchState, card: str, seat: Seat = ANNA) -> RuleError:
    with pytest.raises(RuleError) as error:
        check(state, seat, Play(BY_CODE[card]))
    return error.value


def trump_after(state: MatchState) -> tuple[Suit | None, Seat | None]:
    log = playing(state).log
    return log.trump, log.trump_owner


# Following


def test_l2_void_with_a_trump_must_trump() -> None:
    state = position(table(), ["9h Kd", "9s", "Js"], on_table="Ts", trump=HEARTS, owner=BOB)
    assert legal(state) == ["9h"]
    assert isinstance(refused(state, "Kd"), MustTrump)


def test_l3_void_without_a_trump_plays_anything() -> None:
    state = position(table(), ["Kd Jc", "9s", "Js"], on_table="Ts", trump=HEARTS, owner=BOB)
    assert legal(state) == ["Jc", "Kd"]


@pytest.mark.parametrize("hand", ["9s As Jh", "9s As"])
def test_l5_l6_following_suit_needs_no_higher_card(hand: str) -> None:
    state = position(table(must_beat="false"), [hand, "Qs", "Js"], on_table="Ts")
    assert legal(state) == ["9s", "As"]


def test_must_beat_asks_for_a_higher_card() -> None:
    state = position(table(must_beat="true"), ["9s As Jh", "Qs", "Js"], on_table="Ts")
    assert legal(state) == ["As"]
    error = refused(state, "9s")
    assert isinstance(error, MustBeat)
    assert error.card is BY_CODE["Ts"]
    assert isinstance(refused(state, "Jh"), MustFollowSuit)


def test_must_beat_counts_the_best_card_of_the_trick() -> None:
    state = position(table(must_beat="true"), ["Ks 9s", "9d", "9h"], turn=ANNA, on_table="Qs Ts")
    assert legal(state) == ["9s", "Ks"]


def test_p4_no_duty_to_beat_a_trumped_trick() -> None:
    settings = {"must_beat": "true", "must_overtrump": "true"}
    state = position(table(**settings), ["9s As", "9d", "9c"], on_table="Ts 9h", trump=HEARTS, owner=BOB)
    assert legal(state) == ["9s", "As"]


def test_must_beat_holds_where_the_trump_itself_is_led() -> None:
    state = position(table(must_beat="true"), ["9h Ah", "9d", "9c"], on_table="Th", trump=HEARTS, owner=BOB)
    assert legal(state) == ["Ah"]


def test_must_overtrump_only_where_a_trump_lies() -> None:
    rules = table(must_overtrump="true")
    free = position(rules, ["9h Ah Kd", "9d", "9c"], on_table="Ts", trump=HEARTS, owner=BOB)
    assert legal(free) == ["9h", "Ah"]
    bound = position(rules, ["9h Ah Kd", "9d", "9c"], on_table="Ts Qh", trump=HEARTS, owner=BOB)
    assert legal(bound) == ["Ah"]
    error = refused(bound, "9h")
    assert isinstance(error, MustOvertrump)
    assert error.card is BY_CODE["Qh"]
    low = position(rules, ["9h Jh Kd", "9d", "9c"], on_table="Ts Qh", trump=HEARTS, owner=BOB)
    assert legal(low) == ["9h", "Jh"]


def test_n7_a_card_that_is_not_held_comes_before_the_suit() -> None:
    state = position(table(), ["9s Kd", "9d", "9c"], on_table="Ts")
    assert isinstance(refused(state, "Ah"), CardNotHeld)
    assert isinstance(refused(state, "Kd"), MustFollowSuit)
    assert isinstance(refused(state, "Ah", BOB), NotYourTurn)


# Tricks


@pytest.mark.parametrize(
    ("lying", "last", "trump", "winner", "points"),
    [
        pytest.param("Ks Ts", "Qs", None, BOB, 17, id="L8"),
        pytest.param("As 9h", "Jh", HEARTS, VERA, 13, id="L9"),
        pytest.param("Ks Ah", "Td", None, ANNA, 25, id="an off-suit ace never wins"),
        pytest.param("9s Ah", "Jd", DIAMONDS, VERA, 13, id="the smallest trump wins"),
    ],
)
def test_trick_winners(lying: str, last: str, trump: Suit | None, winner: Seat, points: int) -> None:
    owner = None if trump is None else BOB
    hands = ["9c", "Jc", f"{last} Qc"]
    state = position(table(), hands, turn=VERA, on_table=lying, trump=trump, owner=owner)
    step = apply(state, VERA, Play(BY_CODE[last]))
    assert [event for event in step.events if isinstance(event, TrickTaken)] == [TrickTaken(winner, points)]
    assert playing(step.state).turn == winner


# Leading


def test_l11_a_foreign_trump_may_not_be_led() -> None:
    state = position(table(foreign_trump_lead="never"), ["9h Ks", "9d 9s", "9c Js"], trump=HEARTS, owner=BOB)
    assert legal(state) == ["Ks"]
    assert isinstance(refused(state, "9h"), ForeignTrumpLead)


def test_l12_a_hand_of_trumps_is_free() -> None:
    state = position(table(foreign_trump_lead="never"), ["9h Th", "9d 9s", "9c Js"], trump=HEARTS, owner=BOB)
    assert legal(state) == ["9h", "Th"]


def test_the_owner_of_the_trump_leads_it_freely() -> None:
    state = position(table(foreign_trump_lead="never"), ["9h Ks", "9d 9s", "9c Js"], trump=HEARTS, owner=ANNA)
    assert legal(state) == ["Ks", "9h"]


def test_p2_no_first_lead_bars_only_the_first_lead_of_the_player() -> None:
    rules = table(foreign_trump_lead="no_first_lead")
    first = position(rules, ["9h Ks", "9d 9s", "9c Js"], trump=HEARTS, owner=BOB, led_before=BOB)
    assert legal(first) == ["Ks"]
    later = position(rules, ["9h Ks", "9d 9s", "9c Js"], trump=HEARTS, owner=BOB, led_before=ANNA)
    assert legal(later) == ["Ks", "9h"]


def test_l14_the_ban_on_foreign_trumps_beats_the_duty_to_lead_one() -> None:
    rules = table(foreign_trump_lead="never", own_trump_lead="must_lead")
    state = position(rules, ["Ad 9c", "9d 9s", "Jc Js"], trump=DIAMONDS, owner=BOB)
    assert legal(state) == ["9c"]


@pytest.mark.parametrize("owner", [ANNA, BOB])
def test_p3_must_lead_speaks_of_any_trump(owner: Seat) -> None:
    rules = table(own_trump_lead="must_lead")
    state = position(rules, ["Ad 9c", "9d 9s", "Jc Js"], trump=DIAMONDS, owner=owner)
    assert legal(state) == ["Ad"]
    assert isinstance(refused(state, "9c"), MustLeadTrump)


def test_4_43_a_hand_of_barred_cards_may_be_led() -> None:
    rules = table(first_lead_marriage="forbidden")
    hands = ["Ks Qs Kh Qh", "9d 9s", "Jc Js"]
    state = position(rules, hands, led_before=None)
    assert legal(state) == ["Qs", "Ks", "Qh", "Kh"]
    led = apply(state, ANNA, Play(BY_CODE["Kh"]))
    assert trump_after(led.state) == (None, None)


def test_forbidden_bars_the_pair_and_not_a_single_king() -> None:
    state = position(
        table(first_lead_marriage="forbidden"), ["Ks Qs Kd 9h", "9d 9s", "Jc Js"], led_before=None
    )
    assert legal(state) == ["Kd", "9h"]
    assert isinstance(refused(state, "Ks"), MarriageFirstLead)


def test_p8_forbidden_bars_four_aces_too_where_they_follow_the_marriage() -> None:
    hands = ["As Ac Ad Ah 9h", "9d 9s", "Jc Js"]
    settings = {"ace_marriage": "200", "first_lead_marriage": "forbidden"}
    barred = position(table(**settings, ace_marriage_gate="as_marriage"), hands, led_before=None)
    assert legal(barred) == ["9h"]
    plain = position(table(**settings, ace_marriage_gate="needs_trick"), hands, led_before=None)
    assert legal(plain) == ["As", "Ac", "Ad", "9h", "Ah"]


# Marriages


def test_m1_a_marriage_led_first_is_plain_and_gone() -> None:
    state = position(table(), ["Kh Qh", "9h 9s", "Jh Js"], led_before=None)
    step = play_out(state, *plays("A:Kh B:9h V:Jh A:Qh"))
    assert not [event for event in step.events if isinstance(event, MarriageDeclared)]
    assert trump_after(step.state) == (None, None)


def test_m3_declares_from_the_first_lead() -> None:
    state = position(table(first_lead_marriage="declares"), ["Kh Qh", "9h 9s", "Jh Js"], led_before=None)
    step = play_out(state, *plays("A:Kh"))
    assert step.events[1:] == (MarriageDeclared(ANNA, HEARTS, 100, HEARTS),)
    assert trump_after(step.state) == (HEARTS, ANNA)


def test_m4_a_pair_of_which_one_card_is_gone_is_no_marriage() -> None:
    state = position(table(), ["Qd 9c", "9d 9s", "Jd Js"], led_before=VERA)
    step = play_out(state, *plays("A:Qd"))
    assert trump_after(step.state) == (None, None)


def test_m6_the_new_trump_rules_the_very_trick() -> None:
    state = position(table(), ["Kc Qc", "9h Ad", "9c Js"], trump=HEARTS, owner=BOB)
    led = play_out(state, *plays("A:Kc"))
    assert legal(led.state, BOB) == ["Ad", "9h"]
    step = play_out(led.state, *plays("B:9h V:9c"))
    assert playing(step.state).turn == ANNA


def test_m7_an_uncaptured_marriage_scores_nothing() -> None:
    rules = table(marriage_needs_capture="true")
    state = position(rules, ["Qd Kd 9s", "Ad Td Js", "9d Jd Qs"])
    step = play_out(state, *plays("A:Qd B:Ad V:9d B:Td V:Jd A:Kd"))
    running = current_result(step.state)
    assert running is not None
    assert running.marriage_points == (0, 0, 0)


@pytest.mark.parametrize(("led", "kept"), [("Qd", "Kd"), ("Kd", "Qd")])
def test_needs_capture_takes_either_half_at_any_time(led: str, kept: str) -> None:
    rules = table(marriage_needs_capture="true")
    state = position(rules, ["Qd Kd 9s", "Td Ts Js", "9d Jd Qs"])
    lost = play_out(state, *plays(f"A:{led} B:Td V:9d"))
    before = current_result(lost.state)
    assert before is not None
    assert before.marriage_points == (0, 0, 0)
    won = play_out(lost.state, *plays(f"B:Ts V:Qs A:9s B:Js V:Jd A:{kept}"))
    assert result_of(won).marriage_points == (80, 0, 0)


def test_m9_two_marriages_and_every_trick_are_300() -> None:
    hand = "Qd Kd Td Ad Qh Kh Th Ah"
    rest = ["9s Js Qs Ks 9d 9h Ts As", "9c Jc Qc Kc Jd Jh Tc Ac"]
    rules = table(first_lead_marriage="plain", hand_cap="none", max_bid="300")
    state = position(rules, [hand, *rest], led_before=None)
    sure = "A:Ad B:9d V:Jd A:Kd B:9s V:9c A:Ah B:9h V:Jh A:Kh B:Js V:Jc"
    step = play_out(state, *plays(sure))
    done = apply(step.state, ANNA, Claim())
    result = result_of(done)
    assert result.taken == (300, 0, 0)


def test_m10_a_marriage_may_leave_the_trump() -> None:
    rules = table(marriage_announce="explicit", marriage_keep_trump="true")
    state = position(rules, ["Kd Qd 9h", "9d 9s Td", "Jd Js Jc"], trump=SPADES, owner=BOB)
    step = apply(state, ANNA, Announce(BY_CODE["Kd"], keep_trump=True))
    assert step.events[1:] == (MarriageDeclared(ANNA, DIAMONDS, 80, SPADES),)
    assert trump_after(step.state) == (SPADES, BOB)


def test_p5_there_is_nothing_to_keep_without_a_trump() -> None:
    rules = table(marriage_announce="explicit", marriage_keep_trump="true")
    state = position(rules, ["Kd Qd 9h", "9d 9s Td", "Jd Js Jc"])
    assert Announce(BY_CODE["Kd"]) in legal_actions(state, ANNA)
    with pytest.raises(NotAllowed) as error:
        check(state, ANNA, Announce(BY_CODE["Kd"], keep_trump=True))
    assert error.value.obstacle == "no_trump"


def test_explicit_scores_nothing_without_the_word() -> None:
    state = position(table(marriage_announce="explicit"), ["Kd Qd 9h", "9d 9s Td", "Jd Js Jc"])
    step = play_out(state, *plays("A:Kd"))
    assert trump_after(step.state) == (None, None)


def test_the_word_needs_a_marriage_and_an_explicit_table() -> None:
    hands = ["Kd 9h", "9d 9s", "Jd Js"]
    with pytest.raises(NotAllowed) as none:
        check(position(table(marriage_announce="explicit"), hands), ANNA, Announce(BY_CODE["Kd"]))
    assert none.value.obstacle == "no_marriage"
    with pytest.raises(NotAllowed) as auto:
        check(position(table(), ["Kd Qd", *hands[1:]]), ANNA, Announce(BY_CODE["Kd"]))
    assert auto.value.obstacle == "off"


def test_only_a_lead_declares() -> None:
    state = position(table(), ["Kd Qd", "9d 9s", "Jd Js"], on_table="Td")
    step = play_out(state, *plays("A:Kd"))
    assert trump_after(step.state) == (None, None)


def test_ak_makes_the_ace_and_the_king_a_marriage() -> None:
    state = position(table(marriage_pair="ak"), ["Kd Ad Qd", "9d 9s Ts", "Jd Js Tc"])
    assert play_out(state, *plays("A:Qd")).events[1:] == ()
    assert play_out(state, *plays("A:Ad")).events[1:] == (MarriageDeclared(ANNA, DIAMONDS, 80, DIAMONDS),)


# Four aces

LATER = ["As Ac Ad Ah", "9d 9s Td Ts", "Jd Js Qc Qs"]


@pytest.mark.parametrize(
    ("mode", "trump"),
    [
        pytest.param("keeps", (HEARTS, BOB), id="keeps"),
        pytest.param("cancels", (None, None), id="M15 cancels"),
        pytest.param("last_ace", (None, None), id="last_ace"),
        pytest.param("led_ace", (SPADES, ANNA), id="led_ace"),
    ],
)
def test_m12_four_aces_score_200_and_act_on_the_trump(mode: str, trump: tuple[Suit, Seat]) -> None:
    rules = table(ace_marriage="200", ace_marriage_trump=mode)
    state = position(rules, LATER, trump=HEARTS, owner=BOB)
    step = play_out(state, *plays("A:As"))
    assert step.events[1:] == (MarriageDeclared(ANNA, None, 200, trump[0]),)
    assert trump_after(step.state) == trump


def test_m13_three_aces_are_no_marriage() -> None:
    state = position(table(ace_marriage="200"), ["As Ad Ah", "9d 9s Td", "Jd Js Qc"])
    assert play_out(state, *plays("A:As")).events[1:] == ()


def test_needs_trick_bars_the_aces_from_the_first_lead_only() -> None:
    rules = table(ace_marriage="200", first_lead_marriage="declares", ace_marriage_gate="needs_trick")
    assert play_out(position(rules, LATER, led_before=None), *plays("A:As")).events[1:] == ()
    as_marriage = table(ace_marriage="200", first_lead_marriage="declares", ace_marriage_gate="as_marriage")
    declared = play_out(position(as_marriage, LATER, led_before=None), *plays("A:As"))
    assert declared.events[1:] == (MarriageDeclared(ANNA, None, 200, None),)


def test_p6_the_last_ace_sets_the_trump_from_its_own_trick() -> None:
    rules = table(ace_marriage="200", ace_marriage_trump="last_ace")
    state = position(rules, ["As Ac Ad Ah", "9h 9s Td Ts", "Jd Js Jc Qs"], trump=DIAMONDS, owner=BOB)
    waiting = play_out(state, *plays("A:As B:9s V:Js A:Ac B:Ts V:Jc A:Ad B:Td V:Jd"))
    assert trump_after(waiting.state) == (None, None)
    last = play_out(waiting.state, *plays("A:Ah"))
    assert trump_after(last.state) == (HEARTS, ANNA)


def test_p6_a_marriage_ends_the_wait_for_the_last_ace() -> None:
    rules = table(ace_marriage="200", ace_marriage_trump="last_ace")
    state = position(rules, ["As Ac Ad Ah Ks Qs", "9h 9s Td Ts Tc 9c", "Jd Js Jc Jh Qc Kc"])
    step = play_out(state, *plays("A:Ac B:Tc V:Jc A:Ks B:9s V:Js"))
    assert trump_after(step.state) == (SPADES, ANNA)
    ended = play_out(step.state, *plays("A:As B:Ts V:Jd A:Ah B:9h V:Jh A:Ad"))
    assert trump_after(ended.state) == (SPADES, ANNA)


def test_p7_an_ace_may_declare_both() -> None:
    rules = table(ace_marriage="200", marriage_pair="ak")
    state = position(rules, ["As Ac Ad Ah Kd", "9d 9s Td Ts Tc", "Jd Js Qc Qs Qh"])
    step = play_out(state, *plays("A:Ad"))
    assert step.events[1:] == (
        MarriageDeclared(ANNA, None, 200, None),
        MarriageDeclared(ANNA, DIAMONDS, 80, DIAMONDS),
    )
    assert trump_after(step.state) == (DIAMONDS, ANNA)


# Claims (settled P1)


def claims(state: MatchState) -> bool:
    return Claim() in legal_actions(state, ANNA)


def test_p1a_the_highest_cards_of_every_suit_are_a_claim() -> None:
    assert claims(position(table(), ["As Ts Ah", "9s Js 9h", "Qs Ks 9c"]))


def test_p1a_one_losing_card_is_none() -> None:
    state = position(table(), ["As Ts Kh", "9s Js Ah", "Qs Ks 9c"])
    assert not claims(state)
    with pytest.raises(NotAllowed) as error:
        check(state, ANNA, Claim())
    assert error.value.obstacle == "not_proved"


def test_p1a_every_card_must_beat_the_highest_unseen_one() -> None:
    assert not claims(position(table(), ["As Ks", "9s Ts", "Ah Ad"]))
    assert claims(position(table(), ["As Ts", "9s Ks", "Ah Ad"]))


def test_p1a_a_low_card_is_good_when_the_suit_runs_out() -> None:
    assert claims(position(table(), ["As Ts 9s", "Js Ac Ad", "Qs Ah Td"]))
    assert not claims(position(table(), ["As Ts 9s", "Js Qs Ad", "Ks Ah Td"]))


def test_p1b_unseen_trumps_must_be_outnumbered() -> None:
    hands = ["As Ah Th", "9s 9h Qh", "Qs Ks 9c"]
    assert claims(position(table(), hands, trump=HEARTS, owner=ANNA))
    outnumbered = ["As Ah Th", "Jh 9h Qh", "Qs Ks 9c"]
    assert not claims(position(table(), outnumbered, trump=HEARTS, owner=ANNA))


def test_p1b_a_trump_that_may_not_be_led_proves_nothing() -> None:
    hands = ["As Ah Th", "9s 9h Qh", "Qs Ks 9c"]
    never = table(foreign_trump_lead="never")
    assert not claims(position(never, hands, trump=HEARTS, owner=BOB))
    assert claims(position(never, ["Kh Ah Th", *hands[1:]], trump=HEARTS, owner=BOB))
    assert claims(position(table(), hands, trump=HEARTS, owner=BOB))
    first = table(foreign_trump_lead="no_first_lead")
    assert not claims(position(first, hands, trump=HEARTS, owner=BOB, led_before=BOB))
    assert claims(position(first, hands, trump=HEARTS, owner=BOB, led_before=ANNA))


def test_p1c_not_with_four_undeclared_aces_that_would_set_the_trump() -> None:
    hands = ["As Ac Ad Ah", "9s 9c 9d 9h", "Js Jc Jd Jh"]
    assert not claims(position(table(ace_marriage="200", ace_marriage_trump="led_ace"), hands))
    assert claims(position(table(ace_marriage="200", ace_marriage_trump="cancels"), hands))
    assert claims(position(table(ace_marriage="0", ace_marriage_trump="led_ace"), hands))


def test_p1c_not_while_a_last_ace_is_awaited() -> None:
    rules = table(ace_marriage="200", ace_marriage_trump="last_ace")
    state = position(rules, ["As Ac Ad Ah", "9s 9c 9d 9h", "Js Jc Jd Jh"])
    assert claims(state)
    assert not claims(play_out(state, *plays("A:As B:9s V:Js")).state)


def test_p1_only_the_leader_claims() -> None:
    state = position(table(), ["As Ts", "9s 9h", "Qs 9c"], on_table="Js")
    assert not claims(state)
    with pytest.raises(NotAllowed):
        check(state, ANNA, Claim())


def test_the_claimer_gets_the_rest_and_no_new_marriage() -> None:
    rules = table(last_trick_bonus="10")
    state = position(rules, ["Ah Th Kh Qh", "9s 9d 9h Ts", "Js Jd Jh Tc"])
    step = apply(state, ANNA, Claim())
    result = result_of(step)
    left = sum(card.points for card in cards("Ah Th Kh Qh Ts Js Jd Jh Tc"))
    assert result.card_points[ANNA] == left
    assert result.taken[ANNA] == left + 10
    assert result.marriage_points == (0, 0, 0)
    assert result.tricks[ANNA] == 4
