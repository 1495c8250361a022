"""Deployment files parse and agree with the code. No image is built: that needs a Docker engine."""

from __future__ import annotations

import configparser
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings
from bot.telegram.inbox import _TRY_SECONDS

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


def test_nginx_brings_an_update_to_the_next_bot_where_one_died() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    words = [line.split("#")[0].strip().rstrip(";").split() for line in text.splitlines()]
    named = {line[0]: line[1:] for line in words if len(line) > 1}
    assert {"error", "timeout", "http_503", "non_idempotent"} <= set(named["proxy_next_upstream"])
    assert _TRY_SECONDS < int(named["proxy_read_timeout"][0].removesuffix("s")) < 60
    assert named["proxy_pass"] == [f"http://{named['upstream'][0]}"]
    assert [line[1] for line in words if line[:1] == ["deny"]] == ["all"]
    servers = [line[1] for line in words if line[:1] == ["server"] and line[1] != "{"]
    assert f"127.0.0.1:{Settings.model_fields['webhook_port'].default}" in servers
    assert len(servers) == 2
    assert text.count("{") == text.count("}")


def manifests() -> dict[tuple[str, str], Any]:
    found = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
    return {(each["kind"], each["metadata"]["name"]): each for each in found}


def test_every_container_of_kubernetes_is_confined_and_watched() -> None:
    pods = [each["spec"]["template"]["spec"] for each in manifests().values() if "template" in each["spec"]]
    assert len(pods) == 2
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"]
        assert not pod["automountServiceAccountToken"]
        volumes = {volume["name"] for volume in pod["volumes"]} | {"data"}
        for container in pod["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"]
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            assert "readinessProbe" in container
            assert container["resources"]["limits"]["memory"]
            assert {mount["name"] for mount in container["volumeMounts"]} <= volumes


def test_kubernetes_runs_bots_with_settings_that_there_are() -> None:
    found = manifests()
    deployment = found["Deployment", "thousand"]["spec"]
    pod = deployment["template"]["spec"]
    (bot,) = pod["containers"]
    given = {variable["name"]: variable["value"] for variable in bot["env"]}
    settings = Settings.model_validate(
        {name.lower(): value for name, value in given.items()} | {"webhook_secret": "s"}
    )
    assert settings.webhook_port == bot["ports"][0]["containerPort"]
    assert settings.webhook_host == "0.0.0.0"
    assert deployment["replicas"] > 1
    assert pod["terminationGracePeriodSeconds"] > 30
    assert bot["readinessProbe"]["httpGet"]["path"] == "/health"
    for service, (kind, name) in {
        "thousand": ("Deployment", "thousand"),
        "valkey": ("StatefulSet", "valkey"),
    }.items():
        labels = found[kind, name]["spec"]["template"]["metadata"]["labels"]
        assert found["Service", service]["spec"]["selector"] == labels
    assert given["REDIS_URL"].startswith("redis://valkey:6379")


def test_valkey_has_one_file_of_settings_everywhere() -> None:
    kustomization = yaml.safe_load((DEPLOY / "kustomization.yaml").read_text())
    (generated,) = kustomization["configMapGenerator"]
    assert (generated["name"], generated["files"]) == ("valkey", ["valkey.conf"])
    assert kustomization["resources"] == ["kubernetes.yaml"]
    pod = manifests()["StatefulSet", "valkey"]["spec"]["template"]["spec"]
    assert {"name": "settings", "configMap": {"name": "valkey"}} in pod["volumes"]
    mounts = {mount["name"]: mount["mountPath"] for mount in pod["containers"][0]["volumeMounts"]}
    assert pod["containers"][0]["args"][-1] == f"{mounts['settings']}/valkey.conf"
    assert mounts["data"] == "/data"


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not installed here")
def test_kustomize_finds_nothing_wrong() -> None:
    answer = subprocess.run(
        ["kubectl", "kustomize", str(DEPLOY)], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    made = [each["kind"] for each in yaml.safe_load_all(answer.stdout)]
    assert sorted(made) == sorted(["ConfigMap", *(kind for kind, _ in manifests())])
