"""Deployment files parse and agree with the code. No image is built: that needs a Docker engine."""

from __future__ import annotations

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_dockerfile_runs_without_root_and_checks_health() -> None:
    lines = [
        line.split(maxsplit=1) for line in (DEPLOY / "Dockerfile").read_text().splitlines() if line.strip()
    ]
    words = [line[0] for line in lines if line[0].isupper()]
    last_stage = words[len(words) - 1 - words[::-1].index("FROM") :]
    assert "USER" in last_stage
    assert "HEALTHCHECK" in last_stage
    assert last_stage.index("USER") < last_stage.index("CMD")


def test_server_settings_keep_every_accepted_move() -> None:
    settings = dict(
        line.split(maxsplit=1)
        for line in (DEPLOY / "valkey.conf").read_text().splitlines()
        if line and not line.startswith("#")
    )
    assert settings["appendonly"] == "yes"
    assert settings["appendfsync"] == "always"
    assert settings["maxmemory-policy"] == "noeviction"


def test_compose_starts_the_bot_on_a_server_that_keeps_its_file() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    bot, valkey = services["bot"], services["valkey"]
    assert (DEPLOY / bot["build"]["context"] / bot["build"]["dockerfile"]).is_file()
    assert bot["environment"]["REDIS_URL"].startswith("redis://valkey:")
    assert bot["depends_on"]["valkey"]["condition"] == "service_healthy"
    assert "healthcheck" in valkey
    mounts = dict(mount.split(":")[:2] for mount in valkey["volumes"])
    assert mounts["./valkey.conf"] == valkey["command"][1]
    assert mounts["valkey-data"] == "/data"


def test_unit_file_starts_the_bot_and_lets_it_finish() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # keys of unit files keep their case
    unit.read(DEPLOY / "thousand.service")
    assert unit["Service"]["ExecStart"].endswith("python -m bot")
    assert unit["Service"]["KillSignal"] == "SIGTERM"
    assert int(unit["Service"]["TimeoutStopSec"]) >= 10


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    text = (DEPLOY / "thousand.service").read_text().replace("/opt/thousand/bin/python", "/bin/true")
    unit = tmp_path / "thousand.service"
    unit.write_text(text)
    answer = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in answer.stderr.splitlines() if "thousand.service" in line]
    assert complaints == []
