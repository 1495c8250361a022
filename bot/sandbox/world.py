"""The world of one sandbox: its bot, people and chats, and the numbers it hands out."""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from bot.sandbox.model import PRESENT, Bot, Chat, ChatType, Member, Message, Object, Person, Query

EPOCH_2026 = 1_767_225_600
FIRST_SUPERGROUP = -1_001_000_000_001
FIRST_GROUP = -5_000_001
FIRST_PERSON = 1001


class World:
    """People, chats and messages. `clock` gives Unix time in seconds and may be replaced by tests.

    Numbers of updates, messages and queries begin at a value that grows with time, so that a bot which keeps
    its state over a restart of the sandbox never meets a number twice.
    """

    def __init__(self, bot: Bot | None = None, clock: Callable[[], float] = time.time) -> None:
        self.bot = bot or Bot()
        self.clock = clock
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, Query] = {}
        self.files: dict[str, bytes] = {}
        self.first_id = max(1, int(clock()) - EPOCH_2026) * 16
        self._ids = itertools.count(self.first_id)
        self._query_ids = itertools.count(self.first_id * 1_000_003)
        self._people_ids = itertools.count(FIRST_PERSON)
        self._group_ids = {
            "supergroup": itertools.count(FIRST_SUPERGROUP, -1),
            "group": itertools.count(FIRST_GROUP, -1),
        }
        self._ephemeral_ids = itertools.count(self.first_id)

    @classmethod
    def family(cls, clock: Callable[[], float] = time.time) -> "World":
        """The default: a supergroup with three people, one for each language of the bot."""
        world = cls(clock=clock)
        people = [
            world.add_person(name, language).id
            for name, language in (("Anna", "ru"), ("Bohdan", "uk"), ("Vera", "en"))
        ]
        world.new_group("Family", "supergroup", people)
        return world

    @classmethod
    def again(
        cls,
        people: Iterable[Person],
        chats: Iterable[Chat],
        messages: Iterable[Message],
        files: Mapping[str, bytes],
    ) -> "World":
        """A world that was there before; new people and groups get numbers that nobody has.

        Raises:
            KeyError: a message of a chat that is not there.
        """
        world = cls()
        world.people = {person.id: person for person in people}
        world.chats = {chat.id: chat for chat in chats}
        world.files = dict(files)
        for message in messages:
            world.put(message)
        world._people_ids = itertools.count(max(world.people, default=FIRST_PERSON - 1) + 1)
        for kind, first in (("supergroup", FIRST_SUPERGROUP), ("group", FIRST_GROUP)):
            taken = (chat.id for chat in world.chats.values() if chat.type == kind)
            world._group_ids[kind] = itertools.count(min(taken, default=first + 1) - 1, -1)
        return world

    @property
    def now(self) -> int:
        """Unix time as messages carry it."""
        return int(self.clock())

    def next_message_id(self) -> int:
        """A fresh message number; one counter serves all chats."""
        return next(self._ids)

    def next_ephemeral_id(self) -> int:
        """A fresh number of an ephemeral message."""
        return next(self._ephemeral_ids)

    def next_query_id(self) -> str:
        """A fresh number of a callback query."""
        return str(next(self._query_ids))

    def add_person(self, name: str, language: str, username: str | None = None) -> Person:
        """Somebody new, with a private chat that the bot can't write to before /start."""
        person = Person(next(self._people_ids), name, language, username)
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private", members={person.id: Member()})
        return person

    def new_group(self, title: str, kind: ChatType, members: list[int], *, forum: bool = False) -> Chat:
        """A group with the bot in it; the first member is its creator."""
        chat = Chat(next(self._group_ids[kind]), kind, title, forum=forum)
        for person in members:
            chat.members[person] = Member("member" if chat.members else "creator")
        self.chats[chat.id] = chat
        return chat

    def groups_of(self, person: int) -> Iterator[Chat]:
        """The groups where the bot meets this person."""
        return (
            chat
            for chat in self.chats.values()
            if not chat.private and person in chat.members and chat.bot in PRESENT
        )

    def user(self, user_id: int) -> Object | None:
        """The Bot API's User of a person or the bot, if they exist."""
        if user_id == self.bot.id:
            return {
                "id": self.bot.id,
                "is_bot": True,
                "first_name": self.bot.name,
                "username": self.bot.username,
            }
        person = self.people.get(user_id)
        if person is None:
            return None
        body: Object = {"id": person.id, "is_bot": False, "first_name": person.name}
        if person.username:
            body["username"] = person.username
        return body | {"language_code": person.language}

    def put(self, message: Message) -> Message:
        """Stores a new message or a new state of one."""
        self.chats[message.chat].messages[message.key] = message
        return message
