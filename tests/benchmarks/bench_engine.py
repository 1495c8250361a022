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
from engine.match import apply, legal_actions, new_match, outcome, start_deal, to_act

DEALS: Final = 600
ROUNDS: Final = 8
"""The best of so many runs counts: other programs only ever make a run slower."""
PRESETS: Final = {"default": {}, "matveev": {}, "gambler": {"golden": "false"}, "bank": {"golden": "false"}}

Run = Callable[[], int]
"""Plays a fixed number of deals and tells how many moves that took."""


def engine_run(conventions: Conventions) -> Run:
    """Random players: list, pick, validated apply with events; booking and dealing included."""
    decks = [shuffle(number.to_bytes(4, "big")) for number in range(DEALS)]

    def run() -> int:
        rng = Random(1)
        state = new_match(conventions, 3, dealer=0)
        moves = 0
        for deck in decks:
            state = start_deal(state, deck).state
            while awaited := to_act(state):
                seat = awaited[0]
                state = apply(state, seat, rng.choice(legal_actions(state, seat))).state
                moves += 1
            if outcome(state) is not None:
                state = new_match(conventions, 3, dealer=0)
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


def measured(contenders: Mapping[str, Run]) -> dict[str, tuple[float, float]]:
    """CPU microseconds a move and deals a second of each; in turns, so that all meet the same machine."""
    best = dict.fromkeys(contenders, float("inf"))
    moves = dict.fromkeys(contenders, 1)
    for _ in range(ROUNDS):
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


@pytest.mark.bench
def test_the_engine() -> None:
    print("", *report(), sep="\n")


def main() -> None:
    """Print the figures."""
    print(*report(), sep="\n")


if __name__ == "__main__":
    main()
