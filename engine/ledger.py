"""The score sheet while a deal is booked: the engine's one mutable thing, and it never leaves `booking`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import Adjustment, BarrelLeft, Event, Outcome, Why
from engine.scoring import Tally
from engine.state import Bargain, Closed, DealState, Standing

UNIT_WORD: Final = 120
"""A penalty convention of this value stands for `penalty_unit` (settled S10)."""


class Ledger:
    """A deal to be booked, and the sheet as it stands after the steps taken so far.

    `before` are the standings that the deal started from: its rules ask who sat on the barrel then. `scores`
    are the totals by now, `standings` all else; `sheet` joins them.
    """

    __slots__ = (
        "adjustments",
        "before",
        "closed",
        "conventions",
        "count",
        "deal",
        "events",
        "made",
        "outcome",
        "recorded",
        "scores",
        "standings",
    )

    def __init__(
        self,
        conventions: Conventions,
        standings: tuple[Standing, ...],
        deal: DealState,
        closed: Closed,
        count: Tally,
        *,
        made: bool | None,
    ) -> None:
        self.conventions = conventions
        self.before = standings
        self.deal = deal
        self.closed = closed
        self.count = count
        self.made = made
        self.scores = [standing.score for standing in standings]
        self.standings = list(standings)
        self.recorded = [0] * len(standings)
        self.adjustments: list[Adjustment] = []
        self.events: list[Event] = []
        self.outcome: Outcome | None = None

    # What the deal was

    @property
    def active(self) -> tuple[Seat, ...]:
        """Seats that hold cards."""
        return self.deal.frame.active

    @property
    def bargain(self) -> Bargain | None:
        """What the auction brought, where there was one."""
        return self.closed.bargain

    @property
    def declarer(self) -> Seat | None:
        """Who has the talon."""
        return self.bargain.declarer if self.bargain else None

    @property
    def made_by(self) -> Seat | None:
        """The declarer who made his contract."""
        return self.declarer if self.made else None

    @property
    def stake(self) -> int:
        """The contract that was played for or given up; 0 in a deal without a declarer."""
        return self.bargain.stake if self.bargain else 0

    @property
    def frozen(self) -> bool:
        """The others stand still while a barrel player plays for the bare need (`barrel_freeze_others`)."""
        return (
            self.conventions.barrel_freeze_others
            and self.declarer is not None
            and self.was_on_barrel(self.declarer)
            and self.stake == self.conventions.barrel_need
        )

    def was_on_barrel(self, seat: Seat) -> bool:
        """He sat on the barrel when the deal began."""
        return self.before[seat].barrel is not None

    # What the sheet is by now

    def on_barrel(self, seat: Seat) -> bool:
        """He sits on the barrel now."""
        return self.standings[seat].barrel is not None

    def record(self, seat: Seat, points: int) -> None:
        """What the deal itself writes."""
        self.recorded[seat] += points
        self.scores[seat] += points

    def adjust(self, seat: Seat, why: Why, points: int) -> None:
        """What is written beside it; nothing is written for 0 points (settled N11)."""
        if points:
            self.adjustments.append(Adjustment(seat, why, points))
            self.scores[seat] += points

    def penalty(self, points: int) -> int:
        """What a penalty of the conventions costs at this table (settled S9, S10)."""
        return self.conventions.penalty_unit if points == UNIT_WORD else points

    def leave_barrel(self, seat: Seat, why: Why, *, fall: bool) -> None:
        """He is off the barrel; a fall counts towards the third one."""
        standing = self.standings[seat]
        self.standings[seat] = replace(standing, barrel=None, falls=standing.falls + fall)
        self.events.append(BarrelLeft(seat, why))

    def sheet(self) -> tuple[Standing, ...]:
        """The lines of the score sheet with the totals as they stand."""
        lines = zip(self.standings, self.scores, strict=True)
        return tuple([standing.at(score) for standing, score in lines])
