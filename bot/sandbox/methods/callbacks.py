"""Answers to taps."""

from bot.sandbox.core import Sandbox
from bot.sandbox.links import LinkError, start_payload
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.requests import Call


def answer_callback_query(sandbox: Sandbox, call: Call) -> bool:
    """`answerCallbackQuery`: once, within the query's life."""
    query = sandbox.world.queries.get(call.text("callback_query_id"))
    if query is not None and query.answer is not None:
        sandbox.stats.double_answers += 1
        raise RefusedError(Why.QUERY_TOO_OLD)
    if query is None or sandbox.age(query.at) > sandbox.settings.query_seconds:
        raise RefusedError(Why.QUERY_TOO_OLD)
    url = call.text("url") or None
    if url is not None:
        _check_link(url, sandbox.world.bot.username)
    sandbox.answer(query, {"text": call.text("text"), "alert": call.flag("show_alert"), "url": url})
    return True


def _check_link(url: str, username: str) -> None:
    """Without a game, only links to the bot itself may be opened by an answer."""
    try:
        start_payload(url, username)
    except LinkError as error:
        raise RefusedError(Why.ANSWER_URL) from error
