"""Write the generated parts of docs/rulebook from the code and the records; --check compares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.conventions import (
    FIELDS,
    PRESETS,
    Field,
    Preset,
    assemble,
    differing,
)
from engine.errors import RuleError
from engine.texts import MEANINGS, RULES, TITLES
from tools.ids import BOOK, decisions, resolutions
from tools.pages import code, filled, run, table
from tools.records import links, shown_by
from tools.unrecorded import excuses

COMMAND: Final = "python -m tools.rulebook"

_EXAMPLE: Final = re.compile(r"^\| ([A-Z][0-9]+) \|(.*)\|[^|]*\|$", re.MULTILINE)


def pages() -> dict[Path, str]:
    """Every page of the rulebook that has a generated part, as it should be."""
    shown = shown_by()
    blocks: Mapping[str, Mapping[str, str]] = {
        "conventions.md": {section: _conventions(section) for section in _sections()},
        "presets.md": {"all": _all_presets(), **{preset.id: _preset(preset) for preset in PRESETS.values()}},
        "validity.md": {
            "refusals": table(("rule", "reason given"), ((code(rule), line) for rule, line in RULES.items()))
        },
        "record.md": {"codes": _codes()},
        "resolutions.md": {"records": _index(shown, resolutions(), BOOK / "resolutions.md")},
        "settled.md": {"records": _index(shown, decisions(), BOOK / "settled.md")},
    }
    made = {
        BOOK / name: filled((BOOK / name).read_text(encoding="utf-8"), parts)
        for name, parts in blocks.items()
    }
    return {**made, BOOK / "examples.md": _examples(shown)}


# Conventions


def _sections() -> tuple[str, ...]:
    return tuple(dict.fromkeys(column.section for column in FIELDS.values()))


def _conventions(section: str) -> str:
    rows = (
        (f'<a id="{name}"></a>{code(name)}', _values(column), _changed_by(column), MEANINGS[name])
        for name, column in FIELDS.items()
        if column.section == section
    )
    return table(("id", "values", "presets that differ", "meaning"), rows)


def _values(column: Field) -> str:
    words = []
    for value in column.values:
        word = code(column.word(value))
        words.append(f"**{word}**" if value == column.default else word)
    if column.numbers:
        words.append(_range(column.numbers.low, column.numbers.high))
    return ", ".join(words)


def _range(low: int, high: int) -> str:
    return f"any from {low} to {high}"


def _changed_by(column: Field) -> str:
    users: dict[str, list[str]] = {}
    for preset in PRESETS.values():
        if column.id in preset.differs:
            users.setdefault(column.word(preset.differs[column.id]), []).append(preset.id)
        elif column.id in preset.asks:
            users.setdefault("asked", []).append(preset.id)
    return "; ".join(f"{code(word)}: {', '.join(names)}" for word, names in users.items())


# Presets


def _all_presets() -> str:
    rows = (
        (f"[{code(name)}](#{name})", TITLES[name], _numbers(preset.players))
        for name, preset in PRESETS.items()
    )
    return table(("preset", "title", "players"), rows)


def _numbers(players: Iterable[int]) -> str:
    return ", ".join(map(str, players))


def _preset(preset: Preset) -> str:
    settings = differing(assemble(preset.differs), None)
    sections: dict[str, list[str]] = {}
    for name, word in settings.items():
        sections.setdefault(FIELDS[name].section, []).append(f"{name}={word}")
    lines = [f"{section}: {', '.join(words)}" for section, words in sections.items()]
    lines += [f"asked at the table: {', '.join(preset.asks)}"] if preset.asks else []
    body = "\n".join(["```", *(lines or ["(nothing differs)"]), "```"])
    return f"Players: {_numbers(preset.players)}.\n\n{body}"


# Codes


def _codes() -> str:
    kinds = sorted(_errors(RuleError), key=lambda kind: kind.__qualname__)
    return table(("code", "meaning"), ((code(kind.code), _first_line(kind)) for kind in kinds))


def _errors(kind: type[RuleError]) -> Iterator[type[RuleError]]:
    for below in kind.__subclasses__():
        if "code" in vars(below):
            yield below
        yield from _errors(below)


def _first_line(kind: type[RuleError]) -> str:
    return (kind.__doc__ or "").partition("\n")[0].replace("|", "\\|")


# What shows what


def _examples(shown: Mapping[str, tuple[Path, ...]]) -> str:
    page = BOOK / "examples.md"
    return _EXAMPLE.sub(
        lambda row: f"| {row[1]} |{row[2]}| {links(shown.get(row[1], ()), page)} |",
        page.read_text(encoding="utf-8"),
    )


def _index(shown: Mapping[str, tuple[Path, ...]], keys: Iterable[str], page: Path) -> str:
    return table(
        ("id", "shown by"), ((key.removeprefix("settled "), _shown(shown, key, page)) for key in keys)
    )


def _shown(shown: Mapping[str, tuple[Path, ...]], key: str, page: Path) -> str:
    excuse = excuses().get(key)
    if excuse is None:
        return links(shown.get(key, ()), page)
    return f"no record: {excuse.why} {excuse.links(page)}"


if __name__ == "__main__":
    raise SystemExit(run(pages(), COMMAND))
