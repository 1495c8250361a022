"""House rules for property tests."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import strategies as st

from bot.tables import house
from bot.tables.model import HouseRules
from engine.conventions import FIELDS, PRESETS
from engine.errors import RuleError


@st.composite
def any_rules(draw: st.DrawFn) -> HouseRules:
    """A preset, and values of any of the conventions on top of it, as far as they go together."""
    rules = house.said((draw(st.sampled_from(sorted(PRESETS))),))
    for field in draw(st.lists(st.sampled_from(list(FIELDS.values())), max_size=60)):
        numbers = field.numbers
        values = st.sampled_from(field.values)
        wide = values if numbers is None else st.one_of(values, st.integers(numbers.low, numbers.high))
        with suppress(RuleError):
            rules = house.said((f"{field.id}={field.word(draw(wide))}",), rules)
    return rules
