"""What is always true of a match (design section 3): each claim a function that raises where it is broken."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from engine.actions import Action, Seat
from engine.cards import CARD_POINTS, Card
from engine.conventions import Conventions, layout
from engine.errors import RuleError
from engine.events import (
    BottomSeen,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    DealEnded,
    DealKind,
    Event,
    MarriageDeclared,
    MarriageProved,
    TalonShown,
    TalonTaken,
    TricksClaimed,
)
from engine.layout import pack
from engine.match import apply, check, current_result, legal_actions, outcome, phase, to_act
from engine.record.snapshot import dump, load
from engine.state import MatchState
from engine.view import Phase, public_events, public_view, seat_events, seat_view
from tests.engine.strategies import EVERY_ACTION, exchanged, found_in, on_table

REVEALING = (CardPlayed, TalonShown, MarriageProved, TricksClaimed)
"""Events that show a card to everybody by what they are."""

TRICKS = {
    "11+2": 12,
    "10+2x2": 11,
    "9+2x3": 10,
    "6+stock": 12,
    "7+3": 8,
    "5+4": 6,
    "dealer_sits": 8,
    "3+5": 4,
    "3+6": 4,
}
"""How many tricks a deal has; one less where two cards go to the table (examples T1 to T7)."""


def tricks_of(table: Conventions, players: int) -> int:
    """The tricks of a whole deal."""
    return TRICKS[layout(table, players)] - (players == 2 and table.discard_2p == "two_to_table")


# At every position


def somebody_acts(state: MatchState) -> None:
    """Somebody is to act in a deal, and only there; whoever is has something to do."""
    running = outcome(state) is None
    assert bool(to_act(state)) == (state.deal is not None and running)
    assert (phase(state) is Phase.OVER) == (not to_act(state))
    for seat in range(state.players):
        assert bool(legal_actions(state, seat)) == (seat in to_act(state))


def cards_are_conserved(state: MatchState) -> None:
    """Every card of the pack lies somewhere, once; between deals the sheet shows the last one."""
    deal, last = state.deal, state.sheet.last_result
    if deal is None:
        assert last is None or last.scores == tuple(line.score for line in state.sheet.standings)
        return
    assert sorted(on_table(state), key=lambda card: card.index) == list(
        pack(state.conventions, state.players)
    )
    assert current_result(state) is not None


def snapshot_comes_back(state: MatchState) -> None:
    """A snapshot gives the same match."""
    assert load(dump(state)) == state


# Of what can be done


def listed_actions_apply(state: MatchState) -> None:
    """What is listed is carried out, and is listed once."""
    for seat in range(state.players):
        listed = legal_actions(state, seat)
        assert len(set(listed)) == len(listed)
        assert set(listed) <= EVERY_ACTION
        for action in listed:
            check(state, seat, action)


def unlisted_actions_are_refused(state: MatchState, tried: Iterable[Action]) -> None:
    """What is not listed raises an error with a name, and changes nothing."""
    before = dump(state)
    attempts = frozenset(tried)
    for seat in range(state.players):
        for action in attempts.difference(legal_actions(state, seat)):
            with pytest.raises(RuleError) as refused:
                apply(state, seat, action)
            assert refused.value.code
    assert dump(state) == before


# Of a step


def scores_add_up(before: MatchState, after: MatchState, events: Iterable[Event]) -> None:
    """Scores after = scores before + recorded + adjustments, for every player (notation); 120 card points."""
    for event in events:
        if isinstance(event, DealEnded):
            result = event.result
            for seat in range(after.players):
                adjusted = sum(item.points for item in result.adjustments if item.seat == seat)
                was = before.sheet.standings[seat].score
                assert result.scores[seat] == was + result.recorded[seat] + adjusted
                assert result.scores[seat] == after.sheet.standings[seat].score
            if result.kind is DealKind.PLAYED:
                rules, players = before.conventions, before.players
                all_count = rules.spare_talon == "last_trick" or players != 2
                assert sum(result.card_points) == CARD_POINTS or not all_count
                assert sum(result.tricks) == tricks_of(rules, players)
            assert all(item.points for item in result.adjustments)


def events_tell_no_secret(before: MatchState, events: tuple[Event, ...]) -> None:
    """No event shows a viewer a card that he could not place, unless showing it is what happened."""
    for viewer in (None, *range(before.players)):
        shown = public_events(events) if viewer is None else seat_events(events, viewer)
        for event in shown:
            if not _may_show(event, viewer) and found_in(event):
                assert not found_in(event).intersection(unseen(before, viewer)), (viewer, event)


# What is hidden stays hidden


def unseen(state: MatchState, viewer: Seat | None) -> list[Card]:
    """Cards that a viewer (None: the whole table) can't place, by what the rules show him."""
    cards, deal = pack(state.conventions, state.players), state.deal
    if deal is None:
        return list(cards)
    looked = viewer is not None and viewer not in deal.unseen
    known: set[Card] = set(deal.hands[viewer]) if viewer is not None and looked else set()
    known |= found_in(getattr(deal.phase, "log", None)) | found_in(getattr(deal.phase, "table", ()))
    bottom = getattr(deal.phase, "bottom", None)
    if bottom and viewer == deal.frame.dealer:
        known.add(bottom)
    bargain = deal.bargain
    if bargain is not None:
        if bargain.talon_shown or viewer == bargain.declarer:
            known.update(bargain.talon)
        if viewer == bargain.declarer:
            known.update(bargain.buried)
        for discard in bargain.discards:
            if discard.face_up or viewer in (bargain.declarer, discard.receiver):
                known.add(discard.card)
    return [card for card in cards if card not in known]


def _may_show(event: Event, viewer: Seat | None) -> bool:
    """The event shows its cards to this viewer by the rules."""
    match event:
        case TalonTaken(seat, _, shown):
            return shown or seat == viewer
        case BottomSeen(seat) | CardBuried(seat) | CardDrawn(seat):
            return seat == viewer
        case CardGiven(giver, receiver, _, face_up):
            return face_up or viewer in (giver, receiver)
        case _:
            return isinstance(event, REVEALING)


def elsewhere(state: MatchState, viewer: Seat | None, rng: Random) -> dict[Card, Card]:
    """Other places for the cards that a viewer can't place."""
    cards = unseen(state, viewer)
    return dict(zip(cards, rng.sample(cards, len(cards)), strict=True))


def views_hide(state: MatchState, viewer: Seat | None, moved: dict[Card, Card]) -> None:
    """With the cards that he can't see elsewhere, a viewer sees the same."""
    other = exchanged(state, moved)
    if viewer is None:
        assert public_view(other) == public_view(state)
    else:
        assert seat_view(other, viewer) == seat_view(state, viewer)


def events_hide(
    state: MatchState, seat: Seat, action: Action, viewer: Seat | None, moved: dict[Card, Card]
) -> bool:
    """With the cards that he can't see elsewhere, a viewer learns the same from the same action.

    False: it says nothing here, because the rules themselves tell something of those cards now: the action is
    no longer legal, shows one of them, declares a marriage, ends the deal, or leads into another phase (a
    redeal, a contract that is or is not asked).
    """
    other, same = exchanged(state, moved), exchanged(action, moved)
    if same not in legal_actions(other, seat):
        return False
    here, there = apply(state, seat, action), apply(other, seat, same)
    if here.state.deal is None or there.state.deal is None:
        return False
    if type(here.state.deal.phase) is not type(there.state.deal.phase):
        return False
    hidden = frozenset(unseen(state, viewer))
    seen = [
        public_events(step.events) if viewer is None else seat_events(step.events, viewer)
        for step in (here, there)
    ]
    if any(found_in(events) & hidden for events in seen):
        return False
    if any(isinstance(event, MarriageDeclared) for events in seen for event in events):
        return False
    assert seen[0] == seen[1], (viewer, seat, action)
    return True
