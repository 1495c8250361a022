"""The use cases as Telegram's side calls them: read the table once, decide purely, commit once.

Every method answers with words for the person who asked. `update` is Telegram's update id: a repeated one
is answered as before and never applied twice. Two round trips to storage for an accepted tap, three for a
refused one.

Raises everywhere: `StorageDown` and `Contended`; nothing is stored then, and the same update may be tried
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias, assert_never
from weakref import WeakValueDictionary

from bot.tables import clock, flow, lobby, moves, people, presence, votes
from bot.tables.context import USUAL, Context, Tempo
from bot.tables.history import finished_deals, match_of
from bot.tables.model import (
    HouseRules,
    Lang,
    PersonId,
    Place,
    Said,
    Sitter,
    Slot,
    Stage,
    Table,
    TableId,
    Timer,
    VoteKind,
)
from bot.tables.ports import (
    Answer,
    Change,
    Committed,
    Contended,
    Entropy,
    People,
    Profile,
    Raced,
    Refusal,
    Repeated,
    ServerClock,
    Tables,
)
from engine.actions import Seat
from engine.events import DealResult
from engine.state import MatchState

Decide: TypeAlias = Callable[[Table, Context], Change | Refusal]
"""A use case bound to its command."""

ATTEMPTS = 50
"""Lost races against other workers before an update is given back; inside a process nobody races."""
_MOVES = 3
"""Tries to bring a table to a place at which another one is being opened."""


class Service:
    """All that people and clocks can do to a table."""

    def __init__(
        self,
        tables: Tables,
        remembered: People,
        clock: ServerClock,
        entropy: Entropy,
        *,
        woken: Callable[[TableId], None] = lambda _table: None,
        tempo: Tempo = USUAL,
    ) -> None:
        """`woken` is called after each commit, so that delivery need not wait for its next scan."""
        self._tables = tables
        self._people = remembered
        self._clock = clock
        self._entropy = entropy
        self._woken = woken
        self._tempo = tempo
        self._queues: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    # Reading

    async def table(self, table: TableId) -> Table | None:
        """The table as it is."""
        return await self._tables.load(table)

    async def table_at(self, place: Place) -> Table | None:
        """The open table of a place."""
        found = await self._tables.find(place)
        return None if found is None else await self._tables.load(found)

    async def tables_of(self, person: PersonId) -> tuple[TableId, ...]:
        """The tables at which a person sits."""
        return await self._tables.of_person(person)

    async def deals(self, table: TableId) -> tuple[DealResult, ...]:
        """The finished deals of a table, the oldest first; its record is replayed beside the event loop."""
        return await asyncio.to_thread(finished_deals, await self._tables.record(table))

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
        wrong with the words, TABLE_OPEN names the table that is already here.
        """
        base = base or await self._people.chat_rules(place.chat)
        change = lobby.opened(place, opener, words, lang, await self._context(), base=base)
        if isinstance(change, Refusal):
            return change.answer
        for _ in range(ATTEMPTS):
            match await self._tables.create(change, update):
                case Committed():
                    await self._intend(opener, change.answer)
                    self._woken(change.table.id)
                    return change.answer
                case Repeated(said, n):
                    answer = Answer(said, n=n, table=await self._tables.find(place))
                    await self._intend(opener, answer)
                    return answer
                case Raced():
                    found = await self._tables.find(place)
                    if found is not None:
                        return Answer(Said.TABLE_OPEN, table=found)
        raise Contended(change.table.id)

    async def again(self, table: TableId, place: Place, opener: Sitter, update: int) -> Answer:
        """Open a table like one that has ended: the same rules, in the group of `place`.

        Whoever asks for it after somebody else did sits down there.
        """
        ended = await self._tables.load(table)
        if ended is None or not place.is_group:
            return Answer(Said.NO_TABLE)
        if ended.stage is not Stage.FINISHED:
            return Answer(Said.TABLE_OPEN, table=table)
        here = ended.place if ended.place.chat == place.chat else place
        lang = await self._people.chat_lang(here.chat) or ended.lang
        answer = await self.open_table(here, opener, (), lang, update, base=ended.rules)
        if answer.said is not Said.TABLE_OPEN or answer.table is None:
            return answer
        opened = await self._tables.load(answer.table)
        if opened is None or opened.stage is not Stage.LOBBY or opened.rules != ended.rules:
            return answer
        return await self.sit(opened.id, opener, update)

    async def sit(self, table: TableId, sitter: Sitter, update: int) -> Answer:
        """Sit down; OPEN_PRIVATE remembers the wish for ten minutes (`arrive` fulfils it)."""
        answer = await self._run(table, update, lambda at, context: lobby.sit(at, sitter, context))
        await self._intend(sitter, answer)
        return answer

    async def stand(self, table: TableId, person: PersonId, update: int) -> Answer:
        """Get up again, before the first deal."""
        return await self._run(table, update, lambda at, context: lobby.stand(at, person, context))

    async def start(self, table: TableId, person: PersonId, update: int, turn: int | None = None) -> Answer:
        """Deal: any seated person may. TOO_FEW carries how many are missing; `turn` is the button's."""
        return await self._run(table, update, lambda at, context: lobby.start(at, person, context, turn))

    async def arrive(self, sitter: Sitter, update: int) -> Answer | None:
        """`/start` in private: the chat is open now, so refresh his tables and fulfil the wish to sit down.

        None: he wished for nothing.
        """
        await self.reachable(sitter.person)
        wish = await self._people.intent(sitter.person)
        if wish is None:
            return None
        answer = await self.sit(wish, sitter, update)
        await self._people.forget_intent(sitter.person)
        return answer

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

    # The game

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
        self, table: TableId, person: PersonId, update: int, turn: int | None = None
    ) -> Answer:
        """Take the last action back, before anybody else has acted."""
        before: dict[int, MatchState | None] = {}
        found = await self._tables.load(table)
        if found is not None and found.last is not None:
            before[found.turn] = await self._without(found, found.last.lines)
        return await self._run(
            table,
            update,
            lambda at, context: votes.undo(at, person, turn, context, before=before.get(at.turn)),
        )

    async def vote_on(
        self, table: TableId, person: PersonId, update: int, *, turn: int, kind: VoteKind, seat: Seat | None
    ) -> Answer:
        """Take one's vote back."""
        return await self._run(table, update, lambda at, _: votes.take_back(at, person, turn, kind, seat))

    async def back(self, table: TableId, person: PersonId, update: int) -> Answer:
        """«I am back»: the autopilot stops playing for a person."""
        return await self._run(table, update, lambda at, context: presence.returned(at, person, context))

    async def leave(self, table: TableId, person: PersonId, update: int) -> Answer:
        """Go in the middle of a match: the seat is free for somebody else."""
        return await self._run(table, update, lambda at, context: presence.left(at, person, context))

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
        """The group `old` became the supergroup `new`: language, rules and table follow; may be told twice.

        Somebody may have opened a table there before we learn of it: a lobby gives way to a match.
        """
        lang = await self._people.chat_lang(old)
        if lang is not None:
            await self._people.set_chat_lang(new, lang)
        rules = await self._people.chat_rules(old)
        if rules is not None:
            await self._people.set_chat_rules(new, rules)
            await self._people.set_chat_rules(old, None)  # told again, it must not undo a newer choice
        for _ in range(_MOVES - 1):
            with suppress(Contended):  # a table is being opened there at this moment: it is to be seen
                return await self._move(old, new, update)
        return await self._move(old, new, update)

    async def unreachable(self, table: TableId, person: PersonId) -> None:
        """The private chat refused a message: the group gets one hint, seat and turn are kept."""
        await self._remember_reachable(person, reachable=False)
        await self._run(table, 0, lambda at, _: people.unreachable(at, person))

    async def reachable(self, person: PersonId) -> None:
        """The private chat is open again: his hands are sent anew."""
        await self._remember_reachable(person, reachable=True)
        await self._refresh(person, lambda at: people.reachable(at, person))

    # How a decision becomes a commit

    async def _move(self, old: int, new: int, update: int) -> None:
        mine, other = await self.table_at(Place(old)), await self.table_at(Place(new))
        if mine is None:
            return
        if other is not None:
            loser = other if people.outweighs(mine, other) else mine
            await self._run(loser.id, 0, lambda at, _: lobby.given_way(at))
        if other is None or people.outweighs(mine, other):
            await self._run(mine.id, update, lambda at, _: people.moved(at, new))

    async def _refresh(self, person: PersonId, decide: Callable[[Table], Change | Refusal]) -> None:
        for table in await self._tables.of_person(person):
            await self._run(table, 0, lambda at, _: decide(at))

    async def _remember_reachable(self, person: PersonId, *, reachable: bool) -> None:
        profile = await self._people.profile(person)
        if profile is not None and profile.reachable is not reachable:
            await self._people.remember(replace(profile, reachable=reachable))

    async def _intend(self, sitter: Sitter | None, answer: Answer) -> None:
        if sitter is not None and answer.said is Said.OPEN_PRIVATE and answer.table is not None:
            await self._people.intend(sitter.person, answer.table)

    async def _run(self, table: TableId, update: int, decide: Decide) -> Answer:
        """One tap after another per table, so that the taps of one process never fight for a commit."""
        queue = self._queues.setdefault(table, asyncio.Lock())
        async with queue:
            for _ in range(ATTEMPTS):
                answer = await self._try(table, update, decide)
                if answer is not None:
                    return answer
        raise Contended(table)

    async def _try(self, table: TableId, update: int, decide: Decide) -> Answer | None:
        found = await self._tables.load(table)
        if found is None:
            return Answer(Said.NO_TABLE)
        decision = decide(found, await self._context())
        match decision:
            case Refusal(answer, redraw):
                return await self._refused(table, update, answer, redraw)
            case Change():
                return await self._commit(decision, update)
            case _:
                assert_never(decision)

    async def _context(self) -> Context:
        return Context(await self._clock.now(), self._entropy, self._tempo)

    async def _refused(self, table: TableId, update: int, answer: Answer, redraw: Slot | None) -> Answer:
        if not update and redraw is None:
            return answer
        before = await self._tables.refuse(table, update, redraw)
        if before is not None:
            return Answer(before.said, n=before.n, table=table)
        if redraw is not None:
            self._woken(table)
        return answer

    async def _commit(self, change: Change, update: int) -> Answer | None:
        if change.table.stage is Stage.FINISHED:
            change = flow.published(change, await self._tables.commitments(change.table.id))
        outcome = await self._tables.commit(change, update)
        match outcome:
            case Committed():
                self._woken(change.table.id)
                return change.answer
            case Repeated(said, n):
                return Answer(said, n=n, table=change.table.id)
            case Raced():
                return None
            case _:
                assert_never(outcome)
