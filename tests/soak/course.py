"""A match being played step by step, with every claim looked at on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from engine.actions import Action, Seat
from engine.match import legal_actions, to_act
from engine.record.replayer import replay
from engine.state import Cutting, MatchState
from tests.engine import claims
from tests.engine.strategies import EVERY_ACTION, bound
from tests.soak.steps import Acted, Dealt, Start, Step, record

LOOKED_AT: Final = 0.08
"""The share of positions that are looked at closely."""
REPLAYED: Final = 0.005
"""The share of positions in the middle of a deal from which the record is replayed."""
TRIED: Final = 60
"""Actions tried at such a position; at few of them, and by the shrinker, all there are."""
ALL_TRIED: Final = 0.02

_ALL_ACTIONS: Final = tuple(sorted(EVERY_ACTION, key=repr))
_Seen = TypeVar("_Seen")


class Broken(Exception):  # noqa: N818 - what it says is that a claim is broken
    """A claim does not hold; the cause says how."""

    def __init__(self, claim: str) -> None:
        super().__init__(claim)
        self.claim = claim


@dataclass(slots=True)
class Course:
    """A match, its steps so far, and what was looked at."""

    start: Start
    rng: Random
    closely: bool = False
    """Look closely at every position, as the shrinker does."""
    steps: list[Step] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    state: MatchState = field(init=False)
    _in_deal: int = 0
    """Actions since the deal began."""

    def __post_init__(self) -> None:
        self.state = self.start.match()

    def take(self, step: Step) -> None:
        """Carry out a step and look at what came of it.

        Raises:
            Broken: a claim does not hold.
        """
        before = self.state
        self.steps.append(step)
        taken = _hold(step.take, before)
        self.state = taken.state
        self._count(step)
        _hold(claims.somebody_acts, self.state)
        _hold(claims.cards_are_conserved, self.state)
        _hold(claims.scores_add_up, before, self.state, taken.events)
        _hold(self.deals_end_within_their_bound)
        if self._is_looked_at() or not to_act(self.state):
            _hold(claims.events_tell_no_secret, before, taken.events)
        if self._is_looked_at() and to_act(self.state):
            self._look_closely()
        if self.rng.random() < REPLAYED:
            self.look_back()

    def _is_looked_at(self) -> bool:
        return self.closely or self.rng.random() < LOOKED_AT

    def _count(self, step: Step) -> None:
        match step:
            case Dealt():
                self._in_deal = 0
                self.counts["deals"] += 1
            case Acted():
                self._in_deal += 1
                self.counts["actions"] += 1
                self.counts[f"said {type(step.action).__name__}"] += 1
            case _:
                self.counts["referee statements"] += 1

    def deals_end_within_their_bound(self) -> None:
        """A claim of its own, since only the course knows how long the deal has lasted."""
        assert self._in_deal <= bound(self.start.conventions, self.start.players), self._in_deal

    def _look_closely(self) -> None:
        """What is legal, what a snapshot keeps, what is hidden."""
        state, rng = self.state, self.rng
        self.counts["positions looked at closely"] += 1
        all_tried = self.closely or rng.random() < ALL_TRIED
        _hold(claims.listed_actions_apply, state)
        _hold(
            claims.unlisted_actions_are_refused,
            state,
            _ALL_ACTIONS if all_tried else rng.sample(_ALL_ACTIONS, TRIED),
        )
        _hold(claims.snapshot_comes_back, state)
        viewers: Sequence[Seat | None] = (None, *range(state.players))
        for viewer in viewers if self.closely else (rng.choice(viewers),):
            self._look_as(viewer)

    def _look_as(self, viewer: Seat | None) -> None:
        state, rng = self.state, self.rng
        moved = claims.elsewhere(state, viewer, rng)
        _hold(claims.views_hide, state, viewer, moved)
        seat = rng.choice(to_act(state))
        listed: Sequence[Action] = legal_actions(state, seat)
        for action in listed if self.closely else (rng.choice(listed),):
            compared = _hold(claims.events_hide, state, seat, action, viewer, moved)
            self.counts["steps compared under moved cards"] += compared

    def look_back(self) -> None:
        """Replay the record, unless a deck lies there to be cut, which a record tells only afterwards.

        Raises:
            Broken: it tells another match.
        """
        deal = self.state.deal
        if deal is None or not isinstance(deal.phase, Cutting):
            _hold(self.replay_tells_the_same)
            self.counts["records replayed"] += 1

    def replay_tells_the_same(self) -> None:
        """The record alone leads to this very state."""
        assert replay(record(self.start, self.steps).encode()).state == self.state


def _hold(claim: Callable[..., _Seen], *about: object) -> _Seen:
    try:
        return claim(*about)
    except Exception as cause:  # whatever breaks a claim is shrunk and told
        raise Broken(claim.__name__) from cause
