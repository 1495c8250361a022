"""Who plays where no person does: a computer player, or the autopilot for somebody who is away."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.tables.context import Context
from bot.tables.model import Table
from engine.actions import Action, Bid, Blind, Decline, NameContract, Seat, TakeCross, Unblind, WriteOff
from engine.match import legal_actions
from engine.players import Level, choose
from engine.state import MatchState
from engine.view import seat_view

_STAKES: Final = (Bid, Blind, TakeCross, Unblind, WriteOff)
"""What commits a person to something, or gives up his deal."""


def level(table: Table, seat: Seat) -> Level:
    """How strong whoever plays a seat is where no person does."""
    return table.seats[seat].level or Level.AUTOPILOT


def action(table: Table, match: MatchState, seat: Seat, context: Context) -> Action:
    """What the computer does for a seat that is waited for; it sees what that seat sees."""
    legal = legal_actions(match, seat)
    rng = Random(context.entropy.deck_seed())
    wanted = legal if table.seats[seat].level else _modest(legal)
    return choose(level(table, seat), seat_view(match, seat), wanted, rng)


def _modest(legal: Sequence[Action]) -> Sequence[Action]:
    """What may be done in the name of somebody who is not there: pass, keep the bid (fault E09)."""
    if any(isinstance(each, Decline) for each in legal):
        return legal
    quiet = [each for each in legal if not isinstance(each, _STAKES)] or legal
    contracts = [each for each in quiet if isinstance(each, NameContract)]
    return [min(contracts, key=lambda named: named.value)] if contracts else quiet
