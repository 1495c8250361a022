"""Faults that tests switch on by name; each is armed for a number of times and then spent."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What can go wrong. The first five strike calls of the bot, the last three strike updates to it."""

    TOO_MANY_REQUESTS = "too_many_requests"
    SERVER_ERROR = "server_error"
    BAD_GATEWAY_HTML = "bad_gateway_html"
    CUT_BEFORE = "cut_before"
    CUT_AFTER_EFFECT = "cut_after_effect"
    DUPLICATE_UPDATE = "duplicate_update"
    LATE_UPDATE = "late_update"
    REORDER_UPDATES = "reorder_updates"


UPDATE_FAULTS = (Fault.DUPLICATE_UPDATE, Fault.LATE_UPDATE, Fault.REORDER_UPDATES)


@dataclass(slots=True)
class Armed:
    """A fault waiting to strike; `method` and `chat` narrow it.

    Without a method it spares `getUpdates`, which a polling bot always has under way. `retry_after` is in
    seconds: what a 429 tells the bot, and how late a late update is.
    """

    fault: Fault
    times: int = 1
    method: str | None = None
    chat: int | None = None
    retry_after: int = 1

    def strikes(self, method: str | None, chat: int | None) -> bool:
        """Whether it is meant for this call or update."""
        return (
            self.times > 0
            and (method != "getUpdates" if self.method is None else self.method == method)
            and (self.chat is None or self.chat == chat)
        )


class Faults:
    """The armed faults, oldest first."""

    def __init__(self) -> None:
        self._armed: list[Armed] = []

    def arm(self, armed: Armed) -> None:
        """Adds a fault; several may be armed at once."""
        self._armed.append(armed)

    def clear(self) -> None:
        """Takes all of them away."""
        self._armed.clear()

    def for_call(self, method: str, chat: int | None) -> Armed | None:
        """The fault that strikes this call of the bot, spent once."""
        return self._spend(method, chat, updates=False)

    def for_update(self, chat: int | None) -> Armed | None:
        """The fault that strikes this update, spent once."""
        return self._spend(None, chat, updates=True)

    def _spend(self, method: str | None, chat: int | None, *, updates: bool) -> Armed | None:
        for armed in self._armed:
            if (armed.fault in UPDATE_FAULTS) == updates and armed.strikes(method, chat):
                armed.times -= 1
                return armed
        return None
