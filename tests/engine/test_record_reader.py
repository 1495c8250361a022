"""From bytes to statements (notation.md; settled N5, N21, X29)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record.faults import LineError
from engine.record.reader import Act, Statement, read


def test_statements_and_actions_keep_their_lines() -> None:
    data = b"# first\nthousand 1\n\nplayers Anna Bob  # two\nAnna: bid 110\nAnna : play Kh # why\nstop\n"
    assert read(data) == (
        Statement(2, "thousand", ("1",)),
        Statement(4, "players", ("Anna", "Bob")),
        Act(5, "Anna", "bid 110"),
        Act(6, "Anna", "play Kh"),
        Statement(7, "stop", ()),
    )


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfthousand 1\r\nstop\r\n",
        b"thousand\t1\rstop",
        b"  thousand   1 #\n\tstop#\n\n\n",
    ],
)
def test_marks_of_other_editors_do_no_harm(data: bytes) -> None:
    assert [line.word for line in read(data) if isinstance(line, Statement)] == ["thousand", "stop"]


def test_a_label_may_be_a_word_of_the_record() -> None:
    assert read(b"thousand 1\nstop: pass\n")[1] == Act(2, "stop", "pass")


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        (b"", 1, "bad_format"),
        (b"# nothing\n", 1, "bad_format"),
        (b"\n\nplayers Anna\n", 3, "bad_format"),
        (b"thousand 2\n", 1, "bad_format"),
        (b"thousand\n", 1, "bad_format"),
        (b"hello world\nthousand 1\n", 1, "bad_format"),
        (b"thousand: 1\n", 1, "bad_format"),
        (b"thousand 1\nhello\n", 2, "bad_statement"),
        (b"thousand 1\npreset\n", 2, "bad_statement"),
        (b"thousand 1\npreset a b\n", 2, "bad_statement"),
        (b"thousand 1\nset golden\n", 2, "bad_statement"),
        (b"thousand 1\nset =1\n", 2, "bad_statement"),
        (b"thousand 1\nplayers\n", 2, "bad_statement"),
        (b"thousand 1\ndeal Anna\n", 2, "bad_statement"),
        (b"thousand 1\ndeal dealer\n", 2, "bad_statement"),
        (b"thousand 1\nfine Anna\n", 2, "bad_statement"),
        (b"thousand 1\nstop now\n", 2, "bad_statement"),
        (b"thousand 1\nset golden=true\n\xff\n", 3, "not_utf8"),
        (b"thousand 1 # \xc3(\n", 1, "not_utf8"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(data: bytes, line: int, code: str) -> None:
    with pytest.raises(LineError) as refused:
        read(data)
    assert (refused.value.line, refused.value.error.code) == (line, code)


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(LineError):
        assert read(b"thousand 1\n" + data)[0] == Statement(1, "thousand", ("1",))
