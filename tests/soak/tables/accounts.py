"""What is counted, and what must be nothing at all: lost and doubled moves, leaks, taps without an answer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from bot.i18n import tr
from bot.sandbox.core import Sandbox
from bot.screens.buttons import GameTap, parse
from bot.tables.deals import with_its_deck
from bot.tables.model import Presence, Table
from engine.match import outcome, phase
from engine.record.faults import LineError
from tests.engine.claims import elsewhere, views_hide
from tests.soak.tables.crowd import Pressed
from tests.soak.tables.eye import Eye, is_leak
from tests.soak.tables.party import Party
from tests.soak.tables.relay import Relay
from tests.soak.tables.retelling import Retelling

CLOSELY: Final = 12
"""Positions of each match at which hidden cards are moved, to see that nobody notices."""
DIED: Final = 12.0
"""Seconds after an acknowledgement in which a process still had answers to give."""
_WRITTEN: Final = re.compile(r"(?:# undone: )?P[1-6]: .*# update (\d+)")
_BY_COMPUTER: Final = re.compile(r"P[1-6]: .*# (?:autopilot|easy|normal)")
EXPECTED: Final = (
    ("Too Many Requests", "429"),
    ("Internal Server Error", "500"),
    ("message is not modified", "not modified, after a cut"),
    ("message to edit not found", "gone, after a cut"),
    ("message to delete not found", "gone, after a cut"),
    ("query is too old", "answered already, or too old"),
    ("group chat was upgraded to a supergroup chat", "the group became a supergroup"),
    ("ephemeral message not found", "gone, after a cut"),
    ("bot was blocked by the user", "blocked"),
    ("can't initiate conversation", "never started"),
    ("chat not found", "never started, and in no group any more"),
)
"""Refusals that faults and people bring about."""


@dataclass(slots=True)
class Accounts:
    """The sums over all matches."""

    eye: Eye
    relay: Relay
    folder: Path
    """Where what went wrong is kept."""
    rng: Random
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    written: Counter[int] = field(default_factory=Counter)
    """Lines of actions that each update wrote."""
    expected: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Results that were due in each group, by their first line."""
    told: dict[int, Retelling] = field(default_factory=dict)
    """The match before, of each group."""
    sat: dict[tuple[int, int], set[int | None]] = field(default_factory=dict)
    """Where each person of a group sat last."""

    def look_back(self, party: Party, table: Table, record: Sequence[str]) -> None:
        """A match has ended, or the soak has."""
        self.counts["matches"] += 1
        self._how(table)
        self.written.update(int(found[1]) for line in record if (found := _WRITTEN.fullmatch(line)))
        self.counts["moves of people"] += sum(bool(_WRITTEN.fullmatch(line)) for line in record)
        self.counts["moves of computers"] += sum(bool(_BY_COMPUTER.fullmatch(line)) for line in record)
        self.counts["moves taken back"] += sum(line.startswith("# undone: P") for line in record)
        try:
            telling = Retelling(record)
        except LineError as error:
            self._complain(f"the record of {table.id} does not replay: {error}", record)
            return
        again = with_its_deck(replace(table, match=telling.state)).match
        if again != table.match:
            self._complain(f"the record of {table.id} comes to another state", record)
        self.counts["records replayed"] += 1
        self.counts["deals"] += len(telling.ended)
        self._leaks(party, table, telling, record)
        for number in telling.ended:
            self.expected[party.home, f"🃏 {tr(table.lang, 'result-title', n=number)}"] += 1

    def _how(self, table: Table) -> None:
        """Why it goes on no more."""
        match = table.match
        ended = match and outcome(match)
        if ended:
            self.counts[f"ended: {ended.why.value}"] += 1
        elif table.paused:
            late = any(sitter.plays and sitter.overdue for sitter in table.seats)
            gone = not any(sitter.is_person and sitter.presence is Presence.HERE for sitter in table.seats)
            why = "somebody's time is over" if late else "nobody plays" if gone else ""
            self.counts[f"paused: {why}"] += 1
            if not why:
                self.wrong.append(f"{table.id} is paused for no reason")
        else:
            where = phase(match).value if match else table.stage.value
            self.wrong.append(f"{table.id} neither ended nor pauses: {where}")

    def _leaks(self, party: Party, table: Table, telling: Retelling, record: Sequence[str]) -> None:
        tellings = [telling, *([self.told[party.home]] if party.home in self.told else [])]
        seats: defaultdict[int, set[int | None]] = defaultdict(set)
        for seat, person in (
            *enumerate(sitter.person for sitter in table.seats),
            *((past.seat, past.sitter.person) for past in table.past),
        ):
            seats[person].add(seat)
        for seen in self.eye.seen.pop(table.id, []):
            self.counts["texts with cards"] += 1
            # What the whole table knows anybody may read, and who sat at the match before his cards of then.
            sat = seats[seen.chat] | self.sat.get((party.home, seen.chat), set()) | {None}
            if all(is_leak(seen, seat, tellings) for seat in sat):
                self.counts["leaks"] += 1
                where = f"{table.id}: chat {seen.chat} at line {seen.lines}: {dict(seats)}"
                self._complain(f"{where}\n{seen.text}", record)
        for step in self.rng.sample(telling.steps, min(CLOSELY, len(telling.steps))):
            for viewer in (None, *range(step.state.players)):
                views_hide(step.state, viewer, elsewhere(step.state, viewer, self.rng))
                self.counts["views looked at closely"] += 1
        self.told[party.home] = telling
        self.sat.update(((party.home, person), {*sat}) for person, sat in seats.items())

    def join(self, pressed: Iterable[Pressed], sandbox: Sandbox) -> None:
        """Every tap is one line of a record or one refusal, and every line of a person is a tap."""
        taps = set()
        for tap in pressed:
            self.counts["taps"] += 1
            taps.add(tap.update)
            lines, answer = self.written[tap.update], sandbox.world.queries[tap.query].answer
            if answer is None:
                self._unanswered(tap)
            if not isinstance(parse(tap.data), GameTap):
                self.wrong += [f"{tap} wrote a move"] if lines else []
                self.counts["taps on other buttons"] += 1
                continue
            self.counts["taps accepted" if lines else "taps refused"] += 1
            if lines > 1:
                self.counts["moves doubled"] += 1
                self.wrong.append(f"{tap} wrote {lines} lines")
            if answer is not None and bool(answer["text"]) is bool(lines):
                self.counts["moves lost"] += not lines
                self.wrong.append(f"{tap} wrote {lines} lines, and its answer was {answer}")
        if strange := set(self.written) - taps:
            self.wrong.append(f"lines of updates that nobody sent: {sorted(strange)}")

    def _unanswered(self, tap: Pressed) -> None:
        """Only a process that died once it had acknowledged the update may leave a tap unanswered."""
        life, at = self.relay.acknowledged.get(tap.update, ((-1, -1), 0.0))
        died = self.relay.died_at.get(life)
        if died is not None and died - at < DIED:
            self.counts["answers that died with their process"] += 1
        else:
            self.counts["taps unanswered"] += 1
            self.wrong.append(f"{tap} was never answered: {self.relay.handed.get(tap.update)}")

    def results(self) -> None:
        """Every result was said; those that were said again are counted."""
        for (group, headline), due in self.expected.items():
            said = self.eye.said[group][headline]
            if said < due:
                self.wrong.append(f"group {group} read «{headline}» {said} times instead of {due}")
            self.counts["results"] += due
            self.counts["results said again"] += max(0, said - due)

    def refusals(self, sandbox: Sandbox) -> None:
        """What Telegram refused, and whether faults or people explain it."""
        for (method, code, text), number in sandbox.stats.refusals.items():
            why = next((why for part, why in EXPECTED if part in text), None)
            if why is None:
                self.wrong.append(f"{method} was refused {number} times: {code} {text}")
            else:
                self.counts[f"refused: {why}"] += number

    def logs(self, files: Iterable[Path]) -> None:
        """Nothing went wrong inside the bots."""
        for file in files:
            log = file.read_text(errors="replace")
            self.counts["tracebacks"] += log.count("Traceback")
            if "Traceback" in log:
                at = log.index("Traceback")
                self.wrong.append(f"{file}: {log[max(0, at - 300) : at + 4000]}")

    def _complain(self, what: str, record: Sequence[str]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"{len(self.wrong)}.tgr"
        file.write_text("\n".join((*record, "")), encoding="utf-8")
        self.wrong.append(f"{what}\nrecord: {file}")
