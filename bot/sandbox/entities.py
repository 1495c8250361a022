"""Entities that nobody marked: commands, mentions, links; and the safe HTML that the page shows."""

import html
import re
from collections.abc import Iterator, Sequence

from bot.sandbox.markup import utf16
from bot.sandbox.model import Markup, Object

_FOUND = (
    ("bot_command", re.compile(r"(?<![\w/@<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/])")),
    ("mention", re.compile(r"(?<![\w@/])@[a-zA-Z0-9_]{3,32}(?!\w)")),
    ("url", re.compile(r"\bhttps?://[^\s<>\"']+[^\s<>\"'.,;:!?)]")),
)
_ELEMENTS = {
    "bold": ("<b>", "</b>"),
    "italic": ("<i>", "</i>"),
    "underline": ("<u>", "</u>"),
    "strikethrough": ("<s>", "</s>"),
    "spoiler": ('<span class="spoiler">', "</span>"),
    "code": ("<code>", "</code>"),
    "pre": ("<pre>", "</pre>"),
    "blockquote": ("<blockquote>", "</blockquote>"),
    "expandable_blockquote": ('<blockquote class="expandable">', "</blockquote>"),
    "bot_command": ('<span class="command">', "</span>"),
    "mention": ('<span class="mention">', "</span>"),
    "text_mention": ('<span class="mention">', "</span>"),
}


def detect(markup: Markup) -> Markup:
    """The same text with commands, mentions and links found in it, outside code and marked links."""
    taken = [e for e in markup.entities if e["type"] in {"code", "pre", "text_link", "text_mention"}]
    found = [
        {"type": kind, "offset": utf16(markup.text[: match.start()]), "length": utf16(match[0])}
        for kind, pattern in _FOUND
        for match in pattern.finditer(markup.text)
    ]
    free = [entity for entity in found if not any(_overlap(entity, other) for other in taken)]
    return Markup(markup.text, tuple(sorted([*markup.entities, *free], key=_order)))


def commands(markup: Markup) -> Iterator[str]:
    """The commands in a text, such as `/start` or `/new@some_bot`, without the slash."""
    return (slice_utf16(markup.text, e)[1:] for e in markup.entities if e["type"] == "bot_command")


def slice_utf16(text: str, entity: Object) -> str:
    """The part of a text that an entity covers."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode(
        "utf-16-le", "ignore"
    )


def safe_html(markup: Markup) -> str:
    """The text with its entities as HTML that a page can insert as it is: all else is escaped."""
    units = markup.text.encode("utf-16-le", "surrogatepass")
    return "".join(_render(units, sorted(markup.entities, key=_order), 0, len(units) // 2))


def _render(units: bytes, entities: Sequence[Object], start: int, end: int) -> Iterator[str]:
    at = start
    rest = list(entities)
    while rest:
        entity = rest.pop(0)
        first, last = entity["offset"], min(entity["offset"] + entity["length"], end)
        if first < at or first >= last:
            continue
        inner = []
        while rest and rest[0]["offset"] < last:
            inner.append(rest.pop(0))
        opening, closing = _element(entity, units)
        yield _escape(units, at, first)
        yield opening
        yield from _render(units, inner, first, last)
        yield closing
        at = last
    yield _escape(units, at, end)


def _element(entity: Object, units: bytes) -> tuple[str, str]:
    match entity["type"]:
        case "text_link" | "url":
            url = entity.get("url") or _text(units, entity["offset"], entity["offset"] + entity["length"])
            if not url.startswith(("http://", "https://")):
                return "", ""
            return f'<a href="{html.escape(url)}" target="_blank" rel="noopener">', "</a>"
        case "date_time":
            form = html.escape(entity.get("date_time_format", ""))
            return f'<time data-unix="{entity["unix_time"]}" data-format="{form}">', "</time>"
        case kind:
            return _ELEMENTS.get(kind, ("", ""))


def _text(units: bytes, start: int, end: int) -> str:
    return units[2 * start : 2 * end].decode("utf-16-le", "replace")


def _escape(units: bytes, start: int, end: int) -> str:
    return html.escape(_text(units, start, end))


def _overlap(one: Object, other: Object) -> bool:
    return bool(
        one["offset"] < other["offset"] + other["length"] and other["offset"] < one["offset"] + one["length"]
    )


def _order(entity: Object) -> tuple[int, int]:
    return entity["offset"], -entity["length"]
