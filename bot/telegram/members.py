"""Membership: private chats opened and blocked, groups that take the bot in, people who go."""

from __future__ import annotations

from functools import partial

from aiogram.enums import ChatType
from aiogram.types import ChatMemberUpdated, Message

from bot.delivery.delivery import Delivery
from bot.delivery.replies import Replies
from bot.screens.help import help_screen
from bot.tables.keeper import Keeper
from bot.tables.model import Place, Slot, SlotKind
from bot.tables.service import Service
from bot.telegram.commands import Scope, listed
from bot.telegram.guests import Guests
from bot.telegram.inbox import After
from bot.telegram.membership import Membership, is_out


class Members:
    """What chats tell of who belongs to them."""

    def __init__(
        self,
        service: Service,
        keeper: Keeper,
        guests: Guests,
        delivery: Delivery,
        replies: Replies,
        *,
        membership: Membership,
    ) -> None:
        self._service = service
        self._keeper = keeper
        self._guests = guests
        self._membership = membership
        self._delivery = delivery
        self._replies = replies

    async def on_change(self, change: ChatMemberUpdated) -> After | None:
        """Note what has changed for us."""
        was_out, goes = is_out(change.old_chat_member), is_out(change.new_chat_member)
        if change.chat.type == ChatType.PRIVATE:
            if was_out != goes:
                await (self._blocked(change) if goes else self._opened(change))
            return None
        if goes:
            return None
        await self._delivery.reopened(change.chat.id)
        return await self._welcomed(change) if was_out else None

    async def on_topic(self, message: Message) -> None:
        """A topic takes messages again."""
        await self._delivery.reopened(message.chat.id)

    async def on_left(self, message: Message) -> None:
        """Somebody went, or was put out: the tables of this group go on without him."""
        if message.left_chat_member:
            self._membership.forget(message.chat.id, message.left_chat_member.id)
            await self._keeper.gone(message.chat.id, message.left_chat_member.id)

    async def on_member(self, change: ChatMemberUpdated) -> None:
        """The same, where the bot is an admin: in large groups no message tells it."""
        self._membership.forget(change.chat.id, change.new_chat_member.user.id)
        if is_out(change.new_chat_member):
            await self._keeper.gone(change.chat.id, change.new_chat_member.user.id)

    async def _blocked(self, change: ChatMemberUpdated) -> None:
        await self._guests.note(change.from_user, reachable=False)
        for table in await self._service.tables_about(change.from_user.id):
            await self._service.unreachable(table, change.from_user.id)

    async def _opened(self, change: ChatMemberUpdated) -> None:
        await self._guests.note(change.from_user, reachable=True)
        await self._service.reachable(change.from_user.id)

    async def _welcomed(self, change: ChatMemberUpdated) -> After:
        """In a group again: its table comes down to where people read; else say what can be done."""
        place = Place(change.chat.id)
        table = await self._service.table_at(place)
        if table is not None:
            await self._service.bring(table.id, Slot(SlotKind.BOARD), 0)
            return _nothing
        lang = await self._guests.group_lang(change.from_user, place)
        names = tuple(command.name for command in listed(Scope.GROUP))
        return partial(self._replies.say, place, help_screen(lang, names))


async def _nothing() -> None:
    """The table speaks for itself."""
