"""Tables and people for tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random

from bot.tables import clock, lobby, moves, timing
from bot.tables.context import Context
from bot.tables.model import (
    NO_CLOCK,
    Clock,
    HouseRules,
    PersonId,
    Place,
    Sitter,
    Stage,
    Table,
    TableId,
    Timer,
)
from bot.tables.ports import Answer, Change, Refusal
from bot.tables.said import Said
from engine.conventions import resolve
from engine.match import legal_actions
from engine.players import Level, choose
from engine.view import seat_view

FAMILY = Place(-1000000000001)
ANNA = Sitter(1001, "Anna", "ru")
BOHDAN = Sitter(1002, "Bohdan", "uk")
VERA = Sitter(1003, "Vera", "en")
TABLE = TableId("k3x9q0ab")


def house_rules(preset: str = "default") -> HouseRules:
    return HouseRules(preset, (), resolve(preset, {}))


def waiting(
    table: TableId = TABLE, place: Place = FAMILY, seats: tuple[Sitter, ...] = (ANNA,), version: int = 0
) -> Table:
    """A table that waits for players."""
    return Table(
        id=table,
        version=version,
        place=place,
        lang="ru",
        stage=Stage.LOBBY,
        rules=house_rules(),
        host=seats[0].person if seats else 0,
        seats=seats,
        opened_at=1_700_000_000_000,
    )


def of(decision: Change | Refusal) -> Change:
    """A decision that must be a change."""
    assert isinstance(decision, Change), decision
    return decision


def refusal(decision: Change | Refusal) -> Said:
    """What a decision that must be a refusal says."""
    assert isinstance(decision, Refusal), decision
    return decision.answer.said


def change(table: Table, said: Said = Said.OK) -> Change:
    """A change that writes nothing but the table."""
    return Change(table, Answer(said))


class Sequence:
    """Entropy that is the same in every run."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def deck_seed(self) -> bytes:
        return next(self._numbers).to_bytes(32)

    def salt(self) -> str:
        return f"{next(self._numbers):032x}"

    def table_id(self) -> TableId:
        return TableId(f"t{next(self._numbers):07d}")

    def first_dealer(self, players: int) -> int:
        return players - 1


class Game:
    """A table played through its use cases, commit after commit, without storage."""

    def __init__(self, preset: str | None = None, seed: int = 1, clock: Clock = NO_CLOCK) -> None:
        self.context = Context(1_700_000_000_000, Sequence())
        words = () if preset is None else tuple(preset.split())
        opened = lobby.opened(FAMILY, ANNA, words, "ru", self.context, clock=clock)
        self.table = self.commit(of(opened)).table
        self.record: list[str] = []
        self.changes: list[Change] = []
        self._rng = Random(seed)

    def commit(self, change: Change) -> Change:
        """What storage does: the version grows."""
        self.table = replace(change.table, version=change.table.version + 1)
        return change

    def do(self, use_case: Callable[..., Change | Refusal], *args: object, **named: object) -> Change:
        """Carry a use case out that must succeed."""
        done = self.commit(of(use_case(self.table, *args, **named)))
        self.record += done.record
        self.changes.append(done)
        return done

    def start(self) -> Change:
        """Seat two more and deal."""
        self.do(lobby.sit, BOHDAN, self.context)
        self.do(lobby.sit, VERA, self.context)
        return self.do(lobby.start, ANNA.person, self.context)

    @property
    def on_turn(self) -> PersonId:
        """Who is waited for."""
        assert self.table.match is not None
        return self.table.seats[timing.awaited(self.table.match)[0]].person

    def tap(self, person: PersonId, index: int = 0, turn: int | None = None) -> Change | Refusal:
        """What a tap would do."""
        return moves.act(self.table, person, self.table.turn if turn is None else turn, index, self.context)

    def step(self, level: Level = Level.AUTOPILOT) -> Change:
        """One move of a computer player, or the next deal."""
        match = self.table.match
        assert match is not None
        seats = timing.awaited(match)
        if not seats:
            return self.do(moves.next_deal, ANNA.person, self.table.turn, self.context)
        view = seat_view(match, seats[0])
        index = legal_actions(match, seats[0]).index(choose(level, view, view.legal, self._rng))
        return self.do(moves.act, self.table.seats[seats[0]].person, self.table.turn, index, self.context)

    def fire(self, timer: Timer) -> Change | Refusal:
        """What a deadline would do."""
        return clock.due(self.table, timer, self.context)
