"""A table and its parts, as they are stored and as screens read them. Everything is frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final, NewType, TypeAlias

from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import DealResult, Event, Outcome
from engine.players import Level
from engine.state import MatchState

TableId = NewType("TableId", str)
"""Eight opaque characters `a-z0-9`; they fix the table's shard for life."""
PersonId: TypeAlias = int
"""A Telegram user id."""
Lang: TypeAlias = str
"""`ru`, `uk` or `en`."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table lives: a group, or one topic of a forum (`thread` None: no topic, or General)."""

    chat: int
    thread: int | None = None

    @property
    def is_group(self) -> bool:
        """Telegram numbers groups below zero; a private chat has the person's id."""
        return self.chat < 0


class Presence(StrEnum):
    """Whether a person plays his seat himself."""

    HERE = "here"
    AWAY = "away"
    """His turn ran out, or he went: the autopilot plays until he is back."""
    LEFT = "left"
    """He is gone for good: seat, hand and score stay, and somebody else may take them."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: what screens need of a person, copied at sit-down, refreshed by commits."""

    person: PersonId
    """Of a computer player: below zero, and its own at the table."""
    name: str
    """As Telegram shows it, unescaped and uncut; empty for a computer player, whom each language names."""
    lang: Lang
    reachable: bool = True
    """False once the private chat refused a message."""
    presence: Presence = Presence.HERE
    level: Level | None = None
    """How strong a computer player is; None: a person."""
    overdue: int = 0
    """How often his clock ran out since he last acted himself."""

    @property
    def is_person(self) -> bool:
        """Somebody with a private chat and a vote."""
        return self.level is None

    @property
    def plays(self) -> bool:
        """A person who is there to act himself."""
        return self.level is None and self.presence is Presence.HERE


NOBODY: Final[PersonId] = 0
"""Who has had his data deleted: his seat, hand and score stay."""


@dataclass(frozen=True, slots=True)
class Past:
    """Somebody who gave his seat up in the middle of a match."""

    seat: Seat
    sitter: Sitter
    deal: int
    """In which somebody else took it."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who looks on in private: sees what the group sees, in a language of his own."""

    person: PersonId
    lang: Lang


class Then(StrEnum):
    """What a table does when somebody's clock has run out."""

    MOVE = "move"
    """The autopilot does this one move."""
    AWAY = "away"
    """The autopilot plays until the person is back."""
    PAUSE = "pause"
    """The match waits, and no clock runs."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a table waits for each person in each phase."""

    seconds: int = 0
    """0: for ever; else from `LEAST_SECONDS` to `MOST_SECONDS`."""
    then: Then = Then.MOVE


NO_CLOCK: Final = Clock()
LEAST_SECONDS: Final = 10
MOST_SECONDS: Final = 86_400


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table waits for a seat."""

    turn: int
    """In which it began: the seat's own deadlines carry it."""
    since: int
    """Unix milliseconds."""
    until: int = 0
    """When his time is over, in Unix milliseconds; 0: never."""
    passed: TimerKind | None = None
    """The last of his reminders: one that comes again, after a crash, is none."""


class RemarkKind(StrEnum):
    """What a deal's log says of people beside the game's own events."""

    PLAYED = "played"
    """The autopilot did one action for somebody whose time had run out."""
    AWAY = "away"
    """The autopilot plays for somebody until he is back."""
    BACK = "back"
    LEFT = "left"
    """Somebody gave his seat up."""
    KICKED = "kicked"
    """The others freed the seat of somebody who was late."""
    TAKEN = "taken"
    """Somebody else sits on the seat now."""
    UNDONE = "undone"
    """The last action of the seat was taken back."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of a deal's log about a person."""

    kind: RemarkKind
    seat: Seat
    at: int
    """How many events of the log come before it."""


@dataclass(frozen=True, slots=True)
class LastMove:
    """An action that can be taken back: nothing hidden was seen by it, and nobody acted after it."""

    seat: Seat
    lines: int
    """Of the record, at its end."""
    events: int
    """Of the log, at its end."""


class VoteKind(StrEnum):
    """What those who sit may decide together."""

    STOP = "stop"
    KICK = "kick"
    """The seat of somebody whose clock has run out becomes free."""
    UNDO = "undo"
    """The last action is taken back, before anybody else has acted."""


@dataclass(frozen=True, slots=True)
class Vote:
    """An open question."""

    kind: VoteKind
    voters: frozenset[PersonId]
    """Who said yes."""
    seat: Seat | None = None
    """Who is to be kicked, or whose action is to be taken back."""
    against: frozenset[PersonId] = frozenset()
    """Who said no."""


class Stage(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of this table: the preset, what differs from it (`id=value`), and the resolved whole."""

    preset: str | None
    changes: tuple[tuple[str, str], ...]
    conventions: Conventions


@dataclass(frozen=True, slots=True)
class Commitment:
    """What the table committed to before a deal: SHA-256 over salt + deck, shown when the deal begins."""

    salt: str
    deck: str
    """Codes of the cards from the top, without spaces."""
    digest: str
    """In hexadecimal."""

    @classmethod
    def to(cls, salt: str, deck: str) -> Commitment:
        """The commitment to a deck: `printf %s%s SALT DECK | sha256sum` verifies it."""
        return cls(salt, deck, sha256((salt + deck).encode()).hexdigest())


class SlotKind(StrEnum):
    """What kind of screen a message shows."""

    LOBBY = "lobby"
    BOARD = "board"
    HAND = "hand"
    VOTE = "vote"
    WATCH = "watch"
    """The board in the private chat of somebody who looks on."""
    FREED = "freed"
    """What somebody is told in private whose seat the others freed."""
    HINT = "hint"
    """Whose private chat is closed, with a deep link; there is one while there is somebody."""
    PAST = "past"
    """The board of the deal before, whose buttons are to go; it shows nothing new."""
    RESULT = "result"
    """The result of that deal, likewise."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One screen of a table. `person` is set where it is in a private chat."""

    kind: SlotKind
    person: PersonId | None = None

    def __str__(self) -> str:
        return self.kind.value if self.person is None else f"{self.kind.value}:{self.person}"

    @classmethod
    def parse(cls, name: str) -> Slot:
        """The slot that `str` wrote.

        Raises:
            ValueError: it wrote no such thing.
        """
        kind, _, person = name.partition(":")
        return cls(SlotKind(kind), int(person) if person else None)


@dataclass(frozen=True, slots=True)
class Table:
    """A whole table.

    `version` grows with every commit and is what the commit compares. `turn` only ever grows, undo
    included, and is what game buttons carry; `lobby_turn` is what lobby and vote buttons carry, and grows
    when the rules change and when a vote opens or closes. `acted` holds, for each seat, the turn in which
    it acted last or its choice changed, so that a button stays good until its own seat has acted or the
    phase has changed: a tap is fresh while `turn_of_phase <= tap.turn` and `acted[seat] < tap.turn`.
    """

    id: TableId
    version: int
    place: Place
    lang: Lang
    """Language of the group's screens."""
    stage: Stage
    rules: HouseRules
    host: PersonId
    seats: tuple[Sitter, ...]
    opened_at: int
    """Unix time in milliseconds, by the server's clock."""
    turn: int = 0
    turn_of_phase: int = 0
    acted: tuple[int, ...] = ()
    lobby_turn: int = 0
    match: MatchState | None = None
    commitments: tuple[Commitment, ...] = ()
    """Of the deal in hand; only the digest may be shown before the match ends."""
    log: tuple[Event, ...] = ()
    """Public events of the deal in hand, for the board."""
    remarks: tuple[Remark, ...] = ()
    """Of the deal in hand, in order."""
    waiting: tuple[Waiting | None, ...] = ()
    """For each seat. It keeps its clock while others act in the same phase."""
    clock: Clock = NO_CLOCK
    paused: bool = False
    """No clock runs until somebody who is waited for acts."""
    last: LastMove | None = None
    votes: tuple[Vote, ...] = ()
    watchers: tuple[Watcher, ...] = ()
    dealer: PersonId = 0
    """Who deals first where a match follows another one; 0: it is drawn."""
    queue: tuple[Sitter, ...] = ()
    """Who came too late and wants to sit at the next match, in order."""
    epochs: dict[Slot, int] = field(default_factory=dict)
    """Screens that exist now; a grown epoch means: send anew (new deal, nudge, `/table`)."""
    past: tuple[Past, ...] = ()
    """Who had a seat of this match before those who sit, in order."""
    shut: int = 0
    """Deal in which somebody had his data deleted: whose hand he saw is not known any more."""
    hints: bool = False
    """The lobby switched on what the conventions `hint_*` allow."""

    def seat_of(self, person: PersonId) -> Seat | None:
        """Where a person sits; nowhere, once he has left."""
        return next(
            (
                seat
                for seat, sitter in enumerate(self.seats)
                if sitter.person == person and sitter.presence is not Presence.LEFT
            ),
            None,
        )

    def concerns(self, person: PersonId) -> bool:
        """Whether somebody sits, waits for the next match, or looks on."""
        others = (*(sitter.person for sitter in self.queue), *(watcher.person for watcher in self.watchers))
        return self.seat_of(person) is not None or person in others

    def vote(self, kind: VoteKind, seat: Seat | None = None) -> Vote | None:
        """The open question of that kind."""
        return next((vote for vote in self.votes if (vote.kind, vote.seat) == (kind, seat)), None)


class NoticeKind(StrEnum):
    """Messages that must be read once and in order."""

    DEAL_RESULT = "deal_result"
    MATCH_RESULT = "match_result"
    MATCH_STOPPED = "match_stopped"
    DECKS = "decks"
    """Salts and decks of a match that is over."""
    LOBBY_EXPIRED = "lobby_expired"
    """Nobody started in time; with a way to open such a table again."""
    MENTION = "mention"
    """Somebody's time is nearly over."""
    REAPED = "reaped"
    """Nobody played any more: the match ended by itself."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message of its own, sent at least once: stored by the commit, forgotten once it was sent."""

    kind: NoticeKind
    result: DealResult | None = None
    outcome: Outcome | None = None
    totals: tuple[int, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    first: int = 1
    """The deal of the first commitment."""
    seat: Seat | None = None
    """Whom it is about."""
    turn: int = 0
    """Of a mention: in which the waiting began; once it is over, nothing is said."""


class TimerKind(StrEnum):
    """What a deadline is for."""

    NUDGE = "nudge"
    """A turn unanswered for 30 s: a fresh hand message, since edits do not notify."""
    REMIND = "remind"
    """Half of a person's time is gone: the hand says so, in a fresh message."""
    MENTION = "mention"
    """A person's time is nearly over: the group is told, once."""
    CLOCK = "clock"
    """A person's time is over."""
    MOVED = "moved"
    """An outage has moved the end of a person's time: now it is `Timer.due`."""
    THINK = "think"
    """A computer player moves, or the autopilot for somebody who is away."""
    NEXT_DEAL = "next_deal"
    """The next deal starts 10 s after the result, or on any seated person's tap."""
    LOBBY = "lobby"
    """A lobby in which nothing happens ends (an hour)."""
    ARCHIVE = "archive"
    """A match is over: it goes into its group's archive."""
    REAP = "reap"
    """A match in which nobody plays any more ends."""


KEEP: Final = 0
"""A deadline that stays as it is stored, whatever outages have moved it."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A deadline that carries the turn it was set for: a stale one is a no-op."""

    kind: TimerKind
    turn: int
    """Of the table; of a seat's own deadline, the turn in which the waiting for it began."""
    due: int
    """Unix milliseconds, or `KEEP`."""
    seat: Seat | None = None
    """Whose deadline it is, where it is one person's."""
