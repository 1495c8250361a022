"""The hint in the group: whose cards do not arrive, and what to do about it."""

from __future__ import annotations

from bot.i18n import Lang
from bot.screens.buttons import sit_payload
from bot.screens.model import Button, Screen, Style
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.model import Table


def hint(table: Table, lang: Lang) -> Screen | None:
    """Everybody whose private chat is closed; None where there is nobody."""
    closed = [seat for seat, sitter in enumerate(table.seats) if not sitter.reachable]
    if not closed:
        return None
    words = Words.of(table.seats, lang)
    button = Button(words.say("btn-open-private"), start=sit_payload(table.id), style=Style.PRIMARY)
    title = words.say("private-closed", name=bold(words.those(closed)))
    return Screen(blocks((title, words.say("private-how"))), ((button,),))
