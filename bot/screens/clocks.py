"""Clocks: until when a table waits for somebody, how long it does so, and the menu that chooses it.

A deadline is a moment that clients render by themselves, in the reader's words and counting down: no message
is edited because time passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from bot.i18n import Lang, tr
from bot.screens.buttons import BackTap, ClockScope, ClockTap, VoteTap, VoteVerb, encode
from bot.screens.model import Button, Keyboard, Screen, Style
from bot.screens.options import rows
from bot.screens.text import blocks, bold, code
from bot.screens.words import Words
from bot.tables.clocks import OFFERED
from bot.tables.model import Clock, Presence, Remark, RemarkKind, Table, Then, VoteKind
from engine.actions import Seat

_MARKS: Final = {Presence.HERE: "", Presence.AWAY: "💤", Presence.LEFT: "🚪"}
_ICONS: Final = {
    RemarkKind.LEFT: "🚪",
    RemarkKind.KICKED: "🚪",
    RemarkKind.TAKEN: "🪑",
    RemarkKind.UNDONE: "↩️",
}
"""Of lines of the log that are not about time."""
SHOW = "show"
"""The word of a button that opens the menu."""
_ROW = 3
_OFF = "off"
"""The word for no clock, in place of seconds."""


def limit(table: Table, seat: Seat, words: Words) -> str:
    """Until when a seat is waited for; empty where no clock of its own runs."""
    return _limit({_until(table, seat)} - {0}, words)


def limits(table: Table, words: Words) -> list[str]:
    """Until when the table waits for those whom it names: one line where all have the same time."""
    ends = {seat: until for seat in range(len(table.waiting)) if (until := _until(table, seat))}
    if len({*ends.values()}) <= 1:
        return [_limit({*ends.values()}, words)]
    return [f"⏱ {words.names[seat]}: {moment(until, words.lang)}" for seat, until in ends.items()]


def moment(at: int, lang: Lang) -> str:
    """A time in Unix milliseconds, relative to whenever it is read; a client that can't shows the hour."""
    hour = datetime.fromtimestamp(at // 1000, UTC).strftime("%H:%M")
    return f'<tg-time unix="{at // 1000}" format="r">{tr(lang, "clock-at", time=hour)}</tg-time>'


def _until(table: Table, seat: Seat) -> int:
    waiting = None if table.paused else table.waiting[seat]
    return waiting.until if waiting and table.seats[seat].plays else 0


def _limit(ends: set[int], words: Words) -> str:
    return "".join(f"⏱ {words.say('clock-limit', moment=moment(until, words.lang))}" for until in ends)


# Who is late or away


def mark(table: Table, seat: Seat) -> str:
    """What stands beside a name of somebody for whom the autopilot plays."""
    return _MARKS[table.seats[seat].presence]


def remark(said: Remark, words: Words) -> str:
    """A line of the log about a person."""
    return f"{_ICONS.get(said.kind, '⏱')} {words.say(f'remark-{said.kind}', name=words.names[said.seat])}"


def public_buttons(table: Table, words: Words, plain: Words) -> Keyboard:
    """On the board: to come back, and to free the seat of somebody whose clock has run out."""
    away = table.paused or any(sitter.presence is Presence.AWAY for sitter in table.seats)
    return (
        *(((back_button(table, words),),) if away else ()),
        *((_kick(table, seat, plain),) for seat in _late(table)),
    )


def back_button(table: Table, words: Words) -> Button:
    """Whoever taps it plays himself again."""
    return Button(words.say("btn-im-back"), encode(BackTap(table.id)), style=Style.SUCCESS)


def _late(table: Table) -> Iterator[Seat]:
    for seat, sitter in enumerate(table.seats):
        if sitter.is_person and sitter.overdue and sitter.presence is not Presence.LEFT:
            yield seat


def _kick(table: Table, seat: Seat, plain: Words) -> Button:
    tap = VoteTap(table.id, table.lobby_turn, VoteKind.KICK, seat + 1, VoteVerb.YES)
    return Button(plain.say("btn-kick", name=plain.names[seat]), encode(tap), style=Style.DANGER)


# How long it waits


def described(clock: Clock, lang: Lang) -> str:
    """`2 min a turn, then the autopilot makes this move`."""
    if not clock.seconds:
        return tr(lang, "clock-off")
    return tr(lang, "clock-on", time=_time(clock.seconds, lang), then=tr(lang, f"then-{clock.then}"))


def _time(seconds: int, lang: Lang) -> str:
    minutes, rest = divmod(seconds, 60)
    return tr(lang, "clock-seconds", n=seconds) if rest else tr(lang, "clock-minutes", n=minutes)


def menu(group: Clock, table: Table | None, lang: Lang, scope: ClockScope) -> Screen:
    """The clocks of a group and of its open table, and buttons for one of them."""
    if table is None:
        scope = ClockScope.GROUP
    clock = group if table is None or scope is ClockScope.GROUP else table.clock
    text = blocks(
        (f"⚙️ {bold(tr(lang, 'settings-title'))}",),
        (
            f"⏱ {tr(lang, 'settings-group', clock=described(group, lang))}",
            f"⏱ {tr(lang, 'settings-table', clock=described(table.clock, lang))}" if table else "",
        ),
        (tr(lang, f"settings-about-{scope}"),),
        (tr(lang, "settings-typed"), *_typed(lang)),
    )
    return Screen(text, (*_choices(clock, lang, scope), *_other(table, lang, scope)))


def _typed(lang: Lang) -> Iterator[str]:
    """What the words of `/settings clock` mean."""
    for then in Then:
        yield tr(lang, "settings-word", word=code(then), what=tr(lang, f"then-{then}"))
    yield tr(lang, "settings-word", word=code(_OFF), what=tr(lang, "settings-off"))


def _choices(clock: Clock, lang: Lang, scope: ClockScope) -> Iterator[tuple[Button, ...]]:
    def button(text: str, word: str, *, chosen: bool) -> Button:
        return Button(text, encode(ClockTap(scope, word)), style=Style.PRIMARY if chosen else None)

    times = (
        button(
            _time(seconds, lang) if seconds else tr(lang, "btn-clock-off"),
            str(seconds),
            chosen=seconds == clock.seconds,
        )
        for seconds in OFFERED
    )
    yield from rows(times, _ROW)
    for then in Then:
        yield (button(tr(lang, f"btn-then-{then}"), then.value, chosen=then is clock.then),)


def _other(table: Table | None, lang: Lang, scope: ClockScope) -> Keyboard:
    if table is None:
        return ()
    other = ClockScope.GROUP if scope is ClockScope.TABLE else ClockScope.TABLE
    return ((Button(tr(lang, f"btn-clock-{other}"), encode(ClockTap(other, SHOW))),),)
