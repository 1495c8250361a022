"""Telegram's HTML, read as Telegram reads it: text and entities, or its error with a byte offset.

The grammar and the error texts follow tdlib (`MessageEntity.cpp`): offsets in errors count bytes of UTF-8,
offsets of entities count UTF-16 units, unknown `&names;` stay as they are, tag names are case-insensitive.
"""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.sandbox.model import Markup, Object

_TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "pre": "pre",
    "code": "code",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
_CHARACTER = re.compile(r"&(?:#(\d{1,8})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot));?")
_SPACES = " \t\n\r\f\v"
_USER_LINK = re.compile(r"tg://user\?id=(\d+)$")


class MarkupError(ValueError):
    """The text can't be parsed; the message is Telegram's, without its prefix."""


def utf16(text: str) -> int:
    """Length in UTF-16 units, as Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    attributes: dict[str, str]
    units: int
    start: int
    """Index into the pieces of text read so far."""


def parse_html(source: str, person_name: Callable[[int], Object | None]) -> Markup:
    """Text and entities of a message in `parse_mode=HTML`.

    `person_name` gives the User object behind a `tg://user?id=…` link, or nothing if the bot never met them.

    Raises:
        MarkupError: where Telegram refuses.
    """
    pieces: list[str] = []
    units = 0
    entities: list[Object] = []
    stack: list[_Open] = []
    for token in _tokens(source):
        match token:
            case str():
                pieces.append(token)
                units += utf16(token)
            case _Start(tag, attributes):
                stack.append(_Open(tag, attributes, units, len(pieces)))
            case _End(tag, offset):
                opened = _close(stack, tag, offset)
                if units > opened.units:
                    inside = "".join(pieces[opened.start :])
                    entities += _entities(opened, units - opened.units, inside, entities, person_name)
    if stack:
        raise MarkupError(f'Can\'t find end tag corresponding to start tag "{stack[-1].tag}"')
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return trim(Markup("".join(pieces), tuple(entities)))


def trim(markup: Markup) -> Markup:
    """Telegram strips the white space around a message; entities are cut and moved with it."""
    body = markup.text.strip()
    lead = utf16(markup.text[: len(markup.text) - len(markup.text.lstrip())])
    size = utf16(body)
    kept = []
    for entity in markup.entities:
        start = max(entity["offset"] - lead, 0)
        end = min(entity["offset"] + entity["length"] - lead, size)
        if start < end:
            kept.append({**entity, "offset": start, "length": end - start})
    return Markup(body, tuple(kept))


@dataclass(frozen=True, slots=True)
class _Start:
    tag: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class _End:
    tag: str
    offset: int


def _tokens(source: str) -> Iterator[str | _Start | _End]:
    at = 0
    while at < len(source):
        if source[at] != "<":
            end = source.find("<", at)
            end = len(source) if end < 0 else end
            yield _decode(source[at:end])
            at = end
        elif source.startswith("</", at):
            token, at = _read_end(source, at)
            yield token
        else:
            start, at = _read_start(source, at)
            yield start


def _decode(text: str) -> str:
    return _CHARACTER.sub(lambda match: html.unescape(match[0].removesuffix(";") + ";"), text)


def _bytes(source: str, at: int) -> int:
    return len(source[:at].encode())


def _skip(source: str, at: int, characters: str) -> int:
    while at < len(source) and source[at] in characters:
        at += 1
    return at


def _until(source: str, at: int, stops: str) -> int:
    while at < len(source) and source[at] not in stops:
        at += 1
    return at


def _read_end(source: str, begin: int) -> tuple[_End, int]:
    offset = _bytes(source, begin)
    at = _until(source, begin + 2, _SPACES + ">")
    name = source[begin + 2 : at].lower()
    at = _skip(source, at, _SPACES)
    if source[at : at + 1] != ">":
        raise MarkupError(f"Unclosed end tag at byte offset {offset}")
    return _End(name, offset), at + 1


def _close(stack: list[_Open], tag: str, offset: int) -> _Open:
    if not stack:
        raise MarkupError(f"Unexpected end tag at byte offset {offset}")
    opened = stack.pop()
    if tag and tag != opened.tag:
        raise MarkupError(
            f'Unmatched end tag at byte offset {offset}, expected "</{opened.tag}>", found "</{tag}>"'
        )
    return opened


def _read_start(source: str, begin: int) -> tuple[_Start, int]:
    offset = _bytes(source, begin)
    at = _until(source, begin + 1, _SPACES + ">")
    if at == len(source):
        raise MarkupError(f"Unclosed start tag at byte offset {offset}")
    tag = source[begin + 1 : at].lower()
    if tag not in _TAGS:
        raise MarkupError(f'Unsupported start tag "{tag}" at byte offset {offset}')
    attributes: dict[str, str] = {}
    while True:
        at = _skip(source, at, _SPACES)
        if source[at : at + 1] == ">":
            break
        name, value, at = _read_attribute(source, at, tag, offset)
        attributes[name] = value
    if tag == "span" and attributes.get("class") != "tg-spoiler":
        raise MarkupError(f'Tag "span" must have class "tg-spoiler" at byte offset {offset}')
    return _Start(tag, attributes), at + 1


def _read_attribute(source: str, at: int, tag: str, offset: int) -> tuple[str, str, int]:
    begin = at
    at = _until(source, at, _SPACES + "=>/\"'")
    name = source[begin:at]
    if not name:
        if at == len(source):
            raise MarkupError(f'Unclosed start tag "{tag}" at byte offset {offset}')
        raise MarkupError(f'Empty attribute name in the tag "{tag}" at byte offset {offset}')
    at = _skip(source, at, _SPACES)
    if source[at : at + 1] != "=":
        return name, "", at
    at = _skip(source, at + 1, _SPACES)
    if at == len(source):
        raise MarkupError(f'Unclosed start tag "{tag}" at byte offset {offset}')
    if source[at] in "\"'":
        end = source.find(source[at], at + 1)
        if end < 0:
            raise MarkupError(f"Unclosed start tag at byte offset {offset}")
        return name, _decode(source[at + 1 : end]), end + 1
    end = at
    while end < len(source) and ((source[end].isascii() and source[end].isalnum()) or source[end] in ".-"):
        end += 1
    if end == len(source):
        raise MarkupError(f"Unclosed start tag at byte offset {offset}")
    if source[end] not in _SPACES + ">":
        raise MarkupError(f"Unexpected end of name token at byte offset {_bytes(source, at)}")
    return name, source[at:end].lower(), end


def _entities(
    opened: _Open,
    length: int,
    inside: str,
    before: list[Object],
    person_name: Callable[[int], Object | None],
) -> list[Object]:
    entity: Object = {"type": _TAGS[opened.tag], "offset": opened.units, "length": length}
    match opened.tag:
        case "a":
            return _link(entity, opened.attributes.get("href") or inside, person_name)
        case "tg-emoji":
            emoji = opened.attributes.get("emoji-id", "")
            if not emoji.isdecimal() or not int(emoji):
                raise MarkupError("Invalid custom emoji identifier specified")
            entity["custom_emoji_id"] = emoji
        case "tg-time":
            moment = opened.attributes.get("unix", "")
            if not moment.isdecimal() or not int(moment):
                return []
            entity["unix_time"] = int(moment)
            if form := opened.attributes.get("format"):
                entity["date_time_format"] = form
        case "blockquote" if "expandable" in opened.attributes:
            entity["type"] = "expandable_blockquote"
        case "pre" if before and _same_span(before[-1], entity, "code"):
            language = before.pop().get("language")
            return [entity | ({"language": language} if language else {})]
        case "code" if opened.attributes.get("class", "").startswith("language-"):
            entity["language"] = opened.attributes["class"].removeprefix("language-")
    return [entity]


def _same_span(one: Object, other: Object, kind: str) -> bool:
    return (one["type"], one["offset"], one["length"]) == (kind, other["offset"], other["length"])


def _link(entity: Object, url: str, person_name: Callable[[int], Object | None]) -> list[Object]:
    if match := _USER_LINK.match(url):
        user = person_name(int(match[1]))
        return [{**entity, "type": "text_mention", "user": user}] if user else []
    checked = checked_url(url)
    return [{**entity, "url": checked}] if checked else []


def checked_url(url: str) -> str | None:
    """The address as Telegram keeps it (`a.com` becomes `http://a.com/`), or nothing if it is none."""
    url = url.strip()
    if url.startswith("tg://"):
        return url
    if "://" not in url:
        url = f"http://{url}"
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in {"http", "https", "ton"} or not re.fullmatch(
        r"[\w.-]+\.\w+|localhost|[\d.]+", host
    ):
        return None
    return url if parts.path or parts.query or parts.fragment else f"{url}/"
