"""Clocks on a real server: nobody loses on time by a restart, a kill, an outage, a sleeping machine."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import Final

import pytest

from bot.delivery.ports import DueTimer
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.keys import TableKeys, shard
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables.model import Clock, Presence, Sitter, Table, TableId, Then, TimerKind
from bot.tables.service import Service
from bot.tables.timing import awaited
from engine.actions import Keep
from engine.match import legal_actions
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Sequence

SECOND: Final = 1_000
TURN: Final = 120 * SECOND


class Shifted:
    """A clock that shows another time than the server's: what it sets is due, or far, at once."""

    def __init__(self, clock: RedisClock) -> None:
        self._clock = clock
        self.by = 0

    async def now(self) -> int:
        return await self._clock.now() + self.by


@dataclass
class Worker:
    """A process: its own connections to what is stored, and a lease on deadlines that is over at once."""

    service: Service
    tables: RedisTables
    timers: RedisTimers
    clock: Shifted

    @classmethod
    def start(cls, store: Store, then: Then = Then.AWAY) -> Worker:
        server = RedisClock(store)
        clock, tables = Shifted(server), RedisTables(store, server)
        usual = Clock(TURN // SECOND, then)
        service = Service(tables, RedisPeople(store), clock, Sequence(), usual=usual)
        return cls(service, tables, RedisTimers(store, server, lease=0), clock)

    async def state(self, table: TableId) -> Table:
        found = await self.tables.load(table)
        assert found is not None
        return found

    async def play(self, table: TableId, update: int) -> None:
        """Whoever is on turn acts."""
        at = await self.state(table)
        assert at.match is not None
        seat = awaited(at.match)[0]
        await self.service.act(table, at.seats[seat].person, at.turn, 0, update)

    async def fire(self, *timers: DueTimer) -> None:
        for due in timers:
            await self.service.timer(due.table, due.timer)
            await self.timers.done(due)

    async def claimed(self, kind: TimerKind) -> list[DueTimer]:
        return [due for due in await self.timers.due(100) if due.timer.kind is kind]


@pytest.fixture
async def begun(store: Store) -> tuple[Store, TableId]:
    """A deal in hand."""
    return store, await deal(Worker.start(store))


async def deal(worker: Worker, *, ago: int = 0) -> TableId:
    """A table whose first clock began so many milliseconds ago."""
    answer = await worker.service.open_table(FAMILY, ANNA, (), "ru", 1)
    assert answer.table is not None
    for update, sitter in enumerate((BOHDAN, VERA), start=2):
        await worker.service.sit(answer.table, sitter, update)
    worker.clock.by = -ago
    await worker.service.start(answer.table, ANNA.person, 5)
    worker.clock.by = 0
    return answer.table


async def late(worker: Worker) -> tuple[TableId, Sitter]:
    """A table whose first clock has run out, and whose."""
    table = await deal(worker, ago=TURN)
    at = await worker.state(table)
    assert at.match is not None
    return table, at.seats[awaited(at.match)[0]]


async def scores(store: Store, table: TableId) -> dict[str, float]:
    pairs = await store.call("ZRANGE", TableKeys.of(table).due, 0, -1, "WITHSCORES")
    return {member.decode(): float(score) for member, score in pairs}


async def clock_due(store: Store, table: TableId) -> float:
    """When the clock of whoever is waited for is over, as stored."""
    (due,) = [score for member, score in (await scores(store, table)).items() if "|clock." in member]
    return due


async def test_a_clock_that_ran_out_runs_out_once(store: Store) -> None:
    one, two = Worker.start(store), Worker.start(store)
    table, absent = await late(one)
    both = await asyncio.gather(one.claimed(TimerKind.CLOCK), two.claimed(TimerKind.CLOCK))
    for worker, dues in zip((one, two), both, strict=True):
        await worker.fire(*dues)
    at = await one.state(table)
    assert [each.presence for each in at.seats if each.person == absent.person] == [Presence.AWAY]
    assert sum("# autopilot" in line for line in await one.tables.record(table)) == 1


async def test_whoever_dies_before_the_commit_leaves_the_deadline_to_others(store: Store) -> None:
    dying = Worker.start(store)
    table, _ = await late(dying)
    assert await dying.claimed(TimerKind.CLOCK)
    heir = Worker.start(store)
    await heir.fire(*await heir.claimed(TimerKind.CLOCK))
    assert sum("# autopilot" in line for line in await heir.tables.record(table)) == 1


async def test_whoever_dies_after_the_commit_has_made_the_move_once(store: Store) -> None:
    dying = Worker.start(store)
    table, _ = await late(dying)
    (due,) = await dying.claimed(TimerKind.CLOCK)
    await dying.service.timer(due.table, due.timer)
    heir = Worker.start(store)
    version = (await heir.state(table)).version
    assert await heir.claimed(TimerKind.CLOCK) == [], "the commit itself took the deadline away"
    await heir.fire(due)
    assert (await heir.state(table)).version == version


async def test_a_reminder_whose_worker_died_after_the_commit_comes_once(store: Store) -> None:
    dying = Worker.start(store)
    table = await deal(dying, ago=TURN * 3 // 4)
    (due,) = await dying.claimed(TimerKind.MENTION)
    await dying.service.timer(due.table, due.timer)
    heir = Worker.start(store)
    await heir.fire(*await heir.claimed(TimerKind.MENTION))
    assert await store.call("XLEN", TableKeys.of(table).notices) == 1


async def test_e13_a_restart_finds_every_deadline_where_it_was(store: Store) -> None:
    """Restart during the AI's thinking pause: pending moves and clocks are re-armed from stored deadlines."""
    before = Worker.start(store)
    table, absent = await late(before)
    await before.fire(*await before.claimed(TimerKind.CLOCK))
    before.clock.by = -TURN
    for update in range(20, 40):
        at = await before.state(table)
        assert at.match is not None
        if at.seats[awaited(at.match)[0]].person == absent.person:
            break
        await before.play(table, update)
    after = Worker.start(store)
    lines = len(await after.tables.record(table))
    (think,) = await after.claimed(TimerKind.THINK)
    await after.fire(think)
    assert len(await after.tables.record(table)) > lines


async def test_nobody_loses_on_time_while_we_were_away(begun: tuple[Store, TableId]) -> None:
    """The bot stood still for ten minutes: every deadline has moved by them, and none has passed."""
    store, table = begun
    worker = Worker.start(store)
    now, due = await worker.clock.now(), await clock_due(store, table)
    await _age(store, table, 600 * SECOND)
    (told,) = await worker.timers.due(100)
    assert (told.timer.kind, told.timer.due) == (TimerKind.MOVED, await clock_due(store, table))
    assert 0 <= await clock_due(store, table) - due < 5 * SECOND
    assert await clock_due(store, table) > now + TURN - 5 * SECOND


async def test_a_moved_deadline_stays_moved_when_somebody_else_acts(store: Store) -> None:
    """Several are asked at once; one answers after the outage: the others keep the minutes that were ours."""
    worker = Worker.start(store)
    answer = await worker.service.open_table(FAMILY, ANNA, ("redeal_hand_below=60",), "ru", 1)
    assert answer.table is not None
    for update, sitter in enumerate((BOHDAN, VERA), start=2):
        await worker.service.sit(answer.table, sitter, update)
    await worker.service.start(answer.table, ANNA.person, 5)
    at = await worker.state(answer.table)
    assert at.match is not None
    await _age(store, answer.table, 600 * SECOND)
    await worker.timers.due(100)
    moved = await scores(store, answer.table)
    wanted = awaited(at.match)
    assert len(wanted) > 1
    keep = legal_actions(at.match, wanted[0]).index(Keep())
    await worker.service.act(answer.table, at.seats[wanted[0]].person, at.turn, keep, 50)
    kept = await scores(store, answer.table)
    others = {member: score for member, score in kept.items() if f"clock.{wanted[1]}|" in member}
    assert others
    assert others.items() <= moved.items()


async def test_a_bot_on_a_machine_that_slept_gives_the_whole_time(store: Store) -> None:
    """A laptop was shut for an hour, and a tap comes before we hear the time again: the next has 120 s."""
    server = RedisClock(store)
    seconds, _ = await store.call("TIME")
    server.observe(int(seconds) * SECOND - 3600 * SECOND)
    tables = RedisTables(store, server)
    service = Service(tables, RedisPeople(store), server, Sequence(), usual=Clock(120, Then.PAUSE))
    worker = replace(Worker.start(store), service=service, tables=tables)
    table = await deal(worker)
    server.observe(int(seconds) * SECOND - 3600 * SECOND)
    await worker.play(table, 30)
    left = await clock_due(store, table) - int(seconds) * SECOND
    assert TURN - 5 * SECOND <= left <= TURN + 60 * SECOND


@pytest.mark.parametrize("jump", [-7_200, 3_600])
async def test_a_clock_of_our_own_that_jumps_moves_no_deadline(
    store: Store, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    """Daylight saving, or somebody sets the time of the machine: only the server's time counts.

    Seconds. What is stored, what is shown of it, and what is due go on as if nothing had happened.
    """
    worker = Worker.start(store)
    table = await deal(worker)
    gone_by, wall = time.clock_gettime, time.time
    monkeypatch.setattr(
        time, "clock_gettime", lambda clock: gone_by(clock) + jump * (clock == time.CLOCK_REALTIME)
    )
    monkeypatch.setattr(time, "time", lambda: wall() + jump)
    server, micros = await store.call("TIME")
    now = int(server) * SECOND + int(micros) // 1000
    assert abs(await worker.clock.now() - now) < 10 * SECOND
    await worker.play(table, 30)
    at, due = await worker.state(table), await clock_due(store, table)
    (waiting,) = [each for each in at.waiting if each]
    assert TURN - 10 * SECOND < due - now < TURN + 10 * SECOND
    assert abs(waiting.until - due) < 10 * SECOND
    assert await worker.claimed(TimerKind.CLOCK) == []


async def _age(store: Store, table: TableId, milliseconds: int) -> None:
    """Everything stored of the deadlines is so much older, and nobody has looked at them since."""
    key = TableKeys.of(table).due
    for member, score in (await scores(store, table)).items():
        purpose, _, since = member.rpartition("|")
        await store.call("ZREM", key, member)
        await store.call("ZADD", key, int(score) - milliseconds, f"{purpose}|{int(since) - milliseconds}")
    old = await scores(store, table)
    await store.call("HSET", TableKeys.of(table).state, "t", " ".join(old))
    last = int(next(iter(old)).rpartition("|")[2])
    await store.call("SET", keys.beat(shard(table)), last)
