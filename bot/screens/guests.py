"""Who comes and goes: free seats, the queue for the next match, lookers-on, a question before leaving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.i18n import Lang, tr
from bot.screens.buttons import (
    SeatTap,
    SeatVerb,
    SelfTap,
    SelfVerb,
    ShowTap,
    UndoTap,
    encode,
)
from bot.screens.model import Button, Keyboard, Screen, Style
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.model import Table, TableId
from bot.tables.seats import is_free
from engine.actions import Seat

_LEVELS: Final = (SeatVerb.EASY, SeatVerb.NORMAL)


def queue(table: Table, words: Words) -> list[str]:
    """Who waits for the next match."""
    if not table.queue:
        return []
    names = Words.of(table.queue, words.lang)
    return [f"🪑 {words.say('queue', names=names.those(range(len(table.queue))))}"]


def self_button(table: TableId, verb: SelfVerb, lang: Lang, style: Style | None = None) -> Button:
    """What becomes of whoever taps it."""
    return Button(tr(lang, f"btn-{verb}"), encode(SelfTap(table, verb)), style=style)


def free_seats(table: Table, plain: Words) -> Iterator[tuple[Button, ...]]:
    """For each seat that somebody may take, who may: a person or, where a person has left, a computer too."""
    for seat, sitter in enumerate(table.seats):
        if is_free(sitter):
            yield (_take(table, seat, SeatVerb.TAKE, plain.say("btn-take", name=plain.names[seat])),)
            if sitter.is_person:
                yield tuple(_take(table, seat, verb, plain.say(f"btn-take-{verb}")) for verb in _LEVELS)


def _take(table: Table, seat: Seat, verb: SeatVerb, text: str) -> Button:
    return Button(text, encode(SeatTap(table.id, seat + 1, verb)))


def comers(table: Table, words: Words) -> tuple[Button, ...]:
    """Look on, wait for the next match, leave."""
    verbs = (SelfVerb.WATCH, SelfVerb.QUEUE, SelfVerb.LEAVE)
    return tuple(self_button(table.id, verb, words.lang) for verb in verbs)


def undo(table: Table, words: Words) -> Keyboard:
    """Take back what was just done, where that is possible."""
    tap = UndoTap(table.id, table.turn)
    return ((Button(words.say("btn-undo"), encode(tap)),),) if table.last else ()


def sure(table: Table, lang: Lang) -> Screen:
    """Whether somebody means to leave in the middle of a match."""
    text = blocks((f"🚪 {bold(tr(lang, 'leave-sure'))}",), (tr(lang, "leave-how"),))
    go = self_button(table.id, SelfVerb.GO, lang, Style.DANGER)
    return Screen(text, ((go, self_button(table.id, SelfVerb.STAY, lang)),))


def stays(lang: Lang) -> Screen:
    """He has thought better of it."""
    return Screen(tr(lang, "leave-not"))


def other_table(table: TableId, lang: Lang) -> Keyboard:
    """The ways out where a table is open already (fault D02): see it, or leave it."""
    show = Button(tr(lang, "btn-show-table"), encode(ShowTap(table)), style=Style.PRIMARY)
    return ((show, self_button(table, SelfVerb.LEAVE, lang)),)


def substitutes(table: Table, words: Words) -> list[str]:
    """Who played a seat before whoever has it at the end (fault E16)."""
    lines = []
    for at, past in enumerate(table.past):
        later = [each.sitter for each in table.past[at + 1 :] if each.seat == past.seat]
        (before,) = Words.of((past.sitter,), words.lang).names
        (heir,) = Words.of(later[:1], words.lang).names if later else (words.names[past.seat],)
        lines.append(words.say("substitute", before=before, name=heir, n=past.deal))
    return lines
