"""Everything the sandbox refuses: one row a refusal, with Telegram's code and text and where they come from.

Each row has a test that shows the sandbox refusing; `tests/sandbox/test_refusals.py` fails for a row without.
A text may hold `{names}`, filled in where it is raised.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

SERVER = "tdlib/telegram-bot-api, Client.cpp and ClientManager.cpp"
TDLIB = "tdlib/td, telegram/*.cpp"
DOCS = "core.telegram.org/bots/api"
REPORTS = "public issue trackers of bot libraries"
SANDBOX = "the sandbox's own strictness; Telegram is silent or answers less clearly"

ANY = "any method"
SENDS = "sendMessage sendPhoto sendDocument"
EDITS = "editMessageText editMessageReplyMarkup editMessageCaption"
EPHEMERAL_EDITS = "editEphemeralMessageText editEphemeralMessageReplyMarkup deleteEphemeralMessage"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One way to be refused: the methods that meet it, HTTP code and description, the source of the text."""

    methods: str
    code: int
    text: str
    source: str


class Why(Enum):
    """The table. Names are for code and tests, the rest is for the wire."""

    # The request as such
    TOKEN_MALFORMED = Refusal(ANY, 401, "Unauthorized: invalid token specified", SERVER)
    TOKEN_UNKNOWN = Refusal(ANY, 401, "Unauthorized", REPORTS)
    METHOD_NOT_FOUND = Refusal(ANY, 404, "Not Found: method not found", SERVER)
    METHOD_NOT_BUILT = Refusal(ANY, 501, "Not Implemented: the sandbox does not play {method} yet", SANDBOX)
    FIELD_UNKNOWN = Refusal(
        ANY, 400, 'Bad Request: field "{field}" is unknown to {owner} in Bot API {version}', SANDBOX
    )
    FIELD_REQUIRED = Refusal(ANY, 400, 'Bad Request: parameter "{field}" is required', SERVER)
    FIELD_INVALID = Refusal(ANY, 400, 'Bad Request: field "{field}" {problem}', SANDBOX)
    JSON_MALFORMED = Refusal(ANY, 400, "Bad Request: can't parse {field} JSON object", SERVER)
    NOT_UTF8 = Refusal(ANY, 400, "Bad Request: strings must be encoded in UTF-8", TDLIB)
    TOO_MANY_REQUESTS = Refusal(ANY, 429, "Too Many Requests: retry after {seconds}", SERVER)

    # Chats and people
    CHAT_ID_EMPTY = Refusal(ANY, 400, "Bad Request: chat_id is empty", SERVER)
    CHAT_NOT_FOUND = Refusal(ANY, 400, "Bad Request: chat not found", SERVER)
    CHAT_UPGRADED = Refusal(ANY, 400, "Bad Request: group chat was upgraded to a supergroup chat", SERVER)
    KICKED_FROM_GROUP = Refusal(ANY, 403, "Forbidden: bot was kicked from the group chat", SERVER)
    KICKED_FROM_SUPERGROUP = Refusal(ANY, 403, "Forbidden: bot was kicked from the supergroup chat", SERVER)
    NOT_IN_GROUP = Refusal(ANY, 403, "Forbidden: bot is not a member of the group chat", SERVER)
    NOT_IN_SUPERGROUP = Refusal(ANY, 403, "Forbidden: bot is not a member of the supergroup chat", SERVER)
    NEVER_STARTED = Refusal(SENDS, 403, "Forbidden: bot can't initiate conversation with a user", TDLIB)
    BLOCKED = Refusal(ANY, 403, "Forbidden: bot was blocked by the user", SERVER)
    GROUP_DELETED = Refusal(ANY, 403, "Forbidden: the group chat was deleted", SERVER)
    NO_RIGHTS = Refusal(
        SENDS, 400, "Bad Request: not enough rights to send text messages to the chat", REPORTS
    )
    SLOW_MODE = Refusal(SENDS, 429, "Too Many Requests: retry after {seconds}", REPORTS)
    THREAD_NOT_FOUND = Refusal(SENDS, 400, "Bad Request: message thread not found", SERVER)
    TOPIC_CLOSED = Refusal(SENDS, 400, "Bad Request: TOPIC_CLOSED", REPORTS)
    USER_ID_INVALID = Refusal("getChatMember", 400, "Bad Request: invalid user_id specified", SERVER)
    USER_NOT_FOUND = Refusal("getChatMember", 400, "Bad Request: PARTICIPANT_ID_INVALID", REPORTS)
    NO_ADMINISTRATORS = Refusal(
        "getChatAdministrators", 400, "Bad Request: there are no administrators in the private chat", SERVER
    )
    CANT_LEAVE_PRIVATE = Refusal("leaveChat", 400, "Bad Request: can't leave private chats", TDLIB)

    # Texts
    TEXT_EMPTY = Refusal(f"sendMessage {EDITS}", 400, "Bad Request: message text is empty", SERVER)
    TEXT_BLANK = Refusal(f"sendMessage {EDITS}", 400, "Bad Request: text must be non-empty", TDLIB)
    TEXT_TOO_LONG = Refusal("sendMessage", 400, "Bad Request: message is too long", REPORTS)
    EDIT_TOO_LONG = Refusal(EDITS, 400, "Bad Request: MESSAGE_TOO_LONG", REPORTS)
    RAW_TEXT_TOO_LONG = Refusal(f"sendMessage {EDITS}", 400, "Bad Request: text is too long", SERVER)
    CAPTION_TOO_LONG = Refusal(
        "sendPhoto sendDocument editMessageCaption", 400, "Bad Request: message caption is too long", TDLIB
    )
    PARSE_MODE = Refusal(f"{SENDS} {EDITS}", 400, "Bad Request: unsupported parse_mode", SERVER)
    MARKDOWN = Refusal(
        f"{SENDS} {EDITS}", 400, "Bad Request: the sandbox reads parse_mode HTML only, not Markdown", SANDBOX
    )
    ENTITIES = Refusal(f"{SENDS} {EDITS}", 400, "Bad Request: can't parse entities: {problem}", TDLIB)
    PHOTO_MISSING = Refusal("sendPhoto", 400, "Bad Request: there is no photo in the request", SERVER)
    PHOTO_INVALID = Refusal("sendPhoto", 400, "Bad Request: wrong file identifier/HTTP URL specified", TDLIB)
    DOCUMENT_MISSING = Refusal(
        "sendDocument", 400, "Bad Request: there is no document in the request", SERVER
    )
    DOCUMENT_INVALID = Refusal(
        "sendDocument", 400, "Bad Request: wrong file identifier/HTTP URL specified", TDLIB
    )
    DOCUMENT_EMPTY = Refusal("sendDocument", 400, "Bad Request: file must be non-empty", TDLIB)
    FILE_TOO_BIG = Refusal("sendPhoto sendDocument", 413, "Request Entity Too Large", DOCS)
    REPLY_NOT_FOUND = Refusal(SENDS, 400, "Bad Request: message to be replied not found", SERVER)

    # Keyboards
    BUTTON = Refusal(
        f"{SENDS} {EDITS}", 400, "Bad Request: can't parse inline keyboard button: {problem}", SERVER
    )
    BUTTON_TEXT_EMPTY = Refusal(
        f"{SENDS} {EDITS}", 400, "Bad Request: inline keyboard button text must be non-empty", TDLIB
    )
    BUTTON_DATA = Refusal(f"{SENDS} {EDITS}", 400, "Bad Request: BUTTON_DATA_INVALID", REPORTS)
    BUTTON_URL = Refusal(
        f"{SENDS} {EDITS}",
        400,
        "Bad Request: inline keyboard button URL '{url}' is invalid: Wrong HTTP URL",
        TDLIB,
    )
    BUTTON_ACTIONS = Refusal(
        f"{SENDS} {EDITS}",
        400,
        "Bad Request: inline keyboard button must have exactly one action, not {found}",
        SANDBOX,
    )
    KEYBOARD_TOO_LONG = Refusal(f"{SENDS} {EDITS}", 400, "Bad Request: reply markup is too long", REPORTS)

    # Messages that exist already
    MESSAGE_ID_EMPTY = Refusal(ANY, 400, "Bad Request: message identifier is not specified", SERVER)
    MESSAGE_IDS_EMPTY = Refusal(
        "deleteMessages", 400, "Bad Request: message identifiers are not specified", SERVER
    )
    MESSAGE_IDS_TOO_MANY = Refusal(
        "deleteMessages", 400, "Bad Request: too many message identifiers specified", SERVER
    )
    NOT_MODIFIED = Refusal(
        EDITS,
        400,
        "Bad Request: message is not modified: specified new message content and reply markup are exactly "
        "the same as a current content and reply markup of the message",
        SERVER,
    )
    EDIT_NOT_FOUND = Refusal(EDITS, 400, "Bad Request: message to edit not found", SERVER)
    EDIT_FORBIDDEN = Refusal(EDITS, 400, "Bad Request: message can't be edited", TDLIB)
    EDIT_NO_TEXT = Refusal(
        "editMessageText", 400, "Bad Request: there is no text in the message to edit", TDLIB
    )
    EDIT_NO_CAPTION = Refusal(
        "editMessageCaption", 400, "Bad Request: there is no caption in the message to edit", TDLIB
    )
    DELETE_NOT_FOUND = Refusal("deleteMessage", 400, "Bad Request: message to delete not found", SERVER)
    DELETE_FORBIDDEN = Refusal(
        "deleteMessage deleteMessages", 400, "Bad Request: message can't be deleted", TDLIB
    )
    DELETE_TOO_OLD = Refusal(
        "deleteMessage", 400, "Bad Request: message can't be deleted for everyone", TDLIB
    )
    PIN_NOT_FOUND = Refusal("pinChatMessage", 400, "Bad Request: message to pin not found", SERVER)
    UNPIN_NOT_FOUND = Refusal("unpinChatMessage", 400, "Bad Request: message to unpin not found", SERVER)
    PIN_RIGHTS = Refusal(
        "pinChatMessage unpinChatMessage unpinAllChatMessages",
        400,
        "Bad Request: not enough rights to manage pinned messages in the chat",
        TDLIB,
    )

    # Callback queries
    QUERY_TOO_OLD = Refusal(
        "answerCallbackQuery",
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
        SERVER,
    )
    ANSWER_TOO_LONG = Refusal("answerCallbackQuery", 400, "Bad Request: MESSAGE_TOO_LONG", REPORTS)
    ANSWER_URL = Refusal("answerCallbackQuery", 400, "Bad Request: URL_INVALID", REPORTS)

    # Ephemeral messages: Bot API 10.2 and later; the public server's source ends at 10.0, the texts are ours
    EPHEMERAL_FORBIDDEN = Refusal(
        f"{SENDS} {EPHEMERAL_EDITS}",
        400,
        "Bad Request: ephemeral message can't be sent: no action of the user within 15 seconds is named and "
        "the bot is not an administrator",
        DOCS,
    )
    EPHEMERAL_CHAT = Refusal(
        SENDS, 400, "Bad Request: ephemeral messages are available in groups and supergroups only", DOCS
    )
    EPHEMERAL_RECEIVER = Refusal(SENDS, 400, "Bad Request: receiver of the ephemeral message not found", DOCS)
    EPHEMERAL_QUERY = Refusal(SENDS, 400, "Bad Request: callback query of another user or chat", DOCS)
    EPHEMERAL_REPLACE = Refusal(
        SENDS, 400, "Bad Request: an ephemeral message must be edited by editEphemeralMessage… methods", DOCS
    )
    EPHEMERAL_EDIT_TOO_LONG = Refusal(
        "editEphemeralMessageText", 400, "Bad Request: MESSAGE_TOO_LONG", REPORTS
    )
    EPHEMERAL_NOT_FOUND = Refusal(EPHEMERAL_EDITS, 400, "Bad Request: ephemeral message not found", DOCS)

    # Commands of the bot
    COMMAND_INVALID = Refusal("setMyCommands", 400, "Bad Request: BOT_COMMAND_INVALID", REPORTS)
    COMMAND_DESCRIPTION = Refusal(
        "setMyCommands", 400, "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID", REPORTS
    )
    COMMANDS_TOO_MANY = Refusal("setMyCommands", 400, "Bad Request: BOT_COMMANDS_TOO_MUCH", REPORTS)
    SCOPE = Refusal(
        "setMyCommands getMyCommands deleteMyCommands",
        400,
        "Bad Request: can't parse BotCommandScope: {problem}",
        SERVER,
    )
    LANGUAGE_CODE = Refusal("setMyCommands", 400, "Bad Request: invalid language code specified", TDLIB)
    CHAT_ACTION = Refusal("sendChatAction", 400, "Bad Request: wrong parameter action in request", SERVER)

    # Receiving updates
    OTHER_POLLER = Refusal(
        "getUpdates",
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
        SERVER,
    )
    WEBHOOK_ACTIVE = Refusal(
        "getUpdates",
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the "
        "webhook first",
        SERVER,
    )
    POLLER_ENDED_BY_WEBHOOK = Refusal("getUpdates", 409, "Conflict: terminated by setWebhook request", SERVER)
    WEBHOOK_URL = Refusal("setWebhook", 400, "Bad Request: invalid webhook URL specified", SERVER)
    SECRET_TOO_LONG = Refusal("setWebhook", 400, "Bad Request: secret token is too long", SERVER)
    SECRET_CHARACTERS = Refusal(
        "setWebhook", 400, "Bad Request: secret token contains unallowed characters", SERVER
    )

    # Faults that are switched on by name
    SERVER_ERROR = Refusal(ANY, 500, "Internal Server Error", REPORTS)


class RefusedError(Exception):
    """A request is refused; `parameters` are Telegram's ResponseParameters."""

    def __init__(self, why: Why, *, parameters: Mapping[str, int] | None = None, **values: object) -> None:
        self.why = why
        self.code = why.value.code
        self.text = why.value.text.format(**values)
        self.parameters = dict(parameters or {})
        super().__init__(self.text)
