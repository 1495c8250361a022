"""A group that becomes a supergroup: its table and what it chose go along, whatever is there already."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.ports import Mark
from bot.storage import keys
from bot.storage.clock import RedisClock
from bot.storage.store import Store
from bot.tables.model import (
    Clock,
    NoticeKind,
    Place,
    Slot,
    SlotKind,
    Stage,
    Then,
)
from bot.tables.said import Said
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA
from tests.tables.serving import House, house

__all__ = ["house"]

BOARD = Slot(SlotKind.BOARD)
NEW = Place(-1009)


async def test_a_match_takes_the_place_of_a_lobby_that_was_opened_before_the_news(house: House) -> None:
    table = await house.start()
    hasty = await house.open(NEW, VERA)
    await house.service.moved(FAMILY.chat, NEW.chat, house.next())
    await house.service.moved(FAMILY.chat, NEW.chat, house.next())
    assert (await house.table(table)).place == NEW
    gone = await house.table(hasty)
    assert (gone.stage, gone.epochs) == (Stage.FINISHED, {})
    assert await house.tables.find(NEW) == table
    assert await house.tables.find(FAMILY) is None
    assert await house.screens.notices(hasty) == ()


async def test_an_empty_lobby_gives_way_to_the_one_that_was_opened_before_the_news(house: House) -> None:
    empty = await house.open(opener=None)
    hasty = await house.open(NEW, VERA)
    await house.service.moved(FAMILY.chat, NEW.chat, house.next())
    assert (await house.table(empty)).stage is Stage.FINISHED
    assert (await house.table(hasty)).stage is Stage.LOBBY
    assert await house.tables.find(NEW) == hasty


async def test_a_table_moves_while_another_is_being_opened_there(house: House) -> None:
    table = await house.start()
    await asyncio.gather(
        house.service.open_table(NEW, VERA, (), "ru", house.next()),
        house.service.moved(FAMILY.chat, NEW.chat, house.next()),
    )
    await house.service.moved(FAMILY.chat, NEW.chat, house.next())
    assert await house.tables.find(NEW) == table


@pytest.mark.parametrize("fuller", [True, False])
async def test_of_two_matches_that_meet_the_one_with_fewer_people_ends_and_says_so(
    house: House, *, fuller: bool
) -> None:
    mine = await house.start()
    hasty = await house.open(NEW, VERA)
    for sitter in (ANNA, BOHDAN):
        await house.service.sit(hasty, sitter, house.next())
    await house.service.start(hasty, VERA.person, house.next())
    if fuller:
        await house.service.leave(hasty, ANNA.person, house.next())
    for _ in range(2):
        await house.service.moved(FAMILY.chat, NEW.chat, house.next())
    stays, ended = (mine, hasty) if fuller else (hasty, mine)
    assert await house.tables.find(NEW) == stays
    assert await house.tables.find(FAMILY) is None
    over = await house.table(ended)
    assert over.stage is Stage.FINISHED
    notices = await house.screens.notices(ended)
    assert notices[0].notice.kind is NoticeKind.MATCH_STOPPED
    assert (await house.tables.record(ended))[-1] == "stop"
    assert (await house.table(stays)).stage is Stage.PLAYING


async def test_a_group_that_becomes_a_supergroup_keeps_its_table(house: House) -> None:
    """Telegram tells it twice, in either order, and an old error may tell it once more."""
    table = await house.start()
    await house.service.set_chat_lang(FAMILY, "en", house.next())
    before = await house.table(table)
    new = Place(-1009)
    for _ in range(2):
        await house.service.moved(FAMILY.chat, new.chat, house.next())
    at = await house.table(table)
    assert at.place == new
    assert at.epochs[BOARD] == before.epochs[BOARD] + 1
    assert Mark(table, BOARD) in await house.screens.marked_at(table)
    assert await house.tables.find(new) == table
    assert await house.tables.find(FAMILY) is None
    assert await house.service.chat_lang(new.chat) == "en"
    assert (await house.tap(table, ANNA.person)).said is Said.OK


async def test_a_group_that_becomes_a_supergroup_keeps_its_clock(house: House) -> None:
    """The new group's own choice is not undone where Telegram tells it again."""
    chosen = await house.service.set_chat_clock(FAMILY.chat, ("90", "pause"), is_admin=True)
    assert chosen.said is Said.OK
    await house.service.moved(FAMILY.chat, -1009, house.next())
    assert await house.service.chat_clock(-1009) == Clock(90, Then.PAUSE)
    await house.service.set_chat_clock(-1009, ("off",), is_admin=True)
    await house.service.moved(FAMILY.chat, -1009, house.next())
    assert (await house.service.chat_clock(-1009)).seconds == 0
    table = await house.table(await house.open(Place(-1009)))
    assert table.clock == Clock(0, Then.PAUSE)


async def test_a_supergroup_with_a_table_of_its_own_keeps_that(house: House) -> None:
    table, other = await house.open(), await house.open(Place(-1009), BOHDAN)
    await house.service.moved(FAMILY.chat, -1009, house.next())
    assert await house.tables.find(Place(-1009)) == other
    assert (await house.table(table)).place == FAMILY


async def test_a_move_cut_off_between_its_steps_is_made_whole(house: House, store: Store) -> None:
    """The new place was reserved, then the bot was killed; the update comes again."""
    table = await house.open()
    now = await RedisClock(store).now()
    await store.call("SET", keys.place(Place(-1009)), f"{table} {now}")
    assert await house.tables.find(Place(-1009)) is None
    await house.service.moved(FAMILY.chat, -1009, house.next())
    assert await house.tables.find(Place(-1009)) == table
    assert await house.tables.find(FAMILY) is None
