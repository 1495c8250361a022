"""Screens as messages of Telegram: the only place that sends, edits and deletes."""

from __future__ import annotations

import asyncio
import html
import logging
import re
from math import inf
from typing import Final

from aiogram import Bot
from aiogram.enums import ParseMode
from aiogram.exceptions import AiogramError, TelegramBadRequest
from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteEphemeralMessage,
    DeleteMessage,
    EditEphemeralMessageText,
    EditMessageReplyMarkup,
    EditMessageText,
    SendDocument,
    SendMessage,
)
from aiogram.types import (
    BufferedInputFile,
    CopyTextButton,
    DisabledButton,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReplyParameters,
)

from bot.delivery.verdicts import Gone, Hold, Later, Same, Unparsable, Verdict, verdict
from bot.screens.model import Button, File, Screen, Toast
from bot.tables.model import PersonId, Place

_log = logging.getLogger(__name__)
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
_NO_ACTION: Final = DisabledButton()
_ANSWER_PAUSES: Final = (0.3, 0.7, 1.0, 2.0, 3.0)
"""Seconds before an answer that got lost is given again."""
_ANSWER_PATIENCE: Final = 10.0
"""Seconds for all of them: a finger waits no longer."""
_TAG: Final = re.compile(r"<[^>]*>")


class Mail:
    """Speaks to Telegram in screens. Budgets are the caller's business."""

    def __init__(self, bot: Bot, username: str) -> None:
        """`username` is the bot's own, without `@`: deep links need it."""
        self._bot = bot
        self.username = username

    def link(self, payload: str) -> str:
        """The address that opens the bot's private chat and sends it `/start payload`."""
        return f"https://t.me/{self.username}?start={payload}"

    async def answer(self, query: str, toast: Toast) -> None:
        """Answer a tap; one that is too old needs no answer any more."""
        method = AnswerCallbackQuery(
            callback_query_id=query,
            text=toast.text or None,
            show_alert=toast.alert or None,
            url=None if toast.start is None else self.link(toast.start),
        )
        left = _ANSWER_PATIENCE
        for pause in (*_ANSWER_PAUSES, _ANSWER_PATIENCE):
            try:
                await self._bot(method)
            except AiogramError as error:
                _log.info("tap %s: %s", query, error)
                left -= (wait := _until_next(verdict(error), pause))
                if left <= 0:
                    return
                await asyncio.sleep(wait)
            else:
                return

    async def send(
        self,
        chat: int,
        screen: Screen,
        *,
        thread: int | None = None,
        silent: bool = False,
        asked: int | None = None,
    ) -> int:
        """Send a new message, as a reply to `asked` where that still exists, and return its id.

        Raises:
            AiogramError: see `verdict`.
        """
        replied = ReplyParameters(message_id=asked, allow_sending_without_reply=True) if asked else None

        def method(text: str, mode: ParseMode | None) -> SendMessage:
            return SendMessage(
                chat_id=chat,
                message_thread_id=thread,
                text=text,
                parse_mode=mode,
                reply_markup=self._markup(screen),
                link_preview_options=_NO_PREVIEW,
                disable_notification=silent or None,
                reply_parameters=replied,
            )

        try:
            sent = await self._bot(method(screen.text, ParseMode.HTML))
        except TelegramBadRequest as error:
            _demand_markup_trouble(error)
            sent = await self._bot(method(plain(screen.text), None))
        return sent.message_id

    async def whisper(self, place: Place, person: PersonId, screen: Screen, query: str) -> int | None:
        """Show a message in a group to one person, who has made this tap within fifteen seconds; its number.

        Raises:
            AiogramError: see `verdict`.
        """
        sent = await self._bot(
            SendMessage(
                chat_id=place.chat,
                message_thread_id=place.thread,
                text=screen.text,
                parse_mode=ParseMode.HTML,
                reply_markup=self._markup(screen),
                link_preview_options=_NO_PREVIEW,
                ephemeral_message_parameters=EphemeralMessageParameters(
                    receiver_user_id=person, callback_query_id=query
                ),
            )
        )
        return sent.ephemeral_message_id

    async def rewhisper(self, chat: int, person: PersonId, number: int, screen: Screen) -> None:
        """Bring such a message to this screen; one that has it already is a success.

        Raises:
            AiogramError: see `verdict`.
        """
        try:
            await self._bot(
                EditEphemeralMessageText(
                    chat_id=chat,
                    receiver_user_id=person,
                    ephemeral_message_id=number,
                    text=screen.text,
                    parse_mode=ParseMode.HTML,
                    reply_markup=self._markup(screen),
                    link_preview_options=_NO_PREVIEW,
                )
            )
        except TelegramBadRequest as error:
            if verdict(error) != Same():
                raise

    async def unwhisper(self, chat: int, person: PersonId, number: int) -> None:
        """Take such a message away.

        Raises:
            AiogramError: see `verdict`.
        """
        await self._bot(
            DeleteEphemeralMessage(chat_id=chat, receiver_user_id=person, ephemeral_message_id=number)
        )

    async def send_file(self, chat: int, file: File, *, thread: int | None = None) -> None:
        """Send a file.

        Raises:
            AiogramError: see `verdict`.
        """
        await self._bot(
            SendDocument(
                chat_id=chat,
                message_thread_id=thread,
                document=BufferedInputFile(file.content, file.name),
                caption=file.caption,
                parse_mode=None,
            )
        )

    async def edit(self, chat: int, message: int, screen: Screen) -> None:
        """Bring a message to this screen; one that has it already is a success.

        Raises:
            AiogramError: see `verdict`.
        """

        def method(text: str, mode: ParseMode | None) -> EditMessageText:
            return EditMessageText(
                chat_id=chat,
                message_id=message,
                text=text,
                parse_mode=mode,
                reply_markup=self._markup(screen),
                link_preview_options=_NO_PREVIEW,
            )

        try:
            try:
                await self._bot(method(screen.text, ParseMode.HTML))
            except TelegramBadRequest as error:
                if verdict(error) != Same():
                    _demand_markup_trouble(error)
                    await self._bot(method(plain(screen.text), None))
        except TelegramBadRequest as error:
            if verdict(error) != Same():
                raise

    async def remove(self, chat: int, message: int) -> Hold | Later | None:
        """Delete a message that is no longer wanted, or take its buttons off; what keeps it there for now."""
        try:
            await self._bot(DeleteMessage(chat_id=chat, message_id=message))
        except TelegramBadRequest as error:
            if verdict(error) == Gone() and "not found" not in error.message:
                return await self.strip(chat, message)
        except AiogramError as error:
            _log.info("message %s in chat %s stays: %s", message, chat, error)
            return _passing(error)
        return None

    async def strip(self, chat: int, message: int) -> Hold | Later | None:
        """Take the buttons off a message; what keeps them there for now."""
        try:
            await self._bot(EditMessageReplyMarkup(chat_id=chat, message_id=message))
        except AiogramError as error:
            if not (isinstance(error, TelegramBadRequest) and verdict(error) == Same()):
                _log.info("buttons of message %s in chat %s stay: %s", message, chat, error)
            return _passing(error)
        return None

    def _markup(self, screen: Screen) -> InlineKeyboardMarkup | None:
        rows = [[self._button(button) for button in row] for row in screen.keyboard]
        return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None

    def _button(self, button: Button) -> InlineKeyboardButton:
        return InlineKeyboardButton(
            text=button.text,
            style=button.style,
            callback_data=button.data,
            url=None if button.start is None else self.link(button.start),
            copy_text=None if button.copy is None else CopyTextButton(text=button.copy),
            disabled=_NO_ACTION if button.disabled else None,
        )


def _passing(error: AiogramError) -> Hold | Later | None:
    """Trouble that passes; None: no try will help."""
    found = verdict(error)
    return found if isinstance(found, Hold | Later) else None


def _until_next(found: Verdict, pause: float) -> float:
    """Seconds until an answer may be given again; for ever where that would not help."""
    match found:
        case Hold(seconds):
            return max(seconds, pause)
        case Later():
            return pause
        case _:
            return inf


def plain(text: str) -> str:
    """HTML without its tags: the last resort after a parse error."""
    return html.unescape(_TAG.sub("", text))


def _demand_markup_trouble(error: TelegramBadRequest) -> None:
    if verdict(error) != Unparsable():
        raise error
    _log.error("Telegram can't parse a text of ours, it goes out plain: %s", error.message)
