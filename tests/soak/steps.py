"""A match as data: where it starts, and its steps; carried out, or written down as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine import match, referee
from engine.actions import Action, Seat
from engine.cards import Card
from engine.conventions import Conventions
from engine.errors import RuleError
from engine.events import Event
from engine.match import Transition
from engine.record.writer import SEAT_LABELS, action_line, dealing_lines, header
from engine.referee import Fine
from engine.state import MatchState, Standing


@dataclass(frozen=True, slots=True)
class Start:
    """A table and the position to start from."""

    conventions: Conventions
    dealer: Seat
    standings: tuple[Standing, ...]
    deals_played: int = 0

    @classmethod
    def fresh(cls, conventions: Conventions, players: int, dealer: Seat) -> Start:
        """A match from nothing."""
        return cls(conventions, dealer, (Standing(),) * players)

    @property
    def players(self) -> int:
        """How many sit there."""
        return len(self.standings)

    def match(self) -> MatchState:
        """The match before its first deal."""
        return match.new_match(
            self.conventions,
            self.players,
            dealer=self.dealer,
            standings=self.standings,
            deals_played=self.deals_played,
        )

    def lines(self) -> Iterator[str]:
        """The header of its record."""
        yield from header(self.conventions, SEAT_LABELS[: self.players])
        for word, values in _COLUMNS.items():
            found = [values(line) for line in self.standings]
            if any(found):
                yield " ".join((word, *("-" if value is None else str(value) for value in found)))
        if self.deals_played:
            yield f"deals_played {self.deals_played}"


_COLUMNS: Final[dict[str, Callable[[Standing], int | None]]] = {
    "scores": lambda line: line.score,
    "bolts": lambda line: line.bolts,
    "bolts_row": lambda line: line.bolts_row,
    "falls": lambda line: line.falls,
    "writeoffs": lambda line: line.writeoffs,
    "crosses": lambda line: line.crosses,
    "barrel": lambda line: line.barrel,
    "reverse": lambda line: line.reverse,
}


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins with this deck."""

    deck: tuple[Card, ...]

    def take(self, state: MatchState) -> Transition:
        """Deal it."""
        return match.start_deal(state, self.deck)

    def lines(self, events: Sequence[Event], players: int) -> Iterator[str]:
        """The lines of the deal."""
        yield from dealing_lines(events, SEAT_LABELS[:players])


@dataclass(frozen=True, slots=True)
class Acted:
    """A player did something."""

    seat: Seat
    action: Action

    def take(self, state: MatchState) -> Transition:
        """Do it."""
        return match.apply(state, self.seat, self.action)

    def lines(self, events: Sequence[Event], players: int) -> Iterator[str]:
        """The line of the action, and the cards that it brought."""
        yield action_line(self.seat, self.action, SEAT_LABELS)
        yield from dealing_lines(events, SEAT_LABELS[:players])


@dataclass(frozen=True, slots=True)
class Fined:
    """The referee fined somebody."""

    seat: Seat
    kind: Fine

    def take(self, state: MatchState) -> Transition:
        """Fine him."""
        return referee.fine(state, self.seat, self.kind)

    def lines(self, events: Sequence[Event], players: int) -> Iterator[str]:
        """The statement."""
        yield f"fine {SEAT_LABELS[self.seat]} {self.kind.value}"
        yield from dealing_lines(events, SEAT_LABELS[:players])


@dataclass(frozen=True, slots=True)
class Stopped:
    """Those at the table ended the match."""

    def take(self, state: MatchState) -> Transition:
        """End it."""
        return match.stop(state)

    def lines(self, _events: Sequence[Event], _players: int) -> Iterator[str]:
        """The statement."""
        yield "stop"


Step: TypeAlias = Dealt | Acted | Fined | Stopped


def fits(state: MatchState, step: Step) -> bool:
    """The rules allow the step now; one that breaks the engine is allowed."""
    if isinstance(step, Acted):
        return step.action in match.legal_actions(state, step.seat)
    try:
        step.take(state)
    except RuleError:
        return False
    except Exception:  # noqa: BLE001 - an engine that breaks is what is looked for
        return True
    return True


def record(start: Start, steps: Sequence[Step]) -> str:
    """The record of a match; a last step that the engine does not survive is its last line."""
    lines = [*start.lines()]
    state = start.match()
    for step in steps:
        try:
            taken = step.take(state)
        except Exception:  # noqa: BLE001 - whatever broke the engine is what the record is to show
            lines += step.lines((), start.players)
            break
        lines += step.lines(taken.events, start.players)
        state = taken.state
    return "\n".join((*lines, ""))
