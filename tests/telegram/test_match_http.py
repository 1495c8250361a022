"""Whole matches of three people over HTTP, from /newgame to the winner, by the buttons that they see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage
from engine.match import outcome
from tests.support.house import House, bot_process, open_house
from tests.telegram.match import NAMES, Game


async def strict(house: House) -> None:
    """The sandbox has nothing to complain about."""
    stats = await house.people.stats()
    assert stats["refusals"] == [] or all(row["code"] == 403 for row in stats["refusals"])
    assert (stats["unanswered"], stats["double_answers"]) == ([], 0)
    assert (stats["not_modified"], stats["too_many_requests"]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "lang"),
    [("", "ru"), ("matveev", "uk"), ("gambler -golden", "en"), ("bank -golden", "ru")],
    ids=["default-ru", "matveev-uk", "gambler-en", "bank-ru"],
)
async def test_a_match_from_newgame_to_the_winner(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, words: str, lang: str
) -> None:
    async with open_house(store) as house, bot_process(house, valkey.url, tmp_path) as bot:
        group = house.people.group()
        players = house.people.named(*NAMES)
        await players[0].send(group, f"/lang {lang}")
        game = Game(house, group, players, Random(words))
        await game.sit_down(words)
        table = await game.play_to_the_end()
        assert table.stage is Stage.FINISHED
        assert table.match is not None
        assert outcome(table.match) is not None
        await strict(house)
    assert bot.log.read_text() == ""
