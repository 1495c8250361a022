"""Pages of the repository that are written from its code: whole files, or blocks between markers."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"

_BLOCK: Final = re.compile(r"(<!-- generated: ([^>]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def filled(text: str, blocks: Mapping[str, str]) -> str:
    """The page with its generated blocks written anew; all else stays as it is.

    Raises:
        ValueError: the page and `blocks` do not name the same blocks.
    """
    found = [name for _, name, _, _ in _BLOCK.findall(text)]
    if sorted(found) != sorted(blocks):
        missing, unknown = set(blocks).difference(found), set(found).difference(blocks)
        raise ValueError(
            f"blocks without a marker: {sorted(missing)}; markers without a block: {sorted(unknown)}"
        )
    return _BLOCK.sub(lambda block: f"{block[1]}{blocks[block[2]]}\n{block[4]}", text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def code(word: str) -> str:
    """A word as Markdown code."""
    return f"`{word}`"


def stale(pages: Mapping[Path, str]) -> tuple[Path, ...]:
    """Pages that are not what the code says."""
    return tuple(
        page for page, text in pages.items() if not page.exists() or page.read_text(encoding="utf-8") != text
    )


def run(
    pages: Mapping[Path, str],
    command: str,
    arguments: Sequence[str] | None = None,
    gaps: Sequence[str] = (),
) -> int:
    """Write the pages, or with --check only say which are out of date: the exit status, 1 with `gaps` too."""
    parser = ArgumentParser(prog=command)
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit 1 if a page is out of date"
    )
    check: bool = parser.parse_args(arguments).check
    old = stale(pages)
    for page in old:
        name = page.relative_to(ROOT)
        if check:
            sys.stderr.write(f"{name}: not what the code says; write it anew with: {command}\n")
        else:
            page.write_text(pages[page], encoding="utf-8")
            sys.stdout.write(f"{name}: written\n")
    for gap in gaps:
        sys.stderr.write(f"{gap}\n")
    return 1 if gaps or (check and old) else 0
