"""What the rulebook numbers: worked examples, resolutions, decisions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.conventions import PRESETS
from tools.pages import DOCS

BOOK: Final = DOCS / "rulebook"

_EXAMPLE: Final = re.compile(r"^\| ([A-Z][0-9]+) \|([^|]*)\|", re.MULTILINE)
_RESOLUTION: Final = re.compile(r"^### (4\.[0-9]+) ", re.MULTILINE)
_DECISION: Final = re.compile(r"^- \*\*([A-Z][0-9]+)\.\*\*", re.MULTILINE)
_WORD: Final = re.compile(r"`(\w+)`")


def examples() -> Mapping[str, frozenset[str]]:
    """Each example with the presets that it names; none where it holds for all."""
    return {
        number: frozenset(_WORD.findall(systems)) & PRESETS.keys()
        for number, systems in _EXAMPLE.findall(_page("examples.md"))
    }


def resolutions() -> tuple[str, ...]:
    """`4.1` and so on, in their order."""
    return tuple(_RESOLUTION.findall(_page("resolutions.md")))


def decisions() -> tuple[str, ...]:
    """`settled N1` and so on, in their order."""
    return tuple(f"settled {number}" for number in _DECISION.findall(_page("settled.md")))


def _page(name: str) -> str:
    return (BOOK / name).read_text(encoding="utf-8")
