"""What docs/rules-coverage.md counts as reading a convention, and as showing a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tools import coverage_of_rules
from tools.effect import matters
from tools.pages import run
from tools.records import FOLDER, links, records, shown_by
from tools.unrecorded import Excuse, excuses

RECORD = """thousand 1
set bid_step=10 bolts=false golden_contract=120
players Anna Bob Vera

deal dealer=Vera
hand Anna Qs As Kc Ad 9h Jh Qh
hand Bob Js Ks Ts Qd Td Kh Ah
hand Vera 9s 9c Jc Tc 9d Jd Kd
talon Qc Ac Th
Anna: bid 100
"""


@pytest.mark.parametrize(
    ("setting", "mattering"),
    [
        ("bid_step=10", True),  # the next bid would be 105
        ("bolts=false", False),  # nothing is counted yet
        ("golden_contract=120", True),  # there is no other value
    ],
)
def test_a_setting_matters_where_another_value_changes_something(
    setting: str, mattering: bool, tmp_path: Path
) -> None:
    path = tmp_path / "some.tgr"
    path.write_text(RECORD, encoding="utf-8")
    assert matters(path, setting) is mattering


def test_a_record_that_breaks_a_rule_shows_that_rule() -> None:
    assert matters(FOLDER / "play" / "must_beat.tgr", "must_beat=true")


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("def f(conventions):\n    return conventions.bolts", [("f", "bolts")]),
        ("class A:\n    def f(self):\n        return self.conventions.barrel", [("A.f", "barrel")]),
        ("RULES = (lambda c: c.cross,)", [("RULES", "cross")]),
        ("def f(standing):\n    return standing.barrel", []),
        ("def f(conventions):\n    return conventions.no_such_thing", []),
    ],
    ids=["argument", "attribute", "constant", "another thing", "another field"],
)
def test_reads_of_conventions_are_found(source: str, reads: list[tuple[str, str]]) -> None:
    assert list(coverage_of_rules.reads(ast.parse(source))) == reads


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("barrel_tries_1", "barrel_tries=1"),  # by its name
        ("barrel_bump_off", "barrel_bump=false"),
        ("bid_step_10", "bid_step=10"),  # by a set statement
        ("redeal_only_opener", "redeal_only_opener=true"),  # by the convention, in a comment
    ],
)
def test_records_say_what_they_are_about(name: str, setting: str) -> None:
    (record,) = (record for record in records() if record.path.stem == name)
    assert record.says(setting)


def test_ids_lead_to_what_shows_them() -> None:
    shown = shown_by()
    assert [path.name for path in shown["R1"]] == ["R1_first_trick_is_25.tgr"]
    assert [path.stem for path in shown["settled P3"]] == ["settled_P3_foreign_trump_too"]
    assert [path.name for path in shown["M9"]] == ["M9_the_dearest_hand.tgr", "test_positions.py"]
    assert (
        links(shown["R1"], FOLDER.parent / "page.md")
        == "[first trick is 25](records/play/R1_first_trick_is_25.tgr)"
    )


# What must not be missing

SHOWN = coverage_of_rules.settings_shown()


def gaps(
    settings: coverage_of_rules.Shown = SHOWN,
    ids: Mapping[str, Sequence[Path]] | None = None,
    excused: Mapping[str, Excuse] | None = None,
) -> list[str]:
    found = coverage_of_rules.gaps(
        settings, shown_by() if ids is None else ids, excuses() if excused is None else excused
    )
    return list(found)


def test_every_value_example_resolution_and_decision_is_shown() -> None:
    assert gaps() == []


@pytest.mark.parametrize("setting", ["barrel_tries=1", "bid_step=5", "must_trump=false"])
def test_a_value_that_nothing_shows_is_told(setting: str) -> None:
    assert gaps(settings={**SHOWN, setting: ()}) == [
        f"{setting}: no record shows it, and no test is named in unrecorded.toml"
    ]


@pytest.mark.parametrize("number", ["4.11", "settled P2"])
def test_an_id_that_nothing_shows_is_told(number: str) -> None:
    ids = {key: paths for key, paths in shown_by().items() if key != number}
    assert gaps(ids=ids) == [
        f"{number}: no record is named after it, and no test is named in unrecorded.toml"
    ]


def test_a_position_is_no_record_of_an_example() -> None:
    ids = {**shown_by(), "L9": tuple(path for path in shown_by()["L9"] if path.suffix == ".py")}
    assert ids["L9"]
    assert gaps(ids=ids) == ["L9: no record is named after it, and no test is named in unrecorded.toml"]


def test_an_example_plays_by_a_preset_that_it_names() -> None:
    ids = {**shown_by(), "G5": shown_by()["R1"]}
    assert gaps(ids=ids) == ["G5: no record of it plays rospis4"]


@pytest.mark.parametrize(
    ("key", "test", "told"),
    [
        ("first_dealer", "tests/docs/test_coverage.py::test_nowhere", "there is no test"),
        ("first_dealer", "tests/docs/nowhere.py::test_nowhere", "there is no test"),
        ("barrel_tries=1", "", "a record shows it"),
        ("barrel_tries", "", "a record shows it"),
        ("settled P2", "", "a record shows it"),
        ("no_such_thing", "", "neither a convention"),
    ],
)
def test_an_excuse_that_is_none_is_told(key: str, test: str, told: str) -> None:
    here = "tests/docs/test_coverage.py::test_an_excuse_that_is_none_is_told"
    (gap,) = gaps(excused={**excuses(), key: Excuse("some reason", (test or here,))})
    assert gap.startswith(f"{key}: {told}")


def test_a_gap_is_an_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run({}, "make it", ["--check"], gaps=["barrel=true: no record"]) == 1
    assert run({}, "make it", [], gaps=["barrel=true: no record"]) == 1
    assert capsys.readouterr().err == "barrel=true: no record\n" * 2
    assert run({}, "make it", ["--check"]) == 0
