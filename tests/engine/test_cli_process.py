"""The commands as a person runs them: `python -m engine …`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
