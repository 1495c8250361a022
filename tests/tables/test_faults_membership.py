"""Known faults of lobbies, seats and substitutes (D, E16, E18, G03, L01, L02), and of taking back (F20).

Each test is named after its row; its docstring cites what the row wants.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.screens.answers import answered, toast
from bot.screens.board import board
from bot.screens.buttons import LobbyTap, LobbyVerb, SelfTap, SelfVerb, ShowTap, parse
from bot.screens.lobby import lobby as lobby_screen
from bot.screens.render import render, word
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.storage.timers import RedisTimers
from bot.tables import archive, clock, flow, guests, lobby, moves, presence, privacy, seats, timing, votes
from bot.tables.context import Context, Tempo
from bot.tables.deals import with_its_deck
from bot.tables.history import match_of
from bot.tables.house import sizes
from bot.tables.model import (
    NoticeKind,
    PersonId,
    Place,
    Presence,
    RemarkKind,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    Table,
    TimerKind,
    Watcher,
)
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from bot.tables.service import Service
from engine.conventions import PRESETS
from engine.events import CardPlayed, TrickTaken
from engine.match import outcome, phase
from engine.players import Level
from engine.state import Phase
from tests.support.eventually import eventually
from tests.support.seated import CAST, GUEST, Match
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Sequence, of, refusal
from tests.tables.serving import House, house

__all__ = ["house"]

NEXT = Place(-1000000000002)


def told(change: Change) -> str:
    """The text of its last notice."""
    screen = word(change.table, change.notices[-1])
    assert screen is not None
    return screen.text


def in_phase(*wanted: Phase) -> Callable[[Table], bool]:
    return lambda table: table.match is not None and phase(table.match) in wanted


def kinds(table: Table, context: Context) -> set[TimerKind]:
    return {timer.kind for timer in timing.timers(table, context)}


# D02-D12: lobbies


async def test_d02_a_second_game_in_a_group_names_the_first_one(house: House) -> None:
    """Refusal names the other table with a link and a leave button."""
    table = await house.open()
    answer = await house.service.open_table(FAMILY, BOHDAN, (), "ru", house.next())
    assert answer == Answer(Said.LOBBY_OPEN, table=table)
    screen = answered(answer, "en")
    assert screen is not None
    taps = [parse(button.data or "") for row in screen.keyboard for button in row]
    assert taps == [ShowTap(table), SelfTap(table, SelfVerb.LEAVE)]


async def test_d03_a_button_acts_at_its_own_table_only(house: House) -> None:
    """Each button carries its game id; acts only there."""
    first, second = await house.open(), await house.open(NEXT)
    for table in (first, second):
        await house.service.sit(table, BOHDAN, house.next())
    assert (await house.service.leave(second, BOHDAN.person, house.next())).said is Said.OK
    assert (await house.table(first)).seats == (ANNA, BOHDAN)
    assert (await house.table(second)).seats == (ANNA,)
    buttons = [button for row in lobby_screen(await house.table(second), "en").keyboard for button in row]
    taps = [tap for button in buttons if isinstance(tap := parse(button.data or ""), LobbyTap)]
    assert {tap.table for tap in taps} == {second}


async def test_d05_who_joins_in_the_second_of_the_start_is_in_or_is_told(house: House) -> None:
    """Either seated with cards or told "too late"; never a half state."""
    answer = await house.service.open_table(FAMILY, ANNA, ("sixmax",), "ru", house.next())
    assert answer.table is not None
    await house.service.sit(answer.table, BOHDAN, house.next())
    started, joined = await asyncio.gather(
        house.service.start(answer.table, ANNA.person, house.next()),
        house.service.sit(answer.table, VERA, house.next()),
    )
    assert started.said is Said.OK
    table = await house.table(answer.table)
    assert table.match is not None
    assert table.match.players == len(table.seats)
    seated = joined.said is Said.OK
    assert seated or joined.said is Said.TABLE_STARTED
    assert (Slot(SlotKind.HAND, VERA.person) in table.epochs) == seated
    assert (answer.table in await house.service.tables_of(VERA.person)) == seated


def test_d06_seats_are_closed_once_dealt_and_a_late_joiner_queues_or_watches() -> None:
    """Seats are closed once dealt; late joiner may watch or queue."""
    match = Match().start()
    assert refusal(lobby.sit(match.table, GUEST, match.context)) is Said.TABLE_STARTED
    assert match.do(guests.queued, GUEST).answer == Answer(Said.QUEUED, n=1)
    assert refusal(guests.queued(match.table, GUEST)) is Said.ALREADY_QUEUED
    assert "Guest" in board(match.table, "en").text
    watch = match.do(guests.watched, Watcher(GUEST.person, "uk"), reachable=True)
    assert watch.dirty == {Slot(SlotKind.WATCH, GUEST.person)}
    assert refusal(guests.watched(match.table, Watcher(CAST[0].person, "uk"), reachable=True)) is (
        Said.ALREADY_SEATED
    )


async def test_d08_of_two_creates_at_once_one_is_refused(house: House) -> None:
    """Check and seat are one atomic step."""
    answers = await asyncio.gather(
        house.service.open_table(FAMILY, ANNA, (), "ru", house.next()),
        house.service.open_table(FAMILY, BOHDAN, (), "ru", house.next()),
    )
    assert sorted(answer.said for answer in answers) == [Said.LOBBY_OPEN, Said.OK]
    assert len({answer.table for answer in answers}) == 1


@pytest.mark.parametrize("wanted", ["sit", "queue", "watch"])
async def test_d09_a_button_that_left_its_group_lets_nobody_in(house: House, wanted: str) -> None:
    """Membership is checked at join, always with the same answer: the tap has to come from the table's chat.

    A private chat or another group shows a forwarded button only; a deep link alone seats nobody either.
    """
    table = await house.open()
    use_case = getattr(house.service, wanted)
    for elsewhere in (NEXT.chat, BOHDAN.person):
        refused = await use_case(table, BOHDAN, house.next(), elsewhere)
        assert refused.said is Said.NOT_HERE
    assert await house.service.arrive(BOHDAN, house.next()) is None
    assert not (await house.table(table)).concerns(BOHDAN.person)
    assert (await use_case(table, BOHDAN, house.next(), FAMILY.chat)).said is not Said.NOT_HERE


async def test_d09_in_private_somebody_takes_his_own_seat_back_and_no_other(house: House) -> None:
    table = await house.open()
    for sitter in (BOHDAN, VERA):
        await house.service.sit(table, sitter, house.next())
    await house.service.start(table, ANNA.person, house.next())
    for sitter in (BOHDAN, VERA):
        await house.service.leave(table, sitter.person, house.next())
    take = house.service.take_seat
    for seat, sitter, chat in (
        (2, BOHDAN, BOHDAN.person),
        (1, GUEST, GUEST.person),
        (1, GUEST, BOHDAN.person),
        (1, BOHDAN, NEXT.chat),
        (7, BOHDAN, BOHDAN.person),
    ):
        assert (await take(table, seat, sitter, house.next(), chat)).said is Said.NOT_HERE
    assert (await take(table, 1, BOHDAN, house.next(), BOHDAN.person)).said is Said.OK
    assert (await house.table(table)).seat_of(BOHDAN.person) == 1


def test_d11_an_outsider_starts_nothing() -> None:
    """Start only by seated players."""
    match = Match()
    assert refusal(lobby.start(match.table, GUEST.person, match.context)) is Said.NOT_SEATED
    assert refusal(lobby.add_computer(match.table, GUEST.person, Level.EASY, match.context)) is (
        Said.NOT_SEATED
    )


@pytest.mark.parametrize("seat", range(3))
def test_d12_any_seated_player_starts_be_he_host_or_admin_or_neither(seat: int) -> None:
    """Either is enough."""
    match = Match()
    assert of(lobby.start(match.table, CAST[seat].person, match.context)).table.stage is Stage.PLAYING


# D15, D20: leaving


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(1, 6),
    st.sampled_from(["sixmax", "sixmax +cut_required", "sixmax +golden"]),
    st.integers(0, 60),
    st.randoms(use_true_random=False),
)
def test_d15_leaving_is_safe_with_any_number_in_each_phase(
    people: int, words: str, steps: int, rng: Random
) -> None:
    """Leaving is safe with 1, 2, 3 players in each phase: here with 1 to 6 people, the rest computers."""
    match = Match(people, max(0, 2 - people), words, seed=rng.randrange(1000))
    if rng.random() < 0.8:
        match.start()
        for _ in range(steps):
            if match.table.stage is Stage.PLAYING:
                match.step()
    leavers = [sitter.person for sitter in match.table.seats if sitter.is_person]
    rng.shuffle(leavers)
    for person in leavers:
        if match.table.stage is Stage.FINISHED:
            return
        change = match.do(seats.leave, person, match.context)
        assert change.left == (person,)
        assert match.table.seat_of(person) is None
        assert Slot(SlotKind.HAND, person) not in match.table.epochs
        board_or_lobby(match.table)
        if match.table.stage is Stage.PLAYING and not match.table.paused:
            assert timing.timers(match.table, match.context)
            match.step()
    if match.table.stage is Stage.PLAYING:
        assert match.table.paused
        assert kinds(match.table, match.context) == {TimerKind.REAP}
    elif match.table.stage is Stage.LOBBY:
        of(votes.stop(match.table, GUEST.person, None, match.context, is_admin=False))


def board_or_lobby(table: Table) -> None:
    """Every screen that exists can be drawn."""
    for slot in table.epochs:
        render(table, slot)


def test_d15_a_match_without_people_waits_and_ends_with_one_message() -> None:
    """With nobody human left the match pauses and is reaped after a time with one message."""
    match = Match(2, 1).start().until(in_phase(Phase.PLAY))
    for sitter in CAST[:2]:
        match.do(seats.leave, sitter.person, match.context)
    assert match.table.paused
    (reap,) = timing.timers(match.table, match.context)
    assert (reap.kind, reap.due) == (TimerKind.REAP, match.context.now + match.context.tempo.reap)
    reaped = match.keep(of(clock.due(match.table, reap, match.context)))
    assert reaped.table.stage is Stage.FINISHED
    (notice,) = reaped.notices
    assert notice.kind is NoticeKind.REAPED
    assert "stood still" in told(reaped)
    assert match_of(match.record) == match.table.match


def test_d15_whoever_takes_a_seat_of_a_deserted_match_wakes_it() -> None:
    match = Match(2, 1).start().until(in_phase(Phase.PLAY))
    for sitter in CAST[:2]:
        match.do(seats.leave, sitter.person, match.context)
    match.do(seats.take, 1, GUEST, match.context)
    assert not match.table.paused
    assert TimerKind.REAP not in kinds(match.table, match.context)
    match.until(lambda table: table.match is None or table.match.deal is None)


async def test_d17_after_a_match_nobody_is_still_playing(house: House, store: Store) -> None:
    """User-to-game index is rebuilt from live games; dangling entries heal themselves."""
    table = await house.start()
    await house.service.leave(table, VERA.person, house.next())
    assert await house.service.tables_of(VERA.person) == ()
    await house.service.watch(table, GUEST, house.next())
    assert await house.service.tables_about(GUEST.person) == (table,)
    assert await house.service.tables_of(GUEST.person) == ()
    await house.service.vote_stop(table, ANNA.person, house.next(), is_admin=True)
    for person in (ANNA, BOHDAN, VERA, GUEST):
        await store.call("SADD", keys.tables_of(person.person), table)
        assert await house.service.tables_about(person.person) == ()
        assert await store.call("EXISTS", keys.tables_of(person.person)) == 0
    assert (await house.service.open_table(FAMILY, ANNA, (), "ru", house.next())).said is Said.OK


def test_d18_taps_of_onlookers_change_nothing_and_cost_the_group_nothing() -> None:
    """Foreign taps give a private toast, 0 messages."""
    match = Match()
    stranger = GUEST.person
    waiting = [
        lobby.start(match.table, stranger, match.context),
        lobby.stand(match.table, stranger, match.context),
        lobby.add_computer(match.table, stranger, Level.EASY, match.context),
        lobby.remove_computer(match.table, stranger, match.context),
    ]
    match.start().until(in_phase(Phase.PLAY))
    match.do(seats.leave, CAST[2].person, match.context)
    playing = [
        moves.act(match.table, stranger, match.table.turn, 0, match.context),
        moves.next_deal(match.table, stranger, match.table.turn, match.context),
        seats.computer(match.table, 2, stranger, Level.EASY, match.context),
        seats.take(match.table, 0, GUEST, match.context),
        seats.leave(match.table, stranger, match.context),
        presence.returned(match.table, stranger, match.context),
        votes.undo(match.table, stranger, None, match.context, before=match.table.match),
    ]
    for decision in (*waiting, *playing):
        assert isinstance(decision, Refusal), decision
        assert toast(decision.answer, "en").text
        assert decision.redraw is None or decision.redraw.person is None or decision.redraw.person == stranger


def test_d20_the_hosts_rights_pass_on() -> None:
    """Creator's rights pass to the next seat: of a person, in the lobby and in a match, also to one away."""
    match = Match(2, 1)
    match.do(lobby.stand, CAST[0].person, match.context)
    assert match.table.host == CAST[1].person
    match = Match(2, 1).start()
    match.do(seats.leave, CAST[0].person, match.context)
    assert match.table.host == CAST[1].person
    away = Match(2, 1).start()
    away.table = presence.seated(away.table, 1, replace(CAST[1], presence=Presence.AWAY))
    away.do(seats.leave, CAST[0].person, away.context)
    assert away.table.host == CAST[1].person
    away.do(seats.leave, CAST[1].person, away.context)
    away.do(seats.take, 0, GUEST, away.context)
    assert away.table.host == GUEST.person


@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
def test_d21_the_lobby_says_who_is_missing_and_offers_computers(lang: str) -> None:
    """Lobby says how many are missing and offers AI seats."""
    match = Match(1)
    screen = lobby_screen(match.table, lang)
    assert "2" in screen.text
    assert "🤖" in screen.text
    taps = [parse(button.data or "") for row in screen.keyboard for button in row]
    verbs = {tap.verb for tap in taps if isinstance(tap, LobbyTap)}
    assert {LobbyVerb.EASY, LobbyVerb.NORMAL} < verbs
    assert LobbyVerb.START not in verbs
    for _ in range(2):
        match.do(lobby.add_computer, CAST[0].person, Level.EASY, match.context)
    assert [sitter.person for sitter in match.table.seats] == [CAST[0].person, -1, -2]
    assert of(lobby.start(match.table, CAST[0].person, match.context)).table.stage is Stage.PLAYING


@pytest.mark.parametrize("said", [said for said in Said if said not in {Said.OK, Said.RULE}])
@pytest.mark.parametrize("lang", ["ru", "uk", "en"])
def test_d23_each_refusal_says_why(said: Said, lang: str) -> None:
    """Each refused command gives a reason and a next step."""
    screen = answered(Answer(said, n=2), lang)
    assert screen is not None
    assert len(screen.text.split()) > 1


# E16, E18: substitutes


def test_e16_a_substitute_takes_seat_hand_score_and_bolts() -> None:
    """Substitute takes seat and score; both records marked."""
    match = Match().start().until(in_phase(Phase.PLAY))
    before = match.table.match
    match.do(seats.leave, CAST[1].person, match.context)
    taken = match.do(seats.take, 1, GUEST, match.context)
    assert match.table.match == before
    assert taken.joined == (GUEST.person,)
    assert Slot(SlotKind.HAND, GUEST.person) in taken.dirty & match.table.epochs.keys()
    assert match.record[-1] == "# P2 substitute"
    assert match_of(match.record) == before
    (past,) = match.table.past
    assert (past.seat, past.sitter.person) == (1, CAST[1].person)
    assert match.table.remarks[-1].kind is RemarkKind.TAKEN
    ended = match.do(votes.stop, CAST[0].person, None, match.context, is_admin=True)
    kept = archive.archived(match.table, match.record, (), 0)
    assert kept is not None
    assert [(each.person, each.stayed) for each in kept.players if each.seat == 1] == [
        (CAST[1].person, False),
        (GUEST.person, True),
    ]
    text = told(ended)
    assert "N2" in text
    assert "Guest" in text


def test_e16_who_left_may_take_his_own_seat_back_and_no_other() -> None:
    match = Match(4, words="sixmax").start()
    for sitter in CAST[1:3]:
        match.do(seats.leave, sitter.person, match.context)
    assert refusal(seats.take(match.table, 2, CAST[1], match.context)) is Said.HAND_SEEN
    match.do(seats.take, 1, CAST[1], match.context)
    assert match.table.seats[1] == CAST[1]
    assert match.table.past == ()
    assert Slot(SlotKind.HAND, CAST[1].person) in match.table.epochs


def test_e16_nobody_holds_two_hands_of_one_deal() -> None:
    """Whose seat was taken over has seen its cards: another seat is his from the next deal on."""
    match = Match(4, words="sixmax").start()
    for sitter in CAST[1:3]:
        match.do(seats.leave, sitter.person, match.context)
    match.do(seats.computer, 1, CAST[0].person, Level.NORMAL, match.context)
    assert match.table.seats[1].level is Level.NORMAL
    assert refusal(seats.take(match.table, 2, CAST[1], match.context)) is Said.HAND_SEEN
    of(seats.take(match.table, 1, CAST[1], match.context))
    match.until(lambda table: table.match is not None and table.match.sheet.deals_dealt == 2)
    of(seats.take(match.table, 2, CAST[1], match.context))


@pytest.mark.parametrize("replaced", [False, True])
def test_e16_a_deletion_shuts_the_seats_of_its_deal(replaced: bool) -> None:
    """Nothing tells who has seen a hand: nobody takes one before the next deal, but his own again."""
    match = Match(4, words="sixmax").start()
    for sitter in CAST[1:3]:
        match.do(seats.leave, sitter.person, match.context)
    if replaced:
        match.do(seats.computer, 1, CAST[0].person, Level.NORMAL, match.context)
    match.do(privacy.forgotten, CAST[1].person, match.context)
    for seat in (1, 2):
        for person in (CAST[1], GUEST):
            assert refusal(seats.take(match.table, seat, person, match.context)) is Said.SEATS_SHUT
    of(seats.take(match.table, 2, CAST[2], match.context))
    of(seats.computer(match.table, 2, CAST[0].person, Level.NORMAL, match.context))
    match.until(lambda table: table.match is not None and table.match.sheet.deals_dealt == 2)
    of(seats.take(match.table, 2, CAST[1], match.context))


def test_e16_a_deletion_between_two_deals_shuts_nothing() -> None:
    match = Match(4, words="sixmax").start().until(in_phase(Phase.OVER))
    match.do(privacy.forgotten, CAST[1].person, match.context)
    of(seats.take(match.table, 1, CAST[1], match.context))


def test_e16_a_substitute_needs_an_open_private_chat_and_a_free_seat() -> None:
    match = Match().start()
    assert refusal(seats.take(match.table, 1, GUEST, match.context)) is Said.SEAT_TAKEN
    assert refusal(seats.computer(match.table, 1, CAST[0].person, Level.EASY, match.context)) is (
        Said.SEAT_TAKEN
    )
    match.do(seats.leave, CAST[1].person, match.context)
    closed = replace(GUEST, reachable=False)
    assert refusal(seats.take(match.table, 1, closed, match.context)) is Said.OPEN_PRIVATE
    for seat in (-1, 7):
        assert refusal(seats.take(match.table, seat, GUEST, match.context)) is Said.NO_TABLE
        given = seats.computer(match.table, seat, CAST[0].person, Level.EASY, match.context)
        assert refusal(given) is Said.NO_TABLE


def test_e16_who_looks_on_or_waits_stops_to_when_he_takes_a_seat() -> None:
    match = Match().start()
    match.do(guests.queued, GUEST)
    match.do(guests.watched, Watcher(GUEST.person, GUEST.lang), reachable=True)
    match.do(seats.leave, CAST[1].person, match.context)
    taken = match.do(seats.take, 1, GUEST, match.context)
    assert (taken.table.queue, taken.table.watchers) == ((), ())
    assert Slot(SlotKind.WATCH, GUEST.person) in taken.dirty
    assert Slot(SlotKind.WATCH, GUEST.person) not in taken.table.epochs


def test_e18_a_result_belongs_to_whoever_has_the_seat_at_the_end() -> None:
    """Rating rule for substitutes is explicit; totals add up.

    The seat's total is that of its last player; earlier ones are kept as those who did not stay.
    """
    match = (
        Match().start().until(lambda table: table.match is not None and bool(table.match.sheet.last_result))
    )
    match.do(seats.leave, CAST[1].person, match.context)
    match.do(seats.take, 1, GUEST, match.context)
    match.do(votes.stop, CAST[0].person, None, match.context, is_admin=True)
    kept = archive.archived(match.table, match.record, (), 0)
    assert kept is not None
    last = [player for player in kept.players if player.stayed]
    assert [player.seat for player in last] == [0, 1, 2]
    assert [player.person for player in last] == [CAST[0].person, GUEST.person, CAST[2].person]
    assert len(kept.scores) == len(last)


# F20: taking back


def test_f20_a_card_taken_back_is_in_no_trick() -> None:
    """Undo replays the event log; trick winner is recomputed."""
    match = Match().start().until(in_phase(Phase.PLAY))
    while True:
        before, record = match.table, list(match.record)
        change = match.step()
        ended_a_trick = any(isinstance(event, TrickTaken) for event in change.table.log[len(before.log) :])
        if ended_a_trick and change.table.last:
            break
    seat = change.table.last.seat
    played = match.table
    asked = match.do(
        votes.undo, CAST[seat].person, None, match.context, before=match_of(match.record[: len(record)])
    )
    assert (asked.answer.said, asked.answer.n) == (Said.VOTED, 2)
    first, second = {0, 1, 2} - {seat}
    without = match_of(match.record[: len(record)])
    match.do(votes.undo, CAST[first].person, None, match.context, before=without)
    undone = match.do(votes.undo, CAST[second].person, None, match.context, before=without)
    assert undone.answer.said is Said.UNDONE
    assert match.table.match == before.match
    assert match.table.log == before.log
    assert match.table.turn > played.turn
    assert match.record[: len(record)] == record
    assert all(line.startswith("# undone: ") for line in match.record[len(record) :])
    assert match_of(match.record) == before.match
    assert match.table.remarks[-1].kind is RemarkKind.UNDONE
    stale = moves.act(match.table, CAST[seat].person, before.turn, 0, match.context)
    assert refusal(stale) is Said.STALE
    assert not any(vote.kind == "undo" for vote in match.table.votes)
    match.step()


def test_f20_what_a_computer_or_somebody_else_has_answered_stays() -> None:
    """Never after somebody else acted: a computer player counts."""
    match = Match(1, 2).start().until(in_phase(Phase.PLAY))
    match.own_move()
    while match.table.seats[timing.awaited(match.table.match)[0]].plays:  # type: ignore[arg-type] # it is on
        match.own_move()
    match.step()
    assert match.table.last is None
    decision = votes.undo(match.table, CAST[0].person, None, match.context, before=match.table.match)
    assert refusal(decision) is Said.NOTHING_TO_UNDO


def test_f20_beside_computers_only_it_happens_at_once() -> None:
    match = Match(1, 2).start()
    before = match.table
    while True:
        before = match.table
        if match.step().table.last:
            break
    lines = match.table.last.lines if match.table.last else 0
    kept = match_of(match.record[: len(match.record) - lines])
    undone = match.do(votes.undo, CAST[0].person, None, match.context, before=kept)
    assert undone.answer.said is Said.UNDONE
    assert match.table.match == before.match
    thinking = [timer for timer in undone.timers or () if timer.kind is TimerKind.THINK]
    assert all(timer.due > match.context.now for timer in thinking)


def test_f20_a_button_of_an_earlier_action_takes_nothing_back() -> None:
    match = Match().start()
    match.own_move()
    seen = match.table.turn
    match.own_move()
    decision = votes.undo(
        match.table, CAST[0].person, None, match.context, before=match.table.match, seen=seen
    )
    assert refusal(decision) is Said.NOTHING_TO_UNDO


async def test_f20_undo_against_the_next_move(house: House) -> None:
    """Of a race one wins whole: the record replays to the stored match, and says which."""
    table = await house.start()
    await house.tap(table, (await on_turn(house, table)).person)
    moved = await house.table(table)
    assert moved.last is not None
    asker = moved.seats[moved.last.seat].person
    others = [sitter.person for sitter in moved.seats if sitter.person != asker]
    await house.service.vote_undo(table, others[0], house.next())
    asked = await house.table(table)
    next_one = (await on_turn(house, table)).person
    move, undo = await asyncio.gather(
        house.service.act(table, next_one, asked.turn, 0, house.next()),
        house.service.vote_undo(table, others[1], house.next(), asked.lobby_turn),
    )
    assert (move.said, undo.said) in {
        (Said.OK, Said.STALE),
        (Said.OK, Said.NOTHING_TO_UNDO),
        (Said.STALE, Said.UNDONE),
    }
    after, record = await house.table(table), await house.tables.record(table)
    assert match_of(record) == after.match
    assert any(line.startswith("# undone: ") for line in record) == (undo.said is Said.UNDONE)


async def on_turn(house: House, table: str) -> Sitter:
    found = await house.tables.load(table)  # type: ignore[arg-type] # a NewType of str
    assert found is not None
    assert found.match is not None
    return found.seats[timing.awaited(found.match)[0]]


# Those who look on


def test_g03_who_looks_on_sees_what_the_group_sees() -> None:
    """Onlooker view has no hand, gift or hidden talon."""
    match = Match(words="matveev").start()
    match.do(guests.watched, Watcher(GUEST.person, "uk"), reachable=True)
    slot = Slot(SlotKind.WATCH, GUEST.person)
    for _ in range(60):
        change = match.step()
        assert (slot in change.dirty) == (flow.BOARD in change.dirty)
        screen = render(match.table, slot)
        assert screen is not None
        assert screen.text == board(match.table, "uk").text


def test_g03_a_limit_keeps_the_queue_short() -> None:
    match = Match().start()
    for number in range(guests.MOST_QUEUED):
        match.do(guests.queued, replace(GUEST, person=3000 + number))
    assert refusal(guests.queued(match.table, GUEST)) is Said.QUEUE_FULL
    match.do(guests.unqueued, 3001)
    match.do(guests.queued, GUEST)


def test_g03_a_limit_keeps_lookers_on_few() -> None:
    match = Match().start()
    for number in range(guests.MOST_WATCHERS):
        match.do(guests.watched, Watcher(3000 + number, "en"), reachable=True)
    assert refusal(guests.watched(match.table, Watcher(4000, "en"), reachable=True)) is Said.WATCHERS_FULL
    match.do(guests.watched, Watcher(3000, "uk"), reachable=True)
    match.do(guests.unwatched, 3001)
    match.do(guests.watched, Watcher(4000, "en"), reachable=True)


async def test_g03_who_blocks_the_bot_looks_on_no_longer(house: House) -> None:
    table = await house.start()
    await house.service.watch(table, GUEST, house.next())
    await house.service.unreachable(table, GUEST.person)
    after = await house.table(table)
    assert after.watchers == ()
    assert Slot(SlotKind.HINT) not in after.epochs
    assert await house.service.tables_about(GUEST.person) == ()


# L01, L02: computer players


@pytest.mark.parametrize("preset", PRESETS)
def test_l01_a_computer_that_is_waited_for_has_a_deadline_in_every_phase(preset: str) -> None:
    """AI has a deadline and a fallback legal move; deals end (ten thousand of them in `tests/players`)."""
    players = min(sizes(Match(1, words=preset).table.rules.conventions))
    match = Match(1, players - 1, preset).start()
    for _ in range(400):
        if match.table.stage is Stage.FINISHED or match.table.match is None:
            break
        if match.table.match.sheet.deals_dealt > 2:
            break
        wanted = set(timing.awaited(match.table.match))
        thinking = {
            timer.seat: timer.due - match.context.now
            for timer in timing.timers(match.table, match.context)
            if timer.kind is TimerKind.THINK
        }
        assert thinking.keys() == {seat for seat in wanted if not match.table.seats[seat].is_person}
        assert all(0 <= pause <= match.context.tempo.think for pause in thinking.values())
        match.step()
    replayed = replace(match.table, match=match_of(match.record))
    assert with_its_deck(replayed).match == match.table.match


async def test_e13_a_computer_moves_after_a_restart_in_its_thinking_pause(house: House, store: Store) -> None:
    """Pending AI moves and clocks are re-armed from stored deadlines: another process finds them due."""
    table = await house.open()
    for level in (Level.EASY, Level.NORMAL):
        await house.service.add_computer(table, ANNA.person, level, house.next())
    server = RedisClock(store)
    hasty = Service(house.tables, house.people, server, Sequence(), tempo=Tempo(think=1))
    await hasty.start(table, ANNA.person, house.next())
    turn = (await house.table(table)).turn
    assert (await hasty.act(table, ANNA.person, turn, 0, house.next())).said is Said.OK
    restarted = Service(RedisTables(store, server), house.people, server, Sequence())
    timers = RedisTimers(store, server)

    async def thought() -> bool:
        for due in await timers.due(10):
            assert due.timer.kind is TimerKind.THINK
            await restarted.timer(due.table, due.timer)
            await timers.done(due)
            return True
        return False

    before = len(await house.tables.record(table))
    await eventually(thought)
    assert len(await house.tables.record(table)) == before + 1


def test_l02_what_computers_do_is_shown_as_it_happens() -> None:
    """AI moves are shown as they happen, merged: each of them marks the board, delivery merges."""
    match = Match(1, 2).start()
    shown = 0
    for _ in range(80):
        before = match.table
        change = match.step()
        actor = before.match and timing.awaited(before.match)
        if actor and not any(before.seats[seat].is_person for seat in actor):
            assert flow.BOARD in change.dirty
            assert not any(slot.person is not None and slot.person < 0 for slot in change.dirty)
            shown += any(isinstance(event, CardPlayed) for event in change.table.log[len(before.log) :])
    assert shown
    assert not any(slot.person is not None and slot.person < 0 for slot in match.table.epochs)


def test_l02_computers_have_no_vote_and_no_rights() -> None:
    match = Match(1, 2)
    assert match.table.host == CAST[0].person
    match.start()
    stopped = of(votes.stop(match.table, CAST[0].person, None, match.context, is_admin=False))
    assert stopped.table.stage is Stage.FINISHED
    ended = outcome(stopped.table.match) if stopped.table.match else None
    assert ended is not None
    robot: PersonId = -1
    assert refusal(votes.stop(match.table, robot, None, match.context, is_admin=False)) is Said.NOT_ALLOWED
