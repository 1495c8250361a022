"""Telegram's HTML and entities. Expected values follow core.telegram.org/bots/api#formatting-options."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.entities import commands, detect, safe_html, slice_utf16
from bot.sandbox.markup import MarkupError, checked_url, parse_html, utf16
from bot.sandbox.model import Markup, Object

ANNA: Object = {"id": 1001, "is_bot": False, "first_name": "Anna"}


def parse(source: str) -> Markup:
    return parse_html(source, lambda number: ANNA if number == 1001 else None)


def entity(kind: str, offset: int, length: int, **rest: object) -> Object:
    return {"type": kind, "offset": offset, "length": length, **rest}


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("<b>a</b><strong>b</strong>", "ab", [entity("bold", 0, 1), entity("bold", 1, 1)]),
        ("<i>a</i> <em>b</em>", "a b", [entity("italic", 0, 1), entity("italic", 2, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [entity("underline", 0, 1), entity("underline", 1, 1)]),
        ("<s>a</s><del>b</del>", "ab", [entity("strikethrough", 0, 1), entity("strikethrough", 1, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [entity("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [entity("spoiler", 0, 1)]),
        ("<code>a&lt;b</code>", "a<b", [entity("code", 0, 3)]),
        ("<pre>a</pre>", "a", [entity("pre", 0, 1)]),
        (
            '<pre><code class="language-python">a</code></pre>',
            "a",
            [entity("pre", 0, 1, language="python")],
        ),
        ("<blockquote>a</blockquote>", "a", [entity("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [entity("expandable_blockquote", 0, 1)]),
        ('<a href="https://e.com/">a</a>', "a", [entity("text_link", 0, 1, url="https://e.com/")]),
        ('<a href="tg://user?id=1001">a</a>', "a", [entity("text_mention", 0, 1, user=ANNA)]),
        ('<a href="tg://user?id=7">a</a>', "a", []),
        ('<a href="nowhere">a</a>', "a", []),
        (
            '<tg-emoji emoji-id="5">\N{GRINNING FACE}</tg-emoji>',
            "\N{GRINNING FACE}",
            [entity("custom_emoji", 0, 2, custom_emoji_id="5")],
        ),
        ("<b>a<i>b</i></b>", "ab", [entity("bold", 0, 2), entity("italic", 1, 1)]),
        ("\N{GRINNING FACE}<b>a</b>", "\N{GRINNING FACE}a", [entity("bold", 2, 1)]),
        ("  <b> a </b> ", "a", [entity("bold", 0, 1)]),
        ("<b></b>a", "a", []),
        ("a &amp; b &nbsp; &#65;&#x42;", "a & b &nbsp; AB", []),
        ("a > b", "a > b", []),
        ("<B>a</b>", "a", [entity("bold", 0, 1)]),
    ],
)
def test_tags_become_entities(source: str, text: str, entities: list[Object]) -> None:
    assert parse(source) == Markup(text, tuple(entities))


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("<h1>a</h1>", 'Unsupported start tag "h1" at byte offset 0'),
        ("\N{BLACK HEART SUIT}<h1>", 'Unsupported start tag "h1" at byte offset 3'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a href="x>a</a>', "Unclosed start tag at byte offset 0"),
        ("<a href=x_y>a</a>", "Unexpected end of name token at byte offset 8"),
        ('<tg-emoji emoji-id="x">a</tg-emoji>', "Invalid custom emoji identifier specified"),
    ],
)
def test_what_cannot_be_parsed_is_named_as_telegram_names_it(source: str, problem: str) -> None:
    with pytest.raises(MarkupError, match=f"^{re.escape(problem)}$"):
        parse(source)


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1))
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert parse(html.escape(text, quote=False)).text == text.strip()


@given(st.text(alphabet="ab<>/&;\"'= \N{GRINNING FACE}bicode", max_size=40))
def test_any_source_is_parsed_or_refused_by_name(source: str) -> None:
    try:
        markup = parse(source)
    except MarkupError:
        return
    size = utf16(markup.text)
    assert all(0 <= e["offset"] < e["offset"] + e["length"] <= size for e in markup.entities)


def test_commands_mentions_and_links_are_found() -> None:
    text = "\N{GRINNING FACE} /new@some_bot for @anna_k: https://e.com/a?b=c. mail@e.com a/b"
    found = {e["type"]: slice_utf16(text, e) for e in detect(Markup(text)).entities}
    assert found == {
        "bot_command": "/new@some_bot",
        "mention": "@anna_k",
        "url": "https://e.com/a?b=c",
    }


def test_nothing_is_found_inside_code() -> None:
    assert list(commands(detect(parse("<code>/new</code> /go")))) == ["go"]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<b>a &lt;b&gt; <i>c</i></b>d", "<b>a &lt;b&gt; <i>c</i></b>d"),
        (
            '<a href="https://e.com/?a=1&amp;b=%22">x</a>',
            '<a href="https://e.com/?a=1&amp;b=%22" target="_blank" rel="noopener">x</a>',
        ),
        ("<pre>a\nb</pre>", "<pre>a\nb</pre>"),
        ("/go now", '<span class="command">/go</span> now'),
        (
            '<tg-time unix="1700000000" format="r">at 22:13</tg-time>',
            '<time data-unix="1700000000" data-format="r">at 22:13</time>',
        ),
    ],
)
def test_safe_html_says_what_the_entities_say(source: str, shown: str) -> None:
    assert safe_html(detect(parse(source))) == shown


@given(
    st.text(st.characters(codec="utf-8", max_codepoint=0xFFFF)),
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 20)), max_size=6),
)
def test_safe_html_holds_no_tag_of_the_text_and_loses_nothing(
    text: str, spans: list[tuple[int, int]]
) -> None:
    marked = Markup(text, tuple(entity("bold", offset, length) for offset, length in spans))
    shown = safe_html(marked)
    assert set(re.findall(r"<[^>]*>", shown)) <= {"<b>", "</b>"}
    assert shown.count("<b>") == shown.count("</b>")
    assert html.unescape(re.sub(r"</?b>", "", shown)) == html.unescape(html.escape(text))


@pytest.mark.parametrize(
    ("url", "checked"),
    [
        ("example.com", "http://example.com/"),
        ("https://example.com/a", "https://example.com/a"),
        ("t.me/bot?start=x", "http://t.me/bot?start=x"),
        ("tg://resolve?domain=bot", "tg://resolve?domain=bot"),
        ("javascript:alert(1)", None),
        ("ftp://example.com", None),
        ("no address", None),
        ("", None),
    ],
)
def test_addresses(url: str, checked: str | None) -> None:
    assert checked_url(url) == checked
