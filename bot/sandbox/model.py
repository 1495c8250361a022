"""What the sandbox's world is made of: people, chats, messages, queries."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Object = dict[str, Any]
"""A decoded JSON object."""
Keyboard = tuple[tuple[Object, ...], ...]
ChatType = Literal["private", "group", "supergroup"]
BotStatus = Literal["member", "administrator", "restricted", "left", "kicked"]
PRESENT: Final = frozenset[BotStatus]({"member", "administrator", "restricted"})
"""Statuses of a bot that is in the group."""
Role = Literal["creator", "administrator", "member"]

ANONYMOUS_ADMIN = 1087968824
"""Telegram's service account that speaks for anonymous administrators."""


@dataclass(frozen=True, slots=True)
class Bot:
    """The one bot of the world."""

    id: int = 42
    username: str = "thousand_sandbox_bot"
    name: str = "Thousand"
    token: str = "42:SANDBOX"  # noqa: S105 - the sandbox's published token, no secret


@dataclass(slots=True)
class Person:
    """Somebody who chats; `started` says whether the bot may write to them, `blocked` whether no longer."""

    id: int
    name: str
    language: str
    username: str | None = None
    started: bool = False
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A person's place in a group; an anonymous administrator writes as the group itself."""

    role: Role = "member"
    anonymous: bool = False


@dataclass(slots=True)
class Topic:
    """A topic of a forum; its id is the id of the message that opened it."""

    id: int
    name: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Markup:
    """A text and its entities, offsets and lengths in UTF-16 units."""

    text: str
    entities: tuple[Object, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A file in a message: the number of its content, and what it is called."""

    file: str
    name: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message of any kind. `receiver` is set on ephemeral ones, which only that person and the bot know.

    It is the person on either side: who got the bot's message, or whose own ephemeral command this is.
    """

    chat: int
    id: int
    sender: int
    date: int
    markup: Markup = Markup("")
    keyboard: Keyboard = ()
    thread: int | None = None
    reply_to: int | None = None
    edited: int | None = None
    photo: str | None = None
    document: Document | None = None
    service: Object | None = None
    as_chat: bool = False
    frozen_markup: bool = False
    """Carries a reply keyboard: Telegram refuses to edit it."""
    receiver: int | None = None
    ephemeral_id: int | None = None
    replaces: int | None = None
    """The message in whose place an ephemeral one is shown to its receiver."""
    deleted: bool = False

    @property
    def key(self) -> tuple[int, int | None]:
        """Unique inside the chat: ephemeral messages all have id 0."""
        return self.id, self.ephemeral_id


@dataclass(slots=True)
class Chat:
    """A private chat (its id is the person's) or a group."""

    id: int
    type: ChatType
    title: str = ""
    members: dict[int, Member] = field(default_factory=dict)
    bot: BotStatus = "member"
    forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: OrderedDict[tuple[int, int | None], Message] = field(default_factory=OrderedDict)
    pinned: list[int] = field(default_factory=list)
    upgraded_to: int | None = None
    deleted: bool = False
    quiet: bool = False
    """Only administrators may write."""
    slow_seconds: int = 0
    """Slow mode: seconds between two messages of one ordinary member."""
    bot_wrote: float = 0.0
    """When the bot did, which slow mode asks."""
    general_closed: bool = False
    """The General topic of a forum is closed."""

    @property
    def private(self) -> bool:
        """Whether this is a chat of one person with the bot."""
        return self.type == "private"

    @property
    def owner(self) -> int | None:
        """Who created the group, while he is in it."""
        return next((person for person, member in self.members.items() if member.role == "creator"), None)

    def administrators(self) -> Iterator[int]:
        """Ids of the people who run the group, its creator first."""
        ranked = sorted(self.members.items(), key=lambda item: item[1].role != "creator")
        return (person for person, member in ranked if member.role != "member")

    def visible(self, viewer: int) -> Iterator[Message]:
        """What a person sees, oldest first: not what is deleted, replaced for them or meant for others."""
        mine = [m for m in self.messages.values() if not m.deleted and m.receiver in {None, viewer}]
        replaced = {m.replaces for m in mine if m.replaces is not None}
        return (m for m in mine if m.id not in replaced)


@dataclass(slots=True)
class Query:
    """A tap on a callback button, until it is answered."""

    id: str
    person: int
    chat: int
    message: tuple[int, int | None]
    at: float
    answer: Object | None = None
