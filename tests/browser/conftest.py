"""A browser before a sandbox: fixtures for every test that looks at the page.

They need Chromium (`CHROMIUM`, or one on PATH) and the `playwright` package, which only drives it;
where either is missing the tests are skipped and say so.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot.sandbox.app import Settings
from bot.storage import embedded
from bot.storage.store import Store
from tests.browser.served import Served
from tests.support.house import House, bot_inside, open_house
from tests.support.valkey import valkey

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

__all__ = ["valkey"]
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SCREENS = Path(__file__).parents[2] / "artifacts" / "screens"
OPEN = {"width": 1600, "height": 900}
PATIENCE = 15_000
"""Milliseconds that a test waits for what it expects, before it fails."""
PACE = 8.0
"""How many times faster than Telegram's the clock runs: no reminder replaces a hand under the pointer."""
HERE = Path(__file__).parent

OpenPage = Callable[..., Awaitable["Page"]]
Shoot = Callable[["Page", str], Awaitable[Path]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here share one browser, so they share its event loop."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium with a fresh profile for the whole run."""
    driver = pytest.importorskip("playwright.async_api", reason="the playwright package is not installed")
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.skip(f"no Chromium: set CHROMIUM or install one of {', '.join(BROWSERS)}")
    async with driver.async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    """A sandbox of its own for each test, on a free port."""
    async with Served.started() as sandbox:
        yield sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, served: Served) -> AsyncIterator[OpenPage]:
    """Opens the page in a fresh context; an error of a script or on the console fails the test at its end."""
    problems: list[str] = []
    async with AsyncExitStack() as contexts:

        async def opened(**options: Any) -> Page:
            settings = {
                "viewport": OPEN,
                "locale": "en-GB",
                "color_scheme": "light",
                "reduced_motion": "reduce",
            }
            context = await browser.new_context(**{**settings, **options})
            contexts.push_async_callback(context.close)
            page = await context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
            page.set_default_timeout(PATIENCE)
            await page.goto(served.url)
            await page.locator(".panel.private").first.wait_for()
            return page

        yield opened
    network = ("net::ERR_", "WebSocket connection to")
    assert [problem for problem in problems if not any(word in problem for word in network)] == []


@pytest_asyncio.fixture(loop_scope="session")
async def house(valkey: embedded.Embedded, tmp_path: Path) -> AsyncIterator[House]:
    """A sandbox with the bot itself."""
    store = Store.connect(valkey.url)
    await store.call("FLUSHALL")
    limits = Settings(time_scale=PACE, query_seconds=15 * PACE, delete_seconds=48 * 3600 * PACE)
    async with (
        open_house(store, limits) as opened,
        bot_inside(opened, valkey.url, tmp_path, time_scale=PACE),
    ):
        yield opened
    await store.close()


@pytest.fixture
def shoot() -> Shoot:
    """Keeps a picture of the page in `artifacts/screens`."""

    async def shot(page: Page, name: str) -> Path:
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        await page.screenshot(path=path)
        return path

    return shot
