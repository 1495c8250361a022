"""`python -m tools.differential FOLDER`: many deals in both engines, and where they differ."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from engine import match
from engine.conventions import Conventions
from engine.state import MatchState, Standing
from tools.differential.compare import Findings, Table
from tools.differential.rival import Rival
from tools.differential.rules import draw

TOTALS: Final = (0, 435, 555, 675, -435, -120, 640, 760, 800, 850, 860, 870)
"""Totals from which one deal leads to a limit."""
DEALS_A_TABLE: Final = 8


def main() -> None:
    """Compare as many deals as asked for."""
    words = argparse.ArgumentParser(prog="python -m tools.differential")
    words.add_argument("folder", type=Path, help="where the other engine lies (core/, app/)")
    words.add_argument("--deals", type=int, default=5000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--examples", type=int, default=1, help="of each difference")
    asked = words.parse_args()
    found = compared(Rival(asked.folder), Random(asked.seed), asked.deals)
    sys.stdout.writelines(f"{line}\n" for line in told(found, asked.examples))


def compared(rival: Rival, rng: Random, deals: int) -> Findings:
    """So many deals at random tables, each from a sheet of its own."""
    found = Findings()
    for _ in range(0, deals, DEALS_A_TABLE):
        rules = draw(rng)
        table = Table(rival, rules, rng, found)
        for _ in range(DEALS_A_TABLE):
            table.play(_sheet(rng, rules.ours))
    return found


def _sheet(rng: Random, table: Conventions) -> MatchState:
    lines = [_line(rng, table) for _ in range(3)]
    sitting = [seat for seat, line in enumerate(lines) if line.barrel is not None]
    if table.barrel_bump:
        for seat in sitting[1:]:
            lines[seat] = replace(lines[seat], score=0, barrel=None)
    return match.new_match(table, 3, dealer=rng.randrange(3), standings=lines)


def _line(rng: Random, table: Conventions) -> Standing:
    on_barrel = rng.random() < 0.25
    return Standing(
        score=table.barrel_at if on_barrel else rng.choice((rng.choice(TOTALS), 5 * rng.randint(-170, 175))),
        bolts=rng.randrange(table.bolts_game_limit or 1) if table.bolts else 0,
        bolts_row=rng.randrange(table.bolts_row_limit or 1) if table.bolts else 0,
        barrel=rng.randrange(table.barrel_tries) if on_barrel else None,
        falls=rng.randrange(3),
        writeoffs=rng.randrange(3),
    )


def told(found: Findings, examples: int) -> Iterator[str]:
    """The figures, and examples of every difference."""
    for topic, number in sorted(found.compared.items()):
        yield f"{number:>8} {topic}"
    yield "differences:"
    for name, number in sorted(found.differ.items()):
        yield f"{number:>8} {name}"
        yield from (f"         {example}" for example in found.examples[name][:examples])


if __name__ == "__main__":
    main()
