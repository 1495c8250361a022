"""What stands above the first deal (notation.md, "Header")."""

from __future__ import annotations

import pytest

from engine.record.faults import LineError
from engine.record.header import Header, read_header
from engine.record.reader import Statement, read
from engine.state import Standing


def header(*lines: str) -> Header:
    """The header of these lines below `thousand 1`."""
    statements = [
        line for line in read("\n".join(["thousand 1", *lines]).encode()) if isinstance(line, Statement)
    ]
    return read_header(statements, len(lines) + 1)


def test_a_bare_header_is_the_default_game() -> None:
    found = header("players Anna Bob Vera")
    assert (found.preset, found.labels, found.deals_played) == ("default", ("Anna", "Bob", "Vera"), 0)
    assert found.standings == (Standing(), Standing(), Standing())


def test_preset_and_set_stand_in_any_order_and_the_last_set_counts() -> None:
    found = header("set barrel_at=900 barrel_tries=1", "players A B C", "preset matveev", "set barrel_at=880")
    assert (found.preset, found.conventions.barrel_at, found.conventions.barrel_tries) == ("matveev", 880, 1)
    assert found.conventions.discard_face == "up"


def test_the_position_that_the_record_starts_from() -> None:
    found = header(
        "players Anna Bob Vera",
        "scores 880 -40 120",
        "bolts 0 2 1",
        "bolts_row 0 1 0",
        "barrel 1 - -",
        "falls 2 0 0",
        "writeoffs 0 2 0",
        "crosses 0 0 5",
        "deals_played 12",
    )
    assert found.standings == (
        Standing(score=880, barrel=1, falls=2),
        Standing(score=-40, bolts=2, bolts_row=1, writeoffs=2),
        Standing(score=120, bolts=1, crosses=5),
    )
    assert found.deals_played == 12


def test_a_total_on_the_barrel_sits_there_with_no_try_used() -> None:
    assert [line.barrel for line in header("players A B C", "scores 880 0 0").standings] == [0, None, None]


PLAYERS = "players A B C"


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        (["preset matvev", PLAYERS], 2, "unknown_preset"),
        (["set gold=true", PLAYERS], 2, "unknown_convention"),
        ([PLAYERS, "set must_beat=yes"], 3, "bad_value"),
        ([PLAYERS, "set hand_cap=none", "set marriage_proof=true"], 4, "conflicting_conventions"),
        (["preset matveev", "preset matveev", PLAYERS], 3, "duplicate_statement"),
        ([PLAYERS, PLAYERS], 3, "duplicate_statement"),
        (["thousand 1", PLAYERS], 2, "duplicate_statement"),
        ([PLAYERS, "scores 0 0 0", "scores 0 0 0"], 4, "duplicate_statement"),
        (["players A B A"], 2, "duplicate_player"),
        (["players A,B C D"], 2, "bad_label"),
        (["players A B |"], 2, "bad_label"),
        (["players A B:x C"], 2, "bad_label"),
        (["players A B\u202e C"], 2, "bad_label"),
        (["players A B\x1b[2J C"], 2, "bad_label"),
        (["players A B C D E F G |"], 2, "players_not_allowed"),
        (["players A B"], 2, "players_not_allowed"),
        (["players A B C D E F G"], 2, "players_not_allowed"),
        (["preset matveev"], 2, "players_not_allowed"),
        ([PLAYERS, "scores 0 0"], 3, "bad_value"),
        ([PLAYERS, "scores 0 0 0 0"], 3, "bad_value"),
        ([PLAYERS, "scores 0 x 0"], 3, "bad_value"),
        ([PLAYERS, "scores 0 0 881"], 3, "bad_value"),
        ([PLAYERS, "scores 0 0 99999999999999999999"], 3, "bad_value"),
        ([PLAYERS, "bolts 3 0 0"], 3, "bad_value"),
        ([PLAYERS, "bolts -1 0 0"], 3, "bad_value"),
        ([PLAYERS, "bolts - 0 0"], 3, "bad_value"),
        ([PLAYERS, "barrel 1 - -"], 3, "bad_value"),
        ([PLAYERS, "scores 880 0 0", "barrel - - -"], 4, "bad_value"),
        ([PLAYERS, "scores 880 0 0", "barrel 3 - -"], 4, "bad_value"),
        ([PLAYERS, "reverse 1 - -"], 3, "bad_value"),
        ([PLAYERS, "set writeoff_limit=3", "writeoffs 4 0 0"], 4, "bad_value"),
        ([PLAYERS, "deals_played -1"], 3, "bad_value"),
        ([PLAYERS, "deals_played many"], 3, "bad_value"),
    ],
)
def test_a_wrong_header_is_refused_with_its_line(lines: list[str], line: int, code: str) -> None:
    with pytest.raises(LineError) as refused:
        header(*lines)
    assert (refused.value.line, refused.value.error.code) == (line, code)
