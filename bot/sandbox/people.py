"""What people do: write, tap, follow links, come and go. Each act tells the bot what Telegram would."""

from bot.sandbox import wire
from bot.sandbox.core import Sandbox
from bot.sandbox.entities import commands, detect
from bot.sandbox.links import LinkError, start_payload
from bot.sandbox.model import PRESENT, BotStatus, Chat, Markup, Member, Message, Object, Person, Query, Topic


class ActError(ValueError):
    """A person can't do that; the message says why."""


def person_of(sandbox: Sandbox, person: int) -> Person:
    """The person with that id.

    Raises:
        ActError: there is none.
    """
    if person not in sandbox.world.people:
        raise ActError(f"no person {person}; there are {sorted(sandbox.world.people)}")
    return sandbox.world.people[person]


def chat_of(sandbox: Sandbox, chat: int, person: int | None = None, *, upgraded: bool = False) -> Chat:
    """The chat with that id, where the person is, if one is named; perhaps one that became a supergroup.

    Raises:
        ActError: there is none, it became a supergroup, or the person is not in it.
    """
    found = sandbox.world.chats.get(chat)
    if found is None:
        raise ActError(f"no chat {chat}; there are {sorted(sandbox.world.chats)}")
    if found.upgraded_to is not None and not upgraded:
        raise ActError(f"chat {chat} became the supergroup {found.upgraded_to}")
    if person is not None and person not in found.members:
        raise ActError(f"person {person} is not in chat {chat}")
    return found


def send(
    sandbox: Sandbox,
    person: Person,
    chat: Chat,
    text: str,
    *,
    thread: int | None = None,
    reply_to: int | None = None,
) -> Message:
    """A person writes. In a private chat the first message opens it; a command may be an ephemeral one.

    Raises:
        ActError: the text is empty, there is no such topic or message to reply to, or the bot is blocked.
    """
    if not text.strip():
        raise ActError("an empty message can't be sent")
    if thread is not None and thread not in chat.topics:
        raise ActError(f"no topic {thread} in chat {chat.id}")
    if reply_to is not None and (reply_to, None) not in chat.messages:
        raise ActError(f"no message {reply_to} in chat {chat.id}")
    if chat.private:
        if person.blocked:
            raise ActError("unblock the bot first")
        person.started = True
    markup = detect(Markup(text.strip()))
    secret = not chat.private and _is_ephemeral(sandbox, person, chat, markup)
    member = chat.members[person.id]
    message = sandbox.post(
        Message(
            chat=chat.id,
            id=0 if secret else sandbox.world.next_message_id(),
            sender=person.id,
            date=sandbox.world.now,
            markup=markup,
            thread=thread,
            reply_to=reply_to,
            as_chat=member.anonymous and not secret,
            receiver=person.id if secret else None,
            ephemeral_id=sandbox.world.next_ephemeral_id() if secret else None,
        )
    )
    if _bot_reads(sandbox, chat, message):
        sandbox.tell("message", wire.message(sandbox.world, message), chat)
    return message


def _is_ephemeral(sandbox: Sandbox, person: Person, chat: Chat, markup: Markup) -> bool:
    names = {command.partition("@")[0] for command in commands(markup)}
    menu = sandbox.menu.shown(chat, person)
    return any(item.get("is_ephemeral") and item["command"] in names for item in menu)


def _bot_reads(sandbox: Sandbox, chat: Chat, message: Message) -> bool:
    """Privacy mode: in groups the bot gets commands meant for it or for nobody, and replies to itself."""
    if chat.private or chat.bot == "administrator":
        return True
    if chat.bot not in PRESENT:
        return False
    own = sandbox.world.bot.username.lower()
    if any(command.partition("@")[2].lower() in {"", own} for command in commands(message.markup)):
        return True
    replied = chat.messages.get((message.reply_to or 0, None))
    return replied is not None and replied.sender == sandbox.world.bot.id


def tap(
    sandbox: Sandbox, person: Person, chat: Chat, key: tuple[int, int | None], *, row: int, column: int
) -> Query:
    """A person taps a callback button of a message that they see.

    Raises:
        ActError: no such message or button for them, or it is not one that asks the bot.
    """
    message = next((m for m in chat.visible(person.id) if m.key == key), None)
    if message is None:
        raise ActError(f"person {person.id} sees no message {key} in chat {chat.id}")
    if not (0 <= row < len(message.keyboard) and 0 <= column < len(message.keyboard[row])):
        raise ActError(f"message {key} has no button in row {row}, column {column}")
    data = message.keyboard[row][column].get("callback_data")
    if data is None:
        raise ActError("that button asks nothing of the bot")
    query = Query(sandbox.world.next_query_id(), person.id, chat.id, key, sandbox.world.clock())
    sandbox.ask(query, message, data)
    return query


def open_link(sandbox: Sandbox, person: Person, url: str) -> Message:
    """A person follows `t.me/<bot>?start=<payload>`: the private chat opens and /start is sent.

    Raises:
        ActError: the link does not lead to this bot, or its payload is not one.
    """
    try:
        payload = start_payload(url, sandbox.world.bot.username)
    except LinkError as error:
        raise ActError(str(error)) from error
    if person.blocked:
        set_blocked(sandbox, person, blocked=False)
    chat = chat_of(sandbox, person.id)
    return send(sandbox, person, chat, f"/start {payload}".strip())


def set_blocked(sandbox: Sandbox, person: Person, *, blocked: bool) -> None:
    """A person blocks the bot, or takes it back; the bot hears of it by `my_chat_member`."""
    if person.blocked == blocked:
        return
    person.blocked = blocked
    chat = sandbox.world.chats[person.id]
    old, new = ("member", "kicked") if blocked else ("kicked", "member")
    _bot_moves(sandbox, chat, person, old, new)
    sandbox.world_changed()


def _bot_moves(sandbox: Sandbox, chat: Chat, person: Person, old: str, new: str) -> None:
    bot = sandbox.world.user(sandbox.world.bot.id)
    body = {
        "chat": wire.chat(sandbox.world, chat),
        "from": sandbox.world.user(person.id),
        "date": sandbox.world.now,
        "old_chat_member": wire.with_status(bot, old),
        "new_chat_member": wire.with_status(bot, new),
    }
    sandbox.tell("my_chat_member", body, chat)


def service(
    sandbox: Sandbox,
    chat: Chat,
    person: Person,
    body: Object,
    *,
    told: bool = True,
    thread: int | None = None,
) -> Message:
    """A service message appears; the bot gets it in groups where it is."""
    message = sandbox.post(
        Message(
            chat=chat.id,
            id=sandbox.world.next_message_id(),
            sender=person.id,
            date=sandbox.world.now,
            thread=thread,
            service=body,
        )
    )
    if told and chat.bot in PRESENT:
        sandbox.tell("message", wire.message(sandbox.world, message), chat)
    return message


def _person_moves(sandbox: Sandbox, person: Person, chat: Chat, new: Member | None) -> None:
    """A person's place in a group changes; a bot that runs it and asks for `chat_member` hears of it."""
    old = wire.member(sandbox.world, chat, person.id)
    if new is None:
        del chat.members[person.id]
    else:
        chat.members[person.id] = new
    if chat.bot == "administrator":
        body = {
            "chat": wire.chat(sandbox.world, chat),
            "from": sandbox.world.user(person.id),
            "date": sandbox.world.now,
            "old_chat_member": old,
            "new_chat_member": wire.member(sandbox.world, chat, person.id),
        }
        sandbox.tell("chat_member", body, chat)
    sandbox.world_changed()


def join(sandbox: Sandbox, person: Person, chat: Chat) -> None:
    """A person comes into a group."""
    if person.id in chat.members:
        raise ActError(f"person {person.id} is in chat {chat.id} already")
    _person_moves(sandbox, person, chat, Member())
    service(sandbox, chat, person, {"new_chat_members": [sandbox.world.user(person.id)]})


def leave(sandbox: Sandbox, person: Person, chat: Chat) -> None:
    """A person leaves a group."""
    if chat.private:
        raise ActError("nobody leaves a private chat; block the bot instead")
    service(sandbox, chat, person, {"left_chat_member": sandbox.world.user(person.id)})
    _person_moves(sandbox, person, chat, None)


def set_bot(sandbox: Sandbox, person: Person, chat: Chat, status: BotStatus) -> None:
    """A person adds the bot to a group, makes it an administrator, or throws it out."""
    if chat.private:
        raise ActError("the bot's place in a private chat is the person's to block or unblock")
    old = chat.bot
    if old == status:
        return
    chat.bot = status
    _bot_moves(sandbox, chat, person, old, status)
    bot = sandbox.world.user(sandbox.world.bot.id)
    if old not in PRESENT and status in PRESENT:
        founded = chat.type == "group" and not chat.messages
        service(
            sandbox, chat, person, {"group_chat_created": True} if founded else {"new_chat_members": [bot]}
        )
    elif status not in PRESENT:
        service(sandbox, chat, person, {"left_chat_member": bot}, told=False)
    sandbox.world_changed()


def promote(sandbox: Sandbox, person: Person, chat: Chat, *, anonymous: bool = False) -> None:
    """A person becomes an administrator of a group, perhaps one who writes as the group."""
    if chat.private:
        raise ActError("there are no administrators in a private chat")
    creator = chat.members[person.id].role == "creator"
    _person_moves(sandbox, person, chat, Member("creator" if creator else "administrator", anonymous))


def demote(sandbox: Sandbox, person: Person, chat: Chat) -> None:
    """An administrator of a group becomes a plain member again.

    Raises:
        ActError: he is none, or he owns the group.
    """
    role = chat.members[person.id].role
    if role != "administrator":
        raise ActError(f"person {person.id} is no administrator of chat {chat.id} but a {role}")
    _person_moves(sandbox, person, chat, Member())


def new_topic(sandbox: Sandbox, person: Person, chat: Chat, name: str) -> Topic:
    """A person opens a topic in a forum."""
    if not chat.forum:
        raise ActError(f"chat {chat.id} is no forum")
    body = {"forum_topic_created": {"name": name, "icon_color": 0x6FB9F0}}
    number = sandbox.world.next_message_id()
    topic = chat.topics[number] = Topic(number, name)
    message = Message(chat.id, number, person.id, sandbox.world.now, thread=number, service=body)
    sandbox.post(message)
    if chat.bot in PRESENT:
        sandbox.tell("message", wire.message(sandbox.world, message), chat)
    sandbox.world_changed()
    return topic


def set_topic(sandbox: Sandbox, person: Person, chat: Chat, thread: int | None, *, closed: bool) -> None:
    """A person closes a topic of a forum or opens it again; General has no number.

    Raises:
        ActError: there is no such topic.
    """
    if not chat.forum or (thread is not None and thread not in chat.topics):
        raise ActError(f"no topic {thread} in chat {chat.id}")
    if thread is None:
        chat.general_closed = closed
    else:
        chat.topics[thread].closed = closed
    service(sandbox, chat, person, {f"forum_topic_{'closed' if closed else 'reopened'}": {}}, thread=thread)


def migrate(sandbox: Sandbox, chat: Chat, *, new_first: bool = False) -> Chat:
    """A group becomes a supergroup with a new id; the two service messages come in either order.

    The old messages stay in the old group, where the bot can't edit them any more; taps on them still arrive.

    Raises:
        ActError: the chat is not a basic group.
    """
    if chat.type != "group":
        raise ActError(f"chat {chat.id} is a {chat.type}; only a basic group becomes a supergroup")
    world = sandbox.world
    upgraded = world.new_group(chat.title, "supergroup", [])
    upgraded.members, upgraded.bot = dict(chat.members), chat.bot
    creator = world.people[next(chat.administrators())]
    notices: list[tuple[Chat, Object]] = [
        (chat, {"migrate_to_chat_id": upgraded.id}),
        (upgraded, {"migrate_from_chat_id": chat.id}),
    ]
    for place, body in reversed(notices) if new_first else notices:
        service(sandbox, place, creator, body)
    chat.upgraded_to = upgraded.id
    sandbox.world_changed()
    return upgraded
