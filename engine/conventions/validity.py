"""Which conventions go together, and for how many players (catalogue section 2, validity; settled B21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.conventions.fields import FIELDS
from engine.conventions.table import Conventions
from engine.errors import ConflictingConventions, PlayersNotAllowed, Rule

LAYOUTS: Final = {2: "layout_2p", 3: "layout_3p", 4: "layout_4p", 5: "layout_5p", 6: "layout_6p"}
"""The convention that deals for each number of players."""

_Check: TypeAlias = tuple[Rule, tuple[str, ...], Callable[[Conventions], bool]]
"""A rule, the conventions that it names, and whether a table breaks it."""

_RULES: Final[tuple[_Check, ...]] = (
    ("partnership", ("partnership_4p",), lambda c: c.partnership_4p),
    ("no_auction", ("auction", "writeoff"), lambda c: not c.auction and c.writeoff),
    ("no_auction", ("auction", "cross"), lambda c: not c.auction and c.cross),
    ("no_auction", ("auction", "golden"), lambda c: not c.auction and c.golden),
    ("no_auction", ("auction", "blind"), lambda c: not c.auction and c.blind),
    (
        "barrel_reach",
        ("barrel_at", "barrel_need", "target"),
        lambda c: c.barrel and c.barrel_at + c.barrel_need < c.target,
    ),
    (
        "excluded_win_by",
        ("barrel_auction", "barrel_win_by"),
        lambda c: c.barrel_auction == "excluded" and c.barrel_win_by != "any",
    ),
    (
        "accumulate_win_by",
        ("barrel_accumulate", "barrel_win_by"),
        lambda c: c.barrel_accumulate and c.barrel_win_by != "any",
    ),
    (
        "writeoff_extra_cost",
        ("writeoff_extra_penalty", "writeoff_cost"),
        lambda c: c.writeoff_extra_penalty in {"third_only", "after_third"} and c.writeoff_cost != "none",
    ),
    (
        "blind_auction_unblind",
        ("blind_contract", "unblind"),
        lambda c: c.blind_contract == "auction" and c.unblind,
    ),
    ("proof_needs_cap", ("marriage_proof", "hand_cap"), lambda c: c.marriage_proof and c.hand_cap == "none"),
)
"""Tested for every table, whether or not the mode that they belong to is on (settled X1)."""

_LAYOUT_RULES: Final[tuple[tuple[Rule, tuple[str, ...], Callable[[Conventions, int, str], bool]], ...]] = (
    (
        "one_each_layout",
        ("layout_2p", "discard_2p"),
        lambda c, n, layout: n == 2 and (layout == "9+2x3") != (c.discard_2p == "one_each"),
    ),
    (
        "two_to_table_layout",
        ("layout_2p", "discard_2p", "spare_talon"),
        lambda c, n, layout: (
            n == 2
            and c.discard_2p == "two_to_table"
            and (layout != "10+2x2" or c.spare_talon != "out_slam120")
        ),
    ),
    ("stock_layout", ("auction",), lambda c, _, layout: (layout == "6+stock") == c.auction),
    ("stock_layout", ("stock_draw",), lambda c, _, layout: (layout == "6+stock") != c.stock_draw),
    (
        "stock_layout",
        ("first_leader",),
        lambda c, _, layout: (layout == "6+stock") != (c.first_leader == "nondealer"),
    ),
    ("five_players_deck", ("deck",), lambda c, n, _: n == 5 and c.deck != "20_at_five"),
)
"""Tested for the number of players at the table only (settled X2)."""


def layout(conventions: Conventions, players: int) -> str:
    """How the cards are dealt to so many players; `no` where they may not play."""
    return str(getattr(conventions, LAYOUTS[players])) if players in LAYOUTS else "no"


def players_allowed(conventions: Conventions) -> tuple[int, ...]:
    """The numbers of players that these conventions seat (validity rule 1)."""
    return tuple(players for players in LAYOUTS if layout(conventions, players) != "no")


def check_conflicts(conventions: Conventions) -> None:
    """Refuse conventions that exclude each other at any table.

    Raises:
        ConflictingConventions: validity rules 3-7 and 9, settled B21.
    """
    for rule, names, broken in _RULES:
        if broken(conventions):
            raise ConflictingConventions(rule, _settings(conventions, names))


def check_anybody_plays(conventions: Conventions, settings: Mapping[str, str]) -> None:
    """Refuse conventions that seat nobody; `settings` are what the person has set himself.

    Raises:
        ConflictingConventions: names those settings that switch layouts off.
    """
    if not players_allowed(conventions):
        off = (f"{name}={word}" for name, word in settings.items() if name in LAYOUTS.values())
        raise ConflictingConventions("nobody_plays", tuple(off))


def check_players(conventions: Conventions, players: int) -> None:
    """Refuse a number of players that these conventions do not seat, or can't be dealt for.

    Raises:
        PlayersNotAllowed: their layout is `no`.
        ConflictingConventions: validity rule 2, settled B21.
    """
    dealt = layout(conventions, players)
    if dealt == "no":
        raise PlayersNotAllowed(players, players_allowed(conventions))
    for rule, names, broken in _LAYOUT_RULES:
        if broken(conventions, players, dealt):
            named = dict.fromkeys((LAYOUTS[players], *names))
            raise ConflictingConventions(rule, _settings(conventions, named))


def _settings(conventions: Conventions, names: tuple[str, ...] | dict[str, None]) -> tuple[str, ...]:
    return tuple(setting(conventions, name) for name in names)


def setting(conventions: Conventions, name: str) -> str:
    """One convention as `id=value`."""
    return f"{name}={FIELDS[name].word(getattr(conventions, name))}"
