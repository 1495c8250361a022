"""Thousands of deals at random tables without a broken claim; what breaks one is shrunk to a record."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from engine.__main__ import main
from engine.conventions import FIELDS
from engine.conventions.validity import LAYOUTS
from engine.state import MatchState
from tests.engine import claims
from tests.soak.generator import SEATINGS, Generator
from tests.soak.matches import matches
from tests.soak.shrink import shrunk, write

SEED: Final = int(os.environ.get("SEED", "1"))
DEALS: Final = int(os.environ.get("DEALS", "20000"))
FEW: Final = 300
"""Deals in `make test`."""
RECORDS: Final = Path(__file__).parents[2] / "artifacts" / "soak"
"""Where the records of broken claims are written."""
NEEDED: Final = {*LAYOUTS.values(), "deck", "discard_2p"}
"""Conventions without which some numbers of players may not sit down."""


def soak(seed: int, deals: int, folder: Path = RECORDS) -> tuple[Counter[str], Generator]:
    """Play so many deals; the first match that breaks a claim is shrunk, written and reported."""
    tables = Generator(Random(seed))
    counts: Counter[str] = Counter()
    for course, failure in matches(seed, deals, tables):
        counts.update(course.counts)
        counts["matches"] += 1
        if failure is not None:
            found = shrunk(failure)
            path = write(found, folder, f"make soak SEED={seed} DEALS={deals}")
            pytest.fail(
                f"{found.claim}: {found.what}\nreplay it: python -m engine replay {path}", pytrace=False
            )
    return counts, tables


def told(seed: int, counts: Counter[str], tables: Generator) -> Iterator[str]:
    """What was played and looked at."""
    said = {name: number for name, number in counts.items() if name.startswith("said ")}
    yield f"seed {seed}: " + ", ".join(f"{counts[name]} {name}" for name in counts if name not in said)
    yield "actions by kind: " + ", ".join(
        f"{name.removeprefix('said ')} {number}" for name, number in sorted(said.items())
    )
    yield "tables: " + ", ".join(
        f"{tables.seatings[seating]} of {seating[0]} at {seating[1]}" for seating in SEATINGS
    )
    missing = [f"{name}={value}" for name, value in tables.missing()]
    yield f"values: {len(tables.listed())} of {len(FIELDS)} conventions, " + (
        f"not drawn: {' '.join(missing)}" if missing else "every one that a table may have was drawn"
    )
    rarest = sorted((tables.drawn[name, value], name, value) for name, value in tables.listed())[:3]
    yield "rarest: " + ", ".join(f"{name}={value} at {number} tables" for number, name, value in rarest)


@pytest.mark.soak
def test_no_claim_is_broken_in_a_long_soak() -> None:
    counts, tables = soak(SEED, DEALS)
    print("", *told(SEED, counts, tables), sep="\n")
    assert counts["deals"] >= DEALS
    assert [*tables.missing()] == []


def test_no_claim_is_broken_in_a_short_soak(tmp_path: Path) -> None:
    counts, _ = soak(SEED, FEW, tmp_path)
    assert counts["deals"] >= FEW


def test_every_table_drawn_is_one_that_the_rules_allow() -> None:
    tables = Generator(Random(SEED))
    drawn = [tables.table() for _ in range(400)]
    assert {players for _, players in drawn} == {2, 3, 4, 5, 6}
    assert [*tables.missing()] == []


def test_a_broken_claim_is_shrunk_to_a_record_that_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A claim that can't hold: nobody ever bids 110. One deal without a flag breaks it."""

    def no_bid_of_110(state: MatchState) -> None:
        assert state.deal is None or all(call.value != 110 for call in state.deal.calls)

    monkeypatch.setattr(claims, "somebody_acts", no_bid_of_110)
    with pytest.raises(pytest.fail.Exception) as failed:
        soak(SEED, FEW, tmp_path)
    [path] = tmp_path.iterdir()
    assert str(path) in str(failed.value)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("deal ") for line in lines) == 1
    assert sum(line.endswith("bid 110") for line in lines) == 1
    settings = [word for line in lines if line.startswith("set ") for word in line.split()[1:]]
    assert all(word.partition("=")[0] in NEEDED for word in settings)
    assert not any(line.startswith("scores ") for line in lines)
    assert main(["replay", str(path)]) == 0
    assert "deal 1" in capsys.readouterr().out.lower()
