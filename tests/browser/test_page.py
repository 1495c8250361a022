"""The sandbox's page in a real browser, with a bot that is this test."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.seen import column, gone, key, shown, sit_as
from tests.browser.served import ANNA, BOHDAN, GROUP, VERA, Served, button

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
START_LINK = "https://t.me/thousand_sandbox_bot?start=seat-7"


async def test_a_message_is_shown_with_its_formatting(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.say(
        GROUP, "<b>Bold</b> and <code>code</code>, /newgame\n<blockquote>said</blockquote>A\u2665"
    )
    text = column(page, GROUP).locator(".text")
    await shown(text)
    assert await text.locator("strong").inner_text() == "Bold"
    assert await text.locator("code").inner_text() == "code"
    assert await text.locator("blockquote").inner_text() == "said"
    assert await text.locator(".command-link").inner_text() == "/newgame"
    assert await text.locator(".red-suit").inner_text() == "\u2665\ufe0e", "in the page's own red, no emoji"


async def test_a_moment_counts_down_by_itself(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await page.clock.install(time=1_700_000_000)
    await page.reload()
    await served.say(GROUP, 'Limit: <tg-time unix="1700000130" format="r">at 22:15</tg-time>')
    moment = column(page, GROUP).locator(".text time[data-unix]")
    await shown(moment)
    assert await moment.inner_text() == "in 2 minutes"
    await page.clock.run_for(100_000)
    assert re.fullmatch("in (?:30|29|28) seconds", await moment.inner_text())
    await page.clock.run_for(90_000)
    assert await moment.inner_text() == "1 minute ago"


async def test_hostile_text_stays_text(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    nasty = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    await served.act("send", person=ANNA, chat=GROUP, text=nasty)
    text = column(page, GROUP).locator(".text")
    await shown(text)
    assert nasty in await text.inner_text()
    assert await text.locator("img, script").count() == 0
    assert await page.title() != "owned"


async def test_an_edit_changes_the_message_in_its_place(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    board = await served.say(GROUP, "before")
    await served.say(GROUP, "later")
    await served.bot("editMessageText", chat_id=GROUP, message_id=board, text="after")
    await shown(column(page, GROUP).locator(".edited"))
    texts = await column(page, GROUP).locator(".text").all_inner_texts()
    assert [text.split("\n")[0].split(" ")[0] for text in texts] == ["after", "later"]


async def test_a_deleted_message_goes(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    message = await served.say(GROUP, "short-lived")
    await shown(column(page, GROUP).get_by_text("short-lived"))
    await served.bot("deleteMessage", chat_id=GROUP, message_id=message)
    await gone(column(page, GROUP).get_by_text("short-lived"))


async def test_a_tap_is_made_by_the_person_who_is_chosen_and_answered_with_a_toast(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page()
    await served.say(GROUP, "lobby", [button("Sit", "t:sit", style="success")])
    await sit_as(page, "Bohdan")
    sit = key(page, GROUP, "Sit")
    await sit.click()
    query = await served.update("callback_query")
    assert (query["from"]["id"], query["data"]) == (BOHDAN, "t:sit")
    await shown(column(page, GROUP).locator(".key.pending"))
    await served.bot("answerCallbackQuery", callback_query_id=query["id"], text="You sit")
    await shown(column(page, GROUP).locator(".toast", has_text="You sit"))
    await gone(column(page, GROUP).locator(".key.pending"))


async def test_an_alert_waits_for_ok_in_its_own_column(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.act("send", person=VERA, chat=VERA, text="/start")
    await served.say(VERA, "hand", [button("Rules", "t:rules")])
    await key(page, VERA, "Rules").click()
    query = await served.update("callback_query")
    await served.bot("answerCallbackQuery", callback_query_id=query["id"], text="To 1000", show_alert=True)
    alert = column(page, VERA).get_by_role("alertdialog")
    await shown(alert)
    assert "To 1000" in await alert.inner_text()
    assert await page.evaluate("document.activeElement.className") == "ok"
    await page.keyboard.press("Escape")
    await gone(alert)
    assert await page.evaluate("document.activeElement.textContent") == "Rules", "the focus is back"


async def test_an_alert_does_not_outlive_the_person_it_was_for(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.say(GROUP, "board", [button("Stop", "t:stop")])
    await key(page, GROUP, "Stop").click()
    query = await served.update("callback_query")
    await served.bot("answerCallbackQuery", callback_query_id=query["id"], text="No", show_alert=True)
    alert = column(page, GROUP).get_by_role("alertdialog")
    await shown(alert)
    await page.evaluate("document.querySelector('.group .seat input:not(:checked)').click()")
    await gone(alert)


async def test_buttons_wear_their_style_and_dead_ones_are_disabled(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page()
    styles = ("primary", "success", "danger")
    await served.say(GROUP, "x", [button(name, f"t:{name}", style=name) for name in styles], [button("dead")])
    await shown(key(page, GROUP, "dead"))
    grounds = {
        await key(page, GROUP, name).evaluate("n => getComputedStyle(n).backgroundColor") for name in styles
    }
    assert len(grounds) == 3
    assert await key(page, GROUP, "dead").is_disabled()


async def test_an_edit_keeps_the_keyboard_focus(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.act("send", person=ANNA, chat=ANNA, text="/start")
    hand = await served.say(ANNA, "hand", [button("A", "t:0"), button("K", "t:1")])
    await key(page, ANNA, "K").focus()
    rows = {"inline_keyboard": [[button("A", "t:0"), button("Q", "t:1")]]}
    await served.bot("editMessageText", chat_id=ANNA, message_id=hand, text="hand 2", reply_markup=rows)
    await shown(key(page, ANNA, "Q"))
    assert await page.evaluate("document.activeElement.textContent") == "Q"


async def test_an_ephemeral_message_is_seen_by_its_receiver_alone(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page()
    await served.say(GROUP, "board", [button("My cards", "t:hand")])
    await key(page, GROUP, "My cards").click()
    query = await served.update("callback_query")
    await served.bot("answerCallbackQuery", callback_query_id=query["id"])
    whose = {"receiver_user_id": ANNA, "callback_query_id": query["id"]}
    await served.bot("sendMessage", chat_id=GROUP, text="A K Q", ephemeral_message_parameters=whose)
    secret = column(page, GROUP).locator(".ephemeral")
    await shown(secret)
    assert "Only Anna sees this" in await secret.inner_text()
    await sit_as(page, "Vera")
    await gone(secret)
    await sit_as(page, "Anna")
    await shown(secret)


async def test_a_private_chat_begins_with_start(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    start = column(page, ANNA).get_by_role("button", name="START", exact=True)
    await start.click()
    assert (await served.update("message"))["text"] == "/start"
    await gone(start)
    await shown(column(page, ANNA).locator(".composer"))


@pytest.mark.parametrize("way", ["button", "answer"])
async def test_a_deep_link_opens_the_private_chat(served: Served, open_page: OpenPage, way: str) -> None:
    page = await open_page()
    linked = button("Open", url=START_LINK) if way == "button" else button("Open", "t:open")
    await served.say(GROUP, "lobby", [linked])
    await sit_as(page, "Bohdan")
    await key(page, GROUP, "Open").click()
    if way == "answer":
        query = await served.update("callback_query")
        await served.bot("answerCallbackQuery", callback_query_id=query["id"], url=START_LINK)
    message = await served.update("message")
    assert (message["from"]["id"], message["text"]) == (BOHDAN, "/start seat-7")
    await shown(column(page, BOHDAN).locator(".composer"))


async def test_commands_are_offered_under_the_slash(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    menu = [("newgame", "open a table"), ("score", "the score"), ("stop", "end the game")]
    commands = [{"command": name, "description": said} for name, said in menu]
    await served.bot("setMyCommands", commands=commands, scope={"type": "all_group_chats"})
    field = column(page, GROUP).get_by_role("combobox")
    await field.press_sequentially("/s")
    options = column(page, GROUP).get_by_role("option")
    await shown(options.filter(has_text="/stop"))
    await gone(options.filter(has_text="/newgame"))
    assert await options.locator("b").all_inner_texts() == ["/score", "/stop"]
    await field.press("ArrowDown")
    await field.press("Enter")
    assert (await served.update("message"))["text"] == "/stop"
    assert await field.input_value() == ""


async def test_a_person_writes_and_a_command_in_a_text_can_be_pressed(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page()
    await sit_as(page, "Vera")
    field = column(page, GROUP).get_by_role("combobox")
    await field.fill("Shall we? /newgame matveev")
    await field.press("Enter")
    written = await served.update("message")
    assert (written["from"]["id"], written["text"]) == (VERA, "Shall we? /newgame matveev")
    await column(page, GROUP).locator(".command-link").click()
    assert (await served.update("message"))["text"] == "/newgame"


async def test_seats_are_changed_with_the_arrow_keys(open_page: OpenPage) -> None:
    page = await open_page()
    await column(page, GROUP).get_by_role("radio", name="Anna").focus()
    await page.keyboard.press("ArrowRight")
    assert await column(page, GROUP).get_by_role("radio", name="Bohdan").is_checked()
    assert (
        await column(page, GROUP).get_by_role("combobox").get_attribute("placeholder") == "Message as Bohdan"
    )


async def test_a_turn_is_marked_on_the_column_that_is_asked(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.act("send", person=ANNA, chat=ANNA, text="/start")
    hand = await served.say(ANNA, "wait", [button("A"), button("K")])
    await shown(key(page, ANNA, "A"))
    assert await column(page, ANNA).locator(".turn").is_hidden()
    rows = {"inline_keyboard": [[button("A", "g:k3x9q0ab:1:0"), button("K")]]}
    await served.bot("editMessageText", chat_id=ANNA, message_id=hand, text="play", reply_markup=rows)
    await shown(column(page, ANNA).locator(".turn"))


async def test_after_a_cut_the_page_catches_up_and_shows_nothing_twice(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page()
    await served.say(GROUP, "one")
    await shown(column(page, GROUP).locator(".text", has_text="one"))
    served.cut()
    await served.say(GROUP, "two")
    await shown(column(page, GROUP).locator(".text", has_text="two"))
    await served.say(GROUP, "three")
    await shown(column(page, GROUP).locator(".text", has_text="three"))
    assert await column(page, GROUP).locator("article").count() == 3
    assert not await page.locator("body.offline").count()


async def test_a_server_that_began_anew_is_loaded_anew(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.say(GROUP, "of the old world")
    await shown(column(page, GROUP).get_by_text("of the old world"))
    await served.restart()
    await gone(column(page, GROUP).get_by_text("of the old world"))
    await served.say(GROUP, "of the new world")
    await shown(column(page, GROUP).get_by_text("of the new world"))


async def test_whoever_blocked_the_bot_can_take_it_back(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.act("send", person=ANNA, chat=ANNA, text="/start")
    await served.act("block", person=ANNA)
    await column(page, ANNA).get_by_role("button", name="Unblock the bot").click()
    await shown(column(page, ANNA).locator(".composer"))


async def test_whoever_left_the_group_can_join_again(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.act("leave", person=ANNA, chat=GROUP)
    await shown(column(page, GROUP).get_by_text("Anna left the group"))
    await column(page, GROUP).get_by_role("button", name="Join as Anna").click()
    await shown(column(page, GROUP).get_by_text("Anna joined the group"))
    await shown(column(page, GROUP).locator(".composer"))


@pytest.mark.parametrize(("locale", "start"), [("ru-RU", "СТАРТ"), ("uk-UA", "СТАРТ"), ("de-DE", "START")])
async def test_the_page_speaks_the_language_of_the_browser(
    open_page: OpenPage, locale: str, start: str
) -> None:
    page = await open_page(locale=locale)
    assert await column(page, ANNA).locator(".start").inner_text() == start


async def test_the_language_can_be_chosen_and_is_remembered(open_page: OpenPage) -> None:
    page = await open_page()
    await page.locator("select.language").select_option("uk")
    await shown(page.get_by_text("приватний чат").first)
    await page.reload()
    await shown(page.get_by_text("приватний чат").first)


async def test_on_a_phone_one_column_is_shown_and_tabs_lead_to_the_others(
    served: Served, open_page: OpenPage
) -> None:
    page = await open_page(**PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    await served.act("send", person=BOHDAN, chat=BOHDAN, text="/start")
    await served.say(BOHDAN, "a menu", [button("B", "h:k3x9q0ab:top")])
    await served.say(BOHDAN, "leave?", [button("Yes", "e:k3x9q0ab:go")], [button("Delete", "k:delete")])
    await shown(page.locator(".tab.unread", has_text="Bohdan"))
    assert await page.locator(".tab.waiting").count() == 0
    await served.say(BOHDAN, "your turn", [button("A", "g:k3x9q0ab:1:0", style="primary")])
    tab = page.locator(".tab", has_text="Bohdan")
    await shown(page.locator(".tab.waiting.unread", has_text="Bohdan"))
    await tab.click()
    await shown(page.locator('.tab[aria-current="true"]', has_text="Bohdan"))
    edges = "panel => [panel.getBoundingClientRect().left, panel.getBoundingClientRect().right]"
    assert await column(page, BOHDAN).evaluate(edges) == [0, 390]


async def test_faults_are_ordered_from_the_drawer(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await page.get_by_role("button", name="Settings and tools").click()
    drawer = page.get_by_role("dialog")
    await drawer.get_by_role("button", name="429").click()
    await shown(drawer.get_by_text("429 ✓"))
    url = f"{served.url}bot42:SANDBOX/getMe"
    async with served.http.get(url) as response:
        assert response.status == 429


async def test_the_same_page_twice_shows_the_same(served: Served, open_page: OpenPage) -> None:
    pages = await asyncio.gather(open_page(), open_page())
    await served.say(GROUP, "to all")
    for page in pages:
        await shown(column(page, GROUP).get_by_text("to all"))


async def test_a_forum_shows_one_topic_or_all(served: Served, open_page: OpenPage) -> None:
    forum = (await served.act("new_group", title="Club", type="supergroup", members=[ANNA], forum=True))[
        "chat"
    ]
    topic = (await served.act("new_topic", person=ANNA, chat=forum, name="Cards"))["thread"]
    page = await open_page()
    await column(page, GROUP).locator("select.name").select_option(label="Club")
    await served.say(forum, "in general")
    await served.say(forum, "in the topic", message_thread_id=topic)
    club = column(page, forum)
    await shown(club.get_by_text("in the topic"))
    await club.locator("select.topics").select_option(label="Cards")
    await gone(club.get_by_text("in general"))
    await club.get_by_role("combobox", name="Message as Anna").fill("/newgame")
    await page.keyboard.press("Enter")
    await shown(club.locator(".row.out", has_text="/newgame"))


async def test_a_fourth_person_gets_a_column_and_a_seat(open_page: OpenPage) -> None:
    page = await open_page()
    await page.get_by_role("button", name="Settings and tools").click()
    drawer = page.get_by_role("dialog")
    await drawer.get_by_placeholder("Name of a new person").fill("Dmytro")
    await drawer.get_by_role("button", name="Add", exact=True).click()
    await shown(page.locator(".panel.private", has_text="Dmytro"))
    await shown(column(page, GROUP).locator(".seat:not(.away)", has_text="Dmytro"))


async def test_a_bot_that_was_removed_can_be_added_again(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.act("kick_bot", chat=GROUP)
    await column(page, GROUP).get_by_role("button", name="Add the bot").click()
    await shown(column(page, GROUP).get_by_text("Thousand joined the group"))


async def test_a_group_that_became_a_supergroup_is_followed(served: Served, open_page: OpenPage) -> None:
    old = (await served.act("new_group", title="Basic", type="group", members=[ANNA]))["chat"]
    page = await open_page()
    await column(page, GROUP).locator("select.name").select_option(label="Basic")
    await served.say(old, "said before")
    await shown(column(page, old).get_by_text("said before"))
    new = (await served.act("migrate", chat=old))["chat"]
    await column(page, new).wait_for(state="attached")
    assert await column(page, old).count() == 0


async def test_the_bot_types(served: Served, open_page: OpenPage) -> None:
    page = await open_page()
    await served.bot("sendChatAction", chat_id=GROUP, action="typing")
    sign = column(page, GROUP).locator(".typing-sign")
    await shown(sign)
    await served.say(GROUP, "said")
    await sign.wait_for(state="hidden")


async def test_a_copy_button_copies(served: Served, open_page: OpenPage) -> None:
    page = await open_page(permissions=["clipboard-read", "clipboard-write"])
    await served.say(GROUP, "record", [button("Copy", copy_text={"text": "P1: 120"})])
    await key(page, GROUP, "Copy").click()
    await shown(column(page, GROUP).locator(".toast", has_text="Copied"))
    assert await page.evaluate("navigator.clipboard.readText()") == "P1: 120"
