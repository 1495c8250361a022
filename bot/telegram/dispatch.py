"""aiogram's dispatcher, flat: one handler for taps, one for messages, one for our own membership."""

from __future__ import annotations

from aiogram import Bot, Dispatcher, F

from bot.delivery.delivery import Delivery
from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.delivery.whispers import Whispers
from bot.tables.keeper import Keeper
from bot.tables.service import Service
from bot.telegram.admins import Admins
from bot.telegram.apology import Apology
from bot.telegram.clocks import ClockMenu
from bot.telegram.guests import Guests
from bot.telegram.here import Here
from bot.telegram.house import HouseMenu
from bot.telegram.inbox import Inbox
from bot.telegram.kept import Kept
from bot.telegram.members import Members
from bot.telegram.membership import Membership
from bot.telegram.orders import Orders
from bot.telegram.seating import Seating
from bot.telegram.taps import Taps


def make_inbox(
    bot: Bot,
    service: Service,
    keeper: Keeper,
    *,
    delivery: Delivery,
    replies: Replies,
    whispers: Whispers,
    mail: Mail,
    members_only: bool = True,
) -> Inbox:
    """The way in for updates, with every handler behind it; `members_only`: see `Settings`."""
    guests, admins, membership = Guests(service), Admins(bot), Membership(bot, checked=members_only)
    house = HouseMenu(service, guests, admins, delivery, replies)
    clocks = ClockMenu(service, admins, replies)
    seating = Seating(service, guests, replies)
    kept = Kept(keeper, replies)
    taps = Taps(
        service,
        guests,
        admins,
        house,
        clocks,
        membership=membership,
        here=Here(service, whispers),
        kept=kept,
        seating=seating,
        delivery=delivery,
        replies=replies,
        mail=mail,
    )
    orders = Orders(
        service,
        guests,
        admins,
        house,
        replies,
        membership=membership,
        clocks=clocks,
        kept=kept,
        seating=seating,
        username=mail.username,
    )
    members = Members(service, keeper, guests, delivery, replies, membership=membership)
    dispatcher = Dispatcher(disable_fsm=True)
    dispatcher.callback_query.register(taps.on_tap)
    dispatcher.message.register(members.on_topic, F.forum_topic_reopened | F.general_forum_topic_unhidden)
    dispatcher.message.register(members.on_left, F.left_chat_member)
    dispatcher.message.register(orders.on_message)
    dispatcher.my_chat_member.register(members.on_change)
    dispatcher.chat_member.register(members.on_member)
    return Inbox(bot, dispatcher, Apology(mail, replies).say)
