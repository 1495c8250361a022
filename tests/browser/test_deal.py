"""One whole deal on the page: three people sit down and play it by nothing but the keys that they see."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest_asyncio

from bot.i18n import tr
from bot.sandbox.app import Settings
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage
from engine.events import DealKind
from engine.state import Playing
from tests.browser.conftest import Shoot
from tests.support.house import House, bot_inside, open_house
from tests.support.people import Button, Person
from tests.support.valkey import valkey
from tests.telegram.match import NAMES, Game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, Locator, Page

__all__ = ["valkey"]
PACE = 8.0
"""How many times faster than Telegram's the clock runs: no reminder replaces a hand under the pointer."""


class Hands(Game):
    """The same game, pressed with a pointer on the page instead of through the control API."""

    page: Page
    shoot: Shoot

    async def _start(self, person: Person, button: Button) -> None:
        await self.shoot(self.page, "deal-1-lobby")
        await self.press(person, button)

    async def _join(self, person: Person, button: Button) -> None:
        await self.press(person, button)
        await person.until(person.chat, lambda screen: screen.of_bot())

    async def _tap(self, person: Person, button: Button) -> None:
        await self.press(person, button)

    async def _open(self, person: Person, button: Button) -> None:
        before = person.screen(person.chat).buttons
        await self.press(person, button)
        await person.until(person.chat, lambda screen: screen.buttons != before)

    async def press(self, person: Person, button: Button) -> None:
        """Click the key where the page shows it."""
        panel = column(self.page, button.chat)
        if button.chat == self.group:
            await panel.locator(".seat", has_text=person.name).click()
        message = panel.locator(f'article[data-key="m{button.message[0]}"]')
        await message.locator(f'.key[data-row="{button.row}"][data-column="{button.column}"]').click()


def column(page: Page, chat: int) -> Locator:
    return page.locator(f'.panel[data-chat="{chat}"]')


@pytest_asyncio.fixture(loop_scope="session")
async def house(valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    store = Store.connect(valkey.url)
    await store.call("FLUSHALL")
    limits = Settings(time_scale=PACE, query_seconds=15 * PACE, delete_seconds=48 * 3600 * PACE)
    async with (
        open_house(store, limits) as opened,
        bot_inside(opened, valkey.url, tmp_path, time_scale=PACE),
    ):
        yield opened
    await store.close()


async def test_three_people_play_a_deal(house: House, browser: Browser, shoot: Shoot) -> None:
    context = await browser.new_context(viewport={"width": 1600, "height": 900}, locale="en-GB")
    page = await context.new_page()
    await page.goto(house.server.url)
    group, players = house.people.group(), house.people.named(*NAMES)

    game = Hands(house, group, players, Random(3))
    game.page, game.shoot = page, shoot
    await column(page, group).locator(".coach").get_by_role("button", name="/newgame").click()
    await game.take_seats()
    await page.locator(".panel.waiting .key").first.wait_for()
    await shoot(page, "deal-2-auction")

    while True:
        table = await game.state()
        assert table.stage is Stage.PLAYING
        assert table.match is not None
        result = table.match.sheet.last_result
        if result is not None and result.kind is DealKind.PLAYED and table.match.deal is None:
            break
        await game.step(table)
        deal = table.match.deal
        if deal is not None and isinstance(deal.phase, Playing) and len(deal.phase.log.tricks) == 3:
            await shoot(page, "deal-3-play")

    title = tr("ru", "result-title", n=result.number)
    await column(page, group).locator(".text", has_text=title).wait_for()
    await shoot(page, "deal-4-result")
    for width, name in ((390, "phone"), (1100, "tablet")):
        await page.set_viewport_size({"width": width, "height": 844})
        await shoot(page, f"deal-4-result-{name}")
    stats = await house.people.stats()
    assert (stats["unanswered"], stats["double_answers"], stats["not_modified"]) == ([], 0, 0)
    await context.close()
