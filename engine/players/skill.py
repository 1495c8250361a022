"""What makes one computer player weaker than another: not other rules of thumb, but a human's lapses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a player uses what he knows. The default is one who misses nothing."""

    memory: int | None = None
    """Tricks whose small cards he remembers; None: all. Aces, tens and marriages are never forgotten."""
    notices_voids: bool = True
    """He sees who could not follow."""
    misjudgement: int = 0
    """By how many points he is wrong about a hand, as a standard deviation."""
    slip: float = 0.0
    """How often he plays the card that looked second best."""
