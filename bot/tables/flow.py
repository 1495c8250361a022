"""What follows from a step of the engine: the table after it, redraws, notices, deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.tables import tally, timing
from bot.tables.context import Context
from bot.tables.model import (
    Commitment,
    Notice,
    NoticeKind,
    Presence,
    Remark,
    RemarkKind,
    Slot,
    SlotKind,
    Stage,
    Table,
    Vote,
    VoteKind,
)
from bot.tables.ports import Answer, Change
from bot.tables.said import Said
from engine.actions import Seat
from engine.events import CardGiven, DealEnded, EndWhy, Event, MatchEnded
from engine.match import Transition, legal_actions, outcome, phase, stop
from engine.state import MatchState, Phase
from engine.view import public_events, public_view

LOBBY: Final = Slot(SlotKind.LOBBY)
BOARD: Final = Slot(SlotKind.BOARD)
VOTE: Final = Slot(SlotKind.VOTE)
HINT: Final = Slot(SlotKind.HINT)
DECKS_A_MESSAGE: Final = 40
"""Decks published in one message: as many as surely fit."""


def hand(table: Table, seat: Seat) -> Slot:
    """The private hand of a seat."""
    return Slot(SlotKind.HAND, table.seats[seat].person)


def has_hand(table: Table, seat: Seat) -> bool:
    """Computer players need none, and who has left wants none."""
    sitter = table.seats[seat]
    return sitter.is_person and sitter.presence is not Presence.LEFT


def hands(table: Table) -> tuple[Slot, ...]:
    """All private hands."""
    return tuple(hand(table, seat) for seat in range(len(table.seats)) if has_hand(table, seat))


def boards(table: Table) -> frozenset[Slot]:
    """The board in the group, and in the private chats of those who look on."""
    return frozenset({BOARD, *(Slot(SlotKind.WATCH, watcher.person) for watcher in table.watchers)})


def freed(table: Table) -> frozenset[Slot]:
    """What those are told in private whose seats the others freed."""
    return frozenset(slot for slot in table.epochs if slot.kind is SlotKind.FREED)


def anew(table: Table, *slots: Slot) -> dict[Slot, int]:
    """The table's epochs, grown for `slots`: they are to be sent anew."""
    return {**table.epochs, **{slot: table.epochs.get(slot, 0) + 1 for slot in slots}}


def in_trick(table: Table) -> bool:
    """Whether somebody has yet to play to a trick that has begun."""
    deal = public_view(table.match).deal if table.match else None
    return deal is not None and bool(deal.trick.cards)


def between_deals(table: Table) -> bool:
    """Whether a deal is over and the next one has not begun."""
    return table.stage is Stage.PLAYING and table.match is not None and phase(table.match) is Phase.OVER


def asking(table: Table, votes: tuple[Vote, ...]) -> Table:
    """The table with these open votes; buttons of votes that went away or came are old."""
    if not votes and not table.votes:
        return table
    epochs = table.epochs if votes else without(table, VOTE)
    if votes and VOTE not in epochs:
        epochs = anew(table, VOTE)
    same = [(vote.kind, vote.seat) for vote in votes] == [(vote.kind, vote.seat) for vote in table.votes]
    return replace(table, votes=votes, lobby_turn=table.lobby_turn + (0 if same else 1), epochs=epochs)


def still_asked(table: Table, *, over: bool = False) -> tuple[Vote, ...]:
    """A question lapses once too many are against it.

    One about an action lapses with the next one, one about somebody late when he acts.
    """
    if over:
        return ()
    return tuple(vote for vote in table.votes if _is_open(table, vote) and not tally.is_lost(table, vote))


def _is_open(table: Table, vote: Vote) -> bool:
    if vote.kind is VoteKind.STOP:
        return True
    return vote.kind is VoteKind.KICK and vote.seat is not None and bool(table.seats[vote.seat].overdue)


def without(table: Table, slot: Slot) -> dict[Slot, int]:
    """The table's epochs but for `slot`: its message goes away."""
    return {each: epoch for each, epoch in table.epochs.items() if each != slot}


def hinted(change: Change) -> Change:
    """The change with the hint in the group: one message while somebody who sits gets no cards, else none."""
    table = change.table
    missed = (sitter for sitter in table.seats if sitter.is_person and sitter.presence is not Presence.LEFT)
    wanted = table.stage is not Stage.FINISHED and not all(sitter.reachable for sitter in missed)
    if not wanted and HINT not in table.epochs:
        return change
    epochs = table.epochs if wanted else without(table, HINT)
    if HINT not in epochs and wanted:
        epochs = anew(table, HINT)
    return replace(change, table=replace(table, epochs=epochs), dirty=change.dirty | {HINT})


def follow(
    table: Table, before: MatchState, moved: Transition, actor: Seat | None, context: Context
) -> Change:
    """The change that a step brings; the caller adds its record lines and its answer.

    A seat's buttons grow old when it acts, when its choice changes, and with the phase.
    """
    match, turn = moved.state, table.turn + 1
    seats = range(match.players)
    same_phase = phase(before) is phase(match)
    waiting = timing.waited_for(table, match, actor, context, same_phase=same_phase)
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
        waiting=waiting,
        paused=not over and timing.deserted(table),
        last=None,
    )
    after = asking(after, still_asked(after, over=over))
    change = Change(
        after,
        Answer(Said.OK, table=table.id),
        dirty=boards(table)
        | {
            hand(table, seat)
            for seat in (settled | dealt if same_phase and not after.paused else seats)
            if has_hand(table, seat)
        }
        | (table.epochs.keys() & {VOTE} if after.votes != table.votes else frozenset())
        | (table.epochs.keys() & {LOBBY, *freed(table)} if over else frozenset()),
        notices=tuple(_notices(moved.events, match)),
        timers=timing.timers(after, context, before=table if same_phase else None),
    )
    return hinted(change) if over else change


def stopped(table: Table, match: MatchState, context: Context) -> Change:
    """The change that ends a match before its end; every hand goes."""
    ended = follow(table, match, stop(match), None, context)
    return replace(ended, record=("stop",), dirty=ended.dirty | {*hands(table)})


def undone(table: Table, before: MatchState, context: Context) -> Change:
    """The change that takes the last action back: the match is `before` again, its lines become comments."""
    last = table.last
    seats = range(before.players)
    turn = table.turn + 1
    lines, events = (last.lines, last.events) if last else (0, 0)
    back = replace(
        table,
        match=before,
        turn=turn,
        turn_of_phase=turn,
        acted=(table.turn,) * before.players,
        log=table.log[: len(table.log) - events],
        remarks=_remarks_without(table, events),
        waiting=timing.waited_for(table, before, None, context, same_phase=False),
        paused=timing.deserted(table),
        last=None,
    )
    return Change(
        asking(back, still_asked(back)),
        Answer(Said.UNDONE),
        dirty=boards(table) | {VOTE} | {hand(table, seat) for seat in seats if has_hand(table, seat)},
        timers=timing.timers(back, context),
        undone=lines,
    )


def _remarks_without(table: Table, events: int) -> tuple[Remark, ...]:
    """The remarks of a log that loses its last events, and that somebody took an action back."""
    length = len(table.log) - events
    kept = tuple(replace(each, at=min(each.at, length)) for each in table.remarks)
    return (*kept, Remark(RemarkKind.UNDONE, table.last.seat, length)) if table.last else kept


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


def published(change: Change, commitments: tuple[Commitment, ...]) -> Change:
    """The change with the salts and decks of all deals behind its last notice, where it ends a match."""
    if all(notice.outcome is None for notice in change.notices):
        return change
    decks = (
        Notice(NoticeKind.DECKS, commitments=commitments[at : at + DECKS_A_MESSAGE], first=at + 1)
        for at in range(0, len(commitments), DECKS_A_MESSAGE)
    )
    return replace(change, notices=(*change.notices, *decks))
