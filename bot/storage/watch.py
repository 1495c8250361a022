"""Looks after the storage while the bot runs: tells an outage once, and starts a server of our own again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

from bot.storage.embedded import Embedded, EmbeddedError
from bot.storage.store import Store
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)
_SECONDS: Final = 2.0
"""Between two looks."""


class StorageWatch:
    """Whether the storage answers."""

    def __init__(
        self,
        store: Store,
        own: Embedded | None,
        *,
        changed: Callable[[bool], None] = lambda _: None,
        every: float = _SECONDS,
    ) -> None:
        """`own` is our server, None where it is somebody else's; `changed` hears whether it answers now."""
        self._store = store
        self._own = own
        self._changed = changed
        self._every = every
        self.up = True
        self.lost = ""
        """Why the storage is lost for good; empty while there is hope."""

    async def run(self) -> None:
        """Look until cancelled, or until the storage is lost for good."""
        while not self.lost:
            await asyncio.sleep(self._every)
            await self._look()

    async def _look(self) -> None:
        if self._own and not self._own.has_folder():
            await self._give_up(f"{self._own.folder}: the data folder was removed while the bot ran")
            return
        try:
            await self._store.call("PING")
        except StorageDown as error:
            if self.up:
                _log.error("the storage does not answer: %s", error)
            self._is(up=False)
            await self._start_again()
        else:
            again = not self.up
            self._is(up=True)
            if again:
                _log.warning("the storage answers again")

    def _is(self, *, up: bool) -> None:
        changed, self.up = up != self.up, up
        if changed:
            self._changed(up)

    async def _start_again(self) -> None:
        if self._own is None:
            return
        try:
            await asyncio.to_thread(self._own.revive)
        except EmbeddedError as error:
            self.lost = str(error)

    async def _give_up(self, why: str) -> None:
        """A server whose files are gone keeps nothing, and its socket is gone with them: end it from here."""
        self._is(up=False)
        self.lost = why
        with contextlib.suppress(StorageDown):
            await self._store.call("SHUTDOWN", "NOSAVE")
