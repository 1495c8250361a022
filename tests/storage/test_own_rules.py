"""The rules that a group saved as its own, on a real server and in every stored version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from bot.storage import formats
from bot.storage.formats import RULES_FORMAT, RULES_MIGRATIONS, UnknownFormatError
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.tables import house
from bot.tables.model import HouseRules
from engine.conventions import resolve
from tests.support.rules import any_rules

KEPT = Path(__file__).parent / "own_rules"
"""Rules as each version stored them; never changed once released."""
CHANGES = {"ante": "25", "must_beat": "true", "negative_limit": "-200"}


async def test_a_group_has_no_rules_until_it_saves_some(store: Store) -> None:
    people = RedisPeople(store)
    assert await people.chat_rules(-5) is None
    rules = house.said(("sixmax", "ante=25", "+must_beat"))
    await people.set_chat_rules(-5, rules)
    await people.set_chat_lang(-5, "uk")
    assert await people.chat_rules(-5) == rules
    assert await people.chat_rules(-6) is None
    await people.set_chat_rules(-5, None)
    assert await people.chat_rules(-5) is None
    assert await people.chat_lang(-5) == "uk"


@given(any_rules())
def test_any_rules_come_back_as_they_were(rules: HouseRules) -> None:
    assert formats.load_rules(formats.dump_rules(rules)) == rules


def test_there_are_kept_rules_of_every_version() -> None:
    assert sorted(path.stem for path in KEPT.glob("*.json")) == [str(n) for n in range(1, RULES_FORMAT + 1)]
    assert sorted(RULES_MIGRATIONS) == list(range(1, RULES_FORMAT))


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_rules_of_every_version_are_read(path: Path) -> None:
    expected = HouseRules("sixmax", tuple(CHANGES.items()), resolve("sixmax", CHANGES))
    assert formats.load_rules(path.read_bytes()) == expected


def test_rules_of_a_newer_program_are_refused() -> None:
    data = json.loads(formats.dump_rules(house.said(())))
    with pytest.raises(UnknownFormatError, match="update the bot"):
        formats.load_rules(json.dumps({**data, "format": RULES_FORMAT + 1}).encode())
