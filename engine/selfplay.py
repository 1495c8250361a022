"""Computer players play a match, and its record is written as they go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine import match
from engine.conventions import Conventions
from engine.players import Level, choose
from engine.record.writer import SEAT_LABELS, action_line, dealing_lines, header
from engine.view import seat_view


@dataclass(frozen=True, slots=True)
class Game:
    """What is to be played."""

    conventions: Conventions
    preset: str | None
    levels: tuple[Level, ...]
    """A level a seat."""
    seed: str
    """The same seed gives the same record."""
    deals: int
    """Deal blocks after which to stop, if the match is not over by then."""


def selfplay(game: Game) -> Iterator[str]:
    """The lines of the record."""
    rng = Random(game.seed)
    players = len(game.levels)
    labels = SEAT_LABELS[:players]
    yield f"# seed {game.seed!r}"
    yield from header(game.conventions, labels, game.preset)
    state = match.new_match(game.conventions, players, dealer=rng.randrange(players))
    for _ in range(game.deals):
        if match.outcome(state):
            return
        yield ""
        step = match.start_deal(state, match.next_deck(state, rng.randbytes(32)))
        yield from dealing_lines(step.events, labels)
        state = step.state
        while seats := match.to_act(state):
            seat = seats[0]
            view = seat_view(state, seat)
            action = choose(game.levels[seat], view, view.legal, rng)
            step = match.apply(state, seat, action)
            state = step.state
            yield action_line(seat, action, labels)
            yield from dealing_lines(step.events, labels)
