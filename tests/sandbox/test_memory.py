"""The world on the disk."""

import logging
from pathlib import Path

import pytest

from bot.sandbox import memory
from bot.sandbox.app import World
from bot.sandbox.model import Document, Markup, Message

FAMILY = -1001000000001


def lived() -> World:
    """The family after an evening."""
    world = World.family()
    world.people[1001].started = True
    world.files["card"] = b"\x89PNG"
    said = Markup("My hand", ({"type": "bold", "offset": 0, "length": 2},))
    keys = (({"text": "Pass", "callback_data": "p"},),)
    world.put(Message(FAMILY, 1, 42, 1_800_000_000, said, keys, photo="card"))
    world.files["game"] = b"thousand 1"
    world.put(Message(FAMILY, 3, 42, 1_800_000_000, said, document=Document("game", "game.tgr")))
    world.put(Message(FAMILY, 0, 42, 1_800_000_001, said, receiver=1002, ephemeral_id=7))
    world.put(Message(FAMILY, 2, 42, 1_800_000_002, said, deleted=True))
    return world


def test_what_was_there_is_there_again() -> None:
    before = lived()
    after = memory.parse(memory.dump(before))
    assert after.people == before.people
    assert list(after.chats[FAMILY].messages.values()) == list(before.chats[FAMILY].messages.values())[:3]
    assert after.chats[FAMILY].members == before.chats[FAMILY].members
    assert after.files == before.files


def test_new_people_and_groups_get_numbers_of_their_own() -> None:
    world = memory.parse(memory.dump(lived()))
    assert world.add_person("Dana", "en").id == 1004
    assert world.new_group("Other", "supergroup", [1004]).id == FAMILY - 1
    assert world.new_group("Small", "group", [1004]).id == -5000001


def test_only_the_newest_messages_are_kept() -> None:
    world = lived()
    for number in range(10, 700):
        world.put(Message(FAMILY, number, 42, 1_800_000_003))
    kept = memory.parse(memory.dump(world)).chats[FAMILY].messages.values()
    assert [message.id for message in kept] == list(range(200, 700))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"format": 2}'])
def test_a_damaged_file_begins_anew_and_is_told(
    data: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "world.json"
    file.write_bytes(data)
    with caplog.at_level(logging.WARNING):
        world = memory.load(file)
    assert [person.name for person in world.people.values()] == ["Anna", "Bohdan", "Vera"]
    assert len(caplog.records) == 1


def test_a_file_that_is_not_there_is_the_first_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(memory.load(tmp_path / "world.json").people) == 3
    assert not caplog.records
