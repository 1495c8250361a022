"""Which rules of a table act and are told, and which of them belong into one paragraph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from bot.tables.lobby import allows_hints
from bot.tables.model import Table
from engine.conventions import Conventions, Field

PARAGRAPHS: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": (
        "layout_2p layout_3p layout_4p layout_5p layout_6p deck partnership_4p",
        "first_dealer shuffle_each_deal cut_required talon_forbidden_cards",
        "bottom_card_peek bottom_nine_recut bottom_nine_limit bottom_nine_penalty bottom_jack_to_middle",
        "exposed_card_penalty exposed_card_compensation exposed_card_passes_deal",
        "stock_draw",
        "talon_sitter_premium talon_sitter_marriage talon_sitter_rounding talon_sitter_golden_double",
    ),
    "bidding": (
        "auction opener opening_bid opening_forced",
        "bid_step bid_jump",
        "hand_cap hand_cap_scope max_bid marriage_proof",
        "negative_limit negative_limit_test negative_mode",
    ),
    "talon": (
        "two_talon_choice talon_reveal",
        "discard_2p spare_talon discard_face hundred_discard_down forgotten_discard_forfeit",
        "raise_after_talon raise_window",
    ),
    "play": (
        "first_leader foreign_trump_lead own_trump_lead",
        "must_trump must_beat must_overtrump",
        "last_trick_bonus",
    ),
    "marriages": (
        "marriage_pair marriage_announce first_lead_marriage marriage_keep_trump marriage_needs_capture",
        "ace_marriage ace_marriage_gate ace_marriage_trump",
    ),
    "scoring": (
        "declarer_credit declarer_rounding",
        "defender_rounding own_contracts_from",
        "four_nines_bonus",
    ),
    "bolts": (
        "bolts bolt_condition declarer_bolts",
        "bolts_game_limit bolts_game_penalty",
        "bolts_row_limit bolts_row_penalty",
    ),
    "barrel": (
        "barrel barrel_at barrel_need barrel_accumulate barrel_win_by barrel_skip_win",
        "barrel_tries barrel_try_counts barrel_fail_charge barrel_raise_fail",
        "barrel_auction barrel_talon_open barrel_bid_cap",
        "barrel_freeze_others barrel_player_bolts barrel_marriages_score",
        "barrel_bump barrel_together",
        "barrel_fall_penalty barrel_fall_to barrel_fall_floor10 three_barrels_zero",
        "reverse_barrel reverse_barrel_fall_to",
    ),
    "write": (
        "writeoff writeoff_cost writeoff_share writeoff_rounding",
        "writeoff_limit writeoff_extra_penalty",
        "writeoff_by_barrel_player writeoff_while_barrel writeoff_golden writeoff_golden_double",
        "cross cross_limit cross_while_barrel cross_blind",
    ),
    "redeal": (
        "redeal_hand_below redeal_hand_stage",
        "redeal_hand_nines redeal_hand_nines_opener redeal_hand_nines_2p redeal_hand_jacks",
        "redeal_nines_after_discard redeal_jacks_after_discard redeal_nines_with_talon",
        "redeal_talon_below redeal_talon_nines redeal_talon_jacks",
        "redeal_talon_who redeal_talon_only_on_hundred redeal_forced",
        "redeal_only_opener redeal_deadline redeal_dealer_penalty",
    ),
    "golden": (
        "golden golden_deals golden_auction golden_mandatory golden_contract golden_raise",
        "golden_points_double golden_marriages_double golden_penalties_double golden_bolts_double",
        "golden_talon_hidden golden_discard_down",
        "golden_all_fail",
    ),
    "blind": (
        "blind blind_who blind_contract blind_look_back blind_min_score blind_while_barrel",
        "blind_double_scope blind_credit blind_bolts_double",
        "blind_talon_hidden blind_discard_down blind_raise",
        "blind_writeoff blind_writeoff_double",
        "unblind unblind_bid unblind_auction",
    ),
    "resets": (
        "penalty_unit scribe_fine",
        "dump_truck_plus dump_truck_minus fifty_five_zero",
    ),
    "endgame": (
        "target tie_at_target end_at_minus",
        "ante payout",
        "hint_opponent_cards hint_talon_suits hint_talon_card",
    ),
}
"""Sections by the keys of their titles, and their paragraphs: conventions told in one breath."""

_Test: TypeAlias = Callable[[Conventions], bool]


def _dealt_redeals(c: Conventions) -> bool:
    nines = (c.redeal_hand_nines, c.redeal_hand_nines_opener, c.redeal_hand_nines_2p)
    weak = c.redeal_hand_stage == "dealt" and c.redeal_hand_below
    return any((weak, c.redeal_hand_jacks, *nines))


def _hand_redeals(c: Conventions) -> bool:
    return c.redeal_hand_below > 0 or _dealt_redeals(c)


def _talon_redeals(c: Conventions) -> bool:
    return any((c.redeal_talon_below, c.redeal_talon_nines, c.redeal_talon_jacks))


def _asked_redeals(c: Conventions) -> bool:
    later = (c.redeal_nines_after_discard, c.redeal_jacks_after_discard, c.redeal_nines_with_talon)
    return _hand_redeals(c) or any(later) or (_talon_redeals(c) and not c.redeal_forced)


def _played_here(_: Conventions) -> bool:
    """Never: such things happen at a table of wood, the bot has no place for them (catalogue 2, rule 9)."""
    return False


_MODES: Final[Mapping[str, _Test]] = {
    "talon_sitter_": lambda c: c.layout_4p == "dealer_sits",
    "bolts_": lambda c: c.bolts,
    "barrel_": lambda c: c.barrel,
    "writeoff_": lambda c: c.writeoff,
    "cross_": lambda c: c.cross,
    "golden_": lambda c: c.golden,
    "blind_": lambda c: c.blind,
    "unblind": lambda c: c.blind,
    "ace_marriage_": lambda c: c.ace_marriage > 0,
    "exposed_card_": _played_here,
}
"""Conventions whose names begin so act only where this holds."""

_NEEDS: Final[Mapping[str, _Test]] = {
    "writeoff_by_barrel_player": lambda c: c.barrel,
    "writeoff_while_barrel": lambda c: c.barrel,
    "cross_while_barrel": lambda c: c.barrel,
    "blind_while_barrel": lambda c: c.barrel,
    "scribe_fine": _played_here,
    "forgotten_discard_forfeit": _played_here,
    "barrel_player_bolts": lambda c: c.bolts,
    "barrel_fail_charge": lambda c: c.barrel_auction != "excluded",
    "declarer_credit": lambda c: c.auction,
    "declarer_rounding": lambda c: c.auction,
    "golden_contract": lambda c: not c.golden_auction,
    "golden_mandatory": lambda c: not c.golden_auction,
    "golden_raise": lambda c: not c.golden_auction,
    "golden_all_fail": lambda c: not c.golden_auction,
    "golden_marriages_double": lambda c: c.golden_points_double,
    "unblind": lambda c: c.blind_contract != "auction",
    "deck": lambda c: c.layout_5p != "no",
    "bottom_nine_recut": lambda c: c.bottom_card_peek,
    "bottom_nine_limit": lambda c: c.bottom_nine_recut != "off",
    "bottom_nine_penalty": lambda c: c.bottom_nine_recut != "off",
    "bottom_jack_to_middle": lambda c: c.bottom_card_peek,
    "two_talon_choice": lambda c: c.layout_2p in {"10+2x2", "9+2x3"},
    "talon_sitter_golden_double": lambda c: c.golden,
    "opener": lambda c: c.auction,
    "opening_bid": lambda c: c.auction,
    "opening_forced": lambda c: c.auction and c.opener != "dealer",
    "bid_step": lambda c: c.auction,
    "bid_jump": lambda c: c.auction,
    "hand_cap": lambda c: c.auction,
    "hand_cap_scope": lambda c: c.auction and c.hand_cap != "none",
    "negative_limit_test": lambda c: c.negative_limit is not None,
    "negative_mode": lambda c: c.negative_limit is not None,
    "raise_after_talon": lambda c: c.auction,
    "raise_window": lambda c: c.auction and c.raise_after_talon,
    "talon_reveal": lambda c: c.auction,
    "discard_face": lambda c: c.auction and (c.discard_2p != "two_to_table" or c.layout_3p != "no"),
    "hundred_discard_down": lambda c: c.discard_face != "down" and c.talon_reveal == "hidden_on_hundred",
    "discard_2p": lambda c: c.layout_2p not in {"no", "6+stock"},
    "spare_talon": lambda c: c.layout_2p in {"10+2x2", "9+2x3"},
    "marriage_keep_trump": lambda c: c.marriage_announce == "explicit",
    "bolt_condition": lambda c: c.bolts,
    "bolts_game_penalty": lambda c: c.bolts_game_limit > 0,
    "bolts_row_penalty": lambda c: c.bolts_row_limit > 0,
    "declarer_bolts": lambda c: c.bolts,
    "barrel_fall_penalty": lambda c: c.barrel_fall_to == 0,
    "barrel_fall_floor10": lambda c: c.barrel_accumulate,
    "three_barrels_zero": lambda c: c.barrel,
    "reverse_barrel_fall_to": lambda c: c.reverse_barrel,
    "writeoff_rounding": lambda c: c.writeoff_share in {"contract_half", "contract_split"},
    "writeoff_golden": lambda c: c.golden,
    "writeoff_golden_double": lambda c: c.golden and c.writeoff_golden,
    "cross_blind": lambda c: c.blind,
    "redeal_hand_stage": lambda c: c.redeal_hand_below > 0,
    "redeal_hand_nines_2p": lambda c: c.layout_2p != "no",
    "redeal_talon_who": lambda c: _talon_redeals(c) and not c.redeal_forced,
    "redeal_only_opener": lambda c: _hand_redeals(c) or _talon_redeals(c),
    "redeal_talon_only_on_hundred": _talon_redeals,
    "redeal_deadline": _dealt_redeals,
    "redeal_forced": _talon_redeals,
    "blind_writeoff": lambda c: c.writeoff,
    "blind_writeoff_double": lambda c: c.writeoff and c.blind_writeoff,
    "blind_bolts_double": lambda c: c.bolts,
    "golden_bolts_double": lambda c: c.bolts,
    "unblind_bid": lambda c: c.unblind,
    "unblind_auction": lambda c: c.unblind,
    "tie_at_target": lambda c: not c.barrel,
}
"""Conventions that act only where this holds besides."""

_SAID_ELSEWHERE: Final[Mapping[str, _Test]] = {
    "layout_2p": lambda c: c.layout_2p != "no",
    "layout_3p": lambda c: c.layout_3p != "no",
    "layout_4p": lambda c: c.layout_4p != "no",
    "layout_5p": lambda c: c.layout_5p != "no",
    "layout_6p": lambda c: c.layout_6p != "no",
    "bolts": lambda c: not c.bolts,
    "barrel": lambda c: not c.barrel,
    "barrel_marriages_score": lambda c: not c.barrel_marriages_score,
    "negative_limit_test": lambda c: c.negative_limit_test == "lt",
    "defender_rounding": lambda c: c.auction or c.defender_rounding != "none",
    "golden_raise": lambda c: c.raise_after_talon,
    "blind_raise": lambda c: c.raise_after_talon,
    "penalty_unit": lambda c: c.writeoff and c.writeoff_extra_penalty != "none",
    "redeal_hand_nines_2p": lambda c: c.redeal_hand_nines > 0 or c.redeal_hand_nines_2p > 0,
}
"""Conventions that are worth a sentence only where this holds: otherwise other sentences say as much."""

_NOTES: Final[tuple[tuple[str, str, Callable[[Table], bool]], ...]] = (
    ("declarer_credit", "note-own-points", lambda table: not table.rules.conventions.auction),
    ("reverse_barrel", "note-reverse-lost", lambda table: table.rules.conventions.reverse_barrel),
    ("redeal_deadline", "note-redeal-final", lambda table: _asked_redeals(table.rules.conventions)),
    ("hint_talon_card", "hints-on", lambda table: allows_hints(table.rules) and table.hints),
    ("hint_talon_card", "hints-allowed", lambda table: allows_hints(table.rules) and not table.hints),
)
"""Behind which convention a text stands that no value of one says, and at which tables."""

_SAID_WHEN_OFF: Final = frozenset(
    {
        "golden",
        "golden_auction",
        "golden_raise",
        "blind",
        "blind_raise",
        "barrel_fail_charge",
        "barrel_player_bolts",
        "barrel_accumulate",
        "barrel_skip_win",
        "writeoff_by_barrel_player",
        "cross_while_barrel",
        "cross_blind",
    }
)
"""What has to be said even where it is off by default: people ask, or another rule says the opposite."""

_UNSAID: Final = frozenset(
    {"false", "off", "no", "none", "allowed", "free", "as_fail", "debtor", "dealt", "normal"}
)
"""Values that say that a thing is as everywhere; left out where they are the default."""

_SEATED: Final[Mapping[str, int]] = {
    "layout_2p": 2,
    "two_talon_choice": 2,
    "stock_draw": 2,
    "discard_2p": 2,
    "spare_talon": 2,
    "redeal_hand_nines_2p": 2,
    "layout_3p": 3,
    "layout_4p": 4,
    "partnership_4p": 4,
    "talon_sitter_premium": 4,
    "talon_sitter_marriage": 4,
    "talon_sitter_golden_double": 4,
    "talon_sitter_rounding": 4,
    "layout_5p": 5,
    "deck": 5,
    "layout_6p": 6,
}
"""Rules for one number of players only."""


def concerns(field: Field, players: int | None) -> bool:
    """So many players meet the rule at all; None where it is not yet known how many will play."""
    return players is None or _SEATED.get(field.id, players) == players


def acts(field: Field, conventions: Conventions) -> bool:
    """Another value of the rule would change the game of this table."""
    name = field.id
    in_its_mode = all(test(conventions) for prefix, test in _MODES.items() if name.startswith(prefix))
    return in_its_mode and (name not in _NEEDS or _NEEDS[name](conventions))


def worth_saying(field: Field, conventions: Conventions, key: str) -> bool:
    """The rule acts at this table, and its value, called `key` in texts, is not what goes without saying."""
    name = field.id
    if not acts(field, conventions) or (name in _SAID_ELSEWHERE and not _SAID_ELSEWHERE[name](conventions)):
        return False
    plain = key in _UNSAID and getattr(conventions, name) == field.default
    return name in _SAID_WHEN_OFF or not plain


def notes(table: Table, field: Field) -> Iterator[str]:
    """The texts that belong behind what is said of a convention, whether or not anything is."""
    return (text for after, text, holds in _NOTES if after == field.id and holds(table))
