"""What was played is what its record says, by any conventions and from any shuffle."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.conventions import Conventions, check_players
from engine.dealing import deal, shuffle
from engine.errors import ConflictingConventions
from engine.players import Level, choose
from engine.record.replayer import replay
from engine.record.snapshot import dump, load
from engine.record.writer import SEAT_LABELS, action_line, deal_block, full_header, join_names
from engine.state import MatchState
from engine.view import seat_view
from tests.engine.strategies import conventions

LABELS = SEAT_LABELS[:3]


def seatable(table: Conventions) -> bool:
    """Whether three may play by these conventions."""
    try:
        check_players(table, 3)
    except ConflictingConventions:
        return False
    return True


def play(table: Conventions, seed: int, deals: int) -> tuple[MatchState, list[str]]:
    """A match after some deals of random players, and its record."""
    rng = Random(seed)
    state = match.new_match(table, 3, dealer=2)
    lines = [*full_header(table, LABELS)]
    for _ in range(deals):
        if match.outcome(state):
            break
        deck = shuffle(rng.randbytes(8))
        lines += deal_block(state.sheet.dealer, *deal(deck, 3, state.sheet.dealer), LABELS)
        state = match.start_deal(state, deck).state
        while seats := match.to_act(state):
            seat = rng.choice(seats)
            view = seat_view(state, seat)
            action = choose(Level.RANDOM, view, view.legal, rng)
            lines.append(action_line(seat, action, LABELS))
            state = match.apply(state, seat, action).state
    return state, lines


@settings(deadline=None, max_examples=25)
@given(conventions().filter(seatable), st.integers(0, 2**32))
def test_a_record_tells_the_match_that_was_played(table: Conventions, seed: int) -> None:
    state, lines = play(table, seed, 3)
    told = replay("\n".join(lines).encode())
    assert told.state == state
    assert load(dump(state)) == state
    named = "\n".join(join_names(lines, ("Анна", "P1", "Bob"))).encode()
    assert replay(named).state == state
