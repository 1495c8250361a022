"""What allows a redeal, and to whom (catalogue section 2, Redeal; settled T1 to T7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from engine.actions import Keep, Redeal, Seat
from engine.cards import Card, Rank
from engine.conventions import Conventions
from engine.events import Ground
from engine.state import Bargain, Frame, Hand, Hands

Grounds = tuple[Ground, ...]
ANSWERS: Final = (Redeal(), Keep())
POINTS_HAND_SIZE: Final = 7
"""Cards that a hand holds at least for its points to be a ground (4.17)."""


def _points(cards: Iterable[Card]) -> int:
    return sum([card.points for card in cards])


def _has(cards: Iterable[Card], rank: Rank, needed: int) -> bool:
    """`needed` cards of a rank are there; 0 is "no such ground"."""
    return needed > 0 and sum([card.rank is rank for card in cards]) >= needed


def _weak(conventions: Conventions, hand: Hand, stage: str) -> bool:
    return (
        conventions.redeal_hand_below > 0
        and conventions.redeal_hand_stage == stage
        and len(hand) >= POINTS_HAND_SIZE
        and _points(hand) < conventions.redeal_hand_below
    )


def _nines_needed(conventions: Conventions, frame: Frame, seat: Seat) -> int:
    """How many nines of a dealt hand are a ground; 0: none are (settled T6)."""
    for_opener = conventions.redeal_hand_nines_opener if seat == frame.opener else 0
    for_two = conventions.redeal_hand_nines_2p if len(frame.active) == 2 else 0
    return for_opener or for_two or conventions.redeal_hand_nines


def _per_seat(
    conventions: Conventions, frame: Frame, players: int, grounds: Callable[[Seat], Iterator[Ground]]
) -> tuple[Grounds, ...]:
    """Grounds a seat, of those who may ask at all (`redeal_only_opener`)."""
    askers = (frame.opener,) if conventions.redeal_only_opener else frame.active
    return tuple([tuple(grounds(seat)) if seat in askers else () for seat in range(players)])


# The three moments


def dealt_grounds(conventions: Conventions, frame: Frame, hands: Hands) -> tuple[Grounds, ...]:
    """Grounds of the hands as dealt, an entry a seat."""

    def of(seat: Seat) -> Iterator[Ground]:
        hand = hands[seat]
        if _weak(conventions, hand, "dealt"):
            yield Ground.WEAK_HAND
        if _has(hand, Rank.NINE, _nines_needed(conventions, frame, seat)):
            yield Ground.NINES
        if _has(hand, Rank.JACK, conventions.redeal_hand_jacks):
            yield Ground.JACKS

    return _per_seat(conventions, frame, len(hands), of)


def of_talon(conventions: Conventions, bargain: Bargain) -> Iterator[Ground]:
    """Grounds that the talon gives, whoever may use them (settled T4)."""
    contested = bargain.calls and not bargain.unopposed
    if conventions.redeal_talon_only_on_hundred and contested:
        return
    if _points(bargain.talon) < conventions.redeal_talon_below:
        yield Ground.WEAK_TALON
    if _has(bargain.talon, Rank.NINE, conventions.redeal_talon_nines):
        yield Ground.TALON_NINES
    if _has(bargain.talon, Rank.JACK, conventions.redeal_talon_jacks):
        yield Ground.TALON_JACKS


def talon_grounds(
    conventions: Conventions, frame: Frame, hands: Hands, bargain: Bargain
) -> tuple[Grounds, ...]:
    """Grounds at the moment the talon is taken; a hidden one is its owner's business alone (settled T3)."""
    for_all = conventions.redeal_talon_who == "any" and bargain.talon_shown

    def of(seat: Seat) -> Iterator[Ground]:
        if seat == bargain.declarer or for_all:
            yield from of_talon(conventions, bargain)
        if seat == bargain.declarer and _has(hands[seat], Rank.NINE, conventions.redeal_nines_with_talon):
            yield Ground.NINES_WITH_TALON

    return _per_seat(conventions, frame, len(hands), of)


def discard_grounds(conventions: Conventions, frame: Frame, hands: Hands) -> tuple[Grounds, ...]:
    """Grounds of the hands after the discards, an entry a seat."""

    def of(seat: Seat) -> Iterator[Ground]:
        hand = hands[seat]
        if _weak(conventions, hand, "after_discard"):
            yield Ground.WEAK_AFTER_DISCARD
        if _has(hand, Rank.NINE, conventions.redeal_nines_after_discard):
            yield Ground.NINES_AFTER_DISCARD
        if _has(hand, Rank.JACK, conventions.redeal_jacks_after_discard):
            yield Ground.JACKS_AFTER_DISCARD

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
