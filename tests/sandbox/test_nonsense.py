"""Whatever arrives is played or refused by name: no request, however wrong, breaks the server."""

import asyncio
import contextlib
import inspect
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.acts import ACTS, perform
from bot.sandbox.app import Sandbox, World
from bot.sandbox.methods.table import METHODS, play
from bot.sandbox.people import ActError
from bot.sandbox.refusals import RefusedError
from bot.sandbox.requests import Upload, read_call
from bot.sandbox.schema import bot_api
from tests.sandbox.stage import ANNA, FAMILY, Clock

SYNCHRONOUS = sorted(set(METHODS) - {"getUpdates", "setWebhook", "deleteWebhook"})
words = st.text(alphabet="ab1<>&/@=\"' {}[]:,-\N{GRINNING FACE}\ud83d", max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words
known = st.sampled_from([FAMILY, ANNA, str(FAMILY), "HTML", "typing", 0, -1, 1, "attach://p"])
objects = st.fixed_dictionaries(
    {},
    optional={
        "inline_keyboard": st.lists(
            st.lists(
                st.fixed_dictionaries(
                    {}, optional={"text": scalars, "callback_data": scalars, "url": scalars}
                )
            )
        ),
        "receiver_user_id": known,
        "message_id": scalars,
        "type": st.sampled_from(["default", "chat", "chat_member", "all_group_chats"]) | words,
        "chat_id": known,
        "user_id": known,
        "command": words,
        "description": words,
    },
)
values = known | scalars | objects | st.lists(scalars | objects, max_size=3)


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    name = draw(st.sampled_from(SYNCHRONOUS))
    fields = sorted(bot_api().methods[name.lower()].fields)
    raw = draw(st.dictionaries(st.sampled_from(fields), values, max_size=6)) if fields else {}
    as_form = draw(st.booleans())
    return name, {key: json.dumps(value) if as_form else value for key, value in raw.items()}


@given(requests())
def test_any_request_is_played_or_refused_by_name(request: tuple[str, dict[str, Any]]) -> None:
    name, raw = request

    async def run() -> None:
        sandbox = Sandbox(World.family(Clock()))
        sandbox.world.people[ANNA].started = True
        with contextlib.suppress(RefusedError):
            await play(sandbox, read_call(name, raw, {"p": Upload(b"picture", "p.png")}))

    asyncio.run(run())


@given(st.sampled_from(sorted(ACTS)), st.data())
def test_any_act_is_done_or_refused(name: str, data: st.DataObject) -> None:
    fields = list(inspect.signature(ACTS[name]).parameters)[1:]
    body = data.draw(st.dictionaries(st.sampled_from(fields), values))

    async def run() -> None:
        sandbox = Sandbox(World.family(Clock()))
        with contextlib.suppress(ActError):
            perform(sandbox, {"do": name, **body})

    asyncio.run(run())
