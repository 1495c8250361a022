"""Matches at random tables, of random people, until enough deals have been dealt."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine.match import outcome, to_act
from engine.referee import Fine
from tests.soak.course import Broken, Course
from tests.soak.generator import Generator, deck, standings
from tests.soak.people import PEOPLE, Person
from tests.soak.shrink import Failure, failure_of
from tests.soak.steps import Acted, Dealt, Fined, Start, Stopped, fits

LENGTHS: Final = (1, 2, 4, 8, 16)
"""Deals of a match."""
FROM_A_SHEET: Final = 0.8
"""How often a match goes on from a score sheet."""
EXPOSED: Final = 0.05
"""How often a card is exposed while dealing, where there is a fine for it."""
SCRIBE: Final = 0.003
"""How often somebody is fined for the sheet, a step."""
STOPS: Final = 0.02
"""How often a match that goes on is stopped."""


def matches(seed: int, deals: int, tables: Generator) -> Iterator[tuple[Course, Failure | None]]:
    """Matches with so many deals in all, each with what it failed with."""
    rng = Random(seed)
    dealt = 0
    while dealt < deals:
        course = Course(_start(rng, tables), rng)
        yield course, _play(course, rng)
        dealt += course.counts["deals"]


def _start(rng: Random, tables: Generator) -> Start:
    table, players = tables.table()
    dealer = rng.randrange(players)
    if rng.random() >= FROM_A_SHEET:
        return Start.fresh(table, players, dealer)
    return Start(table, dealer, standings(rng, table, players), rng.choice((0, 0, 1, players)))


def _play(course: Course, rng: Random) -> Failure | None:
    people = [rng.choice(PEOPLE) for _ in range(course.start.players)]
    try:
        for _ in range(rng.choice(LENGTHS)):
            if outcome(course.state) is None:
                _play_deal(course, rng, people)
        if outcome(course.state) is None and rng.random() < STOPS:
            course.take(Stopped())
        course.look_back()
    except Broken as broken:
        return failure_of(course, broken)
    return None


def _play_deal(course: Course, rng: Random, people: list[Person]) -> None:
    course.take(Dealt(deck(rng, course.state)))
    if rng.random() < EXPOSED:
        _fine(course, Fined(course.state.sheet.dealer, Fine.EXPOSED_CARD))
    while seats := to_act(course.state):
        seat = rng.choice(seats)
        course.take(Acted(seat, people[seat](course.state, seat, rng)))
        if rng.random() < SCRIBE:
            _fine(course, Fined(seat, Fine.SCRIBE))


def _fine(course: Course, fined: Fined) -> None:
    if fits(course.state, fined):
        course.take(fined)
