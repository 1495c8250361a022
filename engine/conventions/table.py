"""The table of conventions: every switch of the game, each declared once.

A field's annotation is its kind and its allowed values, its default the value of a table that says nothing
(catalogue section 2). `engine.conventions.fields` reads this class; nothing else lists the conventions again.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

LARGEST: Final = 10**15 - 1
"""Technical bound of "any whole number", far beyond any game: every reader of JSON holds it exactly."""


@dataclass(frozen=True, slots=True)
class Absent:
    """The word that a number convention uses for "no such rule": None in Python."""

    word: Literal["off", "none"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number convention that takes more than its listed values: any whole number from `low` to `high`.

    Settled N8/N9. A missing bound is the technical one.
    """

    listed: tuple[int, ...]
    low: int = -LARGEST
    high: int = LARGEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """The rules of one table. `Conventions()` is preset `default`."""

    # Setup & dealing
    layout_2p: Literal["no", "11+2", "10+2x2", "9+2x3", "6+stock"] = "no"
    layout_3p: Literal["no", "7+3"] = "7+3"
    layout_4p: Literal["no", "5+4", "dealer_sits"] = "no"
    layout_5p: Literal["no", "3+5"] = "no"
    layout_6p: Literal["no", "3+6"] = "no"
    partnership_4p: bool = False
    deck: Literal["24", "20_at_five"] = "24"
    first_dealer: Literal["lot", "auto", "first_ace"] = "lot"
    shuffle_each_deal: bool = True
    cut_required: bool = False
    bottom_card_peek: bool = False
    bottom_nine_recut: Literal["off", "may", "must"] = "off"
    bottom_nine_limit: Literal[3] = 3
    bottom_nine_penalty: Literal[120] = 120
    bottom_jack_to_middle: Literal["off", "may", "must"] = "off"
    talon_forbidden_cards: Literal["none", "last", "first_last", "first3_last3"] = "none"
    exposed_card_penalty: Literal[0, 120] = 0
    exposed_card_compensation: Literal["none", "share_120"] = "none"
    exposed_card_passes_deal: bool = False
    two_talon_choice: Literal["any", "random"] = "any"
    stock_draw: bool = False
    talon_sitter_premium: Literal["none", "talon_points", "flat_30"] = "talon_points"
    talon_sitter_marriage: Literal["none", "full", "full_or_half"] = "full"
    talon_sitter_golden_double: bool = True
    talon_sitter_rounding: bool = False

    # Bidding
    auction: bool = True
    opener: Literal["left_of_dealer", "dealer", "right_of_dealer"] = "left_of_dealer"
    opening_bid: Literal[50, 100] = 100
    opening_forced: bool = True
    bid_step: Literal[5, 10] = 5
    bid_jump: Literal["any", "exact_step"] = "any"
    hand_cap: Literal["none", "120_no_marriage", "120_plus_marriages"] = "120_plus_marriages"
    hand_cap_scope: Literal["auction", "auction_and_contract"] = "auction"
    max_bid: Literal[0, 300, 420] = 0
    marriage_proof: bool = False
    negative_limit: Annotated[
        int | None, Absent("off"), Numbers((0, -100, -120, -200, -300, -1000), high=0)
    ] = None
    negative_limit_test: Literal["lt", "le"] = "lt"
    negative_mode: Literal["debtor", "debtor_and_yield"] = "debtor"
    raise_after_talon: bool = True
    raise_window: Literal["until_first_lead", "before_discard"] = "until_first_lead"

    # Talon & discards
    talon_reveal: Literal["always", "hidden_on_hundred", "owner_choice", "never"] = "hidden_on_hundred"
    discard_face: Literal["up", "down", "owner_choice"] = "down"
    hundred_discard_down: bool = True
    discard_2p: Literal["one_to_opponent", "one_each", "two_to_table"] = "one_to_opponent"
    spare_talon: Literal["last_trick", "out_slam120"] = "last_trick"
    forgotten_discard_forfeit: bool = False

    # Play & following
    must_beat: bool = False
    must_overtrump: bool = False
    first_leader: Literal["declarer", "nondealer"] = "declarer"
    foreign_trump_lead: Literal["allowed", "no_first_lead", "never"] = "allowed"
    own_trump_lead: Literal["free", "must_lead"] = "free"
    last_trick_bonus: Literal[0, 10] = 0

    # Marriages & trump
    marriage_pair: Literal["kq", "ak"] = "kq"
    first_lead_marriage: Literal["plain", "forbidden", "declares"] = "plain"
    marriage_announce: Literal["auto", "explicit"] = "auto"
    marriage_keep_trump: bool = False
    marriage_needs_capture: bool = False
    ace_marriage: Literal[0, 200] = 0
    ace_marriage_trump: Literal["keeps", "cancels", "last_ace", "led_ace"] = "keeps"
    ace_marriage_gate: Literal["needs_trick", "as_marriage"] = "needs_trick"

    # Scoring & rounding
    defender_rounding: Literal["nearest5", "none", "nearest10"] = "nearest5"
    declarer_rounding: bool = False
    declarer_credit: Literal["contract", "taken"] = "contract"
    four_nines_bonus: Literal[0, 120] = 0

    # Bolts
    bolts: bool = True
    bolt_condition: Literal["no_trick", "zero_points", "zero_rounded"] = "no_trick"
    bolts_game_limit: Literal[0, 3, 5] = 3
    bolts_game_penalty: Literal[120] = 120
    bolts_row_limit: Literal[0, 3] = 0
    bolts_row_penalty: Literal[120, 240, 360] = 120
    declarer_bolts: bool = True

    # Barrel
    barrel: bool = True
    barrel_at: Literal[880, 900] = 880
    barrel_need: Literal[100, 105, 120, 121, 125] = 120
    barrel_tries: Literal[1, 3] = 3
    barrel_try_counts: Literal["deal", "declared", "own_opening"] = "deal"
    barrel_win_by: Literal["declarer", "any"] = "declarer"
    barrel_auction: Literal["normal", "auto_bid", "given", "excluded"] = "normal"
    barrel_talon_open: bool = False
    barrel_bid_cap: Literal[0, 120] = 0
    barrel_freeze_others: bool = False
    barrel_player_bolts: bool = False
    barrel_fail_charge: Literal["none", "contract"] = "none"
    barrel_raise_fail: Literal["as_fail", "contract_and_fall"] = "as_fail"
    barrel_fall_penalty: Literal[120, 121] = 120
    barrel_fall_to: Literal[0, 500] = 0
    barrel_bump: bool = True
    barrel_together: Literal["all_fall", "one_falls", "all_stay"] = "all_fall"
    three_barrels_zero: bool = False
    barrel_accumulate: bool = False
    barrel_marriages_score: bool = True
    barrel_fall_floor10: bool = False
    barrel_skip_win: bool = False
    reverse_barrel: bool = False
    reverse_barrel_fall_to: Literal[-760, -500] = -760

    # Write-off & cross
    writeoff: bool = True
    writeoff_share: Literal["contract_half", "contract_split", "flat60", "pool120_split"] = "contract_half"
    writeoff_rounding: Literal["up_10", "exact"] = "up_10"
    writeoff_cost: Literal["contract", "none", "bolt"] = "contract"
    writeoff_limit: Literal[0, 3] = 0
    writeoff_extra_penalty: Literal["none", "every_third", "third_only", "after_third"] = "none"
    writeoff_by_barrel_player: bool = False
    writeoff_while_barrel: bool = True
    writeoff_golden: bool = True
    writeoff_golden_double: bool = True
    cross: bool = False
    cross_limit: Literal[0, 1] = 0
    cross_while_barrel: bool = False
    cross_blind: bool = False

    # Redeal
    redeal_hand_below: Annotated[int, Numbers((0, 13, 14, 15), low=0, high=60)] = 0
    redeal_hand_stage: Literal["dealt", "after_discard"] = "dealt"
    redeal_hand_nines: Literal[0, 3, 4] = 0
    redeal_hand_nines_opener: Literal[0, 3] = 0
    redeal_hand_nines_2p: Literal[0, 4] = 0
    redeal_hand_jacks: Literal[0, 4] = 0
    redeal_nines_after_discard: Literal[0, 3, 4] = 0
    redeal_jacks_after_discard: Literal[0, 4] = 0
    redeal_nines_with_talon: Literal[0, 4] = 0
    redeal_talon_below: Annotated[int, Numbers((0, 4, 5), low=0, high=33)] = 0
    redeal_talon_nines: Literal[0, 2, 3] = 0
    redeal_talon_jacks: Literal[0, 3] = 0
    redeal_talon_who: Literal["declarer", "any"] = "declarer"
    redeal_only_opener: bool = False
    redeal_talon_only_on_hundred: bool = False
    redeal_deadline: Literal["auction_start", "contract", "first_lead"] = "first_lead"
    redeal_forced: bool = False
    redeal_dealer_penalty: Literal[0, 120] = 0

    # Golden deal
    golden: bool = False
    golden_deals: Literal["players", "three"] = "players"
    golden_auction: bool = False
    golden_mandatory: bool = True
    golden_contract: Literal[120] = 120
    golden_raise: bool = False
    golden_points_double: bool = True
    golden_marriages_double: bool = True
    golden_penalties_double: bool = True
    golden_bolts_double: bool = True
    golden_all_fail: Literal["zero_then_normal", "keep_then_normal", "restart_keep", "zero_restart"] = (
        "zero_then_normal"
    )
    golden_talon_hidden: bool = False
    golden_discard_down: bool = False

    # Blind
    blind: bool = False
    blind_who: Literal["first_hand", "any"] = "first_hand"
    blind_contract: Literal["120", "auction"] = "120"
    blind_double_scope: Literal["all", "declarer"] = "all"
    blind_credit: Literal["contract_x2", "taken_x2"] = "contract_x2"
    blind_min_score: Annotated[Literal[0, 240] | None, Absent("none")] = None
    blind_while_barrel: bool = True
    blind_talon_hidden: bool = True
    blind_discard_down: bool = True
    blind_raise: bool = False
    blind_writeoff: bool = True
    blind_writeoff_double: bool = True
    blind_bolts_double: Literal["none", "blind_player", "all"] = "all"
    unblind: bool = True
    unblind_bid: Literal[125] = 125
    unblind_auction: bool = True
    blind_look_back: bool = False

    # Resets & penalties
    penalty_unit: Annotated[int, Numbers((120,), low=0)] = 120
    dump_truck_plus: bool = True
    dump_truck_minus: bool = True
    fifty_five_zero: bool = False
    scribe_fine: Literal[0, 100] = 0

    # Endgame & payout
    target: Literal[1000, 1001] = 1000
    end_at_minus: Annotated[Literal[-1000] | None, Absent("none")] = None
    ante: Annotated[int, Numbers((0,), low=0)] = 0
    payout: Literal["none", "ante_pot", "bank", "proportional_scored", "proportional_lost"] = "none"
    hint_opponent_cards: bool = False
    hint_talon_suits: bool = False
    hint_talon_card: bool = False

    # Additions: what preset tysiac needs beyond the catalogue, as the value nearest10 of defender_rounding
    must_trump: bool = True
    own_contracts_from: Literal[0, 800, 900] = 0
    tie_at_target: Literal["share", "play_on"] = "share"
