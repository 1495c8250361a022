"""Many groups at once, two bots behind a relay, bad weather; then a quiet evening, and the accounts."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from bot.i18n import LANGS
from bot.sandbox import people
from bot.sandbox.core import Sandbox
from bot.sandbox.model import ChatType
from bot.storage.clock import RedisClock
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.tables.context import Tempo
from bot.tables.model import Stage, TableId
from tests.soak.generator import Generator
from tests.soak.tables.accounts import Accounts
from tests.soak.tables.crowd import Guest, Pressed, Temper
from tests.soak.tables.eye import Eye
from tests.soak.tables.party import Party, Played
from tests.soak.tables.relay import Relay, relaying
from tests.soak.tables.weather import Weather
from tests.support.eventually import eventually
from tests.support.house import BotProcess, House, hurried, open_house
from tests.support.ports import free_port

PATH: Final = "/telegram"
GUESTS: Final = 6
TEMPERS: Final = (
    Temper.CALM,
    Temper.CALM,
    Temper.RACING,
    Temper.RACING,
    Temper.STALE,
    Temper.FORGING,
    Temper.ABSENT,
    Temper.LEAVING,
)
ONLOOKERS: Final = 0.3
"""How often somebody looks on."""
SMALL: Final = 0.3
"""How many groups are no supergroups yet."""
CROWDED: Final = 30
"""Updates on their way at which people wait a little: the machine is small, the town is large."""
EXPIRY: Final = 60.0
"""Real seconds in which a tap may be answered: on a small machine two bots need twenty to start at once."""
PAUSES: Final = (0.3, 0.6, 1.0)
"""Real seconds before an update comes again."""
AFTERMATH: Final = 2.0
"""Seconds after which a match that has ended is looked back at: its last screens are there by then."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How large a soak is."""

    tables: int
    seconds: float
    seed: int
    scale: float
    """How many times faster than ours the clock of budgets and deadlines runs."""
    turn_seconds: int
    """The clock of a table, before the scale."""
    think: float
    """Real seconds between two doings of a person."""
    fault_every: float = 0.25
    kill_every: float = 8.0


@dataclass(slots=True)
class Town:
    """Everything that runs."""

    plan: Plan
    house: House
    store: Store
    bots: list[BotProcess]
    relay: Relay
    folder: Path
    rng: Random
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    pressed: list[Pressed] = field(default_factory=list)
    parties: list[Party] = field(default_factory=list)
    read: set[TableId] = field(default_factory=set)
    reading: set[asyncio.Task[None]] = field(default_factory=set)
    eye: Eye = field(init=False)
    accounts: Accounts = field(init=False)
    weather: Weather = field(init=False)

    def __post_init__(self) -> None:
        self.eye = Eye(self.sandbox, self.store)
        self.accounts = Accounts(self.eye, self.relay, self.folder, self.rng)
        plan = self.plan
        self.weather = Weather(
            self.sandbox, self.relay, self.bots, self.rng, plan.fault_every, plan.kill_every
        )

    @property
    def sandbox(self) -> Sandbox:
        """Telegram."""
        return self.house.server.sandbox

    async def soak(self) -> None:
        """Play for so long, end what has not ended by vote, and count."""
        self.eye.open()
        self.parties = [self._party(number) for number in range(self.plan.tables)]
        watching = asyncio.create_task(self.eye.watch())
        storm = asyncio.create_task(self._trouble())
        work = [
            *(party.evening(self._over) for party in self.parties),
            *(self._lives(guest) for party in self.parties for guest in party.guests),
        ]
        crowd = [asyncio.create_task(each) for each in work]
        await asyncio.wait(
            (storm, watching, *crowd), timeout=self.plan.seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        self.closing.set()
        storm.cancel()
        with suppress(asyncio.CancelledError):
            await storm
        await self.weather.clear()
        await asyncio.gather(*crowd)
        await self._quiet()
        await self._stop()
        await self._quiet()
        await asyncio.gather(*self.reading)
        watching.cancel()
        for party in self.parties:
            for played in party.played:
                if played.table not in self.read:
                    await self._read(party, played)
        self._count()

    def _party(self, number: int) -> Party:
        rng, world = self.rng, self.sandbox.world
        tempers = [rng.choice(TEMPERS) for _ in range(GUESTS)]
        tempers[0] = Temper.CALM  # somebody has to open the table
        if rng.random() < ONLOOKERS:
            tempers.append(Temper.LOOKING_ON)
        ids = [
            world.add_person(f"Guest {number}-{seat}", LANGS[(number + seat) % len(LANGS)]).id
            for seat in range(len(tempers))
        ]
        # A stranger is the group's creator: nobody at the table may stop it alone.
        owner = world.add_person(f"Owner {number}", "en").id
        kind: ChatType = "group" if rng.random() < SMALL else "supergroup"
        group = world.new_group(f"Table {number}", kind, [owner, *ids]).id
        tables = self.house.tables
        guests = [
            Guest(self.sandbox, tables, person, group, temper, Random(rng.random()), self.pressed)
            for person, temper in zip(ids, tempers, strict=True)
        ]
        tempo = Tempo(
            nudge=round(30_000 / self.plan.scale),
            next_deal=round(10_000 / self.plan.scale),
            think=round(1_500 / self.plan.scale),
            scale=self.plan.scale,
        )
        party = Party(
            guests,
            tables,
            RedisClock(self.store),
            Generator(Random(rng.random())),
            rng,
            tempo,
            self.plan.turn_seconds,
            self.closing,
        )
        party.begun = self._begun
        return party

    async def _trouble(self) -> None:
        async with asyncio.TaskGroup() as both:
            both.create_task(self.weather.storm())
            both.create_task(self._growth())

    async def _growth(self) -> None:
        """One group after another becomes a supergroup, in the middle of whatever it does."""
        while True:
            await asyncio.sleep(self.plan.seconds / (2 * SMALL * self.plan.tables))
            if small := [
                each for each in self.parties if each.played and each.guests[0].chat.type == "group"
            ]:
                self._grow(self.rng.choice(small))

    def _grow(self, party: Party) -> None:
        chat = people.migrate(self.sandbox, party.guests[0].chat, new_first=self.rng.random() < 0.5)
        self.eye.homes[chat.id] = party.home
        self.eye.tables[chat.id] = self.eye.tables[party.group]
        for guest in party.guests:
            guest.group = chat.id
        self.accounts.counts["groups that became supergroups"] += 1

    def _begun(self, party: Party, played: Played) -> None:
        for chat in (party.group, *(guest.id for guest in party.guests)):
            self.eye.tables[chat] = played.table

    def _over(self, party: Party, played: Played) -> None:
        task = asyncio.create_task(self._read(party, played, AFTERMATH))
        self.reading.add(task)
        task.add_done_callback(self.reading.discard)

    async def _read(self, party: Party, played: Played, after: float = 0.0) -> None:
        self.read.add(played.table)
        await asyncio.sleep(after)
        table = await self.house.tables.load(played.table)
        assert table is not None
        self.accounts.look_back(party, table, await self.house.tables.record(played.table))

    async def _lives(self, guest: Guest) -> None:
        while not self.closing.is_set():
            await asyncio.sleep(guest.rng.expovariate(1 / self.plan.think))
            room = len(self.sandbox.updates) < CROWDED
            if room and guest.table and not self.closing.is_set():
                await guest.turn()

    async def _stop(self) -> None:
        """Whoever is there votes to stop; where nobody plays the match stays paused, as it should."""
        for seat in range(GUESTS):
            for guest in (party.guests[seat] for party in self.parties):
                table = await self.house.tables.load(guest.table) if guest.table else None
                if table is None or table.stage is not Stage.PLAYING or table.paused:
                    continue
                if table.seat_of(guest.id) is not None and guest.id in guest.chat.members:
                    people.send(self.sandbox, guest.person, guest.chat, "/stop")
            await self._handled()

    async def _handled(self) -> None:
        async def holds() -> bool:
            return len(self.sandbox.updates) == 0

        await eventually(holds)

    async def _quiet(self) -> None:
        """Every update is done with, and no screen is marked."""
        screens = RedisScreens(self.store)

        async def holds() -> bool:
            return len(self.sandbox.updates) == 0 and not await screens.marked(1)

        await eventually(holds)

    def _count(self) -> None:
        accounts, stats = self.accounts, self.sandbox.stats
        accounts.join(self.pressed, self.sandbox)
        accounts.results()
        accounts.refusals(self.sandbox)
        accounts.logs([bot.log for bot in self.bots])
        accounts.counts["answered twice"] = stats.double_answers
        accounts.counts.update(self.eye.counts)

    def told(self) -> Iterator[str]:
        """The report."""
        plan, counts = self.plan, self.accounts.counts
        kills = "+".join(str(self.relay.kills[bot]) for bot in range(len(self.bots)))
        yield f"seed {plan.seed}: {plan.tables} tables, {plan.seconds:.0f} s, kills {kills}"
        yield "faults that struck: " + _listed(self.weather.struck)
        yield "webhook: " + _listed(self.relay.counts)
        yield "counts: " + _listed(counts)
        zero = ("leaks", "moves lost", "moves doubled", "taps unanswered", "tracebacks")
        yield "must be nothing: " + ", ".join(f"{counts[name]} {name}" for name in zero)


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))


@asynccontextmanager
async def town(plan: Plan, store: Store, url: str, folder: Path, kept: Path) -> AsyncIterator[Town]:
    """Two bots are ready, the groups are empty; what went wrong is kept in `kept`."""
    rng = Random(plan.seed)
    ports = free_port(), free_port()
    async with AsyncExitStack() as stack:
        limits = replace(
            hurried(plan.scale),
            webhook_pauses=tuple(pause * plan.scale for pause in PAUSES),
            query_seconds=EXPIRY * plan.scale,
            ephemeral_seconds=EXPIRY * plan.scale,
        )
        house = await stack.enter_async_context(open_house(store, limits))
        relay = await stack.enter_async_context(relaying(ports, PATH, rng))
        bots = [_bot(plan, house, url, relay, folder / str(port), port) for port in ports]
        for bot in bots:
            stack.push_async_callback(bot.stop)
            await bot.start()

        async def announced() -> bool:
            return house.server.sandbox.stats.calls["setWebhook"] >= len(bots)

        await eventually(announced)
        shutil.rmtree(kept, ignore_errors=True)
        yield Town(plan, house, store, bots, relay, kept, rng)


def _bot(plan: Plan, house: House, url: str, relay: Relay, folder: Path, port: int) -> BotProcess:
    folder.mkdir()
    return BotProcess(
        {
            "BOT_TOKEN": house.server.token,
            "TELEGRAM_API_URL": house.server.url,
            "REDIS_URL": url,
            "TIME_SCALE": str(plan.scale),
            "TURN_SECONDS": str(plan.turn_seconds),
            "LOG_LEVEL": os.environ.get("LOG_LEVEL", "WARNING"),
            "WEBHOOK_URL": relay.url,
            "WEBHOOK_SECRET": "hush",
            "WEBHOOK_PORT": str(port),
        },
        folder,
    )
