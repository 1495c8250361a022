"""Who comes and goes: tables opened, seats taken and given up, matches that follow one another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from bot.tables import guests, lobby, people, presence, rematch, seats
from bot.tables.commits import ATTEMPTS, Commits
from bot.tables.context import Context
from bot.tables.model import Clock, HouseRules, Lang, PersonId, Place, Sitter, Stage, Table, TableId, Watcher
from bot.tables.ports import (
    Answer,
    Change,
    Committed,
    Contended,
    Raced,
    Refusal,
    Repeated,
    Wish,
    WishKind,
)
from bot.tables.said import Said
from engine.actions import Seat
from engine.players import Level

_BETWEEN_TWO: Final = 0.05
"""Seconds between two tries to open a table; all of them outlast an entry that a crash has left."""


class Seating(Commits):
    """What people do about seats."""

    async def chat_clock(self, chat: int) -> Clock:
        """The clock with which tables of a group open."""
        return await self._people.chat_clock(chat) or self._usual

    # The lobby

    async def open_table(
        self,
        place: Place,
        opener: Sitter | None,
        words: Sequence[str],
        lang: Lang,
        update: int,
        *,
        base: HouseRules | None = None,
    ) -> Answer:
        """`/newgame`: open a lobby; `words` are preset and flags as typed.

        Where they name no preset, the rules of `base` hold, else those that the group saved as its own.
        The opener sits down at once where the private chat is open, else the answer is OPEN_PRIVATE and
        /start seats him (`arrive`). None opens an empty lobby (an anonymous admin). RULE carries what is
        wrong with the words; LOBBY_OPEN, or TABLE_OPEN where the game is on, names the table that is already
        here.
        """
        base = base or await self._people.chat_rules(place.chat)
        clock = await self.chat_clock(place.chat)
        change = lobby.opened(place, opener, words, lang, await self._context(), base=base, clock=clock)
        return await self._open(change, opener, update)

    async def again(self, table: TableId, place: Place, opener: Sitter, update: int) -> Answer:
        """Another match after one that is over, with the same people (see `rematch`), or another lobby.

        Both go by the same rules, in the same group or, where `place` says so, the supergroup that it became.
        Whoever asks second sits down there.
        """
        ended = await self._tables.load(table)
        if ended is None or not place.is_group:
            return Answer(Said.NO_TABLE)
        if ended.stage is not Stage.FINISHED:
            return _taken(ended)
        is_here = ended.place.chat == place.chat
        if not is_here and await self._people.went(ended.place.chat) != place.chat:
            return Answer(Said.NO_TABLE)  # a forged button in another group
        here = ended.place if is_here else place
        lang = await self._people.chat_lang(here.chat) or ended.lang
        if ended.match is None:
            answer = await self.open_table(here, opener, (), lang, update, base=ended.rules)
        else:
            change = rematch.after(ended, opener, here, lang, await self._context())
            answer = await self._open(change, opener, update)
        if answer.said is not Said.LOBBY_OPEN or answer.table is None:
            return answer
        opened = await self._tables.load(answer.table)
        if opened is None or opened.stage is not Stage.LOBBY or opened.rules != ended.rules:
            return answer
        return await self.sit(opened.id, opener, update)

    async def _open(self, change: Change | Refusal, opener: Sitter | None, update: int) -> Answer:
        if isinstance(change, Refusal):
            return change.answer
        place = change.table.place
        for _ in range(ATTEMPTS):
            match await self._tables.create(change, update):
                case Committed():
                    await self._wish(opener, change.answer)
                    self._woken(change.table.id)
                    return change.answer
                case Repeated(said, n):
                    answer = Answer(said, n=n, table=await self._tables.find(place))
                    await self._wish(opener, answer)
                    return answer
                case Raced():
                    found = await self._tables.find(place)
                    here = None if found is None else await self._tables.load(found)
                    if here is not None:
                        return _taken(here)
                    await asyncio.sleep(_BETWEEN_TWO)  # what a crash left there is free in a moment
        raise Contended(change.table.id)

    # Seats

    async def sit(self, table: TableId, sitter: Sitter, update: int, chat: int | None = None) -> Answer:
        """Sit down; OPEN_PRIVATE remembers the wish for ten minutes (`arrive` fulfils it).

        `chat` is where the button was: elsewhere than at the table it seats nobody (fault D09), but for who
        takes his own seat back in private.
        """
        return await self._want(Wish(table), sitter, update, chat)

    async def stand(self, table: TableId, person: PersonId, update: int) -> Answer:
        """Get up again, before the first deal."""
        return await self._run(table, update, lambda at, context: lobby.stand(at, person, context))

    async def add_computer(self, table: TableId, person: PersonId, level: Level, update: int) -> Answer:
        """A computer player sits down in the lobby."""
        return await self._run(
            table, update, lambda at, context: lobby.add_computer(at, person, level, context)
        )

    async def remove_computer(self, table: TableId, person: PersonId, update: int) -> Answer:
        """The computer player that came last gets up."""
        return await self._run(table, update, lambda at, context: lobby.remove_computer(at, person, context))

    async def take_seat(
        self, table: TableId, seat: Seat, sitter: Sitter, update: int, chat: int | None = None
    ) -> Answer:
        """Play on for somebody who has left, or for a computer player; wishes as with `sit`."""
        return await self._want(Wish(table, WishKind.TAKE, seat), sitter, update, chat)

    async def give_to_computer(
        self, table: TableId, seat: Seat, person: PersonId, level: Level, update: int
    ) -> Answer:
        """A computer player plays on for somebody who has left."""
        return await self._run(
            table, update, lambda at, context: seats.computer(at, seat, person, level, context)
        )

    async def back(self, table: TableId, person: PersonId, update: int) -> Answer:
        """«I am back»: the autopilot stops playing for a person."""
        return await self._run(table, update, lambda at, context: presence.returned(at, person, context))

    async def leave(self, table: TableId, person: PersonId, update: int) -> Answer:
        """Get up in the lobby; in a match the seat becomes free for somebody else; or leave the queue."""
        return await self._run(table, update, lambda at, context: seats.leave(at, person, context))

    async def gone(self, chat: int, person: PersonId) -> None:
        """Somebody is not in the group any more: all its tables, of every topic, go on without him."""
        for name in await self._tables.of_person(person):
            table = await self._tables.load(name)
            if table is not None and table.place.chat == chat:
                await self.gone_from(name, person)

    async def gone_from(self, table: TableId, person: PersonId) -> None:
        """The same, of one table; after a match that is over, the next one begins without him."""
        await self._run(table, 0, lambda at, context: seats.gone(at, person, context))

    # The next match, and looking on

    async def queue(self, table: TableId, sitter: Sitter, update: int, chat: int | None = None) -> Answer:
        """Wait for the next match; wishes as with `sit`."""
        return await self._want(Wish(table, WishKind.QUEUE), sitter, update, chat)

    async def watch(self, table: TableId, sitter: Sitter, update: int, chat: int | None = None) -> Answer:
        """Look on in private; wishes as with `sit`."""
        return await self._want(Wish(table, WishKind.WATCH), sitter, update, chat)

    async def unwatch(self, table: TableId, person: PersonId, update: int) -> Answer:
        """Look on no longer."""
        return await self._run(table, update, lambda at, _: guests.unwatched(at, person))

    async def arrive(self, sitter: Sitter, update: int) -> Answer | None:
        """`/start` in private: the chat is open now, so refresh his tables and fulfil what he wished for.

        None: he wished for nothing.
        """
        await self.reachable(sitter.person)
        wish = await self._people.intent(sitter.person)
        if wish is None:
            return None
        answer = await self._want(wish, sitter, update, None)
        await self._people.forget_intent(sitter.person)
        return answer

    async def _want(self, wish: Wish, sitter: Sitter, update: int, chat: int | None) -> Answer:
        if chat in {None, sitter.person}:
            sitter = await self._speaking(sitter, wish.table)

        def decide(at: Table, context: Context) -> Change | Refusal:
            if chat not in {None, at.place.chat} and not _is_own(at, wish, sitter, chat):
                return Refusal(Answer(Said.NOT_HERE))
            return _granted(at, wish, sitter, context)

        answer = await self._run(wish.table, update, decide)
        await self._wish(sitter, answer, wish)
        return answer

    async def _speaking(self, sitter: Sitter, table: TableId) -> Sitter:
        """Who comes from his private chat: his choice of a language, the group's, Telegram's (fault L08)."""
        profile, found = await self._people.profile(sitter.person), await self._tables.load(table)
        if found is None or (profile is not None and profile.lang is not None):
            return sitter
        return replace(sitter, lang=await self._people.chat_lang(found.place.chat) or sitter.lang)

    async def _wish(self, sitter: Sitter | None, answer: Answer, wish: Wish | None = None) -> None:
        if sitter is not None and answer.said is Said.OPEN_PRIVATE and answer.table is not None:
            await self._people.intend(sitter.person, wish or Wish(answer.table))

    # Private chats

    async def unreachable(self, table: TableId, person: PersonId) -> None:
        """The private chat refused a message: the group gets one hint, seat and turn are kept."""
        await self._remember_reachable(person, reachable=False)
        await self._run(table, 0, lambda at, _: people.unreachable(at, person))

    async def reachable(self, person: PersonId) -> None:
        """The private chat is open again: his hands are sent anew."""
        await self._remember_reachable(person, reachable=True)
        await self._refresh(person, lambda at: people.reachable(at, person))

    async def _refresh(self, person: PersonId, decide: Callable[[Table], Change | Refusal]) -> None:
        for table in await self._tables.of_person(person):
            await self._run(table, 0, lambda at, _: decide(at))

    async def _remember_reachable(self, person: PersonId, *, reachable: bool) -> None:
        profile = await self._people.profile(person)
        if profile is not None and profile.reachable is not reachable:
            await self._people.remember(replace(profile, reachable=reachable))


def _is_own(table: Table, wish: Wish, sitter: Sitter, chat: int | None) -> bool:
    """Whether somebody wants his own seat back, in his private chat."""
    seats = table.seats[wish.seat : wish.seat + 1] if wish.kind is WishKind.TAKE else ()
    return chat == sitter.person and any(each.person == sitter.person for each in seats)


def _granted(table: Table, wish: Wish, sitter: Sitter, context: Context) -> Change | Refusal:
    match wish.kind:
        case WishKind.SIT:
            return lobby.sit(table, sitter, context)
        case WishKind.TAKE:
            return seats.take(table, wish.seat, sitter, context)
        case WishKind.QUEUE:
            return guests.queued(table, sitter)
        case WishKind.WATCH:
            return guests.watched(table, Watcher(sitter.person, sitter.lang), reachable=sitter.reachable)
        case _:
            assert_never(wish.kind)


def _taken(here: Table) -> Answer:
    """Another table can't be opened where this one is."""
    return Answer(Said.LOBBY_OPEN if here.stage is Stage.LOBBY else Said.TABLE_OPEN, table=here.id)
