"""What each error of the Bot API means; the texts are those that the sandbox refuses with."""

from __future__ import annotations

import pytest
from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetMe

from bot.delivery.verdicts import (
    Closed,
    Gone,
    Hold,
    Later,
    Moved,
    Refused,
    Same,
    Unparsable,
    Verdict,
    verdict,
)
from bot.sandbox.refusals import Why

CALL = GetMe()


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        (Why.NOT_MODIFIED, Same()),
        (Why.EDIT_NOT_FOUND, Gone()),
        (Why.EDIT_FORBIDDEN, Gone()),
        (Why.DELETE_NOT_FOUND, Gone()),
        (Why.DELETE_FORBIDDEN, Gone()),
        (Why.DELETE_TOO_OLD, Gone()),
        (Why.ENTITIES, Unparsable()),
        (Why.CHAT_NOT_FOUND, Closed()),
        (Why.THREAD_NOT_FOUND, Closed()),
        (Why.TOPIC_CLOSED, Closed()),
        (Why.TEXT_TOO_LONG, Refused()),
        (Why.KEYBOARD_TOO_LONG, Refused()),
        (Why.BUTTON_DATA, Refused()),
        (Why.QUERY_TOO_OLD, Refused()),
    ],
)
def test_bad_requests(why: Why, expected: Verdict) -> None:
    assert verdict(TelegramBadRequest(CALL, why.value.text)) == expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (TelegramRetryAfter(CALL, "Too Many Requests: retry after 7", 7), Hold(7.0)),
        (TelegramMigrateToChat(CALL, "upgraded", -1005), Moved(-1005)),
        (TelegramForbiddenError(CALL, "Forbidden: bot was blocked by the user"), Closed()),
        (TelegramServerError(CALL, "Internal Server Error"), Later()),
        (TelegramNetworkError(CALL, "ServerDisconnectedError"), Later()),
        (ClientDecodeError("Failed to decode object", ValueError(), "<html>"), Later()),
        (TelegramUnauthorizedError(CALL, "Unauthorized"), Refused()),
    ],
)
def test_other_errors(error: AiogramError, expected: Verdict) -> None:
    assert verdict(error) == expected
