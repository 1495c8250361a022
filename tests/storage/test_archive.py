"""Finished matches: kept once, bounded by number and age, found again, and forgetting people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import keys
from bot.storage.archive import FORMAT, MIGRATIONS, Bounds, dump, load
from bot.storage.healing import Healer
from bot.storage.keys import TableKeys
from bot.storage.store import Store
from bot.tables.archive import Archived, Player, as_file
from bot.tables.model import NOBODY, Place, Presence, Stage, TableId, TimerKind, Watcher
from bot.tables.ports import Profile, Wish
from bot.tables.succession import noted
from engine.events import EndWhy
from engine.players import Level
from engine.record.replayer import replay
from tests.support.stored import Stored, everything, traces
from tests.support.tables import ANNA, BOHDAN, FAMILY, TABLE, VERA, change

SHORT = "-barrel declarer_credit=taken writeoff_cost=none -bolts end_at_minus=-1000"
"""Rules under which a match ends soon."""
KEPT = Path(__file__).parent / "matches"
"""Archived matches as each version stored them; never changed once released."""
FRIENDS = Place(-1000000000077)
DARIA = replace(VERA, person=1004, name="Daria Čopenko")


@pytest.fixture
def house(store: Store) -> Stored:
    return Stored(store)


async def test_a_match_that_ends_is_kept_by_a_deadline_of_its_table(house: Stored) -> None:
    table = await house.started(words=SHORT)
    await house.play(table)
    at = await house.at(table)
    assert at.stage is Stage.FINISHED
    assert await house.archive.of_chat(FAMILY.chat) == ()
    assert await house.fire() == 1
    (match,) = await house.archive.of_chat(FAMILY.chat)
    assert match == await house.archive.get(table)
    told = replay(as_file(match, ("Anna", "Bohdan", "Vera")).encode())
    assert told.state == at.match
    assert told.labels == ("Anna", "Bohdan", "Vera")
    assert match.scores == tuple(standing.score for standing in told.state.sheet.standings)
    assert (match.place, match.deals) == (FAMILY, told.state.sheet.deals_dealt)
    assert match.players == (
        Player(0, 1001, "Anna", 1),
        Player(1, 1002, "Bohdan", 1),
        Player(2, 1003, "Vera", 1),
    )
    assert any(line.startswith("set ") and "barrel=false" in line for line in match.record)


async def test_kept_again_it_is_kept_once(house: Stored) -> None:
    table = await house.ended()
    before = await everything(house.store)
    await house.keeper.keep(table, (await house.archive.of_chat(FAMILY.chat))[0].ended_at)
    assert await everything(house.store) == before


async def test_whoever_dies_before_it_is_kept_leaves_the_deadline(house: Stored) -> None:
    table = await house.started()
    await house.stop(table)
    (claimed,) = await house.timers.due(10)
    assert claimed.timer.kind is TimerKind.ARCHIVE
    again = Stored(house.store)
    await house.store.call("ZADD", TableKeys.of(table).due, 0, claimed.claim)  # the lease of the claim ends
    assert await again.fire() == 1
    assert [match.table for match in await again.archive.of_chat(FAMILY.chat)] == [table]


async def test_a_table_that_changes_meanwhile_is_read_again(house: Stored) -> None:
    table = await house.started()
    await house.stop(table)
    match = Archived(table, FAMILY, "ru", 0, 0, EndWhy.STOPPED, (), (), (0, 0, 0), 1, (), ("thousand 1",))
    assert not await house.archive.put(match, (await house.at(table)).version - 1)
    assert await house.archive.get(table) is None


async def test_substitutes_and_computers_are_marked(house: Stored) -> None:
    table = await house.started()
    at = await house.at(table)
    robot = replace(BOHDAN, person=-1, name="", level=Level.EASY)
    seats = (DARIA, robot, replace(VERA, presence=Presence.LEFT))
    await house.tables.commit(noted(at, change(replace(at, seats=seats))), 0)
    await house.stop(table)
    await house.fire()
    match = await house.archive.get(table)
    assert match is not None
    assert match.players == (
        Player(0, 1001, "Anna", 1, stayed=False),
        Player(0, 1004, DARIA.name, 1),
        Player(1, 1002, "Bohdan", 1, stayed=False),
        Player(1, -1, "", 1, Level.EASY),
        Player(2, 1003, "Vera", 1, stayed=False),
    )


# Bounds


async def test_the_newest_matches_of_a_group_stay(store: Store) -> None:
    house = Stored(store, Bounds(matches=2))
    tables = [await house.ended() for _ in range(4)]
    other = await house.ended(FRIENDS)
    assert [match.table for match in await house.archive.of_chat(FAMILY.chat)] == tables[2:]
    assert [match.table for match in await house.archive.of_chat(FRIENDS.chat)] == [other]
    assert await house.archive.get(tables[0]) is None


async def test_old_matches_go(store: Store) -> None:
    house = Stored(store, Bounds(days=30))
    old = await house.ended()
    assert 0 < await store.call("TTL", keys.archived(old)) <= 30 * 86_400
    await store.call("ZADD", keys.history(FAMILY.chat), "XX", 1_000, old)  # it ended in 1970
    new = await house.ended()
    assert [match.table for match in await house.archive.of_chat(FAMILY.chat)] == [new]
    assert await house.archive.get(old) is None


async def test_keys_do_not_grow_with_finished_matches(store: Store) -> None:
    """The archive's bound is the bound of all that is left of matches."""
    house = Stored(store, Bounds(matches=3))

    async def lasting() -> set[str]:
        return {key async for key in store.scan("*") if await store.call("TTL", key) == -1}

    async def archived() -> list[str]:
        return [key async for key in store.scan(keys.EVERY_MATCH)]

    for _ in range(3):
        await house.ended(steps=0)
    before = await lasting()
    for _ in range(12):
        await house.ended(steps=0)
    assert len(await archived()) == 3
    assert len([key async for key in store.scan(keys.EVERY_TABLE)]) == 3
    after = await lasting()
    assert not {key for key in after - before if ":dirty" not in key and ":beat" not in key}
    finished = [TableId(key.rpartition(":")[2]) async for key in store.scan(keys.EVERY_TABLE)]
    for table in finished:  # a month later
        await store.call("DEL", *[key for key in TableKeys.of(table).all if table in key])
    newest = await house.ended(steps=0)
    known = {name.decode() for name in await store.call("SMEMBERS", keys.known(ANNA.person))}
    assert newest in known
    assert len(known) == 3


# A group that moves


async def test_the_archive_follows_a_group(house: Stored) -> None:
    tables = [await house.ended(), await house.ended()]
    for _ in range(2):  # Telegram tells it twice
        await house.service.moved(FAMILY.chat, FRIENDS.chat, 0)
    found = await house.archive.of_chat(FRIENDS.chat)
    assert [match.table for match in found] == tables
    assert {match.place for match in found} == {FRIENDS}
    assert await house.archive.of_chat(FAMILY.chat) == ()


async def test_a_match_that_is_archived_after_the_move_follows_too(house: Stored) -> None:
    table = await house.started()
    await house.stop(table)
    await house.service.moved(FAMILY.chat, FRIENDS.chat, 0)
    await house.fire()
    assert [match.table for match in await house.archive.of_chat(FRIENDS.chat)] == [table]
    assert await house.archive.of_chat(FAMILY.chat) == ()


# Indexes


async def test_lost_indexes_are_rebuilt_from_what_is_there(house: Stored) -> None:
    """Fault D17, from the other side: who sits is known to sit."""
    kept, live = await house.ended(), await house.started()
    before = await everything(house.store)
    lost = (
        *(index(person) for index in (keys.known, keys.tables_of) for person in (1001, 1002, 1003)),
        keys.history(FAMILY.chat),
        keys.place(FAMILY),
    )
    await house.store.calls(("DEL", key) for key in lost)
    assert await house.tables.of_person(1001) == ()
    await Healer(house.store, house.tables, house.archive, house.clock).run()
    assert await house.tables.of_person(1001) == (live,)
    assert await house.tables.find(FAMILY) == live
    assert await house.archive.of_person(1002) == tuple(sorted((kept, live)))
    assert [match.table for match in await house.archive.of_chat(FAMILY.chat)] == [kept]
    after = await everything(house.store)
    assert {key for key in before if before[key] != after.get(key)} == {keys.place(FAMILY)}  # by its time


# Forgetting


async def test_nothing_of_a_person_is_left(house: Stored) -> None:
    """Profile, wish, lobby, running match, finished match, archive of two groups, a vote, a queue."""
    vera = replace(VERA, name="Vera Ünïque")
    seats = (ANNA, BOHDAN, vera)
    await house.people.remember(Profile(1003, vera.name, "en", "en", reachable=True))
    for place in (FAMILY, FRIENDS):
        table = await house.started(place, seats)
        await house.play(table, 3)
        await house.stop(table)
    await house.fire()
    running, lobby = await house.started(FAMILY, seats), await house.seated(FRIENDS, (vera, ANNA))
    await house.service.vote_stop(running, 1003, 0, is_admin=False)
    topic = await house.started(Place(-5, 7), (ANNA, BOHDAN, DARIA))
    at = await house.at(topic)
    await house.tables.commit(change(replace(at, queue=(vera,), watchers=(Watcher(1003, "en"),))), 0)
    await house.people.intend(1003, Wish(lobby))
    assert len(await traces(house.store, 1003, vera.name)) > 10

    known = await house.keeper.known(1003)
    assert len(known.matches) == 2
    assert len(known.tables) == 5
    await house.keeper.will_forget(1003)
    await house.keeper.forget(1003)

    # Delivery takes his private messages away, and forgets what it knew of them.
    for key in [key async for key in house.store.scan("*")]:
        if ":h:" in key or ":m:" in key:
            await house.store.call("HDEL", key, "hand:1003")
        if key.endswith(":dirty"):
            for member in await house.store.call("ZRANGE", key, 0, -1):
                if member.endswith(b"|hand:1003"):
                    await house.store.call("ZREM", key, member)
    assert await traces(house.store, 1003, vera.name) == []

    play = await house.at(running)
    assert (play.seats[2].person, play.seats[2].name, play.seats[2].presence) == (NOBODY, "", Presence.LEFT)
    assert play.stage is Stage.PLAYING
    waiting = await house.at(lobby)
    assert [sitter.person for sitter in waiting.seats] == [1001]
    assert waiting.host == 1001
    for match in (*await house.archive.of_chat(FAMILY.chat), *await house.archive.of_chat(FRIENDS.chat)):
        assert match.players[2] == Player(2, NOBODY, "", 1)
        assert match.players[0].name == "Anna"


async def test_a_deletion_that_broke_off_is_finished_after_a_restart(house: Stored) -> None:
    table = await house.ended()
    await house.keeper.will_forget(1002)
    again = Stored(house.store)
    await again.keeper.resume()
    match = await again.archive.get(table)
    assert match is not None
    assert match.players[1].person == NOBODY
    assert await again.people.to_forget() == ()
    await again.keeper.forget(1002)  # and once more does no harm


async def test_whoever_is_forgotten_between_end_and_archive_is_not_in_it(house: Stored) -> None:
    table = await house.started()
    await house.stop(table)
    await house.keeper.forget(1002)
    await house.fire()
    match = await house.archive.get(table)
    assert match is not None
    assert match.players[1].person == NOBODY


async def test_who_leaves_the_group_after_the_end_is_in_no_next_match(house: Stored) -> None:
    table, elsewhere = await house.ended(), await house.ended(FRIENDS)
    kept = await house.archive.get(table)
    for _ in range(2):  # a message and a change of members tell the same
        await house.keeper.gone(FAMILY.chat, 1003)
    assert [each.presence for each in (await house.at(table)).seats] == [Presence.HERE] * 2 + [Presence.LEFT]
    assert {each.presence for each in (await house.at(elsewhere)).seats} == {Presence.HERE}
    assert await house.archive.get(table) == kept
    again = await house.service.again(table, FAMILY, ANNA, next(house.updates))
    assert again.table is not None
    assert [each.person for each in (await house.at(again.table)).seats] == [1002, 1001]


async def test_a_match_goes_on_when_everybody_had_his_data_deleted(house: Stored) -> None:
    table = await house.started()
    for person in (1001, 1002, 1003):
        await house.keeper.forget(person)
    at = await house.at(table)
    assert at.paused
    assert {sitter.person for sitter in at.seats} == {NOBODY}


# Stored formats


def test_there_is_a_kept_match_of_every_version() -> None:
    assert sorted(path.stem for path in KEPT.glob("*.json")) == [str(n) for n in range(1, FORMAT + 1)]
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_a_match_of_every_version_is_read(path: Path) -> None:
    match = load(path.read_bytes(), ("thousand 1",))
    assert match == Archived(
        TABLE,
        Place(-1000000000001, 17),
        "uk",
        1_700_000_000_000,
        1_700_000_900_000,
        EndWhy.TARGET,
        (1,),
        (1, 0, 2),
        (860, 1005, -240),
        14,
        (
            Player(0, 1001, "Anna", 1, stayed=False),
            Player(0, 1004, "Daria", 6),
            Player(1, -1, "", 1, Level.NORMAL),
            Player(2, NOBODY, "", 1),
        ),
        ("thousand 1",),
    )
    assert load(dump(match), match.record) == match
