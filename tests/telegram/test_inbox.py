"""Which updates wait for each other."""

from __future__ import annotations

import logging

import pytest
from aiogram import Bot, Dispatcher
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.ports import StorageDown
from bot.telegram.inbox import After, Inbox, key_of
from bot.telegram.reading import RawUpdate

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def tap(data: object, chat: object = -5) -> dict[str, object]:
    return {"update_id": 1, "callback_query": {"id": "1", "data": data, "message": {"chat": {"id": chat}}}}


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (tap("g:k3x9q0ab:1:0"), "table k3x9q0ab"),
        (tap("l:k3x9q0ab:0:sit", 1001), "table k3x9q0ab"),
        (tap("m:lang:ru"), "chat -5"),
        (tap("no button of ours"), "chat -5"),
        ({"message": {"chat": {"id": -7}}}, "chat -7"),
        ({"my_chat_member": {"chat": {"id": 1001}}}, "chat 1001"),
        ({"poll": {}}, "rest"),
    ],
)
def test_a_table_or_a_chat(raw: dict[str, object], key: str) -> None:
    assert key_of(raw) == key


@given(JSON, JSON)
def test_any_json_is_safe(data: object, chat: object) -> None:
    assert key_of(tap(data, chat))
    assert key_of({"message": data})
    assert key_of({"callback_query": data})


class Speechless(Inbox):
    """Stores every update, and has no storage any more when it comes to the answer."""

    async def _commit(self, _: RawUpdate) -> After:
        async def after() -> None:
            raise StorageDown("restarting")

        return after


async def test_an_update_that_is_stored_is_done_with_whatever_becomes_of_its_answer(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    async def sorry(_: RawUpdate) -> None:
        raise AssertionError("nobody is apologised to")

    await Speechless(bot, Dispatcher(disable_fsm=True), sorry).take({"update_id": 1})
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
