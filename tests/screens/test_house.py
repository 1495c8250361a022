"""The house-rules menu: every page can be reached and sent, every value stands on a button that sets it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from bot.i18n import LANGS, tr
from bot.screens.answers import toast
from bot.screens.buttons import HouseTap, LobbyTap, LobbyVerb, MenuTap, OwnTap, OwnVerb, RuleTap, parse
from bot.screens.conventions import conventions, more
from bot.screens.house import LINE, PRESETS, TOP, menu, page_of, sizes_text
from bot.screens.lobby import lobby
from bot.screens.model import MAX_COPY, MAX_TEXT, MAX_TOAST, Screen
from bot.screens.paragraphs import acts
from bot.screens.rules import sentence
from bot.screens.text import length, units
from bot.tables import house
from bot.tables.model import HouseRules, Table
from bot.tables.ports import Answer
from bot.tables.said import Said
from engine.conventions import FIELDS, differing
from engine.conventions.fields import Value
from engine.conventions.validity import _LAYOUT_RULES, _RULES
from engine.errors import ConflictingConventions, RuleError
from tests.screens.people import HOSTILE, named
from tests.screens.test_limits import sound
from tests.support.tables import ANNA, BOHDAN, VERA, Game, waiting

NOT_OFFERED = {
    "partnership_4p",
    "scribe_fine",
    "forgotten_discard_forfeit",
    *(name for name in FIELDS if name.startswith("exposed_card_")),
}
"""Catalogue section 2, validity no. 9."""
OFFERED = {
    f"c.{name}"
    for name, field in FIELDS.items()
    if name not in NOT_OFFERED and (len(field.values) > 1 or field.numbers)
}


def taps(screen: Screen) -> list[object]:
    return [parse(button.data) for row in screen.keyboard for button in row if button.data]


def walk(table: Table, lang: str) -> Iterator[tuple[str, Screen]]:
    """Every page, by buttons only."""
    known, waiting_pages = {TOP}, [TOP]
    while waiting_pages:
        page = waiting_pages.pop()
        screen = menu(table, lang, page, own=True)
        yield page, screen
        fresh = {tap.page for tap in taps(screen) if isinstance(tap, MenuTap)} - known
        known |= fresh
        waiting_pages.extend(sorted(fresh))


def with_rules(*words: str) -> Table:
    return replace(waiting(seats=(ANNA, BOHDAN)), rules=house.said(words))


def changed_all() -> HouseRules:
    """As much changed as can be, each to its longest word."""
    rules = house.said(("default",))
    for name, field in FIELDS.items():
        for word in sorted(field.words, key=len, reverse=True):
            if word == field.word(field.default):
                continue
            with suppress(RuleError):
                rules = house.said((f"{name}={word}",), rules)
                break
    return rules


EVERYTHING = changed_all()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", HOSTILE)
def test_every_page_can_be_reached_and_sent(names: tuple[str, ...], lang: str) -> None:
    full = waiting(seats=(ANNA, BOHDAN, VERA))
    rules = [house.said(words) for words in (("sixmax",), ("wikipedia", "+must_beat"))]
    for table in [named(replace(full, rules=each), names) for each in rules]:
        pages = dict(walk(table, lang))
        changed = differing(table.rules.conventions, table.rules.preset)
        assert pages.keys() & OFFERED == {
            f"c.{name}"
            for name in FIELDS
            if f"c.{name}" in OFFERED and (name in changed or acts(FIELDS[name], table.rules.conventions))
        }
        assert {TOP, PRESETS} <= set(pages)
        for screen in pages.values():
            sound(screen)
            assert length(screen.text) <= MAX_TEXT
    for name in FIELDS:
        sound(menu(full, lang, f"c.{name}"))


def test_every_house_rule_is_offered_where_it_can_act() -> None:
    """Some exclude one another, so it takes several tables to see them all."""
    reached: set[str] = set()
    for line in (
        "sixmax +golden -golden_auction +blind +cross +bottom_card_peek bottom_nine_recut=may",
        "two10 +barrel +reverse_barrel ace_marriage=200 +barrel_accumulate barrel_win_by=any",
        "matveev_all layout_4p=dealer_sits negative_limit=-200 marriage_announce=explicit discard_face=up",
        "trade3 -barrel bolts_row_limit=3 talon_reveal=hidden_on_hundred discard_face=up",
        "wikipedia writeoff_share=contract_half redeal_hand_below=14",
    ):
        reached |= dict(walk(with_rules(*line.split()), "en")).keys()
    assert reached & OFFERED == OFFERED


def test_what_cannot_act_is_not_shown_beside_what_rules_it_out() -> None:
    """After an un-blind nothing goes on where nobody may un-blind."""
    off, on = with_rules("matveev_all", "-unblind"), with_rules("matveev_all", "+unblind")
    goes_on = sentence(FIELDS["unblind_auction"], on.rules.conventions.unblind_auction, "en")
    assert goes_on in menu(on, "en", "s.blind").text
    assert goes_on not in menu(off, "en", "s.blind").text
    assert tr("en", "rule-unblind.false") in menu(off, "en", "s.blind").text
    assert MenuTap(off.id, "c.unblind") in taps(menu(off, "en", "s.blind"))
    assert MenuTap(off.id, "c.unblind_auction") not in taps(menu(off, "en", "s.blind"))
    golden = menu(with_rules("-golden"), "en", "s.golden")
    assert [tap.page for tap in taps(golden) if isinstance(tap, MenuTap)] == ["c.golden", TOP]


def test_a_change_that_cannot_act_now_can_still_be_taken_back() -> None:
    table = with_rules("default", "blind_raise=true")
    assert not table.rules.conventions.blind
    assert MenuTap(table.id, "c.blind_raise") in taps(menu(table, "en", "s.blind"))


@pytest.mark.parametrize("lang", LANGS)
def test_the_largest_rules_fit(lang: str) -> None:
    table = replace(waiting(), rules=EVERYTHING, lobby_turn=36**4)
    for screen in (
        menu(table, lang),
        menu(table, lang, LINE),
        conventions(table, lang, EVERYTHING),
        *more(table, lang, EVERYTHING),
        *(screen for _, screen in walk(table, lang)),
    ):
        sound(screen)


@pytest.mark.parametrize(
    "page", ["", "nowhere", "s.", "s.nowhere", "c.", "c.nowhere", "c.barrel.x", "x" * 40]
)
def test_what_is_no_page_is_the_top(page: str) -> None:
    assert menu(waiting(), "en", page) == menu(waiting(), "en")


@pytest.mark.parametrize("lang", LANGS)
def test_every_value_stands_in_words_and_on_a_button_that_sets_it(lang: str) -> None:
    table = replace(waiting(), lobby_turn=7)
    for name, field in FIELDS.items():
        screen = menu(table, lang, f"c.{name}")
        offered = [tap for tap in taps(screen) if isinstance(tap, RuleTap)]
        assert {tap.turn for tap in offered} == {7}
        flags = [tap.flag for tap in offered]
        assert flags[: len(field.values)] == [f"{name}={field.word(value)}" for value in field.values]
        for flag in flags:
            value: Value = field.parse(flag.partition("=")[2])
            assert sentence(field, value, lang) in screen.text
        chosen = [button.text for row in screen.keyboard for button in row if button.text.startswith("✓ ")]
        assert len(chosen) == 1
        assert f"● {sentence(field, field.default, lang)}" in screen.text


def test_a_number_that_is_not_listed_is_shown_and_can_be_typed() -> None:
    table = with_rules("sixmax", "ante=25")
    screen = menu(table, "en", "c.ante")
    said = sentence(FIELDS["ante"], 25, "en")
    assert f"◆ {said}" in screen.text
    assert f"✓ {said}" in [button.text for row in screen.keyboard for button in row]
    assert "/conventions ante=25" in screen.text
    assert "60" in menu(table, "en", "c.redeal_hand_below").text
    assert "negative_limit=0" in menu(table, "en", "c.negative_limit").text


def test_what_differs_from_the_preset_is_marked_on_every_page() -> None:
    table = with_rules("matveev", "barrel_at=900")
    top, said = menu(table, "ru"), sentence(FIELDS["barrel_at"], 900, "ru")
    assert f"◆ {said}" in top.text
    assert "Бочка ◆1" in [button.text for row in top.keyboard for button in row]
    section = menu(table, "ru", "s.barrel")
    assert section.text.count("◆") == 2
    assert [button.text for row in section.keyboard for button in row if "◆" in button.text] == ["◆ Бочка с"]
    rule = menu(table, "ru", "c.barrel_at")
    assert f"◆ {said}" in rule.text
    assert menu(table, "ru", "s.bolts").text.count("◆") == 0


def test_the_presets_are_those_that_fit() -> None:
    three = menu(replace(waiting(seats=(ANNA, BOHDAN, VERA))), "en", PRESETS)
    flags = [tap.flag for tap in taps(three) if isinstance(tap, RuleTap)]
    assert "two9" not in flags
    assert {"default", "sixmax", "matveev"} <= set(flags)
    buttons = [button.text for row in three.keyboard for button in row]
    assert f"{tr('en', 'preset-sixmax')} · 2–6" in buttons
    assert f"✓ {tr('en', 'preset-default')} · 3" in buttons
    assert [sizes_text(each) for each in ((3,), (2, 3, 4), (2, 4), ())] == ["3", "2–4", "2, 4", ""]


def test_after_a_value_comes_its_section_after_a_preset_the_top() -> None:
    assert page_of("barrel_at=900") == "s.barrel"
    assert page_of("cross=true") == "s.write"
    assert page_of("matveev") == TOP


def test_once_the_game_is_on_nothing_can_be_changed() -> None:
    game = Game()
    game.start()
    screen = menu(game.table, "en", "c.barrel_at")
    assert tr("en", "house-fixed") in screen.text
    assert [tap for tap in taps(screen) if isinstance(tap, RuleTap)] == []
    assert OwnTap(game.table.id, OwnVerb.SAVE) in taps(screen)


def test_the_groups_own_rules_can_be_forgotten_where_there_are_some() -> None:
    assert OwnTap(waiting().id, OwnVerb.RESET) not in taps(menu(waiting(), "en"))
    assert OwnTap(waiting().id, OwnVerb.RESET) in taps(menu(waiting(), "en", own=True))


# Conflicts


@pytest.mark.parametrize("lang", LANGS)
def test_every_conflict_is_told_whole(lang: str) -> None:
    """An alert of 200 units holds the conventions and the reason."""
    rules = {(rule, names) for rule, names, _ in (*_RULES, *_LAYOUT_RULES)}
    for rule, names in rules:
        settings = tuple(max((f"{name}={word}" for word in FIELDS[name].words), key=len) for name in names)
        told = toast(Answer(Said.RULE, error=ConflictingConventions(rule, settings)), lang)
        assert told.alert
        assert units(told.text) <= MAX_TOAST
        assert "…" not in told.text, told.text
        assert tr(lang, f"conflict-{rule}") in told.text


# The line


def test_a_short_line_is_copied_by_a_button_and_a_long_one_shown() -> None:
    table = with_rules("matveev", "+must_beat")
    copies = [b.copy for row in menu(table, "en").keyboard for b in row if b.copy]
    assert copies == ["/newgame matveev +must_beat"]
    assert "<code>/newgame matveev +must_beat</code>" in menu(table, "en").text
    assert "<code>/newgame matveev +must_beat</code>" in conventions(table, "en").text
    assert more(table, "en") == ()
    long = replace(table, rules=EVERYTHING)
    assert [b.copy for row in menu(long, "en").keyboard for b in row if b.copy] == []
    assert MenuTap(long.id, LINE) in taps(menu(long, "en"))
    line = house.line(EVERYTHING)
    assert units(line) > MAX_COPY
    assert f"<code>{line}</code>" in menu(long, "en", LINE).text
    assert f"<code>{line}</code>" in more(long, "en")[0].text


def test_conventions_show_the_groups_own_rules_and_the_tables() -> None:
    table = with_rules("matveev", "+must_beat")
    own = house.said(("gambler", "barrel_at=900"))
    screen = conventions(table, "en", own)
    assert "barrel_at=900" in screen.text
    assert "must_beat=true" in screen.text
    copies = [button.copy for row in screen.keyboard for button in row if button.copy]
    assert copies == ["/newgame gambler barrel_at=900", "/newgame matveev +must_beat"]
    assert HouseTap(table.id) in taps(screen)
    assert OwnTap(table.id, OwnVerb.RESET) in taps(screen)
    assert tr("en", "house-own-none") in conventions(None, "en").text
    assert conventions(None, "en", own).keyboard[0][0].copy == "/newgame gambler barrel_at=900"


@pytest.mark.parametrize("lang", LANGS)
def test_two_lines_that_buttons_just_hold_fit(lang: str) -> None:
    rules = house.said(("default",))
    for name, field in FIELDS.items():
        if field.kind == "bool":
            with suppress(RuleError):
                longer = house.said((f"{name}={'false' if field.default else 'true'}",), rules)
                rules = longer if units(house.line(longer)) <= MAX_COPY else rules
    assert units(house.line(rules)) > MAX_COPY - 16
    screen = conventions(replace(waiting(), rules=rules), lang, rules)
    sound(screen)
    assert [button.copy for row in screen.keyboard for button in row if button.copy] == [
        house.line(rules)
    ] * 2
    (ids,) = more(replace(waiting(), rules=rules), lang, rules)
    sound(ids)
    assert all(name in ids.text for name in FIELDS)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("shared", [True, False])
def test_what_a_group_and_its_table_changed_is_told_in_sentences(lang: str, *, shared: bool) -> None:
    """Sentences go before everything else; no id is lost."""
    own = house.said(("default", "+golden", "barrel_at=900", "+cross"))
    table = with_rules("default", *(("+golden", "barrel_at=900", "+cross") if shared else ("+must_beat",)))
    screen = conventions(table, lang, own)
    sound(screen)
    assert "◆" in screen.text
    for name in ("golden", "barrel_at", "cross"):
        said = sentence(FIELDS[name], getattr(own.conventions, name), lang)
        assert screen.text.count(said) == (2 if shared else 1)
    assert not re.search(tr(lang, "lobby-more", n="@").replace("@", "[0-9]"), screen.text)
    everything = "".join(each.text for each in (screen, *more(table, lang, own)))
    assert all(name in everything for name in FIELDS)


# The lobby


def test_the_lobby_leads_to_the_menu() -> None:
    assert HouseTap(waiting().id) in taps(lobby(waiting(), "ru"))


@pytest.mark.parametrize("lang", LANGS)
def test_a_preset_that_asks_for_a_stake_asks_in_the_lobby(lang: str) -> None:
    table = with_rules("sixmax")
    screen = lobby(table, lang)
    sound(screen)
    assert tr(lang, "ask-ante") in screen.text
    flags = [tap.flag for tap in taps(screen) if isinstance(tap, RuleTap)]
    assert flags == ["ante=0", "ante=10", "ante=20", "ante=50", "ante=100"]
    assert not any(button.text.startswith("✓") for row in screen.keyboard for button in row)
    told = lobby(with_rules("sixmax", "ante=0"), lang)
    assert tr(lang, "ask-ante") not in told.text
    assert [tap for tap in taps(told) if isinstance(tap, RuleTap)] == []


def test_the_lobby_says_whether_hints_are_on_and_switches_them() -> None:
    table = with_rules("bank_hints")
    switch = LobbyTap(table.id, 0, LobbyVerb.HINTS)
    assert switch in taps(lobby(table, "en"))
    assert tr("en", "hints-allowed") in lobby(table, "en").text
    on = replace(table, hints=True)
    assert switch in taps(lobby(on, "en"))
    assert tr("en", "hints-on") in lobby(on, "en").text
    assert switch not in taps(lobby(with_rules("bank"), "en"))
