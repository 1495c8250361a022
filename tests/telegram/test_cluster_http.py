"""A whole match of three people over HTTP on a cluster: no script or transaction reaches over two slots."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.storage.store import Store
from bot.tables.model import Stage
from tests.support.house import bot_inside, open_house
from tests.telegram.match import NAMES, Game, settled
from tests.telegram.test_two_bots import RULES, deal, shown


async def test_a_match_on_a_cluster(clustered: Store, cluster: str, tmp_path: Path) -> None:
    async with (
        open_house(clustered) as house,
        bot_inside(house, cluster, tmp_path),
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(7))
        await game.players[0].send(game.group, f"/newgame {RULES}")
        await game.fill_seats()
        await deal(game, clustered)
        table = await game.play_to_the_end()
        assert table.stage is Stage.FINISHED
        await settled(game, clustered)
        await shown(game, clustered)
        stats = await house.people.stats()
        assert (stats["unanswered"], stats["double_answers"], stats["refusals"]) == ([], 0, [])
