"""The waiting room: who sits, who is missing, which rules, what to do next."""

from __future__ import annotations

from bot.i18n import Lang
from bot.screens import guests
from bot.screens.buttons import (
    AgainTap,
    ClockScope,
    ClockTap,
    HouseTap,
    LobbyTap,
    LobbyVerb,
    RulesTap,
    SelfVerb,
    encode,
)
from bot.screens.clocks import SHOW, described
from bot.screens.house import value_buttons
from bot.screens.model import Button, Keyboard, Screen, Style
from bot.screens.options import rows
from bot.screens.rules import changed_sentences, preset_title
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.house import sizes, unanswered
from bot.tables.lobby import allows_hints, last_computer
from bot.tables.model import Stage, Table
from engine.conventions import FIELDS

_CHANGES_SHOWN = 8
_VALUES_ROW = 3
_HOST = "🔑"


def lobby(table: Table, lang: Lang) -> Screen:
    """The lobby of a table; without buttons once the game is on."""
    words = Words.of(table.seats, lang)
    title = f"🃏 {bold(words.say('lobby-title' if _has_room(table) else 'lobby-name'))}"
    if table.stage is not Stage.LOBBY:
        text = blocks((title,), _seats(words), (bold(words.say(_ended(table))),))
        return Screen(text, _again(table, words))
    asked = [f"❓ {bold(words.say(f'ask-{name}'))}" for name in unanswered(table.rules)]
    people = (_count(table, words), *_sitting(table, words), *guests.queue(table, words))
    text = blocks((title,), _rules(table, words), asked, people, _next(table, words))
    return Screen(text, _keyboard(table, words))


def _ended(table: Table) -> str:
    """What became of the lobby: a key."""
    if table.stage is Stage.PLAYING:
        return "lobby-started"
    return "lobby-played" if table.match else "lobby-closed"


def _again(table: Table, words: Words) -> Keyboard:
    """A lobby that saw no match can be opened again; the result of a match has a button of its own."""
    unused = table.stage is Stage.FINISHED and table.match is None
    return ((again_button(table, words, "btn-again"),),) if unused else ()


def expired(table: Table, words: Words) -> Screen:
    """Nobody started in time."""
    text = blocks((f"⏳ {bold(words.say('lobby-expired'))}",), (words.say("lobby-again"),))
    return Screen(text, ((again_button(table, words, "btn-again"),),))


def again_button(table: Table, words: Words, key: str) -> Button:
    """Another table by the same rules."""
    return Button(words.say(key), encode(AgainTap(table.id)), style=Style.PRIMARY)


def _rules(table: Table, words: Words) -> list[str]:
    rules = table.rules
    lines = [
        words.say("lobby-rules", preset=preset_title(rules.preset, words.lang)),
        words.say("lobby-goal", n=rules.conventions.target),
    ]
    changed = changed_sentences(rules, words.lang)
    if changed:
        lines.append(words.say("lobby-changes"))
        lines.extend(f"◆ {sentence}" for sentence in changed[:_CHANGES_SHOWN])
    if len(changed) > _CHANGES_SHOWN:
        lines.append(words.say("lobby-more", n=len(changed) - _CHANGES_SHOWN))
    lines.append(f"⏱ {described(table.clock, words.lang)}")
    if allows_hints(rules):
        lines.append(f"🔎 {words.say('hints-on' if table.hints else 'hints-allowed')}")
    return lines


def _count(table: Table, words: Words) -> str:
    return bold(words.say("lobby-players", n=len(table.seats), max=max(sizes(table.rules.conventions))))


def _has_room(table: Table) -> bool:
    """More people can sit down."""
    return table.stage is Stage.LOBBY and len(table.seats) < max(sizes(table.rules.conventions))


def _seats(words: Words) -> list[str]:
    return [f"{seat}. {name}" for seat, name in enumerate(words.names, start=1)]


def _sitting(table: Table, words: Words) -> list[str]:
    """Who sits; a sign marks whoever may change the table, and a line says so."""
    seats, host = _seats(words), table.seat_of(table.host)
    if host is None:
        return seats
    seats[host] += f" {_HOST}"
    return [*seats, f"{_HOST} {words.say('lobby-host')}"]


def _next(table: Table, words: Words) -> list[str]:
    allowed = sizes(table.rules.conventions)
    sitting = len(table.seats)
    more = [players for players in allowed if players > sitting]
    hint = words.say("lobby-hint")
    if sitting not in allowed:
        offer = words.say("lobby-computers")
        return [words.say("lobby-missing", n=more[0] - sitting), hint, offer] if more else []
    return [words.say("lobby-ready-more"), hint] if more else [words.say("lobby-ready")]


def _keyboard(table: Table, words: Words) -> Keyboard:
    def button(key: str, verb: LobbyVerb, style: Style | None = None) -> Button:
        return Button(words.say(key), encode(LobbyTap(table.id, table.lobby_turn, verb)), style=style)

    allowed = sizes(table.rules.conventions)
    first = []
    has_room, has_computer = _has_room(table), last_computer(table) is not None
    if has_room or has_computer:
        first.append(button("btn-join", LobbyVerb.SIT, Style.PRIMARY))
    else:
        first.append(guests.self_button(table.id, SelfVerb.QUEUE, words.lang))
    if table.seats:
        first.append(button("btn-leave", LobbyVerb.STAND))
    if len(table.seats) in allowed:
        first.append(button("btn-start", LobbyVerb.START, Style.SUCCESS))
    house = (
        Button(words.say("btn-rules"), encode(RulesTap(table.id, 0))),
        Button(words.say("btn-house"), encode(HouseTap(table.id))),
        Button(words.say("btn-clock"), encode(ClockTap(ClockScope.TABLE, SHOW))),
    )
    asked = (
        row
        for name in unanswered(table.rules)
        for row in rows(value_buttons(table, FIELDS[name], words.lang), _VALUES_ROW)
    )
    hints = button("btn-hints-off" if table.hints else "btn-hints-on", LobbyVerb.HINTS)
    switch = ((hints,),) if allows_hints(table.rules) else ()
    more = (("btn-add-easy", LobbyVerb.EASY), ("btn-add-normal", LobbyVerb.NORMAL)) if has_room else ()
    fewer = (("btn-fewer", LobbyVerb.FEWER),) if has_computer else ()
    computers = tuple(button(key, verb) for key, verb in (*more, *fewer))
    return (tuple(first), *((computers,) if computers else ()), house, *asked, *switch)
