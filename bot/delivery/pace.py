"""How patient delivery is, in seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_SHORTEST: Final = 0.1
"""Seconds between two looks, however fast the clock runs."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Waits of delivery; `scaled` divides them for tests."""

    scan: float = 2.0
    """Between two looks at everything that is marked: the net under the bell."""
    poll: float = 2.0
    """The longest sleep between two looks at the deadlines."""
    retries: tuple[float, ...] = (0.5, 1, 2, 4, 8, 15, 30)
    """After a failure, and after the next one; the last repeats."""
    trick: float = 6.0
    """Between two edits of a board in the middle of a trick: one for all where people are quick."""
    between: float = 4.0
    """From a hand to the one that says that the deal is over: the next deal may be there by then."""
    whisper: float = 1.0
    """Between two messages for one person in a group: how Telegram counts them nobody knows."""
    farewell: float = 5.0
    """For what is in hand when the process ends."""

    def scaled(self, by: float) -> Pace:
        """The same patience on a clock that runs `by` times faster."""
        return Pace(
            max(_SHORTEST, self.scan / by),
            max(_SHORTEST, self.poll / by),
            tuple(pause / by for pause in self.retries),
            self.trick / by,
            self.between / by,
            self.whisper / by,
            self.farewell,
        )

    def after(self, failures: int) -> float:
        """The pause after so many failures in a row."""
        return self.retries[min(failures, len(self.retries)) - 1]


USUAL = Pace()
"""Real time."""
