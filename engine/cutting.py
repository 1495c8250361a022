"""Before the deal: the dealer looks at the bottom card (catalogue section 2, Setup & dealing; settled T15).

A nine may or must be cut again, the last of a row costs the cutter a penalty, a jack may or must go to the
middle. With a deck the deal follows at once; a record tells each bottom card, and the hands after it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.actions import Accept, Action, Recut, ToMiddle
from engine.cards import Card, Rank
from engine.conventions import Conventions
from engine.dealing import bottom_to_middle, cut
from engine.errors import BadDeal, NotAllowed
from engine.events import Adjustment, BottomSeen, DeckCut, Event, Fined, JackMoved, Why
from engine.state import Cutting, Frame

RECUT: Final = Recut()
TO_MIDDLE: Final = ToMiddle()
ACCEPT: Final = Accept()
Look: TypeAlias = tuple[Cutting, tuple[Adjustment, ...], tuple[Event, ...]]
"""Where the cutting stands, who is fined for it, and what happened."""


def look(conventions: Conventions, frame: Frame, deck: tuple[Card, ...], nines: int = 0) -> Look:
    """The dealer looks at a deck that was cut, as often as the rules have it cut again."""
    cutting, fines, events = see(conventions, frame, deck[-1], nines, deck)
    if cutting.bottom is not None:
        return cutting, fines, events
    again, fines, later = look(conventions, frame, cut(deck), cutting.nines)
    return again, fines, (*events, *later)


def see(
    conventions: Conventions, frame: Frame, bottom: Card, nines: int, deck: tuple[Card, ...] = ()
) -> Look:
    """The dealer sees `bottom` after `nines` nines in a row."""
    seen = BottomSeen(frame.dealer, bottom)
    if bottom.rank is Rank.NINE and conventions.bottom_nine_recut != "off":
        nines += 1
        if nines == conventions.bottom_nine_limit:
            fine = Adjustment(frame.cutter, Why.BOTTOM_NINE, -conventions.bottom_nine_penalty)
            paid = Fined(fine.seat, fine.why, fine.points)
            return Cutting(bottom, nines, asked=False, deck=deck), (fine,), (seen, paid)
        if conventions.bottom_nine_recut == "must":
            return Cutting(None, nines, asked=False, deck=deck), (), (seen, DeckCut(frame.cutter))
        return Cutting(bottom, nines, asked=True, deck=deck), (), (seen,)
    if bottom.rank is Rank.JACK and conventions.bottom_jack_to_middle == "must":
        return _jack_moved(bottom, nines, deck), (), (seen, JackMoved(frame.dealer))
    asked = bottom.rank is Rank.JACK and conventions.bottom_jack_to_middle == "may"
    return Cutting(bottom, nines, asked=asked, deck=deck), (), (seen,)


def _jack_moved(jack: Card, nines: int, deck: tuple[Card, ...]) -> Cutting:
    """After it nothing is cut or looked at any more (catalogue: `bottom_jack_to_middle`)."""
    return Cutting(jack, nines, asked=False, deck=bottom_to_middle(deck) if deck else deck)


def with_deck(cutting: Cutting, deck: tuple[Card, ...]) -> Cutting:
    """The same question about a deck that is known again: as often cut as nines were cut away.

    Raises:
        BadDeal: another card lies at its bottom.
    """
    cuts = cutting.nines - (cutting.bottom is not None and cutting.bottom.rank is Rank.NINE)
    for _ in range(cuts):
        deck = cut(deck)
    if deck[-1] is not cutting.bottom:
        raise BadDeal("bottom")
    return Cutting(cutting.bottom, cutting.nines, asked=cutting.asked, deck=deck)


def legal(cutting: Cutting) -> tuple[Action, ...]:
    """What the dealer may answer."""
    if not cutting.asked or cutting.bottom is None:
        return ()
    return (RECUT if cutting.bottom.rank is Rank.NINE else TO_MIDDLE, ACCEPT)


def answer(conventions: Conventions, frame: Frame, cutting: Cutting, action: Action) -> Look:
    """The dealer's choice about the bottom card.

    Raises:
        NotAllowed: the answer is about another card than the one that he saw.
    """
    bottom, nines, deck = cutting.bottom, cutting.nines, cutting.deck
    if bottom is None or action not in legal(cutting):
        raise NotAllowed("no_choice")
    if isinstance(action, ToMiddle):
        return _jack_moved(bottom, nines, deck), (), (JackMoved(frame.dealer),)
    if isinstance(action, Accept):
        return Cutting(bottom, nines, asked=False, deck=deck), (), ()
    events = (DeckCut(frame.cutter),)
    if not deck:
        return Cutting(None, nines, asked=False, deck=deck), (), events
    again, fines, later = look(conventions, frame, cut(deck), nines)
    return again, fines, (*events, *later)
