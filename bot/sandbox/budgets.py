"""Telegram's flood limits: sends and edits together, per chat and in all, in sliding windows."""

import math
from collections import defaultdict, deque
from collections.abc import Hashable

from bot.sandbox.settings import Rate, Settings


class Window:
    """At most `rate.count` events in any `rate.seconds`."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Seconds until one more fits; 0 if it fits now."""
        while self._times and self._times[0] <= now - self._rate.seconds:
            self._times.popleft()
        if len(self._times) < self._rate.count:
            return 0.0
        return self._times[0] + self._rate.seconds - now

    def take(self, now: float) -> None:
        """Counts one."""
        self._times.append(now)


class Budgets:
    """The windows of all chats. Times are the world's seconds, stretched by `time_scale`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._total = Window(settings.total_rate)
        self._groups: defaultdict[Hashable, Window] = defaultdict(lambda: Window(settings.group_rate))
        self._people: defaultdict[Hashable, Window] = defaultdict(lambda: Window(settings.private_rate))

    def take(self, key: Hashable, now: float, *, group: bool) -> int:
        """Counts one write into a chat and gives 0, or the whole real seconds to wait if there is no room."""
        scale = self._settings.time_scale
        windows = (self._total, (self._groups if group else self._people)[key])
        wait = max(window.wait(now * scale) for window in windows)
        if wait > 0:
            return max(1, math.ceil(wait / scale))
        for window in windows:
            window.take(now * scale)
        return 0
