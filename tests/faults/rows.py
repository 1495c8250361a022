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
