"""What a move costs: random play through the public API, beside a floor and another engine."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Any, Final

import pytest

from engine.conventions import Conventions, resolve
from engine.dealing import shuffle
from engine.layout import pack
from engine.match import apply, legal_actions, new_match, outcome, start_deal, to_act
from tests.engine.strategies import for_layout, mended
from tests.soak.generator import SEATINGS

DEALS: Final = 600
ROUNDS: Final = 8
"""The best of so many runs counts: other programs only ever make a run slower."""
LAYOUT_ROUNDS: Final = 4
PRESETS: Final = {"default": {}, "matveev": {}, "gambler": {"golden": "false"}, "bank": {"golden": "false"}}
IDLE: Final = """
    golden_raise=true golden_all_fail=restart_keep golden_talon_hidden=true golden_discard_down=true
    blind_who=any blind_credit=taken_x2 blind_min_score=0 blind_while_barrel=false blind_raise=true
    unblind_auction=false cross_limit=1 cross_while_barrel=true cross_blind=true redeal_forced=true
    redeal_deadline=auction_start redeal_only_opener=true redeal_talon_who=any redeal_dealer_penalty=120
    exposed_card_passes_deal=true bottom_nine_recut=must bottom_jack_to_middle=must spare_talon=out_slam120
    talon_sitter_premium=flat_30 talon_sitter_rounding=true ace_marriage_gate=as_marriage
    ace_marriage_trump=led_ace reverse_barrel_fall_to=-500 bolts_row_penalty=360 two_talon_choice=random
"""
"""Settings of rules that the default has off: they can't act."""
MODES_OFF: Final = """
    bolts=false barrel=false writeoff=false hand_cap=none negative_limit=off opening_forced=false
    dump_truck_plus=false dump_truck_minus=false raise_after_talon=false defender_rounding=none
"""
"""What the default has on, switched off."""
MODES_ON: Final = """
    must_beat=true must_overtrump=true foreign_trump_lead=never own_trump_lead=must_lead last_trick_bonus=10
    ace_marriage=200 marriage_needs_capture=true marriage_keep_trump=true marriage_proof=true
    four_nines_bonus=120 declarer_rounding=true bolts_row_limit=3 three_barrels_zero=true reverse_barrel=true
    barrel_freeze_others=true cross=true writeoff_extra_penalty=every_third redeal_hand_below=13
    redeal_hand_nines=4 redeal_hand_jacks=4 redeal_talon_nines=3 redeal_talon_jacks=3
    redeal_nines_after_discard=4 fifty_five_zero=true negative_limit=-1000 max_bid=300
"""
"""What the default has off, switched on; none of it changes how many moves a deal has by much."""

Run = Callable[[], int]
"""Plays a fixed number of deals and tells how many moves that took."""


def engine_run(conventions: Conventions, players: int = 3) -> Run:
    """Random players: list, pick, validated apply with events; booking and dealing included."""
    cards = pack(conventions, players)
    decks = [shuffle(number.to_bytes(4, "big"), cards) for number in range(DEALS)]

    def run() -> int:
        rng = Random(1)
        state = new_match(conventions, players, dealer=0)
        moves = 0
        for deck in decks:
            state = start_deal(state, deck).state
            while awaited := to_act(state):
                seat = awaited[0]
                state = apply(state, seat, rng.choice(legal_actions(state, seat))).state
                moves += 1
            if outcome(state) is not None:
                state = new_match(conventions, players, dealer=0)
        return moves

    return run


def floor_run() -> int:
    """Tricks on bare bit masks, without auction, objects, events or refusals: the least play can cost."""
    rng = Random(1)
    suits = [0b111111 << 6 * suit for suit in range(4)]
    moves = 0
    for _ in range(DEALS):
        cards = list(range(24))
        rng.shuffle(cards)
        hands = [sum(1 << card for card in cards[seat::3]) for seat in range(3)]
        leader = 0
        for _ in range(8):
            best = -1
            led = 0
            winner = leader
            for step in range(3):
                seat = (leader + step) % 3
                playable = (hands[seat] & led) or hands[seat]
                for _ in range(rng.randrange(playable.bit_count())):
                    playable &= playable - 1
                card = playable & -playable
                hands[seat] ^= card
                if not led:
                    led = suits[(card.bit_length() - 1) // 6]
                if card & led and card > best:
                    best, winner = card, seat
                moves += 1
            leader = winner
    return moves


def schnapsen_run() -> Run | None:
    """Random against random in the PyPI package `schnapsen`; None where it is not installed."""
    if importlib.util.find_spec("schnapsen") is None:
        return None
    bots: Any = importlib.import_module("schnapsen.bots")
    game: Any = importlib.import_module("schnapsen.game")
    moves = 0

    class Counted(bots.RandBot):  # type: ignore[misc]  # the package has no types
        def get_move(self, perspective: object, leader_move: object) -> object:
            nonlocal moves
            moves += 1
            return super().get_move(perspective, leader_move)

    def run() -> int:
        nonlocal moves
        moves = 0
        table = game.SchnapsenGamePlayEngine()
        players = (Counted(Random(1)), Counted(Random(2)))
        rng = Random(3)
        for _ in range(DEALS):
            table.play_game(*players, rng)
        return moves

    return run


def measured(contenders: Mapping[str, Run], rounds: int = ROUNDS) -> dict[str, tuple[float, float]]:
    """CPU microseconds a move and deals a second of each; in turns, so that all meet the same machine."""
    best = dict.fromkeys(contenders, float("inf"))
    moves = dict.fromkeys(contenders, 1)
    for _ in range(rounds):
        for name, run in contenders.items():
            start = process_time()
            moves[name] = run()
            best[name] = min(best[name], process_time() - start)
    return {name: (best[name] / moves[name] * 1e6, DEALS / best[name]) for name in contenders}


def report() -> list[str]:
    """The figures, a line each."""
    contenders: dict[str, Run] = {"bare bit masks": floor_run}
    if rival := schnapsen_run():
        contenders["schnapsen"] = rival
    for preset, settings in PRESETS.items():
        contenders[preset] = engine_run(resolve(preset, settings))
    figures = measured(contenders)
    lines = [
        f"{name}: {cost:.1f} µs a move, {deals:.0f} deals/s" + ratios(figures, cost)
        for name, (cost, deals) in figures.items()
    ]
    return lines if rival else [*lines, "schnapsen is not installed (pip install '.[bench]'): no ratio to it"]


def ratios(figures: Mapping[str, tuple[float, float]], cost: float) -> str:
    """The cost beside those of the floor and of the other engine."""
    told = f", {cost / figures['bare bit masks'][0]:.1f} of the floor"
    return told + (f", {cost / figures['schnapsen'][0]:.2f} of schnapsen" if "schnapsen" in figures else "")


def switched(words: str) -> Conventions:
    """The default with these settings."""
    return resolve(None, dict(word.split("=") for word in words.split()))


def report_modes() -> list[str]:
    """What conventions cost, off and on: the default, the same with fewer modes, the same with more."""
    contenders = {
        "default": engine_run(resolve(None, {})),
        "other settings of rules that are off": engine_run(switched(IDLE)),
        "its modes switched off": engine_run(switched(MODES_OFF)),
        "its other modes switched on": engine_run(switched(MODES_ON)),
    }
    figures = measured(contenders)
    floor = figures["default"][0]
    return [
        f"{name}: {cost:.1f} µs a move, {cost / floor:.2f} of the default"
        for name, (cost, _) in figures.items()
    ]


def report_layouts() -> list[str]:
    """Every layout with the default's conventions, beside three players."""
    contenders = {
        f"{players} at {word}": engine_run(mended(for_layout(players, word, {})), players)
        for players, word in SEATINGS
    }
    figures = measured(contenders, LAYOUT_ROUNDS)
    floor = figures["3 at 7+3"][0]
    return [
        f"{name}: {cost:.1f} µs a move, {deals:.0f} deals/s, {cost / floor:.2f} of three players"
        for name, (cost, deals) in figures.items()
    ]


@pytest.mark.bench
def test_the_engine() -> None:
    print("", *report(), sep="\n")


@pytest.mark.bench
def test_conventions_off_and_on() -> None:
    print("", *report_modes(), sep="\n")


@pytest.mark.bench
def test_every_layout() -> None:
    print("", *report_layouts(), sep="\n")


def main() -> None:
    """Print the figures."""
    print(*report(), *report_modes(), *report_layouts(), sep="\n")


if __name__ == "__main__":
    main()
