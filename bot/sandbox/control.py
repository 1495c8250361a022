"""The control API: what the page and the tests see and do, apart from the Bot API itself."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable

from aiohttp import WSCloseCode, WSMsgType, web

from bot.sandbox import people, view
from bot.sandbox.acts import perform
from bot.sandbox.core import Sandbox
from bot.sandbox.faults import Armed, Fault
from bot.sandbox.methods.table import METHODS
from bot.sandbox.model import Object
from bot.sandbox.people import ActError
from bot.sandbox.server import SANDBOX
from bot.sandbox.signature import called
from bot.sandbox.stats import Stats


async def world(request: web.Request) -> web.Response:
    """`GET /sandbox/world`."""
    sandbox = request.app[SANDBOX]
    return web.json_response(view.overview(sandbox.world, sandbox.feed.seq))


async def chat(request: web.Request) -> web.Response:
    """`GET /sandbox/chat?chat=&as=`: the messages as one person sees them."""
    sandbox = request.app[SANDBOX]
    try:
        viewer = int(request.query["as"])
        place = people.chat_of(sandbox, int(request.query["chat"]), viewer)
    except (KeyError, ValueError) as error:
        return _refuse(_reason(error))
    messages = [view.message(sandbox.world, message) for message in place.visible(viewer)]
    return web.json_response({"ok": True, "messages": messages, "seq": sandbox.feed.seq})


async def live(request: web.Request) -> web.WebSocketResponse:
    """`GET /sandbox/live?since=`: events as they happen, one JSON object a message."""
    sandbox = request.app[SANDBOX]
    socket = web.WebSocketResponse(heartbeat=30)
    await socket.prepare(request)
    since = request.query.get("since", "")
    start = int(since) if since.isdecimal() else sandbox.feed.seq

    async def pump() -> None:
        with contextlib.suppress(ConnectionError):
            async for event in sandbox.feed.watch(start):
                await socket.send_json(event)
            await socket.close(code=WSCloseCode.GOING_AWAY)

    sender = asyncio.create_task(pump())
    try:
        async for message in socket:
            if message.type == WSMsgType.ERROR:
                break
    finally:
        sender.cancel()
    return socket


async def answer(request: web.Request) -> web.Response:
    """`GET /sandbox/answer?query=`: waits for the answer to a tap, 30 seconds at most."""
    query = request.query.get("query", "")
    try:
        found = await asyncio.wait_for(request.app[SANDBOX].answered(query), 30)
    except TimeoutError:
        return _refuse(f"query {query} is not answered yet", 408)
    if found is None:
        return _refuse(f"no query {query}", 404)
    return web.json_response({"ok": True, "answer": found})


async def act(request: web.Request) -> web.Response:
    """`POST /sandbox/act`: a person, or fate, does something."""
    try:
        result = perform(request.app[SANDBOX], json.loads(await request.text()))
    except ValueError as error:
        return _refuse(str(error))
    return web.json_response({"ok": True, **result})


async def stats(request: web.Request) -> web.Response:
    """`GET /sandbox/stats`."""
    sandbox = request.app[SANDBOX]
    return web.json_response(sandbox.stats.report(sandbox.unanswered()))


async def reset_stats(request: web.Request) -> web.Response:
    """`POST /sandbox/stats/reset`."""
    request.app[SANDBOX].stats = Stats()
    return web.json_response({"ok": True})


async def arm_fault(request: web.Request) -> web.Response:
    """`POST /sandbox/faults`: arms one by name."""
    try:
        body = json.loads(await request.text())
        called(request.app[SANDBOX], "a fault", arm, body if isinstance(body, dict) else {})
    except ValueError as error:
        return _refuse(str(error))
    return web.json_response({"ok": True})


def arm(
    sandbox: Sandbox,
    *,
    name: str,
    times: int = 1,
    method: str | None = None,
    chat: int | None = None,
    retry_after: int = 1,
) -> Object:
    """Switches a fault on; `retry_after` is in seconds."""
    if name not in set(Fault):
        raise ActError(f"no fault {name!r}; there are {', '.join(Fault)}")
    if method is not None and method not in METHODS:
        raise ActError(f"the sandbox has no method {method!r}")
    sandbox.faults.arm(Armed(Fault(name), times, method, chat, retry_after))
    return {}


async def clear_faults(request: web.Request) -> web.Response:
    """`DELETE /sandbox/faults`."""
    request.app[SANDBOX].faults.clear()
    return web.json_response({"ok": True})


_PICTURES = {b"\xff\xd8": "image/jpeg", b"\x89PNG": "image/png"}
_FILE = "application/octet-stream"


async def file(request: web.Request) -> web.Response:
    """`GET /sandbox/files/<id>`: a picture or a file that the bot sent; a browser only saves files."""
    content = request.app[SANDBOX].world.files.get(request.match_info["id"])
    if content is None:
        raise web.HTTPNotFound
    kind = next((kind for head, kind in _PICTURES.items() if content.startswith(head)), _FILE)
    saved = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
    return web.Response(body=content, content_type=kind, headers=saved if kind == _FILE else None)


def _reason(error: Exception) -> str:
    return f"missing {error}" if isinstance(error, KeyError) else str(error)


def _refuse(problem: str, status: int = 400) -> web.Response:
    return web.json_response({"ok": False, "error": problem}, status=status)


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/sandbox/world", world),
    ("GET", "/sandbox/chat", chat),
    ("GET", "/sandbox/live", live),
    ("GET", "/sandbox/answer", answer),
    ("POST", "/sandbox/act", act),
    ("GET", "/sandbox/stats", stats),
    ("POST", "/sandbox/stats/reset", reset_stats),
    ("POST", "/sandbox/faults", arm_fault),
    ("DELETE", "/sandbox/faults", clear_faults),
    ("GET", "/sandbox/files/{id}", file),
)
