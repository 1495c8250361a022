"""How strong the levels are, beside each other: fixed cards, every mixture of seats."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import pytest

from engine import match
from engine.__main__ import main
from engine.conventions import PRESETS, resolve
from engine.players import Level
from tests.players.arena import compare, to_the_end

CLEAR = 3.0
"""Points a deal that a clear margin leaves after two standard errors."""
MOST = 500
"""Deals within which matches end (design 3)."""
SEATINGS = [(preset.id, players) for preset in PRESETS.values() for players in preset.players]


@pytest.mark.parametrize(
    ("strong", "weak", "deals"),
    [
        (Level.NORMAL, Level.EASY, 200),
        (Level.EASY, Level.AUTOPILOT, 250),
        (Level.AUTOPILOT, Level.RANDOM, 30),
    ],
)
def test_each_level_beats_the_one_below_it(strong: Level, weak: Level, deals: int) -> None:
    margin = compare(strong, weak, resolve("default", {}), 3, deals)
    assert margin.sure > CLEAR, margin


@pytest.mark.parametrize(
    ("preset", "players", "deals"), [("sixmax", 2, 60), ("sixmax", 4, 120), ("matveev", 3, 80)]
)
def test_normal_beats_the_autopilot_at_other_tables(preset: str, players: int, deals: int) -> None:
    margin = compare(Level.NORMAL, Level.AUTOPILOT, resolve(preset, {}), players, deals)
    assert margin.sure > CLEAR, margin


@pytest.mark.parametrize(("preset", "players"), SEATINGS)
def test_matches_of_mixed_levels_end_within_500_deals(preset: str, players: int) -> None:
    state = match.new_match(resolve(preset, {}), players, dealer=0)
    seats = tuple(islice(cycle((Level.NORMAL, Level.EASY, Level.AUTOPILOT)), players))
    assert to_the_end(state, seats, seed=1, most=MOST).sheet.outcome is not None


def test_selfplay_plays_every_level_and_its_record_is_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "levels.tgr"
    for words in (["--preset", "two10", "--ai", "easy,normal"], ["--ai", "easy,normal,autopilot"]):
        assert main(["selfplay", "--seed", "1", "--deals", "3", *words]) == 0
        path.write_text(capsys.readouterr().out)
        assert main(["check", str(path)]) == 0
        capsys.readouterr()


def test_a_wrong_level_is_answered_with_the_right_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--ai", "hard"]) == 2
    assert "random, autopilot, easy, normal" in capsys.readouterr().err
