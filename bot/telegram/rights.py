"""Who may choose for a place: its language, the rules of its table, its clock, its end.

Telegram is asked who the chat admins are only where somebody's own right does not suffice.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from bot.tables import presence, tally
from bot.tables.model import PersonId, Place, Table, Vote, VoteKind
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.admins import Admins

_LACKING: Final = frozenset(
    {Said.NOT_ALLOWED, Said.NOT_HOST, Said.NOT_ADMIN, Said.CLOCK_NOT_HOST, Said.CLOCK_SHORTER}
)
"""Refused, and a chat admin would not be."""


class Act(Protocol):
    """Something that chat admins may do, and perhaps others."""

    def __call__(self, *, is_admin: bool) -> Awaitable[Answer]:
        """Do it or refuse."""
        ...


async def by_right(admins: Admins, chat: int, person: PersonId, act: Act) -> Answer:
    """Do it by one's own right; where that does not suffice, as a chat admin."""
    answer = await act(is_admin=False)
    if answer.said in _LACKING and await admins.include(chat, person):
        return await act(is_admin=True)
    return answer


async def stop(
    service: Service, admins: Admins, table: Table, person: PersonId, update: int, *, turn: int | None = None
) -> Answer:
    """End a table; a vote is cast only once it is known that no admin casts it."""
    act = partial(service.vote_stop, table.id, person, update, turn=turn)
    if turn in {None, table.lobby_turn} and _is_one_of_many(table, person):
        return await act(is_admin=await admins.include(table.place.chat, person))
    return await by_right(admins, table.place.chat, person, act)


def _is_one_of_many(table: Table, person: PersonId) -> bool:
    """Whether somebody's vote alone would not end the match yet."""
    seat = table.seat_of(person)
    if table.match is None or seat is None:
        return False
    vote = table.vote(VoteKind.STOP) or Vote(VoteKind.STOP, frozenset())
    return tally.missing(presence.there(table, seat), replace(vote, voters=vote.voters | {person})) > 0


async def may_choose(service: Service, admins: Admins, place: Place, person: PersonId) -> bool:
    """A chat admin, or somebody who sits at the table of that place."""
    table = await service.table_at(place)
    seated = table is not None and table.seat_of(person) is not None
    return seated or await admins.include(place.chat, person)
