"""Remembered people, chats and wishes to sit down."""

from __future__ import annotations

from itertools import chain
from typing import Final

from bot.storage import formats, keys
from bot.storage.store import INHERIT, Store
from bot.tables.model import Clock, HouseRules, Lang, PersonId, TableId
from bot.tables.ports import Profile, Wish, WishKind

_INTENT: Final = 600
"""Seconds that a wish to sit down is remembered (design §5)."""

_SETTINGS: Final = ("lang", "rules", "clock")
"""What a chat has chosen."""

_FILES: Final = 60
"""Seconds between two big files for one chat."""


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

    async def chat_clock(self, chat: int) -> Clock | None:
        """The clock that a group chose for its tables."""
        data = await self._store.call("HGET", keys.chat(chat), "clock")
        return None if data is None else formats.load_clock(data)

    async def set_chat_clock(self, chat: int, clock: Clock) -> None:
        """Choose the clock of a group's tables."""
        await self._store.call("HSET", keys.chat(chat), "clock", formats.dump_clock(clock))

    async def went(self, chat: int) -> int | None:
        """The supergroup that a group became."""
        number = await self._store.call("HGET", keys.chat(chat), "went")
        return None if number is None else int(number)

    async def bequeath(self, chat: int, to: int) -> None:
        """A group became the supergroup `to`, which takes over all its settings in one step, once."""
        stored = await self._store.call("HMGET", keys.chat(chat), *_SETTINGS)
        chosen = (pair for pair in zip(_SETTINGS, stored, strict=True) if pair[1] is not None)
        await self._store.run(INHERIT, (keys.chat(to),), chat, *chain.from_iterable(chosen))
        await self._store.call("HSET", keys.chat(chat), "went", to)

    async def intend(self, person: PersonId, wish: Wish) -> None:
        """Remember for 10 minutes what a person wanted whose private chat was closed."""
        stored = f"{wish.table} {wish.kind.value} {wish.seat}"
        await self._store.call("SET", keys.intent(person), stored, "EX", _INTENT)

    async def intent(self, person: PersonId) -> Wish | None:
        """What a person wanted."""
        stored = _text(await self._store.call("GET", keys.intent(person)))
        if stored is None:
            return None
        table, *rest = stored.split()
        if not rest:  # stored before there was more to wish for
            return Wish(TableId(table))
        kind, seat = rest
        return Wish(TableId(table), WishKind(kind), int(seat))

    async def forget_intent(self, person: PersonId) -> None:
        """The intent is fulfilled."""
        await self._store.call("DEL", keys.intent(person))

    async def ask(self, chat: int) -> int:
        """Seconds until a chat may have a big file: 0 once a minute."""
        asked = keys.asked(chat)
        if await self._store.call("SET", asked, 1, "NX", "EX", _FILES):
            return 0
        return max(1, int(await self._store.call("TTL", asked)))

    async def will_forget(self, person: PersonId) -> None:
        """Note that a person's data are to be deleted."""
        await self._store.call("SADD", keys.FORGETTING, person)

    async def to_forget(self) -> tuple[PersonId, ...]:
        """Whose deletion is not finished."""
        return tuple(sorted(map(int, await self._store.call("SMEMBERS", keys.FORGETTING))))

    async def forget(self, person: PersonId) -> None:
        """Delete profile and wishes of a person, then the note that it is to be done."""
        await self._store.calls(
            ("DEL", key) for key in (keys.person(person), keys.intent(person), keys.asked(person))
        )
        await self._store.call("SREM", keys.FORGETTING, person)


def _text(value: bytes | None) -> str | None:
    return value.decode() if value else None
