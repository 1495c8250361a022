"""The control API, and the server as a whole."""

import socket

import aiohttp
import pytest

from bot.sandbox import view
from bot.sandbox.app import AddressError, Settings, run
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, Stage, data, keyboard, stage
from tests.support.sandbox import serve


async def act(at: Stage, **body: object) -> tuple[int, dict[str, object]]:
    async with at.session.post(f"{at.url}/sandbox/act", json=body) as response:
        return response.status, await response.json()


async def test_the_default_world_is_a_family_of_three_languages() -> None:
    async with stage() as at, at.session.get(f"{at.url}/sandbox/world") as response:
        world = await response.json()
    assert world["bot"] == {"id": 42, "username": "thousand_sandbox_bot", "name": "Thousand"}
    assert [(p["id"], p["name"], p["language"]) for p in world["people"]] == [
        (1001, "Anna", "ru"),
        (1002, "Bohdan", "uk"),
        (1003, "Vera", "en"),
    ]
    (family,) = [chat for chat in world["chats"] if chat["type"] == "supergroup"]
    assert (family["id"], family["title"], family["members"]) == (FAMILY, "Family", [1001, 1002, 1003])
    assert [chat["person"] for chat in world["chats"] if chat["type"] == "private"] == [1001, 1002, 1003]


async def test_a_chat_is_shown_with_html_and_buttons() -> None:
    async with stage() as at:
        buttons = [
            data("x", "Tap") | {"style": "success"},
            {"text": "Go", "url": "https://e.com"},
            {"text": "Copy", "copy_text": {"text": "abc"}},
            {"text": "No", "disabled": {}},
        ]
        await at.send(text="<b>1 &lt; 2</b>", parse_mode="HTML", reply_markup=keyboard(buttons))
        async with at.session.get(f"{at.url}/sandbox/chat?chat={FAMILY}&as={ANNA}") as response:
            (message,) = (await response.json())["messages"]
    assert (message["text"], message["html"]) == ("1 < 2", "<b>1 &lt; 2</b>")
    assert message["from"] == {"id": 42, "name": "Thousand", "bot": True}
    assert message["keyboard"] == [
        [
            {"text": "Tap", "kind": "callback", "data": "x", "style": "success"},
            {"text": "Go", "kind": "url", "url": "https://e.com"},
            {"text": "Copy", "kind": "copy", "data": "abc"},
            {"text": "No", "kind": "disabled", "disabled": True},
        ]
    ]


async def test_the_live_feed_replays_what_was_missed_and_goes_on() -> None:
    async with stage() as at:
        at.say("one")
        seq = at.sandbox.feed.seq
        at.say("two")
        async with at.session.ws_connect(f"{at.url}/sandbox/live?since={seq}") as live:
            assert (await live.receive_json())["message"]["text"] == "two"
            at.say("three", BOHDAN)
            event = await live.receive_json()
    assert (event["seq"], event["type"], event["chat"], event["for"]) == (seq + 2, "message", FAMILY, None)


async def test_a_tap_is_answered_to_whoever_waits() -> None:
    async with stage() as at:
        number = await at.send(reply_markup=keyboard(data("x")))
        _, done = await act(at, do="tap", person=ANNA, chat=FAMILY, message_id=number, row=0, column=0)
        await at.call("answerCallbackQuery", callback_query_id=done["query"], text="yes", show_alert=True)
        async with at.session.get(f"{at.url}/sandbox/answer?query={done['query']}") as response:
            assert (await response.json())["answer"] == {"text": "yes", "alert": True, "url": None}


async def test_counters_tell_calls_refusals_writes_and_answers_left_open() -> None:
    async with stage() as at:
        open_query, twice = await at.query(), await at.query()
        for _ in range(2):
            await at.call("answerCallbackQuery", callback_query_id=twice.id)
        number = await at.send(text="same")
        await at.call("editMessageText", chat_id=FAMILY, message_id=number, text="same")
        async with at.session.get(f"{at.url}/sandbox/stats") as response:
            stats = await response.json()
        assert stats["calls"] == {"sendMessage": 3, "answerCallbackQuery": 2, "editMessageText": 1}
        assert stats["unanswered"] == [open_query.id]
        assert (stats["double_answers"], stats["not_modified"], stats["too_many_requests"]) == (1, 1, 0)
        assert len(stats["writes"][str(FAMILY)]) == 4
        assert {(r["method"], r["code"], r["count"]) for r in stats["refusals"]} == {
            ("answerCallbackQuery", 400, 1),
            ("editMessageText", 400, 1),
        }
        async with at.session.post(f"{at.url}/sandbox/stats/reset"):
            pass
        async with at.session.get(f"{at.url}/sandbox/stats") as response:
            assert (await response.json())["calls"] == {}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"do": "fly"}, "unknown act 'fly'"),
        ({"do": "send", "person": 7, "chat": FAMILY, "text": "hi"}, "no person 7"),
        ({"do": "send", "person": ANNA, "chat": 7, "text": "hi"}, "no chat 7"),
        ({"do": "send", "person": ANNA, "chat": BOHDAN, "text": "hi"}, "person 1001 is not in chat 1002"),
        ({"do": "send", "person": ANNA, "chat": FAMILY, "text": " "}, "an empty message"),
        ({"do": "send", "person": ANNA, "chat": FAMILY}, "send needs text"),
        (
            {"do": "send", "person": "Anna", "chat": FAMILY, "text": "hi"},
            "field 'person' of send must be int",
        ),
        (
            {"do": "send", "person": ANNA, "chat": FAMILY, "text": "hi", "loud": True},
            "send has no field 'loud'",
        ),
        (
            {"do": "new_group", "title": "x", "members": ["Anna"]},
            "field 'members' of new_group must be list[int]",
        ),
        (
            {"do": "tap", "person": ANNA, "chat": FAMILY, "message_id": 5, "row": 0, "column": 0},
            "person 1001 sees no",
        ),
        (
            {"do": "open", "person": ANNA, "url": "https://t.me/other_bot?start=x"},
            "the link leads to 'other_bot'",
        ),
        (
            {"do": "open", "person": ANNA, "url": "https://t.me/thousand_sandbox_bot?start=a.b"},
            "a start payload",
        ),
        ({"do": "migrate", "chat": FAMILY}, f"chat {FAMILY} is a supergroup"),
        ({"do": "new_group", "title": "x", "type": "channel", "members": [ANNA]}, "a group is a group or"),
        ({"do": "new_group", "title": "x", "members": []}, "a group needs a member"),
    ],
)
async def test_what_cannot_be_done_is_explained(body: dict[str, object], problem: str) -> None:
    async with stage() as at:
        status, done = await act(at, **body)
    assert (status, done["ok"]) == (400, False)
    assert str(done["error"]).startswith(problem)


async def test_a_body_that_is_no_json_is_explained() -> None:
    async with stage() as at, at.session.post(f"{at.url}/sandbox/act", data="[") as response:
        assert response.status == 400
        assert (await response.json())["ok"] is False


async def test_newcomers_and_new_groups_join_the_world() -> None:
    async with stage() as at:
        _, person = await act(at, do="add_person", name="Zed", language="en")
        members = [ANNA, person["person"]]
        _, group = await act(at, do="new_group", title="Pair", type="group", members=members)
        async with at.session.get(f"{at.url}/sandbox/world") as response:
            world = await response.json()
    assert world["people"][-1]["name"] == "Zed"
    assert (world["chats"][-1]["id"], world["chats"][-1]["members"]) == (group["chat"], members)


async def test_a_link_of_either_form_starts_the_private_chat() -> None:
    async with stage() as at:
        for url in ("t.me/thousand_sandbox_bot?start=a", "tg://resolve?domain=thousand_sandbox_bot&start=b"):
            assert (await act(at, do="open", person=ANNA, url=url))[0] == 200
        texts = [update["message"]["text"] for update in await at.updates()]
    assert texts == ["/start a", "/start b"]


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("https://t.me/thousand_sandbox_bot?start=sit", 200),
        ("t.me/Thousand_Sandbox_Bot", 200),
        ("https://t.me/other_bot?start=sit", 400),
        ("https://example.com/thousand_sandbox_bot", 400),
    ],
)
async def test_an_answer_opens_links_to_the_bot_only(url: str, opened: int) -> None:
    async with stage() as at:
        query = await at.query()
        reply = await at.call("answerCallbackQuery", callback_query_id=query.id, url=url)
        assert reply.status == opened


async def test_a_new_keyboard_alone_does_not_mark_a_message_as_edited() -> None:
    async with stage() as at:
        number = await at.send(reply_markup=keyboard(data("x")))
        bare = await at.call("editMessageReplyMarkup", chat_id=FAMILY, message_id=number)
        assert "edit_date" not in bare.result
        at.clock.now += 5
        text = await at.call("editMessageText", chat_id=FAMILY, message_id=number, text="new")
        assert text.result["edit_date"] == int(at.clock.now)


async def test_a_picture_is_kept_and_shown() -> None:
    async with stage() as at:
        reply = await at.form(
            "sendPhoto", chat_id=str(FAMILY), photo="attach://p", p=b"\x89PNG...", caption="c"
        )
        again = await at.call("sendPhoto", chat_id=FAMILY, photo=reply.result["photo"][0]["file_id"])
        assert again.status == 200
        (shown, _) = at.family.visible(ANNA)
        async with at.session.get(f"{at.url}/sandbox/files/{shown.photo}") as response:
            assert (response.content_type, await response.read()) == ("image/png", b"\x89PNG...")
        async with at.session.get(f"{at.url}/sandbox/files/none") as response:
            assert response.status == 404


async def test_a_file_is_kept_and_saved_under_its_name() -> None:
    async with stage() as at:
        reply = await at.form(
            "sendDocument",
            chat_id=str(FAMILY),
            document="attach://d.tgr",
            caption="c",
            **{"d.tgr": b"thousand 1"},
        )
        sent = reply.result["document"]
        assert (sent["file_name"], sent["file_size"], reply.result["caption"]) == ("d.tgr", 10, "c")
        (shown,) = at.family.visible(ANNA)
        body = view.message(at.sandbox.world, shown)["document"]
        assert (body["name"], body["size"]) == ("d.tgr", 10)
        async with at.session.get(f"{at.url}{body['url']}") as response:
            assert await response.read() == b"thousand 1"
            assert response.headers["Content-Disposition"] == "attachment"
        number = reply.result["message_id"]
        captioned = await at.call("editMessageCaption", chat_id=FAMILY, message_id=number, caption="d")
        assert captioned.result["caption"] == "d"


async def test_a_message_shows_a_hundred_entities_at_most() -> None:
    async with stage() as at:
        text = "".join(f"<b>{number}</b> " for number in range(101))
        sent = await at.call("sendMessage", chat_id=FAMILY, text=text, parse_mode="HTML")
        assert len(sent.result["entities"]) == 100


async def test_arguments_come_as_query_form_or_json() -> None:
    async with stage() as at:
        url = f"{at.url}/bot{at.token}/sendMessage"
        fields = {"chat_id": str(FAMILY), "text": "hi", "disable_notification": "true"}
        requests = (
            at.session.get(url, params=fields),
            at.session.post(url, data=fields),
            at.session.post(url, params={"chat_id": FAMILY}, json={"text": "hi"}),
        )
        for request in requests:
            async with request as response:
                assert (await response.json())["ok"]


async def test_any_token_of_the_right_shape_may_be_let_in() -> None:
    async with stage(Settings(any_token=True)) as at:
        assert (await at.call("getMe", token="1:abc")).status == 200
        assert (await at.call("getMe", token="abc")).status == 401


def test_a_taken_port_is_told_in_one_clear_line() -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError) as stopped:
            run("127.0.0.1", port, started=lambda: told.append("ready"))
    assert str(stopped.value).startswith(f"port {port} is taken")
    assert told == []


async def test_an_open_page_hears_at_once_that_the_server_ends() -> None:
    async with serve() as server, aiohttp.ClientSession(server.url) as session:
        page = await session.ws_connect("/sandbox/live")
        server.sandbox.feed.close()
        message = await page.receive()
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, aiohttp.WSCloseCode.GOING_AWAY)


async def test_the_page_is_served() -> None:
    async with stage() as at:
        for path in ("/", "/page/index.html"):
            async with at.session.get(f"{at.url}{path}") as response:
                assert (response.status, response.content_type) == (200, "text/html")
                assert response.headers["Cache-Control"] == "no-cache"
        with pytest.raises(aiohttp.ClientResponseError):
            await at.session.get(f"{at.url}/page/../app.py", raise_for_status=True)
