"""Claiming the rest: legal only where the leader's own hand proves it (settled P1)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from engine.actions import Claim
from engine.cards import ABOVE, BY_SUIT, Card
from engine.conventions import Conventions
from engine.events import DealKind, TricksClaimed
from engine.layout import absent
from engine.marriage import four_aces
from engine.play import foreign_trump_barred
from engine.state import Closed, DealState, Frame, Hand, Playing

CLAIM: Final = Claim()


def is_proved(conventions: Conventions, frame: Frame, hand: Hand, playing: Playing) -> bool:
    """Every remaining trick is the leader's, whatever the unseen cards are and wherever they lie.

    Unseen are all cards that are played with but his own and those in won tricks; nothing is proved while a
    stock is drawn from.
    """
    log = playing.log
    if playing.table or (frame.stock and frame.stock_left(len(log.tricks))):
        return False
    if log.last_ace_of is not None:
        return False
    if conventions.ace_marriage_trump == "led_ace" and four_aces(conventions, hand):
        return False
    seen = {played.card for trick in log.tricks for played in trick.cards}
    if not ABOVE[hand[-1]] <= seen:
        return False
    seen.update(hand, absent(conventions, len(frame.active)))
    return _runs_every_suit(hand, seen) and _outlasts_trumps(conventions, hand, playing, seen)


def _runs_every_suit(hand: Hand, seen: Collection[Card]) -> bool:
    """In each suit his highest cards, as many as can be followed, are above the highest unseen one (P1 a)."""
    for suit in {card.suit for card in hand}:
        unseen = [card for card in BY_SUIT[suit] if card not in seen]
        if unseen:
            weakest = [card for card in hand if card.suit is suit][-len(unseen) :][0]
            if weakest.rank < unseen[-1].rank:
                return False
    return True


def _outlasts_trumps(conventions: Conventions, hand: Hand, playing: Playing, seen: Collection[Card]) -> bool:
    """He can draw every unseen trump: he holds enough of them and may lead them (P1 b)."""
    trump = playing.log.trump
    if trump is None:
        return True
    unseen = sum(card not in seen for card in BY_SUIT[trump])
    if not unseen:
        return True
    held = sum(card.suit is trump for card in hand)
    barred = held < len(hand) and foreign_trump_barred(conventions, playing.log, playing.turn)
    return held >= unseen and not barred


def claim(deal: DealState, playing: Playing) -> tuple[DealState, tuple[TricksClaimed]]:
    """All remaining cards, their tricks and the last trick are the leader's."""
    log = replace(playing.log, claimer=playing.turn)
    closed = Closed(DealKind.PLAYED, playing.bargain, log)
    shown = TricksClaimed(playing.turn, deal.hands[playing.turn])
    return DealState(deal.frame, deal.hands, closed), (shown,)
