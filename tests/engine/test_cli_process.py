"""The commands as a person runs them: `python -m engine …`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = "thousand 1\nplayers Анна Bob Vera\n"


def engine(*words: str, data: bytes = b"", locale: str = "C.UTF-8") -> subprocess.CompletedProcess[bytes]:
    """What a run of the engine leaves behind."""
    environment = {**os.environ, "LC_ALL": locale, "PYTHONIOENCODING": "", "PYTHONUTF8": "0"}
    return subprocess.run(
        [sys.executable, "-m", "engine", *words],
        input=data,
        capture_output=True,
        check=False,
        env=environment,
    )


def test_a_record_from_standard_input() -> None:
    done = engine("replay", "-", "--json", data=GOOD.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert '"Анна"' in done.stdout.decode()


def test_names_survive_a_terminal_without_unicode() -> None:
    done = engine("replay", "-", data=GOOD.encode(), locale="C")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Анна" in done.stdout.decode()


def test_what_is_wrong_goes_to_standard_error_with_its_status(tmp_path: Path) -> None:
    done = engine("replay", "-", data=b"thousand 1\nplayers A A B\n")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"-:2: duplicate_player: two players are called 'A': every label stands once\n"
    assert engine("legal", str(tmp_path / "none")).returncode == 2
    assert engine("sing").stderr.startswith(b"-:0: bad_usage: ")


def test_a_file_name_that_is_not_text_is_no_trouble(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.tgr"
    done = engine("check", os.fsdecode(name))
    assert done.returncode == 2
    assert b"cannot_read" in done.stdout
    assert done.stderr == b""


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    selfplay = subprocess.Popen(
        [sys.executable, "-m", "engine", "selfplay", "--deals", "400", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert selfplay.stdout
    assert selfplay.stderr
    assert selfplay.stdout.readline().startswith(b"# seed")
    selfplay.stdout.close()
    assert selfplay.wait() == 0
    assert selfplay.stderr.read() == b""
    selfplay.stderr.close()


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    """The engine as a shell starts it, for what only a shell can close or fill."""
    line = command.replace("ENGINE", f"{sys.executable} -m engine")
    return subprocess.run(
        ["/bin/sh", "-c", line], input=b"", capture_output=True, check=False, env={**os.environ}, timeout=60
    )


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("ENGINE presets > /dev/full", b"-:0: bad_usage: standard output can't be written: "),
        ("ENGINE selfplay --seed 1 --deals 2 > /dev/full", b"-:0: bad_usage: standard output can't be "),
        ("ENGINE --help > /dev/full", b"-:0: bad_usage: standard output can't be written: "),
        ("ENGINE check - > /dev/full", b"-:0: bad_usage: standard output can't be written: "),
        ("ENGINE presets >&-", b"-:0: bad_usage: standard output is closed"),
        ("ENGINE replay - <&-", b"-:0: cannot_read: can't be read: standard input is closed"),
        ("ENGINE replay /dev/zero", b"/dev/zero:0: cannot_read: can't be read: longer than 16 MiB"),
        ("ENGINE replay - < /dev/zero", b"-:0: cannot_read: can't be read: longer than 16 MiB"),
        ("ENGINE replay ''", b"-:0: bad_usage: argument FILE: name a file, or - for standard input"),
        (
            "ENGINE selfplay --seed $(printf '\\377\\376')",
            b"-:0: bad_usage: argument --seed: write UTF-8 text",
        ),
    ],
)
def test_what_can_not_be_read_or_written_is_one_line_and_exit_2(command: str, line: bytes) -> None:
    done = shell(command)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(line)
    assert done.stderr.count(b"\n") == 1


def test_a_file_name_stays_on_its_line_and_shows_what_is_in_it(tmp_path: Path) -> None:
    done = engine("replay", f"{tmp_path}/a\nb\x1b\u202ec.tgr")
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"{tmp_path}/a\\nb\\x1b\\u202ec.tgr:0: cannot_read: ")
    assert done.stderr.count(b"\n") == 1
