"""Screens are state: whatever a commit changes on a screen, it marks that screen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.screens.model import Screen
from bot.screens.render import render
from bot.tables.model import Slot, Stage, Table
from engine.players import Level
from tests.support.tables import Game

STEPS = 400


def screens(table: Table) -> Mapping[Slot, tuple[int, Screen | None]]:
    return {slot: (epoch, render(table, slot)) for slot, epoch in table.epochs.items()}


@pytest.mark.parametrize("level", [Level.RANDOM, Level.AUTOPILOT])
@pytest.mark.parametrize("preset", [None, "matveev", "gambler -golden", "bank -golden"])
def test_a_screen_that_changes_is_marked(preset: str | None, level: Level) -> None:
    game = Game(preset, seed=4)
    game.start()
    shown = screens(game.table)
    for _ in range(STEPS):
        if game.table.stage is not Stage.PLAYING:
            break
        dirty = game.step(level).dirty
        now = screens(game.table)
        changed = {slot for slot in now.keys() | shown.keys() if now.get(slot) != shown.get(slot)}
        assert changed <= dirty
        shown = now
