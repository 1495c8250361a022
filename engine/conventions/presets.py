"""The presets as data: what each game of catalogue section 3, and the Polish one, changes in the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.conventions.fields import FIELDS, Value


@dataclass(frozen=True, slots=True)
class Preset:
    """A named game."""

    id: str
    players: tuple[int, ...]
    differs: Mapping[str, Value]
    """The conventions that differ from their defaults."""
    asks: tuple[str, ...] = ()
    """Conventions whose value is agreed when the table is made (settled N10: the default until then)."""


def _preset(name: str, players: tuple[int, ...], settings: str = "", asks: tuple[str, ...] = ()) -> Preset:
    words = (setting.partition("=") for setting in settings.split())
    return Preset(
        name, players, MappingProxyType({key: FIELDS[key].parse(word) for key, _, word in words}), asks
    )


_ALL: Final = (
    _preset("default", (3,)),
    _preset(
        "sixmax",
        (2, 3, 4, 5, 6),
        """
        layout_2p=11+2 layout_4p=5+4 layout_5p=3+5 layout_6p=3+6 deck=20_at_five first_dealer=auto
        opener=dealer hand_cap=120_no_marriage hand_cap_scope=auction_and_contract negative_limit=-120
        talon_reveal=always
        first_lead_marriage=forbidden marriage_announce=explicit ace_marriage=200
        defender_rounding=none
        bolt_condition=zero_points
        barrel_win_by=any three_barrels_zero=true
        writeoff_share=pool120_split writeoff_cost=none
        redeal_hand_below=14 redeal_hand_nines=4 redeal_hand_nines_opener=3
        fifty_five_zero=true
        payout=ante_pot
        """,
        asks=("ante",),
    ),
    _preset(
        "matveev",
        (3,),
        """
        talon_reveal=always discard_face=up
        ace_marriage_gate=as_marriage
        bolts_game_limit=0
        barrel_try_counts=declared barrel_bump=false barrel_together=all_stay
        redeal_deadline=auction_start
        golden_bolts_double=false golden_all_fail=restart_keep golden_talon_hidden=true
        golden_discard_down=true
        blind_credit=taken_x2 blind_raise=true blind_writeoff=false blind_bolts_double=none
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "matveev_all",
        (3,),
        """
        bid_jump=exact_step hand_cap=none negative_limit=-120
        foreign_trump_lead=never own_trump_lead=must_lead
        first_lead_marriage=declares ace_marriage=200 ace_marriage_gate=as_marriage
        declarer_rounding=true four_nines_bonus=120
        bolts_row_limit=3 declarer_bolts=false
        barrel_at=900 barrel_need=105 barrel_try_counts=declared three_barrels_zero=true
        writeoff_share=flat60 writeoff_cost=none writeoff_limit=3 writeoff_extra_penalty=every_third
        redeal_hand_below=14 redeal_hand_nines=4 redeal_nines_after_discard=4 redeal_nines_with_talon=4
        redeal_talon_below=5 redeal_talon_nines=2 redeal_talon_only_on_hundred=true
        redeal_deadline=auction_start
        golden=true golden_raise=true golden_all_fail=zero_restart golden_talon_hidden=true
        golden_discard_down=true
        blind=true blind_while_barrel=false blind_raise=true unblind_auction=false
        """,
    ),
    _preset(
        "shtuka",
        (2, 3),
        """
        layout_2p=10+2x2
        hand_cap=none max_bid=300 negative_limit=-1000
        ace_marriage=200
        defender_rounding=none
        barrel_need=121 barrel_try_counts=declared barrel_auction=auto_bid barrel_freeze_others=true
        barrel_raise_fail=contract_and_fall barrel_skip_win=true
        redeal_hand_below=14 redeal_hand_stage=after_discard redeal_nines_after_discard=4
        golden=true golden_deals=three golden_auction=true golden_penalties_double=false
        golden_bolts_double=false golden_all_fail=keep_then_normal
        target=1001 payout=proportional_lost
        """,
    ),
    _preset(
        "gambler",
        (3, 4),
        """
        layout_4p=dealer_sits talon_sitter_premium=flat_30
        hand_cap=120_no_marriage hand_cap_scope=auction_and_contract
        talon_reveal=always
        defender_rounding=none
        bolt_condition=zero_points
        writeoff_share=contract_split
        redeal_nines_with_talon=4 redeal_talon_below=5 redeal_talon_nines=2
        golden=true golden_penalties_double=false golden_bolts_double=false
        golden_all_fail=keep_then_normal
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "bank",
        (3,),
        """
        ace_marriage=200
        barrel_together=one_falls
        redeal_hand_below=13 redeal_hand_nines=3 redeal_hand_jacks=4 redeal_talon_below=5
        redeal_talon_nines=2 redeal_talon_jacks=3 redeal_deadline=auction_start
        golden=true golden_mandatory=false
        payout=bank
        """,
    ),
    _preset(
        "bank_hints",
        (3,),
        """
        ace_marriage=200
        barrel_together=one_falls
        redeal_hand_below=13 redeal_hand_nines=3 redeal_hand_jacks=4 redeal_talon_below=5
        redeal_talon_nines=2 redeal_talon_jacks=3 redeal_deadline=auction_start
        golden=true
        payout=bank hint_opponent_cards=true hint_talon_suits=true hint_talon_card=true
        """,
    ),
    _preset(
        "rospis4",
        (2, 3, 4),
        """
        layout_2p=10+2x2 layout_4p=dealer_sits first_dealer=first_ace talon_forbidden_cards=first3_last3
        bid_jump=exact_step hand_cap=none max_bid=420
        talon_reveal=owner_choice
        marriage_announce=explicit
        defender_rounding=none
        barrel_need=121 barrel_try_counts=declared barrel_auction=given barrel_talon_open=true
        barrel_fall_penalty=121
        writeoff_share=flat60
        golden=true golden_all_fail=zero_restart
        blind=true blind_min_score=0
        """,
    ),
    _preset(
        "moryak",
        (2, 3, 4),
        """
        layout_2p=10+2x2 layout_4p=dealer_sits cut_required=true bottom_card_peek=true
        bottom_nine_recut=may bottom_jack_to_middle=may talon_forbidden_cards=first_last
        bid_jump=exact_step hand_cap=none
        talon_reveal=always discard_face=owner_choice
        last_trick_bonus=10
        ace_marriage=200
        bolts=false
        barrel=false
        writeoff=false
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "classic",
        (2, 3, 4),
        """
        layout_2p=9+2x3 layout_4p=dealer_sits cut_required=true bottom_card_peek=true
        bottom_nine_recut=may bottom_jack_to_middle=may talon_forbidden_cards=first3_last3
        two_talon_choice=random
        max_bid=300 negative_limit=-120
        discard_2p=one_each
        ace_marriage=200
        defender_rounding=none
        barrel_need=121 three_barrels_zero=true
        writeoff_share=flat60
        redeal_hand_below=14 redeal_hand_nines=4 redeal_hand_nines_opener=3 redeal_talon_below=5
        redeal_forced=true
        golden=true golden_deals=three golden_penalties_double=false golden_bolts_double=false
        golden_all_fail=keep_then_normal
        blind=true blind_who=any blind_contract=auction blind_raise=true blind_bolts_double=none
        unblind=false
        dump_truck_minus=false
        """,
    ),
    _preset(
        "two9",
        (2,),
        """
        layout_2p=9+2x3 layout_3p=no
        hand_cap=none max_bid=300
        talon_reveal=always discard_2p=one_each
        defender_rounding=none
        bolts=false
        barrel=false
        writeoff_share=flat60
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "two10",
        (2,),
        """
        layout_2p=10+2x2 layout_3p=no
        hand_cap=none max_bid=300
        talon_reveal=always
        defender_rounding=none
        bolts=false
        barrel=false
        writeoff_share=flat60
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "livegames",
        (3,),
        """
        hand_cap=none max_bid=300 negative_limit=-1000
        ace_marriage=200
        defender_rounding=none
        barrel_need=121 barrel_try_counts=declared barrel_auction=auto_bid barrel_freeze_others=true
        barrel_raise_fail=contract_and_fall
        redeal_hand_below=14 redeal_hand_stage=after_discard redeal_nines_after_discard=4
        golden=true golden_deals=three golden_auction=true golden_penalties_double=false
        golden_bolts_double=false golden_all_fail=keep_then_normal
        target=1001 end_at_minus=-1000 payout=proportional_scored
        """,
    ),
    _preset(
        "wikipedia",
        (2, 3, 4),
        """
        layout_2p=10+2x2 layout_4p=dealer_sits shuffle_each_deal=false cut_required=true
        bottom_card_peek=true bottom_nine_recut=must bottom_jack_to_middle=must talon_forbidden_cards=last
        exposed_card_penalty=120 exposed_card_compensation=share_120 exposed_card_passes_deal=true
        two_talon_choice=random talon_sitter_marriage=none
        negative_limit=-120 negative_limit_test=le negative_mode=debtor_and_yield
        foreign_trump_lead=never
        marriage_needs_capture=true ace_marriage=200
        bolts_row_penalty=240
        barrel_try_counts=own_opening barrel_talon_open=true
        cross=true cross_limit=1
        redeal_hand_below=13 redeal_hand_nines=3 redeal_hand_nines_2p=4 redeal_hand_jacks=4
        redeal_nines_after_discard=4 redeal_jacks_after_discard=4 redeal_talon_below=5
        redeal_talon_nines=2 redeal_talon_jacks=3 redeal_talon_who=any redeal_deadline=contract
        golden=true golden_mandatory=false
        blind=true blind_double_scope=declarer blind_min_score=240 blind_bolts_double=blind_player
        """,
    ),
    _preset(
        "marks",
        (3, 4),
        """
        layout_4p=dealer_sits talon_sitter_premium=none talon_sitter_marriage=none
        hand_cap=120_no_marriage marriage_proof=true raise_window=before_discard
        forgotten_discard_forfeit=true
        marriage_announce=explicit marriage_keep_trump=true
        bolt_condition=zero_rounded
        barrel_win_by=any barrel_bid_cap=120 barrel_accumulate=true barrel_marriages_score=false
        barrel_fall_floor10=true
        writeoff_while_barrel=false cross=true
        redeal_hand_below=14 redeal_hand_nines=3 redeal_hand_jacks=4 redeal_nines_after_discard=3
        redeal_jacks_after_discard=4 redeal_talon_below=5 redeal_talon_nines=2 redeal_talon_jacks=3
        redeal_forced=true
        scribe_fine=100
        """,
    ),
    _preset(
        "kachalka",
        (3,),
        """
        cut_required=true bottom_card_peek=true bottom_nine_recut=must bottom_jack_to_middle=must
        exposed_card_penalty=120 exposed_card_passes_deal=true
        opener=right_of_dealer opening_forced=false bid_jump=exact_step hand_cap=120_no_marriage
        talon_reveal=always
        marriage_announce=explicit
        defender_rounding=none
        bolts=false
        barrel=false
        writeoff=false
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "stock2",
        (2,),
        """
        layout_2p=6+stock layout_3p=no stock_draw=true
        auction=false
        first_leader=nondealer
        first_lead_marriage=declares
        defender_rounding=none declarer_credit=taken
        bolts=false
        barrel=false
        writeoff=false
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "trade2",
        (2,),
        """
        layout_2p=10+2x2 layout_3p=no
        hand_cap=none raise_window=before_discard
        talon_reveal=always discard_2p=two_to_table spare_talon=out_slam120
        first_lead_marriage=declares
        defender_rounding=none
        bolts=false
        barrel=false
        writeoff=false
        blind=true blind_who=any blind_contract=auction blind_raise=true blind_bolts_double=none
        unblind=false blind_look_back=true
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "trade3",
        (3,),
        """
        hand_cap=none
        talon_reveal=always
        first_lead_marriage=declares
        defender_rounding=none
        bolts=false
        barrel=false
        writeoff=false
        blind=true blind_who=any blind_contract=auction blind_raise=true blind_bolts_double=none
        unblind=false blind_look_back=true
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
    _preset(
        "tysiac",
        (2, 3, 4),
        """
        layout_2p=10+2x2 layout_4p=dealer_sits talon_forbidden_cards=first_last
        talon_sitter_premium=none talon_sitter_marriage=none
        bid_step=10 hand_cap=120_no_marriage
        talon_reveal=always discard_2p=two_to_table spare_talon=out_slam120
        must_beat=true must_trump=false
        first_lead_marriage=declares
        defender_rounding=nearest10
        bolts=false
        barrel=false own_contracts_from=900 tie_at_target=play_on
        writeoff=false
        dump_truck_plus=false dump_truck_minus=false
        """,
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.id: preset for preset in _ALL})
"""Every preset by its id, in the order of the catalogue, our own last."""
