"""The people at a table, of every temper. They see what a client shows, and tap it; nobody gets a cue."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Final

from bot.sandbox import people
from bot.sandbox.core import Sandbox
from bot.sandbox.model import Chat, Message, Person, Query
from bot.screens.buttons import (
    BackTap,
    GameTap,
    LobbyTap,
    NextTap,
    PageTap,
    SeatTap,
    SeatVerb,
    SelfTap,
    SelfVerb,
    Tap,
    VoteTap,
    parse,
)
from bot.screens.options import CARD, CONFIRM
from bot.storage.tables import RedisTables
from bot.tables.model import Table, TableId
from bot.tables.ports import StorageDown
from engine.actions import Announce, Bury, Give, Play
from engine.match import legal_actions
from engine.players import Level, choose
from engine.view import seat_view

PATIENCE: Final = 12.0
"""Seconds that somebody waits for the answer to his tap."""
SENSIBLE: Final = 0.75
"""How often somebody does what an autopilot would; else anything that he sees."""
SCREENS: Final = 4
"""The newest messages of a chat with buttons, which are on the screen."""
MEMORY: Final = 40
OWN: Final = (GameTap, PageTap, NextTap, BackTap)
"""What buttons of one's own hand do."""
GARBAGE: Final = (
    "",
    ":",
    "g",
    "g:",
    "g:::",
    "\0",
    "💥" * 12,
    "g:{}:-1:0",
    "g:{}:0:zzzzzzzzzz",
    "m:hand:" + "x" * 50,
)


class Temper(StrEnum):
    """How somebody behaves."""

    CALM = "calm"
    RACING = "racing"
    """Taps twice or three times, and on everything."""
    STALE = "stale"
    """Taps on buttons that were there a while ago."""
    FORGING = "forging"
    """Sends data that no button of his holds."""
    ABSENT = "absent"
    """Goes to dinner until his clock has run out, more than once."""
    LEAVING = "leaving"
    """Leaves the table, the group, or blocks the bot; may come back."""
    LOOKING_ON = "looking on"


@dataclass(frozen=True, slots=True)
class Sight:
    """A button on somebody's screen, as it was when he saw it."""

    chat: int
    message: tuple[int, int | None]
    row: int
    column: int
    data: str
    tap: Tap | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A tap that was made."""

    query: str
    update: int
    person: int
    data: str


@dataclass(slots=True)
class Guest:
    """One person of a group."""

    sandbox: Sandbox
    tables: RedisTables
    id: int
    group: int
    temper: Temper
    rng: Random
    pressed: list[Pressed]
    table: TableId | None = None
    memory: list[Sight] = field(default_factory=list)
    gone: bool = False

    # What he does

    async def turn(self) -> None:
        """Whatever he feels like at this moment."""
        with suppress(people.ActError, StorageDown):
            await self._turn()

    async def _turn(self) -> None:
        rng = self.rng
        if self.gone:
            if rng.random() < 0.05:
                self.come_back()
            return
        match self.temper:
            case Temper.ABSENT if rng.random() < 0.9:
                return
            case Temper.LEAVING if rng.random() < 0.03:
                self.leave()
                return
            case Temper.LOOKING_ON:
                self._look_on()
                return
            case Temper.FORGING if rng.random() < 0.5:
                self._forge()
                return
            case Temper.STALE if self.memory and rng.random() < 0.5:
                self._send_again(rng.choice(self.memory))
                return
            case _:
                pass
        await self._play()

    async def _play(self) -> None:
        mine = [sight for sight in self.screen(self.id) if isinstance(sight.tap, OWN)]
        everywhere = self.rng.random() < (0.1 if self.temper is Temper.RACING else 0.02)
        public = list(self.screen(self.group)) if everywhere or not mine else []
        sight = await self._wanted(mine) if mine else None
        if sight is None and public and (everywhere or self.rng.random() < 0.02):
            sight = self.rng.choice(public)
        if sight is None or not self._dares(sight):
            return
        self._remember(sight)
        query = self.press(sight)
        if self.temper is Temper.RACING:
            for _ in range(self.rng.choice((0, 1, 1, 2))):
                self._send_again(sight)
        await self.answered(query)

    def _dares(self, sight: Sight) -> bool:
        """Nobody votes or leaves by accident; in the lobby everybody waits."""
        match sight.tap:
            case VoteTap() | SelfTap(_, SelfVerb.LEAVE | SelfVerb.GO | SelfVerb.QUEUE | SelfVerb.WATCH):
                return self.rng.random() < 0.15
            case LobbyTap():
                return False
            case SeatTap(_, _, SeatVerb.TAKE):
                return self.temper is Temper.LEAVING
            case _:
                return True

    async def _wanted(self, mine: Sequence[Sight]) -> Sight | None:
        """The button for what an autopilot would do, or any."""
        if self.rng.random() < SENSIBLE:
            table = await self.tables.load(self.table) if self.table else None
            found = table and self._sensible(table, mine)
            if found:
                return found
        return self.rng.choice(mine)

    def _sensible(self, table: Table, mine: Sequence[Sight]) -> Sight | None:
        seat, match = table.seat_of(self.id), table.match
        if seat is None or match is None or not (legal := legal_actions(match, seat)):
            return None
        view = seat_view(match, seat)
        action = choose(Level.AUTOPILOT, view, legal, self.rng)
        index = legal.index(action)
        ways = {CONFIRM + index}
        if isinstance(action, Play | Announce | Give | Bury) and action.card in view.hand:
            ways.add(CARD + view.hand.index(action.card))
        return next(
            (
                sight
                for sight in mine
                if (isinstance(sight.tap, GameTap) and sight.tap.index == index)
                or (isinstance(sight.tap, PageTap) and sight.tap.page in ways)
            ),
            None,
        )

    def _look_on(self) -> None:
        rng = self.rng
        if rng.random() < 0.02:
            people.send(self.sandbox, self.person, self.chat, rng.choice(("/watch", "/unwatch", "/score")))
        elif rng.random() < 0.1 and (seen := [*self.screen(self.id), *self.screen(self.group)]):
            sight = rng.choice(seen)
            if not isinstance(sight.tap, SeatTap | SelfTap):
                self.press(sight)

    def _forge(self) -> None:
        """A client of his own sends what no button says: other seats, turns, indices, tables; garbage."""
        seen = [*self.screen(self.group), *self.screen(self.id), *self.memory]
        if not seen:
            return
        sight, rng = self.rng.choice(seen), self.rng
        base = rng.choice(seen).data
        words = base.split(":")
        kind = rng.randrange(4)
        if kind == 0:
            data = rng.choice(GARBAGE).format(self.table or "")
        elif kind == 1:
            words[rng.randrange(len(words))] = rng.choice(
                ("0", "1", "2", "zz", "-1", "x" * 8, self.table or "-")
            )
            data = ":".join(words)
        elif kind == 2:
            data = f"g:{self.table}:{rng.choice(words)}:{rng.randrange(9)}"
        else:
            data = base
        self.send(sight, data.encode()[:64].decode(errors="ignore"))

    # Coming and going

    def leave(self) -> None:
        """By the command, out of the group, or by a block."""
        self.gone = True
        match self.rng.randrange(3):
            case 0:
                people.send(self.sandbox, self.person, self.chat, "/leave")
                self.gone = False  # he is asked whether he is sure, and may tap either button
            case 1:
                people.leave(self.sandbox, self.person, self.chat)
            case _:
                people.set_blocked(self.sandbox, self.person, blocked=True)

    def come_back(self) -> None:
        """Into the group, the private chat, and, where it is free, on his seat."""
        self.gone = False
        if self.person.blocked:
            people.set_blocked(self.sandbox, self.person, blocked=False)
            people.send(self.sandbox, self.person, self.sandbox.world.chats[self.id], "/start")
        if self.id not in self.chat.members:
            people.join(self.sandbox, self.person, self.chat)
            people.send(self.sandbox, self.person, self.chat, "/join")

    # Fingers and eyes

    @property
    def person(self) -> Person:
        """As the sandbox knows him."""
        return self.sandbox.world.people[self.id]

    @property
    def chat(self) -> Chat:
        """His group."""
        return self.sandbox.world.chats[self.group]

    def screen(self, chat: int) -> Iterator[Sight]:
        """The live buttons of the newest messages that he sees in a chat."""
        if self.id not in self.sandbox.world.chats[chat].members:
            return
        left = SCREENS
        for message in reversed(self.sandbox.world.chats[chat].messages.values()):
            if message.deleted or not message.keyboard or message.receiver not in {None, self.id}:
                continue
            yield from _buttons(message)
            left -= 1
            if not left:
                return

    def press(self, sight: Sight) -> Query:
        """Tap a button that is there, or was there a moment ago."""
        return self.send(sight, sight.data)

    def send(self, sight: Sight, data: str) -> Query:
        """A tap on that message that says so."""
        message = self.sandbox.world.chats[sight.chat].messages[sight.message]
        world = self.sandbox.world
        query = Query(world.next_query_id(), self.id, sight.chat, message.key, world.clock())
        update = self.sandbox.ask(query, message, data)
        if update is not None:
            self.pressed.append(Pressed(query.id, update, self.id, data))
        return query

    async def answered(self, query: Query) -> None:
        """Wait for the answer, as long as people do."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.sandbox.answered(query.id)

    def _send_again(self, sight: Sight) -> None:
        if self.id in self.sandbox.world.chats[sight.chat].members:
            self.press(sight)

    def _remember(self, sight: Sight) -> None:
        self.memory.append(sight)
        del self.memory[:-MEMORY]


def _buttons(message: Message) -> Iterator[Sight]:
    for row, buttons in enumerate(message.keyboard):
        for column, button in enumerate(buttons):
            data = button.get("callback_data")
            if data is not None:
                yield Sight(message.chat, message.key, row, column, data, parse(data))
