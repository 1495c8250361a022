"""Before the first deal: open a table, sit down, get up, start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.tables import deals, flow, guests, house
from bot.tables.context import Context
from bot.tables.house import sizes
from bot.tables.model import (
    NO_CLOCK,
    NOBODY,
    Clock,
    HouseRules,
    Lang,
    Notice,
    NoticeKind,
    PersonId,
    Place,
    Sitter,
    Slot,
    Stage,
    Table,
    Timer,
    TimerKind,
)
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.actions import Seat
from engine.errors import PlayersNotAllowed, RuleError
from engine.players import Level

LOBBY: Final = flow.LOBBY


def opened(
    place: Place,
    opener: Sitter | None,
    words: Sequence[str],
    lang: Lang,
    context: Context,
    *,
    base: HouseRules | None = None,
    clock: Clock = NO_CLOCK,
) -> Change | Refusal:
    """A new table; the opener sits at once where his private chat is open.

    `base` are the rules that hold where the words name no preset.
    """
    try:
        rules = house.said(words, base)
    except RuleError as error:
        return Refusal(Answer(Said.RULE, error=error))
    seats = (opener,) if opener is not None and opener.reachable else ()
    fresh = Table(
        id=context.entropy.table_id(),
        version=0,
        place=place,
        lang=lang,
        stage=Stage.LOBBY,
        rules=rules,
        host=opener.person if opener is not None else NOBODY,
        seats=seats,
        opened_at=context.now,
        clock=clock,
        epochs={LOBBY: 1},
    )
    said = Said.OK if seats or opener is None else Said.OPEN_PRIVATE
    change = Change(
        fresh,
        Answer(said, table=fresh.id),
        dirty=frozenset({LOBBY}),
        joined=tuple(sitter.person for sitter in seats),
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
    return closed(replace(table, epochs=flow.without(table, LOBBY)), Answer(Said.OK), *told)


def closed(table: Table, answer: Answer, *told: Notice) -> Change:
    """The lobby will see no match: nobody waits or looks on any more."""
    idle = replace(table, stage=Stage.FINISHED, queue=(), watchers=(), epochs=_public(table.epochs))
    gone = frozenset({LOBBY, *(table.epochs.keys() - idle.epochs.keys())})
    people = (*(each.person for each in table.queue), *(each.person for each in table.watchers))
    return flow.hinted(Change(idle, answer, dirty=gone, notices=told, timers=(), left=people))


def _public(epochs: Mapping[Slot, int]) -> dict[Slot, int]:
    return {slot: epoch for slot, epoch in epochs.items() if slot.person is None}


def sit(table: Table, sitter: Sitter, context: Context) -> Change | Refusal:
    """Sit down on the next free seat; where there is none, a computer player makes room."""
    if table.seat_of(sitter.person) is not None:
        return Refusal(Answer(Said.ALREADY_SEATED), redraw=LOBBY)
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    seats = table.seats
    if len(seats) >= max(sizes(table.rules.conventions)):
        computer = last_computer(table)
        if computer is None:
            return Refusal(Answer(Said.TABLE_FULL), redraw=LOBBY)
        seats = (*seats[:computer], *seats[computer + 1 :])
    if not sitter.reachable:
        return Refusal(Answer(Said.OPEN_PRIVATE, table=table.id))
    shown = guests.slots(table, sitter.person)
    alone = guests.without(table, sitter.person)
    seated = _reseated(alone, (*seats, sitter), context, joined=(sitter.person,))
    return replace(seated, dirty=seated.dirty | shown)


def stand(table: Table, person: PersonId, context: Context) -> Change | Refusal:
    """Get up; the host's rights pass to the next seat."""
    seat = table.seat_of(person)
    if seat is None:
        return Refusal(Answer(Said.NOT_SEATED), redraw=LOBBY)
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    others = (*table.seats[seat + 1 :], *table.seats[:seat])
    heir = next((each.person for each in others if each.is_person), table.host)
    host = heir if table.host == person else table.host
    left = (*table.seats[:seat], *table.seats[seat + 1 :])
    return _reseated(replace(table, host=host), left, context, left=(person,))


# Computer players


def computer(table: Table, level: Level) -> Sitter:
    """A computer player with a number of its own at the table."""
    numbers = (each.person for each in (*table.seats, *(past.sitter for past in table.past)))
    return Sitter(min((0, *numbers)) - 1, "", table.lang, level=level)


def last_computer(table: Table) -> Seat | None:
    """The seat of the computer player that came last."""
    return next((seat for seat in reversed(range(len(table.seats))) if not table.seats[seat].is_person), None)


def add_computer(table: Table, person: PersonId, level: Level, context: Context) -> Change | Refusal:
    """A computer player sits down; whoever sits may ask it to."""
    refused = _not_theirs(table, person)
    if refused is not None:
        return refused
    if len(table.seats) >= max(sizes(table.rules.conventions)):
        return Refusal(Answer(Said.TABLE_FULL), redraw=LOBBY)
    return _reseated(table, (*table.seats, computer(table, level)), context)


def remove_computer(table: Table, person: PersonId, context: Context) -> Change | Refusal:
    """The computer player that came last gets up."""
    refused = _not_theirs(table, person)
    if refused is not None:
        return refused
    seat = last_computer(table)
    if seat is None:
        return Refusal(Answer(Said.STALE), redraw=LOBBY)
    return _reseated(table, (*table.seats[:seat], *table.seats[seat + 1 :]), context)


def _not_theirs(table: Table, person: PersonId) -> Refusal | None:
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    return Refusal(Answer(Said.NOT_SEATED)) if table.seat_of(person) is None else None


# Seats


def _reseated(
    table: Table,
    seats: tuple[Sitter, ...],
    context: Context,
    *,
    joined: tuple[PersonId, ...] = (),
    left: tuple[PersonId, ...] = (),
) -> Change:
    """Where the host does not sit (his private chat was closed), the first who sits is the host."""
    filled = _filled(replace(table, seats=seats))
    people = [sitter.person for sitter in filled.seats if sitter.is_person]
    host = table.host if table.host in people or not people else people[0]
    change = Change(
        replace(filled, host=host),
        Answer(Said.OK, table=table.id),
        dirty=_changed(table, filled),
        joined=joined,
        left=left,
    )
    return awake(flow.hinted(change), context)


def _filled(table: Table) -> Table:
    """Where a seat is free, the first of the queue whose private chat is open sits down."""
    room = max(sizes(table.rules.conventions)) - len(table.seats)
    lucky = [each for each in table.queue if each.reachable][: max(0, room)]
    alone = reduce(guests.without, (each.person for each in lucky), table)
    return replace(alone, seats=(*table.seats, *lucky))


def _changed(before: Table, after: Table) -> frozenset[Slot]:
    """The lobby, and what is shown no more to those who looked on and sit now."""
    return frozenset({LOBBY, *(before.epochs.keys() - after.epochs.keys())})


def start(table: Table, person: PersonId, context: Context, turn: int | None = None) -> Change | Refusal:
    """Close the seats and deal; any seated person may, by the rules that a button of this `turn` showed."""
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.TABLE_STARTED), redraw=LOBBY)
    if table.seat_of(person) is None:
        return Refusal(Answer(Said.NOT_SEATED))
    if turn is not None and turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), redraw=LOBBY)
    seated, playable = len(table.seats), sizes(table.rules.conventions)
    if seated not in playable:
        return Refusal(Answer(Said.TOO_FEW, n=min(size for size in playable if size > seated) - seated))
    return deals.first(table, context)


# House rules


def may_rule(table: Table, person: PersonId, *, is_admin: bool) -> bool:
    """Whether somebody may change the rules of the table and save them for the group: its host, an admin.

    While nobody sits, that is whoever opened the table; an anonymous opener has to be an admin.
    """
    hosted = table.seat_of(person) is not None or not any(each.is_person for each in table.seats)
    return is_admin or (hosted and person == table.host != NOBODY)


def rule(
    table: Table,
    person: PersonId,
    words: Sequence[str],
    context: Context,
    *,
    turn: int | None,
    is_admin: bool,
) -> Change | Refusal:
    """Change the rules: words as `/newgame` takes them. `turn` is that of a button, None for a command."""
    refused = _kept(table, person, turn, is_admin=is_admin)
    if refused is not None:
        return refused
    try:
        rules = house.said(words, table.rules)
        _check_room(rules, len(table.seats))
    except RuleError as error:
        return Refusal(Answer(Said.RULE, error=error))
    return _ruled(replace(table, rules=rules, hints=table.hints and allows_hints(rules)), context)


def switch_hints(
    table: Table, person: PersonId, context: Context, *, turn: int, is_admin: bool
) -> Change | Refusal:
    """Let people use the hints that the rules allow, or no longer."""
    refused = _kept(table, person, turn, is_admin=is_admin)
    if refused is not None:
        return refused
    if not allows_hints(table.rules):
        return Refusal(Answer(Said.STALE), redraw=LOBBY)
    return _ruled(replace(table, hints=not table.hints), context)


def allows_hints(rules: HouseRules) -> bool:
    """Whether there is something that the lobby can switch on."""
    return any(getattr(rules.conventions, name) for name in house.HINTS)


def _kept(table: Table, person: PersonId, turn: int | None, *, is_admin: bool) -> Refusal | None:
    """Why the rules stay as they are."""
    if table.stage is not Stage.LOBBY:
        return Refusal(Answer(Said.RULES_FIXED), redraw=LOBBY)
    if not may_rule(table, person, is_admin=is_admin):
        return Refusal(Answer(Said.NOT_HOST))
    if turn is not None and turn != table.lobby_turn:
        return Refusal(Answer(Said.STALE), redraw=LOBBY)
    return None


def _check_room(rules: HouseRules, seated: int) -> None:
    playable = sizes(rules.conventions)
    if max(playable) < seated:
        raise PlayersNotAllowed(seated, playable)


def _ruled(table: Table, context: Context) -> Change:
    """Buttons that showed other rules grow old."""
    filled = _filled(table)
    change = Change(
        replace(filled, lobby_turn=table.lobby_turn + 1),
        Answer(Said.OK, table=table.id),
        dirty=_changed(table, filled),
    )
    return awake(change, context)
