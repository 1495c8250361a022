"""Picking from the list of legal actions: by kind, and the quiet answer where a question has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from engine.actions import (
    Accept,
    Action,
    Decline,
    HideTalon,
    Keep,
    Look,
    Pass,
    Recut,
    TakeTalon,
)

A = TypeVar("A", bound=Action)

_QUIET: Final = (Recut, Accept, Look, Pass, TakeTalon, HideTalon, Keep, Decline)
"""The answers to questions that ask for no thought, the first that is possible."""


def of(kind: type[A], legal: Iterable[Action]) -> list[A]:
    """Those of the actions that are of this kind."""
    return [action for action in legal if isinstance(action, kind)]


def quiet(legal: Sequence[Action]) -> Action:
    """The quiet answer where a question has one."""
    return next((action for kind in _QUIET for action in legal if isinstance(action, kind)), legal[0])
