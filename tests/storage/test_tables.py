"""Stored tables on a real server: commits, races, repeats, crashes between steps, healing."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.keys import TableKeys
from bot.storage.store import Store
from bot.storage.tables import Lifetimes, RedisTables
from bot.tables.model import (
    Commitment,
    Notice,
    NoticeKind,
    Place,
    Slot,
    SlotKind,
    Stage,
    TableId,
    Timer,
    TimerKind,
)
from bot.tables.ports import Answer, Change, Committed, Raced, Repeated, StorageDown
from bot.tables.said import Said
from engine.match import phase
from engine.state import Phase
from tests.support.tables import ANNA, BOHDAN, FAMILY, TABLE, Game, change, waiting

BOARD = Slot(SlotKind.BOARD)


@pytest.fixture
def tables(store: Store) -> RedisTables:
    return RedisTables(store, RedisClock(store))


async def test_a_created_table_is_found_and_read_back(tables: RedisTables) -> None:
    assert await tables.create(change(waiting()), 7) == Committed(1)
    assert await tables.find(FAMILY) == TABLE
    assert await tables.load(TABLE) == waiting(version=1)


async def test_what_another_worker_wrote_is_read(tables: RedisTables, store: Store) -> None:
    other = RedisTables(store, RedisClock(store))
    await tables.create(change(waiting()), 1)
    assert await other.load(TABLE) == waiting(version=1)
    await other.commit(change(replace(waiting(version=1), turn=4)), 2)
    assert await tables.load(TABLE) == replace(waiting(version=2), turn=4)


async def test_an_unknown_table_is_none(tables: RedisTables) -> None:
    assert await tables.load(TABLE) is None
    assert await tables.find(FAMILY) is None
    assert await tables.record(TABLE) == ()


async def test_two_topics_are_two_places(tables: RedisTables) -> None:
    one, two = TableId("aaaaaaaa"), TableId("bbbbbbbb")
    await tables.create(change(waiting(one, Place(-5, 1))), 1)
    await tables.create(change(waiting(two, Place(-5, 2))), 2)
    await tables.create(change(waiting(TableId("cccccccc"), Place(-5))), 3)
    assert await tables.find(Place(-5, 1)) == one
    assert await tables.find(Place(-5, 2)) == two
    assert await tables.find(Place(-5)) == "cccccccc"


async def test_a_commit_writes_everything_of_a_change(tables: RedisTables, store: Store) -> None:
    await tables.create(change(waiting()), 1)
    commitment = Commitment.to("5a17", "9sJs")
    whole = Change(
        replace(waiting(version=1), turn=3),
        Answer(Said.VOTED, n=2),
        dirty=frozenset({BOARD, Slot(SlotKind.HAND, 1001)}),
        record=("P1: bid 110", "P2: pass"),
        notices=(Notice(NoticeKind.DECKS, first=41),),
        timers=(Timer(TimerKind.NUDGE, 3, 1_700_000_030_000),),
        commitment=commitment,
    )
    assert await tables.commit(whole, 2) == Committed(2)
    own = TableKeys.of(TABLE)
    assert (await tables.load(TABLE)) == replace(waiting(version=2), turn=3)
    assert await tables.record(TABLE) == ("P1: bid 110  # update 2", "P2: pass  # update 2")
    assert await tables.commitments(TABLE) == (commitment,)
    assert sorted(await store.call("HKEYS", own.marks)) == [b"", b"board", b"hand:1001"]
    assert await store.call("XLEN", own.notices) == 1
    assert await store.call("ZCARD", own.due) == 1


async def test_a_commit_on_an_old_version_is_raced_and_writes_nothing(
    tables: RedisTables, store: Store
) -> None:
    await tables.create(change(waiting()), 1)
    await tables.commit(change(replace(waiting(version=1), turn=5)), 2)
    late = Change(
        replace(waiting(version=1), turn=9),
        Answer(Said.OK),
        dirty=frozenset({BOARD}),
        record=("P1: pass",),
        timers=(Timer(TimerKind.NUDGE, 9, 1),),
    )
    assert await tables.commit(late, 3) == Raced()
    loaded = await tables.load(TABLE)
    assert loaded is not None
    assert loaded.turn == 5
    assert await tables.record(TABLE) == ()
    assert await store.call("ZCARD", TableKeys.of(TABLE).due) == 0
    assert await tables.refuse(TABLE, 3, None) is None


async def test_of_twenty_writers_each_wins_once(tables: RedisTables) -> None:
    await tables.create(change(waiting()), 0)

    async def add_one(update: int) -> int:
        for attempt in range(1, 200):
            table = await tables.load(TABLE)
            assert table is not None
            grown = Change(
                replace(table, turn=table.turn + 1), Answer(Said.OK), record=(f"P1: bid {update}",)
            )
            if isinstance(await tables.commit(grown, update), Committed):
                return attempt
        raise AssertionError("never won")

    attempts = await asyncio.gather(*(add_one(update) for update in range(1, 21)))
    table = await tables.load(TABLE)
    assert table is not None
    assert (table.turn, table.version) == (20, 21)
    assert len(await tables.record(TABLE)) == 20
    assert max(attempts) > 1


async def test_a_repeated_update_is_answered_as_before_and_applied_once(tables: RedisTables) -> None:
    await tables.create(change(waiting()), 1)
    first = Change(replace(waiting(version=1), turn=1), Answer(Said.VOTED, n=2), record=("P1: pass",))
    assert await tables.commit(first, 77) == Committed(2)
    again = Change(replace(waiting(version=2), turn=2), Answer(Said.OK), record=("P1: pass",))
    assert await tables.commit(again, 77) == Repeated(Said.VOTED, 2)
    assert await tables.commit(first, 77) == Repeated(Said.VOTED, 2)
    assert await tables.refuse(TABLE, 77, None) == Repeated(Said.VOTED, 2)
    assert await tables.record(TABLE) == ("P1: pass  # update 77",)


async def test_our_own_timers_are_never_repeats(tables: RedisTables) -> None:
    await tables.create(change(waiting()), 0)
    assert await tables.commit(change(waiting(version=1)), 0) == Committed(2)
    assert await tables.commit(change(waiting(version=2)), 0) == Committed(3)


async def test_a_bounded_number_of_updates_is_remembered(tables: RedisTables, store: Store) -> None:
    await tables.create(change(waiting()), 1)
    for update in range(2, 600):
        assert await tables.commit(change(waiting(version=update - 1)), update) == Committed(update)
    assert await store.call("ZCARD", TableKeys.of(TABLE).updates) == 512
    assert await tables.refuse(TABLE, 599, None) == Repeated(Said.OK)


@pytest.mark.parametrize("taken", [0, 1, 2, 3, 4])
async def test_new_timers_replace_those_before(tables: RedisTables, store: Store, taken: int) -> None:
    await tables.create(change(waiting()), 0)
    before = tuple(Timer(TimerKind.NUDGE, 1, due) for due in range(1, 1 + taken))
    after = (Timer(TimerKind.NEXT_DEAL, 2, 50),)
    await tables.commit(Change(waiting(version=1), Answer(Said.OK), timers=before), 0)
    await tables.commit(Change(waiting(version=2), Answer(Said.OK)), 0)
    assert await store.call("ZCARD", TableKeys.of(TABLE).due) == taken
    await tables.commit(Change(waiting(version=3), Answer(Said.OK), timers=after), 0)
    members = await store.call("ZRANGE", TableKeys.of(TABLE).due, 0, -1)
    assert [member.rpartition(b"|")[0] for member in members] == [f"{TABLE}|next_deal|2|50".encode()]
    await tables.commit(Change(waiting(version=4), Answer(Said.OK), timers=()), 0)
    assert await store.call("ZCARD", TableKeys.of(TABLE).due) == 0


# The index of places


async def test_of_ten_creates_at_once_one_opens_a_table(tables: RedisTables) -> None:
    ids = [TableId(f"{number:08d}") for number in range(10)]
    outcomes = await asyncio.gather(
        *(tables.create(change(waiting(table)), update) for update, table in enumerate(ids, start=1))
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Committed"] + ["Raced"] * 9
    winner = ids[[isinstance(outcome, Committed) for outcome in outcomes].index(True)]
    assert await tables.find(FAMILY) == winner
    assert [table for table in ids if await tables.load(table)] == [winner]


async def test_a_second_create_is_raced_and_a_repeated_one_recognised(tables: RedisTables) -> None:
    await tables.create(change(waiting()), 1)
    other = TableId("otherone")
    assert await tables.create(change(waiting(other)), 2) == Raced()
    assert await tables.create(change(waiting(other)), 1) == Repeated(Said.OK)
    assert await tables.load(other) is None


async def test_a_create_with_a_taken_id_leaves_the_other_table_alone(tables: RedisTables) -> None:
    await tables.create(change(waiting()), 1)
    assert await tables.create(change(waiting(TABLE, Place(-2), (BOHDAN,))), 2) == Raced()
    assert await tables.load(TABLE) == waiting(version=1)
    assert await tables.find(FAMILY) == TABLE
    assert await tables.find(Place(-2)) is None


async def test_a_dangling_entry_reads_as_no_table_and_is_taken_over(
    tables: RedisTables, store: Store
) -> None:
    await store.call("SET", keys.place(FAMILY), "deadbeef 0")
    assert await tables.create(change(waiting()), 1) == Committed(1)
    assert await tables.find(FAMILY) == TABLE


async def test_a_dangling_entry_is_freed_when_read(tables: RedisTables, store: Store) -> None:
    await store.call("SET", keys.place(FAMILY), "deadbeef 0")
    assert await tables.find(FAMILY) is None
    assert await store.call("EXISTS", keys.place(FAMILY)) == 0


async def test_a_clock_that_goes_back_keeps_no_place(tables: RedisTables, store: Store) -> None:
    later = await RedisClock(store).now() + 3_600_000
    await store.call("SET", keys.place(FAMILY), f"deadbeef {later}")
    assert await tables.create(change(waiting()), 1) == Committed(1)
    await store.call("SET", keys.place(Place(-1009)), f"deadbeef {later}")
    assert await tables.find(Place(-1009)) is None
    assert await store.call("EXISTS", keys.place(Place(-1009))) == 0


async def test_a_fresh_reservation_is_respected(tables: RedisTables, store: Store) -> None:
    """Another worker is between its two steps: neither freed nor taken over."""
    now = await RedisClock(store).now()
    await store.call("SET", keys.place(FAMILY), f"deadbeef {now}")
    assert await tables.create(change(waiting()), 1) == Raced()
    assert await tables.find(FAMILY) is None
    assert await store.call("EXISTS", keys.place(FAMILY)) == 1


async def test_a_finished_table_frees_its_place_and_its_people(tables: RedisTables) -> None:
    opened = replace(change(waiting()), joined=(ANNA.person,))
    await tables.create(opened, 1)
    assert await tables.of_person(ANNA.person) == (TABLE,)
    await tables.commit(change(replace(waiting(version=1), stage=Stage.FINISHED)), 2)
    assert await tables.find(FAMILY) is None
    assert await tables.of_person(ANNA.person) == ()
    assert await tables.load(TABLE) is not None
    assert await tables.create(change(waiting(TableId("nextgame"))), 3) == Committed(1)


async def test_a_finished_table_whose_entry_a_crash_left_does_not_block(
    tables: RedisTables, store: Store
) -> None:
    await tables.create(change(waiting()), 1)
    await tables.commit(change(replace(waiting(version=1), stage=Stage.FINISHED)), 2)
    await store.call("SET", keys.place(FAMILY), f"{TABLE} 0")
    assert await tables.find(FAMILY) is None
    await store.call("SET", keys.place(FAMILY), f"{TABLE} 0")
    assert await tables.create(change(waiting(TableId("nextgame"))), 3) == Committed(1)


async def test_finishing_leaves_the_place_to_a_table_that_took_it(tables: RedisTables, store: Store) -> None:
    await tables.create(change(waiting()), 1)
    await store.call("SET", keys.place(FAMILY), "nextgame 0")
    await tables.commit(change(replace(waiting(version=1), stage=Stage.FINISHED)), 2)
    assert await store.call("GET", keys.place(FAMILY)) == b"nextgame 0"


async def test_entries_of_a_person_heal(tables: RedisTables, store: Store) -> None:
    await tables.create(replace(change(waiting()), joined=(ANNA.person,)), 1)
    await store.call("SADD", keys.tables_of(ANNA.person), "deadbeef")
    await store.call("SADD", keys.tables_of(BOHDAN.person), TABLE)
    assert await tables.of_person(ANNA.person) == (TABLE,)
    assert await tables.of_person(BOHDAN.person) == ()
    assert await store.call("SCARD", keys.tables_of(ANNA.person)) == 1
    assert await store.call("SCARD", keys.tables_of(BOHDAN.person)) == 0


async def test_who_joins_and_leaves_is_indexed(tables: RedisTables) -> None:
    await tables.create(change(waiting()), 1)
    both = replace(waiting(version=1), seats=(ANNA, BOHDAN))
    await tables.commit(replace(change(both), joined=(BOHDAN.person,)), 2)
    assert await tables.of_person(BOHDAN.person) == (TABLE,)
    await tables.commit(replace(change(waiting(version=2)), left=(BOHDAN.person,)), 3)
    assert await tables.of_person(BOHDAN.person) == ()


# Lifetimes


@pytest.mark.parametrize(("minutes", "seconds"), [(60, 86_400), (1_440, 172_800), (10_080, 1_209_600)])
def test_a_lobby_is_still_there_when_its_deadline_comes(minutes: int, seconds: int) -> None:
    assert Lifetimes.of_settings(minutes * 60_000, 86_400) == Lifetimes(seconds, 86_400)


async def test_lobbies_and_finished_tables_expire_and_games_do_not(store: Store) -> None:
    tables = RedisTables(store, RedisClock(store), Lifetimes(lobby=100, finished=200))
    own = TableKeys.of(TABLE)
    await tables.create(replace(change(waiting()), record=("thousand 1",)), 1)
    assert 0 < await store.call("TTL", own.state) <= 100
    assert 0 < await store.call("TTL", own.record) <= 100
    await tables.commit(change(replace(waiting(version=1), stage=Stage.PLAYING)), 2)
    assert await store.call("TTL", own.state) == -1
    assert await store.call("TTL", own.record) == -1
    await tables.commit(change(replace(waiting(version=2), stage=Stage.FINISHED)), 3)
    assert 0 < await store.call("TTL", own.state) <= 100, "no match was played"
    game = Game()
    game.start()
    played = replace(waiting(version=3), match=game.table.match, stage=Stage.FINISHED)
    await tables.commit(change(played), 4)
    assert 100 < await store.call("TTL", own.state) <= 200
    assert 100 < await store.call("TTL", own.record) <= 200
    assert await store.call("TTL", own.updates) > 0


# The server


async def test_scripts_survive_a_server_that_forgot_them(tables: RedisTables, store: Store) -> None:
    await tables.create(change(waiting()), 1)
    await store.call("SCRIPT FLUSH")
    assert await tables.commit(change(waiting(version=1)), 2) == Committed(2)


async def test_a_server_that_is_away_is_said_in_our_words() -> None:
    store = Store.connect("unix:///nowhere/valkey.sock", timeout=0.2)
    with pytest.raises(StorageDown):
        await RedisTables(store, RedisClock(store)).load(TABLE)
    await store.close()


async def test_a_cut_survives_the_loss_of_its_snapshot(tables: RedisTables, store: Store) -> None:
    game = Game("kachalka bottom_nine_recut=may bottom_jack_to_middle=may")
    game.start()
    while game.table.match is None or phase(game.table.match) is not Phase.CUT:
        game.step()
    cut = replace(game.table, version=0)
    await tables.create(replace(change(cut), record=tuple(game.record)), 1)
    await store.call("HSET", TableKeys.of(cut.id).state, "m", b"\x00")
    other = RedisTables(store, RedisClock(store))
    assert await other.load(cut.id) == replace(cut, version=1)
