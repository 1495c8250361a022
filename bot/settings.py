"""Settings: from the environment, then from `.env`; each one is described in `.env.example`."""

from __future__ import annotations

import re
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Final, Literal, Self
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, HttpUrl, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.tables.model import LEAST_SECONDS, MOST_SECONDS

SANDBOX_TOKEN: Final = "42:SANDBOX"  # noqa: S105  # no secret: the sandbox's own bot
"""The token of the bot that the sandbox knows."""
_FILE: Final = ".env"


class SettingsError(Exception):
    """A setting is missing, unknown or impossible; the text says what would be right, a line a setting."""


class Settings(BaseSettings):
    """Every setting; the names in the environment are these in capitals."""

    model_config = SettingsConfigDict(
        env_file=_FILE,
        env_file_encoding="utf-8-sig",
        extra="forbid",
        frozen=True,
        env_ignore_empty=True,
        hide_input_in_errors=True,
    )

    bot_token: SecretStr | None = None
    telegram_api_url: HttpUrl = HttpUrl("https://api.telegram.org")
    redis_url: SecretStr | None = None
    data_dir: Path = Path("data")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    webhook_url: HttpUrl | None = None
    webhook_secret: SecretStr | None = None
    webhook_host: str = "127.0.0.1"
    webhook_port: int = Field(default=8080, ge=1, le=65535)

    turn_seconds: int = Field(default=120, ge=0, le=MOST_SECONDS)
    nudge_seconds: int = Field(default=30, ge=1, le=7 * 86_400)
    next_deal_seconds: int = Field(default=10, ge=1, le=7 * 86_400)
    lobby_minutes: int = Field(default=60, ge=1, le=7 * 24 * 60)

    members_only: bool = True

    archive_matches: int = Field(default=100, ge=1, le=10_000)
    archive_days: int = Field(default=365, ge=1, le=3_650)

    group_writes_a_minute: int = Field(default=20, ge=1)
    private_writes_a_minute: int = Field(default=60, ge=1)
    all_writes_a_second: int = Field(default=30, ge=1)
    time_scale: float = Field(default=1.0, ge=0.001, le=100_000, allow_inf_nan=False)

    sandbox_host: str = "127.0.0.1"
    sandbox_port: int = Field(default=8081, ge=1, le=65535)

    @field_validator("log_level", mode="before")
    @classmethod
    def _capitals(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("bot_token")
    @classmethod
    def _token_has_its_shape(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not re.fullmatch("[0-9]+:[A-Za-z0-9_-]+", value.get_secret_value()):
            raise ValueError("not a bot token; @BotFather gives one that looks like 123456789:AAExample")
        return value

    @field_validator("redis_url")
    @classmethod
    def _redis_url_has_its_shape(cls, value: SecretStr | None) -> SecretStr | None:
        schemes = ("redis://", "rediss://", "unix://", "redis+cluster://", "rediss+cluster://")
        if value is None:
            return None
        if not value.get_secret_value().startswith(schemes):
            raise ValueError(f"must begin with {', '.join(schemes)}; such as redis://127.0.0.1:6379/0")
        if not _names_a_database(value.get_secret_value()):
            raise ValueError("must end with the number of a database; such as redis://127.0.0.1:6379/0")
        if not _is_whole(value.get_secret_value()):
            raise ValueError("a cluster has one database, 0; such as redis+cluster://10.0.0.1:6379")
        return value

    @field_validator("data_dir")
    @classmethod
    def _folder_is_text(cls, value: Path) -> Path:
        try:
            str(value).encode()
        except UnicodeEncodeError:
            raise ValueError("is not UTF-8; choose another folder") from None
        return value

    @field_validator("turn_seconds")
    @classmethod
    def _turns_can_be_played(cls, value: int) -> int:
        if 0 < value < LEAST_SECONDS:
            raise ValueError(f"must be 0, no clock, or from {LEAST_SECONDS} to {MOST_SECONDS}")
        return value

    @field_validator("webhook_secret")
    @classmethod
    def _secret_has_its_shape(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not re.fullmatch("[A-Za-z0-9_-]{1,256}", value.get_secret_value()):
            raise ValueError("must be 1-256 characters A-Z a-z 0-9 _ -")
        return value

    @model_validator(mode="after")
    def _webhook_has_its_secret(self) -> Self:
        if self.webhook_url and not self.webhook_secret:
            raise ValueError("WEBHOOK_SECRET: must be set with WEBHOOK_URL")
        return self


def load() -> Settings:
    """Read the settings.

    Raises:
        SettingsError: something is unknown or impossible.
    """
    _check_file(Path(_FILE))
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsError("\n".join(_line(found) for found in error.errors())) from None


def _check_file(path: Path) -> None:
    """Refuse a file of which a line would be passed over; what it says may be a secret, so it is not told."""
    if not path.exists():
        return
    if not path.is_file():
        raise SettingsError(f"{path}: not a file; copy .env.example to {path}, or remove it")
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{path}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingsError(f"{path}, line {line}: not UTF-8; save the file as UTF-8") from None
    wrong = [
        found.original.line + found.original.string[: -len(found.original.string.lstrip())].count("\n")
        for found in parse_stream(StringIO(text))
        if found.error or (found.key is not None and found.value is None)
    ]
    if wrong:
        raise SettingsError("\n".join(f"{path}, line {line}: not NAME=value" for line in wrong))


def _names_a_database(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:  # its text may hold a piece of a password
        return False
    return parts.scheme == "unix" or re.fullmatch("/?[0-9]*", parts.path, re.ASCII) is not None


def _is_whole(url: str) -> bool:
    parts = urlsplit(url)
    return not parts.scheme.endswith("+cluster") or parts.path.strip("/0") == ""


def _line(found: ErrorDetails) -> str:
    name = "".join(str(part) for part in found["loc"][:1]).upper()
    if found["type"] == "extra_forbidden":
        known = [field.upper() for field in Settings.model_fields]
        near = get_close_matches(name, known, n=1)
        return f"{name}: unknown setting in .env; " + (
            f"the nearest one is {near[0]}" if near else ".env.example lists them all"
        )
    reason = found["msg"].removeprefix("Value error, ")
    return f"{name}: {reason[:1].lower()}{reason[1:]}" if name else reason
