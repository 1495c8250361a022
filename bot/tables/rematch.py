"""A match that follows another one: the same rules and people, the seats moved by one, then the queue."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.context import Context
from bot.tables.house import sizes
from bot.tables.lobby import LOBBY, awake
from bot.tables.model import Lang, PersonId, Place, Presence, Sitter, Stage, Table
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.state import MatchState


def after(ended: Table, opener: Sitter, place: Place, lang: Lang, context: Context) -> Change | Refusal:
    """The lobby of the next match, with everybody seated who stayed to the end of the last one.

    Who left has to sit down himself: the opener does so by opening. Whoever has no room waits in the queue.
    """
    match = ended.match
    stayed = tuple(_anew(each) for each in ended.seats if each.presence is not Presence.LEFT)
    known = {each.person for each in (*ended.seats, *ended.queue)}
    if match is None or opener.person not in known:
        return Refusal(Answer(Said.NOT_SEATED))
    moved = (*stayed[1:], *stayed[:1])
    wanted = _once((*moved, *((opener,) if opener.reachable else ()), *ended.queue))
    room = max(sizes(ended.rules.conventions))
    seats, queue = wanted[:room], wanted[room:]
    people = [each.person for each in seats if each.is_person]
    fresh = Table(
        id=context.entropy.table_id(),
        version=0,
        place=place,
        lang=lang,
        stage=Stage.LOBBY,
        rules=ended.rules,
        host=next((person for person in (ended.host, opener.person) if person in people), opener.person),
        seats=seats,
        opened_at=context.now,
        clock=ended.clock,
        hints=ended.hints,
        dealer=_next_dealer(ended, match, seats),
        queue=queue,
        epochs={LOBBY: 1},
    )
    said = Said.OK if fresh.concerns(opener.person) else Said.OPEN_PRIVATE
    change = Change(
        fresh,
        Answer(said, table=fresh.id),
        dirty=frozenset({LOBBY}),
        joined=(*people, *(each.person for each in queue)),
    )
    return awake(change, context)


def _anew(sitter: Sitter) -> Sitter:
    return replace(sitter, presence=Presence.HERE, overdue=0)


def _once(sitters: tuple[Sitter, ...]) -> tuple[Sitter, ...]:
    by_person = {each.person: each for each in reversed(sitters)}
    return tuple({each.person: by_person[each.person] for each in sitters}.values())


def _next_dealer(ended: Table, match: MatchState, seats: tuple[Sitter, ...]) -> PersonId:
    """Whoever would have dealt on, or the next one after him who still sits; 0: nobody does."""
    first = match.sheet.dealer + (match.deal is not None)
    order = (ended.seats[(first + step) % match.players].person for step in range(match.players))
    sitting = {each.person for each in seats}
    return next((person for person in order if person in sitting), 0)
