"""The choices of a hand as buttons. Nothing is kept between taps: a question on the way is a page.

Pages below 1000 turn the list of bids, `CARD + n` asks what to do with the n-th card of the hand, and
`CONFIRM + n` asks whether the legal action number n is meant. A page that makes no sense shows page 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from bot.screens.buttons import GameTap, PageTap, encode
from bot.screens.labels import DANGEROUS, label, style
from bot.screens.model import Button, Keyboard, Style
from bot.screens.words import Words, by_suit, card_name
from bot.tables.model import TableId
from engine.actions import Action, Announce, Bid, Blind, Bury, Decline, Give, NameContract, Play
from engine.cards import Card, Suit

CARD: Final = 1000
CONFIRM: Final = 2000

_BIDS_ROW: Final = 4
_BIDS_PAGE: Final = 8
_REST_ROW: Final = 3

_WITH_CARD: Final = (Play, Announce, Give, Bury)

Choice: TypeAlias = tuple[int, Action]
"""A legal action and its index."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do now, and where its buttons lead."""

    table: TableId
    turn: int
    hand: tuple[Card, ...]
    legal: tuple[Action, ...]
    declared: Mapping[Action, Suit | None]
    """The marriages that leads declare; None is the four aces."""
    words: Words

    def confirmed(self, page: int) -> Choice | None:
        """The action that this page asks about."""
        index = page - CONFIRM
        if 0 <= index < len(self.legal) and isinstance(self.legal[index], DANGEROUS):
            return index, self.legal[index]
        return None

    def chosen(self, page: int) -> tuple[Card, list[Choice]] | None:
        """The card that this page asks about, and what may be done with it."""
        place = page - CARD
        if not 0 <= place < len(self.hand):
            return None
        choices = self._with(self.hand[place])
        return (self.hand[place], choices) if _is_asked(choices) else None

    def keyboard(self, page: int) -> Keyboard:
        """The buttons of a page."""
        if confirmed := self.confirmed(page):
            return ((self._do(confirmed), self._to(self.words.say("btn-cancel"), 0)),)
        if chosen := self.chosen(page):
            ways = rows((self._do(choice) for choice in chosen[1]), 2)
            return (*ways, (self._to(self.words.say("btn-back"), 0),))
        return (*self._numbers(page), *self._cards(), *self._rest())

    def _numbers(self, page: int) -> Iterator[tuple[Button, ...]]:
        bids = [choice for choice in enumerate(self.legal) if number_of(choice[1]) is not None]
        pages = -(-len(bids) // _BIDS_PAGE)
        page = page if 0 <= page < pages else 0
        shown = bids[page * _BIDS_PAGE : (page + 1) * _BIDS_PAGE]
        yield from rows((self._ask(choice) for choice in shown), _BIDS_ROW)
        if pages > 1:
            yield (
                self._to("‹", (page - 1) % pages),
                Button(f"{page + 1}/{pages}"),
                self._to("›", (page + 1) % pages),
            )

    def _cards(self) -> Iterator[tuple[Button, ...]]:
        if any(isinstance(action, _WITH_CARD) for action in self.legal):
            for suit in by_suit(self.hand):
                yield tuple(self._card(card) for card in suit)

    def _card(self, card: Card) -> Button:
        choices = self._with(card)
        mark = "💍" if any(action in self.declared for _, action in choices) else ""
        text = mark + card_name(card, self.words.lang)
        if not choices:
            return Button(text)
        if _is_asked(choices):
            return self._to(text, CARD + self.hand.index(card))
        return Button(text, self._game(choices[0][0]))

    def _rest(self) -> Iterator[tuple[Button, ...]]:
        rest = (
            choice
            for choice in enumerate(self.legal)
            if number_of(choice[1]) is None and not isinstance(choice[1], _WITH_CARD)
        )
        yield from rows((self._ask(choice) for choice in rest), _REST_ROW)

    def _with(self, card: Card) -> list[Choice]:
        return [
            (index, action)
            for index, action in enumerate(self.legal)
            if isinstance(action, _WITH_CARD) and action.card is card
        ]

    def _ask(self, choice: Choice) -> Button:
        index, action = choice
        if isinstance(action, DANGEROUS):
            return self._to(self._label(action), CONFIRM + index, style(action))
        return self._do(choice)

    def _do(self, choice: Choice) -> Button:
        index, action = choice
        return Button(self._label(action), self._game(index), style=style(action))

    def _label(self, action: Action) -> str:
        """A golden deal one may decline is played, not bid for (settled N4). A sole gift names nobody."""
        if isinstance(action, Bid) and Decline() in self.legal:
            return label(NameContract(action.value), None, self.words)
        if isinstance(action, Give) and len(self._with(action.card)) == 1:
            return self.words.say("btn-give-it")
        return label(action, self.declared.get(action), self.words)

    def _to(self, text: str, page: int, colour: Style | None = None) -> Button:
        return Button(text, encode(PageTap(self.table, self.turn, page)), style=colour)

    def _game(self, index: int) -> str:
        return encode(GameTap(self.table, self.turn, index))


def _is_asked(choices: Sequence[Choice]) -> bool:
    """A card with several ways to go is asked about; one given away has a way back till it is confirmed."""
    return len(choices) > 1 or any(isinstance(action, Give | Bury) for _, action in choices)


def number_of(action: Action) -> int | None:
    """The points that a bid or a contract names; None for any other action."""
    return action.value if isinstance(action, Bid | NameContract | Blind) else None


def rows(buttons: Iterable[Button], width: int) -> Iterator[tuple[Button, ...]]:
    """Buttons in rows of `width`."""
    rest = iter(buttons)
    while row := tuple(islice(rest, width)):
        yield row
