"""No row of the list is without a test, and no test bears an id that is not in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.faults.rows import ELSEWHERE, IDS

TESTS = Path(__file__).parents[1]
_NAMED = re.compile(r"^\s*(?:async )?def test_([a-l]\d\d)_", re.IGNORECASE | re.MULTILINE)


def named() -> set[str]:
    """The ids that tests bear: here, in files `test_faults_*.py`, and where computers play."""
    return {
        name.upper()
        for pattern in ("faults/test_*.py", "*/test_faults_*.py", "players/test_*.py")
        for file in TESTS.glob(pattern)
        for name in _NAMED.findall(file.read_text(encoding="utf-8"))
    }


def test_each_row_has_a_test_of_its_name() -> None:
    assert named() == IDS


@pytest.mark.parametrize("row", ELSEWHERE)
def test_what_a_row_points_to_is_there(row: str) -> None:
    assert row in IDS
    for place in ELSEWHERE[row]:
        file, _, name = place.partition("::")
        assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8"), place
