"""Before the first deal: open a table, sit down, get up, start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.tables import deals, flow
from bot.tables.context import Context
from bot.tables.model import (
    HouseRules,
    Lang,
    Notice,
    NoticeKind,
    PersonId,
    Place,
    Said,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    Table,
    Timer,
    TimerKind,
)
from bot.tables.ports import Answer, Change, Refusal
from engine.conventions import Conventions, check_players, parse_flags, players_allowed, resolve
from engine.conventions.validity import LAYOUTS
from engine.errors import ConflictingConventions, RuleError

LOBBY: Final = Slot(SlotKind.LOBBY)
_USUAL_SIZE: Final = 3


def opened(
    place: Place, opener: Sitter | None, words: Sequence[str], lang: Lang, context: Context
) -> Change | Refusal:
    """A new table; the opener sits at once where his private chat is open."""
    try:
        preset, settings = parse_flags(words)
        conventions = resolve(preset, settings)
        _check_seats(conventions, settings)
    except RuleError as error:
        return Refusal(Answer(Said.RULE, error=error))
    seats = (opener,) if opener is not None and opener.reachable else ()
    fresh = Table(
        id=context.entropy.table_id(),
        version=0,
        place=place,
        lang=lang,
        stage=Stage.LOBBY,
        rules=HouseRules(preset, tuple(settings.items()), conventions),
        host=opener.person if opener is not None else 0,
        seats=seats,
        opened_at=context.now,
        epochs={LOBBY: 1},
    )
    said = Said.OK if seats or opener is None else Said.OPEN_PRIVATE
    change = Change(
        fresh,
        Answer(said, table=fresh.id),
        dirty=frozenset({LOBBY}),
        joined=seats[0].person if seats else None,
    )
    return awake(change, context)


def awake(change: Change, context: Context) -> Change:
    """The change of a lobby in which something happens: it waits anew until it ends by itself."""
    table = replace(change.table, turn=change.table.turn + 1)
    timer = Timer(TimerKind.LOBBY, table.turn, context.now + context.tempo.lobby)
    return replace(change, table=table, timers=(timer,))


def expired(table: Table) -> Change | Refusal:
    """Nobody started (fault D14): the lobby makes room for a message that says so."""
    return _closed(table, Notice(NoticeKind.LOBBY_EXPIRED))


def given_way(table: Table) -> Change | Refusal:
    """Another table comes to this place: the lobby makes room and says nothing."""
    return _closed(table)


def _closed(table: Table, *told: Notice) -> Change | Refusal:
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.STALE))
    closed = replace(table, stage=Stage.FINISHED, epochs=flow.without(table, LOBBY))
    return flow.hinted(Change(closed, Answer(Said.OK), dirty=frozenset({LOBBY}), notices=told, timers=()))


def _check_seats(conventions: Conventions, settings: Mapping[str, str]) -> None:
    if not players_allowed(conventions):
        switched_off = (f"{name}={word}" for name, word in settings.items() if name in LAYOUTS.values())
        raise ConflictingConventions("nobody_plays", tuple(switched_off))
    sizes(conventions)


def sizes(conventions: Conventions) -> tuple[int, ...]:
    """The numbers of players that may play by these conventions, ascending.

    Raises:
        RuleError: nobody may; the error is that of the smallest number that the conventions seat.
    """
    allowed = players_allowed(conventions)
    refusals = {players: _refusal(conventions, players) for players in allowed or (_USUAL_SIZE,)}
    playable = tuple(players for players, refusal in refusals.items() if refusal is None)
    if not playable:
        raise next(refusal for refusal in refusals.values() if refusal is not None)
    return playable


def _refusal(conventions: Conventions, players: int) -> RuleError | None:
    try:
        check_players(conventions, players)
    except RuleError as error:
        return error
    return None


def sit(table: Table, sitter: Sitter, context: Context) -> Change | Refusal:
    """Sit down on the next free seat."""
    if table.seat_of(sitter.person) is not None:
        return Refusal(Answer(Said.ALREADY_SEATED), redraw=LOBBY)
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    if len(table.seats) >= max(sizes(table.rules.conventions)):
        return Refusal(Answer(Said.TABLE_FULL), redraw=LOBBY)
    if not sitter.reachable:
        return Refusal(Answer(Said.OPEN_PRIVATE, table=table.id))
    return _reseated(table, (*table.seats, sitter), context, joined=sitter.person)


def stand(table: Table, person: PersonId, context: Context) -> Change | Refusal:
    """Get up; the host's rights pass to the next seat."""
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED), redraw=LOBBY)
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    others = (*table.seats[seat + 1 :], *table.seats[:seat])
    host = others[0].person if table.host == person and others else table.host
    left = (*table.seats[:seat], *table.seats[seat + 1 :])
    return _reseated(replace(table, host=host), left, context, left=person)


def _reseated(
    table: Table,
    seats: tuple[Sitter, ...],
    context: Context,
    *,
    joined: PersonId | None = None,
    left: PersonId | None = None,
) -> Change:
    """Where the host does not sit (his private chat was closed), the first who sits is the host."""
    people = [sitter.person for sitter in seats]
    host = table.host if table.host in people or not people else people[0]
    change = Change(
        replace(table, seats=seats, host=host),
        Answer(Said.OK, table=table.id),
        dirty=frozenset({LOBBY}),
        joined=joined,
        left=left,
    )
    return awake(flow.hinted(change), context)


def start(table: Table, person: PersonId, context: Context) -> Change | Refusal:
    """Close the seats and deal; any seated person may."""
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_SEATED))
    seated, playable = len(table.seats), sizes(table.rules.conventions)
    if seated not in playable:
        return Refusal(Answer(Said.TOO_FEW, n=min(size for size in playable if size > seated) - seated))
    return deals.first(table, context)
