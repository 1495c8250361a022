"""The world as people see it: the JSON of the page and the test client."""

from bot.sandbox.entities import safe_html
from bot.sandbox.model import Chat, Keyboard, Message, Object
from bot.sandbox.world import World

_KINDS = {
    "callback_data": "callback",
    "url": "url",
    "copy_text": "copy",
    "disabled": "disabled",
    "switch_inline_query": "inline",
    "switch_inline_query_current_chat": "inline",
    "switch_inline_query_chosen_chat": "inline",
    "web_app": "web_app",
    "login_url": "login",
    "pay": "pay",
    "callback_game": "game",
}
ACTIONS = tuple(_KINDS)
"""The fields of a button of which exactly one says what it does."""


def overview(world: World, seq: int) -> Object:
    """Everybody and every chat; `seq` is the number of the newest live event."""
    bot = world.bot
    return {
        "bot": {"id": bot.id, "username": bot.username, "name": bot.name},
        "people": [
            {
                "id": person.id,
                "name": person.name,
                "username": person.username,
                "language": person.language,
                "started": person.started,
                "blocked": person.blocked,
            }
            for person in world.people.values()
        ],
        "chats": [_chat(world, chat) for chat in world.chats.values() if chat.upgraded_to is None],
        "seq": seq,
    }


def _chat(world: World, chat: Chat) -> Object:
    body: Object = {
        "id": chat.id,
        "type": chat.type,
        "title": world.bot.name if chat.private else chat.title,
        "members": list(chat.members),
        "admins": list(chat.administrators()),
        "owner": chat.owner,
        "bot": chat.bot,
        "forum": chat.forum,
        "topics": [{"id": topic.id, "name": topic.name} for topic in chat.topics.values()],
        "pinned": chat.pinned[-1] if chat.pinned else None,
    }
    return body | ({"person": chat.id} if chat.private else {})


def message(world: World, item: Message) -> Object:
    """A message with its keyboard and safe HTML."""
    return {
        "message_id": item.id,
        "ephemeral_id": item.ephemeral_id,
        "ephemeral_for": item.receiver,
        "replaces": item.replaces,
        "chat": item.chat,
        "thread": item.thread,
        "reply_to": item.reply_to,
        "from": _sender(world, item),
        "date": item.date,
        "edited": item.edited,
        "text": item.markup.text,
        "html": safe_html(item.markup),
        "keyboard": keyboard(item.keyboard),
        "photo": f"/sandbox/files/{item.photo}" if item.photo else None,
        "document": _document(world, item),
        "service": item.service,
        "deleted": item.deleted,
    }


def _document(world: World, item: Message) -> Object | None:
    if item.document is None:
        return None
    file = item.document.file
    return {
        "name": item.document.name,
        "size": len(world.files.get(file, b"")),
        "url": f"/sandbox/files/{file}",
    }


def _sender(world: World, item: Message) -> Object:
    if item.as_chat:
        return {"id": item.chat, "name": world.chats[item.chat].title, "bot": False}
    if item.sender == world.bot.id:
        return {"id": world.bot.id, "name": world.bot.name, "bot": True}
    return {"id": item.sender, "name": world.people[item.sender].name, "bot": False}


def keyboard(rows: Keyboard) -> list[list[Object]]:
    """The buttons with what a tap on each does."""
    return [[_button(button) for button in row] for row in rows]


def _button(button: Object) -> Object:
    action = next(field for field in ACTIONS if field in button)
    body: Object = {"text": button["text"], "kind": _KINDS[action]}
    if action in {"callback_data", "copy_text"}:
        value = button[action]
        body["data"] = value["text"] if action == "copy_text" else value
    elif action == "url":
        body["url"] = button[action]
    elif action == "disabled":
        body["disabled"] = True
    return body | ({"style": button["style"]} if "style" in button else {})
