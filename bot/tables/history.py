"""What was played at a table, as its record tells it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import DealKind, DealResult
from engine.record.replayer import replay
from engine.state import MatchState


def finished_deals(record: Sequence[str]) -> tuple[DealResult, ...]:
    """The deals that were played to their end, the oldest first; none before the first deal.

    Raises:
        LineError: the record does not follow the rules.
    """
    if not record:
        return ()
    deals = replay("\n".join(record).encode()).deals
    return tuple(deal for deal in deals if deal.kind is not DealKind.UNFINISHED)


def match_of(record: Sequence[str]) -> MatchState:
    """The match that a record tells of.

    Raises:
        LineError: the record does not follow the rules.
    """
    return replay("\n".join(record).encode()).state
