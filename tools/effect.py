"""Whether a setting matters in a record: whether another value in its place changes what it comes to."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from engine.conventions import FIELDS
from engine.errors import ConflictingConventions, PlayersNotAllowed
from engine.record.answer import legal_answer, replay_answer
from engine.record.faults import LineError
from engine.record.header import WORDS
from engine.record.reader import Statement, read
from engine.record.replayer import replay

Told: TypeAlias = tuple[object, ...]
"""What a record comes to: its answers, or the rule that it breaks and where."""

_NO_TABLE: Final = (ConflictingConventions, PlayersNotAllowed)
"""Refusals that say nothing about the deal: no such table is played."""


def matters(path: Path, setting: str) -> bool:
    """Another value of the convention changes what the record comes to, or there is no other to try."""
    name, _, word = setting.partition("=")
    others = [_told(path, f"set {name}={other}") for other in FIELDS[name].words if other != word]
    tried = [told for told in others if told is not None]
    return not tried or any(told != _told(path, "# as it is") for told in tried)


@cache
def _told(path: Path, line: str) -> Told | None:
    """The record with one more line below its header; None where no table plays by it."""
    data = path.read_bytes()
    header = max(part.line for part in read(data) if isinstance(part, Statement) and part.word in WORDS)
    lines = data.splitlines()
    changed = b"\n".join([*lines[:header], line.encode(), *lines[header:]])
    try:
        told = replay(changed)
    except LineError as fault:
        return None if isinstance(fault.error, _NO_TABLE) else (fault.line, str(fault.error))
    answer = {key: value for key, value in replay_answer(told).items() if key != "conventions"}
    return answer, legal_answer(told)
