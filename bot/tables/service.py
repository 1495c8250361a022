"""The use cases as Telegram's side calls them: read the table once, decide purely, commit once.

Every method answers with words for the person who asked. `update` is Telegram's update id: a repeated one
is answered as before and never applied twice. Two round trips to storage for an accepted tap, three for a
refused one.

Raises everywhere: `StorageDown` and `Contended`; nothing is stored then, and the same update may be tried
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.tables import clock, clocks, lobby, moves, people, privacy, votes
from bot.tables.commits import ATTEMPTS
from bot.tables.history import finished_deals, match_of
from bot.tables.model import HouseRules, Lang, PersonId, Place, Slot, Table, TableId, Timer, VoteKind
from bot.tables.ports import Answer, Contended, Profile
from bot.tables.said import Said
from bot.tables.seating import Seating
from engine.actions import Seat
from engine.events import DealResult
from engine.state import MatchState

_MOVES = 3
"""Tries to bring a table to a place at which another one is being opened."""


class Service(Seating):
    """All that people and clocks can do to a table."""

    # Reading

    async def table(self, table: TableId) -> Table | None:
        """The table as it is."""
        return await self._tables.load(table)

    async def table_at(self, place: Place) -> Table | None:
        """The open table of a place."""
        found = await self._tables.find(place)
        return None if found is None else await self._tables.load(found)

    async def tables_about(self, person: PersonId) -> tuple[TableId, ...]:
        """The tables at which a person sits, looks on, or waits for the next match."""
        return await self._tables.of_person(person)

    async def tables_of(self, person: PersonId) -> tuple[TableId, ...]:
        """The tables at which a person sits."""
        about = [await self._tables.load(table) for table in await self._tables.of_person(person)]
        return tuple(table.id for table in about if table and table.seat_of(person) is not None)

    async def deals(self, table: TableId) -> tuple[DealResult, ...]:
        """The finished deals of a table, the oldest first; its record is replayed beside the event loop."""
        return await asyncio.to_thread(finished_deals, await self._tables.record(table))

    # House rules

    async def rule(
        self,
        table: TableId,
        person: PersonId,
        words: Sequence[str],
        update: int,
        *,
        turn: int | None = None,
        is_admin: bool,
    ) -> Answer:
        """Change the rules of a lobby: words as `/newgame` takes them; RULE carries why they were refused."""
        return await self._run(
            table,
            update,
            lambda at, context: lobby.rule(at, person, words, context, turn=turn, is_admin=is_admin),
        )

    async def switch_hints(
        self, table: TableId, person: PersonId, turn: int, update: int, *, is_admin: bool
    ) -> Answer:
        """Switch the hints of a lobby on or off."""
        return await self._run(
            table,
            update,
            lambda at, context: lobby.switch_hints(at, person, context, turn=turn, is_admin=is_admin),
        )

    async def chat_rules(self, chat: int) -> HouseRules | None:
        """The rules that a group saved as its own."""
        return await self._people.chat_rules(chat)

    async def save_rules(self, table: TableId, person: PersonId, *, is_admin: bool) -> Answer:
        """Make the rules of a table its group's own: plain `/newgame` uses them."""
        found = await self._tables.load(table)
        if found is None:
            return Answer(Said.NO_TABLE)
        if not lobby.may_rule(found, person, is_admin=is_admin):
            return Answer(Said.NOT_HOST)
        await self._people.set_chat_rules(found.place.chat, found.rules)
        return Answer(Said.RULES_SAVED)

    async def reset_rules(self, place: Place, person: PersonId, *, is_admin: bool) -> Answer:
        """Forget the group's own rules: plain `/newgame` is the preset `default` again."""
        if not is_admin:
            found = await self.table_at(place)
            if found is None or not lobby.may_rule(found, person, is_admin=False):
                return Answer(Said.NOT_HOST)
        await self._people.set_chat_rules(place.chat, None)
        return Answer(Said.RULES_RESET)

    async def set_clock(
        self, table: TableId, person: PersonId, words: Sequence[str], update: int, *, is_admin: bool
    ) -> Answer:
        """Another clock for a table: BAD_CLOCK where the words make no sense (see `clocks.said`)."""
        return await self._run(
            table, update, lambda at, context: clocks.chosen(at, person, words, context, is_admin=is_admin)
        )

    async def set_chat_clock(self, chat: int, words: Sequence[str], *, is_admin: bool) -> Answer:
        """Another clock for the tables that a group opens from now on."""
        if not is_admin:
            return Answer(Said.NOT_ADMIN)
        try:
            clock = clocks.said(words, await self.chat_clock(chat))
        except clocks.BadClock:
            return Answer(Said.BAD_CLOCK)
        await self._people.set_chat_clock(chat, clock)
        return Answer(Said.OK)

    # The game

    async def start(self, table: TableId, person: PersonId, update: int, turn: int | None = None) -> Answer:
        """Deal: any seated person may. TOO_FEW carries how many are missing; `turn` is the button's."""
        return await self._run(table, update, lambda at, context: lobby.start(at, person, context, turn))

    async def act(self, table: TableId, person: PersonId, turn: int, index: int, update: int) -> Answer:
        """A game button: action number `index` of the person's seat as it was listed at `turn`."""
        return await self._run(table, update, lambda at, context: moves.act(at, person, turn, index, context))

    async def next_deal(self, table: TableId, person: PersonId, turn: int, update: int) -> Answer:
        """Deal on without waiting."""
        return await self._run(table, update, lambda at, context: moves.next_deal(at, person, turn, context))

    async def vote_stop(
        self, table: TableId, person: PersonId, update: int, *, is_admin: bool, turn: int | None = None
    ) -> Answer:
        """End the table: a majority of those who are there, or a chat admin. `turn` is a vote button's.

        VOTED carries how many votes are missing.
        """
        return await self._run(
            table, update, lambda at, context: votes.stop(at, person, turn, context, is_admin=is_admin)
        )

    async def vote_kick(self, table: TableId, person: PersonId, seat: Seat, update: int) -> Answer:
        """Free the seat of somebody whose clock has run out."""
        return await self._run(table, update, lambda at, context: votes.kick(at, person, seat, context))

    async def vote_undo(
        self,
        table: TableId,
        person: PersonId,
        update: int,
        turn: int | None = None,
        *,
        seen: int | None = None,
    ) -> Answer:
        """Take the last action back before anybody else has acted; `seen`: see `votes.undo`."""
        before: dict[int, MatchState | None] = {}
        for _ in range(ATTEMPTS):  # somebody may look on, or be reminded, while the record is read
            found = await self._tables.load(table)
            if found is None or found.last is None:
                break
            before[found.turn] = await self._without(found, found.last.lines)
            if before[found.turn] is not None:
                break
        return await self._run(
            table,
            update,
            lambda at, context: votes.undo(at, person, turn, context, before=before.get(at.turn), seen=seen),
        )

    async def vote_on(
        self, table: TableId, person: PersonId, update: int, *, turn: int, kind: VoteKind, seat: Seat | None
    ) -> Answer:
        """Vote against: OUTVOTED says that the question is closed."""
        return await self._run(
            table, update, lambda at, context: votes.oppose(at, person, turn, context, kind=kind, seat=seat)
        )

    async def _without(self, table: Table, lines: int) -> MatchState | None:
        """The match without the last lines of its record; None where it went on meanwhile."""
        record = await self._tables.record(table.id)
        now = await self._tables.load(table.id)
        if now is None or now.version != table.version:
            return None
        return await asyncio.to_thread(match_of, record[: len(record) - lines])

    async def bring(self, table: TableId, slot: Slot, update: int) -> Answer:
        """`/table`, `/hand`: send that screen anew. BOARD brings the lobby before the first deal."""
        return await self._run(table, update, lambda at, context: people.bring(at, slot, context))

    async def timer(self, table: TableId, timer: Timer) -> None:
        """A deadline has passed; a stale one is a no-op."""
        await self._run(table, 0, lambda at, context: clock.due(at, timer, context))

    async def forget(self, table: TableId, person: PersonId) -> None:
        """Take a person's data out of a table; his seat, hand and score stay for the others."""
        await self._run(table, 0, lambda at, context: privacy.forgotten(at, person, context))

    # People and chats

    async def profile(self, person: PersonId) -> Profile | None:
        """What is remembered of a person."""
        return await self._people.profile(person)

    async def remember(self, profile: Profile) -> None:
        """Store what is known of a person."""
        await self._people.remember(profile)

    async def chat_lang(self, chat: int) -> Lang | None:
        """The language that a group chose."""
        return await self._people.chat_lang(chat)

    async def set_lang(self, profile: Profile, lang: Lang) -> None:
        """A person chose a language: his hands follow at every table."""
        await self._people.remember(replace(profile, lang=lang))
        await self._refresh(profile.person, lambda at: people.speaks(at, profile.person, lang))

    async def set_chat_lang(self, place: Place, lang: Lang, update: int) -> None:
        """A group chose a language: the screens of the table at that place follow."""
        await self._people.set_chat_lang(place.chat, lang)
        found = await self._tables.find(place)
        if found is not None:
            await self._run(found, update, lambda at, _: people.group_speaks(at, lang))

    async def moved(self, old: int, new: int, update: int) -> None:
        """The group `old` became the supergroup `new`: its settings and table follow; may be told twice.

        Somebody may have opened a table there before we learn of it: a lobby gives way to a match, and of two
        matches the one with fewer people ends.
        """
        await self._people.bequeath(old, new)
        await self._moving(old, new)
        for _ in range(_MOVES - 1):
            with suppress(Contended):  # a table is being opened there at this moment: it is to be seen
                return await self._move(old, new, update)
        return await self._move(old, new, update)

    # What these are made of

    async def _move(self, old: int, new: int, update: int) -> None:
        mine, other = await self.table_at(Place(old)), await self.table_at(Place(new))
        if mine is None:
            return
        if other is not None:
            loser = other if people.outweighs(mine, other) else mine
            await self._run(loser.id, 0, people.gives_way)
        if other is None or people.outweighs(mine, other):
            await self._run(mine.id, update, lambda at, _: people.moved(at, new))
