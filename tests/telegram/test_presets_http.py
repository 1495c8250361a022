"""Every preset at every number of seats, over HTTP through the strict sandbox, by buttons that people see.

One whole deal each, from /newgame to the result in the group; whole matches of them all are in `make soak`.
SEED draws other decks and other moves.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from bot.i18n import tr
from bot.tables.model import Stage, Table
from engine.conventions.presets import PRESETS
from engine.events import DealKind, DealResult
from engine.match import outcome, phase
from engine.players import Level
from engine.state import Phase
from engine.view import public_view
from tests.support.valkey import valkey
from tests.telegram.hall import Hall, hall
from tests.telegram.match import Game
from tests.telegram.witness import Witness

__all__ = ["hall", "valkey"]

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEED = os.environ.get("SEED", "20261130")
TABLES = [
    pytest.param(preset.id, players, id=f"{preset.id}-{players}")
    for preset in PRESETS.values()
    for players in preset.players
]


async def sit_down(hall: Hall, preset: str, players: int, level: Level) -> Game:
    """Strangers to the bot, at a table of theirs."""
    seed = f"{SEED} {preset} {players}"
    group, people = await hall.party(players, seed)
    game = Game(hall.house, group, people, Random(seed), level)
    await game.sit_down(preset)
    return game


@pytest.mark.parametrize(("preset", "players"), TABLES)
async def test_one_deal_from_newgame_to_its_result(hall: Hall, preset: str, players: int) -> None:
    game = await sit_down(hall, preset, players, Level.RANDOM)
    witness = Witness(game)
    while (played := _played(table := await game.state())) is None:
        witness.look(table)
        await game.step(table)
    await game.said_once("🃏 " + tr(table.lang, "result-title", n=played.number))
    await hall.in_order(game)
    assert witness.looks


@pytest.mark.soak
@pytest.mark.parametrize(("preset", "players"), TABLES)
async def test_a_match_from_newgame_to_the_winner(hall: Hall, preset: str, players: int) -> None:
    game = await sit_down(hall, preset, players, Level.AUTOPILOT)
    await game.play_to_the_end()
    table = await game.state()
    assert table.match is not None
    assert outcome(table.match) is not None
    await hall.in_order(game)


def _played(table: Table) -> DealResult | None:
    """The result of a deal that came to its tricks, once it is over; of any deal that ended the match."""
    assert table.match is not None
    result = public_view(table.match).last_result
    if result is None or phase(table.match) is not Phase.OVER:
        return None
    return result if result.kind is DealKind.PLAYED or table.stage is Stage.FINISHED else None
