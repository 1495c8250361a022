"""People's names as a chat can bear them: visible, short, told apart, isolated where right to left."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

NAME_WIDTH: Final = 16
"""Columns of a name in a line of text; East Asian signs and emoji take two."""
_MARKS: Final = 2
"""Combining marks that one sign may carry: enough for any script, too few for zalgo."""
_JOINED: Final = 15
"""Signs that an emoji may draw to itself: enough for any family."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Mc", "Me", "Zl", "Zp"})
"""Categories of signs that show nothing by themselves."""

_ZWJ: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
_BLACK_FLAG: Final = "\U0001f3f4"
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Signs that are letters or symbols by their category and show nothing."""

FIRST_STRONG_ISOLATE: Final = "\u2068"
POP_ISOLATE: Final = "\u2069"
WORD_JOINER: Final = "\u2060"
"""Shows nothing and allows no line break; no entity goes over it."""
_SPARK: Final = re.compile(r"[@/#$+.:](?=\S)")
"""Signs in which Telegram sees an entity when something follows them."""


def escape(text: str) -> str:
    """Text for HTML parse mode."""
    return html.escape(text, quote=False)


def label(name: str, fallback: str, width: int = NAME_WIDTH) -> str:
    """One name: cleaned and cut to `width` columns; `fallback` where nothing visible is left. Not escaped."""
    return isolate(inert(_cut(_clusters(name), width)) or fallback)


def labels(names: Sequence[str], fallbacks: Sequence[str], width: int = NAME_WIDTH) -> tuple[str, ...]:
    """The names of a table, as `label`; equal ones get a number. Not escaped."""
    seen: set[str] = set()
    chosen = []
    for name, fallback in zip(names, fallbacks, strict=True):
        clusters = _clusters(name) or list(fallback)
        text = _cut(clusters, width)
        number = 1
        while text.casefold() in seen:
            number += 1
            text = _cut(clusters, width, f" {number}")
        seen.add(text.casefold())
        chosen.append(isolate(inert(text)))
    return tuple(chosen)


def inert(text: str) -> str:
    """The text so that no client makes a mention, a command, a tag, a telephone or a link of it."""
    return _SPARK.sub(rf"\g<0>{WORD_JOINER}", text)


def isolate(text: str) -> str:
    """The text between bidi isolates, where it holds letters that run right to left."""
    if any(unicodedata.bidirectional(char) in {"R", "AL", "AN"} for char in text):
        return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
    return text


def width_of(text: str) -> int:
    """Columns that a text takes in a monospace font."""
    return sum(_width(cluster) for cluster in _split(text))


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with spaces to `width` columns, on its left where `right` aligns it."""
    spaces = " " * (width - width_of(text))
    return spaces + text if right else text + spaces


def _clusters(name: str) -> list[str]:
    """The visible signs of a name, as graphemes (an approximation of UAX 29 that needs no tables)."""
    composed = unicodedata.normalize("NFC", name[:1024])
    spaced = re.sub(r"\s+", " ", composed)
    visible = "".join(_calm(cluster) for cluster in _split(spaced))
    return list(_split(re.sub(" +", " ", visible).strip()))


def _split(text: str) -> Iterator[str]:
    cluster = ""
    for char in text:
        if cluster and (_extends(char) or _joined(cluster) or _pairs(cluster, char)):
            cluster += char
        else:
            if cluster:
                yield cluster
            cluster = char
    if cluster:
        yield cluster


def _extends(char: str) -> bool:
    return _is_mark(char) or char == _ZWJ or "\U0001f3fb" <= char <= "\U0001f3ff" or _is_tag(char)


def _joined(cluster: str) -> bool:
    return cluster[-1] == _ZWJ and _is_emoji(cluster[0])


def _pairs(cluster: str, char: str) -> bool:
    return len(cluster) == 1 and _is_regional(cluster) and _is_regional(char)


def _calm(cluster: str) -> str:
    """A grapheme without what cannot be seen: controls, unassigned signs, stray joiners, piles of marks."""
    base, rest = cluster[0], cluster[1:]
    if base in _BLANK or unicodedata.category(base) in _UNSEEN:
        return ""
    if _is_emoji(base):
        kept = (char for char in rest if not _is_tag(char) or base == _BLACK_FLAG)
        return (base + "".join(kept)[:_JOINED]).rstrip(_ZWJ)
    return base + "".join(char for char in rest if _is_mark(char))[:_MARKS]


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Mc", "Me"}


def _is_tag(char: str) -> bool:
    return "\U000e0020" <= char <= "\U000e007f"


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_emoji(char: str) -> bool:
    return unicodedata.category(char) == "So" or _is_regional(char)


def _width(cluster: str) -> int:
    base = cluster[0]
    if unicodedata.category(base) in {"Cf", "Mn", "Me"}:
        return 0
    if unicodedata.east_asian_width(base) in {"W", "F"} or _EMOJI_STYLE in cluster:
        return 2
    return 2 if _is_emoji(base) and len(cluster) > 1 else 1


def _cut(clusters: list[str], width: int, suffix: str = "") -> str:
    whole = "".join(clusters) + suffix
    signs = width + width // 2  # families of emoji take many code points
    if width_of(whole) <= width and len(whole) <= signs:
        return whole
    columns = width - width_of(suffix) - 1
    kept = ""
    for cluster in clusters:
        columns, signs = columns - _width(cluster), signs - len(cluster)
        if columns < 0 or signs < 0:
            break
        kept += cluster
    return f"{kept.rstrip()}…{suffix}"
