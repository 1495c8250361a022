"""The table of conventions, the presets, and what goes together (catalogue sections 2 and 3)."""

from __future__ import annotations

import dataclasses

import pytest

from engine.conventions import (
    FIELDS,
    PRESETS,
    Conventions,
    Value,
    assemble,
    check_players,
    differing,
    players_allowed,
    resolve,
    values,
)
from engine.conventions.validity import check_conflicts
from engine.errors import BadValue, ConflictingConventions, PlayersNotAllowed, UnknownPreset
from engine.texts import MEANINGS, TITLES


def test_there_are_169_conventions_in_14_sections_and_our_additions() -> None:
    sections = [column.section for column in FIELDS.values()]
    assert sections.count("Additions") == 3
    assert len(sections) - 3 == 169
    assert {section: sections.count(section) for section in sections} == {
        "Setup & dealing": 25,
        "Bidding": 15,
        "Talon & discards": 6,
        "Play & following": 6,
        "Marriages & trump": 8,
        "Scoring & rounding": 4,
        "Bolts": 7,
        "Barrel": 24,
        "Write-off & cross": 14,
        "Redeal": 18,
        "Golden deal": 13,
        "Blind": 17,
        "Resets & penalties": 5,
        "Endgame & payout": 7,
        "Additions": 3,
    }


def test_every_default_is_a_value_that_its_field_accepts() -> None:
    assert all(column.accepts(column.default) for column in FIELDS.values())


def test_every_listed_value_is_written_and_read_alike() -> None:
    for column in FIELDS.values():
        assert [column.parse(word) for word in column.words] == list(column.values)
        assert len(set(column.words)) == len(column.words)


def test_every_convention_has_a_meaning_and_every_preset_a_title_of_one_line() -> None:
    assert list(MEANINGS) == list(FIELDS)
    assert list(TITLES) == list(PRESETS)
    assert not [text for text in [*MEANINGS.values(), *TITLES.values()] if not text or "\n" in text]


@pytest.mark.parametrize(
    ("name", "kind", "words", "default"),
    [
        ("golden", "bool", ("false", "true"), False),
        ("dump_truck_plus", "bool", ("true", "false"), True),
        ("deck", "enum", ("24", "20_at_five"), "24"),
        ("blind_contract", "enum", ("120", "auction"), "120"),
        ("barrel_need", "int", ("100", "105", "120", "121", "125"), 120),
        ("reverse_barrel_fall_to", "int", ("-760", "-500"), -760),
        ("negative_limit", "int/off", ("off", "0", "-100", "-120", "-200", "-300", "-1000"), None),
        ("blind_min_score", "int/none", ("none", "0", "240"), None),
        ("end_at_minus", "int/none", ("none", "-1000"), None),
        ("ante", "int", ("0",), 0),
    ],
)
def test_kinds_and_values_are_those_of_the_catalogue(
    name: str, kind: str, words: tuple[str, ...], default: Value
) -> None:
    column = FIELDS[name]
    assert (column.kind, column.words, column.default) == (kind, words, default)


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("penalty_unit", "0", 0),
        ("penalty_unit", "777", 777),
        ("ante", "250", 250),
        ("negative_limit", "-1", -1),
        ("negative_limit", "-99999", -99999),
        ("redeal_hand_below", "60", 60),
        ("redeal_talon_below", "33", 33),
    ],
)
def test_numbers_that_settled_n9_opens_are_taken(name: str, word: str, value: int) -> None:
    assert FIELDS[name].parse(word) == value


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("penalty_unit", "-1"),
        ("ante", "n"),
        ("negative_limit", "1"),
        ("negative_limit", "none"),
        ("redeal_hand_below", "61"),
        ("redeal_talon_below", "34"),
        ("barrel_at", "890"),
        ("barrel_at", "0880"),
        ("target", "off"),
        ("golden", "True"),
        ("golden", "1"),
        ("ante", "9" * 5000),
        ("ante", "1_000"),
        ("ante", "٣"),
    ],
)
def test_other_values_are_refused_with_what_is_taken(name: str, word: str) -> None:
    with pytest.raises(BadValue) as refused:
        FIELDS[name].parse(word)
    assert refused.value.name == name
    assert refused.value.value == word
    assert refused.value.allowed == FIELDS[name].words


def test_a_value_nearly_right_is_pointed_to() -> None:
    with pytest.raises(BadValue) as refused:
        FIELDS["opener"].parse("left_of_deler")
    assert refused.value.nearest == "left_of_dealer"


# The presets


def test_presets_list_what_differs_and_nothing_else() -> None:
    counts = {name: len(preset.differs) for name, preset in PRESETS.items()}
    assert counts == {
        "default": 0,
        "sixmax": 25,
        "matveev": 18,
        "matveev_all": 37,
        "shtuka": 23,
        "gambler": 17,
        "bank": 12,
        "bank_hints": 14,
        "rospis4": 20,
        "moryak": 18,
        "classic": 33,
        "two9": 12,
        "two10": 11,
        "livegames": 22,
        "wikipedia": 41,
        "marks": 27,
        "kachalka": 18,
        "stock2": 13,
        "trade2": 21,
        "trade3": 16,
        "tysiac": 21,
    }
    for preset in PRESETS.values():
        assert not [name for name, value in preset.differs.items() if FIELDS[name].default == value]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("default", (3,)),
        ("sixmax", (2, 3, 4, 5, 6)),
        ("shtuka", (2, 3)),
        ("gambler", (3, 4)),
        ("wikipedia", (2, 3, 4)),
        ("marks", (3, 4)),
        ("stock2", (2,)),
        ("trade3", (3,)),
    ],
)
def test_presets_seat_the_players_that_the_catalogue_says(name: str, players: tuple[int, ...]) -> None:
    assert PRESETS[name].players == players


def test_the_layouts_of_every_preset_agree_with_its_players() -> None:
    for preset in PRESETS.values():
        conventions = assemble(preset.differs)
        assert players_allowed(conventions) == preset.players
        check_conflicts(conventions)
        for players in preset.players:
            check_players(conventions, players)


def test_sixmax_asks_for_the_ante_and_plays_with_none_until_then() -> None:
    assert PRESETS["sixmax"].asks == ("ante",)
    assert assemble(PRESETS["sixmax"].differs).ante == 0


def test_an_unknown_preset_is_pointed_to_the_nearest() -> None:
    with pytest.raises(UnknownPreset) as refused:
        resolve("matvev", {})
    assert refused.value.nearest == "matveev"


# What goes together


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("partnership", {"partnership_4p": True}),
        ("no_auction", {"auction": False}),
        ("no_auction", {"auction": False, "writeoff": False, "cross": True}),
        ("no_auction", {"auction": False, "writeoff": False, "golden": True}),
        ("no_auction", {"auction": False, "writeoff": False, "blind": True}),
        ("barrel_reach", {"target": 1001}),
        ("barrel_reach", {"barrel_need": 105}),
        ("excluded_win_by", {"barrel_auction": "excluded"}),
        ("accumulate_win_by", {"barrel_accumulate": True, "barrel": False}),
        ("writeoff_extra_cost", {"writeoff_extra_penalty": "third_only"}),
        ("writeoff_extra_cost", {"writeoff_extra_penalty": "after_third", "writeoff_cost": "bolt"}),
        ("blind_auction_unblind", {"blind": False, "blind_contract": "auction", "unblind": True}),
        ("proof_needs_cap", {"marriage_proof": True, "hand_cap": "none"}),
    ],
)
def test_conventions_that_exclude_each_other_are_refused(rule: str, changes: dict[str, Value]) -> None:
    with pytest.raises(ConflictingConventions) as refused:
        check_conflicts(assemble(changes))
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    "changes",
    [
        {"auction": False, "writeoff": False},
        {"target": 1001, "barrel": False},
        {"target": 1001, "barrel_need": 121},
        {"barrel_at": 900, "barrel_need": 100},
        {"barrel_auction": "excluded", "barrel_win_by": "any"},
        {"writeoff_extra_penalty": "every_third"},
        {"writeoff_extra_penalty": "third_only", "writeoff_cost": "none"},
        {"blind_contract": "auction", "unblind": False},
        {"own_trump_lead": "must_lead", "foreign_trump_lead": "never"},
        {"redeal_hand_below": 14, "layout_4p": "5+4"},
        {"scribe_fine": 100, "exposed_card_penalty": 120, "hint_talon_card": True},
    ],
)
def test_conventions_that_go_together_are_taken(changes: dict[str, Value]) -> None:
    check_conflicts(assemble(changes))


@pytest.mark.parametrize(
    ("rule", "players", "changes"),
    [
        ("one_each_layout", 2, {"layout_2p": "9+2x3"}),
        ("one_each_layout", 2, {"layout_2p": "10+2x2", "discard_2p": "one_each"}),
        ("two_to_table_layout", 2, {"layout_2p": "10+2x2", "discard_2p": "two_to_table"}),
        (
            "two_to_table_layout",
            2,
            {"layout_2p": "11+2", "discard_2p": "two_to_table", "spare_talon": "out_slam120"},
        ),
        ("stock_layout", 2, {"layout_2p": "6+stock"}),
        ("stock_layout", 2, {"layout_2p": "11+2", "stock_draw": True}),
        ("stock_layout", 3, {"auction": False, "writeoff": False}),
        ("stock_layout", 3, {"first_leader": "nondealer"}),
        ("five_players_deck", 5, {"layout_5p": "3+5"}),
    ],
)
def test_layouts_are_tested_for_the_players_at_the_table(
    rule: str, players: int, changes: dict[str, Value]
) -> None:
    with pytest.raises(ConflictingConventions) as refused:
        check_players(assemble(changes), players)
    assert refused.value.rule == rule


def test_a_layout_of_another_number_of_players_does_not_matter() -> None:
    check_players(assemble({"layout_2p": "9+2x3", "layout_5p": "3+5"}), 3)


@pytest.mark.parametrize("players", [0, 1, 2, 4, 5, 6, 7])
def test_the_default_table_is_for_three(players: int) -> None:
    with pytest.raises(PlayersNotAllowed) as refused:
        check_players(Conventions(), players)
    assert refused.value.allowed == (3,)


# What is played


@pytest.mark.parametrize(
    ("preset", "players"), [(preset.id, players) for preset in PRESETS.values() for players in preset.players]
)
def test_every_preset_is_played_with_every_number_of_players(preset: str, players: int) -> None:
    check_players(resolve(preset, {}), players)


# Resolving


def test_resolve_puts_settings_over_the_preset_over_the_defaults() -> None:
    conventions = resolve("matveev", {"barrel_at": "900", "barrel_need": "105"})
    assert (conventions.barrel_at, conventions.discard_face, conventions.target) == (900, "up", 1000)
    assert differing(conventions, "matveev") == {"barrel_at": "900", "barrel_need": "105"}


def test_settings_that_turn_a_preset_back_are_found_again() -> None:
    conventions = resolve("matveev", {"discard_face": "down"})
    assert differing(conventions, "matveev") == {"discard_face": "down"}
    assert "discard_face" not in differing(conventions, None)


def test_values_as_json_writes_them() -> None:
    written = values(Conventions())
    assert list(written) == [column.name for column in dataclasses.fields(Conventions)]
    assert written["negative_limit"] == "off"
    assert written["blind_min_score"] == "none"
    assert written["blind_contract"] == "120"
    assert written["penalty_unit"] == 120
    assert written["golden"] is False
