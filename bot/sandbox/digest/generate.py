"""Makes `bot_api.json` from aiogram's description of the Bot API.

aiogram's source distribution (not its wheel) holds `.butcher/schema/schema.json`: every method and type of
the Bot API with its documentation. This keeps what a server needs to judge a request: names, types, whether a
field is required, fixed values, length limits. How to run it is written in `README.md` beside this file.
"""

import argparse
import json
import re
import tarfile
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

TARGET = Path(__file__).with_name("bot_api.json")
SCHEMA_IN_ARCHIVE = ".butcher/schema/schema.json"

_NUMBER = r"\d[\d,]*"
_TEXT_LIMIT = re.compile(
    rf"({_NUMBER})\s?-\s?({_NUMBER}) (characters|bytes)(?: after (entit))?", re.IGNORECASE
)
_LIST_LIMIT = re.compile(rf"(?:list of|include|specify) ({_NUMBER})-({_NUMBER}) ")
_NUMBER_LIMIT = re.compile(rf"(?:between|[,;(]) ({_NUMBER})-({_NUMBER})(?=[.;,) ]|$)")
_FIXED = re.compile(r"(?:always|must be) '?([a-z0-9_]+)'?$")
_MEMBER = re.compile(r"^ - ([A-Z]\w+)$", re.MULTILINE)
_RESULT = re.compile(r"[^.]*\breturn(?:s|ed)\b[^.]*", re.IGNORECASE)
_TYPE = re.compile(r"(?:[Aa]rray of )?\b([A-Z]\w+)")
_PLAIN = {"True": "True", "Int": "Integer", "Integer": "Integer", "String": "String"}


def digest(schema: dict[str, Any]) -> dict[str, Any]:
    """The compact form of aiogram's schema; its shape is explained in `README.md`."""
    entries = [entry for section in schema["items"] for entry in section["children"]]
    types = {entry["name"] for entry in _of("types", entries)}
    return {
        "version": schema["api"]["version"],
        "released": schema["api"]["release_date"],
        "methods": {
            entry["name"]: {"returns": _returns(entry["description"], types), "fields": dict(_fields(entry))}
            for entry in _of("methods", entries)
        },
        "types": {
            entry["name"]: {"fields": dict(_fields(entry))} | _members(entry)
            for entry in _of("types", entries)
        },
    }


def _of(category: str, entries: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (entry for entry in entries if entry["category"] == category)


def _returns(description: str, types: Container[str]) -> str:
    found: list[str] = []
    for sentence in _RESULT.findall(description):
        for match in _TYPE.finditer(sentence):
            name = _PLAIN.get(match[1], match[1] if match[1] in types else "")
            kind = f"Array of {name}" if match[0] != match[1] else name
            if name and kind not in found:
                found.append(kind)
    if not found:
        raise ValueError(f"no result type found in: {description}")
    return " or ".join(found)


def _fields(entry: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    for field in entry["annotations"]:
        rules = _limit(field["type"], field["description"]) | _fixed(field["description"])
        yield field["name"], [field["type"], int(field["required"]), *([rules] if rules else [])]


def _limit(kind: str, description: str) -> dict[str, Any]:
    if kind == "String":
        match, unit = _TEXT_LIMIT.search(description), ""
        unit = match[3].lower() + (" after entities" if match[4] else "") if match else ""
    elif kind.startswith("Array of"):
        match, unit = _LIST_LIMIT.search(description), "items"
    elif kind in {"Integer", "Float"}:
        match, unit = _NUMBER_LIMIT.search(description), ""
    else:
        return {}
    if match is None:
        return {}
    low, high = (int(number.replace(",", "")) for number in (match[1], match[2]))
    return {"min": low, "max": high} | ({"unit": unit} if unit else {})


def _fixed(description: str) -> dict[str, str]:
    match = _FIXED.search(description)
    return {"const": match[1]} if match else {}


def _members(entry: dict[str, Any]) -> dict[str, list[str]]:
    members = [] if entry["annotations"] else _MEMBER.findall(entry["description"])
    return {"one_of": members} if members else {}


def read_schema(path: Path) -> dict[str, Any]:
    """The schema from a source distribution of aiogram (.tar.gz) or from the bare JSON file."""
    schema: dict[str, Any]
    if path.suffix == ".json":
        schema = json.loads(path.read_text("utf-8"))
        return schema
    with tarfile.open(path) as archive:
        name = next((name for name in archive.getnames() if name.endswith(SCHEMA_IN_ARCHIVE)), None)
        if name is None or (member := archive.extractfile(name)) is None:
            raise SystemExit(f"{path}: no {SCHEMA_IN_ARCHIVE} inside; give aiogram's source distribution")
        schema = json.loads(member.read())
    return schema


def render(content: dict[str, Any]) -> str:
    """JSON with one method or type a line, so that an update of the API reads well as a diff."""
    lines = [f'"version":{json.dumps(content["version"])},', f'"released":{json.dumps(content["released"])},']
    for section in ("methods", "types"):
        rows = (
            f"{json.dumps(name)}:{json.dumps(body, separators=(',', ':'))}"
            for name, body in sorted(content[section].items())
        )
        lines.append(f'"{section}":{{\n' + ",\n".join(rows) + ("\n}," if section == "methods" else "\n}"))
    return "{\n" + "\n".join(lines) + "\n}\n"


def main() -> None:
    """Command line: `python -m bot.sandbox.digest.generate aiogram-X.Y.Z.tar.gz`."""
    parser = argparse.ArgumentParser(description="make bot_api.json from aiogram's source distribution")
    parser.add_argument("source", type=Path, help="aiogram-X.Y.Z.tar.gz, or the schema.json inside it")
    TARGET.write_text(render(digest(read_schema(parser.parse_args().source))), "utf-8")


if __name__ == "__main__":
    main()
