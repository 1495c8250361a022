"""What `replay` and `legal` answer, as the objects that notation.md lays down; JSON keys are its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine import match
from engine.actions import Seat
from engine.conventions import values
from engine.events import DealResult, Outcome
from engine.record.replayer import Replay
from engine.record.tokens import token
from engine.state import Phase

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

FORMAT: Final = 1


def replay_answer(replay: Replay, viewer: Seat | None = None) -> dict[str, Json]:
    """Everything that a record says; with a `viewer`, only what that seat may know (settled N19)."""
    labels = replay.labels
    state = replay.state
    return {
        "format": FORMAT,
        "preset": replay.preset,
        "conventions": dict(values(state.conventions)),
        "players": list(labels),
        "deals": [_deal(result, labels) for result in replay.deals],
        "phase": match.phase(state).value,
        "to_act": [labels[seat] for seat in visible_to_act(replay, viewer)],
        "scores": _by_label([line.score for line in state.sheet.standings], labels),
        "outcome": _outcome(match.outcome(state), labels),
    }


def legal_answer(replay: Replay) -> dict[str, Json]:
    """Who is to act, and every token that each of them may write."""
    labels = replay.labels
    to_act = match.to_act(replay.state)
    return {
        "phase": match.phase(replay.state).value,
        "to_act": [labels[seat] for seat in to_act],
        "legal": {
            labels[seat]: [token(action, labels) for action in match.legal_actions(replay.state, seat)]
            for seat in to_act
        },
    }


def visible_to_act(replay: Replay, viewer: Seat | None) -> tuple[Seat, ...]:
    """Who is to act, as far as the viewer may know: in phase `redeal` nobody but himself (settled N19)."""
    to_act = match.to_act(replay.state)
    if viewer is None or match.phase(replay.state) is not Phase.REDEAL:
        return to_act
    return tuple(seat for seat in to_act if seat == viewer)


def _deal(result: DealResult, labels: Sequence[str]) -> dict[str, Json]:
    return {
        "number": result.number,
        "dealer": labels[result.dealer],
        "declarer": None if result.declarer is None else labels[result.declarer],
        "bid": result.bid,
        "contract": result.contract,
        "kind": result.kind.value,
        "golden": result.golden,
        "blind": result.blind,
        "made": result.made,
        "card_points": _by_label(result.card_points, labels),
        "marriage_points": _by_label(result.marriage_points, labels),
        "taken": _by_label(result.taken, labels),
        "tricks": _by_label(result.tricks, labels),
        "recorded": _by_label(result.recorded, labels),
        "adjustments": [
            {"player": labels[entry.seat], "why": entry.why.value, "points": entry.points}
            for entry in result.adjustments
        ],
        "scores": _by_label(result.scores, labels),
        "bolts": _by_label(result.bolts, labels),
        "barrel": _by_label(result.barrel, labels),
        "falls": _by_label(result.falls, labels),
    }


def _outcome(outcome: Outcome | None, labels: Sequence[str]) -> dict[str, Json] | None:
    if outcome is None:
        return None
    return {
        "why": outcome.why.value,
        "winners": [labels[seat] for seat in outcome.winners],
        "places": [labels[seat] for seat in outcome.places],
        "payout": None if outcome.payout is None else _by_label(outcome.payout, labels),
    }


def _by_label(numbers: Sequence[int | None], labels: Sequence[str]) -> dict[str, Json]:
    return dict(zip(labels, numbers, strict=True))
