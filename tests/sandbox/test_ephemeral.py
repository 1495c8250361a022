"""Ephemeral messages: when the bot may send one, who sees it, how it changes."""

from typing import Any

from bot.sandbox import people
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, Reply, Stage, data, keyboard, stage


async def whisper(at: Stage, text: str = "hand", person: int = ANNA, **rest: Any) -> Reply:
    fields = rest.pop("fields", {})
    parameters = {"receiver_user_id": person} | rest
    return await at.call(
        "sendMessage", chat_id=FAMILY, text=text, ephemeral_message_parameters=parameters, **fields
    )


def seen(at: Stage, person: int) -> list[str]:
    return [message.markup.text for message in at.family.visible(person)]


async def test_a_tap_allows_one_for_fifteen_seconds() -> None:
    async with stage() as at:
        query = await at.query()
        at.clock.now += 15
        reply = await whisper(at, callback_query_id=query.id)
        assert (reply.result["message_id"], reply.result["receiver_user"]["id"]) == (0, ANNA)
        at.clock.now += 0.1
        assert (await whisper(at, callback_query_id=query.id)).status == 400


async def test_only_the_receiver_sees_it() -> None:
    async with stage() as at:
        query = await at.query()
        await whisper(at, "hand", callback_query_id=query.id)
        assert seen(at, ANNA) == ["tap me", "hand"]
        assert seen(at, BOHDAN) == ["tap me"]
        (event,) = at.sandbox.feed.after(at.sandbox.feed.seq - 1)
        assert event["for"] == ANNA


async def test_an_administrator_needs_no_action() -> None:
    async with stage() as at:
        assert (await whisper(at)).status == 400
        at.family.bot = "administrator"
        assert (await whisper(at)).status == 200


async def test_one_may_stand_in_place_of_the_message_tapped() -> None:
    async with stage() as at:
        query = await at.query()
        await whisper(at, "instead", callback_query_id=query.id, replace_callback_query_message=True)
        assert seen(at, ANNA) == ["instead"]
        assert seen(at, BOHDAN) == ["tap me"]


async def test_it_is_edited_and_deleted_by_its_own_methods_only() -> None:
    async with stage() as at:
        at.family.bot = "administrator"
        number = (await whisper(at)).result["ephemeral_message_id"]
        address = {"chat_id": FAMILY, "receiver_user_id": ANNA, "ephemeral_message_id": number}
        edit = await at.call("editEphemeralMessageText", **address, text="new")
        assert edit.result is True
        buttons = await at.call(
            "editEphemeralMessageReplyMarkup", **address, reply_markup=keyboard(data("x"))
        )
        assert buttons.result is True
        assert seen(at, ANNA) == ["new"]
        same = await at.call(
            "editEphemeralMessageText", **address, text="new", reply_markup=keyboard(data("x"))
        )
        assert "not modified" in same.body["description"]
        public = await at.call("editMessageText", chat_id=FAMILY, message_id=0, text="public")
        assert public.status == 400
        assert (await at.call("deleteEphemeralMessage", **address)).result is True
        assert seen(at, ANNA) == []


async def test_a_tap_on_it_tells_its_number_and_receiver() -> None:
    async with stage() as at:
        at.family.bot = "administrator"
        sent = await whisper(at, fields={"reply_markup": keyboard(data("x"))})
        number = sent.result["ephemeral_message_id"]
        people.tap(at.sandbox, at.person(), at.family, (0, number), row=0, column=0)
        (update,) = await at.updates()
        message = update["callback_query"]["message"]
        assert (message["message_id"], message["ephemeral_message_id"]) == (0, number)
        assert message["receiver_user"]["id"] == ANNA


async def test_a_command_may_be_ephemeral_and_its_reply_too() -> None:
    async with stage() as at:
        listed = [{"command": "hand", "description": "my cards", "is_ephemeral": True}]
        await at.call("setMyCommands", commands=listed)
        at.say("/hand")
        assert seen(at, BOHDAN) == []
        (update,) = await at.updates()
        number = update["message"]["ephemeral_message_id"]
        assert update["message"]["message_id"] == 0
        assert (update["message"]["from"]["id"], update["message"]["receiver_user"]["id"]) == (ANNA, 42)
        reply = {"reply_parameters": {"ephemeral_message_id": number}}
        assert (await whisper(at, "cards", fields=reply)).status == 200
        assert (await whisper(at, "cards", BOHDAN, fields=reply)).status == 400
        at.clock.now += 16
        assert (await whisper(at, "cards", fields=reply)).status == 400


async def test_another_persons_tap_allows_nothing() -> None:
    async with stage() as at:
        query = await at.query(BOHDAN)
        assert (await whisper(at, callback_query_id=query.id)).status == 400
