"""A match played through the screen: people press what they see, a computer player says which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from bot.screens.buttons import GameTap, LobbyTap, LobbyVerb, NextTap, PageTap, parse
from bot.screens.options import CARD, CONFIRM
from bot.screens.render import render
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.tables.model import Stage, Table, TableId
from bot.tables.timing import awaited
from engine.actions import Action, Announce, Bury, Give, Play
from engine.match import legal_actions, phase
from engine.players import Level, choose
from engine.state import Phase
from engine.view import seat_view
from tests.support.eventually import eventually
from tests.support.house import House
from tests.support.people import ActError, Button, Person, Screen

NAMES = ("Anna", "Bohdan", "Vera")
_NONE = TableId("")


@dataclass(slots=True)
class Game:
    """A table of the house, and what was pressed at it."""

    house: House
    group: int
    players: Sequence[Person]
    rng: Random
    level: Level = Level.AUTOPILOT
    """Who says what is pressed."""
    table: TableId = _NONE
    pressed: list[tuple[str, str]] = field(default_factory=list)
    """Query and data of every tap of a game button."""

    async def sit_down(self, words: str = "") -> None:
        """From /newgame to the first deal, as three strangers to the bot would do it."""
        await self.players[0].send(self.group, f"/newgame {words}".strip())
        await self.take_seats()

    async def take_seats(self) -> None:
        """From the open lobby to the first deal."""
        await self.fill_seats()
        first = self.players[0]
        await self._start(first, await first.until_button(self.group, is_lobby(LobbyVerb.START)))
        await self.until(lambda table: table.stage is Stage.PLAYING)

    async def fill_seats(self) -> None:
        """From the open lobby to one that could start."""
        first = self.players[0]
        for person in self.players:
            await self._join(person, await person.until_button(self.group, is_lobby(LobbyVerb.SIT)))
        tap = parse((await first.until_button(self.group, is_lobby(LobbyVerb.START))).data)
        assert isinstance(tap, LobbyTap)
        self.table = tap.table
        await self.until(lambda table: len(table.seats) == len(self.players))

    async def state(self) -> Table:
        """The table as it is stored."""
        table = await self.house.tables.load(self.table)
        assert table is not None
        return table

    async def play_to_the_end(self) -> Table:
        """Every step of every deal."""
        while (table := await self.state()).stage is Stage.PLAYING:
            await self.step(table)
        return table

    async def step(self, table: Table) -> None:
        """One tap that moves the table on."""
        await self._tap(*await self.next_button(table))
        await self.moved_on(table)

    async def moved_on(self, table: Table) -> None:
        """Wait for the turn after this one."""
        await self.until(lambda now: now.turn > table.turn)

    async def next_button(self, table: Table) -> tuple[Person, Button]:
        """Who is to press what now."""
        assert table.match is not None
        if phase(table.match) is Phase.OVER:
            person = self.players[0]
            return person, await person.until_button(person.chat, is_next(table.turn))
        seat = awaited(table.match)[0]
        legal = legal_actions(table.match, seat)
        action = choose(self.level, seat_view(table.match, seat), legal, self.rng)
        person = next(each for each in self.players if each.id == table.seats[seat].person)
        return person, await self._find(table, person, legal.index(action), action)

    async def said_once(self, headline: str) -> None:
        """The group reads a message that begins so, and no second one."""
        first = self.players[0]
        await first.until(self.group, lambda screen: _headed(screen, headline))
        assert _headed(first.screen(self.group), headline) == 1

    def chat_of(self, person: Person) -> int:
        """Where he looks for the buttons of his hand."""
        return person.chat

    async def _start(self, person: Person, button: Button) -> None:
        """Press it; where the lobby moved under the finger, press it where it went."""
        try:
            await person.tap(self.group, button)
        except ActError:
            await self._start(person, await person.until_button(self.group, is_lobby(LobbyVerb.START)))

    async def _join(self, person: Person, button: Button) -> None:
        answer = await person.tap(self.group, button)
        if answer.url:
            await person.open(answer.url)
            await person.until(person.chat, lambda screen: screen.of_bot())

    async def _tap(self, person: Person, button: Button) -> None:
        query = await person.press(button)
        self.pressed.append((query, button.data))
        answer = await person.answer_to(query)
        assert answer.text == "", answer

    async def _find(self, table: Table, person: Person, index: int, action: Action) -> Button:
        """The button for a legal action, on whatever page of the hand it is."""
        asked = {0}
        while True:
            button = await person.until(
                self.chat_of(person), lambda screen: _way(screen, table, index, action, asked)
            )
            tap = parse(button.data)
            if isinstance(tap, GameTap):
                return button
            assert isinstance(tap, PageTap)
            asked.add(tap.page)
            await self._open(person, button)

    async def _open(self, person: Person, button: Button) -> None:
        """Press it and see the other page: no page leads to itself."""
        answer = await person.tap(self.chat_of(person), button)
        assert answer.text == "", answer
        await person.until(
            self.chat_of(person), lambda screen: button.data not in {each.data for each in screen.buttons}
        )

    async def until(self, condition: Callable[[Table], bool]) -> None:
        """Wait for the stored table to be so."""

        async def holds() -> bool:
            return condition(await self.state())

        await eventually(holds)


async def settled(game: Game, store: Store) -> None:
    """Wait until every update is done and Telegram has the newest render of every screen."""
    screens = RedisScreens(store)

    async def shown() -> bool:
        table = await game.state()
        for slot in table.epochs:
            handle, screen = await screens.handle(table.id, slot), render(table, slot)
            if (handle and handle.digest) != (screen and screen.digest):
                return False
        return not (await screens.marked(1) or len(game.house.server.sandbox.updates))

    await eventually(shown)


def _headed(screen: Screen, headline: str) -> int:
    return sum(message.text.partition("\n")[0] == headline for message in screen.of_bot())


def is_lobby(verb: LobbyVerb, *, after: TableId | None = None) -> Callable[[Button], bool]:
    """A button of the lobby, of the one that follows `after`, whose message may still be shown."""

    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, LobbyTap) and tap.verb is verb and tap.table != after

    return fits


def is_next(turn: int) -> Callable[[Button], bool]:
    """The button that deals on."""

    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, NextTap) and tap.turn == turn

    return fits


def _way(screen: Screen, table: Table, index: int, action: Action, asked: set[int]) -> Button | None:
    """The button itself, or one that leads to the page where it is; only those drawn for this turn count."""
    pages: dict[int, Button] = {}
    for button in screen.buttons:
        match parse(button.data):
            case GameTap(table.id, table.turn, found) if found == index:
                return button
            case PageTap(table.id, table.turn, page) if page not in asked:
                pages.setdefault(page, button)
            case _:
                pass
    wanted = [CONFIRM + index]
    if isinstance(action, Play | Announce | Give | Bury):
        assert table.match is not None
        hand = seat_view(table.match, awaited(table.match)[0]).hand
        wanted.append(CARD + hand.index(action.card))
    lists = [page for page in sorted(pages) if page < CARD]
    return next((pages[page] for page in (*wanted, *lists) if page in pages), None)
