"""The bottom card, which the dealer looks at before he deals (catalogue section 2, Setup & dealing)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Accept, Action, Recut, Seat, ToMiddle
from engine.cards import Card, Rank
from engine.conventions import Conventions
from engine.errors import NotAllowed
from engine.events import Adjustment, Why
from engine.state import CutOffer, Cutting

ANSWERS: Final[Mapping[CutOffer, tuple[Action, ...]]] = {
    CutOffer.RECUT: (Recut(), Accept()),
    CutOffer.TO_MIDDLE: (ToMiddle(), Accept()),
}
"""What the dealer may say."""


def _is_recut(conventions: Conventions, rule: str, bottom: Card, nines: int) -> bool:
    """A nine is cut again, unless it is the last one of the series (`bottom_nine_limit`)."""
    nine = bottom.rank is Rank.NINE and nines < conventions.bottom_nine_limit
    return nine and conventions.bottom_nine_recut == rule


def _is_moved(conventions: Conventions, rule: str, bottom: Card) -> bool:
    return bottom.rank is Rank.JACK and conventions.bottom_jack_to_middle == rule


def offer(conventions: Conventions, bottom: Card, nines: int) -> CutOffer | None:
    """What the dealer may choose; `nines` were at the bottom so far, this one included."""
    if _is_recut(conventions, "may", bottom, nines):
        return CutOffer.RECUT
    return CutOffer.TO_MIDDLE if _is_moved(conventions, "may", bottom) else None


def duty(conventions: Conventions, bottom: Card, nines: int) -> CutOffer | None:
    """What happens to the bottom card without a question."""
    if _is_recut(conventions, "must", bottom, nines):
        return CutOffer.RECUT
    return CutOffer.TO_MIDDLE if _is_moved(conventions, "must", bottom) else None


def cutter(dealer: Seat, players: int) -> Seat:
    """The dealer's right-hand neighbour."""
    return (dealer - 1) % players


def fines(
    conventions: Conventions, dealer: Seat, players: int, bottom: Card, nines: int
) -> tuple[Adjustment, ...]:
    """What the last nine of a series costs the cutter, where somebody has to cut (`bottom_nine_penalty`)."""
    last = bottom.rank is Rank.NINE and nines >= conventions.bottom_nine_limit
    if not (last and conventions.cut_required):
        return ()
    return (Adjustment(cutter(dealer, players), Why.BOTTOM_NINE, -conventions.bottom_nine_penalty),)


def legal(cutting: Cutting) -> tuple[Action, ...]:
    """The dealer's answers."""
    return ANSWERS[cutting.offer] if cutting.offer else ()


def check_answer(conventions: Conventions, cutting: Cutting, action: Action) -> None:
    """Refuse an answer to another card.

    Raises:
        NotAllowed: no such rule, or it does not speak of this card.
    """
    if action in legal(cutting):
        return
    rule = conventions.bottom_nine_recut if isinstance(action, Recut) else conventions.bottom_jack_to_middle
    raise NotAllowed("off" if rule == "off" else "no_choice")
