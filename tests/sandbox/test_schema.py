"""The grammar of the Bot API, read from the digest. Expected values are Telegram's documentation of 10.3."""

import pytest

from bot.sandbox.schema import (
    AnyOf,
    ListOf,
    MissingError,
    Named,
    OutOfRangeError,
    UnknownFieldError,
    WrongTypeError,
    bot_api,
    parse_kind,
)

CHAT = {"id": 1, "type": "private", "first_name": "Anna"}
MESSAGE = {"message_id": 5, "date": 1, "chat": CHAT, "text": "hi"}


def test_the_digest_is_of_the_version_that_the_bot_is_built_for() -> None:
    assert bot_api().version == "10.3"
    assert len(bot_api().methods) == 185
    assert len(bot_api().types) == 400


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Integer", Named("Integer")),
        ("Integer or String", AnyOf((Named("Integer"), Named("String")))),
        ("Array of Array of PhotoSize", ListOf(ListOf(Named("PhotoSize")))),
        ("Array of A, B and C", ListOf(AnyOf((Named("A"), Named("B"), Named("C"))))),
    ],
)
def test_types_are_read_as_telegram_writes_them(text: str, kind: object) -> None:
    assert parse_kind(text) == kind


@pytest.mark.parametrize(
    ("owner", "field", "limit"),
    [
        ("sendMessage", "text", 4096),
        ("sendPhoto", "caption", 1024),
        ("answerCallbackQuery", "text", 200),
        ("InlineKeyboardButton", "callback_data", 64),
        ("BotCommand", "command", 32),
        ("getUpdates", "limit", 100),
        ("setWebhook", "secret_token", 256),
    ],
)
def test_limits_are_those_of_the_documentation(owner: str, field: str, limit: int) -> None:
    assert bot_api().limit(owner, field) == limit


def test_a_limit_that_is_not_stated_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"sendMessage\.chat_id"):
        bot_api().limit("sendMessage", "chat_id")


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("sendMessage", "Message"),
        ("editMessageText", "Message or True"),
        ("editEphemeralMessageText", "True"),
        ("getUpdates", "Array of Update"),
        ("getChatAdministrators", "Array of ChatMember"),
        ("getChatMemberCount", "Integer"),
        ("getChat", "ChatFullInfo"),
        ("getMyCommands", "Array of BotCommand"),
    ],
)
def test_results_are_typed(method: str, result: str) -> None:
    shape = bot_api().method(method)
    assert shape is not None
    assert str(shape.returns) == result


def test_a_value_that_fits_passes() -> None:
    bot_api().check(Named("Message"), MESSAGE)


def test_a_member_is_judged_by_its_status() -> None:
    user = {"id": 1, "is_bot": False, "first_name": "Anna"}
    bot_api().check(Named("ChatMember"), {"status": "member", "user": user})
    with pytest.raises(MissingError, match="is_anonymous"):
        bot_api().check(Named("ChatMember"), {"status": "creator", "user": user})


@pytest.mark.parametrize(
    ("change", "error", "place"),
    [
        ({"txt": "hi"}, UnknownFieldError, ("txt",)),
        ({"chat": {"id": 1}}, MissingError, ("chat", "type")),
        ({"date": "now"}, WrongTypeError, ("date",)),
        ({"date": True}, WrongTypeError, ("date",)),
        ({"entities": [{"type": "bold", "offset": 0}]}, MissingError, ("entities", "0", "length")),
        (
            {"reply_markup": {"inline_keyboard": [[{"text": "a", "callback_data": "x" * 65}]]}},
            OutOfRangeError,
            ("reply_markup", "inline_keyboard", "0", "0", "callback_data"),
        ),
    ],
)
def test_a_misfit_is_named_with_its_place(
    change: dict[str, object], error: type[UnknownFieldError], place: tuple[str, ...]
) -> None:
    with pytest.raises(error) as caught:
        bot_api().check(Named("Message"), MESSAGE | change)
    assert caught.value.path == place
