"""A replayed record as people read it: every deal, what was written beside it, and where the match stands."""

from __future__ import annotations

from collections.abc import Iterator

from engine import match
from engine.actions import Seat
from engine.events import DealResult
from engine.record.answer import visible_to_act
from engine.record.replayer import Replay
from engine.record.writer import action_line
from engine.texts import SHEET


def score_sheet(replay: Replay, viewer: Seat | None = None) -> Iterator[str]:
    """The lines of the sheet; with a `viewer`, only what that seat may know."""
    labels = replay.labels
    yield SHEET["title"].format(preset=replay.preset, players=" ".join(labels))
    for result in replay.deals:
        yield from _deal(result, labels)
    outcome = match.outcome(replay.state)
    if outcome:
        places = " ".join(labels[seat] for seat in outcome.places)
        winners = " ".join(labels[seat] for seat in outcome.winners) or "-"
        yield SHEET["outcome"].format(why=outcome.why.value, winners=winners, places=places)
        if outcome.payout is not None:
            yield SHEET["payout"].format(payout=_numbers(labels, outcome.payout))
        return
    to_act = " ".join(labels[seat] for seat in visible_to_act(replay, viewer)) or "-"
    yield SHEET["state"].format(phase=match.phase(replay.state).value, to_act=to_act)


def legal_lines(replay: Replay) -> Iterator[str]:
    """Every line that may come next, as a record writes it."""
    for seat in match.to_act(replay.state):
        for action in match.legal_actions(replay.state, seat):
            yield action_line(seat, action, replay.labels)


def _deal(result: DealResult, labels: tuple[str, ...]) -> Iterator[str]:
    declarer = "-" if result.declarer is None else labels[result.declarer]
    yield SHEET["deal"].format(
        number=result.number,
        dealer=labels[result.dealer],
        declarer=declarer,
        contract="-" if result.contract is None else result.contract,
        kind=result.kind.value,
        recorded=_numbers(labels, result.recorded),
    )
    for entry in result.adjustments:
        yield SHEET["adjustment"].format(
            player=labels[entry.seat], why=entry.why.value, points=f"{entry.points:+d}"
        )
    yield SHEET["scores"].format(scores=_numbers(labels, result.scores))


def _numbers(labels: tuple[str, ...], numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{label} {number}" for label, number in zip(labels, numbers, strict=True))
