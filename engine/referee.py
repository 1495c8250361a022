"""Fines that somebody at a real table imposes: statements of the record only (settled T16, T17)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

from engine.actions import Seat
from engine.conventions import Conventions
from engine.course import Move
from engine.errors import NotAllowed, WrongPhase
from engine.events import Adjustment, BarrelLeft, DealKind, Event, Fined, Why
from engine.state import Closed, Cutting, DealState, MatchState, Phase, Sheet

POOL: Final = 120
"""What the others share for an exposed card."""


class Fine(StrEnum):
    """What a fine is for."""

    EXPOSED_CARD = "exposed_card"
    SCRIBE = "scribe"


def _fined(fines: tuple[Adjustment, ...]) -> tuple[Event, ...]:
    return tuple(Fined(fine.seat, fine.why, fine.points) for fine in fines)


def expose_card(match: MatchState, deal: DealState, seat: Seat) -> Move:
    """The dealer showed a card while dealing: he pays, and the deal is void (`exposed_card_*`).

    Raises:
        NotAllowed: no such rule, or he does not deal.
        WrongPhase: nothing is dealt yet.
    """
    conventions = match.conventions
    if not conventions.exposed_card_penalty:
        raise NotAllowed("not_scored")
    if seat != deal.frame.dealer:
        raise NotAllowed("not_the_dealer")
    if isinstance(deal.phase, Cutting):
        raise WrongPhase(Phase.CUT)
    fines = _for_exposed_card(match, seat)
    closed = Closed(DealKind.REDEALT, deal.bargain, passes_deal=conventions.exposed_card_passes_deal)
    frame = replace(deal.frame, fines=(*deal.frame.fines, *fines))
    return DealState(frame, deal.hands, closed), _fined(fines)


def _for_exposed_card(match: MatchState, dealer: Seat) -> tuple[Adjustment, ...]:
    """The dealer's fine and what the others get for it; a barrel player gets nothing (settled X45)."""
    conventions, standings = match.conventions, match.sheet.standings
    shared = POOL if conventions.exposed_card_compensation == "share_120" else 0
    fines = []
    for seat, standing in enumerate(standings):
        if seat == dealer:
            fines.append(Adjustment(seat, Why.EXPOSED_CARD, -conventions.exposed_card_penalty))
        elif shared and standing.barrel is None:
            fines.append(Adjustment(seat, Why.EXPOSED_CARD, shared // (len(standings) - 1)))
    return tuple(fines)


def _for_scribe(conventions: Conventions, seat: Seat) -> Adjustment:
    if not conventions.scribe_fine:
        raise NotAllowed("not_scored")
    return Adjustment(seat, Why.SCRIBE, -conventions.scribe_fine)


def fine_scribe(conventions: Conventions, deal: DealState, seat: Seat) -> Move:
    """A wrong entry, found while a deal runs: the fine is booked with it.

    Raises:
        NotAllowed: no such rule.
    """
    fine = _for_scribe(conventions, seat)
    frame = replace(deal.frame, fines=(*deal.frame.fines, fine))
    return replace(deal, frame=frame), _fined((fine,))


def fine_scribe_late(conventions: Conventions, sheet: Sheet, seat: Seat) -> tuple[Sheet, tuple[Event, ...]]:
    """A wrong entry, found between two deals: the last deal is corrected, and nothing tested anew.

    Raises:
        NotAllowed: no such rule, or no deal to add it to.
    """
    fine = _for_scribe(conventions, seat)
    result = sheet.last_result
    if result is None:
        raise NotAllowed("no_choice")
    events = _fined((fine,))
    standing = replace(sheet.standings[seat], score=sheet.standings[seat].score + fine.points)
    if standing.barrel is not None and standing.score < conventions.barrel_at:
        standing = replace(standing, barrel=None)
        events = (*events, BarrelLeft(seat, Why.SCRIBE))
    standings = (*sheet.standings[:seat], standing, *sheet.standings[seat + 1 :])
    corrected = replace(
        result,
        adjustments=(*result.adjustments, fine),
        scores=tuple(line.score for line in standings),
        barrel=tuple(line.barrel for line in standings),
    )
    return replace(sheet, standings=standings, last_result=corrected), events
