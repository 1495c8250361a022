"""What is always true, at any table for two to six, with any cards and any actions (design section 3)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.actions import Action, Pass, Seat
from engine.conventions import Conventions
from engine.errors import DealOver, MatchOver, RuleError
from engine.match import (
    Transition,
    apply,
    legal_actions,
    new_match,
    next_deck,
    outcome,
    phase,
    start_deal,
    stop,
    to_act,
)
from engine.referee import Fine, fine
from engine.state import MatchState
from engine.view import Phase
from tests.engine import claims
from tests.engine.strategies import (
    EVERY_ACTION,
    bound,
    decks,
    standings,
    tables,
)

PASSING = 0.4
"""How often a random player passes where he may: else nobody would ever play the bare hundred."""
LOOKING = 0.04
"""After how many actions the leak test looks at the table."""
SEATS = st.integers(0, 5)
"""Taken by the number of players."""
TRIED = st.sampled_from(sorted(EVERY_ACTION, key=repr))


class AnyMatch(RuleBasedStateMachine):
    """A match at a table with any conventions, driven by any players."""

    state: MatchState
    first: MatchState

    def __init__(self) -> None:
        super().__init__()
        self.history: list[Callable[[MatchState], Transition]] = []
        self.actions_in_deal = 0

    @initialize(data=st.data(), dealer=SEATS)
    def sit_down(self, data: st.DataObject, dealer: Seat) -> None:
        table, players = data.draw(tables())
        sheet = data.draw(st.one_of(st.none(), standings(table, players)))
        self.first = self.state = new_match(table, players, dealer=dealer % players, standings=sheet)

    def _running(self) -> bool:
        return outcome(self.state) is None

    def _between_deals(self) -> bool:
        return self._running() and not to_act(self.state)

    def _in_deal(self) -> bool:
        return bool(to_act(self.state))

    # What people do

    @precondition(_between_deals)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        deck = data.draw(decks(self.state.conventions, self.state.players))
        self.actions_in_deal = 0
        self._step(partial(start_deal, deck=deck))

    @precondition(_between_deals)
    @rule(seed=st.binary(min_size=1, max_size=8))
    def deal_on(self, seed: bytes) -> None:
        self.actions_in_deal = 0
        self._step(partial(start_deal, deck=next_deck(self.state, seed)))

    @precondition(_running)
    @rule(seat=SEATS, kind=st.sampled_from(Fine))
    def fine_somebody(self, seat: Seat, kind: Fine) -> None:
        fined = partial(fine, seat=seat % self.state.players, kind=kind)
        with suppress(RuleError):
            self._step(fined)

    @precondition(_in_deal)
    @rule(seed=st.integers(0, 2**32))
    def act(self, seed: int) -> None:
        self._act(Random(seed))

    @precondition(_in_deal)
    @rule(seed=st.integers(0, 2**32), steps=st.integers(5, 60))
    def act_on(self, seed: int, steps: int) -> None:
        rng = Random(seed)
        for _ in range(steps):
            if not to_act(self.state):
                return
            self._act(rng)

    def _act(self, rng: Random) -> None:
        seat = rng.choice(to_act(self.state))
        listed = legal_actions(self.state, seat)
        action = Pass() if Pass() in listed and rng.random() < PASSING else rng.choice(listed)
        self.actions_in_deal += 1
        self._step(partial(apply, seat=seat, action=action))
        if to_act(self.state) and rng.random() < LOOKING:
            viewer = rng.choice((None, *range(self.state.players)))
            self.unseen_cards_change_nothing(viewer, rng.randrange(2**32))

    def _step(self, step: Callable[[MatchState], Transition]) -> None:
        before = self.state
        taken = step(before)
        self.history.append(step)
        self.state = taken.state
        claims.scores_add_up(before, self.state, taken.events)
        claims.events_tell_no_secret(before, taken.events)

    @precondition(_in_deal)
    @rule()
    def exactly_the_listed_actions_apply(self) -> None:
        claims.listed_actions_apply(self.state)
        claims.unlisted_actions_are_refused(self.state, EVERY_ACTION)

    @precondition(_running)
    @rule()
    def stopping_books_nothing(self) -> None:
        stopped = stop(self.state).state
        assert stopped.sheet.standings == self.state.sheet.standings
        assert (phase(stopped), to_act(stopped)) == (Phase.OVER, ())

    @precondition(lambda self: not self._running())
    @rule(seat=SEATS, action=TRIED)
    def nothing_follows_the_end(self, seat: Seat, action: Action) -> None:
        with pytest.raises(MatchOver):
            apply(self.state, seat, action)
        with pytest.raises(MatchOver):
            start_deal(self.state, next_deck(self.state, b"more"))
        with pytest.raises(MatchOver):
            stop(self.state)

    @precondition(_between_deals)
    @rule(seat=SEATS, action=TRIED)
    def nothing_is_done_between_deals(self, seat: Seat, action: Action) -> None:
        with pytest.raises(DealOver):
            apply(self.state, seat, action)

    # What is hidden stays hidden

    @precondition(_in_deal)
    @rule(seat=st.one_of(st.none(), SEATS), seed=st.integers(0, 2**32))
    def unseen_cards_change_nothing(self, seat: Seat | None, seed: int) -> None:
        viewer = None if seat is None else seat % self.state.players
        claims.views_hide(self.state, viewer, claims.elsewhere(self.state, viewer, Random(seed)))

    # Always

    @invariant()
    def the_claims_hold(self) -> None:
        if not hasattr(self, "state"):
            return
        claims.somebody_acts(self.state)
        claims.cards_are_conserved(self.state)
        if self._in_deal():
            assert self.actions_in_deal <= bound(self.state.conventions, self.state.players)

    def teardown(self) -> None:
        """The history replays to the same state."""
        if not hasattr(self, "state"):
            return
        state = self.first
        for step in self.history:
            state = step(state).state
        assert state == self.state


AnyMatch.TestCase.settings = settings(
    max_examples=300,
    stateful_step_count=25,
    deadline=None,
    phases=[Phases.explicit, Phases.reuse, Phases.generate, Phases.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
TestAnyMatch: Any = AnyMatch.TestCase


@given(seated=tables(), seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_every_deal_ends_within_the_bound(seated: tuple[Conventions, int], seed: int) -> None:
    """Whole deals of random players, at the slowest: the lowest bid whenever one is listed."""
    rng = Random(seed)
    table, players = seated
    state = new_match(table, players, dealer=0)
    state = start_deal(state, next_deck(state, rng.randbytes(8))).state
    actions = 0
    while to_act(state):
        seat = rng.choice(to_act(state))
        legal = legal_actions(state, seat)
        action = legal[0] if phase(state) is Phase.AUCTION else rng.choice(legal)
        state = apply(state, seat, action).state
        actions += 1
        assert actions <= bound(table, players)
    assert state.sheet.deals_dealt == 1
