"""A group and its tables: one match after another by rules drawn at random, each starting near its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from bot.entropy import SystemEntropy
from bot.sandbox import people
from bot.screens.buttons import LobbyTap, LobbyVerb
from bot.storage.clock import RedisClock
from bot.storage.tables import RedisTables
from bot.tables import deals, flow
from bot.tables.context import Context, Tempo
from bot.tables.model import Clock, Place, Stage, Table, TableId, Then
from bot.tables.ports import Committed
from engine.conventions import DEFAULT_PRESET, Conventions, differing
from tests.soak.generator import Generator, standings
from tests.soak.steps import Start
from tests.soak.tables.crowd import Guest, Temper

LONGEST: Final = 3_900
"""Characters of a command that names the rules."""
COMPUTERS: Final = 0.35
"""How often computers sit among the people."""
THENS: Final = (Then.MOVE, Then.MOVE, Then.AWAY, Then.AWAY, Then.PAUSE)
LOOK: Final = 0.25
"""Seconds between two looks at a table."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is looked back at."""

    table: TableId
    start: Start
    people: Sequence[int]
    """Who sat down, by seat; below zero: a computer player."""


@dataclass(slots=True)
class Party:
    """People of one group."""

    guests: Sequence[Guest]
    tables: RedisTables
    clock: RedisClock
    drawn: Generator
    rng: Random
    tempo: Tempo
    seconds: int
    """Of the tables' clocks."""
    closing: asyncio.Event
    home: int = field(init=False)
    """Their chat as it was called at first; it may become a supergroup."""
    played: list[Played] = field(default_factory=list)
    begun: Callable[[Party, Played], None] = lambda _party, _played: None

    def __post_init__(self) -> None:
        self.home = self.group

    @property
    def group(self) -> int:
        """Their chat."""
        return self.guests[0].group

    async def evening(self, over: Callable[[Party, Played], object]) -> None:
        """Match after match; `over` is called after each one that has ended."""
        while not self.closing.is_set():
            table = await self._gather()
            if table is None:
                return
            await self._until(lambda at: at is None or at.stage is Stage.FINISHED, table)
            if not self.closing.is_set():
                over(self, self.played[-1])

    async def _gather(self) -> TableId | None:
        conventions, players = self._rules()
        computers = self.rng.randint(1, players - 1) if self.rng.random() < COMPUTERS else 0
        sitting = [guest for guest in self.guests if guest.temper is not Temper.LOOKING_ON]
        sitting = sitting[: players - computers]
        for guest in self.guests:
            guest.come_back()
        host = sitting[0]
        words = " ".join(f"{name}={word}" for name, word in differing(conventions, DEFAULT_PRESET).items())
        people.send(host.sandbox, host.person, host.chat, f"/newgame {words}".strip())
        table = await self._opened()
        for guest in sitting:
            await self._sits(guest, table)
        while not self.closing.is_set():
            found = await self.tables.load(table)
            if found is None or len(found.seats) >= players:
                break
            await self._tap_lobby(host, self.rng.choice((LobbyVerb.EASY, LobbyVerb.NORMAL)))
        if self.closing.is_set():
            return None
        await self._begin(table, conventions)
        return table

    def _rules(self) -> tuple[Conventions, int]:
        while True:
            conventions, players = self.drawn.table()
            words = differing(conventions, DEFAULT_PRESET).items()
            if sum(len(name) + len(word) + 2 for name, word in words) < LONGEST:
                return conventions, players

    async def _opened(self) -> TableId:
        while True:
            found = await self.tables.find(Place(self.group))
            if found is not None and all(found != match.table for match in self.played):
                return found
            await asyncio.sleep(LOOK)

    async def _sits(self, guest: Guest, table: TableId) -> None:
        """Tap until he sits: by the deep link, where the private chat was closed."""
        while not self.closing.is_set():
            found = await self.tables.load(table)
            if found is None or found.seat_of(guest.id) is not None:
                return
            url = await self._tap_lobby(guest, LobbyVerb.SIT)
            if url:
                people.open_link(guest.sandbox, guest.person, url)
                await asyncio.sleep(LOOK)

    async def _tap_lobby(self, guest: Guest, verb: LobbyVerb) -> str:
        for sight in guest.screen(self.group):
            if isinstance(sight.tap, LobbyTap) and sight.tap.verb is verb:
                query = guest.press(sight)
                await guest.answered(query)
                return str((query.answer or {}).get("url") or "")
        await asyncio.sleep(LOOK)
        return ""

    async def _begin(self, name: TableId, conventions: Conventions) -> None:
        """A third worker deals, from a score sheet near the end; it brings no screens and rings nobody."""
        while True:
            table = await self.tables.load(name)
            assert table is not None
            players = len(table.seats)
            start = Start(conventions, self.rng.randrange(players), standings(self.rng, conventions, players))
            clock = Clock(self.seconds, self.rng.choice(THENS))
            begun = replace(
                table,
                stage=Stage.PLAYING,
                acted=(table.turn,) * players,
                waiting=(None,) * players,
                clock=clock,
            )
            context = Context(await self.clock.now(), SystemEntropy(), self.tempo)
            dealt = deals.deal(begun, start.match(), context)
            record = (*start.lines(), *dealt.record)
            played = Played(name, start, tuple(sitter.person for sitter in table.seats))
            self.played.append(played)
            for guest in self.guests:
                guest.table = name
            self.begun(self, played)
            change = replace(dealt, record=record, dirty=dealt.dirty | {flow.LOBBY})
            if table.stage is not Stage.LOBBY or isinstance(await self.tables.commit(change, 0), Committed):
                return  # somebody's forged tap may have been faster
            self.played.pop()

    async def _until(self, condition: Callable[[Table | None], bool], table: TableId) -> None:
        while not self.closing.is_set() and not condition(await self.tables.load(table)):  # noqa: ASYNC110 - what is waited for lies in another process
            await asyncio.sleep(4 * LOOK)
