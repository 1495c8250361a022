"""Callback data says what it should, stays short, and survives anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.buttons import (
    MAX_DATA,
    AgainTap,
    BackTap,
    ClockScope,
    ClockTap,
    GameTap,
    HandTap,
    HintKind,
    HintTap,
    HouseTap,
    LangTap,
    LobbyTap,
    LobbyVerb,
    MenuTap,
    NextTap,
    OwnTap,
    OwnVerb,
    PageTap,
    RulesTap,
    RuleTap,
    ScoreTap,
    Tap,
    VoteTap,
    VoteVerb,
    base36,
    encode,
    parse,
    parse_payload,
    sit_payload,
)
from bot.tables.model import TableId, VoteKind

tables = st.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=8, max_size=8).map(TableId)
numbers = st.integers(0, 36**10 - 1)
taps: st.SearchStrategy[Tap] = st.one_of(
    st.builds(GameTap, tables, numbers, numbers),
    st.builds(PageTap, tables, numbers, numbers),
    st.builds(LobbyTap, tables, numbers, st.sampled_from(LobbyVerb)),
    st.builds(VoteTap, tables, numbers, st.sampled_from(VoteKind), numbers, st.sampled_from(VoteVerb)),
    st.builds(NextTap, tables, numbers),
    st.builds(AgainTap, tables),
    st.builds(HandTap, tables),
    st.builds(ScoreTap, tables),
    st.builds(RulesTap, tables, numbers),
    st.builds(HouseTap, tables),
    st.builds(MenuTap, tables, st.from_regex("[a-z0-9_.]{1,40}", fullmatch=True)),
    st.builds(RuleTap, tables, numbers, st.from_regex("[a-z0-9_+=-]{1,40}", fullmatch=True)),
    st.builds(OwnTap, tables, st.sampled_from(OwnVerb)),
    st.builds(HintTap, tables, st.sampled_from(HintKind), numbers),
    st.builds(BackTap, tables),
    st.builds(ClockTap, st.sampled_from(ClockScope), st.from_regex("[a-z0-9]{1,8}", fullmatch=True)),
    st.builds(LangTap, st.sampled_from(["ru", "uk", "en"])),
)


@given(taps)
def test_a_button_is_read_back_and_fits(tap: Tap) -> None:
    data = encode(tap)
    assert parse(data) == tap
    assert 1 <= len(data.encode()) <= MAX_DATA


@given(st.one_of(st.text(), st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape"))))
def test_any_text_is_safe(data: str) -> None:
    tap = parse(data)
    assert tap is None or encode(tap) == data


@given(taps, st.data())
def test_a_changed_button_is_another_button_or_none(tap: Tap, data: st.DataObject) -> None:
    text = encode(tap)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    found = parse(changed)
    assert found is None or encode(found) == changed


@pytest.mark.parametrize(
    "data",
    [
        "",
        "g",
        "g:abcdefgh",
        "g:abcdefgh:1",
        "g:abcdefgh:1:2:3",
        "g:ABCDEFGH:1:2",
        "g:abcdefg:1:2",
        "g:abcdefgh:01:2",
        "g:abcdefgh:-1:2",
        "g:abcdefgh:1:2\n",
        "g:abcdefgh:١:2",
        "l:abcdefgh:1:dance",
        "v:abcdefgh:1:",
        "n:abcdefgh:1:1",
        "m:lang:RU",
        "m:lang:ru:uk",
        "m:hand:",
        "m:rules:abcdefgh",
        "m:house:",
        "h:abcdefgh:",
        "h:abcdefgh:C.barrel",
        "f:abcdefgh:1:golden=true:x",
        "f:abcdefgh:1:golden true",
        "d:abcdefgh:sell",
        "q:abcdefgh:cards:0",
    ],
)
def test_a_button_nobody_makes_is_none(data: str) -> None:
    assert parse(data) is None


def test_numbers_are_in_base_36() -> None:
    assert [base36(n) for n in (0, 9, 10, 35, 36, 1295, 1296)] == ["0", "9", "a", "z", "10", "zz", "100"]
    with pytest.raises(ValueError, match="-1"):
        base36(-1)


@given(tables)
def test_a_deep_link_names_its_table(table: TableId) -> None:
    assert parse_payload(sit_payload(table)) == table
    assert len(sit_payload(table)) <= 64


@given(st.text())
def test_any_payload_is_safe(payload: str) -> None:
    table = parse_payload(payload)
    assert table is None or sit_payload(table) == payload
