"""`/export` and `/privacy`: what is kept of matches for a group, and of a person for himself."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import assert_never

from bot.delivery.replies import Replies
from bot.screens import kept
from bot.screens.answers import toast
from bot.screens.buttons import DataTap, DataVerb
from bot.screens.model import Toast
from bot.tables.keeper import Keeper, Later
from bot.tables.model import Lang, Place
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.telegram.finger import Finger, Reply, told
from bot.telegram.inbox import After


class Kept:
    """Who may: everybody who can write in a group have its matches, a person his own data, in private."""

    def __init__(self, keeper: Keeper, replies: Replies) -> None:
        self._keeper = keeper
        self._replies = replies

    async def export(self, place: Place, lang: Lang, asked: int) -> After:
        """The history of a group, as a file; words about it answer the message `asked`."""
        found = await self._keeper.export(place.chat)
        if isinstance(found, Later):
            return partial(self._replies.say, place, kept.export_later(lang, found.seconds), asked)
        if not found:
            return partial(self._replies.say, place, kept.export_none(lang), asked)
        file = await asyncio.to_thread(kept.export, found, lang)
        return partial(self._replies.hand, place, file)

    async def privacy(self, place: Place, lang: Lang) -> After:
        """What is stored about a person."""
        return partial(self._replies.say, place, kept.privacy(lang))

    async def decide(self, tap: DataTap, finger: Finger) -> Reply:
        """The buttons below it."""
        if not finger.in_private:
            return told(Answer(Said.STALE), finger)
        person, lang = finger.user.id, finger.lang
        match tap.verb:
            case DataVerb.SEND:
                return await self._send(finger)
            case DataVerb.DELETE:
                running = kept.running((await self._keeper.known(person)).tables, person)
                page = kept.privacy_sure(lang, running)
            case DataVerb.KEEP:
                page = kept.privacy(lang)
            case DataVerb.SURE:
                await self._keeper.will_forget(person)
                return Reply(toast(Answer(Said.OK), lang), partial(self._forget, finger))
            case _:
                assert_never(tap.verb)
        return Reply(Toast(), partial(self._replies.change, finger.place.chat, finger.message, page))

    async def _send(self, finger: Finger) -> Reply:
        found = await self._keeper.own(finger.user.id)
        if isinstance(found, Later):
            page = kept.export_later(finger.lang, found.seconds)
            return Reply(Toast(page.text))
        file = kept.own_data(found, finger.user.id, finger.lang)
        return Reply(Toast(), partial(self._replies.hand, finger.place, file))

    async def _forget(self, finger: Finger) -> None:
        await self._keeper.forget(finger.user.id)
        done = kept.privacy_done(finger.lang)
        await self._replies.change(finger.place.chat, finger.message, done)
