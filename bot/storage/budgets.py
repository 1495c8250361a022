"""Write budgets that all workers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.storage import keys
from bot.storage.store import TAKE, Store


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `writes` in any window of `milliseconds`.

    A sliding window instead of a token bucket: a bucket of 20 a minute with a burst lets 20 and the burst
    through in one minute. Four in any 12 seconds are at most 20 in any minute, and a small burst all the
    same.
    """

    writes: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Rates:
    """The budgets of a group, of a private chat, of all chats together, and of words in a group."""

    group: Rate
    private: Rate
    all: Rate
    words: Rate
    """What words that are no screens may take of a group's: the rest belongs to its table."""

    @classmethod
    def of(
        cls,
        group_a_minute: int = 20,
        private_a_minute: int = 60,
        all_a_second: int = 30,
        time_scale: float = 1.0,
    ) -> Rates:
        """The windows for these budgets (the defaults are Telegram's, design §4).

        `time_scale`: the clock against which they are kept runs so many times faster.
        """
        return cls(
            group=_rate(min(4, group_a_minute), group_a_minute / 60, time_scale),
            private=_rate(min(3, private_a_minute), private_a_minute / 60, time_scale),
            all=_rate(all_a_second, all_a_second, time_scale),
            words=Rate(2, round(12_000 / time_scale)),
        )


_NO_WORDS: Final = Rate(0, 0)
_HEAD_START: Final = 100
"""Milliseconds by which screens go before words that wait for the same budget."""


def _rate(burst: int, a_second: float, time_scale: float) -> Rate:
    """A window a little longer than needed, since the network moves writes closer to each other."""
    return Rate(burst, round(burst / a_second * 1020 / time_scale) + 60)


class RedisBudgets:
    """`bot.delivery.ports.Budgets`; a chat with a negative id is a group."""

    def __init__(self, store: Store, rates: Rates) -> None:
        self._store = store
        self._rates = rates

    async def take(self, chat: int, *, words: bool = False) -> float:
        """Take one write for a chat and one of all: 0.0 when granted, else seconds until asking again.

        Screens go before `words`, and words never take the whole budget of a group.
        """
        own = self._rates.group if chat < 0 else self._rates.private
        every = self._rates.all
        share = _NO_WORDS if not words else self._rates.words if chat < 0 else own
        wait = await self._store.run(
            TAKE,
            (keys.writes(chat), keys.writes(None), keys.hold(chat), keys.short(chat), keys.words(chat)),
            own.writes,
            own.milliseconds,
            every.writes,
            every.milliseconds,
            share.writes,
            share.milliseconds,
            _HEAD_START,
        )
        return int(wait) / 1000

    async def hold(self, chat: int, seconds: float) -> None:
        """Telegram said `retry_after`: no write to that chat before."""
        await self._store.call("SET", keys.hold(chat), 1, "PX", max(1, round(seconds * 1000)))
