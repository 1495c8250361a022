"""From a match to the lines of its record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.actions import Action, Seat
from engine.cards import Card
from engine.conventions import FIELDS, Conventions, differing
from engine.events import BottomSeen, CardsDealt, DealStarted, Event
from engine.record.tokens import token

SEAT_LABELS: Final = ("P1", "P2", "P3", "P4", "P5", "P6")
"""What stored records call the seats; people's names are joined on export."""

_SEAT_LABEL: Final = re.compile(r"\bP([1-6])\b", re.ASCII)
_NO_LABEL: Final = re.compile(r"[\s,:|#]+")


def header(conventions: Conventions, labels: Sequence[str], preset: str | None = None) -> Iterator[str]:
    """The lines above the first deal, with the conventions that differ from the preset.

    Raises:
        UnknownPreset: there is no such preset.
    """
    settings = differing(conventions, preset).items()
    yield "thousand 1"
    if preset is not None:
        yield f"preset {preset}"
    if settings:
        yield "set " + " ".join(f"{name}={word}" for name, word in settings)
    yield "players " + " ".join(labels)


def full_header(conventions: Conventions, labels: Sequence[str], preset: str | None = None) -> Iterator[str]:
    """The lines above the first deal with every convention, so that no later default changes the record."""
    yield "thousand 1"
    if preset is not None:
        yield f"preset {preset}"
    sections: dict[str, list[str]] = {}
    for name, column in FIELDS.items():
        sections.setdefault(column.section, []).append(f"{name}={column.word(getattr(conventions, name))}")
    for settings in sections.values():
        yield "set " + " ".join(settings)
    yield "players " + " ".join(labels)


def dealing_lines(events: Iterable[Event], labels: Sequence[str]) -> Iterator[str]:
    """The lines of a deal, from what happened: the dealer, the bottom cards he saw, who got what.

    A seat without cards sits out and has no line. Where the dealer is asked about the bottom card, the cards
    follow on his answer.
    """
    for event in events:
        match event:
            case DealStarted(_, dealer):
                yield f"deal dealer={labels[dealer]}"
            case BottomSeen(_, Card() as bottom):
                yield f"bottom {bottom.code}"
            case CardsDealt(hands, talons, stock):
                for seat, hand in enumerate(hands):
                    if hand:
                        yield f"hand {labels[seat]} {_codes(hand)}"
                for talon in talons:
                    yield f"talon {_codes(talon)}"
                if stock:
                    yield f"stock {_codes(stock)}"
            case _:
                pass


def action_line(seat: Seat, action: Action, labels: Sequence[str]) -> str:
    """The line of one action."""
    return f"{labels[seat]}: {token(action, labels)}"


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


def join_names(lines: Iterable[str], names: Sequence[str]) -> Iterator[str]:
    """Stored lines with people's names in place of P1…P6, and without the comments of the store."""
    labels = usable_labels(names)
    for line in lines:
        yield _SEAT_LABEL.sub(lambda found: labels[int(found[1]) - 1], line.partition("#")[0].rstrip())


def usable_labels(names: Sequence[str]) -> tuple[str, ...]:
    """A label for each name: without the characters that records use themselves, and each only once."""
    labels: list[str] = []
    for seat, name in enumerate(names):
        printable = "".join(char for char in name if char.isprintable() or char.isspace())
        plain = _NO_LABEL.sub("_", printable).strip("_") or SEAT_LABELS[seat]
        label, times = plain, 1
        while label in labels:
            times += 1
            label = f"{plain}_{times}"
        labels.append(label)
    return tuple(labels)
