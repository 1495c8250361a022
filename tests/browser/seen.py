"""What a test looks at on the page, and waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.served import GROUP

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page


def column(page: Page, chat: int) -> Locator:
    """The panel of a chat."""
    return page.locator(f'.panel[data-chat="{chat}"]')


def key(page: Page, chat: int, text: str) -> Locator:
    """Buttons with this text under the messages of a chat."""
    return column(page, chat).locator(".key", has_text=text)


async def sit_as(page: Page, name: str, group: int = GROUP) -> None:
    """Choose who one is in the group."""
    await column(page, group).locator(".seat", has_text=name).click()


async def shown(locator: Locator) -> None:
    """Wait until it can be seen."""
    await locator.wait_for(state="visible")


async def gone(locator: Locator) -> None:
    """Wait until it is no more."""
    await locator.wait_for(state="detached")
