"""SIGKILL at twenty random moments: accepted means committed, and no tap counts twice.

Every tap of a game button is joined by its update id to exactly one line of the record or to one refusal.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage, Table
from tests.conftest import Tell
from tests.support.eventually import eventually
from tests.support.house import PATIENT, BotProcess, House, bot_process, open_house
from tests.support.people import ActError, Button, Person
from tests.telegram.match import NAMES, Game

KILLS = 20
SEED = int(os.environ.get("SEED", "20261130"))
SHORT = "-barrel declarer_credit=taken writeoff_cost=none -bolts end_at_minus=-1000"
"""Rules under which a match ends soon after its last kill."""
_UPDATE = re.compile(r"#\s*\D*(\d+)\s*$")


class Killer:
    """Ends the bot now and then, a random moment after a tap, and starts it again."""

    def __init__(self, bot: BotProcess, house: House, rng: Random) -> None:
        self._bot = bot
        self._house = house
        self._rng = rng
        self._taps_left = rng.randrange(1, 8)
        self.kills = 0

    async def after_tap(self) -> None:
        """Perhaps it is time; the tap is on its way, handled, or being answered."""
        self._taps_left -= 1
        if self._taps_left or self.kills == KILLS:
            return
        # The moment itself is what is drawn: from before the update is read to after its screens are sent.
        await asyncio.sleep(self._rng.uniform(0, 0.06))
        await self._bot.kill()
        self.kills += 1
        self._taps_left = self._rng.randrange(1, 8)
        await self._bot.start()
        await self._house.ready()


async def tap_and_wait(
    game: Game, table: Table, taps: Sequence[tuple[Person, Button]], killer: Killer
) -> None:
    """People tap at once what this table showed; go on when it has moved: by one of the taps, or before."""
    for person, button in taps:
        await press(game, person, button)
    await killer.after_tap()
    await game.moved_on(table)


async def look_around(game: Game, others: Sequence[Person]) -> None:
    """Those who wait press what they see on the board meanwhile."""
    for other in others:
        seen = [button for button in other.screen(game.group).buttons if button.live]
        button = game.rng.choice([each for each in seen if each.data[:1] != "n"] or seen)
        await press(game, other, button)


async def press(game: Game, person: Person, button: Button) -> None:
    """A tap on what somebody saw a moment ago: where an edit came first, the old button's data arrives."""
    try:
        query = await person.press(button)
    except ActError:
        query = await game.house.forge(person, button, button.data)
    game.pressed.append((query, button.data))


def updates(record: Sequence[str]) -> Counter[int]:
    """How many lines of actions each update wrote."""
    found: Counter[int] = Counter()
    for line in record:
        update = _UPDATE.search(line)
        if update and re.match(r"P[1-6]:", line):
            found[int(update[1])] += 1
    return found


async def test_twenty_kills_lose_and_double_nothing(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, tell: Tell
) -> None:
    rng = Random(SEED)
    async with open_house(store, PATIENT) as house, bot_process(house, valkey.url, tmp_path) as bot:
        game = Game(house, house.people.group(), house.people.named(*NAMES), rng)
        await game.sit_down(SHORT)
        killer = Killer(bot, house, rng)
        while (table := await game.state()).stage is Stage.PLAYING:
            person, button = await game.next_button(table)
            # Now and then a tap comes twice, as impatient fingers do.
            await tap_and_wait(game, table, [(person, button)] * rng.choice((1, 1, 2)), killer)
        await _all_answered(house)
        assert killer.kills == KILLS
        _join(game, house, updates(await house.tables.record(game.table)), killer.kills, tell)


async def test_three_people_tap_at_once_all_the_time(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, tell: Tell
) -> None:
    """Everybody presses the button of whoever is to move; only his own tap counts, and once."""
    rng = Random(SEED + 1)
    async with open_house(store) as house, bot_process(house, valkey.url, tmp_path) as bot:
        game = Game(house, house.people.group(), house.people.named(*NAMES), rng)
        await game.sit_down()
        nobody = Killer(bot, house, rng)
        nobody.kills = KILLS
        for _ in range(120):
            table = await game.state()
            if table.stage is not Stage.PLAYING:
                break
            person, button = await game.next_button(table)
            forged = [
                await house.forge(other, button, button.data) for other in game.players if other is not person
            ]
            game.pressed += [(query, button.data) for query in forged]
            await look_around(game, [other for other in game.players if other is not person])
            await tap_and_wait(game, table, [(person, button)] * 2, nobody)
        await _all_answered(house)
        _join(game, house, updates(await house.tables.record(game.table)), 0, tell)
    log = bot.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") :][:4000]


async def _all_answered(house: House) -> None:
    async def holds() -> bool:
        return len(house.server.sandbox.updates) == 0

    await eventually(holds)


def _join(game: Game, house: House, written: Counter[int], kills: int, tell: Tell) -> None:
    live = game.players[0]._people.live
    lines = refused = other = unanswered = 0
    for query, data in game.pressed:
        update = house.taps[query]
        answer = live.answers.get(query)
        if written[update]:
            assert written[update] == 1, (query, data)
            assert answer is not None
            assert answer.text == ""
            lines += 1
        elif data.startswith("g:"):
            assert answer is not None, (query, data)
            assert answer.text != "", (query, data)
            refused += 1
        else:
            other += 1
        unanswered += answer is None
    assert unanswered == 0
    assert sum(written.values()) == lines
    tell(
        f"seed {SEED}: {kills} kills, {len(game.pressed)} taps: {lines} lines of the record, "
        f"{refused} refusals, {other} other buttons, {unanswered} answers lost with the process"
    )
