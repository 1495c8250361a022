"""Rights over HTTP: who chat admins are is asked where it matters, and holds nobody up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.methods import GetChatAdministrators, TelegramMethod

from bot.i18n import tr
from bot.screens.buttons import (
    ClockScope,
    ClockTap,
    LobbyTap,
    LobbyVerb,
    OwnTap,
    OwnVerb,
    RuleTap,
    Tap,
    VoteTap,
    VoteVerb,
    encode,
)
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage, VoteKind
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Person
from tests.telegram.match import NAMES, Game


@pytest.fixture
async def house(store: Store, valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(store) as opened, bot_inside(opened, valkey.url, tmp_path, turn_seconds=0):
        yield opened


@pytest.fixture
async def game(house: House) -> Game:
    """Anna is the host of the table and the creator of the group; the others are neither."""
    made = Game(house, house.people.group(), house.people.named(*NAMES), Random(1))
    await made.players[0].send(made.group, "/newgame")
    await made.fill_seats()
    return made


async def deal(game: Game) -> None:
    await forge(game, game.players[0], LobbyTap(game.table, (await game.state()).lobby_turn, LobbyVerb.START))
    await game.until(lambda table: table.stage is Stage.PLAYING)


async def press(game: Game, person: Person, tap: Tap) -> str:
    button = await person.until_button(game.group, lambda _: True)
    return await game.house.forge(person, button, encode(tap))


async def forge(game: Game, person: Person, tap: Tap) -> str:
    """What he is told who taps this in the group."""
    return (await person.answer_to(await press(game, person, tap))).text


async def asked(game: Game) -> int:
    return int((await game.house.people.stats())["calls"].get("getChatAdministrators", 0))


async def stop_vote(game: Game) -> VoteTap:
    table = await game.state()
    return VoteTap(table.id, table.lobby_turn, VoteKind.STOP, 0, VoteVerb.YES)


async def test_a_telegram_that_does_not_tell_holds_neither_the_answer_nor_the_table(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The creator's vote counts as anybody's then, and the others play on."""
    await deal(game)
    asks, told = asyncio.Event(), asyncio.Event()
    real = AiohttpSession.make_request

    async def held(session: AiohttpSession, bot: Bot, method: TelegramMethod[Any], **how: Any) -> object:
        if isinstance(method, GetChatAdministrators):
            asks.set()
            await told.wait()
        return await real(session, bot, method, **how)

    monkeypatch.setattr(AiohttpSession, "make_request", held)
    anna = game.players[0]
    query = await press(game, anna, await stop_vote(game))
    await asks.wait()
    await game.step(await game.state())
    assert (await anna.answer_to(query)).text == tr("ru", "said-voted", n=1)
    table = await game.state()
    vote = table.vote(VoteKind.STOP)
    assert table.stage is Stage.PLAYING
    assert vote is not None
    assert vote.voters == {anna.id}
    told.set()


async def test_an_admin_ends_a_match_alone(game: Game) -> None:
    await deal(game)
    await forge(game, game.players[0], await stop_vote(game))
    await game.until(lambda table: table.stage is Stage.FINISHED)


async def test_nobody_asks_where_the_vote_alone_carries(game: Game) -> None:
    await deal(game)
    _, bohdan, vera = game.players
    await forge(game, bohdan, await stop_vote(game))
    before = await asked(game)
    await forge(game, vera, await stop_vote(game))
    await game.until(lambda table: table.stage is Stage.FINISHED)
    assert (before, await asked(game)) == (1, 1)


async def test_nobody_asks_whether_the_host_is_an_admin(game: Game) -> None:
    anna = game.players[0]
    before = await game.state()
    assert await forge(game, anna, RuleTap(game.table, before.lobby_turn, "-bolts")) == ""
    assert await forge(game, anna, ClockTap(ClockScope.TABLE, "60")) == ""
    assert await forge(game, anna, OwnTap(game.table, OwnVerb.SAVE)) == tr("ru", "said-rules_saved")
    table = await game.state()
    assert (table.rules.conventions.bolts, table.clock.seconds) == (False, 60)
    await anna.send(game.group, "/stop")
    await game.until(lambda table: table.stage is Stage.FINISHED)
    assert await asked(game) == 0


async def test_a_host_who_is_an_admin_too_may_shorten_the_clock_of_a_match(game: Game) -> None:
    """A host alone may not: in the middle of a match he takes nobody's time."""
    await deal(game)
    anna, bohdan, _ = game.players
    assert await forge(game, bohdan, ClockTap(ClockScope.TABLE, "60")) == tr(
        bohdan.language, "said-clock_not_host"
    )
    assert await forge(game, anna, ClockTap(ClockScope.TABLE, "60")) == ""
    assert (await game.state()).clock.seconds == 60
