"""What a person reads when an update of his failed for good."""

from __future__ import annotations

from collections.abc import Mapping

from bot.delivery.mail import Mail
from bot.delivery.replies import Replies
from bot.i18n import choose
from bot.screens.answers import answered, toast
from bot.tables.model import Lang, Place
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.telegram.reading import RawUpdate


class Apology:
    """Apologises in the language of the person's client: nothing else can be trusted to be readable now."""

    def __init__(self, mail: Mail, replies: Replies) -> None:
        self._mail = mail
        self._replies = replies

    async def say(self, raw: RawUpdate) -> None:
        """Answer a tap, or a command; other updates have nobody to tell."""
        failed = Answer(Said.FAILED)
        match raw:
            case {"callback_query": {"id": str(query), "from": dict(user)}}:
                await self._mail.answer(query, toast(failed, _lang(user)))
            case {"callback_query": {"id": str(query)}}:
                await self._mail.answer(query, toast(failed, choose(None)))
            case {"message": {"text": str(text), "chat": {"id": int(chat)}, "from": dict(user)}}:
                screen = answered(failed, _lang(user))
                if screen and text.startswith("/"):
                    await self._replies.say(Place(chat), screen)
            case _:
                pass


def _lang(user: Mapping[str, object]) -> Lang:
    code = user.get("language_code")
    return choose(code if isinstance(code, str) else None)
