"""The acts of the control API by name: JSON in, one call of `people`, JSON out."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.sandbox import people, view
from bot.sandbox.core import Sandbox
from bot.sandbox.model import BotStatus, Chat, Object, Person
from bot.sandbox.people import ActError

Body = Mapping[str, Any]
Act = Callable[[Sandbox, Body], Object]


def _person(sandbox: Sandbox, body: Body) -> Person:
    return people.person_of(sandbox, body["person"])


def _place(sandbox: Sandbox, body: Body) -> Chat:
    return people.chat_of(sandbox, body["chat"], body.get("person"))


def _send(sandbox: Sandbox, body: Body) -> Object:
    message = people.send(
        sandbox,
        _person(sandbox, body),
        _place(sandbox, body),
        body["text"],
        thread=body.get("thread"),
        reply_to=body.get("reply_to"),
    )
    return {"message": view.message(sandbox.world, message)}


def _tap(sandbox: Sandbox, body: Body) -> Object:
    ephemeral = body.get("ephemeral_id")
    key = (0 if ephemeral is not None else body["message_id"], ephemeral)
    place = people.chat_of(sandbox, body["chat"], body["person"], upgraded=True)
    query = people.tap(sandbox, _person(sandbox, body), place, key, row=body["row"], column=body["column"])
    return {"query": query.id}


def _open(sandbox: Sandbox, body: Body) -> Object:
    message = people.open_link(sandbox, _person(sandbox, body), body["url"])
    return {"message": view.message(sandbox.world, message)}


def _join(sandbox: Sandbox, body: Body) -> Object:
    people.join(sandbox, _person(sandbox, body), people.chat_of(sandbox, body["chat"]))
    return {}


def _leave(sandbox: Sandbox, body: Body) -> Object:
    people.leave(sandbox, _person(sandbox, body), _place(sandbox, body))
    return {}


def _block(sandbox: Sandbox, body: Body) -> Object:
    people.set_blocked(sandbox, _person(sandbox, body), blocked=True)
    return {}


def _unblock(sandbox: Sandbox, body: Body) -> Object:
    people.set_blocked(sandbox, _person(sandbox, body), blocked=False)
    return {}


def _add_person(sandbox: Sandbox, body: Body) -> Object:
    person = sandbox.world.add_person(body["name"], body["language"], body.get("username"))
    sandbox.world_changed()
    return {"person": person.id}


def _new_group(sandbox: Sandbox, body: Body) -> Object:
    kind = body.get("type", "supergroup")
    if kind not in {"group", "supergroup"}:
        raise ActError(f"a group is a group or a supergroup, not {kind!r}")
    members = [people.person_of(sandbox, person) for person in body["members"]]
    if not members:
        raise ActError("a group needs a member")
    group = sandbox.world.new_group(
        body["title"], kind, [person.id for person in members], forum=bool(body.get("forum"))
    )
    group.bot = "left"
    people.set_bot(sandbox, members[0], group, "member")
    return {"chat": group.id}


def _new_topic(sandbox: Sandbox, body: Body) -> Object:
    topic = people.new_topic(sandbox, _person(sandbox, body), _place(sandbox, body), body["name"])
    return {"thread": topic.id}


def _promote(sandbox: Sandbox, body: Body) -> Object:
    place, anonymous = _place(sandbox, body), bool(body.get("anonymous"))
    people.promote(sandbox, _person(sandbox, body), place, anonymous=anonymous)
    return {}


def _set_bot(status: BotStatus) -> Act:
    def run(sandbox: Sandbox, body: Body) -> Object:
        place = people.chat_of(sandbox, body["chat"])
        by = body.get("person", next(place.administrators()))
        people.set_bot(sandbox, people.person_of(sandbox, by), place, status)
        return {}

    return run


def _delete_message(sandbox: Sandbox, body: Body) -> Object:
    place = people.chat_of(sandbox, body["chat"])
    message = place.messages.get((body["message_id"], None))
    if message is None or message.deleted:
        raise ActError(f"no message {body['message_id']} in chat {place.id}")
    sandbox.remove(message)
    return {}


def _migrate(sandbox: Sandbox, body: Body) -> Object:
    place = people.chat_of(sandbox, body["chat"])
    return {"chat": people.migrate(sandbox, place, new_first=bool(body.get("new_first"))).id}


def _commands(sandbox: Sandbox, body: Body) -> Object:
    return {"commands": sandbox.menu.shown(_place(sandbox, body), _person(sandbox, body))}


ACTS: Mapping[str, Act] = {
    "send": _send,
    "tap": _tap,
    "open": _open,
    "join": _join,
    "leave": _leave,
    "block": _block,
    "unblock": _unblock,
    "add_person": _add_person,
    "new_group": _new_group,
    "new_topic": _new_topic,
    "promote": _promote,
    "promote_bot": _set_bot("administrator"),
    "add_bot": _set_bot("member"),
    "kick_bot": _set_bot("kicked"),
    "delete_message": _delete_message,
    "migrate": _migrate,
    "commands": _commands,
}
