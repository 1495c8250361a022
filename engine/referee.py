"""Referee's fines: for what happens only at a real table (settled T16, T17, X45)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

from engine import course
from engine.actions import Seat
from engine.dealing import Dealt
from engine.errors import MatchOver, NotAllowed, WrongPhase
from engine.events import Adjustment, DealKind, DealVoid, Why
from engine.match import Transition, advance, phase
from engine.state import Closed, Cutting, DealState, MatchState, Standing

COMPENSATION: Final = 120
"""What the others share where `exposed_card_compensation` is on."""


class Fine(StrEnum):
    """What a player is fined for."""

    EXPOSED_CARD = "exposed_card"
    SCRIBE = "scribe"


def fine(state: MatchState, seat: Seat, kind: Fine) -> Transition:
    """Fine a player.

    Raises:
        MatchOver: the match has ended.
        NotAllowed: the table has no such fine, or it is the dealer's.
        WrongPhase: it is too late for an exposed card, or there is no deal to add the fine to.
    """
    if state.sheet.outcome is not None:
        raise MatchOver
    match kind:
        case Fine.EXPOSED_CARD:
            return _expose(state, seat)
        case Fine.SCRIBE:
            return _fine_scribe(state, seat)


# A card exposed while dealing


def _expose(state: MatchState, seat: Seat) -> Transition:
    """The deal is void, the dealer pays; the others may share, but not on the barrel (settled X45)."""
    conventions, deal = state.conventions, state.deal
    if not conventions.exposed_card_penalty:
        raise NotAllowed("not_scored")
    if seat != state.sheet.dealer:
        raise NotAllowed("not_the_dealer")
    if deal is None or not _untouched(state, deal):
        raise WrongPhase(phase(state))
    closed = Closed(DealKind.REDEALT, deal.bargain, passes_deal=conventions.exposed_card_passes_deal)
    frame = replace(deal.frame, fines=(*deal.frame.fines, *_exposure(state)))
    void = DealState(frame, deal.hands, closed)
    return advance(state, (void, (DealVoid(seat, ()),)))


def _untouched(state: MatchState, deal: DealState) -> bool:
    """Nobody has acted: the deal stands as it was dealt."""
    if isinstance(deal.phase, Cutting):
        return True
    frame = deal.frame
    lying = {card for talon in frame.talons for card in talon}
    hands = tuple(tuple(card for card in hand if card not in lying) for hand in deal.hands)
    return course.begin(state, frame, Dealt(hands, frame.talons, frame.stock))[0] == deal


def _exposure(state: MatchState) -> tuple[Adjustment, ...]:
    conventions, standings, dealer = state.conventions, state.sheet.standings, state.sheet.dealer
    shared = conventions.exposed_card_compensation == "share_120"
    share = COMPENSATION // (len(standings) - 1) if shared else 0
    points = [0 if standing.barrel is not None else share for standing in standings]
    points[dealer] = -conventions.exposed_card_penalty
    return tuple(Adjustment(seat, Why.EXPOSED_CARD, amount) for seat, amount in enumerate(points))


# A wrong entry on the score sheet


def _fine_scribe(state: MatchState, seat: Seat) -> Transition:
    """Booked with the deal in hand, or added to the last one without a test of the totals (settled T17)."""
    amount = state.conventions.scribe_fine
    if not amount:
        raise NotAllowed("not_scored")
    entry = Adjustment(seat, Why.SCRIBE, -amount)
    deal, sheet = state.deal, state.sheet
    if deal is not None:
        frame = replace(deal.frame, fines=(*deal.frame.fines, entry))
        return Transition(replace(state, deal=replace(deal, frame=frame)), ())
    if sheet.last_result is None:
        raise WrongPhase(phase(state))
    line = _fined(state, sheet.standings[seat], amount)
    standings = (*sheet.standings[:seat], line, *sheet.standings[seat + 1 :])
    result = replace(
        sheet.last_result,
        adjustments=(*sheet.last_result.adjustments, entry),
        scores=tuple(standing.score for standing in standings),
        barrel=tuple(standing.barrel for standing in standings),
    )
    corrected = replace(sheet, standings=standings, last_result=result)
    return Transition(replace(state, sheet=corrected), ())


def _fined(state: MatchState, line: Standing, amount: int) -> Standing:
    """The line after the fine; below `barrel_at` it is off the barrel, which is no fall (settled S5)."""
    fined = line.at(line.score - amount)
    return fined if fined.score >= state.conventions.barrel_at else replace(fined, barrel=None)
