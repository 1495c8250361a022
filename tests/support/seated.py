"""Tables of people and computer players, played through their use cases without storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bot.tables import clock, lobby, moves, timing
from bot.tables.context import Context
from bot.tables.model import Sitter, Table, TimerKind
from bot.tables.ports import Change, Refusal
from bot.tables.succession import noted
from engine.match import legal_actions
from engine.players import Level
from tests.support.tables import FAMILY, Sequence, of

CAST = tuple(Sitter(1000 + number, f"N{number}", "en") for number in range(1, 7))
GUEST = Sitter(2001, "Guest", "uk")


class Match:
    """A table with people and computer players, played commit after commit as storage would keep it."""

    def __init__(self, people: int = 3, computers: int = 0, words: str = "", seed: int = 1) -> None:
        self.context = Context(1_700_000_000_000, Sequence())
        self.rng = Random(seed)
        self.record: list[str] = []
        opened = of(lobby.opened(FAMILY, CAST[0], tuple(words.split()), "en", self.context))
        self.table = replace(opened.table, version=1)
        for sitter in CAST[1:people]:
            self.do(lobby.sit, sitter, self.context)
        for number in range(computers):
            level = (Level.EASY, Level.NORMAL)[number % 2]
            self.do(lobby.add_computer, CAST[0].person, level, self.context)

    def start(self) -> Match:
        self.do(lobby.start, CAST[0].person, self.context)
        return self

    def keep(self, change: Change) -> Change:
        change = noted(self.table, change)
        if change.undone:
            gone = self.record[-change.undone :]
            self.record[-change.undone :] = [f"# undone: {line}" for line in gone]
        self.record += change.record
        self.table = replace(change.table, version=self.table.version + 1)
        return change

    def do(self, use_case: Callable[..., Change | Refusal], *args: object, **named: object) -> Change:
        return self.keep(of(use_case(self.table, *args, **named)))

    def step(self) -> Change:
        """One move of whoever is waited for: a person acts at random, a deadline for everybody else."""
        assert self.table.match is not None
        wanted = timing.awaited(self.table.match)
        if not wanted:
            return self.keep(of(moves.deal_on(self.table, self.context)))
        seat = self.rng.choice(wanted)
        if not self.table.seats[seat].plays:
            return self.think(seat)
        index = self.rng.randrange(len(legal_actions(self.table.match, seat)))
        return self.do(moves.act, self.table.seats[seat].person, self.table.turn, index, self.context)

    def think(self, seat: int) -> Change:
        thinking = [
            timer
            for timer in timing.timers(self.table, self.context)
            if (timer.kind, timer.seat) == (TimerKind.THINK, seat)
        ]
        (timer,) = thinking
        return self.keep(of(clock.due(self.table, timer, self.context)))

    def until(self, wanted: Callable[[Table], bool]) -> Match:
        while not wanted(self.table):
            self.step()
        return self

    def own_move(self) -> Change:
        """Steps until a person has made a move that can be taken back."""
        while True:
            change = self.step()
            if change.table.last is not None:
                return change
