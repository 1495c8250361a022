"""How long things wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tempo:
    """Milliseconds until a deadline."""

    nudge: int = 30_000
    """An unanswered turn gets a fresh hand message."""
    next_deal: int = 10_000
    """The next deal starts after the result."""


USUAL: Final = Tempo()
