"""What the writer writes, the reader reads."""

from __future__ import annotations

import pytest

from engine.actions import Give
from engine.cards import DECK, Card
from engine.conventions import FIELDS, Conventions, resolve
from engine.events import BottomSeen, CardsDealt, DealStarted
from engine.record.header import read_header
from engine.record.reader import Statement, read
from engine.record.writer import (
    SEAT_LABELS,
    action_line,
    dealing_lines,
    full_header,
    header,
    join_names,
    usable_labels,
)

LABELS = SEAT_LABELS[:3]


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        (None, {}),
        ("matveev", {}),
        ("bank", {"golden": "false", "penalty_unit": "77", "redeal_talon_below": "4"}),
        (None, {"foreign_trump_lead": "never", "hand_cap": "none"}),
    ],
)
def test_both_headers_come_back_as_the_same_conventions(preset: str | None, settings: dict[str, str]) -> None:
    conventions = resolve(preset, settings)
    for write in (header, full_header):
        lines = read("\n".join(write(conventions, LABELS, preset)).encode())
        found = read_header([line for line in lines if isinstance(line, Statement)], len(lines))
        assert (found.conventions, found.labels, found.preset) == (conventions, LABELS, preset or "default")


def test_a_short_header_holds_only_what_differs() -> None:
    assert list(header(resolve("matveev", {"barrel_tries": "1"}), LABELS, "matveev")) == [
        "thousand 1",
        "preset matveev",
        "set barrel_tries=1",
        "players P1 P2 P3",
    ]


def test_a_full_header_holds_every_convention_once() -> None:
    text = "\n".join(full_header(Conventions(), LABELS))
    assert all(text.count(f" {name}=") == 1 for name in FIELDS)


def test_a_deal_block() -> None:
    seen = BottomSeen(1, Card.parse("9h"))
    dealt = CardsDealt((DECK[0:2], (), DECK[6:8]), (DECK[22:24], DECK[20:22]), (DECK[9], DECK[8]))
    assert list(dealing_lines((DealStarted(1, 1, 2, golden=False), seen, dealt), LABELS)) == [
        "deal dealer=P2",
        "bottom 9h",
        "hand P1 9s Js",
        "hand P3 9c Jc",
        "talon Th Ah",
        "talon Qh Kh",
        "stock Kc Qc",
    ]


def test_an_action_line() -> None:
    assert action_line(2, Give(Card.parse("Td"), 0), LABELS) == "P3: give Td P1"


def test_names_are_joined_on_export_and_the_comments_of_the_store_go() -> None:
    stored = ["players P1 P2 P3", "deal dealer=P3 # update 77", "P1: give 9s P2"]
    assert list(join_names(stored, ("Анна", "Bob | the 1st", "P1"))) == [
        "players Анна Bob_the_1st P1",
        "deal dealer=P1",
        "Анна: give 9s Bob_the_1st",
    ]


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (("Anna", "Anna", "Anna"), ("Anna", "Anna_2", "Anna_3")),
        (("a,b", "a:b", "# #"), ("a_b", "a_b_2", "P3")),
        ((" \n", "x\u0000y", "👩‍👩‍👧"), ("P1", "xy", "👩👩👧")),
    ],
)
def test_any_names_become_labels(names: tuple[str, ...], labels: tuple[str, ...]) -> None:
    assert usable_labels(names) == labels
    lines = read("\n".join(["thousand 1", "players " + " ".join(labels)]).encode())
    assert read_header([line for line in lines if isinstance(line, Statement)], 2).labels == labels
