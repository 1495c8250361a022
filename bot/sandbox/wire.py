"""The world in the Bot API's own JSON."""

from bot.sandbox.model import ANONYMOUS_ADMIN, Chat, Message, Object
from bot.sandbox.world import World

ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_send_welcome_messages",
)
MEMBER_RIGHTS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
_STATUS_FIELDS: dict[str, Object] = {
    "creator": {"is_anonymous": False},
    "administrator": {"can_be_edited": False, "is_anonymous": False} | dict.fromkeys(ADMIN_RIGHTS, True),
    "restricted": {"is_member": True, "until_date": 0} | dict.fromkeys(MEMBER_RIGHTS, False),
    "kicked": {"until_date": 0},
}
"""What `ChatMember…` holds beside `status` and `user`."""


def chat(world: World, place: Chat) -> Object:
    """`Chat`."""
    if place.private:
        person = world.people[place.id]
        name = {"username": person.username} if person.username else {}
        return {"id": place.id, "type": "private", "first_name": person.name} | name
    forum = {"is_forum": True} if place.forum else {}
    return {"id": place.id, "type": place.type, "title": place.title} | forum


def full_chat(world: World, place: Chat) -> Object:
    """`ChatFullInfo`."""
    gifts = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"),
        False,
    )
    body = chat(world, place) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": gifts,
    }
    if place.pinned and (pinned := place.messages.get((place.pinned[-1], None))):
        body["pinned_message"] = message(world, pinned)
    return body


def sender(world: World, item: Message) -> Object:
    """`User` who sent a message; anonymous administrators speak through Telegram's service account."""
    if item.as_chat:
        return {
            "id": ANONYMOUS_ADMIN,
            "is_bot": True,
            "first_name": "Group",
            "username": "GroupAnonymousBot",
        }
    user = world.user(item.sender)
    if user is None:
        raise LookupError(f"message {item.key} of an unknown sender {item.sender}")
    return user


def message(world: World, item: Message, *, replies: bool = True) -> Object:
    """`Message`."""
    place = world.chats[item.chat]
    body: Object = {"message_id": item.id, "from": sender(world, item), "date": item.date}
    body["chat"] = chat(world, place)
    if item.as_chat:
        body["sender_chat"] = chat(world, place)
    if item.thread is not None:
        body |= {"message_thread_id": item.thread, "is_topic_message": True}
    if item.receiver is not None:
        receiver = item.receiver if item.sender == world.bot.id else world.bot.id
        body |= {"receiver_user": world.user(receiver), "ephemeral_message_id": item.ephemeral_id}
    if replies and item.reply_to is not None and (original := place.messages.get((item.reply_to, None))):
        body["reply_to_message"] = message(world, original, replies=False)
    if item.edited is not None:
        body["edit_date"] = item.edited
    body |= _content(world, item)
    if item.keyboard:
        body["reply_markup"] = {"inline_keyboard": [list(row) for row in item.keyboard]}
    return body


def _content(world: World, item: Message) -> Object:
    if item.service is not None:
        return item.service
    entities = list(item.markup.entities)
    if item.photo is None and item.document is None:
        return {"text": item.markup.text} | ({"entities": entities} if entities else {})
    caption = {"caption": item.markup.text} if item.markup.text else {}
    return _file(world, item) | caption | ({"caption_entities": entities} if entities else {})


def _file(world: World, item: Message) -> Object:
    if item.document is not None:
        name = item.document.file
        known = {"file_id": name, "file_unique_id": name, "file_size": len(world.files.get(name, b""))}
        return {"document": known | {"file_name": item.document.name}}
    photo = {
        "file_id": item.photo,
        "file_unique_id": item.photo,
        "width": 800,
        "height": 600,
        "file_size": len(world.files.get(item.photo or "", b"")),
    }
    return {"photo": [photo]}


def member(world: World, place: Chat, user_id: int) -> Object:
    """`ChatMember` of a person or the bot."""
    user = world.user(user_id)
    if user_id == world.bot.id:
        return with_status(user, place.bot)
    if user_id not in place.members:
        return with_status(user, "left")
    who = place.members[user_id]
    return with_status(user, who.role) | (
        {"is_anonymous": who.anonymous} if who.role in {"creator", "administrator"} else {}
    )


def with_status(user: Object | None, status: str) -> Object:
    """`ChatMember` with what its status requires."""
    return {"status": status, "user": user} | _STATUS_FIELDS.get(status, {})
