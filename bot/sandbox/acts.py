"""The acts of the control API by name. A function's signature is the act's JSON: fields, types, defaults."""

from collections.abc import Callable, Mapping
from typing import Literal

from bot.sandbox import people, view
from bot.sandbox.core import Sandbox
from bot.sandbox.model import BotStatus, Object
from bot.sandbox.people import ActError, chat_of, person_of
from bot.sandbox.signature import called


def send(
    sandbox: Sandbox,
    *,
    person: int,
    chat: int,
    text: str,
    thread: int | None = None,
    reply_to: int | None = None,
) -> Object:
    """A person writes."""
    who, place = person_of(sandbox, person), chat_of(sandbox, chat, person)
    message = people.send(sandbox, who, place, text, thread=thread, reply_to=reply_to)
    return {"message": view.message(sandbox.world, message)}


def tap(
    sandbox: Sandbox,
    *,
    person: int,
    chat: int,
    row: int,
    column: int,
    message_id: int = 0,
    ephemeral_id: int | None = None,
) -> Object:
    """A person taps a button; ephemeral messages are named by their own number."""
    key = (message_id if ephemeral_id is None else 0, ephemeral_id)
    place = chat_of(sandbox, chat, person, upgraded=True)
    query = people.tap(sandbox, person_of(sandbox, person), place, key, row=row, column=column)
    return {"query": query.id}


def open_link(sandbox: Sandbox, *, person: int, url: str) -> Object:
    """A person follows a link to the bot."""
    message = people.open_link(sandbox, person_of(sandbox, person), url)
    return {"message": view.message(sandbox.world, message)}


def join(sandbox: Sandbox, *, person: int, chat: int) -> Object:
    """A person comes into a group."""
    people.join(sandbox, person_of(sandbox, person), chat_of(sandbox, chat))
    return {}


def leave(sandbox: Sandbox, *, person: int, chat: int) -> Object:
    """A person leaves a group."""
    people.leave(sandbox, person_of(sandbox, person), chat_of(sandbox, chat, person))
    return {}


def block(sandbox: Sandbox, *, person: int) -> Object:
    """A person blocks the bot."""
    people.set_blocked(sandbox, person_of(sandbox, person), blocked=True)
    return {}


def unblock(sandbox: Sandbox, *, person: int) -> Object:
    """A person takes the block back."""
    people.set_blocked(sandbox, person_of(sandbox, person), blocked=False)
    return {}


def add_person(sandbox: Sandbox, *, name: str, language: str, username: str | None = None) -> Object:
    """Somebody new appears."""
    if not name.strip():
        raise ActError("a person needs a name")
    person = sandbox.world.add_person(name, language, username)
    sandbox.world_changed()
    return {"person": person.id}


def new_group(
    sandbox: Sandbox,
    *,
    title: str,
    members: list[int],
    type: str = "supergroup",  # noqa: A002 - the field's name in the control API
    forum: bool = False,
) -> Object:
    """People found a group and add the bot; the first of them is its creator."""
    if type not in {"group", "supergroup"}:
        raise ActError(f"a group is a group or a supergroup, not {type!r}")
    if not members:
        raise ActError("a group needs a member")
    founders = [person_of(sandbox, person) for person in members]
    kind: Literal["group", "supergroup"] = "group" if type == "group" else "supergroup"
    group = sandbox.world.new_group(title, kind, members, forum=forum)
    group.bot = "left"
    people.set_bot(sandbox, founders[0], group, "member")
    return {"chat": group.id}


def new_topic(sandbox: Sandbox, *, person: int, chat: int, name: str) -> Object:
    """A person opens a topic in a forum."""
    place = chat_of(sandbox, chat, person)
    return {"thread": people.new_topic(sandbox, person_of(sandbox, person), place, name).id}


def promote(sandbox: Sandbox, *, person: int, chat: int, anonymous: bool = False) -> Object:
    """A person becomes an administrator, perhaps an anonymous one."""
    place = chat_of(sandbox, chat, person)
    people.promote(sandbox, person_of(sandbox, person), place, anonymous=anonymous)
    return {}


def demote(sandbox: Sandbox, *, person: int, chat: int) -> Object:
    """A person is an administrator no longer."""
    people.demote(sandbox, person_of(sandbox, person), chat_of(sandbox, chat, person))
    return {}


def _move_bot(sandbox: Sandbox, chat: int, status: BotStatus) -> Object:
    place = chat_of(sandbox, chat)
    mover = next(place.administrators(), None)
    if mover is None:
        raise ActError(f"nobody runs chat {chat}")
    people.set_bot(sandbox, person_of(sandbox, mover), place, status)
    return {}


def add_bot(sandbox: Sandbox, *, chat: int) -> Object:
    """The bot comes into a group, or is an administrator no longer."""
    return _move_bot(sandbox, chat, "member")


def promote_bot(sandbox: Sandbox, *, chat: int) -> Object:
    """The bot becomes an administrator."""
    return _move_bot(sandbox, chat, "administrator")


def kick_bot(sandbox: Sandbox, *, chat: int) -> Object:
    """The bot is thrown out."""
    return _move_bot(sandbox, chat, "kicked")


def restrict_bot(sandbox: Sandbox, *, chat: int) -> Object:
    """The bot stays in the group and may write no more."""
    return _move_bot(sandbox, chat, "restricted")


def delete_group(sandbox: Sandbox, *, chat: int) -> Object:
    """The group is deleted for everybody; nobody tells the bot."""
    chat_of(sandbox, chat).deleted = True
    sandbox.world_changed()
    return {}


def quiet(sandbox: Sandbox, *, chat: int, on: bool = True) -> Object:
    """Only administrators may write, or everybody again; nobody tells the bot."""
    chat_of(sandbox, chat).quiet = on
    return {}


def slow_mode(sandbox: Sandbox, *, chat: int, seconds: int) -> Object:
    """Ordinary members, and bots that are, may write once in so many seconds."""
    chat_of(sandbox, chat).slow_seconds = seconds
    return {}


def close_topic(sandbox: Sandbox, *, person: int, chat: int, thread: int | None = None) -> Object:
    """A topic takes no messages any more; without `thread`, General."""
    people.set_topic(sandbox, person_of(sandbox, person), chat_of(sandbox, chat, person), thread, closed=True)
    return {}


def reopen_topic(sandbox: Sandbox, *, person: int, chat: int, thread: int | None = None) -> Object:
    """A topic takes messages again."""
    people.set_topic(
        sandbox, person_of(sandbox, person), chat_of(sandbox, chat, person), thread, closed=False
    )
    return {}


def delete_message(sandbox: Sandbox, *, chat: int, message_id: int) -> Object:
    """A message is deleted by hand."""
    place = chat_of(sandbox, chat)
    message = place.messages.get((message_id, None))
    if message is None or message.deleted:
        raise ActError(f"no message {message_id} in chat {chat}")
    sandbox.remove(message)
    return {}


def migrate(sandbox: Sandbox, *, chat: int, new_first: bool = False) -> Object:
    """A basic group becomes a supergroup; `new_first` turns the order of the two notices."""
    return {"chat": people.migrate(sandbox, chat_of(sandbox, chat), new_first=new_first).id}


def commands(sandbox: Sandbox, *, person: int, chat: int) -> Object:
    """The command menu that a person sees in a chat."""
    return {"commands": sandbox.menu.shown(chat_of(sandbox, chat, person), person_of(sandbox, person))}


ACTS: Mapping[str, Callable[..., Object]] = {
    "send": send,
    "tap": tap,
    "open": open_link,
    "join": join,
    "leave": leave,
    "block": block,
    "unblock": unblock,
    "add_person": add_person,
    "new_group": new_group,
    "new_topic": new_topic,
    "promote": promote,
    "demote": demote,
    "add_bot": add_bot,
    "promote_bot": promote_bot,
    "kick_bot": kick_bot,
    "restrict_bot": restrict_bot,
    "delete_group": delete_group,
    "quiet": quiet,
    "slow_mode": slow_mode,
    "close_topic": close_topic,
    "reopen_topic": reopen_topic,
    "delete_message": delete_message,
    "migrate": migrate,
    "commands": commands,
}


def perform(sandbox: Sandbox, body: object) -> Object:
    """Does the act that a JSON object describes: `{"do": name, …fields}`.

    Raises:
        ActError: no such act, a field is missing, unknown or of another type, or it can't be done.
    """
    if not isinstance(body, dict):
        raise ActError('an act is a JSON object, such as {"do": "send", …}')
    name = body.get("do")
    if not isinstance(name, str) or name not in ACTS:
        raise ActError(f"unknown act {name!r}; there are {', '.join(sorted(ACTS))}")
    return called(sandbox, name, ACTS[name], {key: value for key, value in body.items() if key != "do"})
