"""Claims about the sources themselves: walls, words, late imports, the documented settings."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path for room in ("engine", "bot") for path in (ROOT / room).rglob("*.py"))
CYRILLIC = re.compile(r"[\u0400-\u04ff]")
LATE_IMPORTS_ALLOWED = {ROOT / "bot" / "__main__.py"}
"""The entry point imports aiogram only for the commands that need it: the import alone costs a second."""


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=_name)
def test_texts_live_in_locale_files(path: Path) -> None:
    assert not CYRILLIC.search(path.read_text(encoding="utf-8"))


def test_scripts_of_the_page_hold_no_texts_either() -> None:
    scripts = [
        path for path in (ROOT / "bot").rglob("*.js") if CYRILLIC.search(path.read_text(encoding="utf-8"))
    ]
    assert scripts == []


@pytest.mark.parametrize("path", [p for p in SOURCES if p not in LATE_IMPORTS_ALLOWED], ids=_name)
def test_no_import_hides_inside_a_function(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = [
        inner.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert late == []


def test_engine_needs_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    foreign = {
        f"{_name(path)}: {module}"
        for path in SOURCES
        if path.is_relative_to(ROOT / "engine")
        for module in _imported(path)
        if module.split(".")[0] not in allowed
    }
    assert foreign == set()


@pytest.mark.parametrize("module", ["random", "time", "datetime", "secrets", "asyncio", "socket"])
def test_engine_has_no_clock_no_network_and_no_randomness_of_its_own(module: str) -> None:
    players = ROOT / "engine" / "players"
    users = {
        _name(path)
        for path in SOURCES
        if path.is_relative_to(ROOT / "engine")
        and module in _imported(path)
        and not path.is_relative_to(players)
    }
    assert users <= (
        {"engine/__main__.py", "engine/selfplay.py"} if module in {"random", "secrets"} else set()
    )


def test_every_setting_is_documented_in_the_example() -> None:
    documented = set(
        re.findall(r"^#?\s?([A-Z][A-Z0-9_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    )
    assert documented == {name.upper() for name in Settings.model_fields}


def _imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found.update(alias.name for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module)
            case _:
                pass
    return found
