"""The score sheet while a deal is booked: the engine's one mutable thing, and it never leaves `booking`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import Adjustment, BarrelLeft, Event, Outcome, Why
from engine.scoring import Tally
from engine.state import Bargain, Closed, DealState, Sheet, Standing

UNIT_WORD: Final = 120
"""A penalty convention of this value stands for `penalty_unit` (settled S10)."""


class Ledger:
    """A deal to be booked, and the sheet as it stands after the steps taken so far.

    `before` are the standings that the deal started from: its rules ask who sat on the barrel then. `scores`
    are the totals by now, `standings` all else; `sheet` joins them.
    """

    __slots__ = (
        "active",
        "adjustments",
        "bargain",
        "before",
        "closed",
        "conventions",
        "count",
        "deal",
        "declarer",
        "events",
        "golden_left",
        "golden_made",
        "made",
        "outcome",
        "recorded",
        "scores",
        "stake",
        "standings",
    )

    active: tuple[Seat, ...]
    """Seats that hold cards."""
    bargain: Bargain | None
    """What the auction brought, where there was one."""
    declarer: Seat | None
    """Who has the talon."""
    stake: int
    """The contract that was played for or given up; 0 in a deal without a declarer."""

    def __init__(
        self,
        conventions: Conventions,
        sheet: Sheet,
        deal: DealState,
        closed: Closed,
        count: Tally,
        *,
        made: bool | None,
    ) -> None:
        self.conventions = conventions
        self.before = sheet.standings
        self.deal = deal
        self.closed = closed
        self.active = deal.frame.active
        self.bargain = bargain = closed.bargain
        self.declarer = bargain.declarer if bargain else None
        self.stake = bargain.stake if bargain else 0
        self.count = count
        self.made = made
        self.scores = [standing.score for standing in sheet.standings]
        self.standings = list(sheet.standings)
        self.golden_left = sheet.golden_left
        self.golden_made = sheet.golden_made
        self.recorded = [0] * len(sheet.standings)
        self.adjustments: list[Adjustment] = []
        self.events: list[Event] = []
        self.outcome: Outcome | None = None

    # What the deal was

    @property
    def made_by(self) -> Seat | None:
        """The declarer who made his contract."""
        return self.declarer if self.made else None

    @property
    def golden(self) -> bool:
        """It was a golden deal."""
        return self.deal.frame.golden

    @property
    def blind(self) -> bool:
        """It was played, or given up, as a blind game."""
        return self.bargain is not None and self.bargain.blind

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

    def receives(self, seat: Seat) -> bool:
        """Points that are not his own contract's come to him (settled S5, `own_contracts_from`)."""
        limit = self.conventions.own_contracts_from
        return not self.was_on_barrel(seat) and not 0 < limit <= self.before[seat].score

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
        """What a penalty of the conventions costs in this deal (settled S9, S10)."""
        cost = self.conventions.penalty_unit if points == UNIT_WORD else points
        return 2 * cost if self.golden and self.conventions.golden_penalties_double else cost

    def leave_barrel(self, seat: Seat, why: Why, *, fall: bool) -> None:
        """He is off the barrel; a fall counts towards the third one."""
        standing = self.standings[seat]
        self.standings[seat] = replace(standing, barrel=None, falls=standing.falls + fall)
        self.events.append(BarrelLeft(seat, why))

    def sheet(self) -> tuple[Standing, ...]:
        """The lines of the score sheet with the totals as they stand."""
        lines = zip(self.standings, self.scores, strict=True)
        return tuple([line if line.score == score else line.at(score) for line, score in lines])
