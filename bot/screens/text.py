"""HTML of messages: blocks of lines, and how long Telegram finds them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import Final

_TAG: Final = re.compile("<[^<>]*>")


def units(text: str) -> int:
    """The length of a plain text as Telegram counts it: UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def length(markup: str) -> int:
    """The length of HTML after its entities are parsed."""
    return units(html.unescape(_TAG.sub("", markup)))


def bold(text: str) -> str:
    """Important text."""
    return f"<b>{text}</b>"


def code(text: str) -> str:
    """Monospace text that a tap copies."""
    return f"<code>{text}</code>"


def folded(lines: Sequence[str]) -> str:
    """Lines that a reader unfolds."""
    return "<blockquote expandable>" + "\n".join(lines) + "</blockquote>" if lines else ""


def blocks(*parts: Iterable[str]) -> str:
    """Blocks of lines, an empty line between them; empty lines and blocks are left out."""
    texts = ("\n".join(line for line in part if line) for part in parts)
    return "\n\n".join(text for text in texts if text)


def newest(lines: Sequence[str], room: int) -> list[str]:
    """The last lines that fit into `room` units."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= length(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept[::-1]


def shorten(text: str, limit: int) -> str:
    """A plain text cut to `limit` units, with an ellipsis where it was cut."""
    if units(text) <= limit:
        return text
    kept = ""
    room = limit - 1
    for char in text:
        room -= units(char)
        if room < 0:
            break
        kept += char
    return f"{kept.rstrip()}…"


def first_upper(text: str) -> str:
    """A text that begins a line."""
    return text[:1].upper() + text[1:]
