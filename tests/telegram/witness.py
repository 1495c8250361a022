"""Who watches that no screen shows a card which its reader may not see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Final

from bot.i18n import LANGS, Lang
from bot.screens.words import Words, card_name
from bot.tables.model import Table
from engine.cards import DECK, Card
from engine.conventions import Conventions
from engine.view import PublicDeal, public_view, seat_view
from tests.support.people import Message, Screen
from tests.telegram.match import Game

_CARDS: Final = {lang: {card_name(card, lang): card for card in DECK} for lang in LANGS}
_NAMED: Final = {lang: re.compile("|".join(map(re.escape, cards))) for lang, cards in _CARDS.items()}


class Witness:
    """Knows what each person, and everybody, has been allowed to see in the deal in hand."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._deal = 0
        self._public: set[Card] = set()
        self._seats: list[set[Card]] = []
        self.looks = 0

    def look(self, table: Table) -> None:
        """All screens of the present deal, be they new or a few moves old.

        Raises:
            AssertionError: one of them shows too much.
        """
        assert table.match is not None
        view = public_view(table.match)
        if view.deal is None:
            return
        if view.deal.number != self._deal:
            self._deal = view.deal.number
            self._public, self._seats = set(), [set() for _ in table.seats]
        self._public.update(_cards((view, table.log)))
        heads = {lang: self._heading(table, view.deal, lang) for lang in LANGS}
        for seat, (known, person) in enumerate(zip(self._seats, self._game.players, strict=True)):
            known.update(self._public, _cards(seat_view(table.match, seat)))
            self._check(person.screen(person.chat), heads, known)
        self._check(self._game.players[0].screen(self._game.group), heads, self._public)

    def _heading(self, table: Table, deal: PublicDeal, lang: Lang) -> str:
        words = Words.of(table.seats, lang, html=False)
        return words.say("board-deal", n=deal.number, name=words.names[deal.dealer])

    def _check(self, screen: Screen, heads: Mapping[Lang, str], known: set[Card]) -> None:
        for message in screen.of_bot():
            for lang, head in heads.items():
                if head in message.text.partition("\n")[0]:
                    hidden = shown(message, lang) - known
                    assert not hidden, (hidden, message.text)
                    self.looks += 1


def shown(message: Message, lang: Lang) -> set[Card]:
    """The cards that a message and its buttons name."""
    texts = (message.text, *(button.text for button in message.buttons))
    return {_CARDS[lang][name] for text in texts for name in _NAMED[lang].findall(text)}


def _cards(value: object) -> Iterator[Card]:
    """Every card that a view or an event holds."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Iterable) and not isinstance(value, str | bytes):
        for each in value:
            yield from _cards(each)
    elif is_dataclass(value) and not isinstance(value, Conventions):
        for each in fields(value):
            yield from _cards(getattr(value, each.name))
