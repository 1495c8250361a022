"""Commands: looked up in the table of commands, answered in the group's or the person's language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final, TypeAlias

from aiogram.types import Message, Update, User

from bot.delivery.replies import Replies
from bot.i18n import named
from bot.screens.answers import answered
from bot.screens.buttons import parse_house_payload, parse_payload
from bot.screens.conventions import conventions, more
from bot.screens.help import help_screen, lang_menu, lang_unknown, start_screen
from bot.screens.model import Screen
from bot.screens.rules import rules
from bot.screens.score import score
from bot.tables.model import Lang, PersonId, Place, Slot, SlotKind, Stage, Table, TableId
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.admins import Admins
from bot.telegram.clocks import ClockMenu
from bot.telegram.commands import COMMANDS, Scope, listed, read
from bot.telegram.guests import Guests
from bot.telegram.house import HouseMenu
from bot.telegram.inbox import After
from bot.telegram.kept import Kept
from bot.telegram.membership import Membership
from bot.telegram.places import place_of
from bot.telegram.rights import Act, by_right, may_choose, stop
from bot.telegram.seating import Seating


@dataclass(frozen=True, slots=True)
class _Call:
    """A command, who gave it, and where."""

    name: str
    words: tuple[str, ...]
    user: User
    place: Place
    scope: Scope
    anonymous: bool
    """Sent by a group or a channel: the account behind it is not a person."""
    for_chat: bool
    """Sent in the name of this very group: an anonymous admin."""
    lang: Lang
    update: int
    message: int


_NOWHERE: Final = TableId("")
_SHOWN_BY_SCREENS: Final = frozenset({Said.VOTED, Said.STOPPED})
"""The open vote, or the end of the match, stands in the chat already."""
_WANTS_IN: Final = frozenset({"newgame", "join", "watch"})
"""Commands of whoever wants a seat or to look on; not every group keeps strangers from writing."""

_Handler: TypeAlias = Callable[[_Call], Awaitable[After | None]]


class Orders:
    """The one handler of messages. What is no command costs nothing."""

    def __init__(
        self,
        service: Service,
        guests: Guests,
        admins: Admins,
        house: HouseMenu,
        replies: Replies,
        *,
        membership: Membership,
        clocks: ClockMenu,
        kept: Kept,
        seating: Seating,
        username: str,
    ) -> None:
        self._service = service
        self._guests = guests
        self._admins = admins
        self._membership = membership
        self._house = house
        self._clocks = clocks
        self._kept = kept
        self._seating = seating
        self._replies = replies
        self._username = username
        self._handlers: Final[dict[str, _Handler]] = {
            "newgame": self._newgame,
            "table": self._table,
            "join": self._join,
            "leave": self._leave,
            "undo": self._undo,
            "watch": self._watch,
            "unwatch": self._unwatch,
            "hand": self._hand,
            "score": self._score,
            "rules": self._rules,
            "conventions": self._conventions,
            "settings": self._settings,
            "export": self._export,
            "privacy": self._privacy,
            "stop": self._stop,
            "lang": self._lang,
            "help": self._help,
            "start": self._start,
        }

    async def on_message(self, message: Message, event_update: Update) -> After | None:
        """Carry out a command; commands for others and, in groups, unknown ones stay unanswered."""
        if message.migrate_to_chat_id or message.migrate_from_chat_id:
            await self._moved(message, event_update.update_id)
            return None
        user = message.from_user
        if user and message.chat.id == user.id:
            await self._guests.heard(user)
        if user is None or not message.text or not message.text.startswith("/"):
            return None
        order = read(message.text, self._username)
        if order is None:
            return None
        place = place_of(message)
        scope = Scope.PRIVATE if place.chat == user.id else Scope.GROUP
        if scope is Scope.GROUP and order.name not in self._handlers:
            return None
        in_private = scope is Scope.PRIVATE
        lang = await (
            self._guests.lang(user, place.chat) if in_private else self._guests.group_lang(user, place)
        )
        sender = message.sender_chat
        call = _Call(
            order.name,
            order.words,
            user,
            place,
            scope,
            anonymous=sender is not None,
            for_chat=sender is not None and sender.id == place.chat,
            lang=lang,
            update=event_update.update_id,
            message=message.message_id,
        )
        asks = order.name in _WANTS_IN and not call.anonymous
        if asks and not await self._membership.includes(place.chat, user.id):
            return self._told(call, Answer(Said.NOT_MEMBER))
        fits = any(command.name == order.name and scope in command.scopes for command in COMMANDS)
        return await (self._handlers[order.name] if fits else self._misplaced)(call)

    async def _moved(self, message: Message, update: int) -> None:
        """Telegram tells it twice, in either order: from the old chat, and from the new one."""
        old = message.migrate_from_chat_id or message.chat.id
        new = message.migrate_to_chat_id or message.chat.id
        await self._service.moved(old, new, update)

    async def _newgame(self, call: _Call) -> After | None:
        """The lobby is the answer; its own button opens the private chat of whoever has none."""
        opener = None if call.anonymous else await self._guests.sitter(call.user, call.place.chat)
        answer = await self._service.open_table(call.place, opener, call.words, call.lang, call.update)
        return None if answer.said is Said.OPEN_PRIVATE else self._told(call, answer)

    async def _table(self, call: _Call) -> After | None:
        table = await self._service.table_at(call.place)
        if table is None:
            return self._told(call, Answer(Said.NO_TABLE))
        return self._told(call, await self._service.bring(table.id, Slot(SlotKind.BOARD), call.update))

    async def _join(self, call: _Call) -> After | None:
        if call.anonymous:
            return self._told(call, Answer(Said.ANONYMOUS))
        return self._told(call, await self._seating.join(call.user, call.place, call.update))

    async def _leave(self, call: _Call) -> After | None:
        answer, then = await self._seating.leave(call.user, call.place, call.lang, call.update)
        return then or self._told(call, answer)

    async def _undo(self, call: _Call) -> After | None:
        return self._told(call, await self._seating.undo(call.user, call.place, call.update))

    async def _watch(self, call: _Call) -> After | None:
        if call.anonymous:
            return self._told(call, Answer(Said.ANONYMOUS))
        return self._told(call, await self._seating.watch(call.user, call.place, call.update))

    async def _unwatch(self, call: _Call) -> After | None:
        return self._told(call, await self._seating.unwatch(call.user, call.place, call.update))

    async def _hand(self, call: _Call) -> After | None:
        tables = await self._tables(call)
        if not tables:
            return self._told(call, Answer(Said.NO_TABLE))
        slot = Slot(SlotKind.HAND, call.user.id)
        answers = [await self._service.bring(table.id, slot, call.update) for table in tables]
        return self._told(call, answers[-1])

    async def _score(self, call: _Call) -> After | None:
        tables = await self._tables(call)
        if not tables:
            return self._told(call, Answer(Said.NO_TABLE))
        sheets = [score(table, call.lang, await self._service.deals(table.id)) for table in tables]
        return self._say(call, *sheets)

    async def _rules(self, call: _Call) -> After | None:
        tables = await self._tables(call)
        if not tables:
            return self._told(call, Answer(Said.NO_TABLE))
        return self._say(call, *(rules(table, call.lang) for table in tables))

    async def _conventions(self, call: _Call) -> After | None:
        """Show the rules; with words, change those of the table, or keep and forget the group's own."""
        tables = await self._tables(call)
        if not call.words:
            shown = [await self._told_rules(call, table) for table in tables or (None,)]
            return self._say(call, *chain.from_iterable(shown))
        place = tables[0].place if len(tables) == 1 else call.place
        if not place.is_group or not (tables or call.words == ("reset",)):
            return self._told(call, Answer(Said.NO_TABLE))
        return self._told(call, await self._ruled(call, place, tables[0].id if tables else _NOWHERE))

    async def _ruled(self, call: _Call, place: Place, table: TableId) -> Answer:
        person = call.user.id
        match call.words:
            case ("save",):
                act = partial(self._service.save_rules, table, person)
            case ("reset",):
                act = partial(self._service.reset_rules, place, person)
            case words:
                act = partial(self._service.rule, table, person, words, call.update)
        return await self._by_right(call, place, act)

    async def _told_rules(self, call: _Call, table: Table | None) -> tuple[Screen, ...]:
        own = await self._service.chat_rules((table.place if table else call.place).chat)
        return (conventions(table, call.lang, own), *more(table, call.lang, own))

    async def _settings(self, call: _Call) -> After | None:
        """Show the clocks; with words, choose one."""
        if call.words:
            person = 0 if call.anonymous else call.user.id
            act = partial(self._clocks.typed, call.place, person, call.words, call.update)
            answer = await self._by_right(call, call.place, act)
            if answer.said is not Said.OK:
                return self._told(call, answer)
        return self._say(call, await self._clocks.screen(call.place, call.lang))

    async def _stop(self, call: _Call) -> After | None:
        table = await self._service.table_at(call.place)
        if table is None:
            return self._told(call, Answer(Said.NO_TABLE))
        answer = await self._stopped(call, table)
        return None if answer.said in _SHOWN_BY_SCREENS else self._told(call, answer)

    async def _stopped(self, call: _Call, table: Table) -> Answer:
        person, update = call.user.id, call.update
        if call.anonymous:
            return await self._service.vote_stop(table.id, person, update, is_admin=call.for_chat)
        return await stop(self._service, self._admins, table, person, update)

    async def _lang(self, call: _Call) -> After | None:
        private = call.scope is Scope.PRIVATE
        if not call.words:
            undecided = not await self._guests.has_chosen(call.user, call.place)
            return self._say(call, lang_menu(call.lang, private=private, undecided=undecided))
        lang = named(call.words[0])
        if lang is None:
            return self._say(call, lang_unknown(call.words[0], call.lang))
        if private:
            await self._guests.choose(call.user, lang)
        elif await self._may_choose(call):
            await self._guests.choose_for(call.place, lang, call.update)
        else:
            return self._told(call, Answer(Said.NOT_ALLOWED))
        return self._say(call, lang_menu(lang, private=private))

    async def _may_choose(self, call: _Call) -> bool:
        if call.anonymous:
            return call.for_chat
        return await may_choose(self._service, self._admins, call.place, call.user.id)

    async def _by_right(self, call: _Call, place: Place, act: Act) -> Answer:
        """An anonymous admin acts for the group, another channel does not."""
        if call.anonymous:
            return await act(is_admin=call.for_chat)
        return await by_right(self._admins, place.chat, call.user.id, act)

    async def _export(self, call: _Call) -> After | None:
        return await self._kept.export(call.place, call.lang, call.message)

    async def _privacy(self, call: _Call) -> After | None:
        return await self._kept.privacy(call.place, call.lang)

    async def _help(self, call: _Call) -> After | None:
        names = tuple(command.name for command in listed(call.scope))
        return self._say(call, help_screen(call.lang, names))

    async def _start(self, call: _Call) -> After | None:
        """The private chat is open: seat the person where he wished to sit, bring the hands that wait."""
        await self._guests.note(call.user, reachable=True)
        sitter = await self._guests.sitter(call.user, call.place.chat)
        answer = await self._service.arrive(sitter, call.update)
        seated = bool(await self._service.tables_of(call.user.id))
        if answer is not None and answer.said is not Said.OK:
            return self._told(call, answer)
        asked = parse_house_payload(call.words[0]) if call.words else None
        table = await self._service.table(asked) if asked else None
        if table is not None and table.stage is not Stage.FINISHED:
            return self._say(call, await self._house.screen(table, call.lang))
        wished = parse_payload(call.words[0]) if call.words else None
        if answer is None and wished and not await self._sits(call.user.id, wished):
            return self._told(call, Answer(Said.WISH_EXPIRED))
        return self._say(call, start_screen(call.lang, seated=seated))

    async def _misplaced(self, call: _Call) -> After | None:
        """A command that belongs elsewhere, or none of ours; `/start` greets a group with the help."""
        if call.name == "start":
            return await self._help(call)
        if call.name not in self._handlers:
            return self._told(call, Answer(Said.NO_COMMAND))
        in_group = call.scope is Scope.GROUP
        return self._told(call, Answer(Said.FOR_PRIVATE if in_group else Said.FOR_GROUPS))

    async def _sits(self, person: PersonId, table: TableId) -> bool:
        return table in await self._service.tables_about(person)

    async def _tables(self, call: _Call) -> tuple[Table, ...]:
        """The table of the group, or all tables of the person."""
        if call.scope is Scope.GROUP:
            found = [await self._service.table_at(call.place)]
        else:
            found = [
                await self._service.table(table) for table in await self._service.tables_of(call.user.id)
            ]
        return tuple(table for table in found if table is not None)

    def _told(self, call: _Call, answer: Answer) -> After | None:
        screen = answered(answer, call.lang)
        return self._say(call, screen) if screen else None

    def _say(self, call: _Call, *screens: Screen) -> After:
        return partial(self._say_all, call, screens)

    async def _say_all(self, call: _Call, screens: tuple[Screen, ...]) -> None:
        asked = call.message if call.scope is Scope.GROUP else None
        for screen in screens:
            await self._replies.say(call.place, screen, asked)
