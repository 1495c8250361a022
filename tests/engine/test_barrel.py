"""The barrel at the end of a deal: wins, tries, falls, newcomers (4.11, steps 7 and 10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Seat
from engine.cards import Suit
from engine.events import EndWhy, Outcome, PerSeat
from engine.state import Marriage, Standing
from tests.engine.tables import ANNA, BOB, VERA, booked, scores, table, why

SITS = Standing(score=880, barrel=0)


def test_a1_4_7_a_total_that_reaches_the_barrel_is_written_as_it() -> None:
    result, after = booked(table(), (80, 40, 0), contract=120, sheet=scores(0, 850, 0))
    assert why(result) == [(BOB, "barrel_clamp", -10)]
    assert after.standings[BOB] == Standing(score=880, barrel=0)


def test_4_9_a_barrel_defender_scores_nothing_and_uses_a_try() -> None:
    result, after = booked(table(), (100, 20, 0), sheet=(Standing(), SITS, Standing()))
    assert result.recorded == (100, 0, 0)
    assert after.standings[BOB] == replace(SITS, barrel=1)


def test_4_10_a_failed_own_contract_costs_a_try_only() -> None:
    result, after = booked(table(), (110, 10, 0), contract=120, sheet=(SITS, Standing(), Standing()))
    assert (result.made, result.recorded[ANNA]) == (False, 0)
    assert after.standings[ANNA] == replace(SITS, barrel=1)


def test_a2_the_third_try_falls_to_760() -> None:
    sheet = (replace(SITS, barrel=2), Standing(), Standing())
    result, after = booked(table(), (110, 10, 0), contract=120, sheet=sheet)
    assert why(result) == [(ANNA, "barrel_fall", -120)]
    assert after.standings[ANNA] == Standing(score=760, falls=1)


@pytest.mark.parametrize(
    ("settings", "total"), [({"barrel_fall_penalty": "121"}, 759), ({"barrel_fall_to": "500"}, 500)]
)
def test_a22_a28_where_a_fall_ends(settings: dict[str, str], total: int) -> None:
    sheet = (replace(SITS, barrel=2), Standing(), Standing())
    result, _ = booked(table(**settings), (110, 10, 0), contract=120, sheet=sheet)
    assert result.scores[ANNA] == total


@pytest.mark.parametrize(
    ("counts", "declarer", "opener", "used"),
    [
        ("deal", BOB, BOB, 1),
        ("declared", BOB, ANNA, 0),
        ("declared", ANNA, BOB, 1),
        ("own_opening", BOB, ANNA, 1),
        ("own_opening", BOB, BOB, 0),
        ("own_opening", ANNA, BOB, 1),
    ],
)
def test_4_2_what_counts_as_a_try(counts: str, declarer: Seat, opener: Seat, used: int) -> None:
    sheet = (SITS, Standing(), Standing())
    rules = table(barrel_try_counts=counts)
    _, after = booked(rules, (60, 60, 0), contract=120, sheet=sheet, declarer=declarer, opener=opener)
    assert after.standings[ANNA].barrel == used


@pytest.mark.parametrize(
    ("win_by", "declarer", "contract", "points", "won"),
    [
        pytest.param("declarer", ANNA, 120, 120, True, id="own contract"),
        pytest.param("declarer", BOB, 100, 120, False, id="a defender, not by declarer"),
        pytest.param("any", BOB, 100, 120, True, id="A20"),
        pytest.param("any", BOB, 100, 118, False, id="S3 raw points decide"),
        pytest.param("any", ANNA, 130, 120, False, id="S2 a raised contract has to be made"),
    ],
)
def test_who_wins_from_the_barrel(win_by: str, declarer: Seat, contract: int, points: int, won: bool) -> None:
    rules = table(barrel_win_by=win_by)
    sheet = (SITS, Standing(), Standing())
    _, after = booked(rules, (points, 120 - points, 0), contract=contract, sheet=sheet, declarer=declarer)
    assert (after.outcome is not None) is won
    if after.outcome:
        assert (after.outcome.why, after.outcome.winners) == (EndWhy.BARREL, (ANNA,))


def test_s1_a_win_leaves_the_other_moves_on_the_barrel_out() -> None:
    sheet = (SITS, Standing(score=870), Standing(score=675, bolts=2))
    marriage = (Marriage(BOB, Suit.HEARTS, 100),)
    result, after = booked(table(), (120, 0, 0), contract=120, sheet=sheet, marriages=marriage)
    assert after.outcome is not None
    assert result.scores == (1000, 970, 555)
    assert why(result) == [(VERA, "bolts", -120)]


def test_s27_two_winners_from_the_barrel_the_declarer_first() -> None:
    rules = table(barrel_win_by="any")
    marriages = (Marriage(BOB, Suit.HEARTS, 100), Marriage(ANNA, Suit.SPADES, 40))
    _, after = booked(rules, (90, 30, 0), contract=120, sheet=(SITS, SITS, Standing()), marriages=marriages)
    assert after.outcome is not None
    assert after.outcome.winners == (ANNA,)
    _, failed = booked(
        rules,
        (30, 90, 0),
        contract=140,
        sheet=(Standing(), SITS, SITS),
        declarer=ANNA,
        marriages=(
            Marriage(BOB, Suit.SPADES, 40),
            Marriage(VERA, Suit.DIAMONDS, 80),
            Marriage(VERA, Suit.CLUBS, 60),
        ),
    )
    assert failed.outcome is not None
    assert failed.outcome.winners == (VERA,)


def test_a16_the_others_stand_still_at_the_bare_need() -> None:
    rules = table(barrel_freeze_others="true", barrel_need="121")
    result, after = booked(rules, (115, 5, 0), contract=121, sheet=(SITS, Standing(bolts_row=1), Standing()))
    assert result.recorded == (0, 0, 0)
    assert result.bolts == (0, 0, 0)
    assert after.standings[BOB].bolts_row == 1
    raised, _ = booked(rules, (115, 5, 0), contract=125, sheet=(SITS, Standing(), Standing()))
    assert (raised.recorded[BOB], raised.bolts[VERA]) == (5, 1)


def test_a17_s8_an_overbid_barrel_contract_is_lost_with_the_seat() -> None:
    rules = table(barrel_raise_fail="contract_and_fall", barrel_need="121")
    result, after = booked(rules, (110, 10, 0), contract=130, sheet=(SITS, Standing(), Standing()))
    assert why(result) == [(ANNA, "barrel_raise_fail", -130)]
    assert after.standings[ANNA] == Standing(score=750, falls=1)
    need, _ = booked(rules, (110, 10, 0), contract=121, sheet=(SITS, Standing(), Standing()))
    assert need.scores[ANNA] == 880


@pytest.mark.parametrize(("used", "total", "kind"), [(0, 760, None), (2, 760, "barrel_fall")])
def test_s7_a_failure_may_be_charged_while_tries_remain(used: int, total: int, kind: str | None) -> None:
    rules = table(barrel_fail_charge="contract")
    sheet = (replace(SITS, barrel=used), Standing(), Standing())
    result, after = booked(rules, (110, 10, 0), contract=120, sheet=sheet)
    assert result.scores[ANNA] == total
    assert [reason for _, reason, _ in why(result)] == ([kind] if kind else [])
    assert after.standings[ANNA] == Standing(score=total, falls=1)


@pytest.mark.parametrize(("saved", "taken", "total", "outcome"), [(91, 29, 1000, True), (91, 22, 870, False)])
def test_a7_a8_raw_points_add_up_on_the_barrel(saved: int, taken: int, total: int, outcome: bool) -> None:
    rules = table("marks", scribe_fine="0")
    sheet = (Standing(), Standing(score=880 + saved, barrel=2), Standing())
    result, after = booked(rules, (120 - taken, taken, 0), contract=120, sheet=sheet)
    assert (result.recorded[BOB], result.scores[BOB]) == (taken, total)
    assert (after.outcome is not None) is outcome


def test_a26_a_bump_rounds_an_accumulated_total_down_first() -> None:
    sheet = (Standing(), Standing(score=971, barrel=1), Standing(score=870))
    result, _ = booked(table("marks", scribe_fine="0"), (100, 0, 20), contract=100, sheet=sheet)
    assert result.scores[BOB] == 850
    assert (BOB, "barrel_bump", -121) in why(result)


def test_a10_a_newcomer_throws_the_sitter_off() -> None:
    sheet = (SITS, Standing(score=860), Standing())
    result, after = booked(table(), (0, 40, 80), declarer=VERA, contract=80, sheet=sheet)
    assert why(result) == [(BOB, "barrel_clamp", -20), (ANNA, "barrel_bump", -120)]
    assert result.scores == (760, 880, 80)
    assert after.standings[ANNA].falls == 1
    kept, _ = booked(table(barrel_bump="false"), (0, 40, 80), declarer=VERA, contract=80, sheet=sheet)
    assert kept.scores == (880, 880, 80)


def test_a14_together_all_fall_and_the_old_sitter_too() -> None:
    sheet = (SITS, Standing(score=860), Standing(score=870))
    result, _ = booked(table(), (0, 40, 80), declarer=VERA, contract=80, sheet=sheet)
    assert result.scores == (760, 760, 760)
    assert [reason for _, reason, _ in why(result)] == [
        "barrel_clamp",
        "barrel_clamp",
        "barrel_bump",
        "barrel_together",
        "barrel_together",
    ]


def test_a13_one_falls_and_the_highest_total_stays() -> None:
    rules = table(barrel_together="one_falls")
    marriages = (Marriage(ANNA, Suit.SPADES, 40),)
    result, _ = booked(rules, (60, 40, 20), contract=100, sheet=scores(0, 860, 870), marriages=marriages)
    assert result.scores == (100, 880, 760)


@pytest.mark.parametrize(("declarer", "totals"), [(ANNA, (100, 880, 760)), (VERA, (100, 760, 880))])
def test_4_5_of_equal_totals_the_declarer_stays_else_the_first_after_him(
    declarer: Seat, totals: PerSeat
) -> None:
    rules = table(barrel_together="one_falls")
    sheet = scores(0, 870, 870)
    result, _ = booked(
        rules, (100, 10, 10), contract={ANNA: 100, VERA: 10}[declarer], sheet=sheet, declarer=declarer
    )
    assert result.scores == totals


def test_4_6_one_fall_in_a_deal() -> None:
    sheet = (replace(SITS, barrel=2), Standing(score=860), Standing())
    result, after = booked(table(), (0, 40, 80), declarer=VERA, contract=80, sheet=sheet)
    assert why(result) == [(ANNA, "barrel_fall", -120), (BOB, "barrel_clamp", -20)]
    assert after.standings[ANNA].falls == 1


def test_the_third_fall_takes_everything_and_counts_anew() -> None:
    sheet = (replace(SITS, barrel=2, falls=2), Standing(), Standing())
    result, after = booked(table(three_barrels_zero="true"), (110, 10, 0), contract=120, sheet=sheet)
    assert why(result) == [(ANNA, "barrel_fall", -120), (ANNA, "three_barrels", -760)]
    assert after.standings[ANNA] == Standing()


def test_s5_a_bolt_penalty_takes_him_off_without_a_fall() -> None:
    rules = table(barrel_player_bolts="true", barrel_bump="false")
    sheet = (Standing(), replace(SITS, bolts=2), Standing())
    result, after = booked(rules, (120, 0, 0), sheet=sheet)
    assert why(result) == [(BOB, "bolts", -120)]
    assert after.standings[BOB] == Standing(score=760, bolts_row=1)


@pytest.mark.parametrize(("skips", "total", "ends"), [("true", 1000, True), ("false", 880, False)])
def test_s26_4_8_a_jump_over_the_barrel(skips: str, total: int, ends: bool) -> None:
    spades = (Marriage(ANNA, Suit.SPADES, 40),)
    rules = table(barrel_skip_win=skips)
    result, after = booked(rules, (120, 0, 0), contract=125, sheet=scores(875, 0, 0), marriages=spades)
    assert result.scores[ANNA] == total
    assert (after.outcome == Outcome(EndWhy.TARGET, (ANNA,), (ANNA, BOB, VERA), None)) is ends
