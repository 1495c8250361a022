"""The figures of Telegram that the sandbox keeps, each in one place. Defaults are Telegram's own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `count` writes in any `seconds`."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits that depend on time, and the keyboard's size, which the Bot API does not state.

    `time_scale` lets tests hurry: with 60, a minute of budget passes in a second. What Telegram reports in
    seconds (`retry_after`) is reported in real ones.
    """

    group_rate: Rate = Rate(20, 60)
    private_rate: Rate = Rate(6, 5)
    """About one a second, with a short burst."""
    total_rate: Rate = Rate(30, 1)
    query_seconds: float = 15
    ephemeral_seconds: float = 15
    ephemeral_edit_units: int = 1024
    """Longer edits of ephemeral messages were reported to fail, though the Bot API states 4096."""
    delete_seconds: float = 48 * 3600
    webhook_pauses: tuple[float, ...] = (1, 2, 4, 8, 16, 32, 60)
    """Pauses before an update is brought to the webhook again; the last one repeats."""
    poll_seconds: int = 50
    buttons_in_row: int = 8
    buttons: int = 100
    keyboard_bytes: int = 10_240
    photo_bytes: int = 10 * 2**20
    document_bytes: int = 50 * 2**20
    commands: int = 100
    time_scale: float = 1.0
    any_token: bool = False
