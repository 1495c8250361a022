"""Brings Telegram to the state that screens describe.

Each message should equal its render. Marks say which may differ; a lane (a table's group, or one person's
private chat) settles its marks one after another, lanes run side by side: one chat's trouble delays no other.
A crash between any two steps leaves the mark, and the work is found again. Only the worker that holds a
table's lease sends for it; it looks at the lease right before each write.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, assert_never

from aiogram.exceptions import AiogramError

from bot.delivery.bell import Bell
from bot.delivery.lately import Lately
from bot.delivery.mail import Mail
from bot.delivery.pace import USUAL, Pace
from bot.delivery.ports import Budgets, Handle, Leases, Mark, Page, Screens, StoredNotice
from bot.delivery.remains import NEXT_SCAN, RESULT, Remains, deal_in_hand
from bot.delivery.verdicts import Closed, Gone, Hold, Later, Moved, Refused, Same, Unparsable, verdict
from bot.screens.model import Screen
from bot.tables.model import Notice, NoticeKind, PersonId, Place, Slot, SlotKind, Table, TableId
from bot.tables.ports import StorageDown

_log = logging.getLogger(__name__)

_MARKS: Final = 1000
_EVER: Final = 1 << 62
"""A version later than any."""
_SILENT_SLOTS: Final = frozenset({SlotKind.BOARD})
_SILENT_NOTICES: Final = frozenset({NoticeKind.DEAL_RESULT})

Render: TypeAlias = Callable[[Table, Slot, int], Screen | None]
"""What a slot of a table should show, on that page of a hand; None: nothing."""
Word: TypeAlias = Callable[[Table, Notice], Screen | None]
"""What a notice says; None: there is no reason for it any more."""


class Host(Protocol):
    """What delivery tells the table."""

    async def table(self, table: TableId) -> Table | None:
        """The table as it is now."""
        ...

    async def unreachable(self, table: TableId, person: PersonId) -> None:
        """A person's private chat takes nothing."""
        ...

    async def moved(self, old: int, new: int, update: int) -> None:
        """A group became a supergroup."""
        ...


@dataclass(frozen=True, slots=True)
class _Lane:
    """Messages that wait for each other: those of a table's group, or of one person at it."""

    table: TableId
    person: PersonId | None

    @classmethod
    def of(cls, mark: Mark) -> _Lane:
        """Where a mark is settled."""
        return cls(mark.table, mark.slot.person if mark.slot else None)


class Delivery:
    """The loop over marks."""

    def __init__(
        self,
        host: Host,
        *,
        leases: Leases,
        screens: Screens,
        budgets: Budgets,
        mail: Mail,
        bell: Bell,
        render: Render,
        word: Word,
        pace: Pace = USUAL,
    ) -> None:
        self._host = host
        self._leases = leases
        self._screens = screens
        self._budgets = budgets
        self._mail = mail
        self._bell = bell
        self._render = render
        self._word = word
        self._pace = pace
        self._wanted: dict[_Lane, set[Slot | None]] = {}
        self._lanes: dict[_Lane, asyncio.Task[None]] = {}
        self._resting: set[_Lane] = set()
        """Lanes that wait for their next try: nothing of theirs is on its way."""
        self._scan_at = 0.0
        """When the next look at everything is due, by the event loop's clock."""
        self._failures: Counter[Mark] = Counter()
        self._lately = Lately(pace)
        self._remains = Remains(screens, budgets, mail, bell)
        self._ending = asyncio.Event()

    async def run(self) -> None:
        """Serve marks until `close`."""
        clock = asyncio.get_running_loop().time
        while not self._ending.is_set():
            rung = await self._bell.listen(max(0.0, self._scan_at - clock()))
            try:
                self._want(tuple(Mark(ring.table, ring.slot) for ring in rung if ring.slot))
                for table in {ring.table for ring in rung if not ring.slot}:
                    self._want(await self._screens.marked_at(table))
                if clock() >= self._scan_at:
                    self._scan_at = clock() + self._pace.scan
                    found = await self._screens.marked(_MARKS)
                    self._want(tuple(mark for mark in found if _Lane.of(mark) not in self._lanes))
            except StorageDown:  # the storage's own watch tells of it; the next scan finds every mark
                await self._pause(self._pace.retries[0])
            except Exception:  # noqa: BLE001 - a bug: the next scan finds every mark
                _log.exception("marks can't be read")
                await self._pause(self._pace.retries[0])

    @property
    def idle(self) -> bool:
        """Nothing is on its way to Telegram, or waits in this process to go."""
        return not self._lanes

    async def close(self) -> None:
        """Stop; what is on its way to Telegram arrives, what waits stays marked."""
        self._ending.set()
        self._bell.wake()
        if self._lanes:
            _, late = await asyncio.wait(self._lanes.values(), timeout=self._pace.farewell)
            for task in late:
                task.cancel()

    def gained(self) -> None:
        """There are more tables to deliver for: look at everything."""
        self._scan_at = 0.0
        self._bell.wake()

    async def hand_over(self) -> None:
        """Some tables are another worker's now: wait no more for them; what is on its way arrives."""
        gone = {lane: task for lane, task in self._lanes.items() if not self._leases.holds(lane.table)}
        for lane in self._resting & gone.keys():
            gone[lane].cancel()
        if gone:
            await asyncio.wait(gone.values(), timeout=self._pace.farewell)

    async def turn_page(self, table: Table, person: PersonId, page: int) -> None:
        """Show another page of a hand, until its turn is over."""
        slot = Slot(SlotKind.HAND, person)
        await self._screens.turn(table.id, slot, Page(table.turn, page))
        self._bell.ring(table.id, slot)

    async def reopened(self, chat: int, *, only: Place | None = None) -> None:
        """A group takes messages again, or `only` that topic: what its tables have for it is brought.

        Of old results that is the newest.
        """
        for table in await self._screens.shut_out(chat):
            found = await self._host.table(table)
            if found is not None and only not in {None, found.place}:
                continue
            for superseded in _superseded(await self._screens.notices(table)):
                await self._screens.sent(table, superseded.id)
            public = [slot for slot in found.epochs if slot.person is None] if found else []
            for slot in (None, *public):
                await self._screens.mark(Mark(table, slot))
            await self._screens.opened(chat, table)
            self._bell.ring(table)

    async def shows(self, table: Table, chat: int, message: int) -> bool:
        """Whether a message is one of the table's screens (see `Remains`)."""
        return await self._remains.shows(table, chat, message)

    async def tidy(self, table: TableId, chat: int, message: int) -> None:
        """Somebody tapped an old button (see `Remains`)."""
        await self._remains.tidy(await self._host.table(table), chat, message)

    def _want(self, marks: tuple[Mark, ...]) -> None:
        for mark in marks:
            if not self._leases.holds(mark.table):
                continue
            lane = _Lane.of(mark)
            self._wanted.setdefault(lane, set()).add(mark.slot)
            if lane not in self._lanes:
                self._lanes[lane] = asyncio.create_task(self._serve(lane))

    async def _serve(self, lane: _Lane) -> None:
        """Settle the marks of a lane until none is wanted: notices first, they came first."""
        try:
            while self._serves(lane) and (slots := self._wanted.pop(lane, None)):
                for slot in sorted(slots, key=lambda slot: "" if slot is None else str(slot)):
                    await self._settle(Mark(lane.table, slot))
        finally:
            self._wanted.pop(lane, None)
            del self._lanes[lane]

    def _serves(self, lane: _Lane) -> bool:
        return not self._ending.is_set() and self._leases.holds(lane.table)

    async def _settle(self, mark: Mark) -> None:
        lane = _Lane.of(mark)
        while self._serves(lane):
            try:
                pause = await self._attempt(mark)
            except StorageDown:
                pause = self._pace.retries[0]
            except Exception:  # noqa: BLE001 - one screen's trouble must not stop the others
                _log.exception("%s of table %s can't be brought", mark.slot or "notices", mark.table)
                pause = self._failed(mark)
            if pause is None:
                del self._failures[mark]
                return
            self._resting.add(lane)
            try:
                await self._pause(min(pause, self._pace.retries[-1]))
            finally:
                self._resting.discard(lane)

    async def _attempt(self, mark: Mark) -> float | None:
        """One try with the newest state; None when it is settled, else seconds until the next try."""
        table = await self._host.table(mark.table)
        if table is None:
            await self._screens.unmark(mark, _EVER)
            return None
        slot = mark.slot
        pause = await (self._screen(table, mark, slot) if slot else self._notices(table, mark))
        if pause is None:
            await self._screens.unmark(mark, table.version)
        return None if pause == NEXT_SCAN else pause

    async def _screen(self, table: Table, mark: Mark, slot: Slot) -> float | None:
        handle, page = await self._screens.drawn(table.id, slot)
        number = page.number if page and page.turn == table.turn else 0
        screen = self._render(table, slot, number) if slot in table.epochs else None
        if screen is None:
            self._lately.forget(mark)
            return await self._leave(table, mark, slot, handle)
        chat = table.place.chat if slot.person is None else slot.person
        if not _reachable(table, slot):
            return None
        if handle and (handle.epoch, handle.chat) == (table.epochs[slot], chat):
            if handle.digest == screen.digest:
                return None
            if self._lately.can_wait(table, mark):
                return NEXT_SCAN
        elif slot.person is None and (wait := await self._notices(table, mark)) is not None:
            return wait  # what happened before a new message is told before it
        if wait := await self._budgets.take(chat):
            return wait
        return await self._draw(table, mark, slot, screen, handle) if self._leases.holds(table.id) else 0.0

    async def _draw(
        self, table: Table, mark: Mark, slot: Slot, screen: Screen, handle: Handle | None
    ) -> float | None:
        """Edit the message that there is, or send one and take an old one away."""
        chat = table.place.chat if slot.person is None else slot.person
        old = handle if handle and (handle.epoch, handle.chat) != (table.epochs[slot], chat) else None
        current = None if old else handle
        try:
            if current:
                message = current.message
                await self._mail.edit(chat, message, screen)
            else:
                thread = table.place.thread if slot.person is None else None
                silent = slot.kind in _SILENT_SLOTS
                message = await self._mail.send(chat, screen, thread=thread, silent=silent)
        except AiogramError as error:
            return await self._trouble(table, mark, chat, error)
        kept = Handle(table.epochs[slot], message, screen.digest, chat, deal_in_hand(table))
        if not await self._screens.keep(table.id, slot, kept):
            if not current:
                await self._mail.remove(chat, message)
            return 0.0
        self._lately.drew(mark)
        if old:
            await self._remains.retire(table, slot, old)
        if not current and slot.person is None:
            await self.reopened(chat, only=table.place)
        return None

    async def _leave(self, table: Table, mark: Mark, slot: Slot, handle: Handle | None) -> float | None:
        """Nothing should be shown any more."""
        if handle is None:
            return None
        left = await self._remains.take_away(table, slot, handle)
        return self._failed(mark) if isinstance(left, Later) else left

    async def _notices(self, table: Table, mark: Mark) -> float | None:
        place = table.place
        for stored in await self._screens.notices(table.id):
            screen = self._word(table, stored.notice)
            while screen is not None:
                if wait := await self._budgets.take(place.chat):
                    return wait
                if not self._leases.holds(table.id):
                    return 0.0
                silent = stored.notice.kind in _SILENT_NOTICES
                try:
                    message = await self._mail.send(place.chat, screen, thread=place.thread, silent=silent)
                except AiogramError as error:
                    pause, found = await self._trouble(table, mark, place.chat, error), verdict(error)
                    if isinstance(found, Moved) and place.chat != found.chat:
                        place = Place(found.chat)  # a table that is over stays where it was, its words go on
                        continue
                    if pause is not None or found == Closed():
                        return pause
                else:
                    if stored.notice.kind is NoticeKind.DEAL_RESULT and screen.keyboard:
                        result = Handle(0, message, screen.digest, place.chat, deal_in_hand(table))
                        await self._screens.keep(table.id, RESULT, result)
                break
            await self._screens.sent(table.id, stored.id)
        return None

    async def _trouble(self, table: Table, mark: Mark, chat: int, error: AiogramError) -> float | None:
        """What follows from an error: seconds until the next try, or None where no try will help."""
        found = verdict(error)
        match found:
            case Gone():
                if mark.slot:
                    await self._screens.keep(table.id, mark.slot, None)
                return 0.0
            case Hold(seconds):
                _log.warning("chat %s takes nothing for %s s", chat, seconds)
                await self._budgets.hold(chat, seconds)
                return seconds
            case Later():
                level = logging.INFO if mark in self._failures else logging.WARNING  # an outage is told once
                _log.log(level, "chat %s: %s", chat, error)
                return self._failed(mark)
            case Closed():
                _log.info("chat %s is closed: %s", chat, error)
                if mark.slot and mark.slot.person is not None:
                    await self._host.unreachable(table.id, mark.slot.person)
                else:
                    await self._screens.shut(chat, table.id)
                return None
            case Moved(new):
                _log.warning("chat %s became %s", chat, new)
                await self._host.moved(chat, new, 0)
                followed = await self._host.table(table.id)
                return 0.0 if followed and followed.place.chat == new else None
            case Same() | Unparsable() | Refused():
                _log.error("Telegram refuses %s of table %s: %s", mark.slot or "a notice", table.id, error)
                return None
            case _:
                assert_never(found)

    def _failed(self, mark: Mark) -> float:
        self._failures[mark] += 1
        return self._pace.after(self._failures[mark])

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ending.wait()


def _superseded(notices: tuple[StoredNotice, ...]) -> tuple[StoredNotice, ...]:
    """Results of deals, but for the newest."""
    return tuple(each for each in notices if each.notice.kind is NoticeKind.DEAL_RESULT)[:-1]


def _reachable(table: Table, slot: Slot) -> bool:
    if slot.kind is not SlotKind.HAND:
        return True
    return any(sitter.reachable for sitter in table.seats if sitter.person == slot.person)
