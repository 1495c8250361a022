"""How an open question stands.

More than half of those who are there and not the one whom it is about carry it. A computer player has no
vote; who is away, or let his clock run out again and again, is there once he answers (fault E06: no power to
unblock hangs on one person).
"""

from __future__ import annotations

from typing import Final

from bot.tables.model import Sitter, Table, Vote, VoteKind

_ABSENT: Final = 2
"""How often in a row somebody's clock has run out who is asked no more."""


def missing(table: Table, vote: Vote) -> int:
    """Votes that a question still needs."""
    others = _others(table, vote)
    if vote.kind is VoteKind.UNDO and not others:
        return 0
    yes = sum(each.person in vote.voters for each in others)
    rest = sum(_counts(table, vote, each) and each.person not in vote.voters for each in others)
    return (yes + rest) // 2 + 1 - yes


def is_lost(table: Table, vote: Vote) -> bool:
    """Whether too many are against it: all who have not answered yet could not carry it."""
    others = _others(table, vote)
    answered = vote.voters | vote.against
    silent = sum(_is_asked(table, each) and each.person not in answered for each in others)
    opposed = any(each.person in vote.against for each in others)
    return opposed and missing(table, vote) > silent


def _others(table: Table, vote: Vote) -> tuple[Sitter, ...]:
    return tuple(each for seat, each in enumerate(table.seats) if each.plays and seat != vote.seat)


def _counts(table: Table, vote: Vote, sitter: Sitter) -> bool:
    """Who says no counts like anybody who is asked and has not said yes."""
    return sitter.person in vote.against or _is_asked(table, sitter)


def _is_asked(table: Table, sitter: Sitter) -> bool:
    """Whether his silence counts: not where his time runs out again and again, or all wait for him."""
    return sitter.overdue < _ABSENT and not (table.paused and sitter.overdue)
