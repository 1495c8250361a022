"""The Bot API over HTTP: `/bot<token>/<method>` with query, form, multipart or JSON arguments."""

import json
import re

from aiohttp import web

from bot.sandbox.core import Sandbox
from bot.sandbox.faults import Armed, Fault
from bot.sandbox.methods.table import play
from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call, Upload, read_call

SANDBOX = web.AppKey("sandbox", Sandbox)
_TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]+")
_GATEWAY_PAGE = (
    "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
)


async def bot_api(request: web.Request) -> web.StreamResponse:
    """Plays one request of the bot, with the faults that are armed for it."""
    sandbox = request.app[SANDBOX]
    name = request.match_info["method"]
    try:
        _check_token(sandbox, request.match_info["token"])
        raw, files = await _arguments(request)
        call = read_call(name, raw, files)
        sandbox.stats.calls[call.method.name] += 1
        armed = sandbox.faults.for_call(call.method.name, call.chat)
        return await _answer(request, sandbox, call, armed)
    except RefusedError as error:
        if request.transport is not None:  # a bot that was killed never hears that its poll was ended
            sandbox.stats.refuse(name, error)
        return _refuse(error)


async def call_in_answer(sandbox: Sandbox, fields: dict[str, object]) -> None:
    """Plays a call that the bot put into its answer to an update; the bot never hears of the result."""
    name = str(fields.pop("method"))
    try:
        call = read_call(name, fields, {})
    except RefusedError as error:
        sandbox.stats.refuse(name, error)
    else:
        sandbox.stats.calls[call.method.name] += 1
        await _play_unheard(sandbox, call)


async def _play_unheard(sandbox: Sandbox, call: Call) -> None:
    try:
        await play(sandbox, call)
    except RefusedError as error:
        sandbox.stats.refuse(call.method.name, error)


async def _answer(
    request: web.Request, sandbox: Sandbox, call: Call, armed: Armed | None
) -> web.StreamResponse:
    match armed.fault if armed else None:
        case Fault.TOO_MANY_REQUESTS if armed:
            seconds = armed.retry_after
            raise RefusedError(Why.TOO_MANY_REQUESTS, parameters={"retry_after": seconds}, seconds=seconds)
        case Fault.SERVER_ERROR:
            raise RefusedError(Why.SERVER_ERROR)
        case Fault.BAD_GATEWAY_HTML:
            return web.Response(status=502, text=_GATEWAY_PAGE, content_type="text/html")
        case Fault.CUT_BEFORE:
            return _cut(request)
        case Fault.CUT_AFTER_EFFECT:
            await _play_unheard(sandbox, call)
            return _cut(request)
        case _:
            return _json({"ok": True, "result": await play(sandbox, call)})


def _check_token(sandbox: Sandbox, token: str) -> None:
    if not _TOKEN.fullmatch(token):
        raise RefusedError(Why.TOKEN_MALFORMED)
    if token != sandbox.world.bot.token and not sandbox.settings.any_token:
        raise RefusedError(Why.TOKEN_UNKNOWN)


async def _arguments(request: web.Request) -> tuple[dict[str, object], dict[str, Upload]]:
    """The arguments of a request, and the files uploaded with it."""
    raw: dict[str, object] = dict(request.query)
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        body = await request.text()
        try:
            decoded = json.loads(body) if body.strip() else {}
        except ValueError as error:
            raise RefusedError(Why.JSON_MALFORMED, field="request") from error
        if not isinstance(decoded, dict):
            raise RefusedError(Why.JSON_MALFORMED, field="request")
        return raw | decoded, files
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            files[name] = Upload(value.file.read(), value.filename)
        elif isinstance(value, str):
            raw[name] = value
    return raw, files


def _json(body: Object, status: int = 200) -> web.Response:
    return web.json_response(body, status=status)


def _refuse(error: RefusedError) -> web.Response:
    body: Object = {"ok": False, "error_code": error.code, "description": error.text}
    if error.parameters:
        body["parameters"] = error.parameters
    return _json(body, error.code)


def _cut(request: web.Request) -> web.StreamResponse:
    """Drops the connection, so that the bot can't know whether anything happened."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
