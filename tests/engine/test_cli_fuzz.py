"""Whatever stands in a file, the answer is an object or one line with a code; never a traceback."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.conventions import FIELDS, PRESETS, resolve
from engine.players import Level
from engine.selfplay import Game, selfplay
from engine.texts import MESSAGES

_ERROR = re.compile(r"-:[0-9]+: ([a-z0-9_]+): .+\n")

RECORDS = [
    list(selfplay(Game(resolve(preset, own), preset, (Level.RANDOM,) * 3, str(seed), 2)))
    for seed, (preset, own) in enumerate(
        [
            (None, {}),
            ("matveev", {}),
            ("bank", {}),
            ("matveev_all", {"golden": "false"}),
            (None, {"marriage_announce": "explicit", "marriage_keep_trump": "true", "cross": "true"}),
        ],
    )
]


def tell(command: str, data: bytes, *options: str) -> tuple[int, str, str]:
    """What a command answers to these bytes on its standard input."""
    out, err = io.StringIO(), io.StringIO()
    with _standard_input(data), redirect_stdout(out), redirect_stderr(err):
        status = main([command, "-", *options])
    return status, out.getvalue(), err.getvalue()


@contextmanager
def _standard_input(data: bytes) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        yield
    finally:
        sys.stdin = before


def check_answer(data: bytes) -> None:
    """The commands agree with each other about these bytes, and none of them breaks."""
    status, out, err = tell("replay", data, "--json")
    if status == 0:
        answer = json.loads(out)
        for deal in answer["deals"]:
            assert set(deal["scores"]) == set(answer["players"])
        assert err == ""
    else:
        told = _ERROR.fullmatch(err)
        assert told, err
        assert told[1] in MESSAGES
        assert out == ""
    assert tell("legal", data, "--json")[0] == status
    assert tell("check", data) == (status, err or "-: ok\n", "")


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    check_answer(data)


@given(st.text())
@example("\ud7ff")
def test_any_text_below_a_good_first_line(text: str) -> None:
    check_answer(b"thousand 1\nplayers A B C\n" + text.encode())


_CARDS = st.sampled_from([rank + suit for suit in "scdh" for rank in "9JQKTA"] + ["10h", "Xx"])
_LABELS = st.sampled_from(["P1", "P2", "P3", "P4", "", "up"])
_NUMBERS = st.sampled_from([0, 1, 2, 3, 100, 105, 107, 120, 300, 1000, 10**8, 10**12])
_TOKENS = st.one_of(
    st.sampled_from(
        [
            "recut",
            "to_middle",
            "accept",
            "look",
            "blind",
            "unblind",
            "pass",
            "prove",
            "decline",
            "redeal",
            "keep",
            "show",
            "hide",
            "writeoff",
            "cross",
            "claim",
        ]
    ),
    st.builds("{} {}".format, st.sampled_from(["bid", "blind", "contract", "take"]), _NUMBERS),
    st.builds("{} {}".format, st.sampled_from(["play", "bury", "announce"]), _CARDS),
    st.builds("announce {} keep".format, _CARDS),
    st.builds("give {} {} {}".format, _CARDS, _LABELS, st.sampled_from(["", "up", "down", "sideways"])),
)
_VALUES = st.sampled_from(list(FIELDS)).flatmap(
    lambda name: st.builds(f"{name}={{}}".format, st.sampled_from([*FIELDS[name].words, "7", "x"]))
)
_LINES = st.one_of(
    st.builds("{}: {}".format, _LABELS, _TOKENS),
    st.builds("set {}".format, _VALUES),
    st.builds("preset {}".format, st.sampled_from(list(PRESETS))),
    st.builds("deal dealer={}".format, _LABELS),
    st.builds("deal dealer={} seed={:x}".format, _LABELS, _NUMBERS),
    st.builds("hand {} {}".format, _LABELS, st.lists(_CARDS, max_size=8).map(" ".join)),
    st.builds("talon {}".format, st.lists(_CARDS, max_size=4).map(" ".join)),
    st.builds(
        "{} {}".format,
        st.sampled_from(
            [
                "scores",
                "bolts",
                "bolts_row",
                "barrel",
                "reverse",
                "falls",
                "writeoffs",
                "crosses",
                "deals_played",
            ]
        ),
        st.lists(st.sampled_from(["-", "0", "1", "880", "-500", "x"]), min_size=1, max_size=4).map(" ".join),
    ),
    st.builds("fine {} {}".format, _LABELS, st.sampled_from(["scribe", "exposed_card", "x"])),
    st.sampled_from(["stop", "deal", "bottom 9s", "stock 9s", "thousand 1", "", "# nothing"]),
)


@st.composite
def damaged_records(draw: st.DrawFn) -> bytes:
    """A good record with lines put in, taken out, told twice or cut off."""
    lines = list(draw(st.sampled_from(RECORDS)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        damage = draw(st.sampled_from(["put in", "replace", "take out", "twice", "cut off"]))
        if damage == "put in":
            lines.insert(place, draw(_LINES))
        elif damage == "replace":
            lines[place] = draw(_LINES)
        elif damage == "take out":
            del lines[place]
        elif damage == "twice":
            lines.insert(place, lines[place])
        else:
            del lines[place + 1 :]
        lines = lines or [""]
    return "\n".join(lines).encode()


@settings(max_examples=400, deadline=None)
@given(damaged_records())
def test_damaged_records(data: bytes) -> None:
    check_answer(data)
