"""The engine's commands: `python -m engine replay | legal | check | conventions | presets | selfplay`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Final, NoReturn

from engine.conventions import (
    FIELDS,
    PRESETS,
    check_anybody_plays,
    check_players,
    parse_flags,
    players_allowed,
    resolve,
)
from engine.errors import BadUsage, CannotRead, RuleError, Unreadable
from engine.players import Level
from engine.record.answer import Json, legal_answer, replay_answer
from engine.record.faults import LineError
from engine.record.replayer import Replay, replay
from engine.record.sheet import legal_lines, score_sheet
from engine.record.tokens import seat_of
from engine.record.wording import error_line
from engine.selfplay import Game, selfplay
from engine.texts import HELP, MEANINGS, TITLES, USAGE

DONE: Final = 0
BROKEN_RULE: Final = 1
UNREADABLE: Final = 2
INTERRUPTED: Final = 130
STDIN: Final = "-"
LONGEST_SELFPLAY: Final = 500
"""Deals after which a match of computer players is left as it is, unless --deals says otherwise."""
LONGEST_COUNT: Final = 9
"""Digits of a number on the command line."""
LARGEST: Final = 16
"""MiB of a record; a whole evening is a few hundred KiB."""


class CommandError(Exception):
    """A command can't be done: the line that says why, and the exit status."""

    def __init__(self, file: str, line: int, error: RuleError, labels: Sequence[str] = ()) -> None:
        super().__init__(f"{_shown(file)}:{line}: {error.code}: {error_line(error, labels)}")
        self.status = UNREADABLE if isinstance(error, Unreadable) else BROKEN_RULE


def _shown(file: str) -> str:
    """A file's name on one line, every character of it to be seen."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in file)


class Parser(argparse.ArgumentParser):
    """argparse, with its complaints in the engine's one form."""

    def print_help(self, file: object = None) -> None:  # noqa: ARG002 - argparse's own signature
        """Write the help; argparse itself would pass over a full disk."""
        print(self.format_help(), end="", flush=True)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line.

        Raises:
            CommandError: always.
        """
        raise CommandError(STDIN, 0, BadUsage(message))


def _misused(error: RuleError) -> CommandError:
    """A rule that the command line breaks makes it wrong (settled N5); the line names that rule too."""
    if isinstance(error, BadUsage):
        return CommandError(STDIN, 0, error)
    return CommandError(STDIN, 0, BadUsage(f"{error.code}: {error_line(error)}"))


# The commands: each yields the lines that it prints


def _replay(options: argparse.Namespace) -> Iterator[str]:
    told = _read(options.file)
    try:
        viewer = None if options.viewer is None else seat_of(options.viewer, told.labels)
    except RuleError as error:
        raise _misused(error) from None
    if options.json:
        yield _json(replay_answer(told, viewer))
    else:
        yield from score_sheet(told, viewer)


def _legal(options: argparse.Namespace) -> Iterator[str]:
    told = _read(options.file)
    if options.json:
        yield _json(legal_answer(told))
    else:
        yield from legal_lines(told)


def _conventions(options: argparse.Namespace) -> Iterator[str]:
    if options.json:
        yield _json([_convention(name) for name in FIELDS])
        return
    section = ""
    for name, column in FIELDS.items():
        if column.section != section:
            section = column.section
            yield f"# {section}"
        default = column.word(column.default)
        yield f"{name} {column.kind} {'|'.join(column.words)} [{default}] {MEANINGS[name]}"


def _convention(name: str) -> dict[str, Json]:
    column = FIELDS[name]
    return {
        "id": name,
        "section": column.section,
        "kind": column.kind,
        "values": [column.plain(value) for value in column.values],
        "default": column.plain(column.default),
        "meaning": MEANINGS[name],
    }


def _presets(options: argparse.Namespace) -> Iterator[str]:
    if options.json:
        yield _json([_preset(name) for name in PRESETS])
        return
    for name, preset in PRESETS.items():
        players = ",".join(str(number) for number in preset.players)
        yield f"{name} [{players}] {TITLES[name]}"
        for key, value in preset.differs.items():
            yield f"  {key}={FIELDS[key].word(value)}"


def _preset(name: str) -> dict[str, Json]:
    preset = PRESETS[name]
    return {
        "id": name,
        "title": TITLES[name],
        "players": list(preset.players),
        "differs": {key: FIELDS[key].plain(value) for key, value in preset.differs.items()},
    }


def _selfplay(options: argparse.Namespace) -> Iterator[str]:
    try:
        yield from selfplay(_game(options))
    except RuleError as error:
        raise _misused(error) from None


def _game(options: argparse.Namespace) -> Game:
    words: list[str] = options.set
    if not all("=" in word for word in words):
        raise BadUsage(USAGE["set"])
    _, settings = parse_flags(words)
    conventions = resolve(options.preset, settings)
    check_anybody_plays(conventions, settings)
    allowed = players_allowed(conventions)
    players = options.players or (3 if 3 in allowed else allowed[0])
    check_players(conventions, players)
    return Game(conventions, options.preset, _levels(options.ai, players), options.seed, options.deals)


def _levels(text: str, players: int) -> tuple[Level, ...]:
    known = [level.value for level in Level]
    names = text.split(",")
    if len(names) not in {1, players} or not set(names) <= set(known):
        raise BadUsage(USAGE["ai"].format(levels=", ".join(known), players=players))
    levels = tuple(Level(name) for name in names)
    return levels if len(levels) == players else levels * players


def _check(files: Iterable[str]) -> int:
    worst = DONE
    for file in files:
        try:
            _read(file)
        except CommandError as failure:
            worst = max(worst, failure.status)
            print(failure)
        else:
            print(f"{_shown(file)}: ok")
    return worst


# Input and output


def _read(file: str) -> Replay:
    try:
        data = _bytes(file)
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise CommandError(file, 0, CannotRead(reason)) from None
    if len(data) > LARGEST << 20:
        raise CommandError(file, 0, CannotRead(USAGE["too_long"].format(limit=LARGEST)))
    try:
        return replay(data)
    except LineError as fault:
        raise CommandError(file, fault.line, fault.error, fault.labels) from None


def _bytes(file: str) -> bytes:
    """What is in the file, up to one byte too much."""
    most = (LARGEST << 20) + 1
    if file != STDIN:
        with Path(file).open("rb") as record:
            return record.read(most)
    if sys.stdin is None:
        raise CommandError(STDIN, 0, CannotRead(USAGE["no_input"]))
    return sys.stdin.buffer.read(most)


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _count(word: str) -> int:
    if not word.isdecimal() or len(word) > LONGEST_COUNT or int(word) < 1:
        raise argparse.ArgumentTypeError(USAGE["count"])
    return int(word)


def _file(word: str) -> str:
    if not word:
        raise argparse.ArgumentTypeError(USAGE["file"])
    return word


def _seed(word: str) -> str:
    try:
        word.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(USAGE["seed"]) from None
    return word


def _parser() -> Parser:
    parser = Parser(prog="python -m engine", description=HELP["engine"])
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=HELP[name], description=HELP[name])

    for name, run in (("replay", _replay), ("legal", _legal)):
        reading = command(name)
        reading.add_argument("file", type=_file, metavar="FILE", help=HELP["file"])
        reading.add_argument("--json", action="store_true", help=HELP["json"])
        reading.set_defaults(run=run)
        if name == "replay":
            reading.add_argument("--as", dest="viewer", metavar="LABEL", help=HELP["as"])
    checking = command("check")
    checking.add_argument("files", nargs="+", type=_file, metavar="FILE", help=HELP["file"])
    for name, run in (("conventions", _conventions), ("presets", _presets)):
        listing = command(name)
        listing.add_argument("--json", action="store_true", help=HELP["json"])
        listing.set_defaults(run=run)
    playing = command("selfplay")
    playing.add_argument("--preset", metavar="ID", help=HELP["preset"])
    playing.add_argument(
        "--set", nargs="+", action="extend", default=[], metavar="ID=VALUE", help=HELP["set"]
    )
    playing.add_argument("--players", type=_count, metavar="N", help=HELP["players"])
    playing.add_argument("--deals", type=_count, default=LONGEST_SELFPLAY, metavar="N", help=HELP["deals"])
    playing.add_argument("--seed", type=_seed, default=os.urandom(8).hex(), metavar="S", help=HELP["seed"])
    playing.add_argument("--ai", default=Level.RANDOM.value, metavar="LEVEL,…", help=HELP["ai"])
    playing.set_defaults(run=_selfplay)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status (settled N5)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        return _run(argv)
    except CommandError as failure:
        return _fail(failure)
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as fault:
        _drop_output()
        reason = fault.strerror or str(fault)
        return _fail(CommandError(STDIN, 0, BadUsage(USAGE["full_output"].format(reason=reason))))
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:
        raise CommandError(STDIN, 0, BadUsage(USAGE["no_output"]))
    options = _parser().parse_args(argv)
    status = DONE
    if options.command == "check":
        status = _check(options.files)
    else:
        for line in options.run(options):
            print(line)
    sys.stdout.flush()
    return status


def _fail(failure: CommandError) -> int:
    if sys.stderr is not None:
        print(failure, file=sys.stderr)
    return failure.status


def _drop_output() -> None:
    """What can't be written is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
