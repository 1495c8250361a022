"""Everything that goes wrong at a table that never stops: the network's faults, and bots that are killed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.sandbox.core import Sandbox
from bot.sandbox.faults import Armed, Fault
from tests.soak.tables.relay import Relay
from tests.support.house import BotProcess

LATE: Final = 3.0
"""Real seconds by which a late update is late at most."""
HOLDS: Final = (1, 1, 1, 3)
"""Real seconds for which a chat takes nothing after a 429."""
BREWING: Final = 3
"""So many faults wait at most: a bot that has just started is not met by all that it missed."""
FORGETFUL: Final = 0.02


@dataclass(slots=True)
class Weather:
    """Arms one fault after another, and ends one bot after another by SIGKILL."""

    sandbox: Sandbox
    relay: Relay
    bots: Sequence[BotProcess]
    rng: Random
    every: float
    """Seconds between two faults."""
    kill_every: float
    """Seconds between two kills."""
    struck: Counter[str] = field(default_factory=Counter)
    brewing: int = 0
    """Faults that have not struck yet."""
    down: set[int] = field(default_factory=set)
    """Bots that are killed and not started again yet."""
    deaf: set[int] = field(default_factory=set)
    """Bots that do not listen yet: where all are, each fault would meet somebody's first words."""

    async def storm(self) -> None:
        """Until it is cancelled."""
        self._watch()
        self.relay.forgetful = FORGETFUL
        async with asyncio.TaskGroup() as both:
            both.create_task(self._faults())
            both.create_task(self._kills())

    async def clear(self) -> None:
        """The sky is blue, and both bots run."""
        self.sandbox.faults.clear()
        self.relay.forgetful = 0.0
        for number in sorted(self.down):
            await self.bots[number].start()

    async def _faults(self) -> None:
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / self.every))
            if self.brewing >= BREWING or len(self.deaf) == len(self.bots):
                continue
            fault = self.rng.choice(list(Fault))
            self.brewing += 1
            late = round(self.rng.uniform(0, LATE) * self.sandbox.settings.time_scale)
            wait = late if fault is Fault.LATE_UPDATE else self.rng.choice(HOLDS)
            self.sandbox.faults.arm(Armed(fault, retry_after=wait))

    async def _kills(self) -> None:
        """Each one in turn or both at once, whatever they are doing; the next time when both are back."""
        everyone = self.rng.sample([(0,), (1,)], 2)
        while True:
            await asyncio.sleep(self.rng.uniform(0.2, 1.8) * self.kill_every)
            victims = everyone.pop() if everyone else self.rng.choice((*[(0,), (1,)] * 3, (0, 1)))
            for number in victims:
                self.down.add(number)
                self.deaf.add(number)
                await self.bots[number].kill()
                self.relay.killed(number)
            # Now and then so long that its leases end, and the other one delivers for its tables.
            await asyncio.sleep(self.rng.choice((0, 0, 0, 7)) if len(victims) == 1 else 0)
            for number in victims:
                await self.bots[number].start()
                self.down.discard(number)
            for number in victims:
                while not await self.relay.listens(number):
                    assert self.bots[number].runs, f"bot {number} ended by itself"
                    await asyncio.sleep(0.2)
                self.deaf.discard(number)

    def _watch(self) -> None:
        spend = self.sandbox.faults._spend

        def counting(method: str | None, chat: int | None, *, updates: bool) -> Armed | None:
            armed = spend(method, chat, updates=updates)
            if armed is not None:
                self.struck[armed.fault.value] += 1
                self.brewing -= 1
                if method == "answerCallbackQuery" and armed.fault is Fault.CUT_AFTER_EFFECT:
                    self.struck["answers cut after their effect"] += 1
            return armed

        self.sandbox.faults._spend = counting  # type: ignore[method-assign]  # a window, not a door
