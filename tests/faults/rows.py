"""The closed list of known faults of bots and games of this kind: each has a test that bears its id."""

from __future__ import annotations

from typing import Final

ROWS: Final = {
    "A": ("Telegram's limits and errors", "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22"),
    "B": ("life of a group, topics, who speaks", "01 03 04 06 07 09 10 12 13 15 16 18 19"),
    "C": ("names and markup", "02 03 05 06"),
    "D": ("lobby and membership", "02 03 05 06 08 09 11 12 14 15 17 18 20 21 23"),
    "E": ("waiting players, clocks, substitutes", "01 03 04 06 07 09 10 12 13 15 16 18 19"),
    "F": ("old buttons, races, restarts", "02 03 05 06 08 09 11 12 14 15 17 18 20"),
    "G": ("hidden information", "01 03 04 06"),
    "H": ("rules: auction and talon", "01 03 04 06 07 09 10"),
    "I": ("rules: tricks and trumps", "01 03 04 06 07 09 10"),
    "J": ("rules: marriages", "01 02 04 05 07 08"),
    "K": ("rules: scores, bolts, the barrel, the end", "02 03 05 06 08 09 11 12 14 15 17 18"),
    "L": ("computer players, languages, wishes", "01 02 04 05 07 08 10 11"),
}
"""Each section: what it is about, and the numbers of its rows."""

IDS: Final = frozenset(letter + number for letter, (_, numbers) in ROWS.items() for number in numbers.split())

ELSEWHERE: Final = {
    "A17": (  # what exists of a button too long: none can be made, and every screen is looked at
        "screens/test_limits.py::test_every_screen_of_a_game_fits",
        "screens/test_house.py::test_every_page_can_be_reached_and_sent",
        "screens/test_buttons.py::test_a_button_is_read_back_and_fits",
    ),
    "D23": (
        "screens/test_words.py::test_every_answer_has_words",
        "screens/test_words.py::test_every_broken_rule_has_words_that_fit_a_toast",
        "tables/test_faults_membership.py::test_d23_each_refusal_says_why",
    ),
    "E01": (
        "tables/test_faults_waiting.py::test_e01_who_misses_turn_after_turn_is_mentioned_once_in_an_absence",
    ),
    "F08": (  # nothing is locked but leases, which end by themselves and belong to one worker
        "storage/test_leases.py::test_a_dead_workers_shards_are_taken_as_soon_as_its_lease_ends",
        "storage/test_leases.py::test_a_worker_that_slept_holds_nothing_when_it_wakes",
        "storage/test_leases.py::test_what_a_sleeper_sent_is_not_remembered",
        "storage/test_timers.py::test_whoever_dies_with_a_claim_leaves_it_to_others",
    ),
    "F15": ("telegram/test_kill.py::test_twenty_kills_lose_and_double_nothing",),
    "L07": (  # all screens are rendered there, strictly: see screens/conftest.py
        "screens/test_limits.py::test_every_screen_of_a_game_fits",
        "screens/test_words.py::test_every_event_has_words",
        "screens/test_rules.py::test_the_rules_of_every_preset_can_be_read",
        "screens/test_rules.py::test_every_value_of_every_convention_has_a_sentence",
        "i18n/test_locales.py::test_every_text_can_be_filled",
        "i18n/test_locales.py::test_every_text_is_used",
    ),
}
"""Rows of which a part is shown by tests that bear other names, below `tests/`."""
