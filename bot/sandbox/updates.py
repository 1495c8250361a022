"""The queue of updates to the bot: numbered, kept until confirmed, read by polling or by the webhook."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from bot.sandbox.faults import Fault, Faults
from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why

DEFAULT_EXCLUDED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Types that a bot gets only if it asks for them by name."""
SWAP_SECONDS = 1
"""How long a reordered update waits for another to overtake it."""


@dataclass(slots=True, eq=False)
class Pending:
    """An update that the bot has not confirmed; `again` is how often it comes once more all the same."""

    update: Object
    queue: str
    """What a webhook delivers one after another: callbacks of one user, everything else of one chat."""
    again: int = 0
    delivered: bool = False

    @property
    def id(self) -> int:
        """The update's own number."""
        return int(self.update["update_id"])


class Updates:
    """Keeps what happened for the bot, applying the faults that tests arm.

    A late or reordered update is numbered when it happens and delivered afterwards, so the bot meets a lower
    number than it has already seen.
    """

    def __init__(self, first_id: int, faults: Faults, time_scale: float) -> None:
        self._next_id = first_id
        self._faults = faults
        self._time_scale = time_scale
        self._pending: list[Pending] = []
        self._swapped: Pending | None = None
        self._poller: asyncio.Future[Why] | None = None
        self._changed = asyncio.Event()
        self.allowed: frozenset[str] = frozenset()
        self.on_arrival: Callable[[], None] = lambda: None

    def __len__(self) -> int:
        return len(self._pending)

    @property
    def polling(self) -> bool:
        """Whether a long poll waits now."""
        return self._poller is not None

    def wanted(self, kind: str) -> bool:
        """Whether the bot asked for this type of update."""
        return kind in self.allowed if self.allowed else kind not in DEFAULT_EXCLUDED

    def add(self, kind: str, body: Object, *, chat: int, queue: str) -> int | None:
        """Numbers and queues an update; nothing if the bot does not want its type."""
        if not self.wanted(kind):
            return None
        pending = Pending({"update_id": self._next_id, kind: body}, queue)
        self._next_id += 1
        armed = self._faults.for_update(chat)
        match armed.fault if armed else None:
            case Fault.DUPLICATE_UPDATE:
                pending.again = 1
            case Fault.LATE_UPDATE if armed:
                self._later(armed.retry_after, self._arrive, pending)
                return pending.id
            case Fault.REORDER_UPDATES if self._swapped is None:
                self._swapped = pending
                self._later(SWAP_SECONDS, self._release, pending)
                return pending.id
        self._arrive(pending)
        if self._swapped is not None:
            self._release(self._swapped)
        return pending.id

    def _later(self, seconds: float, step: Callable[[Pending], None], pending: Pending) -> None:
        asyncio.get_running_loop().call_later(seconds / self._time_scale, step, pending)

    def _release(self, held: Pending) -> None:
        if self._swapped is held:
            self._swapped = None
            self._arrive(held)

    def _arrive(self, pending: Pending) -> None:
        self._pending.append(pending)
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        self.on_arrival()

    def confirm(self, offset: int) -> None:
        """Forgets what the bot has been given and counts as done: all below `offset`.

        A negative offset keeps that many of the newest and forgets the rest, as Telegram does.
        """
        if offset < 0:
            self._pending = self._pending[offset:]
            return
        done = [p for p in self._pending if p.delivered and p.id < offset]
        for pending in done:
            self.finish(pending)

    def finish(self, pending: Pending) -> None:
        """Confirms one update; a duplicated one comes again."""
        if pending not in self._pending:
            return
        self._pending.remove(pending)
        if pending.again:
            self._arrive(Pending(pending.update, pending.queue, pending.again - 1))

    def drop(self) -> None:
        """Forgets everything that is pending."""
        self._pending.clear()

    def heads(self, busy: Collection[str]) -> Iterable[Pending]:
        """The first update of each webhook queue that is not busy."""
        seen = set(busy)
        for pending in list(self._pending):
            if pending.queue not in seen:
                seen.add(pending.queue)
                yield pending

    def end_poller(self, why: Why) -> None:
        """Ends the long poll that waits now, as a conflict."""
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(why)
        self._poller = None

    async def poll(self, limit: int, timeout: float) -> list[Object]:  # noqa: ASYNC109 - Telegram's parameter
        """Up to `limit` pending updates, waiting up to `timeout` seconds for the first.

        Raises:
            RefusedError: when another poll or a webhook takes over.
        """
        self.end_poller(Why.OTHER_POLLER)
        ended = asyncio.get_running_loop().create_future()
        self._poller = ended
        deadline = asyncio.get_running_loop().time() + timeout
        try:
            while not self._pending:
                left = deadline - asyncio.get_running_loop().time()
                if left <= 0:
                    break
                change = asyncio.ensure_future(self._changed.wait())
                await asyncio.wait({ended, change}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
                if ended.done():
                    raise RefusedError(ended.result())
        finally:
            if self._poller is ended:
                self._poller = None
        batch = self._pending[:limit]
        for pending in batch:
            pending.delivered = True
        return [pending.update for pending in batch]
