"""What allows a redeal, and to whom (catalogue section 2, Redeal; settled T1 to T7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Final

from engine.actions import Keep, Redeal, Seat
from engine.cards import Card, Rank
from engine.conventions import Conventions
from engine.events import Ground
from engine.state import Bargain, Frame, Hand, Hands

Grounds = tuple[Ground, ...]
DEALT: Final = (Ground.WEAK_HAND, Ground.NINES, Ground.JACKS)
TALON: Final = (Ground.WEAK_TALON, Ground.TALON_NINES, Ground.TALON_JACKS)
DISCARDED: Final = (Ground.WEAK_AFTER_DISCARD, Ground.NINES_AFTER_DISCARD, Ground.JACKS_AFTER_DISCARD)
"""What a weak hand or talon, nines and jacks are called, by when the cards are looked at."""
ANSWERS: Final = (Redeal(), Keep())
POINTS_HAND_SIZE: Final = 7
"""Cards that a hand holds at least for its points to be a ground (4.17)."""


def _points(cards: Iterable[Card]) -> int:
    return sum([card.points for card in cards])


def _has(cards: Iterable[Card], rank: Rank, needed: int) -> bool:
    """`needed` cards of a rank are there; 0 is "no such ground"."""
    return needed > 0 and sum([card.rank is rank for card in cards]) >= needed


def _below(conventions: Conventions, stage: str) -> int:
    """Card points that make a hand weak at this stage; 0: none do."""
    return conventions.redeal_hand_below if conventions.redeal_hand_stage == stage else 0


def _held(hand: Hand, names: Grounds, below: int, nines: int, jacks: int) -> Grounds:
    """What a hand gives of weakness, nines and jacks, which a table calls `names`; 0 is "no such ground"."""
    if not (below or nines or jacks):
        return ()
    weak = len(hand) >= POINTS_HAND_SIZE and _points(hand) < below
    there = (weak, _has(hand, Rank.NINE, nines), _has(hand, Rank.JACK, jacks))
    return tuple(compress(names, there))


def _nines_needed(conventions: Conventions, frame: Frame, seat: Seat) -> int:
    """How many nines of a dealt hand are a ground; 0: none are (settled T6)."""
    for_opener = conventions.redeal_hand_nines_opener if seat == frame.opener else 0
    for_two = conventions.redeal_hand_nines_2p if len(frame.active) == 2 else 0
    return for_opener or for_two or conventions.redeal_hand_nines


def _per_seat(
    conventions: Conventions, frame: Frame, players: int, grounds: Callable[[Seat], Grounds]
) -> tuple[Grounds, ...]:
    """Grounds a seat, of those who may ask at all (`redeal_only_opener`)."""
    askers = (frame.opener,) if conventions.redeal_only_opener else frame.active
    return tuple([grounds(seat) if seat in askers else () for seat in range(players)])


# The three moments


def dealt_grounds(conventions: Conventions, frame: Frame, hands: Hands) -> tuple[Grounds, ...]:
    """Grounds of the hands as dealt, an entry a seat."""
    below, jacks = _below(conventions, "dealt"), conventions.redeal_hand_jacks

    def of(seat: Seat) -> Grounds:
        return _held(hands[seat], DEALT, below, _nines_needed(conventions, frame, seat), jacks)

    return _per_seat(conventions, frame, len(hands), of)


def of_talon(conventions: Conventions, bargain: Bargain) -> Grounds:
    """Grounds that the talon gives, whoever may use them (settled T4)."""
    contested = bargain.calls and not bargain.unopposed
    if conventions.redeal_talon_only_on_hundred and contested:
        return ()
    talon = bargain.talon
    there = (
        0 < conventions.redeal_talon_below > _points(talon),
        _has(talon, Rank.NINE, conventions.redeal_talon_nines),
        _has(talon, Rank.JACK, conventions.redeal_talon_jacks),
    )
    return tuple(compress(TALON, there))


def talon_grounds(
    conventions: Conventions, frame: Frame, hands: Hands, bargain: Bargain
) -> tuple[Grounds, ...]:
    """Grounds at the moment the talon is taken; a hidden one is its owner's business alone (settled T3)."""
    of_all = of_talon(conventions, bargain)
    of_others = of_all if conventions.redeal_talon_who == "any" and bargain.talon_shown else ()

    def of(seat: Seat) -> Grounds:
        if seat != bargain.declarer:
            return of_others
        if _has(hands[seat], Rank.NINE, conventions.redeal_nines_with_talon):
            return (*of_all, Ground.NINES_WITH_TALON)
        return of_all

    return _per_seat(conventions, frame, len(hands), of)


def discard_grounds(conventions: Conventions, frame: Frame, hands: Hands) -> tuple[Grounds, ...]:
    """Grounds of the hands after the discards, an entry a seat."""
    below = _below(conventions, "after_discard")
    nines, jacks = conventions.redeal_nines_after_discard, conventions.redeal_jacks_after_discard

    def of(seat: Seat) -> Grounds:
        return _held(hands[seat], DISCARDED, below, nines, jacks)

    return _per_seat(conventions, frame, len(hands), of)


def dealer_fine(
    conventions: Conventions, frame: Frame, talon: Sequence[Card], grounds: Grounds, hand: Sequence[Card]
) -> int:
    """What the dealer pays for a redeal that was claimed with these grounds, in points (settled T7)."""
    in_hand = 4 if len(frame.active) == 2 else 3
    fined = (
        (Ground.TALON_NINES in grounds and _has(talon, Rank.NINE, 3))
        or (Ground.NINES in grounds and _has(hand, Rank.NINE, in_hand))
        or (Ground.NINES_AFTER_DISCARD in grounds and _has(hand, Rank.NINE, 4))
    )
    return conventions.redeal_dealer_penalty if fined else 0
