"""What a game writes to Telegram by Telegram's own figures, and how long a tap takes; what an idle bot asks.

Counts are asserted where the design promises them; times are printed and never asserted.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.sandbox.app import Settings
from bot.screens.buttons import GameTap, LobbyTap, LobbyVerb, PageTap, parse
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage, Table
from bot.tables.timing import awaited
from engine.match import phase
from engine.state import Phase
from tests.support.eventually import eventually
from tests.support.house import House, bot_process, open_house
from tests.support.people import Person, Screen
from tests.support.valkey import store, valkey
from tests.telegram.match import NAMES, Game, is_lobby

__all__ = ["store", "valkey"]

MOVES: Final = 60
EVERY: Final = 2.0
"""Seconds from one move of a person to the next."""
A_MOVE: Final = 2.6
"""Writes for an applied move at most, on average."""
A_MINUTE: Final = 20
"""Writes into a group in any minute at most."""
IDLE_SECONDS: Final = 10
_ACTION: Final = re.compile(r"P[1-6]: ")


@dataclass(slots=True)
class Measured:
    """When moves were applied, and how long their people waited, in seconds."""

    applied: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    fresh: list[float] = field(default_factory=list)
    """From a tap to the hand of whoever is next."""
    late: int = 0
    """Moves for which the button came later than their time."""

    def told(self, game: Game, writes: dict[str, list[float]], deals: int) -> list[str]:
        """The figures."""
        group = writes.get(str(game.group), [])
        private = [at for person in game.players for at in writes.get(str(person.chat), [])]
        every, moves = sorted((*group, *private)), len(self.applied)
        shares = Counter(sum(at <= when for at in self.applied) for when in every)
        worst = max((number for move, number in shares.items() if move), default=0)
        return [
            f"{moves} moves in {deals} deals, {self.late} of them late",
            f"writes, deals and results included: {len(every) / moves:.2f} a move, target {A_MOVE}",
            f"between two moves: {worst} at most",
            f"into the group: {len(group) / moves:.2f} a move",
            f"in its busiest minute: {busiest(group)}, limit {A_MINUTE}",
            f"into private chats: {len(private) / moves:.2f} a move",
            f"from tap to answer: {spread(self.answered)}",
            f"from tap to the next hand: {spread(self.fresh)}",
        ]


def busiest(times: Sequence[float]) -> int:
    """The most in any minute."""
    return max((sum(at <= other < at + 60 for other in times) for at in times), default=0)


def spread(seconds: Sequence[float]) -> str:
    """Median, 99th percentile, worst."""
    if not seconds:
        return "nothing measured"
    found = sorted(seconds)
    p99 = found[ceil(len(found) * 0.99) - 1]
    middle = found[len(found) // 2]
    return f"{middle * 1000:.0f} ms median, {p99 * 1000:.0f} ms p99, {found[-1] * 1000:.0f} ms at most"


@asynccontextmanager
async def watched(game: Game, measured: Measured) -> AsyncIterator[None]:
    """Note when each action is written into the record, whoever did it."""

    async def watch() -> None:
        seen = sum(map(bool, map(_ACTION.match, await game.house.tables.record(game.table))))
        while True:
            now = sum(map(bool, map(_ACTION.match, await game.house.tables.record(game.table))))
            measured.applied += [time.time()] * (now - seen)
            seen = now
            await asyncio.sleep(0.02)  # what is watched lies in another process

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()


async def play(game: Game, measured: Measured, moves: int) -> None:
    """People move at their pace; a deal that is over is followed by the next one."""
    clock = asyncio.get_running_loop().time
    due = clock()
    while len(measured.answered) < moves:
        table = await turn_of_person(game)
        if table.stage is not Stage.PLAYING:
            return
        measured.late += clock() > due + EVERY
        await asyncio.sleep(max(0.0, due - clock()))
        due = max(due, clock()) + EVERY
        person, button = await game.next_button(table)
        start = clock()
        query = await person.press(button)
        await person.answer_to(query)
        measured.answered.append(clock() - start)
        await game.moved_on(table)
        after = await game.state()
        if (heir := whose(game, after)) is not None:
            await heir.until(heir.chat, partial(drawn_for, after))
            measured.fresh.append(clock() - start)


async def turn_of_person(game: Game) -> Table:
    """The table when one of the people is to act, or the next deal, or nobody any more."""

    async def theirs() -> bool:
        table = await game.state()
        assert table.match is not None
        over = table.stage is not Stage.PLAYING or phase(table.match) is Phase.OVER
        return over or whose(game, table) is not None

    await eventually(theirs)
    return await game.state()


def whose(game: Game, table: Table) -> Person | None:
    """The one of the people who is to act."""
    seats = awaited(table.match) if table.match else ()
    return next((each for each in game.players if seats and table.seats[seats[0]].person == each.id), None)


def drawn_for(table: Table, screen: Screen) -> bool:
    """The hand has buttons of this turn."""
    taps = [parse(button.data) for button in screen.buttons]
    return any(isinstance(tap, GameTap | PageTap) and tap.turn == table.turn for tap in taps)


async def figures(house: House, game: Game, moves: int) -> None:
    """Play, wait until the last screens are there, print."""
    await house.people.reset_stats()
    measured = Measured()
    before = sum(line.startswith("deal") for line in await house.tables.record(game.table))
    async with watched(game, measured):
        await play(game, measured, moves)
        await asyncio.sleep(15)
    stats = await house.people.stats()
    deals = 1 - before + sum(line.startswith("deal") for line in await house.tables.record(game.table))
    print("", *measured.told(game, stats["writes"], deals), sep="\n")
    print(
        f"429: {stats['too_many_requests']}, not modified: {stats['not_modified']}, "
        f"unanswered: {len(stats['unanswered'])}, double answers: {stats['double_answers']}"
    )
    assert busiest(stats["writes"].get(str(game.group), [])) <= A_MINUTE
    assert stats["too_many_requests"] == 0


@pytest.mark.bench
async def test_writes_of_three_people_at_a_move_every_two_seconds(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    async with (
        open_house(store, Settings()) as house,
        bot_process(house, valkey.url, tmp_path, TIME_SCALE="1"),
    ):
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
        await game.sit_down()
        await figures(house, game, MOVES)


@pytest.mark.bench
async def test_writes_of_one_person_with_two_computer_players(
    store: Store, valkey: embedded.Embedded, tmp_path: Path
) -> None:
    async with (
        open_house(store, Settings()) as house,
        bot_process(house, valkey.url, tmp_path, TIME_SCALE="1"),
    ):
        game = Game(house, house.people.group(), house.people.named(NAMES[0]), Random(1))
        (person,) = game.players
        await person.send(game.group, "/newgame")
        sit = await person.until_button(game.group, is_lobby(LobbyVerb.SIT))
        tap = parse(sit.data)
        assert isinstance(tap, LobbyTap)
        game.table = tap.table
        await game._join(person, sit)
        for seats in (2, 3):
            await person.tap(game.group, await person.until_button(game.group, is_lobby(LobbyVerb.NORMAL)))
            await game.until(partial(seated, seats))
        await game._start(person, await person.until_button(game.group, is_lobby(LobbyVerb.START)))
        await game.until(lambda table: table.stage is Stage.PLAYING)
        await figures(house, game, MOVES // 3)


def seated(number: int, table: Table) -> bool:
    return len(table.seats) == number


@pytest.mark.bench
async def test_an_idle_bot(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> None:
    async with (
        open_house(store, Settings()) as house,
        bot_process(house, valkey.url, tmp_path, TIME_SCALE="1"),
    ):
        await asyncio.sleep(3)
        before = await sent(store)
        await asyncio.sleep(IDLE_SECONDS)
        spent = await sent(store) - before - 1
    print(f"\nan idle bot: {spent / IDLE_SECONDS:.1f} commands a second with those in scripts, limit 20")


async def sent(store: Store) -> int:
    return int((await store.call("INFO", "stats"))["total_commands_processed"])
