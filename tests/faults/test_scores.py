"""Rows K: scores, bolts, the barrel, the end."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate
from typing import Final

import pytest

from bot.i18n import LANGS, number, tr
from bot.screens.results import notice
from bot.screens.rules import sentence
from bot.screens.score import score
from bot.storage import formats
from bot.tables.model import Notice, NoticeKind, Table
from engine.conventions import FIELDS
from engine.match import outcome
from engine.record import snapshot
from engine.scoring import nearest5, nearest10
from engine.state import Standing
from tests.faults.shown import right, table, told
from tests.screens.people import set_table


def shown(name: str, lang: str) -> tuple[Table, list[str], str]:
    """A record as a table: the rows of its score sheet, and the result of its last deal."""
    found = told(name)
    at = replace(set_table(found.state.conventions, len(found.labels), 0), match=found.state)
    sheet = re.search("<pre>(.*?)</pre>", score(at, lang, found.deals).text, re.DOTALL)
    assert sheet
    last = found.deals[-1]
    result = notice(at, Notice(NoticeKind.DEAL_RESULT, last, totals=last.scores), lang)
    assert result is not None
    return at, sheet[1].splitlines()[1:], result.text


def totals(row: str) -> list[int]:
    """What a row of the sheet says of each of three players."""
    return [int(number.replace("−", "-")) for number in re.findall(r"−?\d+", row)][-3:]


def test_K02_raw_points_decide_a_contract() -> None:
    """98 are not 100, unless the table rounds the declarer's points first."""
    right(
        "contract/C4_taken_98_fails_100",
        "contract/declarer_rounding_off",
        "barrel/settled_S3_raw_points_decide",
    )
    right("contract/C5_taken_98_rounded_makes_100", "contract/C5_taken_97_rounds_down")


def test_K03_rounding_is_our_own() -> None:
    """To five and to ten with a half up, never to the even one; a negative total is not touched again."""
    fives = [0, 0, 0, 5, 5, 5, 5, 5, 10, 10]
    assert [nearest5(points) for points in range(121)] == [
        ten * 10 + fives[rest] for ten in range(13) for rest in range(10)
    ][:121]
    assert [nearest10(points) for points in (4, 5, 14, 15, 24, 25, 35, 115, 120)] == [
        0, 10, 10, 20, 20, 30, 40, 120, 120,
    ]  # fmt: skip
    right("writeoff/4.13_105_is_110_halved", "writeoff/writeoff_rounding_exact", "tysiac/rounded_to_tens")
    right("resets/Z5_minus_555_stays", "endgame/Z21_minus_995_goes_on")


def test_K05_totals_are_a_fold_over_the_deals() -> None:
    """What stands after a deal is what stood before, and what that deal wrote."""
    right("scoring/three_deals_matveev")
    deals = told("scoring/three_deals_matveev").deals
    for seat in range(3):
        written = [
            deal.recorded[seat] + sum(each.points for each in deal.adjustments if each.seat == seat)
            for deal in deals
        ]
        assert [deal.scores[seat] for deal in deals] == list(accumulate(written))


def test_K06_a_correction_is_an_entry_of_its_own() -> None:
    """The scribe's fine stands beside the deal, on the sheet and in the sum."""
    right("cut/scribe_fine", "cut/settled_T17_a_scribe_in_a_running_deal")
    corrected = [deal for deal in told("cut/scribe_fine").deals if deal.adjustments]
    assert corrected
    assert all(each.points for deal in corrected for each in deal.adjustments)


@pytest.mark.parametrize("lang", LANGS)
def test_K06_a_correction_is_shown(lang: str) -> None:
    """The sheet's total is that after the fine, 655 + 20 − 100; the result says what it is for."""
    _, rows, result = shown("cut/scribe_fine", lang)
    assert totals(rows[-1]) == [-100, 575, 20]
    assert result.count(f"{tr(lang, 'adjustment-scribe')}: −100") == 1


def test_K08_a_loss_is_that_of_the_last_contract() -> None:
    """After the raise; doubled where the deal is blind or golden."""
    right("contract/C7_raised_to_130_taken_125", "blind/4.46_raised_to_140", "blind/failed_costs_240")
    right("golden/G9_raised_to_130", "golden/G8_auction_105_failed", "barrel/raised_on_the_barrel_and_failed")


@pytest.mark.parametrize("total", [2**31, 2**53, 2**63 - 1, -(2**62)])
def test_K09_no_total_overflows(total: int) -> None:
    """Whatever a total has come to, it is stored, read and shown as it is."""
    at = set_table(table(), 3, 0, sheet=(Standing(score=total), Standing(), Standing()))
    assert at.match is not None
    assert snapshot.load(snapshot.dump(at.match)) == at.match
    assert formats.load(at.id, at.version, formats.dump(at)[0], at.match) == at
    for lang in LANGS:
        digits = "".join(sign for sign in score(at, lang).text if sign.isdigit())
        assert str(abs(total)) in digits


def test_K11_the_deal_of_the_climb_is_no_try() -> None:
    """The third failed try costs 120, and no deal before."""
    right("barrel/4.2_deal_of_entry_is_no_try", "barrel/A2_three_deals_without_120", "barrel/barrel_tries_3")
    right("barrel/4.49_redeal_is_no_try", "barrel/4.49_third_try_is_a_written_off_deal")


def test_K12_on_the_barrel_only_a_won_contract_counts() -> None:
    """A defender there gains nothing; one elsewhere does."""
    right(
        "barrel/4.9_defender_on_the_barrel",
        "barrel/A20_a_defender_elsewhere",
        "barrel/A16_the_others_stand_still",
    )


def test_K14_the_third_bolt_costs_120_once() -> None:
    """And the count begins anew, as the sheet shows."""
    right("bolts/third_bolt_of_the_game", "writeoff/O9_third_bolt", "bolts/settled_S12_larger_once")
    last = told("bolts/third_bolt_of_the_game").deals[-1]
    (fined,) = (each for each in last.adjustments if each.points == -120)
    assert last.bolts[fined.seat] == 0


@pytest.mark.parametrize("lang", LANGS)
def test_K14_the_sheet_shows_the_fine_once_and_the_count_anew(lang: str) -> None:
    """200 − 120 = 80; who was fined has no bolt below the table, the other one still has his first."""
    at, rows, result = shown("bolts/third_bolt_of_the_game", lang)
    assert totals(rows[-1]) == [-100, 80, 40]
    assert re.search(rf"80{tr(lang, 'mark-bolt')}", rows[-1])
    assert result.count(f"{tr(lang, 'adjustment-bolts')}: −120") == 1
    bolted = [line for line in score(at, lang).text.splitlines() if "🔩" in line]
    assert len(bolted) == 1
    assert bolted[0].startswith("Vera")
    assert tr(lang, "score-bolts-of", n=1, max=3) in bolted[0]


def test_K15_who_may_cross_the_goal_is_a_convention() -> None:
    """At the goal, above it, as a defender, from the barrel."""
    right("endgame/target_1000", "endgame/target_1001_not_reached", "endgame/target_without_a_barrel")
    right(
        "barrel/4.47_defender_does_not_win_in_bank",
        "barrel/4.48_reached_is_enough",
        "barrel/A20_win_as_a_defender",
    )
    right("barrel/A19_120_is_not_121", "barrel/A19_121_wins")


def test_K17_two_at_the_goal_are_told_apart_as_the_table_has_it() -> None:
    """The declarer first, the higher total, shares, or another deal."""
    right(
        "endgame/4.12_declarer_goes_first", "endgame/4.12_the_higher_total", "endgame/4.12_equal_totals_share"
    )
    right(
        "tysiac/equal_totals_play_on", "tysiac/equal_totals_share", "barrel/settled_S27_declarer_goes_first"
    )


TIES: Final = {
    "endgame/4.12_declarer_goes_first": ("Anna",),
    "endgame/4.12_the_higher_total": ("Vera",),
    "endgame/4.12_equal_totals_share": ("Bohdan", "Vera"),
    "tysiac/equal_totals_share": ("Bohdan", "Vera"),
}
"""Who wins by the rule, not by the code; Bob of the record is Bohdan here."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", TIES)
def test_K18_the_result_says_what_the_rule_found(name: str, lang: str) -> None:
    """Winners are named in the headline and share the first place; the others stand below, in order."""
    found = told(name)
    ended = outcome(found.state)
    assert ended is not None
    written = tuple(each.score for each in found.state.sheet.standings)
    at = set_table(found.state.conventions, 3, 0)
    shown = notice(at, Notice(NoticeKind.MATCH_RESULT, outcome=ended, totals=written), lang)
    assert shown is not None
    headline, *lines = shown.text.splitlines()
    names = [sitter.name for sitter in at.seats]
    assert tuple(each for each in names if each in headline) == TIES[name]
    for rank, seat in enumerate(ended.places):
        place = 1 if names[seat] in TIES[name] else rank + 1
        said = tr(lang, "match-place", n=place, name=names[seat], score=number(written[seat]))
        assert sum(line.startswith(said) for line in lines) == 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("name", "rule"), [("tysiac/equal_totals_share", "share"), ("tysiac/equal_totals_play_on", "play_on")]
)
def test_K18_the_rules_say_what_the_rule_does(name: str, rule: str, lang: str) -> None:
    """Whoever reads the rules of the table reads how it ends, and so it ends."""
    found = told(name)
    said = sentence(FIELDS["tie_at_target"], found.state.conventions.tie_at_target, lang)
    assert said == tr(lang, f"rule-tie_at_target.{rule}")
    standings = found.state.sheet.standings
    assert sum(each.score >= found.state.conventions.target for each in standings) == 2
    assert (outcome(found.state) is None) == (rule == "play_on")
