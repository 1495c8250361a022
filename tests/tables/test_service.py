"""The service on a real server: races, repeats, round trips, people that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from bot.delivery.ports import Mark
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.embedded import Embedded
from bot.storage.keys import TableKeys
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.tables.model import (
    NoticeKind,
    Place,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    TableId,
    TimerKind,
)
from bot.tables.ports import Answer, Profile, Wish
from bot.tables.said import Said
from bot.tables.service import Service
from bot.tables.timing import awaited
from engine.match import legal_actions
from engine.record.replayer import replay
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Sequence
from tests.tables.serving import House, house

__all__ = ["house"]

BOARD = Slot(SlotKind.BOARD)
HINT = Slot(SlotKind.HINT)
CLOSED = Sitter(1005, "Eva", "uk", reachable=False)


# Opening


async def test_a_second_newgame_points_to_the_table_that_waits_or_is_played_at(house: House) -> None:
    table = await house.open()
    answer = await house.service.open_table(FAMILY, BOHDAN, ("matveev",), "ru", house.next())
    assert answer == Answer(Said.LOBBY_OPEN, table=table)
    for sitter in (BOHDAN, VERA):
        await house.service.sit(table, sitter, house.next())
    await house.service.start(table, ANNA.person, house.next())
    answer = await house.service.open_table(FAMILY, BOHDAN, ("matveev",), "ru", house.next())
    assert answer == Answer(Said.TABLE_OPEN, table=table)


async def test_who_asks_for_another_match_second_sits_down_at_it(house: House) -> None:
    table = await house.open()
    await house.service.vote_stop(table, ANNA.person, house.next(), is_admin=True)
    first = await house.service.again(table, FAMILY, ANNA, house.next())
    second = await house.service.again(table, FAMILY, BOHDAN, house.next())
    repeated = await house.service.again(table, FAMILY, BOHDAN, house.update)
    assert (second.said, second.table, repeated.said) == (Said.OK, first.table, Said.OK)
    assert first.table is not None
    assert (await house.table(first.table)).seats == (ANNA, BOHDAN)
    third = await house.service.again(table, FAMILY, BOHDAN, house.next())
    assert third.said is Said.ALREADY_SEATED


async def test_a_table_that_ended_is_opened_again_by_the_same_rules(house: House) -> None:
    opened = await house.service.open_table(FAMILY, ANNA, ("matveev", "-writeoff"), "ru", house.next())
    assert opened.table is not None
    first = await house.table(opened.table)
    update = house.next()
    running = await house.service.again(first.id, FAMILY, BOHDAN, update)
    assert running == Answer(Said.LOBBY_OPEN, table=first.id)
    await house.service.vote_stop(first.id, ANNA.person, house.next(), is_admin=False)
    await house.service.set_chat_lang(FAMILY, "uk", house.next())
    again = await house.service.again(first.id, FAMILY, BOHDAN, house.next())
    assert again.said is Said.OK
    assert again.table is not None
    second = await house.table(again.table)
    assert (second.rules, second.place, second.lang) == (first.rules, FAMILY, "uk")
    assert (second.seats, second.host) == ((BOHDAN,), BOHDAN.person)
    repeated = await house.service.again(first.id, FAMILY, BOHDAN, house.update)
    assert repeated.table == second.id


async def test_a_table_is_opened_again_in_its_topic_or_where_its_group_went(house: House) -> None:
    topic, supergroup = Place(-1008, 5), Place(-1009)
    table = await house.open(topic)
    await house.service.vote_stop(table, ANNA.person, house.next(), is_admin=False)
    forged = await house.service.again(table, supergroup, ANNA, house.next())
    assert forged == Answer(Said.NO_TABLE)
    assert await house.service.table_at(supergroup) is None
    await house.service.moved(topic.chat, supergroup.chat, house.next())
    for place, found in ((Place(-1008), topic), (supergroup, supergroup)):
        again = await house.service.again(table, place, ANNA, house.next())
        assert again.table is not None
        assert (await house.table(again.table)).place == found
    private = await house.service.again(table, Place(ANNA.person), ANNA, house.next())
    assert private == Answer(Said.NO_TABLE)
    gone = await house.service.again(TableId("nothing0"), supergroup, ANNA, house.next())
    assert gone == Answer(Said.NO_TABLE)


async def test_newgame_waits_for_what_a_crash_left_behind(house: House, store: Store) -> None:
    """A process died between reserving the place and storing its table; the update comes again at once."""
    now = await RedisClock(store).now()
    await store.call("SET", keys.place(FAMILY), f"deadbeef {now}")
    assert await house.tables.find(FAMILY) is None
    table = await house.open()
    assert await house.tables.find(FAMILY) == table


async def test_a_vote_to_undo_survives_what_else_happens_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody begins to look on while the record is read."""
    table = await house.start()
    while (at := await house.table(table)).last is None:
        assert at.match is not None
        await house.tap(table, at.seats[awaited(at.match)[0]].person)
    other = next(sitter.person for seat, sitter in enumerate(at.seats) if seat != at.last.seat)
    read, looking = RedisTables.record, [1010]

    async def interrupted(tables: RedisTables, name: TableId) -> tuple[str, ...]:
        record = await read(tables, name)
        if looking:
            await house.service.watch(table, Sitter(looking.pop(), "Dan", "en"), house.next())
        return record

    monkeypatch.setattr(RedisTables, "record", interrupted)
    answer = await house.service.vote_undo(table, other, house.next(), seen=at.turn)
    assert answer.said is Said.VOTED
    assert not looking


async def test_a_repeated_newgame_is_answered_as_before(house: House) -> None:
    table = await house.open()
    again = await house.service.open_table(FAMILY, ANNA, (), "ru", house.update)
    assert again == Answer(Said.OK, table=table)


async def test_wrong_words_open_nothing(house: House) -> None:
    answer = await house.service.open_table(FAMILY, ANNA, ("+goldne",), "ru", house.next())
    assert answer.said is Said.RULE
    assert answer.error is not None
    assert await house.service.table_at(FAMILY) is None


async def test_of_many_newgames_at_once_one_opens(house: House) -> None:
    answers = await asyncio.gather(
        *(house.service.open_table(FAMILY, ANNA, (), "ru", house.next()) for _ in range(8))
    )
    assert sorted(answer.said for answer in answers) == [Said.LOBBY_OPEN] * 7 + [Said.OK]
    assert len({answer.table for answer in answers}) == 1


async def test_an_opener_with_a_closed_private_chat_is_seated_by_his_start(house: House) -> None:
    answer = await house.service.open_table(FAMILY, CLOSED, (), "ru", house.next())
    assert answer.said is Said.OPEN_PRIVATE
    assert answer.table is not None
    assert (await house.table(answer.table)).seats == ()
    opened = Sitter(CLOSED.person, CLOSED.name, CLOSED.lang)
    assert await house.service.arrive(opened, house.next()) == Answer(Said.OK, table=answer.table)
    assert (await house.table(answer.table)).seats == (opened,)


async def test_a_newgame_cut_off_before_the_wish_was_stored_stores_it_when_repeated(house: House) -> None:
    answer = await house.service.open_table(FAMILY, CLOSED, (), "ru", house.next())
    await house.people.forget_intent(CLOSED.person)
    assert await house.service.open_table(FAMILY, CLOSED, (), "ru", house.update) == answer
    assert answer.table is not None
    assert await house.people.intent(CLOSED.person) == Wish(answer.table)


# Sitting down


async def test_a_wish_is_fulfilled_once(house: House) -> None:
    table = await house.open()
    assert (await house.service.sit(table, CLOSED, house.next())).said is Said.OPEN_PRIVATE
    opened = Sitter(CLOSED.person, CLOSED.name, CLOSED.lang)
    assert (await house.service.arrive(opened, house.next())) == Answer(Said.OK, table=table)
    assert await house.service.arrive(opened, house.next()) is None


async def test_a_start_cut_off_after_its_commit_is_answered_as_before(house: House) -> None:
    """The wish is forgotten after the commit: whoever dies between the two seats nobody twice."""
    table = await house.open()
    await house.service.sit(table, CLOSED, house.next())
    opened = Sitter(CLOSED.person, CLOSED.name, CLOSED.lang)
    update = house.next()
    await house.service.sit(table, opened, update)
    assert await house.service.arrive(opened, update) == Answer(Said.OK, table=table)
    assert (await house.table(table)).seats == (ANNA, opened)


async def test_without_a_wish_start_seats_nobody(house: House) -> None:
    table = await house.open()
    assert await house.service.arrive(BOHDAN, house.next()) is None
    assert (await house.table(table)).seats == (ANNA,)


async def test_join_and_start_at_once_end_in_one_whole_state(house: House) -> None:
    """Bohdan and Vera sit; a fourth sits down and the game starts in the same second."""
    table = await house.open()
    for sitter in (BOHDAN, VERA):
        await house.service.sit(table, sitter, house.next())
    await house.service.stand(table, VERA.person, house.next())
    joined, started = await asyncio.gather(
        house.service.sit(table, VERA, house.next()), house.service.start(table, ANNA.person, house.next())
    )
    after = await house.table(table)
    if started.said is Said.OK:
        assert joined.said is Said.OK
        assert after.stage is Stage.PLAYING
        assert Slot(SlotKind.HAND, VERA.person) in after.epochs
    else:
        assert (started.said, started.n) == (Said.TOO_FEW, 1)
        assert after.stage is Stage.LOBBY


async def test_twelve_people_at_three_seats(house: House) -> None:
    table = await house.open(opener=None)
    crowd = [Sitter(2000 + number, f"N{number}", "en") for number in range(12)]
    answers = await asyncio.gather(*(house.service.sit(table, each, house.next()) for each in crowd))
    said = [answer.said for answer in answers]
    assert said.count(Said.OK) == 3
    assert said.count(Said.TABLE_FULL) == 9
    seated = {sitter.person for sitter in (await house.table(table)).seats}
    for sitter in crowd:
        assert await house.service.tables_of(sitter.person) == ((table,) if sitter.person in seated else ())


# Taps


async def test_three_tap_at_once_and_one_is_on_turn(house: House) -> None:
    table = await house.start()
    turn = (await house.table(table)).turn
    answers = await asyncio.gather(
        *(house.service.act(table, who.person, turn, 0, house.next()) for who in (ANNA, BOHDAN, VERA))
    )
    assert [answer.said for answer in answers].count(Said.OK) == 1
    assert {answer.said for answer in answers} <= {Said.OK, Said.NOT_YOUR_TURN, Said.STALE}


async def test_a_burst_on_one_button_is_one_move(house: House) -> None:
    table = await house.start()
    turn = (await house.table(table)).turn
    before = len(await house.tables.record(table))
    answers = await asyncio.gather(
        *(house.service.act(table, ANNA.person, turn, 0, house.next()) for _ in range(6))
    )
    assert sorted(answer.said for answer in answers) == [Said.OK] + [Said.STALE] * 5
    assert len(await house.tables.record(table)) == before + 1


async def test_a_repeated_tap_is_answered_as_before_also_when_its_button_is_old(house: House) -> None:
    table = await house.start()
    turn = (await house.table(table)).turn
    update = house.next()
    assert (await house.service.act(table, ANNA.person, turn, 0, update)).said is Said.OK
    record = await house.tables.record(table)
    assert (await house.service.act(table, ANNA.person, turn, 0, update)).said is Said.OK
    assert await house.tables.record(table) == record
    assert (await house.service.act(table, ANNA.person, turn, 0, house.next())).said is Said.STALE


async def test_workers_in_other_processes_do_not_apply_a_repeat_twice(house: House, store: Store) -> None:
    """Two services know nothing of each other's queues; the script decides."""
    other = Service(house.tables, house.people, RedisClock(store), Sequence())
    table = await house.start()
    turn = (await house.table(table)).turn
    before = len(await house.tables.record(table))
    update = house.next()
    answers = await asyncio.gather(
        *(worker.act(table, ANNA.person, turn, 0, update) for worker in (house.service, other) * 2)
    )
    assert {answer.said for answer in answers} == {Said.OK}
    assert len(await house.tables.record(table)) == before + 1


async def test_votes_on_several_workers_at_once_all_count(house: House, store: Store) -> None:
    clock = RedisClock(store)
    workers = [Service(RedisTables(store, clock), house.people, clock, Sequence()) for _ in range(2)]
    table = await house.start()
    answers = await asyncio.gather(
        *(
            worker.vote_stop(table, voter.person, house.next(), is_admin=False)
            for worker, voter in zip(workers, (ANNA, BOHDAN), strict=True)
        )
    )
    assert sorted(answer.said for answer in answers) == [Said.STOPPED, Said.VOTED]
    assert (await house.table(table)).stage is Stage.FINISHED


async def test_three_workers_that_seat_people_at_once_seat_them_all(house: House, store: Store) -> None:
    clock = RedisClock(store)
    workers = [Service(RedisTables(store, clock), house.people, clock, Sequence()) for _ in range(3)]
    table = await house.open(opener=None)
    answers = await asyncio.gather(
        *(
            worker.sit(table, sitter, house.next())
            for worker, sitter in zip(workers, (ANNA, BOHDAN, VERA), strict=True)
        )
    )
    assert {answer.said for answer in answers} == {Said.OK}
    assert set((await house.table(table)).seats) == {ANNA, BOHDAN, VERA}


async def test_a_refused_tap_can_ask_for_a_redraw(house: House) -> None:
    table = await house.start()
    for mark in await house.screens.marked(100):
        await house.screens.unmark(mark, 10**6)
    assert (await house.service.act(table, ANNA.person, 0, 0, house.next())).said is Said.STALE
    assert await house.screens.marked(100) == (Mark(table, Slot(SlotKind.HAND, ANNA.person)),)


async def test_taps_on_a_table_that_is_gone(house: House) -> None:
    answer = await house.service.act(TableId("deadbeef"), ANNA.person, 1, 0, house.next())
    assert answer.said is Said.NO_TABLE


async def test_each_accepted_commit_wakes_delivery(house: House) -> None:
    table = await house.start()
    house.woken.clear()
    await house.tap(table, ANNA.person)
    assert house.woken == [table]
    await house.tap(table, 4711)
    assert house.woken == [table]


@asynccontextmanager
async def commands(valkey: Embedded, store: Store) -> AsyncIterator[list[str]]:
    """The commands that clients send meanwhile, without those that scripts run."""
    client = Redis.from_url(valkey.url)
    async with client.monitor() as monitor:
        seen: list[str] = []
        yield seen
        await store.call("ECHO", "done")
        async for said in monitor.listen():
            if said["command"].endswith("ECHO done"):
                break
            if said["client_type"] != "lua":
                seen.append(said["command"].split()[0])
    await client.aclose()


async def test_an_accepted_tap_costs_two_round_trips(house: House, valkey: Embedded, store: Store) -> None:
    table = await house.start()
    turn = (await house.table(table)).turn
    async with commands(valkey, store) as seen:
        assert (await house.service.act(table, ANNA.person, turn, 0, house.next())).said is Said.OK
    assert seen == ["HMGET", "EVALSHA"]


async def test_a_refused_tap_costs_two_round_trips(house: House, valkey: Embedded, store: Store) -> None:
    table = await house.start()
    await house.service.act(table, ANNA.person, 0, 0, house.next())
    async with commands(valkey, store) as seen:
        assert (await house.service.act(table, ANNA.person, 0, 0, house.next())).said is Said.STALE
    assert seen == ["HMGET", "EVALSHA"]


async def test_a_table_in_play_has_few_keys(house: House, store: Store) -> None:
    table = await house.start()
    await house.tap(table, ANNA.person)
    names = sorted(key.decode() for key in await store.call("KEYS", f"*{table}*"))
    assert [name.split(":")[2] for name in names] == ["c", "m", "r", "t", "u"]


# A whole match


async def test_a_whole_match_over_storage(house: House) -> None:
    """From /newgame to a winner; the stored record replays, and every commitment is published and true."""
    table = await house.start()
    updates: list[int] = []
    while (at := await house.table(table)).stage is Stage.PLAYING:
        assert at.match is not None
        seats = [seat for seat in range(3) if legal_actions(at.match, seat)]
        if seats:
            legal = legal_actions(at.match, seats[0])
            answer = await house.tap(table, at.seats[seats[0]].person, len(updates) * 7 % len(legal))
            updates.append(house.update)
        elif at.match.sheet.deals_dealt < 3:
            answer = await house.service.next_deal(table, BOHDAN.person, at.turn, house.next())
        else:
            answer = await house.service.vote_stop(table, VERA.person, house.next(), is_admin=True)
            assert answer.said is Said.STOPPED
            continue
        assert answer.said is Said.OK
    record = await house.tables.record(table)
    replayed = replay("\n".join(record).encode())
    at = await house.table(table)
    assert replayed.state == at.match
    acted = [line for line in record if line[0] == "P"]
    assert [int(line.rpartition(" ")[2]) for line in acted if "update" in line] == updates
    notices = [stored.notice for stored in await house.screens.notices(table)]
    assert [notice.kind for notice in notices[-2:]] == [NoticeKind.MATCH_STOPPED, NoticeKind.DECKS]
    published = notices[-1].commitments
    assert published == await house.tables.commitments(table)
    assert len(published) == 3
    assert [due.timer.kind for due in await house.timers.due(10)] == [TimerKind.ARCHIVE]
    assert await house.service.table_at(FAMILY) is None
    assert await house.service.tables_of(ANNA.person) == ()
    assert await house.open() != table


async def test_deadlines_fire_through_the_service(house: House, store: Store) -> None:
    table = await house.start()
    before = await house.table(table)
    due_key = TableKeys.of(table).due
    waiting = await store.call("ZRANGE", due_key, 0, -1)
    assert [member.decode().split("|")[:2] for member in waiting] == [
        [table, "nudge.0"],
        [table, "mention.0"],
    ]
    await store.call("ZADD", due_key, 1, waiting[0])
    (due,) = await house.timers.due(10)
    assert due.timer.kind is TimerKind.NUDGE
    await house.service.timer(due.table, due.timer)
    await house.timers.done(due)
    hand = Slot(SlotKind.HAND, ANNA.person)
    assert (await house.table(table)).epochs[hand] == before.epochs[hand] + 1
    await house.service.timer(due.table, due.timer)
    assert (await house.table(table)).epochs[hand] == before.epochs[hand] + 1


async def test_a_match_of_another_version_of_the_engine_is_replayed(house: House, store: Store) -> None:
    """The record is the truth, the snapshot a cache of it: in every phase of a deal and between deals."""
    table = await house.start()
    for number in range(60):
        at = await house.table(table)
        key = TableKeys.of(table).state
        stored = await store.call("HGET", key, "m")
        await store.call("HSET", key, "m", b"\xff" + stored[1:])
        assert await RedisTables(store, RedisClock(store)).load(table) == at
        await store.call("HSET", key, "m", stored)
        assert at.match is not None
        seats = [seat for seat in range(3) if legal_actions(at.match, seat)]
        if seats:
            legal = legal_actions(at.match, seats[0])
            await house.tap(table, at.seats[seats[0]].person, number * 5 % len(legal))
        else:
            await house.service.next_deal(table, ANNA.person, at.turn, house.next())


# People and chats


async def test_a_language_follows_to_every_table(house: House) -> None:
    one = await house.start()
    two = await house.open(Place(-77), BOHDAN)
    profile = Profile(BOHDAN.person, "Bohdan", None, "uk", reachable=True)
    await house.service.set_lang(profile, "en")
    for table in (one, two):
        (seat,) = (sitter for sitter in (await house.table(table)).seats if sitter.person == BOHDAN.person)
        assert seat.lang == "en"
    remembered = await house.service.profile(BOHDAN.person)
    assert remembered is not None
    assert remembered.lang == "en"


async def test_a_groups_language_follows_to_its_table(house: House) -> None:
    table = await house.open()
    await house.service.set_chat_lang(FAMILY, "en", house.next())
    assert (await house.table(table)).lang == "en"
    assert await house.service.chat_lang(FAMILY.chat) == "en"


async def test_the_groups_clock_is_an_admins_choice(house: House) -> None:
    for is_admin, word, said in ((False, "90", Said.NOT_ADMIN), (True, "soon", Said.BAD_CLOCK)):
        answer = await house.service.set_chat_clock(FAMILY.chat, (word,), is_admin=is_admin)
        assert answer.said is said
    assert (await house.service.chat_clock(FAMILY.chat)).seconds == 0


async def test_a_blocked_private_chat_comes_back(house: House) -> None:
    table = await house.start()
    await house.service.remember(Profile(ANNA.person, "Anna", None, "ru", reachable=True))
    await house.service.unreachable(table, ANNA.person)
    await house.service.unreachable(table, ANNA.person)
    profile = await house.service.profile(ANNA.person)
    assert profile is not None
    assert not profile.reachable
    assert not (await house.table(table)).seats[0].reachable
    assert (await house.table(table)).epochs[HINT] == 1
    await house.service.arrive(ANNA, house.next())
    at = await house.table(table)
    assert at.seats[0].reachable
    assert HINT not in at.epochs
    back = await house.service.profile(ANNA.person)
    assert back is not None
    assert back.reachable


async def test_screens_are_brought_anew(house: House) -> None:
    table = await house.start()
    before = (await house.table(table)).epochs[BOARD]
    update = house.next()
    assert (await house.service.bring(table, BOARD, update)).said is Said.OK
    assert (await house.service.bring(table, BOARD, update)).said is Said.OK
    assert (await house.table(table)).epochs[BOARD] == before + 1
