"""Faults that strike the bot's calls."""

import aiohttp
import pytest

from tests.sandbox.stage import ANNA, FAMILY, Stage, stage


async def arm(at: Stage, name: str, **fields: object) -> None:
    async with at.session.post(f"{at.url}/sandbox/faults", json={"name": name, **fields}) as response:
        assert (await response.json())["ok"]


def shown(at: Stage) -> list[str]:
    return [message.markup.text for message in at.family.visible(ANNA)]


async def test_a_429_says_how_long_to_wait_and_is_spent() -> None:
    async with stage() as at:
        await arm(at, "too_many_requests", times=2, retry_after=7)
        for _ in range(2):
            reply = await at.call("sendMessage", chat_id=FAMILY, text="hi")
            assert (reply.status, reply.body["parameters"]) == (429, {"retry_after": 7})
            assert reply.body["description"] == "Too Many Requests: retry after 7"
        await at.send(text="hi")
        assert shown(at) == ["hi"]


async def test_a_gateway_answers_with_a_page() -> None:
    async with stage() as at:
        await arm(at, "bad_gateway_html")
        async with at.session.post(f"{at.url}/bot{at.token}/getMe") as response:
            assert response.status == 502
            assert response.content_type == "text/html"


@pytest.mark.parametrize(("name", "left"), [("cut_before", []), ("cut_after_effect", ["hi"])])
async def test_a_cut_connection_happens_before_or_after_the_effect(name: str, left: list[str]) -> None:
    async with stage() as at:
        await arm(at, name)
        with pytest.raises(aiohttp.ClientError):
            await at.send(text="hi")
        assert shown(at) == left


async def test_a_fault_may_be_meant_for_one_method_or_chat() -> None:
    async with stage() as at:
        at.start()
        await arm(at, "server_error", method="editMessageText")
        await arm(at, "server_error", chat=ANNA)
        number = await at.send()
        assert (await at.call("sendMessage", chat_id=ANNA, text="hi")).status == 500
        edit = await at.call("editMessageText", chat_id=FAMILY, message_id=number, text="new")
        assert edit.status == 500


async def test_a_fault_for_any_method_spares_polling() -> None:
    async with stage() as at:
        await arm(at, "server_error")
        assert await at.updates() == []
        assert (await at.call("getMe")).status == 500


async def test_faults_can_be_cleared() -> None:
    async with stage() as at:
        await arm(at, "server_error", times=100)
        async with at.session.delete(f"{at.url}/sandbox/faults"):
            pass
        assert (await at.call("getMe")).status == 200


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"name": "meteor"}, "no fault 'meteor'; there are too_many_requests, server_error"),
        ({"name": "server_error", "method": "sendMassage"}, "the sandbox has no method 'sendMassage'"),
        ({}, "a fault needs name"),
        ({"name": "server_error", "times": "two"}, "field 'times' of a fault must be int, not 'two'"),
    ],
)
async def test_a_wrong_fault_is_explained(body: dict[str, object], problem: str) -> None:
    async with stage() as at, at.session.post(f"{at.url}/sandbox/faults", json=body) as response:
        assert response.status == 400
        assert (await response.json())["error"].startswith(problem)
