"""Error lines in English: the template of `engine.texts`, filled with what the error carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from engine.cards import Card, Suit
from engine.errors import (
    BadDeal,
    BadUsage,
    BadValue,
    ConflictingConventions,
    NotAllowed,
    NotYourTurn,
    RuleError,
    WrongDealer,
)
from engine.texts import DEAL_FAULTS, MESSAGES, OBSTACLES, PHRASES, RULES

_LONGEST: Final = 80
"""Characters of a word of the record that an error line repeats."""


def error_line(error: RuleError, labels: Sequence[str] = ()) -> str:
    """What is wrong and what would be right, in one line; `labels` name the seats."""
    facts = {column.name: _word(getattr(error, column.name)) for column in fields(error)}
    line = MESSAGES[error.code].format(**(facts | _told(error, labels)))
    meant = getattr(error, "nearest", None)
    if meant:
        line += PHRASES["meant"].format(nearest=meant)
    return "".join(char if char.isprintable() else " " for char in line)


def _told(error: RuleError, labels: Sequence[str]) -> dict[str, str]:
    """Facts that take more than their own word to tell."""
    match error:
        case NotYourTurn(seat, to_act):
            names = ", ".join(_label(other, labels) for other in to_act)
            turn = PHRASES["turn"].format(seats=names) if names else ""
            return {"seat": _label(seat, labels), "turn": turn}
        case WrongDealer(expected):
            return {"expected": _label(expected, labels)}
        case NotAllowed(obstacle):
            return {"obstacle": OBSTACLES[obstacle]}
        case ConflictingConventions(rule, settings):
            together = PHRASES["alone" if len(settings) == 1 else "together"]
            return {"settings": together.format(settings=", ".join(settings)), "rule": RULES[rule]}
        case BadUsage(reason):
            return {"reason": reason}
        case BadDeal(fault, seat, expected, found):
            label = "" if seat is None else _label(seat, labels)
            return {"fault": DEAL_FAULTS[fault].format(seat=label, expected=expected, found=found)}
        case BadValue():
            return {"takes": _takes(error)}
        case _:
            return {}


def _takes(error: BadValue) -> str:
    if error.count is not None:
        return PHRASES["count"].format(count=error.count)
    words = list(error.allowed)
    if error.any_number:
        bounds = ("from" if error.low is not None else "") + ("to" if error.high is not None else "")
        words.append(PHRASES[f"number_{bounds}"].format(low=error.low, high=error.high))
    return ", ".join(words)


def _label(seat: int, labels: Sequence[str]) -> str:
    return labels[seat] if labels else PHRASES["seat"].format(number=seat + 1)


def _word(value: object) -> str:
    match value:
        case Card():
            return value.code
        case Suit():
            return value.name.lower()
        case tuple():
            return ", ".join(_word(part) for part in value)
        case _:
            text = str(value)
            return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
