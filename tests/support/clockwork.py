"""A game at which time passes: its deadlines are kept and fired as storage does it."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import lobby
from bot.tables.model import KEEP, Clock, Sitter, Timer, TimerKind
from bot.tables.ports import Change, Refusal
from engine.actions import Seat
from tests.support.tables import ANNA, BOHDAN, VERA, Game

Purpose = tuple[TimerKind, Seat | None, int]
PARTY = (ANNA, BOHDAN, VERA, *(Sitter(1004 + number, f"N{number}", "en") for number in range(3)))


class Clockwork(Game):
    """A game with a clock, and with nobody who taps unless a test does."""

    def __init__(self, clock: Clock, preset: str | None = None, seed: int = 1) -> None:
        self.deadlines: dict[Purpose, Timer] = {}
        self.fired: list[tuple[Timer, Change | Refusal]] = []
        super().__init__(preset, seed, clock)

    def commit(self, change: Change) -> Change:
        if change.timers is not None:
            before = self.deadlines
            wanted = {(timer.kind, timer.seat, timer.turn): timer for timer in change.timers}
            self.deadlines = {
                purpose: before[purpose] if timer.due == KEEP else timer
                for purpose, timer in wanted.items()
                if timer.due != KEEP or purpose in before
            }
        return super().commit(change)

    def seat(self, players: int = 3) -> Clockwork:
        """So many people, and the first deal."""
        for sitter in PARTY[1:players]:
            self.do(lobby.sit, sitter, self.context)
        self.do(lobby.start, ANNA.person, self.context)
        return self

    def wait(self, milliseconds: int) -> list[Timer]:
        """Let time pass; what was due meanwhile, in order."""
        end, fired = self.context.now + milliseconds, []
        while (timer := self.next_due()) and timer.due <= end:
            self.context = replace(self.context, now=max(self.context.now, timer.due))
            fired.append(timer)
            self.pass_deadline(timer)
        self.context = replace(self.context, now=end)
        return fired

    def next_due(self) -> Timer | None:
        """The deadline that passes first."""
        return min(self.deadlines.values(), key=lambda timer: timer.due, default=None)

    def pass_deadline(self, timer: Timer) -> Change | Refusal:
        """It passes now, and is gone."""
        decision = self.fire(timer)
        self.deadlines.pop((timer.kind, timer.seat, timer.turn), None)
        self.fired.append((timer, decision))
        if isinstance(decision, Change):
            self.commit(decision)
            self.record += decision.record
            self.changes.append(decision)
        return decision

    def of(self, kind: TimerKind) -> list[Timer]:
        """The deadlines of a kind."""
        return [timer for timer in self.deadlines.values() if timer.kind is kind]
