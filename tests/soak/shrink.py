"""From a match that broke a claim to the shortest one that still does, written as a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

from engine.conventions import FIELDS, assemble
from engine.record.faults import LineError
from engine.record.replayer import replay
from engine.state import Standing
from tests.soak.course import Broken, Course
from tests.soak.steps import Dealt, Start, Step, fits, record

TRIES: Final = 3
"""Looks at each position: some claims are broken only where cards are moved to certain places."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A claim that did not hold, and the match up to there."""

    claim: str
    what: str
    start: Start
    steps: tuple[Step, ...]


def failure_of(course: Course, broken: Broken) -> Failure:
    """What a course failed with."""
    cause = broken.__cause__
    what = f"{type(cause).__name__}: {cause}".strip().partition("\n")[0]
    return Failure(broken.claim, what, course.start, tuple(course.steps))


def shrunk(failure: Failure) -> Failure:
    """The same claim broken with the fewest deals, then flags, then steps that were found."""
    for closely in (False, True):
        best = _again(failure.start, failure.steps, failure.claim, closely=closely)
        if best is not None:
            while (better := _smaller(best, closely=closely)) is not None:
                best = better
            return best
    return failure


def _smaller(failure: Failure, *, closely: bool) -> Failure | None:
    for start, steps in (*_fewer_deals(failure), *_fewer_flags(failure), *_fewer_steps(failure)):
        found = _again(start, steps, failure.claim, closely=closely)
        if found is not None and _size(found) < _size(failure):
            return found
    return None


def _size(failure: Failure) -> tuple[int, int, int, int]:
    start = failure.start
    deals = sum(isinstance(step, Dealt) for step in failure.steps)
    flags = sum(getattr(start.conventions, name) != column.default for name, column in FIELDS.items())
    marked = sum(line != Standing() for line in start.standings) + (start.deals_played > 0)
    return deals, flags, marked, len(failure.steps)


def _again(start: Start, steps: Sequence[Step], claim: str, *, closely: bool) -> Failure | None:
    """The failure that these steps lead to if it is of the same claim; what can't be done is left out."""
    if not _can_be_written(start):
        return None
    for seed in range(TRIES if closely else 1):
        course = Course(start, Random(seed), closely=closely)
        try:
            _follow(course, steps)
        except Broken as broken:
            if broken.claim == claim:
                return failure_of(course, broken)
    return None


def _can_be_written(start: Start) -> bool:
    """Such a table and sheet exist: the reader of records accepts them."""
    try:
        replay("\n".join(start.lines()).encode())
    except LineError:
        return False
    return True


def _follow(course: Course, steps: Sequence[Step]) -> None:
    for step in steps:
        if fits(course.state, step):
            course.take(step)
    course.look_back()


def _fewer_deals(failure: Failure) -> Iterator[tuple[Start, tuple[Step, ...]]]:
    """The last deals alone, from the score sheet before them; each deal left out."""
    starts = [place for place, step in enumerate(failure.steps) if isinstance(step, Dealt)]
    for place in reversed(starts[1:]):
        yield _from(failure, place), failure.steps[place:]
    for here, there in pairwise((*starts, len(failure.steps))):
        yield failure.start, (*failure.steps[:here], *failure.steps[there:])


def _from(failure: Failure, place: int) -> Start:
    state = failure.start.match()
    for step in failure.steps[:place]:
        state = step.take(state).state
    sheet = state.sheet
    return replace(
        failure.start, dealer=sheet.dealer, standings=sheet.standings, deals_played=sheet.deals_played
    )


def _fewer_flags(failure: Failure) -> Iterator[tuple[Start, tuple[Step, ...]]]:
    """Each convention that is not needed back to its default; each line of the sheet empty."""
    start = failure.start
    for name, column in FIELDS.items():
        if getattr(start.conventions, name) != column.default:
            kept = {other: getattr(start.conventions, other) for other in FIELDS if other != name}
            yield replace(start, conventions=assemble(kept)), failure.steps
    for seat, line in enumerate(start.standings):
        if line != Standing():
            sheet = (*start.standings[:seat], Standing(), *start.standings[seat + 1 :])
            yield replace(start, standings=sheet), failure.steps
    if start.deals_played:
        yield replace(start, deals_played=0), failure.steps


def _fewer_steps(failure: Failure) -> Iterator[tuple[Start, tuple[Step, ...]]]:
    """Each step left out: what can't be done without it goes too."""
    for place in range(len(failure.steps)):
        yield failure.start, (*failure.steps[:place], *failure.steps[place + 1 :])


def write(failure: Failure, folder: Path, found_by: str) -> Path:
    """Write the record of a failure; its first lines say what is wrong with it and how it was found."""
    text = record(failure.start, failure.steps)
    path = folder / f"{failure.claim}-{sha256(text.encode()).hexdigest()[:8]}.tgr"
    folder.mkdir(parents=True, exist_ok=True)
    head = f"# broken: {failure.claim}\n# {failure.what}\n# found by: {found_by}\n"
    path.write_text(head + text, encoding="utf-8")
    return path
