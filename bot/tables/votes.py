"""What those who sit decide together: to stop, to free the seat of somebody who is overdue, to take back.

More than half of those who are there and not the one whom it is about. A computer player has no vote; who is
away, or let his clock run out again and again, is there once he votes (fault E06: no power to unblock hangs
on one person).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from bot.tables import flow, lobby, presence
from bot.tables.context import Context
from bot.tables.model import PersonId, Presence, Sitter, Stage, Table, Vote, VoteKind
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.actions import Seat
from engine.state import MatchState

Decision: TypeAlias = Change | Refusal
_ABSENT: Final = 2
"""How often in a row somebody's clock has run out who is asked no more."""


def missing(table: Table, vote: Vote) -> int:
    """Votes that a question still needs."""
    others = [each for seat, each in enumerate(table.seats) if each.plays and seat != vote.seat]
    if vote.kind is VoteKind.UNDO and not others:
        return 0
    yes = sum(each.person in vote.voters for each in others)
    silent = sum(_is_asked(table, each) and each.person not in vote.voters for each in others)
    return (yes + silent) // 2 + 1 - yes


def _is_asked(table: Table, sitter: Sitter) -> bool:
    """Whether his silence counts: not where his time runs out again and again, or all wait for him."""
    return sitter.overdue < _ABSENT and not (table.paused and sitter.overdue)


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
    if table.stage is not Stage.PLAYING or table.match is None:
        return Refusal(Answer(Said.NO_TABLE))
    if table.last is None or before is None:
        return Refusal(Answer(Said.NOTHING_TO_UNDO))
    return _cast(table, person, Vote(VoteKind.UNDO, frozenset(), table.last.seat), context, before)


def take_back(table: Table, person: PersonId, turn: int, kind: VoteKind, seat: Seat | None) -> Decision:
    """Take one's vote back; with the last one the question goes away."""
    if turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), flow.VOTE)
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_ALLOWED))
    found = table.vote(kind, seat)
    if found is None or person not in found.voters:
        return Refusal(Answer(Said.OK))
    kept = replace(found, voters=found.voters - {person})
    votes = tuple(kept if each == found else each for each in table.votes if each != found or kept.voters)
    return Change(flow.asking(table, votes), Answer(Said.OK), dirty=frozenset({flow.VOTE}))


def _cast(
    table: Table, person: PersonId, asked: Vote, context: Context, before: MatchState | None
) -> Decision:
    seat = table.seat_of(person)
    if seat is None or not table.seats[seat].is_person:
        return Refusal(Answer(Said.NOT_ALLOWED))
    there = presence.there(table, seat)
    open_vote = table.vote(asked.kind, asked.seat) or asked
    # Who acted may ask for his action back; it is for the others to agree.
    voted = replace(open_vote, voters=open_vote.voters | {person})
    left = missing(there, voted)
    if left <= 0:
        return _carried(table, there, voted, context, before)
    if voted == open_vote:
        return Refusal(Answer(Said.ALREADY_VOTED, n=left), flow.VOTE)
    others = tuple(each for each in table.votes if each != open_vote)
    asking = flow.asking(there, (*others, voted) if open_vote is asked else _put(table, open_vote, voted))
    if there == table:
        return Change(asking, Answer(Said.VOTED, n=left), dirty=frozenset({flow.VOTE}))
    settled = presence.settled(table, asking, context)
    return replace(settled, answer=Answer(Said.VOTED, n=left), dirty=settled.dirty | {flow.VOTE})


def _put(table: Table, old: Vote, new: Vote) -> tuple[Vote, ...]:
    return tuple(new if each == old else each for each in table.votes)


def _carried(table: Table, there: Table, vote: Vote, context: Context, before: MatchState | None) -> Decision:
    """`there` is the table where the last voter is back."""
    match, seat = table.match, vote.seat
    if match is None:
        return Refusal(Answer(Said.NO_TABLE))
    match vote.kind:
        case VoteKind.STOP:
            return _end(table, match, context)
        case VoteKind.KICK if seat is not None:
            return _kicked(table, presence.freed(_without(there, vote), seat), seat, context)
        case VoteKind.UNDO if seat is not None and before is not None:
            return flow.undone(_without(there, vote), before, context)
        case VoteKind.KICK | VoteKind.UNDO:
            return Refusal(Answer(Said.STALE), flow.VOTE)
        case _:
            assert_never(vote.kind)


def _without(table: Table, vote: Vote) -> Table:
    gone = (vote.kind, vote.seat)
    return flow.asking(table, tuple(each for each in table.votes if (each.kind, each.seat) != gone))


def _kicked(table: Table, freed: Table, seat: Seat, context: Context) -> Change:
    settled = presence.settled(table, freed, context)
    return replace(
        settled,
        answer=Answer(Said.KICKED),
        left=(table.seats[seat].person,),
        dirty=settled.dirty | {flow.VOTE},
    )


def _close(table: Table, person: PersonId, *, is_admin: bool) -> Decision:
    """Before the first deal the host or a chat admin closes the lobby, and anybody an empty one."""
    if not (is_admin or person == table.host or not any(each.is_person for each in table.seats)):
        return Refusal(Answer(Said.NOT_ALLOWED))
    return lobby.closed(table, Answer(Said.STOPPED))


def _end(table: Table, match: MatchState, context: Context) -> Change:
    return replace(flow.stopped(table, match, context), answer=Answer(Said.STOPPED))
