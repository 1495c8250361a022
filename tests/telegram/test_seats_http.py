"""Seats over HTTP: computer players, substitutes, taking back, looking on, the next match."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from bot.i18n import LANGS
from bot.screens.buttons import (
    AgainTap,
    LobbyVerb,
    SeatTap,
    SeatVerb,
    SelfTap,
    SelfVerb,
    UndoTap,
    VoteTap,
    VoteVerb,
    parse,
)
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Place, Presence, Stage, Table
from bot.tables.timing import awaited
from engine.cards import Card
from engine.match import phase
from engine.record.replayer import replay
from engine.state import Phase
from tests.support.house import FAST, House, bot_inside, open_house
from tests.support.people import Button, Person
from tests.telegram.match import NAMES, Game, is_lobby, settled
from tests.telegram.witness import shown

MOVES = 60
WRITES_A_MOVE = 2.6
WRITES_A_MINUTE = 20


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path, turn_seconds=0):
        yield opened


@pytest.fixture
async def game(house: House) -> Game:
    made = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
    await made.sit_down()
    return made


def says(verb: SelfVerb | SeatVerb) -> Callable[[Button], bool]:
    def fits(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, SelfTap | SeatTap) and tap.verb is verb

    return fits


def a_vote(button: Button) -> bool:
    tap = parse(button.data)
    return isinstance(tap, VoteTap) and tap.verb is VoteVerb.YES


async def play(game: Game, done: Callable[[Table], bool]) -> Table:
    """People press what is theirs; computer players need nobody."""
    while not done(table := await game.state()):
        if people_wanted(table):
            await game.step(table)
        else:
            await game.moved_on(table)
    return table


def people_wanted(table: Table) -> bool:
    assert table.match is not None
    wanted = awaited(table.match)
    return not wanted or table.seats[wanted[0]].plays


def playing(table: Table) -> bool:
    assert table.match is not None
    return phase(table.match) is Phase.PLAY


async def newcomer(game: Game) -> Person:
    """Somebody of the group who has no seat and never wrote to the bot."""
    return await game.house.people.add("Daria", "en", game.group)


async def test_one_person_and_two_computers(house: House, store: Store) -> None:
    """L02, A02: they sit down and play by themselves, and cost the group no more than people do."""
    (anna, _, _), family = house.people.named(*NAMES), house.people.group()
    game = Game(house, family, (anna,), Random(1))
    await anna.send(family, "/newgame")
    button = await anna.until_button(family, is_lobby(LobbyVerb.SIT))
    answer = await anna.tap(family, button)
    assert answer.url
    await anna.open(answer.url)
    for verb in (LobbyVerb.EASY, LobbyVerb.NORMAL):
        await anna.tap(family, await anna.until_button(family, is_lobby(verb)))
    await anna.until(family, lambda screen: screen.find("🤖 Средний"))
    found = await house.tables.find(Place(family))
    assert found is not None
    game.table = found
    await house.people.reset_stats()
    await anna.tap(family, await anna.until_button(family, is_lobby(LobbyVerb.START)))
    await game.until(lambda table: table.stage is Stage.PLAYING)
    first = (await game.state()).turn
    table = await play(game, lambda table: table.turn >= first + MOVES and people_wanted(table))
    await settled(game, store)
    stats, record = await house.people.stats(), await house.tables.record(game.table)
    assert (stats["refusals"], stats["not_modified"], stats["unanswered"]) == ([], 0, [])
    group = stats["writes"][str(family)]
    writes = len(group) + len(stats["writes"][str(anna.chat)])
    moves = sum(line.startswith("P") for line in record)
    assert writes <= WRITES_A_MOVE * moves
    minute = 60 / FAST
    assert max(sum(at <= other < at + minute for other in group) for at in group) <= WRITES_A_MINUTE
    assert {chat for chat in stats["writes"] if stats["writes"][chat]} == {str(family), str(anna.chat)}
    assert replay("\n".join(record).encode()).state == table.match


async def test_a_substitute_takes_the_seat_of_somebody_who_leaves(game: Game, store: Store) -> None:
    anna, bohdan, vera = game.players
    await play(game, playing)
    asked = await vera.tap(game.group, await vera.until_button(game.group, says(SelfVerb.LEAVE)))
    assert asked.text == ""
    await vera.tap(vera.chat, await vera.until_button(vera.chat, says(SelfVerb.GO)))
    await game.until(lambda table: table.seats[2].presence is Presence.LEFT)
    daria = await newcomer(game)
    answer = await daria.tap(game.group, await daria.until_button(game.group, says(SeatVerb.TAKE)))
    assert answer.url
    await daria.open(answer.url)
    await game.until(lambda table: table.seats[2].person == daria.id)
    await daria.until(daria.chat, lambda screen: screen.find("Your cards"))
    game.players = (anna, bohdan, daria)
    await play(game, lambda table: table.match is not None and table.match.deal is None)
    await settled(game, store)
    table, record = await game.state(), await game.house.tables.record(game.table)
    assert any(line.startswith("# P3 substitute") for line in record)
    assert replay("\n".join(record).encode()).state == table.match


async def test_a_computer_takes_the_seat_of_somebody_who_left_the_group(game: Game) -> None:
    anna, bohdan, vera = game.players
    await play(game, playing)
    await game.house.people.act(do="leave", person=vera.id, chat=game.group)
    await game.until(lambda table: table.seats[2].presence is Presence.LEFT)
    await bohdan.tap(game.group, await bohdan.until_button(game.group, says(SeatVerb.NORMAL)))
    await game.until(lambda table: table.seats[2].level is not None)
    await anna.until(game.group, lambda screen: screen.find("🤖 Средний"))
    await play(game, lambda table: table.match is not None and table.match.deal is None)


async def test_a_move_is_taken_back_when_the_others_agree(game: Game, store: Store) -> None:
    await play(game, playing)
    before = await game.state()
    await game.step(before)
    moved = await game.state()
    assert moved.last is not None
    mover = game.players[moved.last.seat]
    others = [person for person in game.players if person is not mover]

    def fresh_undo(button: Button) -> bool:
        tap = parse(button.data)
        return isinstance(tap, UndoTap) and tap.turn == moved.turn

    await mover.tap(game.group, await mover.until_button(game.group, fresh_undo))
    for person in others:
        await person.tap(game.group, await person.until_button(game.group, a_vote))
    await game.until(lambda table: table.match == before.match)
    await settled(game, store)
    assert any(line.startswith("# undone: ") for line in await game.house.tables.record(game.table))
    await mover.until(game.group, lambda screen: screen.find("Возвращён последний ход"))
    await game.step(await game.state())


async def test_somebody_looks_on_and_sees_no_card_that_the_group_does_not(game: Game, store: Store) -> None:
    daria = await newcomer(game)
    answer = await daria.tap(game.group, await daria.until_button(game.group, says(SelfVerb.WATCH)))
    assert answer.url
    await daria.open(answer.url)
    await daria.until(daria.chat, lambda screen: screen.find("Deal 1"))
    await play(game, playing)
    seen: set[Card] = set()
    for _ in range(6):
        await game.step(await game.state())
        await settled(game, store)
        group = {card for lang in LANGS for each in daria.messages(game.group) for card in shown(each, lang)}
        private = {card for each in daria.messages(daria.chat) for card in shown(each, "en")}
        assert private <= group
        seen |= private
    assert seen
    await daria.tap(daria.chat, await daria.until_button(daria.chat, says(SelfVerb.UNWATCH)))
    await daria.until(daria.chat, lambda screen: not screen.find("Deal 1"))
    assert (await game.state()).watchers == ()


async def test_a_rematch_seats_the_same_people_and_the_queue_waits(game: Game) -> None:
    anna, bohdan, vera = game.players
    daria = await newcomer(game)
    await daria.send(daria.chat, "/start")
    await daria.until(daria.chat, lambda screen: screen.of_bot())
    await daria.send(game.group, "/join")
    await game.until(lambda table: bool(table.queue))
    await anna.until(game.group, lambda screen: screen.find("Следующая партия: Daria"))
    await anna.send(game.group, "/stop")

    def again(button: Button) -> bool:
        return isinstance(parse(button.data), AgainTap)

    await bohdan.tap(game.group, await bohdan.until_button(game.group, again))
    start = await vera.until_button(game.group, is_lobby(LobbyVerb.START, after=game.table))
    found = await game.house.tables.find(Place(game.group))
    assert found not in {None, game.table}
    game.table = found or game.table
    opened = await game.state()
    assert [sitter.person for sitter in opened.seats] == [bohdan.id, vera.id, anna.id]
    assert [sitter.person for sitter in opened.queue] == [daria.id]
    await vera.tap(game.group, start)
    await game.until(lambda table: table.stage is Stage.PLAYING)
