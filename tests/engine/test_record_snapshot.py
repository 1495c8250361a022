"""Snapshots: small, exact, and honest about their version."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.conventions import FIELDS, Conventions, Field, Value, assemble, resolve
from engine.dealing import shuffle
from engine.players import Level, choose
from engine.record.snapshot import VERSION, SnapshotError, UnknownVersionError, dump, fingerprint, load
from engine.state import MatchState
from engine.view import seat_view

LARGEST = 1500
"""Bytes that a match in mid-deal may take."""

LAYOUT_OF_VERSION = {
    1: "188bb472fae08969",
    2: "e82b3889f759b4f4",
    3: "e38d693a31a27c8b",
    4: "b211535ae0343621",
}
"""The layout that each version number stands for: a change of the types needs a number of its own."""


def positions(
    conventions: Conventions, seed: str, deals: int, level: Level = Level.RANDOM
) -> list[MatchState]:
    """Every position of a few deals that computer players play."""
    rng = Random(seed)
    found = [match.new_match(conventions, 3, dealer=0)]
    for _ in range(deals):
        if match.outcome(found[-1]):
            break
        found.append(match.start_deal(found[-1], shuffle(rng.randbytes(8))).state)
        while seats := match.to_act(found[-1]):
            view = seat_view(found[-1], seats[0])
            action = choose(level, view, view.legal, rng)
            found.append(match.apply(found[-1], seats[0], action).state)
    return found


@pytest.mark.parametrize(
    ("preset", "own"),
    [
        (None, {}),
        ("matveev", {}),
        ("bank", {}),
        ("gambler", {}),
        ("matveev_all", {}),
        ("trade3", {}),
        (None, {"marriage_announce": "explicit", "ace_marriage": "200", "reverse_barrel": "true"}),
    ],
)
def test_every_position_comes_back_and_is_small(preset: str | None, own: dict[str, str]) -> None:
    for state in positions(resolve(preset, own), str(preset), 12):
        data = dump(state)
        assert load(data) == state
        assert len(data) <= LARGEST


def test_a_match_that_ended_with_a_payout_comes_back() -> None:
    ended = positions(resolve("bank", {}), "payout", 500, Level.AUTOPILOT)[-1]
    outcome = match.outcome(ended)
    assert outcome is not None
    assert outcome.payout is not None
    assert load(dump(ended)) == ended


def test_a_stopped_match_comes_back() -> None:
    for state in positions(Conventions(), "stop", 1):
        stopped = match.stop(state).state
        assert load(dump(stopped)) == stopped


def _values_of(column: Field) -> st.SearchStrategy[Value]:
    listed: st.SearchStrategy[Value] = st.sampled_from(column.values)
    if column.numbers is None:
        return listed
    return listed | st.integers(column.numbers.low, column.numbers.high)


CHANGES = st.lists(st.sampled_from(list(FIELDS)), max_size=30, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: _values_of(FIELDS[name]) for name in names})
)


@given(CHANGES)
def test_any_conventions_come_back(changes: dict[str, Value]) -> None:
    conventions = assemble(changes)
    [start] = positions(Conventions(), "", 0)
    state = MatchState(conventions, start.sheet)
    assert load(dump(state)) == state


def test_all_conventions_changed_at_once_still_fit() -> None:
    other = {name: column.values[-1] for name, column in FIELDS.items()}
    state = MatchState(assemble(other), positions(Conventions(), "", 0)[0].sheet)
    assert load(dump(state)) == state
    assert len(dump(state)) < 500


def test_a_version_number_stands_for_one_layout() -> None:
    assert LAYOUT_OF_VERSION[VERSION] == fingerprint()


def test_another_version_is_named() -> None:
    [state] = positions(Conventions(), "", 0)
    with pytest.raises(UnknownVersionError) as refused:
        load(bytes([VERSION + 1]) + dump(state)[1:])
    assert refused.value.version == VERSION + 1


def test_no_bytes_and_bytes_left_over_are_refused() -> None:
    [state] = positions(Conventions(), "", 0)
    for data in (b"", dump(state) + b"\0", dump(state)[:-1]):
        with pytest.raises(SnapshotError):
            load(data)


MIDDLE = dump(positions(Conventions(), "middle", 1)[-10])


@settings(max_examples=300)
@given(st.data())
def test_damaged_bytes_are_refused_or_another_match(data: st.DataObject) -> None:
    damaged = bytearray(MIDDLE)
    for place in data.draw(st.lists(st.integers(1, len(MIDDLE) - 1), min_size=1, max_size=3)):
        damaged[place] = data.draw(st.integers(0, 255))
    try:
        load(bytes(damaged))
    except SnapshotError:
        return
