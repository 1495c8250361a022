"""A run that is ended by SIGTERM, as a machine that shuts down or a CI job does, leaves nobody behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENDLESS = """
import asyncio

from tests.support.valkey import valkey

async def test_it_waits_for_ever(valkey):
    print("socket", valkey.socket, flush=True)
    await asyncio.Event().wait()
"""
IN_BACKGROUND = 'trap "" INT; exec "$0" "$@"'
"""What a shell does to a job of its script: Ctrl+C is not for it."""


def test_sigterm_ends_the_servers_that_a_run_started(tmp_path: Path) -> None:
    endless = tmp_path / "test_endless.py"
    endless.write_text(ENDLESS, encoding="utf-8")
    options = (
        "-q",
        "-s",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "-c",
        str(ROOT / "pyproject.toml"),
    )
    command = ["sh", "-c", IN_BACKGROUND, sys.executable, "-m", "pytest", *options, str(endless)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as run:
        assert run.stdout is not None
        socket = Path(next(line for line in run.stdout if line.startswith("socket ")).split()[1])
        assert socket.exists()
        run.send_signal(signal.SIGTERM)
        said = run.stdout.read()
    assert run.returncode == pytest.ExitCode.INTERRUPTED, said
    assert not socket.exists(), "its server is gone"
