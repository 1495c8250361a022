"""The records beside this file, each with what it must come to.

The twins were worked out by hand from the rules, never from the engine. `<record>.json` holds what
`replay --json` must answer: each of its keys is compared, recursively; keys that it leaves out are
free. Beside them it may hold `legal` (the tokens of each player to act, in any order), `as` (what
`replay --json --as LABEL` must answer) or, alone, `error` (where and how the record breaks a rule).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from engine.record.answer import legal_answer, replay_answer
from engine.record.faults import LineError
from engine.record.replayer import Replay, replay
from engine.record.tokens import seat_of

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
Object: TypeAlias = "dict[str, Plain]"

HERE = Path(__file__).parent


def names(suffix: str) -> list[str]:
    return sorted(path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.rglob(f"*{suffix}"))


RECORDS = names(".tgr")


@pytest.mark.parametrize("name", RECORDS)
def test_record(name: str) -> None:
    twin = plain(json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")))
    record = (HERE / f"{name}.tgr").read_bytes()
    if "error" in twin:
        with pytest.raises(LineError) as failure:
            replay(record)
        found: Object = {"line": failure.value.line, "code": failure.value.error.code}
        assert list(differences(twin["error"], found)) == []
    else:
        check(replay(record), twin, opening_scores(record))


def check(told: Replay, twin: Object, scores: Sequence[int]) -> None:
    legal, views = twin.pop("legal", None), twin.pop("as", {})
    answer = plain(replay_answer(told, None))
    assert list(differences(twin, answer)) == []
    assert (
        list(broken_sums(dict(zip(told.labels, scores or [0] * len(told.labels), strict=True)), answer)) == []
    )
    if legal is not None:
        assert tokens(plain(legal_answer(told))["legal"]) == tokens(legal)
    assert isinstance(views, dict)
    for label, view in views.items():
        seen = plain(replay_answer(told, seat_of(label, told.labels)))
        assert list(differences(view, seen)) == []


def test_every_record_has_its_twin() -> None:
    assert names(".json") == RECORDS


def plain(value: object) -> Object:
    """A JSON object as its readers get it."""
    told = json.loads(json.dumps(value))
    assert isinstance(told, dict)
    return told


def differences(expected: Plain, found: Plain, at: str = "") -> Iterator[str]:
    """Where `found` is not what `expected` says it is."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                yield from differences(value, found[key], f"{at}.{key}")
            else:
                yield f"{at}.{key}: missing"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{at}[{index}]")
    elif expected != found or type(expected) is not type(found):
        yield f"{at}: expected {json.dumps(expected)}, found {json.dumps(found)}"


def opening_scores(record: bytes) -> list[int]:
    """The position that a record starts from, a value a seat; empty where the header names none."""
    for line in record.decode().splitlines():
        word, *numbers = line.split() or [""]
        if word == "scores":
            return [int(number) for number in numbers]
    return []


def broken_sums(scores: Mapping[str, int], answer: Object) -> Iterator[str]:
    """Deals where scores after are not scores before + recorded + the sum of adjustments."""
    for deal in objects(answer["deals"]):
        expected = {
            label: before + number(deal["recorded"], label) + adjusted(deal, label)
            for label, before in scores.items()
        }
        scores = {label: number(deal["scores"], label) for label in scores}
        if scores != expected:
            yield f"deal {deal['number']}: {scores}, not {expected}"


def adjusted(deal: Object, label: str) -> int:
    entries = objects(deal["adjustments"])
    return sum(number(entry, "points") for entry in entries if entry["player"] == label)


def objects(value: Plain) -> list[Object]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]


def number(row: Plain, key: str) -> int:
    assert isinstance(row, dict)
    value = row[key]
    assert isinstance(value, int)
    return value


def tokens(legal: Plain) -> dict[str, list[str]]:
    """The tokens of each player, sorted: the order inside `legal` means nothing (settled N18)."""
    assert isinstance(legal, dict)
    return {label: sorted(map(str, words)) for label, words in legal.items() if isinstance(words, list)}
