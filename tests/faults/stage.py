"""What tests of the whole house do again and again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.storage.store import Store
from tests.support.eventually import eventually
from tests.support.house import House
from tests.support.people import Message, Person, Screen
from tests.telegram.match import Game, settled


class Complaints(logging.Handler):
    """What the bot had to complain about, from warnings up."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def errors(self) -> list[str]:
        """Lines that no operator should ever see."""
        return [record.getMessage() for record in self.records if record.levelno >= logging.ERROR]


async def heard(house: House) -> None:
    """Every update so far is committed or refused."""

    async def holds() -> bool:
        return len(house.server.sandbox.updates) == 0

    await eventually(holds)


def expire(house: House) -> None:
    """From now on no tap can be answered any more: the bot was away, or is too slow."""
    sandbox = house.server.sandbox
    sandbox.settings = replace(sandbox.settings, query_seconds=-1.0)


def last_for_ever(house: House) -> None:
    """From now on every tap waits for its answer, however long that takes."""
    sandbox = house.server.sandbox
    sandbox.settings = replace(sandbox.settings, query_seconds=float("inf"))


async def all_right(game: Game, store: Store) -> None:
    """Every screen comes to what the stored table says."""
    await settled(game, store)


def said(person: Person, chat: int) -> list[str]:
    """What the bot has written there, oldest first."""
    return [message.text for message in person.screen(chat).of_bot()]


def of_bot(screen: Screen, part: str) -> list[Message]:
    """The bot's messages that hold these words."""
    return [message for message in screen.of_bot() if part in message.text]


def writes(house: House, chats: Sequence[int]) -> int:
    """Sends and edits into these chats so far."""
    return sum(len(house.server.sandbox.stats.writes[chat]) for chat in chats)


def tell(house: House, chat: int, **message: Any) -> None:
    """The bot is told of a message that no client of the sandbox can write."""
    sandbox = house.server.sandbox
    place = sandbox.world.chats[chat]
    body = {
        "message_id": sandbox.world.next_message_id(),
        "date": sandbox.world.now,
        "chat": {"id": chat, "type": place.type, "title": place.title},
        **message,
    }
    sandbox.tell("message", body, place)


def command(text: str) -> dict[str, Any]:
    """A text that is a command, with the entity that Telegram adds."""
    length = len(text.partition(" ")[0])
    return {"text": text, "entities": [{"type": "bot_command", "offset": 0, "length": length}]}
