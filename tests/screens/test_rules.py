"""The rules of a table in sentences: all that acts there, nothing that does not, in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import LANGS, tr
from bot.screens.buttons import RulesTap, parse
from bot.screens.model import MAX_TEXT, Screen
from bot.screens.paragraphs import PARAGRAPHS
from bot.screens.rules import changed_sentences, rules, sentence, value_key
from bot.screens.text import length
from bot.tables.model import HouseRules, Table
from engine.conventions import FIELDS, PRESETS, Field, Value, assemble
from tests.i18n.ftl import texts
from tests.screens.people import set_table
from tests.screens.test_limits import sound
from tests.support.tables import waiting

CHOICES = [(field, value) for field in FIELDS.values() for value in field.values]
SAID_OUT = {"bolts_game_limit": "third", "bolts_row_limit": "Three"}
"""How small numbers are said in words."""


def ruled(preset: str = "default", **changed: Any) -> Table:
    """A lobby with the rules of a preset and some of its own."""
    house = HouseRules(preset, (), replace(assemble(PRESETS[preset].differs), **changed))
    return replace(waiting(), rules=house)


def shown(table: Table, lang: str) -> list[Screen]:
    """Every page."""
    first = rules(table, lang)
    data = [button.data for row in first.keyboard for button in row if button.data]
    taps = [tap.page for tap in map(parse, data) if isinstance(tap, RulesTap)]
    return [rules(table, lang, page) for page in range(1 + max(taps, default=0))]


def told(table: Table, lang: str = "en") -> str:
    text = "\n".join(screen.text for screen in shown(table, lang))
    return plain(text)


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def sentences(table: Table) -> Iterator[str]:
    for line in told(table).splitlines():
        if line.startswith("• "):
            yield from (part.removesuffix(".") for part in line.removeprefix("• ").split(". "))


def test_every_convention_has_its_place_in_one_paragraph() -> None:
    placed = [name for groups in PARAGRAPHS.values() for group in groups for name in group.split()]
    assert sorted(placed) == sorted(FIELDS)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("field", "value"), CHOICES, ids=lambda it: getattr(it, "id", None) or str(it))
def test_every_value_of_every_convention_has_a_sentence(field: Field, value: Value, lang: str) -> None:
    """It stands on the page of a table that chose it, with the mark of a difference."""
    said = sentence(field, value, lang)
    assert said == said.strip()
    assert said[:1].upper() == said[:1]
    assert said[-1] not in ".:;,"
    if value_key(field, value) == "n" and field.id not in SAID_OUT:
        assert str(abs(int(value or 0))) in said
    if value != field.default:
        chosen: dict[str, Any] = {field.id: value}
        table = ruled(**chosen)
        assert f"◆ {plain(said)}." in told(table, lang)
        assert changed_sentences(table.rules, lang) == [said]


def test_no_sentence_is_for_a_value_that_does_not_exist() -> None:
    keys = {f"rule-{field.id}.{value_key(field, value)}" for field, value in CHOICES}
    any_number = {f"rule-{field.id}.n" for field in FIELDS.values() if field.numbers}
    assert {key for key in texts("en") if key.startswith("rule-")} == keys | any_number


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_every_preset_can_be_read(preset: str, lang: str) -> None:
    table = ruled(preset)
    pages = shown(table, lang)
    assert len(set(pages)) == len(pages)
    for screen in pages:
        sound(screen)
        assert length(screen.text) < MAX_TEXT
        assert "◆" not in screen.text
        body = [line for line in screen.text.splitlines() if line.startswith("•")]
        assert body
        assert all(line.endswith(".") and ".." not in line for line in body)
    assert rules(table, lang, 99) == pages[-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_said_twice(preset: str) -> None:
    said = list(sentences(ruled(preset)))
    assert len(said) == len(set(said))


@pytest.mark.parametrize("preset", PRESETS)
def test_what_differs_from_the_common_game_is_said_wherever_it_acts(preset: str) -> None:
    """A preset's own numbers are all in its text."""
    table = ruled(preset)
    conventions = table.rules.conventions
    text = told(table)
    if conventions.barrel:
        assert f"climb on the barrel at {conventions.barrel_at}" in text
        assert f"from the barrel takes {conventions.barrel_need}" in text
    for name in ("max_bid", "redeal_hand_below", "redeal_talon_below", "ace_marriage", "last_trick_bonus"):
        number = getattr(conventions, name)
        assert not number or plain(sentence(FIELDS[name], number, "en")) in text


def test_what_differs_from_the_preset_is_marked() -> None:
    table = ruled(cross=True, dump_truck_plus=False)
    text = told(table)
    assert "• ◆ A cross may be taken: the score stays, opponents get a bolt each." in text
    assert (
        "• ◆ There is no dump truck at 555. Negative dump truck: a score of exactly −555 becomes 0." in text
    )
    assert "differs from the preset" in text
    assert len(changed_sentences(table.rules, "en")) == 2
    assert "differs from the preset" not in told(ruled())


def test_rules_that_cannot_act_are_not_shown() -> None:
    text = told(ruled())
    assert "There are no golden deals" in text
    assert "Points count twice in a golden deal" not in text
    assert "un-blind" not in text
    for value in ("♠ 40", "♣ 60", "♦ 80", "♥ 100"):
        assert value in text


@pytest.mark.parametrize(
    ("changed", "silent"),
    [
        ({"golden": True, "golden_auction": True}, ["golden contract", "declined", "nobody makes"]),
        ({"golden": True, "golden_points_double": False}, ["Marriages count twice", "all ×2"]),
        ({"barrel": False, "cross": True, "blind": True}, ["on the barrel"]),
        ({"bolts": False}, ["bolts in a game", "The declarer can get"]),
        ({"auction": False}, ["contract made", "opening bid", "talon is shown"]),
        (
            {"raise_after_talon": False, "golden": True},
            ["golden contract may", "golden contract is not raised"],
        ),
        ({"exposed_card_penalty": 120}, ["exposed card, the others", "next player deals"]),
    ],
)
def test_sentences_do_not_contradict_one_another(changed: dict[str, Any], silent: list[str]) -> None:
    text = told(ruled(**changed))
    assert not [words for words in silent if words in text]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"golden": True}, "The golden contract is not raised"),
        ({"golden": True}, "The first hand plays a golden deal, without bidding"),
        ({"blind": True}, "The blind contract is not raised"),
    ],
)
def test_what_the_ordinary_deal_has_otherwise_is_said_though_it_is_the_default(
    changed: dict[str, Any], said: str
) -> None:
    assert said in told(ruled(**changed))


def test_a_penalty_is_told_by_what_it_costs_here() -> None:
    """A penalty of 120 is worth the unit, other ones are literal (settled S10)."""
    text = told(ruled(penalty_unit=100, bolts_row_limit=3, bolts_row_penalty=240))
    assert "The penalty for bolts is 100." in text
    assert "A fall off the barrel costs 100." in text
    assert "The penalty for bolts in a row is 240." in text


def test_without_an_auction_everybody_scores_what_they_take() -> None:
    own = tr("en", "note-own-points")
    assert f"<b>Scoring</b>\n• {own}." in told(ruled("stock2"))
    assert own not in told(ruled())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("target", [1000, 1001])
def test_the_reverse_barrel_says_that_it_can_lose_the_match(target: int, lang: str) -> None:
    """4.24: whoever falls to minus the target from it ends the match."""
    text = told(ruled(reverse_barrel=True, target=target), lang)
    assert f" −{target} " in text
    assert tr(lang, "note-reverse-lost", n=-target) not in told(ruled(), lang)


@pytest.mark.parametrize("deadline", ["auction_start", "contract", "first_lead"])
def test_a_redeal_is_not_promised_twice(deadline: str) -> None:
    """Settled T1: each ground is offered once, and to keep is final."""
    text = told(ruled(redeal_hand_nines=4, redeal_deadline=deadline))
    assert "because of the cards dealt is offered once" in text
    assert tr("en", "note-redeal-final") in text
    assert tr("en", "note-redeal-final") not in told(ruled(redeal_talon_nines=2, redeal_forced=True))
    assert "cards dealt" not in told(ruled(redeal_hand_below=14, redeal_hand_stage="after_discard"))
    assert "For two players a redeal takes 4" in told(ruled("two10", redeal_hand_nines_2p=4))


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("default", "A contract failed on the barrel costs only a try"),
        ("default", "No bolts on the barrel"),
        ("wikipedia", "No crosses while someone is on the barrel"),
        ("wikipedia", "No crosses in a blind game"),
        ("wikipedia", "A player on the barrel may not write off"),
        ("marks", "No crosses while someone is on the barrel"),
        ("marks", "A player on the barrel may not write off"),
    ],
)
def test_what_is_barred_is_said_though_it_is_barred_everywhere(preset: str, said: str) -> None:
    assert f"{said}." in told(ruled(preset))


@pytest.mark.parametrize("lang", LANGS)
def test_the_limit_of_silence_says_whether_it_includes_itself(lang: str) -> None:
    at, below = tr(lang, "silent-at-limit", n=-200), tr(lang, "rule-negative_limit.n", n=-200)
    with_it = ruled("wikipedia", negative_limit=-200, negative_limit_test="le")
    assert changed_sentences(with_it.rules, lang) == [at]
    assert f"◆ {plain(at)}." in told(with_it, lang)
    assert plain(below) not in told(with_it, lang)
    assert changed_sentences(ruled(negative_limit=-200).rules, lang) == [below]


@pytest.mark.parametrize("lang", LANGS)
def test_whether_hints_are_on_is_said(lang: str) -> None:
    off, on = ruled("bank_hints"), replace(ruled("bank_hints"), hints=True)
    assert plain(tr(lang, "hints-allowed")) in told(off, lang)
    assert plain(tr(lang, "hints-on")) not in told(off, lang)
    assert plain(tr(lang, "hints-on")) in told(on, lang)
    assert plain(tr(lang, "hints-allowed")) not in told(on, lang)
    for key in ("hints-on", "hints-allowed"):
        assert plain(tr(lang, key)) not in told(ruled("bank"), lang)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_once_the_match_is_on_only_its_own_deal_is_told(players: int) -> None:
    table = set_table(assemble(PRESETS["sixmax"].differs), players, 0)
    numbers = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
    text = told(replace(table, rules=replace(table.rules, preset="sixmax")))
    assert [word for word in numbers.values() if f"{word} players:" in text] == [numbers[players]]
    everybody = told(ruled("sixmax"))
    assert all(f"{word} players:" in everybody for word in numbers.values())


@pytest.mark.parametrize("lang", LANGS)
def test_every_section_has_a_title(lang: str) -> None:
    assert all(tr(lang, f"section-{title}") for title in PARAGRAPHS)


def test_a_table_with_every_rule_changed_fits_its_pages() -> None:
    changed = {
        field.id: value for field in FIELDS.values() for value in field.values if value != field.default
    }
    for lang in LANGS:
        for screen in shown(replace(waiting(), rules=HouseRules("default", (), assemble(changed))), lang):
            sound(screen)
