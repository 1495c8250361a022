"""Who plays where no person does: a computer player, or the autopilot for somebody who is away."""

from __future__ import annotations

from random import Random

from bot.tables.context import Context
from bot.tables.model import Table
from engine.actions import Action, Seat
from engine.match import legal_actions
from engine.players import Level, choose
from engine.state import MatchState
from engine.view import seat_view


def level(table: Table, seat: Seat) -> Level:
    """How strong whoever plays a seat is where no person does."""
    return table.seats[seat].level or Level.AUTOPILOT


def action(table: Table, match: MatchState, seat: Seat, context: Context) -> Action:
    """What the computer does for a seat that is waited for; it sees what that seat sees."""
    legal = legal_actions(match, seat)
    rng = Random(context.entropy.deck_seed())
    return choose(level(table, seat), seat_view(match, seat), legal, rng)
