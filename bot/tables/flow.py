"""What follows from a step of the engine: the table after it, redraws, notices, deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.tables.context import Context
from bot.tables.model import (
    Commitment,
    Notice,
    NoticeKind,
    Said,
    Slot,
    SlotKind,
    Stage,
    Table,
    Timer,
    TimerKind,
)
from bot.tables.ports import Answer, Change
from engine.actions import Seat
from engine.events import CardGiven, DealEnded, EndWhy, Event, MatchEnded
from engine.match import Transition, legal_actions, outcome, phase
from engine.state import MatchState, Phase
from engine.view import public_events, public_view

BOARD: Final = Slot(SlotKind.BOARD)
VOTE: Final = Slot(SlotKind.VOTE)
HINT: Final = Slot(SlotKind.HINT)
DECKS_A_MESSAGE: Final = 40
"""Decks published in one message: as many as surely fit."""


def hand(table: Table, seat: Seat) -> Slot:
    """The private hand of a seat."""
    return Slot(SlotKind.HAND, table.seats[seat].person)


def hands(table: Table) -> tuple[Slot, ...]:
    """All private hands."""
    return tuple(hand(table, seat) for seat in range(len(table.seats)))


def anew(table: Table, *slots: Slot) -> dict[Slot, int]:
    """The table's epochs, grown for `slots`: they are to be sent anew."""
    return {**table.epochs, **{slot: table.epochs.get(slot, 0) + 1 for slot in slots}}


def without_vote(table: Table) -> Table:
    """The table with no open vote; buttons of the one that was open are old."""
    if VOTE not in table.epochs:
        return table
    return replace(
        table, stop_votes=frozenset(), lobby_turn=table.lobby_turn + 1, epochs=without(table, VOTE)
    )


def without(table: Table, slot: Slot) -> dict[Slot, int]:
    """The table's epochs but for `slot`: its message goes away."""
    return {each: epoch for each, epoch in table.epochs.items() if each != slot}


def hinted(change: Change) -> Change:
    """The change with the hint in the group: one message while somebody who sits gets no cards, else none."""
    table = change.table
    wanted = table.stage is not Stage.FINISHED and not all(sitter.reachable for sitter in table.seats)
    if not wanted and HINT not in table.epochs:
        return change
    epochs = table.epochs if wanted else without(table, HINT)
    if HINT not in epochs and wanted:
        epochs = anew(table, HINT)
    return replace(change, table=replace(table, epochs=epochs), dirty=change.dirty | {HINT})


def awaited(match: MatchState) -> tuple[Seat, ...]:
    """Who is waited for; in phase `redeal` nobody else may learn of it."""
    return tuple(seat for seat in range(match.players) if legal_actions(match, seat))


def follow(
    table: Table, before: MatchState, moved: Transition, actor: Seat | None, context: Context
) -> Change:
    """The change that a step brings; the caller adds its record lines and its answer.

    A seat's buttons grow old when it acts, when its choice changes, and with the phase.
    """
    match, turn = moved.state, table.turn + 1
    seats = range(match.players)
    same_phase = phase(before) is phase(match)
    settled = {
        seat for seat in seats if seat == actor or legal_actions(before, seat) != legal_actions(match, seat)
    }
    dealt = {event.receiver for event in moved.events if isinstance(event, CardGiven)}
    over = outcome(match) is not None
    after = replace(
        table,
        stage=Stage.FINISHED if over else table.stage,
        match=match,
        turn=turn,
        turn_of_phase=table.turn_of_phase if same_phase else turn,
        acted=tuple(table.turn if seat in settled else table.acted[seat] for seat in seats),
        log=(*table.log, *public_events(moved.events)),
        turn_since=context.now,
    )
    change = Change(
        without_vote(after) if over else after,
        Answer(Said.OK, table=table.id),
        dirty=frozenset({BOARD, *(hand(table, seat) for seat in (settled | dealt if same_phase else seats))})
        | (table.epochs.keys() & {VOTE} if over else frozenset()),
        notices=tuple(_notices(moved.events, match)),
        timers=_timers(match, turn, context),
    )
    return hinted(change) if over else change


def _notices(events: Iterable[Event], match: MatchState) -> Iterator[Notice]:
    for event in events:
        match event:
            case DealEnded(result):
                yield Notice(NoticeKind.DEAL_RESULT, result=result, totals=result.scores)
            case MatchEnded(outcome):
                stopped = outcome.why is EndWhy.STOPPED
                yield Notice(
                    NoticeKind.MATCH_STOPPED if stopped else NoticeKind.MATCH_RESULT,
                    outcome=outcome,
                    totals=tuple(standing.score for standing in public_view(match).standings),
                )
            case _:
                pass


def _timers(match: MatchState, turn: int, context: Context) -> tuple[Timer, ...]:
    if outcome(match) is not None:
        return ()
    if phase(match) is Phase.OVER:
        return (Timer(TimerKind.NEXT_DEAL, turn, context.now + context.tempo.next_deal),)
    return (Timer(TimerKind.NUDGE, turn, context.now + context.tempo.nudge),)


def published(change: Change, commitments: tuple[Commitment, ...]) -> Change:
    """The change with the salts and decks of all deals behind its last notice, where it ends a match."""
    if all(notice.outcome is None for notice in change.notices):
        return change
    decks = (
        Notice(NoticeKind.DECKS, commitments=commitments[at : at + DECKS_A_MESSAGE], first=at + 1)
        for at in range(0, len(commitments), DECKS_A_MESSAGE)
    )
    return replace(change, notices=(*change.notices, *decks))
