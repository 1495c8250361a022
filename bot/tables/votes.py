"""What those who sit decide together: to stop, to free the seat of somebody who is overdue, to take back.

Whoever answers is there. How the answers are counted is in `tally`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never

from bot.tables import flow, lobby, presence
from bot.tables.context import Context
from bot.tables.model import (
    PersonId,
    Presence,
    RemarkKind,
    Slot,
    SlotKind,
    Stage,
    Table,
    Vote,
    VoteKind,
)
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from bot.tables.tally import is_lost, missing
from engine.actions import Seat
from engine.state import MatchState

Decision: TypeAlias = Change | Refusal


def stop(table: Table, person: PersonId, turn: int | None, context: Context, *, is_admin: bool) -> Decision:
    """Vote to end the table; `turn` is that of a vote button, None for the command."""
    if turn is not None and turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), flow.VOTE)
    if table.stage is Stage.FINISHED:
        return Refusal(Answer(Said.NO_TABLE))
    if table.match is None:
        return _close(table, person, is_admin=is_admin)
    if is_admin:
        return _end(table, table.match, context)
    return _cast(table, person, Vote(VoteKind.STOP, frozenset()), context, None)


def kick(table: Table, person: PersonId, seat: Seat, context: Context) -> Decision:
    """Vote to free a seat; only of somebody whose clock has run out, which a button of any age means."""
    if table.stage is not Stage.PLAYING or not 0 <= seat < len(table.seats):
        return Refusal(Answer(Said.NO_TABLE))
    late = table.seats[seat]
    if not late.is_person or late.presence is Presence.LEFT or not late.overdue:
        return Refusal(Answer(Said.NOT_OVERDUE))
    if late.person == person:
        return Refusal(Answer(Said.NOT_ALLOWED))
    return _cast(table, person, Vote(VoteKind.KICK, frozenset(), seat), context, None)


def undo(
    table: Table,
    person: PersonId,
    turn: int | None,
    context: Context,
    *,
    before: MatchState | None,
    seen: int | None = None,
) -> Decision:
    """Vote to take the last action back; `before` is the match without it.

    `seen` is the table's turn when it showed the button that asks for it: it means the action of that turn.
    """
    if turn is not None and turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), flow.VOTE)
    if seen is not None and seen != table.turn:
        return Refusal(Answer(Said.NOTHING_TO_UNDO), flow.BOARD)
    if table.stage is Stage.FINISHED:
        return Refusal(Answer(Said.NO_TABLE))
    if table.last is None or before is None:
        return Refusal(Answer(Said.NOTHING_TO_UNDO))
    return _cast(table, person, Vote(VoteKind.UNDO, frozenset(), table.last.seat), context, before)


def oppose(
    table: Table, person: PersonId, turn: int, context: Context, *, kind: VoteKind, seat: Seat | None
) -> Decision:
    """Say no, which takes back one's yes; a question that nobody wants, or too few could, goes away."""
    asked, own = table.vote(kind, seat), table.seat_of(person)
    if turn != table.lobby_turn or asked is None:
        return Refusal(Answer(Said.STALE), flow.VOTE)
    if own is None or (kind is VoteKind.KICK and own == seat):
        return Refusal(Answer(Said.NOT_ALLOWED))
    there = presence.there(table, own)
    said = replace(asked, voters=asked.voters - {person}, against=asked.against | {person})
    if not said.voters or is_lost(there, said):
        return _answered(table, _without(there, said), Answer(Said.OUTVOTED), context)
    if said == asked:
        return Refusal(Answer(Said.AGAINST), flow.VOTE)
    return _answered(table, _with(there, said), Answer(Said.AGAINST), context)


def _cast(
    table: Table, person: PersonId, asked: Vote, context: Context, before: MatchState | None
) -> Decision:
    seat = table.seat_of(person)
    if seat is None or not table.seats[seat].is_person:
        return Refusal(Answer(Said.NOT_ALLOWED))
    there = presence.there(table, seat)
    open_vote = table.vote(asked.kind, asked.seat) or asked
    # Who acted may ask for his action back; it is for the others to agree.
    said = replace(open_vote, voters=open_vote.voters | {person}, against=open_vote.against - {person})
    left = missing(there, said)
    if left <= 0:
        return _carried(table, there, said, context, before)
    if said == open_vote:
        return Refusal(Answer(Said.ALREADY_VOTED, n=left), flow.VOTE)
    return _answered(table, _with(there, said), Answer(Said.VOTED, n=left), context)


def _answered(table: Table, after: Table, answer: Answer, context: Context) -> Change:
    """`after` is the table where whoever answered is there, and the questions stand otherwise."""
    if after.seats == table.seats:
        return Change(after, answer, dirty=frozenset({flow.VOTE}))
    settled = presence.settled(table, after, context)
    return replace(settled, answer=answer, dirty=settled.dirty | {flow.VOTE})


def _carried(table: Table, there: Table, vote: Vote, context: Context, before: MatchState | None) -> Decision:
    """`there` is the table where the last voter is back."""
    match, seat = table.match, vote.seat
    if match is None:
        return Refusal(Answer(Said.NO_TABLE))
    match vote.kind:
        case VoteKind.STOP:
            return _end(table, match, context)
        case VoteKind.KICK if seat is not None:
            return _kicked(table, _without(there, vote), seat, context)
        case VoteKind.UNDO if seat is not None and before is not None:
            return flow.undone(_without(there, vote), before, context)
        case VoteKind.KICK | VoteKind.UNDO:
            return Refusal(Answer(Said.STALE), flow.VOTE)
        case _:
            assert_never(vote.kind)


def _with(table: Table, vote: Vote) -> Table:
    """The table where a question stands so, at its place among the others."""
    old = table.vote(vote.kind, vote.seat)
    if old is None:
        return flow.asking(table, (*table.votes, vote))
    return flow.asking(table, tuple(vote if each == old else each for each in table.votes))


def _without(table: Table, vote: Vote) -> Table:
    gone = (vote.kind, vote.seat)
    return flow.asking(table, tuple(each for each in table.votes if (each.kind, each.seat) != gone))


def _kicked(table: Table, there: Table, seat: Seat, context: Context) -> Change:
    """The seat is free, and its person is told so in private."""
    person = table.seats[seat].person
    freed = presence.freed(there, seat, RemarkKind.KICKED)
    told = replace(freed, epochs=flow.anew(freed, Slot(SlotKind.FREED, person)))
    settled = presence.settled(table, told, context)
    return replace(settled, answer=Answer(Said.KICKED), left=(person,), dirty=settled.dirty | {flow.VOTE})


def _close(table: Table, person: PersonId, *, is_admin: bool) -> Decision:
    """Before the first deal the host or a chat admin closes the lobby, and anybody an empty one."""
    if not (is_admin or person == table.host or not any(each.is_person for each in table.seats)):
        return Refusal(Answer(Said.NOT_ALLOWED))
    return lobby.closed(table, Answer(Said.STOPPED))


def _end(table: Table, match: MatchState, context: Context) -> Change:
    return replace(flow.stopped(table, match, context), answer=Answer(Said.STOPPED))
