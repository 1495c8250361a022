"""A stored record told again, step by step: what everybody might know at each line of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from engine.actions import Action, Seat
from engine.cards import Card
from engine.events import DealEnded, DealStarted, Event
from engine.layout import pack
from engine.match import Transition
from engine.record.header import Header, read_header
from engine.record.reader import Line, read
from engine.record.replayer import _header_of, _Player
from engine.record.tokens import parse_token
from engine.record.writer import SEAT_LABELS
from engine.state import MatchState
from engine.view import public_events, seat_view
from tests.engine.claims import unseen
from tests.engine.strategies import found_in

UNDONE: Final = "# undone: "
_ACTION: Final = re.compile(r"(?:# undone: )?(P[1-6]): ([^#]*?)\s*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Step:
    """The match after a line of its record."""

    line: int
    """Counted from 1."""
    state: MatchState
    log: tuple[Event, ...]
    """What everybody has heard of this deal."""

    @property
    def deal(self) -> int:
        """The number of the deal in hand, or of the last one."""
        return self.state.sheet.deals_dealt

    def known(self, seat: Seat | None) -> frozenset[Card]:
        """The cards that a seat (None: the whole table) can place."""
        cards = frozenset(pack(self.state.conventions, self.state.players))
        return cards.difference(unseen(self.state, seat)) | found_in(self.log)

    def hand(self, seat: Seat) -> frozenset[Card]:
        """What a seat sees in its hand."""
        return frozenset(seat_view(self.state, seat).hand) if self.state.deal else frozenset()


class _Teller(_Player):
    """Keeps every step."""

    def __init__(self, head: Header) -> None:
        self.steps: list[Step] = []
        self.ended: list[int] = []
        self._line = self._above = 0
        self._log: tuple[Event, ...] = ()
        super().__init__(head)

    def take(self, line: Line) -> None:
        self._above, self._line = self._line, line.line
        super().take(line)

    def close_block(self) -> None:
        """The cards of a deal stood above the line that is being read."""
        now, self._line = self._line, self._above
        super().close_block()
        self._line = now

    def _advance(self, transition: Transition, chosen: tuple[Seat, Action] | None = None) -> None:
        super()._advance(transition, chosen)
        heard = public_events(transition.events)
        fresh = any(isinstance(event, DealStarted) for event in heard)
        self._log = heard if fresh else (*self._log, *heard)
        self.ended += [event.result.number for event in heard if isinstance(event, DealEnded)]
        self.steps.append(Step(self._line, self.state, self._log))


@dataclass(frozen=True)
class Retelling:
    """A record, and what it comes to.

    Raises:
        LineError: it is none.
    """

    lines: Sequence[str]
    steps: Sequence[Step] = field(init=False)
    state: MatchState = field(init=False)
    ended: Sequence[int] = field(init=False)
    """Numbers of the deals that came to a result."""

    def __post_init__(self) -> None:
        lines = read("\n".join(self.lines).encode())
        top = _header_of(lines)
        teller = _Teller(read_header(top, len(top)))
        for line in lines[len(top) :]:
            teller.take(line)
        teller._above = teller._line
        teller.close_block()
        object.__setattr__(self, "steps", tuple(teller.steps))
        object.__setattr__(self, "state", teller.state)
        object.__setattr__(self, "ended", tuple(teller.ended))

    @cached_property
    def undone(self) -> tuple[tuple[int, frozenset[Card]], ...]:
        """Lines that were taken back, and their cards: people saw them all the same."""
        return tuple(
            (number, frozenset(found_in(parse_token(found[2], SEAT_LABELS))))
            for number, line in enumerate(self.lines, start=1)
            if line.startswith(UNDONE) and (found := _ACTION.fullmatch(line))
        )

    def around(self, line: int, steps: int) -> Iterator[Step]:
        """The last so many steps that had been taken when the record had `line` lines, the newest first."""
        taken = [step for step in self.steps if step.line <= line]
        yield from reversed(taken[-steps:])
