"""The files of the page: words in three languages, modules that find each other, nothing from outside."""

import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

import pytest

from bot.sandbox.acts import ACTS
from bot.sandbox.faults import Fault

PAGE = Path(str(resources.files("bot.sandbox") / "page"))
MODULES = sorted(PAGE.glob("*.js"))
SHEETS = sorted(PAGE.glob("*.css"))
LANGUAGES = ("en", "ru", "uk")
PLURALS = {
    "en": {"one", "other"},
    "ru": {"one", "few", "many", "other"},
    "uk": {"one", "few", "many", "other"},
}
BUILT_KEYS = ("language.", "theme.", "fault.", "service.", "coach.", "role.")
"""Families of words whose keys the code puts together."""
CONTRAST = 4.5
"""WCAG 2.2, 1.4.3 (AA) for text of ordinary size."""

Words = Mapping[str, str | Mapping[str, str]]


def words(language: str) -> Words:
    loaded: Words = json.loads((PAGE / "words" / f"{language}.json").read_text("utf-8"))
    return loaded


def source() -> str:
    return "\n".join(module.read_text("utf-8") for module in MODULES)


def forms(entry: str | Mapping[str, str]) -> Iterator[str]:
    yield from [entry] if isinstance(entry, str) else entry.values()


def variables(entry: str | Mapping[str, str]) -> set[str]:
    return {name for form in forms(entry) for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words_with_the_same_variables(language: str) -> None:
    english = words("en")
    other = words(language)
    assert list(other) == list(english)
    assert {key: variables(entry) for key, entry in other.items()} == {
        key: variables(entry) for key, entry in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_words_have_every_form_of_their_language(language: str) -> None:
    plurals = {key: set(entry) for key, entry in words(language).items() if not isinstance(entry, str)}
    assert plurals
    assert all(have == PLURALS[language] for have in plurals.values()), plurals


def test_the_code_asks_for_words_that_exist_and_leaves_none_unused() -> None:
    known = set(words("en"))
    asked = set(re.findall(r'tr\("([\w.-]+)"', source()))
    named = asked | {word for word in re.findall(r'"([\w.-]+)"', source()) if word in known}
    assert asked <= known
    assert {key for key in known - named if not key.startswith(BUILT_KEYS)} == set()


def test_the_faults_on_offer_are_those_the_server_knows() -> None:
    offered = {key.removeprefix("fault.") for key in words("en") if key.startswith("fault.")}
    assert offered == {fault.value for fault in Fault}
    assert all(f'"{fault.value}"' in source() for fault in Fault)


def test_what_the_page_does_the_server_can_do() -> None:
    done = set(re.findall(r'(?:act|do|try)\("(\w+)"', source())) | set(
        re.findall(r'#act\(.+?, "(\w+)", ', source())
    )
    assert {"send", "tap", "open", "kick_bot"} <= done <= set(ACTS)


@pytest.mark.parametrize("path", [*MODULES, *SHEETS, PAGE / "index.html"], ids=lambda path: path.name)
def test_code_holds_no_cyrillic(path: Path) -> None:
    assert re.findall(r"[\u0400-\u04FF]", path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_nothing_is_parsed_into_the_living_page(path: Path) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setHTMLUnsafe"
    assert re.findall(forbidden, path.read_text("utf-8")) == []


def test_the_page_asks_no_other_site_for_anything() -> None:
    everything = "\n".join(path.read_text("utf-8") for path in PAGE.rglob("*") if path.is_file())
    outside = set(re.findall(r"https?://[^\s\"'`)]+", everything))
    assert outside == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in (PAGE / "index.html").read_text("utf-8")


def reached_from(name: str, seen: set[str]) -> set[str]:
    if name in seen:
        return seen
    seen.add(name)
    text = (PAGE / name).read_text("utf-8")
    for module, file in re.findall(r'from "\./(\w+\.js)"|/page/(\w+\.\w+)', text):
        reached_from(module or file, seen)
    return seen


def test_every_file_is_reached_from_the_page_and_every_reference_is_a_file() -> None:
    assert reached_from("index.html", set()) == {path.name for path in PAGE.iterdir() if path.is_file()}


def test_every_icon_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', (PAGE / "icons.svg").read_text("utf-8")))
    kinds = re.findall(r'KIND_ICONS = \{ url: "(\w+)", copy: "(\w+)" \}', source())[0]
    assert set(re.findall(r'icon\("(\w+)"\)', source())) | set(kinds) == drawn


Pair = tuple[str, str]
"""A colour in the light scheme and in the dark one."""

THEME = (PAGE / "theme.css").read_text("utf-8")
PAIR = r"light-dark\((#[0-9a-f]{6})[0-9a-f]{0,2}, (#[0-9a-f]{6})[0-9a-f]{0,2}\)"


def ground(name: str) -> Pair:
    """A colour of the page; where it lets its ground through, the colour alone."""
    ((light, dark),) = re.findall(rf"--{name}: {PAIR}", THEME)
    return light, dark


def people() -> dict[str, tuple[Pair, Pair]]:
    """For each person the colour that fills shapes and the one in which the name is written."""
    found = re.findall(rf"\.(hue-\w+) \{{ --hue: {PAIR}; --name: {PAIR}", THEME)
    return {name: ((fill, fill_dark), (ink, ink_dark)) for name, fill, fill_dark, ink, ink_dark in found}


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "under"),
    [
        ("ink", "panel"),
        ("ink", "bubble"),
        ("muted", "panel"),
        ("muted", "bubble"),
        ("key-ink", "key"),
        ("accent", "bubble"),
        ("on-accent", "accent"),
        ("red-suit", "bubble"),
        ("red-suit", "key"),
    ],
)
def test_text_stands_out_in_both_schemes(ink: str, under: str, scheme: int) -> None:
    assert contrast(ground(ink)[scheme], ground(under)[scheme]) >= CONTRAST


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("style", ["primary", "success", "danger"])
def test_white_stands_out_on_coloured_buttons(style: str, scheme: int) -> None:
    assert contrast("#ffffff", ground(style)[scheme]) >= CONTRAST


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("name", people())
def test_every_person_is_read_in_their_colour_and_in_white_on_it(name: str, scheme: int) -> None:
    fill, ink = people()[name]
    assert contrast(ink[scheme], ground("bubble")[scheme]) >= CONTRAST
    assert contrast("#ffffff", fill[scheme]) >= CONTRAST
