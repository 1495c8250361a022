"""What no game record can show: why, and the tests that show it instead (`unrecorded.toml`)."""

from __future__ import annotations

import ast
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tools.pages import ROOT

LIST: Final = Path(__file__).with_name("unrecorded.toml")


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why no record shows a thing, and what does."""

    why: str
    tests: tuple[str, ...]
    """As pytest names them: `tests/engine/test_cli.py::test_help`."""

    def links(self, page: Path) -> str:
        """Links from a page to the tests."""
        return ", ".join(
            f"[{name.removeprefix('test_').replace('_', ' ')}]({os.path.relpath(ROOT / path, page.parent)})"
            for path, name in (test.split("::") for test in self.tests)
        )


@cache
def excuses() -> Mapping[str, Excuse]:
    """What is excused, by convention or id."""
    found = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return {key: Excuse(entry["why"], tuple(entry["tests"])) for key, entry in found.items()}


def missing_tests(excuse: Excuse) -> Iterator[str]:
    """Tests that are named and not there."""
    for test in excuse.tests:
        path, _, name = test.partition("::")
        if name not in _functions(ROOT / path):
            yield test


@cache
def _functions(path: Path) -> frozenset[str]:
    if not path.exists():
        return frozenset()
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
