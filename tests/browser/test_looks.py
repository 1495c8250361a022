"""How the page looks: a lifelike evening, pictured at three sizes in both schemes, and nothing sticks out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import OpenPage, Shoot
from tests.browser.served import ANNA, BOHDAN, GROUP, VERA, Served, button

if TYPE_CHECKING:
    from playwright.async_api import Page

SIZES = {"wide": (1600, 900), "laptop": (1100, 800), "phone": (390, 844)}
BOARD = """<b>Раздача 4</b> · сдаёт Vera
<pre>Anna      240  ·
Bohdan    415  ⚑1
Vera      −60  ··</pre>
Контракт: <b>Anna 120</b>, козырь ♥️
Взятка: 10♠ K♠ <b>A♠</b>
Ходит <b>Bohdan</b> · 45 с
<blockquote expandable>Anna объявляет марьяж ♥️: +100
Vera берёт взятку: 25
Bohdan берёт взятку: 14
Anna берёт взятку: 21
Vera берёт взятку: 4</blockquote>"""

ASKED = """<b>Роздача 4</b>

На столі: <b>10♠</b>
Ваші карти · 38 очок
<b>Q♠ J♠ 9♠</b>
<b>10♣ J♣</b>
<b>10♦️ K♦️</b>
<b>A♥️</b>

👉 <b>Ваш хід</b>"""


def cards(names: str, live: str) -> list[list[dict[str, Any]]]:
    """A row of buttons for each suit; the cards in `live` can be played."""
    playable = live.split()
    return [
        [button(card, f"g:{card}") if card in playable else button(card) for card in suit.split()]
        for suit in names.split("|")
    ]


async def evening(served: Served) -> None:
    """A group that talks, a table that plays, one hand that waits and one that is asked."""
    await served.act("send", person=ANNA, chat=GROUP, text="Играем вечером? 🎉")
    await served.act("send", person=BOHDAN, chat=GROUP, text="Я за!")
    await served.act("send", person=VERA, chat=GROUP, text="Count me in, but explain the barrel to me again")
    await served.act("send", person=ANNA, chat=GROUP, text="/newgame matveev")
    lobby = await served.say(GROUP, "🃏 <b>Набор игроков</b>", [button("Сесть", "t:0", style="success")])
    await served.bot(
        "editMessageText",
        chat_id=GROUP,
        message_id=lobby,
        parse_mode="HTML",
        text="🃏 <b>Стол собран</b>: Anna, Bohdan, Vera\n<i>Матвеевская, до 1000</i>",
    )
    rows = [[button("🂠 Мои карты", "t:h", style="primary"), button("Счёт", "t:s")]]
    await served.say(GROUP, BOARD, *rows)
    for person in (ANNA, BOHDAN):
        await served.act("send", person=person, chat=person, text="/start")
    await served.say(
        ANNA, "<b>Раздача 4</b>\n\nВаши карты · 54 очка\n<b>A♠ 10♠</b>\n<b>A♥️ K♥️ 9♥️</b>\n\n⏳ Ждём других"
    )
    await served.say(BOHDAN, ASKED, *cards("Q♠ J♠ 9♠|10♣ J♣|10♦️ K♦️|A♥️", "Q♠ J♠ 9♠"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_an_evening(served: Served, open_page: OpenPage, shoot: Shoot, size: str, scheme: str) -> None:
    await evening(served)
    width, height = SIZES[size]
    locale = {"light": "en-GB", "dark": "ru-RU"}[scheme]
    page = await open_page(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        locale=locale,
        device_scale_factor=2 if size == "phone" else 1,
    )
    await page.locator(".panel.waiting").wait_for()
    await shoot(page, f"evening-{size}-{scheme}")
    assert await sticking_out(page) == []
    if size == "phone":
        await page.locator(".tab", has_text="Bohdan").click()
        await page.locator('.tab[aria-current="true"]', has_text="Bohdan").wait_for()
        await shoot(page, f"evening-{size}-hand-{scheme}")
        assert await sticking_out(page) == []


async def sticking_out(page: Page) -> list[str]:
    """Texts that are wider than the box that holds them, among those that must be read in full."""
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll(".key, .bubble, .start, .chip, .seat, .turn, .tab")]
            .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
            .map((node) => `${node.className}: ${node.textContent}`)"""
    )
    return found


@pytest.mark.parametrize("size", SIZES)
async def test_the_first_minute(open_page: OpenPage, shoot: Shoot, size: str) -> None:
    width, height = SIZES[size]
    page = await open_page(viewport={"width": width, "height": height}, locale="uk-UA")
    await page.locator(".coach").wait_for()
    await shoot(page, f"first-minute-{size}")
    assert await sticking_out(page) == []


async def test_what_opens_over_the_page(served: Served, open_page: OpenPage, shoot: Shoot) -> None:
    await evening(served)
    await served.say(GROUP, "board", [button("Rules", "t:rules")])
    menu = [
        ("newgame", "открыть стол"),
        ("score", "счёт партии"),
        ("hand", "мои карты"),
        ("stop", "закончить партию"),
    ]
    await served.bot(
        "setMyCommands", commands=[{"command": name, "description": said} for name, said in menu]
    )
    page = await open_page(locale="ru-RU")
    group, bohdan = page.locator(".panel.group"), page.locator(f'.panel[data-chat="{BOHDAN}"]')

    await group.locator(".key", has_text="Rules").click()
    query = (await served.update("callback_query"))["id"]
    await served.bot(
        "answerCallbackQuery", callback_query_id=query, text="Марьяж ♥️ стоит 100", show_alert=True
    )
    await bohdan.locator(".key:enabled").first.click()
    query = (await served.update("callback_query"))["id"]
    await served.bot("answerCallbackQuery", callback_query_id=query, text="Ходите в масть: ♠️")
    await bohdan.locator(".toast").wait_for()
    await page.locator(f'.panel[data-chat="{ANNA}"] textarea').press_sequentially("/")
    await page.locator(".commands li").first.wait_for()
    await shoot(page, "over-columns")
    assert await sticking_out(page) == []

    await page.locator(".tools .round").first.click()
    await page.get_by_role("dialog").wait_for()
    await shoot(page, "over-drawer")
    assert await sticking_out(page) == []
