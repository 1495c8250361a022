"""Settings: what is wrong is said in a line a setting, and secrets stay secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import Settings, SettingsError, load


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings from outside, and a folder where `.env` may be written."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def wrong(text: str) -> list[str]:
    Path(".env").write_text(text)
    with pytest.raises(SettingsError) as caught:
        load()
    return str(caught.value).splitlines()


def test_nothing_needs_to_be_set() -> None:
    assert load().bot_token is None


def test_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("NEXT_DEAL_SECONDS=30\nNUDGE_SECONDS=7\n")
    monkeypatch.setenv("NEXT_DEAL_SECONDS", "60")
    assert (load().next_deal_seconds, load().nudge_seconds) == (60, 7)


def test_an_empty_value_is_no_value() -> None:
    Path(".env").write_text("BOT_TOKEN=\nREDIS_URL=\n")
    assert (load().bot_token, load().redis_url) == (None, None)


def test_an_unknown_setting_is_named_with_its_neighbour() -> None:
    assert wrong("TURN_SECOND=5") == ["TURN_SECOND: unknown setting in .env; the nearest one is TURN_SECONDS"]


def test_a_setting_like_no_other_points_to_the_list() -> None:
    assert wrong("XYZZY=1") == ["XYZZY: unknown setting in .env; .env.example lists them all"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BOT_TOKEN=hello", "BOT_TOKEN"),
        ("BOT_TOKEN=abc:def", "BOT_TOKEN"),
        ("BOT_TOKEN=42:", "BOT_TOKEN"),
        ("BOT_TOKEN='42:a b'", "BOT_TOKEN"),
        ("REDIS_URL=http://localhost", "REDIS_URL"),
        ("LOG_LEVEL=loud", "LOG_LEVEL"),
        ("TURN_SECONDS=-1", "TURN_SECONDS"),
        ("TURN_SECONDS=9", "TURN_SECONDS"),
        ("TURN_SECONDS=86401", "TURN_SECONDS"),
        ("TIME_SCALE=0", "TIME_SCALE"),
        ("TIME_SCALE=nan", "TIME_SCALE"),
        ("TIME_SCALE=inf", "TIME_SCALE"),
        ("TIME_SCALE=1e9", "TIME_SCALE"),
        ("TIME_SCALE=1e-9", "TIME_SCALE"),
        ("LOBBY_MINUTES=999999999", "LOBBY_MINUTES"),
        ("REDIS_URL=redis://127.0.0.1:6379/zero", "REDIS_URL"),
        ("REDIS_URL='redis://[::1:6379/0'", "REDIS_URL"),
        ("REDIS_URL=redis+cluster://127.0.0.1:6379/1", "REDIS_URL"),
        ("SANDBOX_PORT=70000", "SANDBOX_PORT"),
        ("WEBHOOK_URL=nonsense", "WEBHOOK_URL"),
        ("WEBHOOK_URL=https://a.example/t", "WEBHOOK_SECRET"),
        ("WEBHOOK_SECRET=per cent", "WEBHOOK_SECRET"),
    ],
)
def test_an_impossible_value_is_one_line_that_begins_with_its_name(text: str, name: str) -> None:
    lines = wrong(text)
    assert len(lines) == 1
    assert lines[0].startswith(f"{name}: ")


@pytest.mark.parametrize("seconds", [0, 10, 120, 86_400])
def test_a_turn_has_no_clock_or_one_that_can_be_kept(seconds: int) -> None:
    assert wrong("TURN_SECONDS=5") == ["TURN_SECONDS: must be 0, no clock, or from 10 to 86400"]
    Path(".env").write_text(f"TURN_SECONDS={seconds}")
    assert load().turn_seconds == seconds


def test_every_wrong_setting_is_told_at_once() -> None:
    assert len(wrong("LOG_LEVEL=loud\nTURN_SECONDS=x\nTYPO=1")) == 3


@pytest.mark.parametrize(
    "text", ["BOT_TOKEN=42-hush:hush", "REDIS_URL=http://:hush@host", "WEBHOOK_SECRET=hush!"]
)
def test_a_wrong_secret_is_not_repeated(text: str) -> None:
    assert "hush" not in "".join(wrong(text))


def test_secrets_are_not_in_the_settings_text() -> None:
    Path(".env").write_text("BOT_TOKEN=42:hush\nREDIS_URL=redis://:hush@host\nWEBHOOK_SECRET=hush\n")
    assert "hush" not in repr(load())


def test_a_person_reads_one_line_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("LOG_LEVEL=loud\n")
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines() == [
        "error: LOG_LEVEL: input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"
    ]


def test_health_tells_when_no_bot_has_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["health"])
    assert ended.value.code == 1
    assert "no bot has run" in capsys.readouterr().err


# The file itself


def test_a_file_in_another_encoding_is_told_with_its_line() -> None:
    Path(".env").write_bytes(b"# ok\n# \xcf\xf0\n")
    with pytest.raises(SettingsError) as caught:
        load()
    assert str(caught.value) == ".env, line 2: not UTF-8; save the file as UTF-8"


def test_a_file_with_a_byte_order_mark_will_do() -> None:
    Path(".env").write_bytes(b"\xef\xbb\xbfNUDGE_SECONDS=7\n")
    assert load().nudge_seconds == 7


def test_lines_that_are_no_settings_are_told_with_their_numbers_and_not_repeated() -> None:
    assert wrong("NUDGE_SECONDS=7\n\n42:hush\nhush hush\n# fine\nLOG_LEVEL='INFO\n") == [
        ".env, line 3: not NAME=value",
        ".env, line 4: not NAME=value",
        ".env, line 6: not NAME=value",
    ]


def test_a_folder_instead_of_the_file() -> None:
    Path(".env").mkdir()
    with pytest.raises(SettingsError, match=r"^\.env: not a file; copy \.env\.example"):
        load()


def test_a_data_folder_that_is_not_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", "a\udcff")
    with pytest.raises(SettingsError, match=r"^DATA_DIR: is not UTF-8"):
        load()
