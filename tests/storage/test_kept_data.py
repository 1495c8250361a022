"""Data that earlier versions left on a server: read, migrated, played on. The files are never changed."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.storage.formats import FORMAT
from bot.storage.keys import TableKeys
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.tables.history import match_of
from bot.tables.model import Clock, HouseRules, Presence, Stage, Then, Vote, VoteKind
from bot.tables.ports import Profile, Wish, WishKind
from engine.conventions import resolve
from tests.support.stored import Stored
from tests.support.tables import ANNA, BOHDAN, FAMILY, TABLE, VERA

KEPT = Path(__file__).parent / "formats"
PLAYING = sorted((KEPT / "playing").glob("*.json"))
"""A match in its second deal, one vote open, with its record, its commitments and its deadlines."""
PEOPLE = sorted((KEPT / "people").glob("*.json"))


def read(path: Path) -> Mapping[str, Any]:
    kept: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


async def restored(store: Store, path: Path, *, snapshot: bool = True) -> Mapping[str, Any]:
    """A server as that version left it."""
    kept = read(path)
    own = TableKeys.of(TABLE)
    state = ("v", kept["v"], "s", json.dumps(kept["s"]), "t", kept["t"])
    match = b64decode(kept["m"]) if snapshot else b"of another engine"
    await store.call("HSET", own.state, *state, "m", match)
    await store.call("RPUSH", own.record, *kept["record"])
    await store.call("RPUSH", own.commitments, *kept["commitments"])
    for deadline in kept["t"].split():
        await store.call("ZADD", own.due, 1, deadline)  # it passed while nobody was there
    await store.call("SET", f"th:place:{FAMILY.chat}", f"{TABLE} 1")
    return kept


def test_a_match_of_every_format_is_kept() -> None:
    assert [path.stem for path in PLAYING] == [str(number) for number in range(1, FORMAT + 1)]


@pytest.mark.parametrize("path", PLAYING, ids=lambda path: path.stem)
@pytest.mark.parametrize("snapshot", [True, False], ids=["snapshot", "record"])
async def test_a_match_of_every_format_is_read_and_played_on(
    store: Store, path: Path, snapshot: bool
) -> None:
    kept = await restored(store, path, snapshot=snapshot)
    house = Stored(store)
    assert await house.tables.find(FAMILY) == TABLE
    table = await house.at(TABLE)
    assert (table.stage, table.version, table.host) == (Stage.PLAYING, kept["v"], 1001)
    assert table.seats == (ANNA, BOHDAN, VERA)
    assert {sitter.presence for sitter in table.seats} == {Presence.HERE}
    assert table.votes == (Vote(VoteKind.STOP, frozenset({1002})),)
    assert table.rules == HouseRules("matveev", (), resolve("matveev", {}))
    assert table.match == match_of(kept["record"])
    await house.fire()
    await house.play(TABLE, 60)
    after, record = await house.at(TABLE), await house.tables.record(TABLE)
    assert after.match == match_of(record)
    assert list(record[: len(kept["record"])]) == kept["record"]
    await house.stop(TABLE)
    await house.fire()
    (match,) = await house.archive.of_chat(FAMILY.chat)
    assert match.table == TABLE
    assert sum(line.startswith("# sha256 ") for line in match.record) == match.deals


async def test_a_deadline_from_before_seats_had_clocks_gives_them_clocks(store: Store) -> None:
    kept = await restored(store, PLAYING[0])
    table, kind, turn, *_ = kept["t"].split("|")
    assert (table, kind) == (TABLE, "nudge")
    house = Stored(store)
    before = await house.at(TABLE)
    assert before.waiting == (None, None, None)
    assert await house.fire() == 1
    after = await house.at(TABLE)
    awaited = [seat for seat, waiting in enumerate(after.waiting) if waiting]
    assert len(awaited) == 1
    members = await store.call("ZRANGE", TableKeys.of(TABLE).due, 0, -1)
    waiting = after.waiting[awaited[0]]
    assert waiting is not None
    assert [member.decode().split("|")[:3] for member in members] == [
        [TABLE, f"{kind}.{awaited[0]}", str(waiting.turn)] for kind in ("nudge", "mention")
    ]
    assert waiting.turn > int(turn)


async def test_a_clock_that_ran_out_while_nobody_was_there_is_served_once(store: Store) -> None:
    """Of format 2: a reminder, a mention, and the end, after which the autopilot plays until he is back."""
    kept = await restored(store, PLAYING[1])
    kinds = [deadline.split("|")[1] for deadline in kept["t"].split()]
    assert kinds == ["nudge.2", "remind.2", "mention.2", "clock.2"]
    house = Stored(store)
    before = await house.at(TABLE)
    assert before.clock == Clock(90, Then.AWAY)
    await house.fire()
    after = await house.at(TABLE)
    assert after.seats[2].presence is Presence.AWAY
    members = await store.call("ZRANGE", TableKeys.of(TABLE).due, 0, -1)
    left = [member.decode().split("|") for member in members]
    assert not [turn for _, kind, turn, *_ in left if kind.endswith(".2") and int(turn) <= before.turn]


@pytest.mark.parametrize("path", PEOPLE, ids=lambda path: path.stem)
async def test_people_and_groups_of_every_version_are_read(store: Store, path: Path) -> None:
    for key, value in read(path).items():
        if isinstance(value, str):
            await store.call("SET", key, value)
        else:
            await store.call("HSET", key, *(part for pair in value.items() for part in pair))
    people = RedisPeople(store)
    assert await people.profile(1001) == Profile(1001, "Anna", "uk", "ru", reachable=True)
    assert await people.profile(1002) == Profile(1002, "Bohdan \u202e", None, None, reachable=False)
    assert await people.chat_lang(FAMILY.chat) == "uk"
    rules = HouseRules("matveev", (("must_beat", "true"),), resolve("matveev", {"must_beat": "true"}))
    assert await people.chat_rules(FAMILY.chat) == rules
    assert await people.chat_clock(FAMILY.chat) == Clock(90, Then.AWAY)
    assert await people.intent(1001) == Wish(TABLE)
    assert await people.intent(1002) == Wish(TABLE, WishKind.TAKE, 2)
