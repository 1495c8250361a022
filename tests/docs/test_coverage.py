"""What docs/rules-coverage.md counts as reading a convention, and as showing a value."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import coverage_of_rules
from tools.effect import matters
from tools.records import FOLDER, links, records, shown_by

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
