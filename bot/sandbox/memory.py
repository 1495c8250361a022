"""The world on the disk, so that a sandbox that starts again shows the chats of before."""

import asyncio
import logging
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from pydantic import TypeAdapter, ValidationError

from bot.sandbox.feed import Feed
from bot.sandbox.model import Chat, Message, Person
from bot.sandbox.world import World

_log = logging.getLogger(__name__)
_KEPT: Final = 500
"""The newest messages of each chat that are kept."""
_SECONDS: Final = 0.2
"""Between two writings, while much happens."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is kept of a world; whatever differs in `format` is not read."""

    format: Literal[1]
    people: tuple[Person, ...]
    chats: tuple[Chat, ...]
    """Without their messages."""
    messages: tuple[Message, ...]
    files: dict[str, str]
    """Base64."""


_SNAPSHOT: Final = TypeAdapter(Snapshot)


def dump(world: World) -> bytes:
    """The world as JSON: people and chats, the newest messages that are not deleted, their files."""
    chats = world.chats.values()
    messages = tuple(message for chat in chats for message in _newest(chat))
    kept = {message.photo for message in messages}
    kept |= {message.document.file for message in messages if message.document}
    return _SNAPSHOT.dump_json(
        Snapshot(
            format=1,
            people=tuple(world.people.values()),
            chats=tuple(replace(chat, messages=OrderedDict()) for chat in chats),
            messages=messages,
            files={name: b64encode(data).decode() for name, data in world.files.items() if name in kept},
        )
    )


def _newest(chat: Chat) -> list[Message]:
    alive = (message for message in reversed(chat.messages.values()) if not message.deleted)
    return list(islice(alive, _KEPT))[::-1]


def parse(data: bytes) -> World:
    """The world that `dump` has written.

    Raises:
        ValueError: it is damaged, or of another version.
    """
    kept = _SNAPSHOT.validate_json(data)
    files = {name: b64decode(text) for name, text in kept.files.items()}
    try:
        return World.again(kept.people, kept.chats, kept.messages, files)
    except KeyError as error:
        raise ValueError(f"a message of a chat that is not there: {error}") from None


def load(file: Path) -> World:
    """The world of a file; the family of three where there is none, or none that can be read."""
    try:
        return parse(file.read_bytes())
    except FileNotFoundError:
        return World.family()
    except (OSError, ValueError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        _log.warning("%s can't be read, so the chats begin anew: %s", file, reason)
        return World.family()


@asynccontextmanager
async def keeping(world: World, feed: Feed, file: Path) -> AsyncIterator[None]:
    """Write the world to the file after each change, and at the end."""
    writing = asyncio.create_task(_keep(world, feed, file))
    try:
        yield
    finally:
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        _write(world, file)


async def _keep(world: World, feed: Feed, file: Path) -> None:
    seq = feed.seq
    while True:
        await feed.grown(seq)
        seq = feed.seq
        _write(world, file)
        await asyncio.sleep(_SECONDS)


def _write(world: World, file: Path) -> None:
    """Whole or not at all; a disk that takes nothing must not stop a game."""
    fresh = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(dump(world))
        fresh.replace(file)
    except OSError as error:
        _log.warning("the chats can't be kept in %s: %s", file, error.strerror)
