"""Where the two engines speak of the same rule: our settings, and theirs for the same table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from engine.conventions import Conventions, resolve

Theirs: TypeAlias = Mapping[str, Any]
"""Fields of their rule configuration as `section.field`."""
Pair: TypeAlias = tuple[str, Theirs]
"""Settings in our words, and theirs."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One table, twice."""

    ours: Conventions
    theirs: Theirs


OURS: Final = """
    talon_reveal=always barrel_win_by=any barrel_skip_win=true barrel_player_bolts=false
    ace_marriage_gate=as_marriage writeoff_by_barrel_player=true writeoff_rounding=exact
    redeal_deadline=first_lead
"""
"""What does not vary; all else is our default."""

THEIRS: Final[Theirs] = {
    "bidding.forced_dealer_bid": "off",
    "bidding.increment_threshold": 100_000,
    "bidding.write_off": "on",
    "dealing.all_pass_handling": "pass_out",
    "marriages.trump_activation_timing": "immediate",
    "penalties.no_win_streak": "off",
}
"""The same for them."""

_NO_ROW: Final = "bolts_game_limit=3"

CHOICES: Final[Sequence[Sequence[Pair]]] = (
    [("must_beat=false", {"tricks.must_beat": False}), ("must_beat=true", {"tricks.must_beat": True})],
    [
        ("must_trump=true must_overtrump=false", {"tricks.must_overtrump": False}),
        ("must_trump=true must_overtrump=true", {"tricks.must_overtrump": True}),
        ("must_trump=false", {"tricks.must_trump": False}),
    ],
    [
        ("first_lead_marriage=plain", {"marriages.trick_required": "on"}),
        ("first_lead_marriage=declares", {"marriages.trick_required": "off"}),
    ],
    [
        ("ace_marriage=0", {"marriages.ace_marriage": "off"}),
        ("ace_marriage=200", {"marriages.ace_marriage": "on"}),
        ("ace_marriage=200 ace_marriage_trump=led_ace", {"marriages.ace_marriage": "sets_trump"}),
    ],
    [
        ("last_trick_bonus=0", {"tricks.last_trick_bonus": "off"}),
        ("last_trick_bonus=10", {"tricks.last_trick_bonus": "on"}),
    ],
    [
        ("defender_rounding=nearest5", {"scoring.round_to_nearest": 5}),
        ("defender_rounding=nearest10", {"scoring.round_to_nearest": 10}),
    ],
    [
        ("declarer_rounding=false", {"scoring.declarer_rounding_before_contract_check": "off"}),
        ("declarer_rounding=true", {"scoring.declarer_rounding_before_contract_check": "on"}),
    ],
    [
        ("declarer_credit=contract", {"scoring.actual_points_on_success": "off"}),
        ("declarer_credit=taken", {"scoring.actual_points_on_success": "on"}),
    ],
    [
        ("bolts=false", {"penalties.zero_tricks": "off"}),
        (_NO_ROW, {"penalties.zero_tricks": "any_three"}),
        (f"{_NO_ROW} declarer_bolts=false", {"penalties.zero_tricks_declarer_exempt": "on"}),
        ("bolts_game_limit=5", {"penalties.zero_tricks_threshold": 5}),
        ("bolts_game_limit=0 bolts_row_limit=3", {"penalties.zero_tricks": "consecutive_three"}),
    ],
    [
        ("barrel_at=880 barrel_need=120", {"barrel.threshold": 880}),
        ("barrel_at=900 barrel_need=100", {"barrel.threshold": 900}),
    ],
    [
        ("barrel_tries=3", {"barrel.deal_count": 3}),
        ("barrel_tries=1", {"barrel.deal_count": 1}),
        ("barrel_fall_penalty=121", {"barrel.fall_off_penalty": -121}),
    ],
    [
        ("three_barrels_zero=false", {"barrel.fall_count_resets_to_zero": "off"}),
        ("three_barrels_zero=true", {"barrel.fall_count_resets_to_zero": "on"}),
    ],
    [
        ("barrel_bump=false barrel_together=all_stay", {"barrel.collision_rule": "coexist"}),
        ("barrel_bump=true barrel_together=one_falls", {"barrel.collision_rule": "last_mounter"}),
    ],
    [
        ("dump_truck_plus=true dump_truck_minus=true", {"endgame.dump_truck": "both_signs"}),
        ("dump_truck_plus=true dump_truck_minus=false", {"endgame.dump_truck": "positive_only"}),
        ("dump_truck_plus=false dump_truck_minus=false", {"endgame.dump_truck": "off"}),
    ],
    [
        ("opening_bid=100", {"bidding.opening_min": 100}),
        ("opening_bid=50", {"bidding.opening_min": 50}),
    ],
    [
        ("opening_forced=true", {"bidding.forced_opening": "on"}),
        ("opening_forced=false", {"bidding.forced_opening": "off"}),
    ],
    [
        ("bid_step=5", {"bidding.increment_below_200": 5}),
        ("bid_step=10", {"bidding.increment_below_200": 10}),
    ],
    [
        ("max_bid=300", {"bidding.pre_talon_max": 300}),
        ("max_bid=420", {"bidding.pre_talon_max": 420}),
    ],
    [
        ("hand_cap=none", {"bidding.no_contract_without_marriage": "off"}),
        ("hand_cap=120_plus_marriages", {"bidding.no_contract_without_marriage": "capped_by_marriages"}),
        ("hand_cap=120_no_marriage", {"bidding.no_contract_without_marriage": "no_120_without_marriage"}),
    ],
    [
        ("negative_limit=off", {"bidding.negative_score_restriction": "off"}),
        ("negative_limit=0", {"bidding.negative_score_restriction": "on"}),
    ],
    [
        ("writeoff_extra_penalty=none", {"penalties.write_off_streak": "off"}),
        ("writeoff_extra_penalty=every_third", {"penalties.write_off_streak": "any_three"}),
    ],
)
"""What varies: one of each line is drawn for a table."""


def draw(rng: Random) -> Rules:
    """A table that both engines can play."""
    words, theirs = OURS, dict(THEIRS)
    for line in CHOICES:
        ours, fields = rng.choice(line)
        words += " " + ours
        theirs |= fields
    settings = dict(word.split("=") for word in words.split())
    return Rules(resolve(None, settings), theirs)
