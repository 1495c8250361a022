"""Ending a table early: a majority of those who sit, or a chat admin."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import flow
from bot.tables.context import Context
from bot.tables.lobby import LOBBY
from bot.tables.model import PersonId, Said, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from engine.match import stop as end_match
from engine.state import MatchState


def stop(
    table: Table, person: PersonId, turn: int | None, context: Context, *, is_admin: bool
) -> Change | Refusal:
    """Vote to end the table; `turn` is that of a vote button, None for the command."""
    if turn is not None and turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), flow.VOTE)
    if table.stage is Stage.FINISHED:
        return Refusal(Answer(Said.NO_TABLE))
    if table.match is None:
        return _close(table, person, is_admin=is_admin)
    if is_admin:
        return _end(table, table.match, context)
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_ALLOWED))
    votes = table.stop_votes | {person}
    missing = table.majority - len(votes)
    if missing <= 0:
        return _end(table, table.match, context)
    if person in table.stop_votes:
        return Refusal(Answer(Said.ALREADY_VOTED, n=missing), flow.VOTE)
    opens = not table.stop_votes
    voted = replace(
        table,
        stop_votes=votes,
        lobby_turn=table.lobby_turn + opens,
        epochs=flow.anew(table, flow.VOTE) if opens else table.epochs,
    )
    return Change(voted, Answer(Said.VOTED, n=missing), dirty=frozenset({flow.VOTE}))


def play_on(table: Table, person: PersonId, turn: int) -> Change | Refusal:
    """Take one's vote back; with the last one the question goes away."""
    if turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), flow.VOTE)
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_ALLOWED))
    if person not in table.stop_votes:
        return Refusal(Answer(Said.OK))
    votes = table.stop_votes - {person}
    left = replace(table, stop_votes=votes) if votes else flow.without_vote(table)
    return Change(left, Answer(Said.OK), dirty=frozenset({flow.VOTE}))


def _close(table: Table, person: PersonId, *, is_admin: bool) -> Change | Refusal:
    """Before the first deal the host or a chat admin closes the lobby, and anybody an empty one."""
    if not (is_admin or person == table.host or not table.seats):
        return Refusal(Answer(Said.NOT_ALLOWED))
    closed = replace(table, stage=Stage.FINISHED)
    return flow.hinted(Change(closed, Answer(Said.STOPPED), dirty=frozenset({LOBBY}), timers=()))


def _end(table: Table, match: MatchState, context: Context) -> Change:
    ended = flow.follow(table, match, end_match(match), None, context)
    return replace(
        ended, answer=Answer(Said.STOPPED), record=("stop",), dirty=ended.dirty | {*flow.hands(table)}
    )
