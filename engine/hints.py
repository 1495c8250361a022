"""Hints: what `hint_*` sells. A table has to switch them on; they enter no record, no view and no event.

Everything here is hidden information, which leaves through this file only where the conventions allow it.
"""

from __future__ import annotations

from engine.actions import Seat
from engine.state import Hand, MatchState


def opponents_hands(state: MatchState, seat: Seat) -> tuple[tuple[Seat, Hand], ...]:
    """The cards of everybody else who holds some (`hint_opponent_cards`)."""
    deal = state.deal
    if deal is None or not state.conventions.hint_opponent_cards:
        return ()
    return tuple((other, hand) for other, hand in enumerate(deal.hands) if other != seat and hand)


def closed_talon(state: MatchState) -> Hand:
    """The talon while nobody has taken it; of two, both (`hint_talon_suits`, `hint_talon_card`)."""
    deal, conventions = state.deal, state.conventions
    if deal is None or not (conventions.hint_talon_suits or conventions.hint_talon_card):
        return ()
    bargain = deal.bargain
    if bargain is not None and bargain.talon:
        return ()
    return tuple(card for talon in deal.frame.talons for card in talon)
