"""A game that is pressed with a pointer on the page, instead of through the control API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.conftest import Shoot
from tests.browser.seen import column
from tests.support.people import Button, Person
from tests.telegram.match import Game

if TYPE_CHECKING:
    from playwright.async_api import Page


class Hands(Game):
    """The same game by nothing but the keys that people see."""

    page: Page
    shoot: Shoot
    here: bool = False
    """They play from the hands that «My cards» opened in the group."""

    def chat_of(self, person: Person) -> int:
        return self.group if self.here else person.chat

    async def _start(self, person: Person, button: Button) -> None:
        await self.shoot(self.page, "deal-1-lobby")
        await self.press(person, button)

    async def _join(self, person: Person, button: Button) -> None:
        await self.press(person, button)
        await person.until(person.chat, lambda screen: screen.of_bot())

    async def _tap(self, person: Person, button: Button) -> None:
        await self.press(person, button)

    async def _open(self, person: Person, button: Button) -> None:
        before = person.screen(button.chat).buttons
        await self.press(person, button)
        await person.until(button.chat, lambda screen: screen.buttons != before)

    async def press(self, person: Person, button: Button) -> None:
        """Click the key where the page shows it."""
        panel = column(self.page, button.chat)
        if button.chat == self.group:
            await panel.locator(".seat", has_text=person.name).click()
        number, whispered = button.message
        name = f"m{number}" if whispered is None else f"e{whispered}"
        message = panel.locator(f'article[data-key="{name}"]')
        await message.locator(f'.key[data-row="{button.row}"][data-column="{button.column}"]').click()
