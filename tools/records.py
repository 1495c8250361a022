"""What the game records of the tests are about: the ids in their names, the conventions that they set."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from engine.conventions import FIELDS, resolve
from engine.errors import RuleError
from engine.record.faults import LineError
from engine.record.reader import Statement, read
from tools.pages import ROOT

FOLDER: Final = ROOT / "tests" / "records"
POSITIONS: Final = ROOT / "tests" / "engine" / "examples"

_ID: Final = re.compile(r"(settled_)?([A-Z][0-9]+|4\.[0-9]+)(?:_|$)")
_ONLY_SETTLED: Final = "NPSX"
_CITED: Final = re.compile(r"\bsettled ([A-Z][0-9]+)\b|\b([NPSX][0-9]+|4\.[0-9]+)\b")
_TEST: Final = re.compile(r"^def (test_(settled_)?([a-z][0-9]+|4_[0-9]+)_\w+)", re.MULTILINE)
_SETTING: Final = re.compile(r"\b([a-z]\w*)=([\w+-]+)")
_WORD: Final = re.compile(r"\b([a-z]\w*)\b(=?)")
_NO_WORD: Final = re.compile(r"\W")
_SWITCHED: Final = {"true": "on", "false": "off"}


@dataclass(frozen=True, slots=True)
class Record:
    """A `.tgr` of the tests."""

    path: Path
    preset: str | None
    named: frozenset[str]
    """Settings (`id=word`) in force that its name or a comment names."""
    written: frozenset[str]
    """Settings in force of its `set` statements."""

    def says(self, setting: str) -> bool:
        """The setting is in force, and the record says so itself."""
        return setting in self.named or setting in self.written


@cache
def records() -> tuple[Record, ...]:
    """Every record whose conventions make sense, by path."""
    found = (_record(path) for path in sorted(FOLDER.rglob("*.tgr")))
    return tuple(record for record in found if record)


def _record(path: Path) -> Record | None:
    data = path.read_bytes()
    try:
        header = [line for line in read(data) if isinstance(line, Statement)]
        preset = next((line.args[0] for line in header if line.word == "preset"), None)
        words = (word.partition("=") for line in header if line.word == "set" for word in line.args)
        own = {name: value for name, _, value in words}
        conventions = resolve(preset, own)
    except (LineError, RuleError):
        return None
    in_force = frozenset(
        f"{name}={column.word(getattr(conventions, name))}" for name, column in FIELDS.items()
    )
    comments = _comments(data)
    told = {f"{name}={word}" for name, word in _SETTING.findall(comments)}
    ids = {name for name, word in _WORD.findall(comments) if "_" in name and not word}
    named = {
        setting
        for setting in in_force
        if setting in told or setting.partition("=")[0] in ids or _is_named_after(path.stem, setting)
    }
    return Record(path, preset, frozenset(named), in_force & {f"{name}={word}" for name, word in own.items()})


def _is_named_after(stem: str, setting: str) -> bool:
    """The file name starts with the setting, as `barrel_tries_1` or `barrel_bump_off` do."""
    name, _, word = setting.partition("=")
    spellings = (_NO_WORD.sub("_", word), _SWITCHED.get(word, word))
    return any(f"{stem}_".startswith(f"{name}_{spelt}_") for spelt in spellings)


# What shows an id


@cache
def shown_by() -> Mapping[str, tuple[Path, ...]]:
    """Records and tests of each id, `4.11`, `B7`, `settled B7`: those that their names start with.

    Where there is no record of the name, those count that cite the id in a comment.
    """
    found: defaultdict[str, list[Path]] = defaultdict(list)
    cited: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(FOLDER.rglob("*.tgr")):
        match = _ID.match(path.stem)
        if match:
            found[_key(match[2], settled=bool(match[1]))].append(path)
        for settled, other in set(_CITED.findall(_comments(path.read_bytes()))):
            cited[_key(settled or other, settled=bool(settled))].append(path)
    for key in cited.keys() - found.keys():
        found[key] = cited[key]
    for path in sorted(POSITIONS.rglob("test_*.py")):
        for _, settled, name in _TEST.findall(path.read_text(encoding="utf-8")):
            key = _key(name.upper().replace("_", "."), settled=bool(settled))
            if path not in found[key]:
                found[key].append(path)
    return {key: tuple(paths) for key, paths in found.items()}


def _comments(data: bytes) -> str:
    lines = data.decode("utf-8", "replace").splitlines()
    return "\n".join(line.partition("#")[2] for line in lines)


def _key(name: str, *, settled: bool) -> str:
    return f"settled {name}" if settled or name[0] in _ONLY_SETTLED else name


def links(paths: Sequence[Path], page: Path) -> str:
    """Links from a page to these files, with what their names say beside the id."""
    return ", ".join(f"[{_title(path)}]({os.path.relpath(path, page.parent)})" for path in paths)


def _title(path: Path) -> str:
    if path.suffix != ".tgr":
        return "a position"
    return _ID.sub("", path.stem).replace("_", " ") or path.stem
