"""What a use case may know besides the table: the time, randomness, and how long things wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.tables.ports import Entropy


@dataclass(frozen=True, slots=True)
class Tempo:
    """Milliseconds until a deadline."""

    nudge: int = 30_000
    """An unanswered turn gets a fresh hand message."""
    next_deal: int = 10_000
    """The next deal starts after the result."""
    lobby: int = 3_600_000
    """A lobby in which nothing happens ends."""
    think: int = 1_500
    """A computer player moves."""
    reap: int = 86_400_000
    """A match that nobody plays ends."""
    scale: float = 1.0
    """How many times faster than ours the clock runs: tables keep their own clocks in seconds."""


USUAL: Final = Tempo()


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of one decision."""

    now: int
    """Unix milliseconds, by the server's clock."""
    entropy: Entropy
    tempo: Tempo = USUAL
