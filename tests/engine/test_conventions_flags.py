"""The words after /newgame and --set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conventions import FIELDS, PRESETS, parse_flags
from engine.errors import BadValue, DuplicateStatement, UnknownConvention, UnknownPreset


def test_a_preset_and_flags_stand_in_any_order() -> None:
    expected = ("bank", {"golden": "false", "barrel_at": "900", "must_beat": "true"})
    assert parse_flags(["bank", "-golden", "barrel_at=900", "+must_beat"]) == expected
    assert parse_flags(["+must_beat", "barrel_at=900", "bank", "-golden"])[0] == "bank"
    assert parse_flags([]) == (None, {})


@pytest.mark.parametrize(
    ("flag", "word"),
    [
        ("+golden", "true"),
        ("+dump_truck_plus", "true"),
        ("+max_bid", "300"),
        ("+hand_cap", "none"),
        ("+negative_limit", "0"),
        ("+ace_marriage", "200"),
        ("+payout", "ante_pot"),
        ("-golden", "false"),
        ("-negative_limit", "off"),
        ("-end_at_minus", "none"),
        ("-hand_cap", "none"),
        ("-layout_3p", "no"),
        ("-bottom_nine_recut", "off"),
        ("-ace_marriage", "0"),
        ("-penalty_unit", "0"),
    ],
)
def test_plus_and_minus(flag: str, word: str) -> None:
    assert parse_flags([flag]) == (None, {flag[1:]: word})


@pytest.mark.parametrize("dash", ["-", "--", "–", "—", "―", "−", "‐", "—-"])
def test_any_dash_counts(dash: str) -> None:
    assert parse_flags([f"{dash}golden"]) == (None, {"golden": "false"})


def test_a_dash_inside_a_value_counts_too() -> None:
    assert parse_flags(["negative_limit=−120"]) == (None, {"negative_limit": "-120"})


def test_capital_letters_of_a_phone_do_no_harm() -> None:
    assert parse_flags(["Bank", "-Golden"]) == ("bank", {"golden": "false"})


def test_invisible_signs_of_a_copied_flag_do_no_harm() -> None:
    assert parse_flags(["+\u2060golden", "\u200bbank"]) == ("bank", {"golden": "true"})


def test_a_later_flag_replaces_an_earlier_one() -> None:
    assert parse_flags(["+golden", "golden=false"]) == (None, {"golden": "false"})


@pytest.mark.parametrize("flag", ["-barrel_at", "-opener", "+bottom_nine_limit", "+ante"])
def test_a_convention_without_such_a_value_says_what_it_takes(flag: str) -> None:
    with pytest.raises(BadValue) as refused:
        parse_flags([flag])
    assert refused.value.name == flag[1:]
    assert refused.value.allowed == FIELDS[flag[1:]].words


@pytest.mark.parametrize(
    ("flag", "nearest"),
    [("+gollden", "golden"), ("-bolt", "bolts"), ("barel_at=900", "barrel_at"), ("+ace", "ace_marriage")],
)
def test_an_unknown_convention_is_pointed_to_the_nearest(flag: str, nearest: str) -> None:
    with pytest.raises(UnknownConvention) as refused:
        parse_flags([flag])
    assert refused.value.nearest == nearest


@pytest.mark.parametrize(
    ("word", "nearest"),
    [("clasic", "classic"), ("golden", "+golden"), ("goldn", "+golden"), ("qqqqqq", None)],
)
def test_an_unknown_bare_word_is_pointed_to_a_preset_or_a_flag(word: str, nearest: str | None) -> None:
    with pytest.raises(UnknownPreset) as refused:
        parse_flags([word])
    assert refused.value.nearest == nearest


def test_two_presets_are_one_too_many() -> None:
    with pytest.raises(DuplicateStatement):
        parse_flags(["bank", "gambler"])


_WORDS = st.one_of(
    st.text(),
    st.sampled_from([*FIELDS, *PRESETS]).flatmap(
        lambda name: st.sampled_from([f"+{name}", f"-{name}", name])
    ),
    st.tuples(st.sampled_from(list(FIELDS)), st.text(max_size=8)).map("=".join),
)


@given(st.lists(_WORDS, max_size=4))
def test_any_words_are_read_or_refused_by_name(words: list[str]) -> None:
    try:
        preset, settings = parse_flags(words)
    except (UnknownPreset, UnknownConvention, BadValue, DuplicateStatement):
        return
    assert preset is None or preset in PRESETS
    for name, word in settings.items():
        FIELDS[name].parse(word)
