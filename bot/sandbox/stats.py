"""Counters of what the bot did: what tests assert and what the figures are made of."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from bot.sandbox.model import Object
from bot.sandbox.refusals import RefusedError, Why


@dataclass(slots=True)
class Stats:
    """Since the start or the last reset."""

    calls: Counter[str] = field(default_factory=Counter)
    refusals: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    writes: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Times of the sends and edits that Telegram would count, per chat; ephemeral ones are apart."""
    ephemeral_writes: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    double_answers: int = 0
    not_modified: int = 0
    too_many_requests: int = 0
    updates: int = 0

    def refuse(self, method: str, error: RefusedError) -> None:
        """Notes a refusal."""
        self.refusals[method, error.code, error.text] += 1
        self.not_modified += error.why is Why.NOT_MODIFIED
        self.too_many_requests += error.code == 429

    def report(self, unanswered: list[str]) -> Object:
        """All counters as JSON; `unanswered` are the ids of the callback queries that still wait."""
        return {
            "calls": dict(self.calls),
            "refusals": [
                {"method": method, "code": code, "text": text, "count": count}
                for (method, code, text), count in self.refusals.items()
            ],
            "writes": {str(chat): times for chat, times in self.writes.items()},
            "ephemeral_writes": {str(chat): times for chat, times in self.ephemeral_writes.items()},
            "unanswered": unanswered,
            "double_answers": self.double_answers,
            "not_modified": self.not_modified,
            "too_many_requests": self.too_many_requests,
            "updates": self.updates,
        }
