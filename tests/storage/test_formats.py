"""The stored form of a table: small, exact, and readable for ever."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import formats
from bot.storage.codec import coder, pack, unpack
from bot.storage.formats import FORMAT, MIGRATIONS, UnknownFormatError
from bot.tables.model import (
    Clock,
    HouseRules,
    LastMove,
    Notice,
    Place,
    Remark,
    RemarkKind,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    Table,
    Then,
    TimerKind,
    Vote,
    VoteKind,
    Waiting,
    Watcher,
)
from engine.conventions import resolve
from engine.events import Event
from engine.record import snapshot
from tests.support.tables import TABLE, Game, waiting

KEPT = Path(__file__).parent / "formats"
"""Tables as each version stored them; never changed once released."""


def round_trip(table: Table) -> Table:
    data, match = formats.dump(table)
    return formats.load(table.id, table.version, data, snapshot.load(match) if match else None)


def test_every_table_of_a_match_comes_back_as_it_was() -> None:
    game = Game("matveev", seed=2)
    game.start()
    while game.table.stage is Stage.PLAYING:
        assert round_trip(game.table) == game.table
        game.step()
    assert round_trip(game.table) == game.table


def test_odd_tables_come_back_as_they_were() -> None:
    settings = {"penalty_unit": "77", "negative_limit": "-120", "must_beat": "true"}
    hostile = Sitter(2**52, 'Q"\\\u202e\n|{}', "uk", reachable=False)
    table = replace(
        waiting(seats=(hostile,)),
        place=Place(-1000000000001, 17),
        rules=HouseRules("matveev", tuple(settings.items()), resolve("matveev", settings)),
        votes=(
            Vote(VoteKind.STOP, frozenset({2**52, 1}), against=frozenset({2**51, 5})),
            Vote(VoteKind.KICK, frozenset({3}), 0),
        ),
        watchers=(Watcher(7, "uk"),),
        queue=(hostile,),
        clock=Clock(90, Then.PAUSE),
        paused=True,
        last=LastMove(2, 3, 4),
        remarks=(Remark(RemarkKind.AWAY, 1, 7),),
        waiting=(Waiting(3, 2**50, 2**51, TimerKind.REMIND),),
        epochs={Slot(SlotKind.LOBBY): 3, Slot(SlotKind.HAND, 2**52): 2, Slot(SlotKind.FREED, 2**51): 1},
        lobby_turn=4,
    )
    assert round_trip(table) == table


def test_equal_rules_are_one_object() -> None:
    one, two = round_trip(waiting()), round_trip(waiting())
    assert one.rules is two.rules


def test_a_table_in_the_middle_of_a_late_deal_is_small() -> None:
    """At most 4 KB (issue: what is stored), with the longest names, at any point of sixty deals."""
    game = Game(seed=5)
    game.start()
    longest = tuple(replace(sitter, name="\U0001f469" * 64) for sitter in game.table.seats)
    game.table = replace(game.table, seats=longest)
    sizes = []
    while game.table.stage is Stage.PLAYING:
        sizes.append(sum(map(len, formats.dump(game.table))))
        game.step()
    assert len([change for change in game.changes if change.commitment]) > 20
    assert max(sizes) <= 4096


def test_no_type_of_the_log_is_forgotten() -> None:
    coder(Event)
    coder(Notice)


def test_what_has_no_stored_form_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="no form for <class 'complex'>"):
        coder(complex)


def test_fields_added_at_the_end_with_a_default_need_no_migration() -> None:
    assert unpack(Sitter, [1, "Anna", "ru"]) == Sitter(1, "Anna", "ru")
    assert pack(Sitter, Sitter(1, "Anna", "ru")) == [1, "Anna", "ru", True, "here", None, 0]


# Versions


def test_there_is_a_kept_table_of_every_version() -> None:
    assert sorted(path.stem for path in KEPT.glob("*.json")) == [str(n) for n in range(1, FORMAT + 1)]
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_a_table_of_every_version_is_read(path: Path) -> None:
    """A lobby of the house with two people, stored by that version."""
    table = formats.load(TABLE, 4, path.read_bytes(), None)
    assert table == replace(
        waiting(seats=(Sitter(1001, "Anna", "ru"), Sitter(1002, "Bohdan", "uk", reachable=False)), version=4),
        place=Place(-1000000000001, 17),
        rules=HouseRules("matveev", (("must_beat", "true"),), resolve("matveev", {"must_beat": "true"})),
        turn=12,
        turn_of_phase=9,
        acted=(11, 10),
        lobby_turn=2,
        waiting=(None, None),
        votes=(Vote(VoteKind.STOP, frozenset({1001})),),
        epochs={Slot(SlotKind.LOBBY): 1, Slot(SlotKind.BOARD): 2, Slot(SlotKind.HAND, 1001): 3},
    )


def test_old_data_take_every_step_in_order() -> None:
    steps = {
        1: lambda data: {**data, "seats": [*data["seats"], "one"]},
        2: lambda data: {**data, "seats": [*data["seats"], "two"]},
    }
    old = {"format": 1, "seats": ["x"]}
    assert formats.migrate(old, steps, 3) == {"format": 3, "seats": ["x", "one", "two"]}
    assert formats.migrate({"format": 2, "seats": []}, steps, 3) == {"format": 3, "seats": ["two"]}
    assert formats.migrate({"format": 3, "seats": []}, steps, 3) == {"format": 3, "seats": []}


def test_a_table_of_a_newer_program_is_refused() -> None:
    data, _ = formats.dump(waiting())
    newer = json.dumps({**json.loads(data), "format": FORMAT + 1}).encode()
    with pytest.raises(UnknownFormatError, match="update the bot"):
        formats.load(TABLE, 1, newer, None)
