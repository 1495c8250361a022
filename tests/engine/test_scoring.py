"""What a deal writes: entries, bolts, ways out, the barrel, resets; in the order of 4.11."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Seat
from engine.booking import book
from engine.cards import DECK, Suit
from engine.ending import finish
from engine.events import DealKind, EndWhy, PerSeat, Why
from engine.giving_up import share
from engine.scoring import nearest5
from engine.state import (
    Bargain,
    Call,
    Closed,
    DealState,
    Frame,
    Log,
    Marriage,
    Played,
    Sheet,
    Standing,
    Trick,
)
from tests.engine.tables import ANNA, BOB, TALON, VERA, booked, cards, scores, table, why

SITS = Standing(score=880, barrel=0)


# Entries


@pytest.mark.parametrize(
    ("points", "rounded"), [(17, 15), (18, 20), (67, 65), (68, 70), (0, 0), (2, 0), (3, 5)]
)
def test_r3_r4_r6_nearest_five(points: int, rounded: int) -> None:
    assert nearest5(points) == rounded


@pytest.mark.parametrize(
    ("settings", "contract", "taken", "entry"),
    [
        pytest.param({}, 100, 100, 100, id="made to the point"),
        pytest.param({}, 100, 99, -100, id="missed by one"),
        pytest.param({}, 100, 98, -100, id="C4"),
        pytest.param({"declarer_rounding": "true"}, 100, 98, 100, id="C5"),
        pytest.param({}, 100, 117, 100, id="C1 overtricks are lost"),
        pytest.param({"declarer_credit": "taken"}, 100, 117, 117, id="taken"),
        pytest.param(
            {"declarer_credit": "taken", "declarer_rounding": "true"}, 100, 117, 115, id="taken, rounded"
        ),
        pytest.param(
            {"declarer_credit": "taken"}, 120, 117, -120, id="a missed contract always costs itself"
        ),
    ],
)
def test_the_declarers_entry(settings: dict[str, str], contract: int, taken: int, entry: int) -> None:
    result, _ = booked(table(**settings), (taken, 120 - taken, 0), contract=contract)
    assert result.recorded[ANNA] == entry
    assert result.made is (entry > 0)


def test_m16_a_defenders_marriages_are_added_before_rounding() -> None:
    marriages = (Marriage(BOB, Suit.SPADES, 40), Marriage(BOB, Suit.HEARTS, 100))
    result, _ = booked(table(), (89, 31, 0), marriages=marriages)
    assert (result.taken[BOB], result.recorded[BOB]) == (171, 170)
    exact, _ = booked(table(defender_rounding="none"), (89, 31, 0), marriages=marriages)
    assert exact.recorded[BOB] == 171


def test_r9_r10_the_last_trick_is_added_first() -> None:
    result, _ = booked(table(last_trick_bonus="10"), (90, 0, 30), declarer=VERA)
    assert result.taken == (100, 0, 30)
    assert result.recorded[ANNA] == 100


def test_four_nines_are_paid_after_the_entries_and_not_on_the_barrel() -> None:
    rules = table(four_nines_bonus="120")
    everything = Trick(tuple(Played(BOB if card.rank == 0 else VERA, card) for card in DECK), ANNA)
    bargain = Bargain((Call(ANNA, 100),), ANNA, 100, 100, unopposed=False, talon_shown=True, contract=100)
    closed = Closed(DealKind.PLAYED, bargain, Log((everything,)))
    deal = DealState(Frame(1, VERA, ANNA, (0, 1, 2), (cards(TALON),)), ((), (), ()), closed)
    for line, paid in ((Standing(), 120), (SITS, 0)):
        after, _ = book(rules, Sheet((Standing(), line, Standing()), VERA), deal, closed)
        assert after.last_result is not None
        assert (
            sum(item.points for item in after.last_result.adjustments if item.why is Why.FOUR_NINES) == paid
        )


# Bolts


@pytest.mark.parametrize(
    ("condition", "taken", "tricks", "bolt"),
    [
        ("no_trick", 0, 0, True),
        ("no_trick", 0, 1, False),
        ("zero_points", 0, 1, True),
        ("zero_points", 2, 1, False),
        ("zero_rounded", 2, 1, True),
        ("zero_rounded", 3, 1, False),
    ],
)
def test_4_1_what_earns_a_bolt(condition: str, taken: int, tricks: int, bolt: bool) -> None:
    marks = table(bolt_condition=condition)
    mine = {0: cards("9s 9c"), 2: cards("9s Js"), 3: cards("9s Qs")}[taken]
    others = [card for card in DECK if card not in mine]
    won = [Trick(tuple(Played(ANNA, card) for card in others), ANNA)]
    won += [Trick(tuple(Played(BOB, card) for card in mine), BOB if tricks else ANNA)]
    bargain = Bargain((Call(ANNA, 100),), ANNA, 100, 100, unopposed=False, talon_shown=True, contract=100)
    closed = Closed(DealKind.PLAYED, bargain, Log(tuple(won)))
    deal = DealState(Frame(1, VERA, ANNA, (0, 1, 2), (cards(TALON),)), ((), (), ()), closed)
    after, _ = book(marks, Sheet((Standing(),) * 3, VERA), deal, closed)
    assert after.standings[BOB].bolts == int(bolt)


def test_every_third_bolt_costs_the_penalty_and_the_count_starts_anew() -> None:
    sheet = (Standing(), Standing(bolts=2), Standing(bolts=1))
    result, after = booked(table(), (120, 0, 0), sheet=sheet)
    assert why(result) == [(BOB, "bolts", -120)]
    assert result.bolts == (0, 0, 2)
    assert result.bolted == (BOB, VERA)
    assert after.standings[VERA].bolts_row == 1


def test_s10_penalty_unit_is_the_120_of_the_conventions() -> None:
    sheet = (Standing(), Standing(bolts=2), Standing())
    result, _ = booked(table(penalty_unit="100"), (120, 0, 0), sheet=sheet)
    assert why(result) == [(BOB, "bolts", -100)]
    literal, _ = booked(
        table(penalty_unit="100", bolts_row_limit="3", bolts_row_penalty="240", bolts_game_limit="0"),
        (120, 0, 0),
        sheet=(Standing(), Standing(bolts_row=2), Standing()),
    )
    assert why(literal) == [(BOB, "bolts_row", -240)]


def test_s12_both_limits_at_once_cost_the_larger_penalty() -> None:
    sheet = (Standing(), Standing(bolts=4, bolts_row=2), Standing())
    rules = {"bolts_row_limit": "3", "bolts_game_limit": "5"}
    equal, after = booked(table(**rules), (120, 0, 0), sheet=sheet)
    assert why(equal) == [(BOB, "bolts_row", -120)]
    assert (after.standings[BOB].bolts, after.standings[BOB].bolts_row) == (0, 0)
    larger, _ = booked(table(**rules, bolts_row_penalty="360"), (120, 0, 0), sheet=sheet)
    assert why(larger) == [(BOB, "bolts_row", -360)]
    game, _ = booked(table(**rules, penalty_unit="300", bolts_row_penalty="240"), (120, 0, 0), sheet=sheet)
    assert why(game) == [(BOB, "bolts", -300)]


def test_s11_a_row_is_broken_only_where_a_bolt_was_possible() -> None:
    row = (Standing(bolts_row=2), Standing(bolts_row=2), Standing(bolts_row=2))
    _, own = booked(table(declarer_bolts="false"), (100, 20, 0), sheet=row)
    assert [line.bolts_row for line in own.standings] == [2, 0, 3]
    _, given_up = booked(table(), (100, 20, 0), sheet=row, kind=DealKind.WRITTEN_OFF)
    assert [line.bolts_row for line in given_up.standings] == [2, 2, 2]


def test_4_53_a_declarer_without_a_trick_loses_the_contract_and_gets_a_bolt() -> None:
    result, _ = booked(table(), (0, 100, 20))
    assert (result.recorded[ANNA], result.bolts[ANNA]) == (-100, 1)


# Write-off and cross


@pytest.mark.parametrize(
    ("settings", "contract", "opponents", "points"),
    [
        ({"writeoff_share": "contract_half"}, 125, 2, 65),
        ({"writeoff_share": "contract_half"}, 110, 2, 55),
        ({"writeoff_share": "contract_half"}, 125, 1, 65),
        ({"writeoff_share": "contract_half", "writeoff_rounding": "exact"}, 125, 2, 62),
        ({"writeoff_share": "contract_split"}, 125, 2, 65),
        ({"writeoff_share": "contract_split"}, 125, 3, 43),
        ({"writeoff_share": "contract_split"}, 125, 1, 125),
        ({"writeoff_share": "contract_split", "writeoff_rounding": "exact"}, 130, 3, 43),
        ({"writeoff_share": "flat60"}, 200, 2, 60),
        ({"writeoff_share": "pool120_split"}, 200, 1, 120),
        ({"writeoff_share": "pool120_split"}, 200, 2, 60),
        ({"writeoff_share": "pool120_split"}, 200, 3, 40),
        ({"writeoff_share": "pool120_split"}, 200, 4, 30),
        ({"writeoff_share": "pool120_split"}, 200, 5, 24),
    ],
)
def test_w2_w3_w6_s16_s17_shares(
    settings: dict[str, str], contract: int, opponents: int, points: int
) -> None:
    assert share(table(**settings), contract, opponents) == points


@pytest.mark.parametrize(
    ("settings", "before", "entries"),
    [
        pytest.param({}, 0, [(ANNA, "writeoff", -130)], id="contract"),
        pytest.param({"writeoff_cost": "none"}, 0, [], id="W5"),
        pytest.param(
            {"writeoff_extra_penalty": "every_third"},
            2,
            [(ANNA, "writeoff", -130), (ANNA, "writeoff_extra", -120)],
            id="every_third on top",
        ),
        pytest.param(
            {"writeoff_extra_penalty": "every_third"}, 3, [(ANNA, "writeoff", -130)], id="not the fourth"
        ),
        pytest.param(
            {"writeoff_extra_penalty": "third_only", "writeoff_cost": "none"},
            5,
            [(ANNA, "writeoff_extra", -120)],
            id="third_only",
        ),
        pytest.param(
            {"writeoff_extra_penalty": "after_third", "writeoff_cost": "none"}, 2, [], id="three go free"
        ),
        pytest.param(
            {"writeoff_extra_penalty": "after_third", "writeoff_cost": "none"},
            3,
            [(ANNA, "writeoff_extra", -120)],
            id="W8",
        ),
    ],
)
def test_what_a_write_off_costs(
    settings: dict[str, str], before: int, entries: list[tuple[Seat, str, int]]
) -> None:
    sheet = (Standing(writeoffs=before), Standing(), Standing())
    result, after = booked(
        table(**settings), (120, 0, 0), contract=130, sheet=sheet, kind=DealKind.WRITTEN_OFF
    )
    assert why(result) == [*entries, (BOB, "writeoff_share", 65), (VERA, "writeoff_share", 65)]
    assert (result.recorded, result.made, result.contract) == ((0, 0, 0), None, 130)
    assert result.card_points == (0, 0, 0)
    assert after.standings[ANNA].writeoffs == before + 1


def test_s13_a_write_off_may_cost_a_bolt() -> None:
    rules = table(writeoff_cost="bolt", declarer_bolts="false")
    result, _ = booked(rules, (120, 0, 0), kind=DealKind.WRITTEN_OFF)
    assert result.bolts == (1, 0, 0)


def test_s5_s6_a_barrel_player_neither_pays_nor_shares() -> None:
    rules = table(writeoff_by_barrel_player="true")
    paid, after = booked(rules, (120, 0, 0), sheet=(SITS, Standing(), Standing()), kind=DealKind.WRITTEN_OFF)
    assert why(paid) == [(BOB, "writeoff_share", 50), (VERA, "writeoff_share", 50)]
    assert (after.standings[ANNA].barrel, after.standings[ANNA].writeoffs) == (1, 1)
    shared, _ = booked(rules, (120, 0, 0), sheet=(Standing(), SITS, Standing()), kind=DealKind.WRITTEN_OFF)
    assert why(shared) == [(ANNA, "writeoff", -100), (VERA, "writeoff_share", 50)]


def test_w14_4_40_a_cross_gives_the_opponents_a_bolt_but_not_on_the_barrel() -> None:
    sheet = (Standing(), replace(SITS, bolts=2), Standing(bolts=2))
    result, after = booked(table(cross="true"), (120, 0, 0), sheet=sheet, kind=DealKind.CROSSED)
    assert result.bolts == (0, 2, 0)
    assert why(result) == [(VERA, "bolts", -120)]
    assert (after.standings[ANNA].crosses, after.standings[BOB].barrel) == (1, 1)


# Totals that become nothing, and the reverse barrel


def test_z2_the_dump_truck_looks_at_the_total_with_its_penalties() -> None:
    sheet = (Standing(), Standing(score=675, bolts=2), Standing())
    result, _ = booked(table(), (120, 0, 0), sheet=sheet)
    assert why(result) == [(BOB, "bolts", -120), (BOB, "dump_truck", -555)]


@pytest.mark.parametrize(("minus", "total"), [("true", 0), ("false", -555)])
def test_z3_z5_the_negative_dump_truck(minus: str, total: int) -> None:
    result, _ = booked(table(dump_truck_minus=minus), (0, 120, 0), contract=120, sheet=scores(-435, 0, 0))
    assert result.scores[ANNA] == total


def test_s20_a_total_that_did_not_change_is_tested_too() -> None:
    result, _ = booked(table(), (120, 0, 0), sheet=scores(0, 555, 0), kind=DealKind.PLAYED)
    assert result.scores[BOB] == 0


def test_z6_exactly_55_lose_everything_the_barrel_too() -> None:
    rules = table(fifty_five_zero="true")
    result, _ = booked(rules, (65, 55, 0), contract=100, sheet=(Standing(), Standing(score=640), Standing()))
    assert result.scores[BOB] == 0
    assert (BOB, "fifty_five", -695) in why(result)
    _, sitter = booked(rules, (65, 55, 0), contract=100, sheet=(Standing(), SITS, Standing()))
    assert sitter.standings[BOB] == Standing()


@pytest.mark.parametrize(
    ("line", "entry", "expected"),
    [
        pytest.param(Standing(score=-800), -100, Standing(score=-880, reverse=0), id="written as -880"),
        pytest.param(Standing(score=-880, reverse=0), 0, Standing(score=-880, reverse=1), id="a deal used"),
        pytest.param(Standing(score=-880, reverse=2), 0, Standing(score=-760), id="A23"),
        pytest.param(Standing(score=-880, reverse=1), 100, Standing(score=-780), id="climbed off"),
    ],
)
def test_4_24_the_reverse_barrel(line: Standing, entry: int, expected: Standing) -> None:
    mine = {0: (0, 120, 0), 100: (100, 20, 0), -100: (0, 120, 0)}[entry]
    declarer = BOB if entry == 0 else ANNA
    rules = table(reverse_barrel="true", bolts="false")
    _, after = booked(rules, mine, contract=100, declarer=declarer, sheet=(line, Standing(), Standing()))
    assert after.standings[ANNA] == expected
    assert after.outcome is None


def test_4_24_minus_the_target_loses_from_the_reverse_barrel() -> None:
    sheet = (Standing(score=-905, reverse=1), Standing(score=10), Standing(score=20))
    _, after = booked(table(reverse_barrel="true"), (0, 100, 20), contract=100, sheet=sheet)
    assert after.outcome is not None
    assert (after.outcome.why, after.outcome.winners) == (EndWhy.MINUS_LIMIT, (BOB,))


# The end


def test_4_12_without_a_barrel_the_declarer_comes_first() -> None:
    rules = table(barrel="false")
    result, after = booked(rules, (100, 20, 0), contract=100, sheet=scores(900, 990, 0))
    assert result.scores == (1000, 1010, 0)
    assert after.outcome is not None
    assert (after.outcome.winners, after.outcome.places) == ((ANNA,), (ANNA, BOB, VERA))


def test_4_12_else_the_higher_total_and_equal_ones_share() -> None:
    rules = table(barrel="false")
    _, higher = booked(rules, (60, 40, 20), contract=100, sheet=scores(0, 970, 985))
    assert higher.outcome is not None
    assert higher.outcome.winners == (BOB,)
    _, shared = booked(rules, (60, 40, 20), contract=100, sheet=scores(0, 970, 990))
    assert shared.outcome is not None
    assert shared.outcome.winners == (BOB, VERA)


def test_x25_the_lower_limit_comes_before_the_target() -> None:
    rules = table(barrel="false", end_at_minus="-1000")
    _, after = booked(rules, (0, 100, 20), contract=100, sheet=scores(-900, 950, 0))
    assert after.outcome is not None
    assert (after.outcome.why, after.outcome.winners) == (EndWhy.MINUS_LIMIT, (BOB,))


@pytest.mark.parametrize(
    ("payout", "totals", "winners", "paid"),
    [
        pytest.param("none", (1000, 640, 310), (0,), None, id="none"),
        pytest.param("ante_pot", (1000, 640, 310), (0,), (200, -100, -100), id="the antes"),
        pytest.param("bank", (1000, 640, 310), (0,), (100, 0, -100), id="Z20"),
        pytest.param("bank", (1000, 310, 310), (0,), (100, -50, -50), id="equal last ones split"),
        pytest.param("bank", (1000, 310), (0,), (100, -100), id="D26 two"),
        pytest.param("bank", (1000, 640, 400, 310), (0,), (100, 0, 0, -100), id="D26 four"),
        pytest.param("proportional_lost", (1000, 640, -310), (0,), (167, -36, -131), id="lost"),
        pytest.param("proportional_scored", (1000, 640, -310), (0,), (136, -36, -100), id="scored"),
        pytest.param("ante_pot", (1000, 1000, 310), (0, 1), (50, 50, -100), id="winners share"),
    ],
)
def test_4_27_payouts(payout: str, totals: PerSeat, winners: tuple[Seat, ...], paid: PerSeat | None) -> None:
    rules = table(payout=payout, ante="100")
    assert finish(rules, totals, EndWhy.TARGET, winners).payout == paid


def test_s25_halves_go_up() -> None:
    rules = table(payout="proportional_scored", ante="10")
    assert finish(rules, (1000, 950, 0), EndWhy.TARGET, (0,)).payout == (11, -1, -10)


def test_x24_winners_first_then_totals_then_seats() -> None:
    assert finish(table(), (10, 30, 30), EndWhy.BARREL, (0,)).places == (0, 1, 2)
