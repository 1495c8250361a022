"""Tables that never stop: absent people, broken networks, bots that are killed; nothing is lost or leaked.

SEED, TABLES and SECONDS say which soak it is.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

from bot.storage import embedded
from bot.storage.store import Store
from tests.conftest import Tell
from tests.soak.tables.town import Plan, Town, town
from tests.support.valkey import store, valkey

__all__ = ["store", "valkey"]

SEED: Final = int(os.environ.get("SEED", "1"))
KEPT: Final = Path(__file__).parents[3] / "artifacts" / "tables"
"""Records and logs of a soak that went wrong."""


async def soaked(plan: Plan, store: Store, url: str, folder: Path, tell: Tell) -> None:
    async with town(plan, store, url, folder, KEPT) as here:
        try:
            await here.soak()
            # Plain names: a failed assertion must not write down the whole town.
            wrong, counted = here.accounts.wrong, here.accounts.counts["matches"]
            began = sum(len(party.played) for party in here.parties)
            kills = [here.relay.kills[bot] for bot in range(len(here.bots))]
            excused = here.accounts.counts["answers that died with their process"]
            assert wrong == []
            # How many a machine manages in the time is its own affair; each one that began is accounted for.
            assert counted == began > 0
            assert all(kills)
            assert excused <= sum(kills)
        except BaseException:
            keep(here)
            raise
        finally:
            lines = [*here.told()]
            print("", *lines, sep="\n")
            for line in lines:
                tell(line)


def keep(here: Town) -> None:
    """Seed, complaints and logs; the records are there already."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for bot in here.bots:
        shutil.copy(bot.log, KEPT / f"{bot.log.parent.name}.log")
    said = "\n".join((*here.told(), *here.accounts.wrong, ""))
    (KEPT / "wrong.txt").write_text(said, encoding="utf-8")


async def test_ten_tables_for_a_minute(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, tell: Tell
) -> None:
    plan = Plan(tables=10, seconds=60, seed=SEED, scale=30, turn_seconds=90, think=0.25)
    await soaked(plan, store, valkey.url, tmp_path, tell)


@pytest.mark.soak
async def test_many_tables_for_long(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, tell: Tell
) -> None:
    plan = Plan(
        tables=int(os.environ.get("TABLES", "200")),
        seconds=float(os.environ.get("SECONDS", "600")),
        seed=SEED,
        scale=10,
        turn_seconds=300,
        think=2.0,
    )
    await soaked(plan, store, valkey.url, tmp_path, tell)
