"""Remembered people, chats and wishes to sit down."""

from __future__ import annotations

from typing import Final

from bot.storage import formats, keys
from bot.storage.store import Store
from bot.tables.model import HouseRules, Lang, PersonId, TableId
from bot.tables.ports import Profile

_INTENT: Final = 600
"""Seconds that a wish to sit down is remembered (design §5)."""


class RedisPeople:
    """`bot.tables.ports.People`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def profile(self, person: PersonId) -> Profile | None:
        """What is known of a person."""
        name, lang, client, reachable = await self._store.call(
            "HMGET", keys.person(person), "name", "lang", "client", "reachable"
        )
        if name is None:
            return None
        return Profile(person, name.decode(), _text(lang), _text(client), reachable == b"1")

    async def remember(self, profile: Profile) -> None:
        """Store a person's data."""
        await self._store.call(
            "HSET",
            keys.person(profile.person),
            *("name", profile.name),
            *("lang", profile.lang or ""),
            *("client", profile.client_lang or ""),
            *("reachable", int(profile.reachable)),
        )

    async def chat_lang(self, chat: int) -> Lang | None:
        """The group's chosen language."""
        return _text(await self._store.call("HGET", keys.chat(chat), "lang"))

    async def set_chat_lang(self, chat: int, lang: Lang) -> None:
        """Choose the group's language."""
        await self._store.call("HSET", keys.chat(chat), "lang", lang)

    async def chat_rules(self, chat: int) -> HouseRules | None:
        """The rules that a group saved as its own."""
        data = await self._store.call("HGET", keys.chat(chat), "rules")
        return None if data is None else formats.load_rules(data)

    async def set_chat_rules(self, chat: int, rules: HouseRules | None) -> None:
        """Save the group's own rules; None: it has none."""
        if rules is None:
            await self._store.call("HDEL", keys.chat(chat), "rules")
        else:
            await self._store.call("HSET", keys.chat(chat), "rules", formats.dump_rules(rules))

    async def intend(self, person: PersonId, table: TableId) -> None:
        """Remember for 10 minutes that a person tapped «sit down» with a closed private chat."""
        await self._store.call("SET", keys.intent(person), table, "EX", _INTENT)

    async def intent(self, person: PersonId) -> TableId | None:
        """The table a person wants to sit at."""
        wish = _text(await self._store.call("GET", keys.intent(person)))
        return None if wish is None else TableId(wish)

    async def forget_intent(self, person: PersonId) -> None:
        """The intent is fulfilled."""
        await self._store.call("DEL", keys.intent(person))


def _text(value: bytes | None) -> str | None:
    return value.decode() if value else None
