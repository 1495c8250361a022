"""«My cards» on the page: a hand in the group that one person sees and plays from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.screens.words import card_name
from bot.tables.model import Table
from engine.cards import Card
from engine.state import DealPhase, Playing
from engine.view import seat_view
from tests.browser.conftest import Shoot
from tests.browser.hands import Hands
from tests.browser.seen import column, shown, sit_as
from tests.browser.test_looks import SIZES, sticking_out
from tests.support.house import House
from tests.support.people import Person
from tests.telegram.match import NAMES

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

LOCALES = {"Anna": "ru-RU", "Bohdan": "uk-UA", "Vera": "en-GB"}


async def test_a_card_is_played_from_the_hand_in_the_group(
    house: House, browser: Browser, shoot: Shoot
) -> None:
    context = await browser.new_context(viewport={"width": 1600, "height": 900}, locale="en-GB")
    page = await context.new_page()
    await page.goto(house.server.url)
    group, players = house.people.group(), house.people.named(*NAMES)
    game = Hands(house, group, players, Random(3))
    game.page, game.shoot = page, shoot
    await column(page, group).locator(".coach").get_by_role("button", name="/newgame").click()
    await game.take_seats()
    while not isinstance(phase_of(table := await game.state()), Playing):
        await game.step(table)

    for person in players:
        own = await browser.new_context(locale=LOCALES[person.name], reduced_motion="reduce")
        view = await own.new_page()
        await view.set_viewport_size({"width": 390, "height": 844})
        await view.goto(house.server.url)
        await open_hand(view, person.name, group)
        assert await is_in_sight(view, group)
        for scheme in ("light", "dark"):
            await view.emulate_media(color_scheme=scheme)
            for size, (width, height) in SIZES.items():
                await view.set_viewport_size({"width": width, "height": height})
                await shoot(view, f"whisper-{person.language}-{size}-{scheme}")
                assert await sticking_out(view) == []
        await own.close()

    player, _ = await game.next_button(table)
    other = next(person for person in players if person is not player)
    whisper = column(page, group).locator(".ephemeral")
    await sit_as(page, other.name, group)
    await shown(whisper.locator(".only", has_text=other.name))
    assert await whisper.count() == 1, "only his own"

    game.here = True
    before = hand_of(table, player)
    await game.step(table)
    (played,) = before - hand_of(await game.state(), player)
    card = card_name(played, table.seats[table.seat_of(player.id) or 0].lang)
    await shown(whisper.locator(".only", has_text=player.name))
    await shown(whisper.locator(".edited"))
    assert await whisper.locator(f'.key[data-text$="{card}"]').count() == 0
    await context.close()


def phase_of(table: Table) -> DealPhase | None:
    deal = table.match.deal if table.match else None
    return deal.phase if deal else None


def hand_of(table: Table, person: Person) -> frozenset[Card]:
    seat = table.seat_of(person.id)
    assert seat is not None
    assert table.match is not None
    return frozenset(seat_view(table.match, seat).hand)


async def open_hand(page: Page, name: str, group: int) -> None:
    panel = column(page, group)
    await sit_as(page, name, group)
    await panel.locator('.key.primary[data-row="0"]').last.click()
    await shown(panel.locator(".ephemeral .only", has_text=name))


async def is_in_sight(page: Page, group: int) -> bool:
    """The whole of it without scrolling; of a hand longer than the screen, its end with the keys."""
    message = await column(page, group).locator(".ephemeral").bounding_box()
    body = await column(page, group).locator(".scroller").bounding_box()
    assert message is not None
    assert body is not None
    ends_in_sight = message["y"] + message["height"] <= body["y"] + body["height"]
    return ends_in_sight and (body["y"] <= message["y"] or message["height"] > body["height"])
