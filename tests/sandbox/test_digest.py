"""The generator of the digest, on a schema as small as it can be."""

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.digest.generate import digest, read_schema, render


def field(name: str, kind: str, description: str, *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "type": kind, "description": description, "required": required}


SCHEMA: dict[str, Any] = {
    "api": {"version": "1.0", "release_date": "2026-01-01"},
    "items": [
        {
            "title": "All",
            "children": [
                {
                    "name": "sendNote",
                    "category": "methods",
                    "description": "Sends. On success, the Note is returned, otherwise True is returned.",
                    "annotations": [
                        field(
                            "text", "String", "Text, 1-4096 characters after entities parsing", required=True
                        ),
                        field("data", "String", "Data, 1-64 bytes"),
                        field("ids", "Array of Integer", "A JSON-serialized list of 1-100 identifiers"),
                        field("limit", "Integer", "Values between 1-100 are accepted."),
                        field("code", "String", "A two-letter ISO 639-1 language code"),
                    ],
                },
                {
                    "name": "Note",
                    "category": "types",
                    "description": "One of:\n - Red\n - Blue",
                    "annotations": [],
                },
                {
                    "name": "Red",
                    "category": "types",
                    "description": "",
                    "annotations": [field("type", "String", "Type, always 'red_1'", required=True)],
                },
                {"name": "Blue", "category": "types", "description": "Holds nothing.", "annotations": []},
            ],
        }
    ],
}
EXPECTED = {
    "version": "1.0",
    "released": "2026-01-01",
    "methods": {
        "sendNote": {
            "returns": "Note or True",
            "fields": {
                "text": ["String", 1, {"min": 1, "max": 4096, "unit": "characters after entities"}],
                "data": ["String", 0, {"min": 1, "max": 64, "unit": "bytes"}],
                "ids": ["Array of Integer", 0, {"min": 1, "max": 100, "unit": "items"}],
                "limit": ["Integer", 0, {"min": 1, "max": 100}],
                "code": ["String", 0],
            },
        }
    },
    "types": {
        "Note": {"fields": {}, "one_of": ["Red", "Blue"]},
        "Red": {"fields": {"type": ["String", 1, {"const": "red_1"}]}},
        "Blue": {"fields": {}},
    },
}


def test_the_digest_keeps_names_types_limits_and_fixed_values() -> None:
    assert digest(SCHEMA) == EXPECTED


def test_it_is_written_one_entry_a_line() -> None:
    text = render(digest(SCHEMA))
    assert json.loads(text) == EXPECTED
    assert (
        sum(line.startswith(('"sendNote"', '"Note"', '"Red"', '"Blue"')) for line in text.splitlines()) == 4
    )


def test_the_schema_is_found_in_a_source_distribution(tmp_path: Path) -> None:
    archive = tmp_path / "aiogram-3.31.0.tar.gz"
    content = json.dumps(SCHEMA).encode()
    with tarfile.open(archive, "w:gz") as tar:
        member = tarfile.TarInfo("aiogram-3.31.0/.butcher/schema/schema.json")
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    assert read_schema(archive) == SCHEMA


def test_another_archive_is_refused_with_advice(tmp_path: Path) -> None:
    archive = tmp_path / "other.tar.gz"
    with tarfile.open(archive, "w:gz"):
        pass
    with pytest.raises(SystemExit, match="give aiogram's source distribution"):
        read_schema(archive)
