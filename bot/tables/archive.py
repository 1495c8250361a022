"""Matches that are over: the whole record, who played, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.tables.model import NOBODY, Commitment, Lang, PersonId, Place, Presence, Sitter, Table, TableId
from engine.actions import Seat
from engine.events import EndWhy
from engine.match import outcome
from engine.players import Level
from engine.record.writer import SEAT_LABELS, full_header, join_names

_HEADER_ENDS: Final = "players "


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who had a seat. A seat with several of them had substitutes."""

    seat: Seat
    person: PersonId
    """`NOBODY`: his data were deleted; below zero: a computer player."""
    name: str
    """As Telegram showed it; empty for a computer player, and for `NOBODY`."""
    first: int
    """The deal from which he played."""
    level: Level | None = None
    """Of a computer player."""
    stayed: bool = True
    """False: he left, and the autopilot played for him to the end, or somebody else took the seat."""


@dataclass(frozen=True, slots=True)
class Archived:
    """A match that is over."""

    table: TableId
    place: Place
    lang: Lang
    opened_at: int
    """Unix milliseconds."""
    ended_at: int
    why: EndWhy
    winners: tuple[Seat, ...]
    places: tuple[Seat, ...]
    scores: tuple[int, ...]
    """The totals, by seat."""
    deals: int
    """Deals that were dealt."""
    players: tuple[Player, ...]
    """By seat, then in order."""
    record: tuple[str, ...]
    """The game record, with every convention; seats are P1…P6."""

    @property
    def persons(self) -> frozenset[PersonId]:
        """Whom it names."""
        return frozenset(player.person for player in self.players if player.person > NOBODY)

    def at(self, place: Place) -> Archived:
        """The same match in the group's new place."""
        return replace(self, place=place)

    def forgetting(self, person: PersonId) -> Archived:
        """The same match without that person: his seat stays."""
        players = tuple(
            replace(player, person=NOBODY, name="") if player.person == person else player
            for player in self.players
        )
        return replace(self, players=players)


class Archive(Protocol):
    """Where finished matches are kept."""

    async def put(self, match: Archived, version: int) -> bool:
        """Keep a match, once or again, and trim its group's archive by number and age.

        False: the table is not of that version any more, read it again.
        """
        ...

    async def get(self, table: TableId) -> Archived | None:
        """One match."""
        ...

    async def of_chat(self, chat: int) -> tuple[Archived, ...]:
        """All matches of a group, the oldest first."""
        ...

    async def of_person(self, person: PersonId) -> tuple[TableId, ...]:
        """Tables and archived matches that name a person; entries that dangle are dropped."""
        ...

    async def forget(self, table: TableId, person: PersonId) -> None:
        """Take a person out of a match; one that does not name him is left alone."""
        ...

    async def moved(self, old: int, new: int) -> None:
        """The group `old` became the supergroup `new`: its archive follows; may be told twice."""
        ...


def archived(
    table: Table, record: Sequence[str], commitments: Sequence[Commitment], ended_at: int
) -> Archived | None:
    """What is kept of a table; None where no match was played to its end."""
    match = table.match
    ended = None if match is None else outcome(match)
    if match is None or ended is None:
        return None
    return Archived(
        table=table.id,
        place=table.place,
        lang=table.lang,
        opened_at=table.opened_at,
        ended_at=ended_at,
        why=ended.why,
        winners=ended.winners,
        places=ended.places,
        scores=tuple(standing.score for standing in match.sheet.standings),
        deals=match.sheet.deals_dealt,
        players=tuple(_players(table)),
        record=tuple(_whole(table, record, commitments)),
    )


def _players(table: Table) -> Iterator[Player]:
    for seat, sitter in enumerate(table.seats):
        first = 1
        for past in table.past:
            if past.seat == seat:
                yield _player(seat, past.sitter, first, stayed=False)
                first = past.deal
        yield _player(seat, sitter, first, stayed=sitter.presence is not Presence.LEFT)


def _player(seat: Seat, sitter: Sitter, first: int, *, stayed: bool) -> Player:
    return Player(seat, sitter.person, sitter.name, first, sitter.level, stayed)


def _whole(table: Table, record: Sequence[str], commitments: Sequence[Commitment]) -> Iterator[str]:
    """The record with the header that no later default changes, and with what each deal was committed to."""
    rules = table.rules
    yield from full_header(rules.conventions, SEAT_LABELS[: len(table.seats)], rules.preset)
    begun = next((at for at, line in enumerate(record) if line.startswith(_HEADER_ENDS)), -1) + 1
    salts = iter(commitments)
    for line in record[begun:]:
        plain = line.partition("#")[0].rstrip()
        if plain.startswith("deal ") and (salt := next(salts, None)):
            yield f"# sha256 {salt.digest}, salt {salt.salt}, deck {salt.deck}"
        if plain:
            yield plain


def as_file(match: Archived, names: Sequence[str], about: Sequence[str] = ()) -> str:
    """The match as a `.tgr` file with these names, by seat; `about` are lines of words above it."""
    comments = [f"# {' '.join(line.split())}" for line in about]
    joined = join_names((line for line in match.record if not _is_comment(line)), names)
    body = (line if _is_comment(line) else next(joined) for line in match.record)
    return "".join(f"{line}\n" for line in (*comments, *body))


def _is_comment(line: str) -> bool:
    return line.startswith("#")
