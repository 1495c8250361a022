"""What a newcomer to the page needs: the next step, who runs the group, what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.seen import column, gone, key, shown, sit_as
from tests.browser.served import ANNA, BOHDAN, GROUP, VERA, Served, button

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

SIT = button("Sit", "l:k3x9q0ab:1:sit")
START = button("Start", "l:k3x9q0ab:2:start", style="success")
HAND = button("My cards", "m:hand:k3x9q0ab")
MOVE = button("A", "g:k3x9q0ab:1:0")


async def test_the_coach_follows_the_table(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    coach = column(page, GROUP).locator(".coach")
    await coach.get_by_role("button", name="/newgame").click()
    assert (await served.update("message"))["text"] == "/newgame"

    async def stands_at(step: str, number: str) -> None:
        await shown(column(page, GROUP).locator(f'.coach[data-step="{step}"]'))
        assert await coach.locator(".coach-step").inner_text() == number

    lobby = await served.say(GROUP, "lobby", [SIT])
    await stands_at("sit", "2/3")
    await served.act("send", person=ANNA, chat=ANNA, text="/start")
    await served.say(ANNA, "you sit", [button("Rules", "m:house:k3x9q0ab")])

    async def lobby_shows(*row: dict[str, Any]) -> None:
        rows = {"inline_keyboard": [list(row)] if row else []}
        await served.bot("editMessageReplyMarkup", chat_id=GROUP, message_id=lobby, reply_markup=rows)

    await lobby_shows(SIT, START)
    await stands_at("start", "3/3")
    await lobby_shows(SIT)
    await stands_at("sit", "2/3")
    await lobby_shows(SIT, START)
    await stands_at("start", "3/3")
    board = await served.say(GROUP, "board", [HAND])
    await lobby_shows()
    await stands_at("play", "3/3")
    await served.bot("deleteMessage", chat_id=GROUP, message_id=board)
    await stands_at("open", "1/3")

    await served.say(ANNA, "hand", [MOVE])
    await stands_at("play", "3/3")
    await key(page, ANNA, "Rules").click()
    await shown(coach)
    await key(page, ANNA, "A").click()
    await coach.wait_for(state="hidden")


async def test_the_hint_is_closed_for_good(open_page: OpenPage) -> None:
    page = await open_page()
    await column(page, GROUP).locator(".coach .close").click()
    await page.reload()
    await shown(column(page, GROUP).locator(".seats"))
    await column(page, GROUP).locator(".coach").wait_for(state="hidden")


async def test_who_runs_the_group_wears_a_sign_and_only_plain_members_are_made_administrators(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page()
    await served.act("leave", person=VERA, chat=GROUP)
    seats = column(page, GROUP).locator(".seat")
    await shown(seats.filter(has_text="Anna").get_by_title("owner"))
    await page.get_by_role("button", name="Settings and tools").click()
    rows = page.get_by_role("dialog").locator(".crew .crew-row")

    async def offered(name: str) -> list[str]:
        return (await rows.filter(has_text=name).get_by_role("button").all_inner_texts())[1:]

    await shown(rows.filter(has_text="Vera").get_by_role("button", name="Join"))
    assert [await offered(name) for name in ("Anna", "Bohdan", "Vera")] == [
        ["Leave"],
        ["Leave", "Make admin"],
        ["Join"],
    ]
    await rows.filter(has_text="Bohdan").get_by_role("button", name="Make admin").click()
    await shown(rows.filter(has_text="Bohdan").get_by_text("admin", exact=True))
    await shown(seats.filter(has_text="Bohdan").get_by_title("admin"))
    assert await offered("Bohdan") == ["Leave", "Take admin away"]
    await rows.filter(has_text="Bohdan").get_by_role("button", name="Take admin away").click()
    await gone(seats.filter(has_text="Bohdan").get_by_title("admin"))
    assert await offered("Bohdan") == ["Leave", "Make admin"]


async def test_a_reader_who_scrolled_up_is_not_moved(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    first = await a_long_talk(served)
    newest = column(page, GROUP).get_by_text("message 11.")
    await shown(newest)
    assert await scrolled(page) == 0, "sticks to the bottom"

    await scroll_up(page)
    mark = column(page, GROUP).get_by_text("message 2.", exact=False).first
    before = await mark.bounding_box()
    await served.act("send", person=BOHDAN, chat=GROUP, text="one more")
    await served.bot("editMessageText", chat_id=GROUP, message_id=first, text="line\n" * 29 + "end")
    await shown(column(page, GROUP).locator(".edited"))
    after = await mark.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 1


@pytest.mark.parametrize(
    ("locale", "word"),
    [("en-GB", "New messages"), ("ru-RU", "Новые сообщения"), ("uk-UA", "Нові повідомлення")],
)
async def test_a_key_leads_down_to_what_came_meanwhile(
    served: Served, open_page: OpenPage, locale: str, word: str
) -> None:
    page = await open_page(locale=locale)
    first = await a_long_talk(served)
    await shown(column(page, GROUP).get_by_text("message 11."))
    jump = column(page, GROUP).get_by_role("button", name=word)
    await served.bot("editMessageText", chat_id=GROUP, message_id=first, text="line\n" * 29 + "end")
    await shown(column(page, GROUP).locator(".edited"))
    await scroll_up(page)
    assert not await jump.is_visible(), "nothing came"

    board = await served.say(GROUP, "the new board", [HAND])
    await shown(jump)
    last_key = column(page, GROUP).locator(f'[data-key="m{board}"] .key')
    await last_key.evaluate("node => node.focus({ preventScroll: true })")
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.className") == "jump"
    await page.keyboard.press("Enter")
    await jump.wait_for(state="hidden")
    assert await scrolled(page) == 0
    assert await page.evaluate("document.activeElement.className") == "scroller"

    await scroll_up(page)
    await served.say(GROUP, "once more")
    await shown(jump)
    await column(page, GROUP).locator(".scroller").evaluate("node => node.scrollTo(0, 0)")
    await jump.wait_for(state="hidden")


async def test_what_one_alone_may_see_is_in_sight_at_once(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.say(GROUP, "board", [HAND])
    await a_long_talk(served)
    await shown(column(page, GROUP).get_by_text("message 11."))
    await sit_as(page, "Bohdan")
    await key(page, GROUP, "My cards").click()
    assert await scrolled(page) < 0
    query = await served.update("callback_query")
    await served.bot("answerCallbackQuery", callback_query_id=query["id"])
    whose = {"receiver_user_id": BOHDAN, "callback_query_id": query["id"]}
    await served.bot("sendMessage", chat_id=GROUP, text="A K Q", ephemeral_message_parameters=whose)
    await shown(column(page, GROUP).locator(".ephemeral"))
    assert await scrolled(page) == 0


async def test_short_names_are_never_cut(served: Served, open_page: OpenPage) -> None:
    for name in ("Oleksandra Konstantinova", "Maksymilian", "Bartholomew", "Al"):
        person = (await served.act("add_person", name=name, language="en"))["person"]
        await served.act("join", person=person, chat=GROUP)
    page = await open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    await shown(column(page, GROUP).locator(".seat", has_text="Maksymilian"))
    for cut in (".tab-name", ".seat-name"):
        names = await page.locator(cut).evaluate_all(
            "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth).map((n) => n.textContent)"
        )
        assert not {"Family", "Anna", "Bohdan", "Vera", "Al"} & set(names)
    assert await page.evaluate("document.documentElement.scrollWidth") == 390


async def a_long_talk(served: Served) -> int:
    """More than the column holds; the first message."""
    first = await served.say(GROUP, "line\n" * 30)
    for number in range(12):
        await served.act("send", person=ANNA, chat=GROUP, text=f"message {number}.")
    return first


def scroller(page: Page) -> Locator:
    return column(page, GROUP).locator(".scroller")


async def scroll_up(page: Page) -> None:
    await scroller(page).evaluate("node => node.scrollTo(0, -300)")


async def scrolled(page: Page) -> float:
    """Pixels from the bottom, below zero."""
    top: float = await scroller(page).evaluate("node => node.scrollTop")
    return top
