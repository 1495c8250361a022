"""Taps: parse the button, commit or refuse, and answer exactly once in every branch.

The answer goes out after the commit or the refusal, and before anything else is sent for it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import assert_never

from aiogram.types import CallbackQuery, Update

from bot.delivery.delivery import Delivery
from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.i18n import LANGS
from bot.screens.answers import toast
from bot.screens.buttons import (
    AgainTap,
    BackTap,
    ClockTap,
    DataTap,
    GameTap,
    HandTap,
    HintTap,
    HouseTap,
    LangTap,
    LobbyTap,
    LobbyVerb,
    MenuTap,
    NextTap,
    OwnTap,
    PageTap,
    RulesTap,
    RuleTap,
    ScoreTap,
    SeatTap,
    SeatVerb,
    SelfTap,
    SelfVerb,
    ShowTap,
    Tap,
    UndoTap,
    VoteTap,
    VoteVerb,
    parse,
)
from bot.screens.help import lang_menu
from bot.screens.hints import hint_alert
from bot.screens.model import Screen, Toast
from bot.screens.rules import rules
from bot.screens.score import score
from bot.tables.model import Lang, Table, TableId, VoteKind
from bot.tables.moves import is_fresh
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.tables.service import Service
from bot.telegram.admins import Admins
from bot.telegram.clocks import ClockMenu
from bot.telegram.finger import Finger, Reply, buttons_of, told, whisper_of
from bot.telegram.guests import Guests
from bot.telegram.here import Here
from bot.telegram.house import HouseMenu
from bot.telegram.inbox import After
from bot.telegram.kept import Kept
from bot.telegram.membership import Membership
from bot.telegram.places import place_of
from bot.telegram.rights import by_right, may_choose, stop
from bot.telegram.seating import Seating
from engine.players import Level


class Taps:
    """The one handler of callback queries."""

    def __init__(
        self,
        service: Service,
        guests: Guests,
        admins: Admins,
        house: HouseMenu,
        clocks: ClockMenu,
        *,
        membership: Membership,
        here: Here,
        kept: Kept,
        seating: Seating,
        delivery: Delivery,
        replies: Replies,
        mail: Mail,
    ) -> None:
        self._service = service
        self._guests = guests
        self._admins = admins
        self._membership = membership
        self._house = house
        self._clocks = clocks
        self._here = here
        self._kept = kept
        self._seating = seating
        self._delivery = delivery
        self._replies = replies
        self._mail = mail

    async def on_tap(self, query: CallbackQuery, event_update: Update) -> After:
        """Decide about a tap; what is returned answers it."""
        user, place = query.from_user, place_of(query.message)
        finger = Finger(
            user,
            place,
            query.id,
            query.message.message_id if query.message else 0,
            whisper_of(query.message),
            event_update.update_id,
            await self._guests.lang(user, place.chat),
            query.data or "",
            buttons_of(query.message),
        )
        return partial(self._finish, query.id, await self._admitted(parse(finger.data), finger))

    async def _finish(self, query: str, reply: Reply) -> None:
        await self._mail.answer(query, reply.toast)
        if reply.then:
            await reply.then()

    async def _admitted(self, tap: Tap | None, finger: Finger) -> Reply:
        if tap is None:
            return told(Answer(Said.STALE), finger)
        if _wants_in(tap) and not await self._belongs(tap, finger):
            return told(Answer(Said.NOT_MEMBER), finger)
        return await self._decide(tap, finger)

    async def _belongs(self, tap: Tap, finger: Finger) -> bool:
        """Whether he belongs to the group where he taps or, in private, to that of the seat he takes back."""
        chat = finger.place.chat
        if finger.in_private and isinstance(tap, SeatTap):
            table = await self._service.table(tap.table)
            chat = table.place.chat if table else chat
        return await self._membership.includes(chat, finger.user.id)

    async def _decide(self, tap: Tap, finger: Finger) -> Reply:
        person, update = finger.user.id, finger.update
        match tap:
            case GameTap(table, turn, index):
                return self._moved(table, finger, await self._service.act(table, person, turn, index, update))
            case NextTap(table, turn):
                return self._moved(table, finger, await self._service.next_deal(table, person, turn, update))
            case AgainTap(table):
                sitter = await self._guests.sitter(finger.user, finger.place.chat)
                return told(await self._service.again(table, finger.place, sitter, update), finger)
            case LobbyTap():
                return self._moved(tap.table, finger, await self._lobby(tap, finger))
            case VoteTap():
                return self._moved(tap.table, finger, await self._vote(tap, finger))
            case BackTap(table):
                return self._moved(table, finger, await self._service.back(table, person, update))
            case SelfTap() | SeatTap() | UndoTap() | ShowTap():
                return await self._seating.decide(tap, finger)
            case ClockTap():
                return await self._clocks.decide(tap, finger)
            case HouseTap() | MenuTap() | RuleTap() | OwnTap():
                return await self._house.decide(tap, finger)
            case PageTap() | HandTap() | ScoreTap() | RulesTap() | HintTap():
                return await self._show(tap, finger)
            case LangTap() | DataTap():
                return await self._own(tap, finger)
            case _:
                assert_never(tap)

    async def _lobby(self, tap: LobbyTap, finger: Finger) -> Answer:
        table, person, update = tap.table, finger.user.id, finger.update
        match tap.verb:
            case LobbyVerb.SIT:
                sitter = await self._guests.sitter(finger.user, finger.place.chat)
                return await self._service.sit(table, sitter, update, finger.place.chat)
            case LobbyVerb.STAND:
                return await self._service.stand(table, person, update)
            case LobbyVerb.START:
                return await self._service.start(table, person, update, tap.turn)
            case LobbyVerb.EASY | LobbyVerb.NORMAL:
                level = Level(tap.verb.value)
                return await self._service.add_computer(table, person, level, update)
            case LobbyVerb.FEWER:
                return await self._service.remove_computer(table, person, update)
            case LobbyVerb.HINTS:
                found = await self._service.table(table)  # a forged button may be in another group
                if found is None:
                    return Answer(Said.NO_TABLE)
                act = partial(self._service.switch_hints, table, person, tap.turn, update)
                return await by_right(self._admins, found.place.chat, person, act)
            case _:
                assert_never(tap.verb)

    async def _vote(self, tap: VoteTap, finger: Finger) -> Answer:
        table, person, update = tap.table, finger.user.id, finger.update
        seat = tap.seat - 1 if tap.seat else None
        if tap.verb is VoteVerb.NO:
            return await self._service.vote_on(table, person, update, turn=tap.turn, kind=tap.kind, seat=seat)
        match tap.kind:
            case VoteKind.STOP:
                found = await self._service.table(table)  # a forged button may be in another group
                if found is None:
                    return Answer(Said.NO_TABLE)
                return await stop(self._service, self._admins, found, person, update, turn=tap.turn)
            case VoteKind.KICK:
                return await self._service.vote_kick(table, person, tap.seat - 1, update)
            case VoteKind.UNDO:
                return await self._service.vote_undo(table, person, update, tap.turn)
            case _:
                assert_never(tap.kind)

    async def _show(self, tap: PageTap | HandTap | ScoreTap | RulesTap | HintTap, finger: Finger) -> Reply:
        table = await self._service.table(tap.table)
        if table is None or not finger.may_see(table):
            return told(Answer(Said.NOT_HERE if table else Said.NO_TABLE), finger)
        match tap:
            case PageTap(_, turn, page):
                return self._turn_page(table, turn, page, finger)
            case HandTap():
                return self._here.open(table, finger)
            case ScoreTap():
                return await self._score(table, finger)
            case RulesTap(_, page):
                return self._rules(table, page, finger)
            case HintTap(_, kind, number):
                return Reply(Toast(hint_alert(table, finger.user.id, kind, number, finger.lang), alert=True))
            case _:
                assert_never(tap)

    def _turn_page(self, table: Table, turn: int, page: int, finger: Finger) -> Reply:
        seat = table.seat_of(finger.user.id)
        if seat is None or table.match is None:
            return told(Answer(Said.NOT_SEATED), finger)
        if not is_fresh(table, seat, turn):
            return self._moved(table.id, finger, Answer(Said.STALE))
        if finger.whisper is not None:
            return self._here.page(table, finger, page)
        return Reply(Toast(), partial(self._delivery.turn_page, table, finger.user.id, page))

    async def _score(self, table: Table, finger: Finger) -> Reply:
        sheet = score(table, self._lang_at(table, finger), await self._service.deals(table.id))
        if finger.alone(table):
            return self._here.sheet(finger, sheet)
        return Reply(Toast(), partial(self._replies.say, finger.place, sheet))

    def _rules(self, table: Table, page: int, finger: Finger) -> Reply:
        """A page is a message of its own; only its own buttons turn it."""
        screen = rules(table, self._lang_at(table, finger), page)
        if finger.alone(table):
            return self._here.sheet(finger, screen)
        return Reply(Toast(), partial(self._open_page, table, finger, screen))

    async def _open_page(self, table: Table, finger: Finger, screen: Screen) -> None:
        if finger.is_on_page(lambda tap: isinstance(tap, RulesTap) and tap.table == table.id):
            await self._replies.change(finger.place.chat, finger.message, screen)
        else:
            await self._replies.say(finger.place, screen)

    @staticmethod
    def _lang_at(table: Table, finger: Finger) -> Lang:
        is_public = finger.place.chat == table.place.chat and not finger.alone(table)
        return table.lang if is_public else finger.lang

    async def _own(self, tap: LangTap | DataTap, finger: Finger) -> Reply:
        """What belongs to the tapper, and to no table."""
        if isinstance(tap, DataTap):
            return await self._kept.decide(tap, finger)
        return await self._choose(tap.lang, finger)

    async def _choose(self, lang: Lang, finger: Finger) -> Reply:
        if lang not in LANGS:
            return told(Answer(Said.STALE), finger)
        if finger.in_private:
            await self._guests.choose(finger.user, lang)
        elif await may_choose(self._service, self._admins, finger.place, finger.user.id):
            await self._guests.choose_for(finger.place, lang, finger.update)
        else:
            return told(Answer(Said.NOT_ALLOWED), finger)
        done = toast(Answer(Said.OK), lang)
        if not finger.is_on_page(lambda tap: isinstance(tap, LangTap)):
            return Reply(done)
        chosen = lang_menu(lang, private=finger.in_private)
        return Reply(done, partial(self._replies.change, finger.place.chat, finger.message, chosen))

    def _moved(self, table: TableId, finger: Finger, answer: Answer) -> Reply:
        reply = told(answer, finger)
        if answer.said is Said.STALE and finger.is_real:
            reply = replace(
                reply, then=partial(self._delivery.tidy, table, finger.place.chat, finger.message)
            )
        return self._here.following(reply, table, finger)


def _wants_in(tap: Tap) -> bool:
    """Whether the tap asks for a seat, for one of the next match, or to look on."""
    match tap:
        case LobbyTap(verb=LobbyVerb.SIT) | SeatTap(verb=SeatVerb.TAKE) | AgainTap():
            return True
        case SelfTap(verb=SelfVerb.QUEUE | SelfVerb.WATCH):
            return True
        case _:
            return False
