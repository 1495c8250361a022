"""What was played is what its record says, by any conventions and from any shuffle."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.conventions import Conventions
from engine.players import Level, choose
from engine.record.replayer import replay
from engine.record.snapshot import dump, load
from engine.record.writer import SEAT_LABELS, action_line, dealing_lines, full_header, join_names
from engine.state import MatchState
from engine.view import seat_view
from tests.engine.strategies import tables


def play(table: Conventions, players: int, seed: int, deals: int) -> tuple[MatchState, list[str]]:
    """A match after some deals of random players, and its record."""
    rng = Random(seed)
    labels = SEAT_LABELS[:players]
    state = match.new_match(table, players, dealer=players - 1)
    lines = [*full_header(table, labels)]
    for _ in range(deals):
        if match.outcome(state):
            break
        step = match.start_deal(state, match.next_deck(state, rng.randbytes(8)))
        lines += dealing_lines(step.events, labels)
        while seats := match.to_act(step.state):
            seat = rng.choice(seats)
            view = seat_view(step.state, seat)
            action = choose(Level.RANDOM, view, view.legal, rng)
            step = match.apply(step.state, seat, action)
            lines += [action_line(seat, action, labels), *dealing_lines(step.events, labels)]
        state = step.state
    return state, lines


@settings(deadline=None, max_examples=40)
@given(tables(), st.integers(0, 2**32))
def test_a_record_tells_the_match_that_was_played(seated: tuple[Conventions, int], seed: int) -> None:
    table, players = seated
    state, lines = play(table, players, seed, 3)
    told = replay("\n".join(lines).encode())
    assert told.state == state
    assert load(dump(state)) == state
    names = ("Анна", "P1", "Bob", "D", "E", "F")[:players]
    assert replay("\n".join(join_names(lines, names)).encode()).state == state
