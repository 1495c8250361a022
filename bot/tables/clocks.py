"""How long a table waits and what happens then: chosen by words, for a group or for the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.tables import lobby, presence
from bot.tables.context import Context
from bot.tables.model import LEAST_SECONDS, MOST_SECONDS, Clock, PersonId, Stage, Table, Then
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said

OFFERED: Final = (0, 30, 60, 120, 300, 600)
"""Seconds that buttons offer; words may name any."""
_OFF: Final = frozenset({"off", "0"})
_THEN: Final = {then.value: then for then in Then}


class BadClock(ValueError):  # noqa: N818 - named after what happened
    """A word is neither a number of seconds that a clock may have nor something that may happen then."""


def said(words: Sequence[str], base: Clock) -> Clock:
    """`base` with what the words change: seconds, `off`, `move`, `away`, `pause`.

    Raises:
        BadClock: some word says nothing of the kind, or there is none.
    """
    if not words:
        raise BadClock
    return reduce(_with, map(str.lower, words), base)


def _with(clock: Clock, word: str) -> Clock:
    then = _THEN.get(word)
    return replace(clock, then=then) if then else replace(clock, seconds=_seconds(word))


def _seconds(word: str) -> int:
    if word in _OFF:
        return 0
    if not (word.isascii() and word.isdecimal() and LEAST_SECONDS <= int(word) <= MOST_SECONDS):
        raise BadClock(word)
    return int(word)


def _patience(clock: Clock) -> int:
    """Seconds that a clock gives; one that is off gives more than any."""
    return clock.seconds or MOST_SECONDS + 1


def chosen(
    table: Table, person: PersonId, words: Sequence[str], context: Context, *, is_admin: bool
) -> Change | Refusal:
    """Another clock for a table, in the lobby or in the middle of a match, where running ones start anew.

    Whose time is over may be put out: in a match only a chat admin makes it shorter, and nobody else starts
    his own clock anew.
    """
    if table.stage is Stage.FINISHED:
        return Refusal(Answer(Said.NO_TABLE))
    if not lobby.may_rule(table, person, is_admin=is_admin):
        return Refusal(Answer(Said.CLOCK_NOT_HOST))
    try:
        clock = said(words, table.clock)
    except BadClock:
        return Refusal(Answer(Said.BAD_CLOCK))
    if clock == table.clock:
        return Refusal(Answer(Said.OK))
    wound = replace(table, clock=clock)
    if table.stage is Stage.PLAYING and not is_admin and _patience(clock) < _patience(table.clock):
        return Refusal(Answer(Said.CLOCK_SHORTER))
    if table.stage is Stage.PLAYING:
        own = table.seat_of(person) if clock.seconds and not is_admin else None
        others = {seat for seat in range(len(table.seats)) if seat != own}
        rewound = others if clock.seconds != table.clock.seconds else ()
        return presence.settled(table, replace(wound, paused=False), context, rewound=rewound)
    shown = replace(wound, lobby_turn=table.lobby_turn + 1)
    change = Change(shown, Answer(Said.OK, table=table.id), dirty=frozenset({lobby.LOBBY}))
    return lobby.awake(change, context)
