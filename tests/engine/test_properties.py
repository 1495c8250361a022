"""What is always true, at any table for three, with any cards and any actions (design section 3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.actions import Action, Pass, Seat
from engine.cards import CARD_POINTS, DECK, Card
from engine.conventions import Conventions
from engine.errors import DealOver, MatchOver, RuleError
from engine.events import (
    CardGiven,
    CardPlayed,
    DealEnded,
    DealKind,
    Event,
    MarriageProved,
    TalonShown,
    TalonTaken,
    TricksClaimed,
)
from engine.match import (
    Transition,
    apply,
    check,
    current_result,
    legal_actions,
    new_match,
    outcome,
    phase,
    start_deal,
    stop,
    to_act,
)
from engine.referee import Fine, fine
from engine.state import MatchState
from engine.view import Phase, public_events, public_view, seat_events, seat_view
from tests.engine.strategies import (
    EVERY_ACTION,
    PLAYERS,
    bound,
    conventions,
    decks,
    exchanged,
    found_in,
    on_table,
    standings,
)

PASSING = 0.4
"""How often a random player passes where he may: else nobody would ever play the bare hundred."""
LOOKING = 0.04
"""After how many actions the leak test looks at the table."""
REVEALING = (CardPlayed, TalonShown, MarriageProved, TricksClaimed)
"""Events that show a card to everybody by what they are."""


class AnyMatch(RuleBasedStateMachine):
    """A match at a table with any conventions, driven by any players."""

    state: MatchState
    first: MatchState

    def __init__(self) -> None:
        super().__init__()
        self.history: list[Callable[[MatchState], Transition]] = []
        self.actions_in_deal = 0

    @initialize(data=st.data(), dealer=st.integers(0, PLAYERS - 1))
    def sit_down(self, data: st.DataObject, dealer: Seat) -> None:
        table = data.draw(conventions(by_hand=True))
        sheet = data.draw(st.one_of(st.none(), standings(table)))
        self.first = self.state = new_match(table, PLAYERS, dealer=dealer, standings=sheet)

    def _running(self) -> bool:
        return outcome(self.state) is None

    def _between_deals(self) -> bool:
        return self._running() and not to_act(self.state)

    def _in_deal(self) -> bool:
        return bool(to_act(self.state))

    # What people do

    @precondition(_between_deals)
    @rule(deck=decks)
    def deal(self, deck: tuple[Card, ...]) -> None:
        self.history.append(partial(start_deal, deck=deck))
        self.actions_in_deal = 0
        before = self.state
        step = start_deal(self.state, deck)
        self.state = step.state
        self._check_score(before, step.events)

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
        self.history.append(partial(apply, seat=seat, action=action))
        self.actions_in_deal += 1
        before = self.state
        step = apply(before, seat, action)
        self.state = step.state
        self._check_score(before, step.events)
        self._check_events(before, step.events)
        if to_act(self.state) and rng.random() < LOOKING:
            self.unseen_cards_change_nothing(rng.choice((None, *range(PLAYERS))), rng.randrange(2**32))

    @precondition(_in_deal)
    @rule()
    def exactly_the_listed_actions_apply(self) -> None:
        before = exchanged(self.state, {})
        for seat in range(PLAYERS):
            listed = legal_actions(self.state, seat)
            assert len(set(listed)) == len(listed)
            assert set(listed) <= EVERY_ACTION
            for action in listed:
                check(self.state, seat, action)
            for action in EVERY_ACTION.difference(listed):
                with pytest.raises(RuleError) as refused:
                    apply(self.state, seat, action)
                assert refused.value.code
        assert self.state == before

    @precondition(_running)
    @rule(seat=st.integers(0, PLAYERS - 1), kind=st.sampled_from(Fine))
    def fine_somebody(self, seat: Seat, kind: Fine) -> None:
        before = self.state
        try:
            step = fine(before, seat, kind)
        except RuleError:
            return
        self.history.append(partial(fine, seat=seat, kind=kind))
        self.state = step.state
        self._check_score(before, step.events)

    @precondition(_running)
    @rule()
    def stopping_books_nothing(self) -> None:
        stopped = stop(self.state).state
        assert stopped.sheet.standings == self.state.sheet.standings
        assert (phase(stopped), to_act(stopped)) == (Phase.OVER, ())

    @precondition(lambda self: not self._running())
    @rule(
        seat=st.integers(0, PLAYERS - 1), action=st.sampled_from(sorted(EVERY_ACTION, key=repr)), deck=decks
    )
    def nothing_follows_the_end(self, seat: Seat, action: Action, deck: tuple[Card, ...]) -> None:
        with pytest.raises(MatchOver):
            apply(self.state, seat, action)
        with pytest.raises(MatchOver):
            start_deal(self.state, deck)
        with pytest.raises(MatchOver):
            stop(self.state)

    @precondition(_between_deals)
    @rule(seat=st.integers(0, PLAYERS - 1), action=st.sampled_from(sorted(EVERY_ACTION, key=repr)))
    def nothing_is_done_between_deals(self, seat: Seat, action: Action) -> None:
        with pytest.raises(DealOver):
            apply(self.state, seat, action)

    # What is hidden stays hidden

    @precondition(_in_deal)
    @rule(viewer=st.sampled_from((None, *range(PLAYERS))), seed=st.integers(0, 2**32))
    def unseen_cards_change_nothing(self, viewer: Seat | None, seed: int) -> None:
        unseen = _unseen(self.state, viewer)
        others = list(unseen)
        Random(seed).shuffle(others)
        elsewhere = exchanged(self.state, dict(zip(unseen, others, strict=True)))
        if viewer is None:
            assert public_view(elsewhere) == public_view(self.state)
        else:
            assert seat_view(elsewhere, viewer) == seat_view(self.state, viewer)

    def _check_events(self, before: MatchState, events: tuple[Event, ...]) -> None:
        for viewer in (None, *range(PLAYERS)):
            shown = public_events(events) if viewer is None else seat_events(events, viewer)
            for event in shown:
                if not _may_show(event, viewer) and found_in(event):
                    assert not found_in(event).intersection(_unseen(before, viewer)), (viewer, event)

    # Always

    def _check_score(self, before: MatchState, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, DealEnded):
                result = event.result
                for seat in range(PLAYERS):
                    adjusted = sum(item.points for item in result.adjustments if item.seat == seat)
                    was = before.sheet.standings[seat].score
                    assert result.scores[seat] == was + result.recorded[seat] + adjusted
                    assert result.scores[seat] == self.state.sheet.standings[seat].score
                if result.kind is DealKind.PLAYED:
                    assert sum(result.card_points) == CARD_POINTS
                    assert sum(result.tricks) == len(DECK) // PLAYERS
                assert all(item.points for item in result.adjustments)

    @invariant()
    def somebody_is_to_act_or_nothing_is_to_do(self) -> None:
        if not hasattr(self, "state"):
            return
        deal, last = self.state.deal, self.state.sheet.last_result
        if deal is None and last is not None:
            assert last.scores == tuple(line.score for line in self.state.sheet.standings)
        assert bool(to_act(self.state)) == (deal is not None and self._running())
        assert (phase(self.state) is Phase.OVER) == (not to_act(self.state))
        for seat in range(PLAYERS):
            assert bool(legal_actions(self.state, seat)) == (seat in to_act(self.state))
        if deal is not None:
            assert sorted(card.index for card in on_table(self.state)) == list(range(len(DECK)))
            assert current_result(self.state) is not None
            assert self.actions_in_deal <= bound(self.state.conventions)

    def teardown(self) -> None:
        """The history replays to the same state."""
        if not hasattr(self, "state"):
            return
        state = self.first
        for step in self.history:
            state = step(state).state
        assert state == self.state


def _unseen(state: MatchState, viewer: Seat | None) -> list[Card]:
    """Cards that a viewer (None: the whole table) can't place, by what the rules show him."""
    deal = state.deal
    if deal is None:
        return list(DECK)
    looked = viewer is not None and viewer not in deal.unseen
    known: set[Card] = set(deal.hands[viewer]) if viewer is not None and looked else set()
    known |= found_in(getattr(deal.phase, "log", None)) | found_in(getattr(deal.phase, "table", ()))
    bottom = getattr(deal.phase, "bottom", None)
    if bottom and viewer == deal.frame.dealer:
        known.add(bottom)
    bargain = deal.bargain
    if bargain is not None:
        if bargain.talon_shown or viewer == bargain.declarer:
            known.update(deal.frame.talon)
        for discard in bargain.discards:
            if discard.face_up or viewer in (bargain.declarer, discard.receiver):
                known.add(discard.card)
    return [card for card in DECK if card not in known]


def _may_show(event: Event, viewer: Seat | None) -> bool:
    """The event shows its cards to this viewer by the rules."""
    match event:
        case TalonTaken(seat, _, shown):
            return shown or seat == viewer
        case CardGiven(giver, receiver, _, face_up):
            return face_up or viewer in (giver, receiver)
        case _:
            return isinstance(event, REVEALING)


AnyMatch.TestCase.settings = settings(
    max_examples=300,
    stateful_step_count=25,
    deadline=None,
    phases=[Phases.explicit, Phases.reuse, Phases.generate, Phases.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
TestAnyMatch: Any = AnyMatch.TestCase


@given(table=conventions(by_hand=True), seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_every_deal_ends_within_the_bound(table: Conventions, seed: int) -> None:
    """Whole deals of random players, at the slowest: the lowest bid whenever one is listed."""
    rng = Random(seed)
    state = new_match(table, PLAYERS, dealer=0)
    deck = list(DECK)
    rng.shuffle(deck)
    state = start_deal(state, deck).state
    actions = 0
    while to_act(state):
        seat = rng.choice(to_act(state))
        legal = legal_actions(state, seat)
        action = legal[0] if phase(state) is Phase.AUCTION else rng.choice(legal)
        state = apply(state, seat, action).state
        actions += 1
        assert actions <= bound(table)
    assert state.sheet.deals_dealt == 1
