"""The rulebook in docs/ and the code say the same: generated parts, ids, settings, links."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.conventions import FIELDS, PRESETS, field
from tools import coverage_of_rules, rulebook
from tools.pages import DOCS, ROOT, filled, run, stale

BOOK = DOCS / "rulebook"
PAGES = sorted([*BOOK.glob("*.md"), DOCS / "rules-decisions.md", DOCS / "rules-coverage.md"])
SOURCES = sorted((ROOT / "engine").rglob("*.py"))

CITED = re.compile(r"\b(?:(settled|and|to)|([A-Z][0-9]{1,2})|(?<![\d.])(4\.[0-9]{1,2})(?![\d.]))\b")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
SETTING = re.compile(r"`([a-z][a-z0-9_]+)=([^`\s]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NOTE = re.compile(r"^- `([a-z0-9_]+)` \(", re.MULTILINE)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# Generated parts


@pytest.mark.parametrize(
    ("pages", "command"),
    [(rulebook.pages, rulebook.COMMAND), (coverage_of_rules.page, coverage_of_rules.COMMAND)],
    ids=["rulebook", "coverage"],
)
def test_generated_parts_are_what_the_code_says(pages: Callable[[], dict[Path, str]], command: str) -> None:
    assert [name(path) for path in stale(pages())] == [], f"write them anew with: {command}"


def test_a_page_that_differs_is_reported_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.pages.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("old", encoding="utf-8")
    assert run({page: "new"}, "make it", ["--check"]) == 1
    assert "page.md" in capsys.readouterr().err
    assert text(page) == "old"
    assert run({page: "new"}, "make it", []) == 0
    assert text(page) == "new"
    assert run({page: "new"}, "make it", ["--check"]) == 0


def test_only_the_blocks_of_a_page_are_written() -> None:
    page = "by hand\n<!-- generated: one -->\nold\n<!-- end -->\nby hand"
    assert filled(page, {"one": "new"}) == page.replace("old", "new")


@pytest.mark.parametrize("blocks", [{}, {"one": "", "two": ""}], ids=["marker only", "block only"])
def test_markers_and_blocks_belong_together(blocks: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="marker"):
        filled("<!-- generated: one -->\n<!-- end -->", blocks)


# Ids


@cache
def defined() -> frozenset[str]:
    """Every id that the rulebook explains: `4.11`, `B7`, `settled B7`, and the readings, `D7`."""
    settled = re.findall(r"^- \*\*([A-Z][0-9]+)\.\*\*", text(BOOK / "settled.md"), re.MULTILINE)
    resolutions = re.findall(r"^### (4\.[0-9]+) ", text(BOOK / "resolutions.md"), re.MULTILINE)
    examples = re.findall(r"^\| ([A-Z][0-9]+) \|", text(BOOK / "examples.md"), re.MULTILINE)
    readings = re.findall(r"^\| (D[0-9]+) \|", text(DOCS / "rules-decisions.md"), re.MULTILINE)
    return frozenset([*resolutions, *examples, *readings, *(f"settled {number}" for number in settled)])


def cited(prose: str) -> Iterator[str]:
    """Ids in some prose. After "settled" they are decisions, also several of them in a row."""
    decisions = False
    end = 0
    for match in CITED.finditer(prose):
        if decisions and re.search(r"[^\s,;/-]", prose[end : match.start()]):
            decisions = False
        word, bare, resolution = match.groups()
        if word == "settled":
            decisions = True
        elif bare:
            yield f"settled {bare}" if decisions or bare[0] in "NPSX" else bare
        elif resolution:
            yield resolution
        end = match.end()


def prose_of(path: Path) -> Iterator[str]:
    """The docstrings, of attributes too, and the comments of a module."""
    source = text(path)
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                yield docstring
            case _:
                pass
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@pytest.mark.parametrize(
    ("prose", "ids"),
    [
        ("Booked (4.11; settled S1, S20).", ["4.11", "settled S1", "settled S20"]),
        ("settled T1 to T7", ["settled T1", "settled T7"]),
        ("see B7, and settled B7", ["B7", "settled B7"]),
        ("settled B1 says what example B7 shows", ["settled B1", "B7"]),
        ("0.49 against 14.3 ms, 4.3.1", []),
    ],
)
def test_citations_are_found(prose: str, ids: list[str]) -> None:
    assert list(cited(prose)) == ids


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_ids_cited_in_the_engine_are_in_the_rulebook(path: Path) -> None:
    known = defined()
    assert [number for prose in prose_of(path) for number in cited(prose) if number not in known] == []


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_ids_cited_in_the_rulebook_are_in_it(path: Path) -> None:
    known = {number.removeprefix("settled ") for number in defined()}
    assert {number.removeprefix("settled ") for number in cited(LINK.sub("]", text(path)))} <= known


def test_ids_are_explained_once() -> None:
    page = text(BOOK / "settled.md")
    numbers = re.findall(r"^- \*\*([A-Z][0-9]+)\.\*\*", page, re.MULTILINE)
    assert len(numbers) == len(set(numbers))


def test_every_resolution_is_there() -> None:
    assert {f"4.{number}" for number in range(1, 55)} <= defined()


def test_every_reading_names_what_shows_it() -> None:
    rows = re.findall(r"^\| (D[0-9]+) \|.*\|([^|]*)\|$", text(DOCS / "rules-decisions.md"), re.MULTILINE)
    assert len(rows) > 50
    for number, shown in rows:
        assert LINK.search(shown), f"{number}: neither a record nor a test"
        for test, place in re.findall(r"\[`(test_\w+)`\]\(([^)]+)\)", shown):
            source = text((DOCS / place).resolve())
            assert f"def {test}(" in source, f"{number}: {test}"


# Conventions and presets


def test_every_convention_has_one_note_in_its_section() -> None:
    noted: list[tuple[str, str]] = []
    for part in re.split(r"^## ", text(BOOK / "conventions.md"), flags=re.MULTILINE)[1:]:
        section = part.partition("\n")[0]
        noted += [(section, convention) for convention in NOTE.findall(part)]
    assert noted == [(column.section, column.id) for column in FIELDS.values()]


def test_every_preset_is_described() -> None:
    systems = text(BOOK / "systems.md")
    assert [preset for preset in PRESETS if preset != "default" and f"`{preset}`" not in systems] == []


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_settings_named_in_the_rulebook_exist(path: Path) -> None:
    for convention, word in SETTING.findall(text(path)):
        if convention not in {"id", "seed"}:
            field(convention).parse(word)


# Links


def anchors(path: Path) -> frozenset[str]:
    page = text(path)
    headings = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(page)}
    return frozenset(headings | set(re.findall(r'<a id="([^"]+)">', page)))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    for target, anchor in LINK.findall(text(path)):
        page = (path.parent / target).resolve() if target else path
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), f"{target}#{anchor}"
