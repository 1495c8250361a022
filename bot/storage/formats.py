"""The stored form of a table, its version, and the way from older versions.

The table is a JSON object with its `format`; the match is the bytes of the engine's own snapshot, which has
a version of its own. Who reads an older table gets it migrated; the next commit stores it in today's form.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from bot.storage.codec import Json, pack, unpack
from bot.tables.model import (
    Clock,
    Commitment,
    HouseRules,
    LastMove,
    Past,
    PersonId,
    Place,
    Remark,
    Sitter,
    Slot,
    Stage,
    Table,
    TableId,
    Vote,
    VoteKind,
    Waiting,
    Watcher,
)
from engine.actions import Seat
from engine.conventions import DEFAULT_PRESET, Conventions, assemble, differing, field
from engine.events import Event
from engine.record import snapshot
from engine.state import MatchState

FORMAT: Final = 2
"""Version of the stored table."""
Migration: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]


def _with_clocks(data: dict[str, Json]) -> dict[str, Json]:
    """2: a clock for each seat, which starts anew, and votes about more than the end."""
    old = {name: value for name, value in data.items() if name != "since"}
    votes = [["stop", data["votes"], None]] if data["votes"] else []
    return {**old, "votes": votes, "waiting": [None] * len(data["seats"]), "clock": [0, "move"]}


MIGRATIONS: Final[Mapping[int, Migration]] = {1: _with_clocks}
"""From the version of the key to the next one. A migration is never changed once released."""

RULES_FORMAT: Final = 1
"""Version of the stored rules of a group."""
RULES_MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""As `MIGRATIONS`."""

CLOCK_FORMAT: Final = 1
"""Version of the stored clock of a group."""
CLOCK_MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""As `MIGRATIONS`."""


class UnknownFormatError(Exception):
    """The data were stored by a newer program."""


def migrate(
    data: dict[str, Json], steps: Mapping[int, Migration] = MIGRATIONS, newest: int = FORMAT
) -> dict[str, Json]:
    """Stored data in today's form.

    Raises:
        UnknownFormatError: a newer program wrote them.
    """
    version = data["format"]
    if version > newest:
        raise UnknownFormatError(
            f"the stored data have format {version}, this program reads up to {newest}: update the bot"
        )
    while version < newest:
        data = steps[version](data)
        version += 1
    return {**data, "format": newest}


def dump(table: Table) -> tuple[bytes, bytes]:
    """The table without its match, and the match (empty before the first deal)."""
    data = {
        "format": FORMAT,
        "place": [table.place.chat, table.place.thread],
        "lang": table.lang,
        "stage": table.stage.value,
        **_rules_data(table.rules),
        "host": table.host,
        "seats": pack(tuple[Sitter, ...], table.seats),
        "opened": table.opened_at,
        "turn": table.turn,
        "phase": table.turn_of_phase,
        "acted": table.acted,
        "lobby": table.lobby_turn,
        "commitments": [[each.salt, each.deck] for each in table.commitments],
        "log": pack(tuple[Event, ...], table.log),
        "waiting": pack(tuple[Waiting | None, ...], table.waiting),
        "clock": pack(Clock, table.clock),
        "votes": [_vote_data(vote) for vote in table.votes],
        "epochs": {str(slot): epoch for slot, epoch in table.epochs.items()},
        **_rare(table),
    }
    match = b"" if table.match is None else snapshot.dump(table.match)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), match


def _rare(table: Table) -> dict[str, Json]:
    """What most tables do without."""
    found = {
        "hints": table.hints,
        "paused": table.paused,
        "remarks": pack(tuple[Remark, ...], table.remarks),
        "last": table.last and pack(LastMove, table.last),
        "dealer": table.dealer,
        "watchers": pack(tuple[Watcher, ...], table.watchers),
        "queue": pack(tuple[Sitter, ...], table.queue),
        "past": pack(tuple[Past, ...], table.past),
        "shut": table.shut,
    }
    return {name: value for name, value in found.items() if value}


def load(table: TableId, version: int, data: bytes, match: MatchState | None) -> Table:
    """The table that `dump` wrote, in whatever version, with its match.

    Raises:
        UnknownFormatError: a newer program stored it.
    """
    found = json.loads(data)
    if found["format"] != FORMAT:
        found = migrate(found)
    chat, thread = found["place"]
    return Table(
        id=table,
        version=version,
        place=Place(chat, thread),
        lang=found["lang"],
        stage=Stage(found["stage"]),
        rules=_rules_of(found),
        host=found["host"],
        seats=unpack(tuple[Sitter, ...], found["seats"]),
        opened_at=found["opened"],
        turn=found["turn"],
        turn_of_phase=found["phase"],
        acted=tuple(found["acted"]),
        lobby_turn=found["lobby"],
        match=match,
        commitments=tuple(Commitment.to(salt, deck) for salt, deck in found["commitments"]),
        log=unpack(tuple[Event, ...], found["log"]),
        remarks=unpack(tuple[Remark, ...], found.get("remarks", [])),
        waiting=unpack(tuple[Waiting | None, ...], found["waiting"]),
        clock=unpack(Clock, found["clock"]),
        paused=found.get("paused", False),
        last=unpack(LastMove, found["last"]) if "last" in found else None,
        votes=tuple(_vote(*vote) for vote in found["votes"]),
        watchers=unpack(tuple[Watcher, ...], found.get("watchers", [])),
        dealer=found.get("dealer", 0),
        queue=unpack(tuple[Sitter, ...], found.get("queue", [])),
        past=unpack(tuple[Past, ...], found.get("past", [])),
        epochs={Slot.parse(name): epoch for name, epoch in found["epochs"].items()},
        shut=found.get("shut", 0),
        hints=found.get("hints", False),
    )


def _vote_data(vote: Vote) -> list[Json]:
    return [vote.kind.value, sorted(vote.voters), vote.seat, sorted(vote.against)]


def _vote(kind: str, voters: Iterable[PersonId], seat: Seat | None, against: Iterable[PersonId] = ()) -> Vote:
    """Who is against came later than the rest."""
    return Vote(VoteKind(kind), frozenset(voters), seat, frozenset(against))


def dump_rules(rules: HouseRules) -> bytes:
    """The rules that a group saved as its own; they have a version of their own."""
    data = {"format": RULES_FORMAT, **_rules_data(rules)}
    return json.dumps(data, separators=(",", ":")).encode()


def load_rules(data: bytes) -> HouseRules:
    """The rules that `dump_rules` wrote, in whatever version.

    Raises:
        UnknownFormatError: a newer program stored them.
    """
    return _rules_of(migrate(json.loads(data), RULES_MIGRATIONS, RULES_FORMAT))


def dump_clock(clock: Clock) -> bytes:
    """The clock that a group chose; it has a version of its own."""
    data = {"format": CLOCK_FORMAT, "clock": pack(Clock, clock)}
    return json.dumps(data, separators=(",", ":")).encode()


def load_clock(data: bytes) -> Clock:
    """The clock that `dump_clock` wrote, in whatever version.

    Raises:
        UnknownFormatError: a newer program stored it.
    """
    return unpack(Clock, migrate(json.loads(data), CLOCK_MIGRATIONS, CLOCK_FORMAT)["clock"])


def _rules_data(rules: HouseRules) -> dict[str, Json]:
    return {
        "preset": rules.preset,
        "changes": dict(rules.changes),
        "conventions": _words(rules.conventions),
    }


def _rules_of(found: Mapping[str, Json]) -> HouseRules:
    return _rules(found["preset"], tuple(found["changes"].items()), tuple(found["conventions"].items()))


@lru_cache(maxsize=256)
def _words(conventions: Conventions) -> dict[str, str]:
    return differing(conventions, DEFAULT_PRESET)


@lru_cache(maxsize=256)
def _rules(
    preset: str | None, changes: tuple[tuple[str, str], ...], words: tuple[tuple[str, str], ...]
) -> HouseRules:
    """House rules are few and their tables many: equal ones are one object."""
    return HouseRules(preset, changes, assemble({name: field(name).parse(word) for name, word in words}))
