"""Hints: buttons of the private hand, and pop-ups for whoever tapped. Nothing of them is kept."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Lang, tr
from bot.screens.buttons import HintKind, HintTap, encode
from bot.screens.model import MAX_TOAST, Button
from bot.screens.options import rows
from bot.screens.text import first_upper, units
from bot.screens.words import Words, card_name, fan, suit_name
from bot.tables.model import PersonId, Table
from engine.actions import Seat
from engine.cards import Suit
from engine.hints import closed_talon, opponents_hands
from engine.state import MatchState

_ROW = 3


def hint_rows(table: Table, seat: Seat, words: Words) -> Iterator[tuple[Button, ...]]:
    """What may be asked now; nothing unless the lobby switched hints on."""
    if not table.hints or table.match is None:
        return
    rules, talon = table.rules.conventions, closed_talon(table.match)
    wide = []
    if opponents_hands(table.match, seat):
        wide.append(_button(table, words.say("hint-hands"), HintKind.HANDS))
    if rules.hint_talon_suits and talon:
        wide.append(_button(table, words.say("hint-suits"), HintKind.SUITS))
    yield from rows(wide, 2)
    if rules.hint_talon_card:
        cards = (
            _button(table, words.say("hint-card", n=number + 1), HintKind.CARD, number)
            for number in range(len(talon))
        )
        yield from rows(cards, _ROW)


def hint_alert(table: Table, person: PersonId, kind: HintKind, number: int, lang: Lang) -> str:
    """What a hint tells, in plain text of at most 200 units; for others, why it tells nothing."""
    seat, match = table.seat_of(person), table.match
    if seat is None:
        return tr(lang, "said-not_seated")
    if not table.hints or match is None:
        return tr(lang, "hint-none")
    rules = table.rules.conventions
    match kind:
        case HintKind.HANDS if rules.hint_opponent_cards:
            return _hands(table, match, seat, lang)
        case HintKind.SUITS if rules.hint_talon_suits:
            return _suits(match, lang)
        case HintKind.CARD if rules.hint_talon_card:
            talon = closed_talon(match)
            return card_name(talon[number], lang) if number < len(talon) else tr(lang, "hint-talon-gone")
        case _:
            return tr(lang, "hint-none")


def _hands(table: Table, match: MatchState, seat: Seat, lang: Lang) -> str:
    hands = opponents_hands(match, seat)
    if not hands:
        return tr(lang, "hint-none")
    names = Words.of(table.seats, lang, html=False).names
    told = "\n".join(f"{names[other]}: {fan(hand, lang)}" for other, hand in hands)
    if units(told) <= MAX_TOAST:
        return told
    return "\n".join(f"{other + 1}: {fan(hand, lang)}" for other, hand in hands)


def _suits(match: MatchState, lang: Lang) -> str:
    suits = [card.suit for card in closed_talon(match)]
    told = (f"{suit_name(suit, lang)} ×{suits.count(suit)}" for suit in Suit if suit in suits)
    return first_upper(", ".join(told)) or tr(lang, "hint-talon-gone")


def _button(table: Table, text: str, kind: HintKind, number: int = 0) -> Button:
    return Button(f"🔎 {text}", encode(HintTap(table.id, kind, number)))
