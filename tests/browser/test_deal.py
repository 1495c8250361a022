"""One whole deal on the page: three people sit down and play it by nothing but the keys that they see."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.i18n import tr
from bot.tables.model import Stage
from engine.events import DealKind
from engine.state import Playing
from tests.browser.conftest import Shoot
from tests.browser.hands import Hands
from tests.browser.seen import column
from tests.support.house import House
from tests.telegram.match import NAMES

if TYPE_CHECKING:
    from playwright.async_api import Browser


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
