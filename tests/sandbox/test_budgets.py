"""Flood limits: 20 writes a minute into a group, edits and sends together; short bursts to a person."""

from bot.sandbox.app import Settings
from tests.sandbox.stage import ANNA, BOHDAN, FAMILY, Stage, data, keyboard, stage


async def allowed(at: Stage, chat: int, count: int) -> list[int]:
    """Status of so many sends at one moment."""
    return [(await at.call("sendMessage", chat_id=chat, text=str(n))).status for n in range(count)]


async def test_a_group_takes_twenty_writes_in_any_minute() -> None:
    async with stage() as at:
        assert await allowed(at, FAMILY, 21) == [200] * 20 + [429]
        at.clock.now += 59.9
        assert await allowed(at, FAMILY, 1) == [429]
        at.clock.now += 0.2
        assert await allowed(at, FAMILY, 21) == [200] * 20 + [429]


async def test_edits_and_sends_share_a_budget_and_other_calls_are_free() -> None:
    async with stage() as at:
        number = await at.send()
        for text in range(19):
            reply = await at.call("editMessageText", chat_id=FAMILY, message_id=number, text=str(text))
            assert reply.status == 200
        reply = await at.call("editMessageText", chat_id=FAMILY, message_id=number, text="over")
        assert (reply.status, reply.body["parameters"]) == (429, {"retry_after": 60})
        assert (await at.call("getChat", chat_id=FAMILY)).status == 200
        assert (await at.call("deleteMessage", chat_id=FAMILY, message_id=number)).status == 200
        assert at.sandbox.stats.too_many_requests == 1


async def test_an_edit_that_changes_nothing_still_costs() -> None:
    async with stage() as at:
        number = await at.send(text="same")
        for _ in range(19):
            reply = await at.call("editMessageText", chat_id=FAMILY, message_id=number, text="same")
            assert reply.status == 400
        assert await allowed(at, FAMILY, 1) == [429]


async def test_answers_to_taps_are_free() -> None:
    async with stage() as at:
        query = await at.query()
        await allowed(at, FAMILY, 19)
        assert await allowed(at, FAMILY, 1) == [429]
        assert (await at.call("answerCallbackQuery", callback_query_id=query.id)).status == 200


async def test_a_private_chat_takes_a_short_burst() -> None:
    async with stage() as at:
        at.start()
        assert await allowed(at, ANNA, 7) == [200] * 6 + [429]
        assert await allowed(at, FAMILY, 1) == [200]
        at.clock.now += 5
        assert await allowed(at, ANNA, 1) == [200]


async def test_one_write_a_second_into_a_private_chat_always_fits() -> None:
    async with stage() as at:
        at.start()
        for _ in range(30):
            assert await allowed(at, ANNA, 1) == [200]
            at.clock.now += 1


async def test_thirty_writes_a_second_in_all() -> None:
    async with stage() as at:
        groups = [at.sandbox.world.new_group(str(n), "supergroup", [ANNA]).id for n in range(3)]
        statuses = [status for group in groups for status in await allowed(at, group, 11)]
        assert statuses == [200] * 30 + [429] * 3


async def test_ephemeral_messages_have_a_budget_for_each_receiver() -> None:
    async with stage() as at:
        at.family.bot = "administrator"

        async def whisper(person: int) -> int:
            parameters = {"receiver_user_id": person}
            reply = await at.call(
                "sendMessage", chat_id=FAMILY, text="hand", ephemeral_message_parameters=parameters
            )
            return reply.status

        assert [await whisper(ANNA) for _ in range(7)] == [200] * 6 + [429]
        assert await whisper(BOHDAN) == 200
        assert not at.sandbox.stats.writes[FAMILY]


async def test_time_can_be_scaled_and_the_wait_is_told_in_real_seconds() -> None:
    async with stage(Settings(time_scale=10)) as at:
        await allowed(at, FAMILY, 20)
        reply = await at.call("sendMessage", chat_id=FAMILY, text="over")
        assert reply.body["parameters"] == {"retry_after": 6}
        at.clock.now += 6
        assert await allowed(at, FAMILY, 1) == [200]


async def test_writes_are_counted_with_their_times() -> None:
    async with stage() as at:
        number = await at.send(reply_markup=keyboard(data("x")))
        at.clock.now += 3
        await at.call("editMessageReplyMarkup", chat_id=FAMILY, message_id=number)
        times = at.sandbox.stats.writes[FAMILY]
        assert [time - times[0] for time in times] == [0, 3]
