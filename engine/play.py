"""Playing cards: what may be led and followed, who takes the trick, what a lead declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import marriage
from engine.actions import MOST_PLAYERS, Action, Announce, Play, Seat
from engine.barrel import clockwise
from engine.cards import DECK, Card, Rank, Suit
from engine.conventions import Conventions
from engine.errors import (
    CardNotHeld,
    ForeignTrumpLead,
    MarriageFirstLead,
    MustBeat,
    MustFollowSuit,
    MustLeadTrump,
    MustOvertrump,
    MustTrump,
    NotAllowed,
)
from engine.events import CardDrawn, DealKind, Event, MarriageDeclared, TrickTaken
from engine.state import Closed, DealState, Frame, Hand, Hands, Log, Played, Playing, Trick
from engine.talon import with_cards, without_card

PLAYS: Final = {card: Play(card) for card in DECK}
"""One shared object a card, so that legal lists compare by identity."""
PLAYED: Final = tuple({card: Played(seat, card) for card in DECK} for seat in range(MOST_PLAYERS))
"""One shared fact a seat and card."""
ANNOUNCES: Final = {card: Announce(card) for card in DECK}
KEEPS: Final = {card: Announce(card, keep_trump=True) for card in DECK}


# Who takes a trick


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """`card`, played later, takes the trick from `best`."""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is trump


def best_of(table: Sequence[Played], trump: Suit | None) -> Played:
    """The card that takes the trick as it lies; the table is not empty."""
    best = table[0]
    for played in table[1:]:
        if beats(played.card, best.card, trump):
            best = played
    return best


# Following


def following(conventions: Conventions, hand: Hand, table: Sequence[Played], trump: Suit | None) -> Hand:
    """Cards that may follow: the suit led, else a trump (`must_trump`), else any (invariant 4)."""
    led = table[0].card.suit
    same = tuple([card for card in hand if card.suit is led])
    if same:
        return _beating(same, table, trump) if conventions.must_beat else same
    if trump is None or not conventions.must_trump:
        return hand
    trumps = tuple([card for card in hand if card.suit is trump])
    if not trumps:
        return hand
    return _overtrumping(trumps, table, trump) if conventions.must_overtrump else trumps


def _beating(same: Hand, table: Sequence[Played], trump: Suit | None) -> Hand:
    """`must_beat`: higher cards of the suit led, unless none is held or a trump lies on it (settled P4)."""
    best = best_of(table, trump).card
    return tuple([card for card in same if beats(card, best, trump)]) or same


def _overtrumping(trumps: Hand, table: Sequence[Played], trump: Suit) -> Hand:
    """`must_overtrump`: higher trumps where a trump lies in the trick and one is held (settled P4)."""
    best = best_of(table, trump).card
    return tuple([card for card in trumps if beats(card, best, trump)]) or trumps


# Leading


def is_first_lead(playing: Playing) -> bool:
    """No card of the deal has been led yet."""
    return not playing.table and not playing.log.tricks


def foreign_trump_barred(conventions: Conventions, log: Log, seat: Seat) -> bool:
    """The trump is somebody else's, and this lead may not be one (`foreign_trump_lead`, settled P2)."""
    if conventions.foreign_trump_lead == "allowed" or log.trump is None or log.trump_owner == seat:
        return False
    return conventions.foreign_trump_lead == "never" or not _has_led(log, seat)


def _has_led(log: Log, seat: Seat) -> bool:
    return any(trick.cards[0].seat == seat for trick in log.tricks)


def leading(conventions: Conventions, hand: Hand, seat: Seat, playing: Playing) -> Hand:
    """Cards that may be led; a ban beats a duty, and a hand of banned cards is free (4.26, 4.43)."""
    log = playing.log
    if not log.tricks:
        if not marriage.bars_first_leads(conventions):
            return hand
        free = tuple([card for card in hand if not marriage.barred_first_lead(conventions, hand, card)])
        return free or hand
    trump = log.trump
    if trump is None:
        return hand
    if foreign_trump_barred(conventions, log, seat):
        return tuple([card for card in hand if card.suit is not trump]) or hand
    if conventions.own_trump_lead == "must_lead":
        return tuple([card for card in hand if card.suit is trump]) or hand
    return hand


def playable(conventions: Conventions, hand: Hand, playing: Playing) -> Hand:
    """Cards that the player to act may play."""
    if playing.table:
        return following(conventions, hand, playing.table, playing.log.trump)
    return leading(conventions, hand, playing.turn, playing)


def declares(conventions: Conventions, hand: Hand, card: Card, playing: Playing) -> bool:
    """Leading the card can declare a marriage or the four aces."""
    if playing.table:
        return False
    first = not playing.log.tricks
    return marriage.declared_pair(conventions, hand, card, first_lead=first) or marriage.declared_aces(
        conventions, hand, card, first_lead=first
    )


def may_keep_trump(conventions: Conventions, hand: Hand, card: Card, playing: Playing) -> bool:
    """The marriage of the card may leave an existing trump alone (`marriage_keep_trump`, settled P5)."""
    return (
        conventions.marriage_keep_trump
        and playing.log.trump is not None
        and marriage.completes_pair(conventions, hand, card)
    )


def legal(conventions: Conventions, hand: Hand, playing: Playing) -> tuple[Action, ...]:
    """Plays by suit, then rank; then announcements in the same order, each plain before `keep`."""
    cards = playable(conventions, hand, playing)
    plays = tuple([PLAYS[card] for card in cards])
    if playing.table or conventions.marriage_announce == "auto":
        return plays
    announced: list[Action] = []
    for card in cards:
        if declares(conventions, hand, card, playing):
            announced.append(ANNOUNCES[card])
            if may_keep_trump(conventions, hand, card, playing):
                announced.append(KEEPS[card])
    return (*plays, *announced)


# Refusals


def check_card(conventions: Conventions, hand: Hand, playing: Playing, card: Card) -> None:
    """Refuse a card that may not be played now.

    Raises:
        CardNotHeld: it is not in the hand.
        MustFollowSuit, MustTrump, MustBeat, MustOvertrump: a duty of the one who follows.
        MarriageFirstLead, ForeignTrumpLead, MustLeadTrump: a ban or duty of the one who leads.
    """
    if card in playable(conventions, hand, playing):
        return
    if card not in hand:
        raise CardNotHeld(card)
    if playing.table:
        _refuse_following(hand, playing, card)
    _refuse_leading(conventions, playing, card)


def _refuse_following(hand: Hand, playing: Playing, card: Card) -> None:
    led = playing.table[0].card.suit
    trump = playing.log.trump
    best = best_of(playing.table, trump).card
    if any(held.suit is led for held in hand):
        if card.suit is not led:
            raise MustFollowSuit(led)
        raise MustBeat(best)
    assert trump is not None, "a hand without the suit led is bound by a trump only"
    if card.suit is not trump:
        raise MustTrump(trump)
    raise MustOvertrump(best)


def _refuse_leading(conventions: Conventions, playing: Playing, card: Card) -> None:
    trump = playing.log.trump
    if trump is None:
        raise MarriageFirstLead(card)
    if foreign_trump_barred(conventions, playing.log, playing.turn):
        raise ForeignTrumpLead(trump)
    raise MustLeadTrump(trump)


def check_announce(conventions: Conventions, hand: Hand, playing: Playing, announce: Announce) -> None:
    """Refuse an announcement that is not one.

    Raises:
        NotAllowed: no word is needed here, there is no marriage, or no trump to keep.
        RuleError: the card may not be played (`check_card`).
    """
    check_card(conventions, hand, playing, announce.card)
    if conventions.marriage_announce == "auto":
        raise NotAllowed("off")
    if not declares(conventions, hand, announce.card, playing):
        raise NotAllowed("no_marriage")
    if not announce.keep_trump:
        return
    if not conventions.marriage_keep_trump:
        raise NotAllowed("off")
    if not may_keep_trump(conventions, hand, announce.card, playing):
        raise NotAllowed("no_trump")


# Playing


def play(
    conventions: Conventions,
    deal: DealState,
    playing: Playing,
    card: Card,
    *,
    announced: bool,
    keep_trump: bool = False,
) -> tuple[DealState, tuple[Event, ...]]:
    """Put a legal card on the table; `announced`: the player said so, or the table needs no word."""
    seat = playing.turn
    log = playing.log
    declared: tuple[Event, ...] = ()
    if announced and not playing.table:
        log, declared = _declare(conventions, deal.hands[seat], playing, card, keep_trump=keep_trump)
    hands = without_card(deal.hands, seat, card)
    if log.last_ace_of is not None and card.rank is Rank.ACE:
        log = marriage.after_ace(log, seat, card, hands[seat])
    played = PLAYED[seat][card]
    table = (*playing.table, played)
    if len(table) < len(deal.frame.active):
        next_turn = Playing(playing.bargain, deal.frame.after(seat), table, log)
        return DealState(deal.frame, hands, next_turn), (played, *declared)
    next_deal, taken = _take_trick(deal, playing, hands, table, log)
    return next_deal, (played, *declared, *taken)


def _declare(
    conventions: Conventions, hand: Hand, playing: Playing, card: Card, *, keep_trump: bool
) -> tuple[Log, tuple[Event, ...]]:
    """What leading the card declares: four aces, a pair, or both; the pair sets the trump (settled P7)."""
    seat, log = playing.turn, playing.log
    first = not log.tricks
    events: tuple[Event, ...] = ()
    if marriage.declared_aces(conventions, hand, card, first_lead=first):
        log = marriage.declare_aces(conventions, log, seat, card)
        events = (MarriageDeclared(seat, None, log.marriages[-1].points, log.trump),)
    if marriage.declared_pair(conventions, hand, card, first_lead=first):
        log = marriage.declare_pair(log, seat, card.suit, keep_trump=keep_trump)
        events = (*events, MarriageDeclared(seat, card.suit, log.marriages[-1].points, log.trump))
    return log, events


def _take_trick(
    deal: DealState, playing: Playing, hands: Hands, table: tuple[Played, ...], log: Log
) -> tuple[DealState, tuple[Event, ...]]:
    winner = best_of(table, log.trump).seat
    log = Log(
        (*log.tricks, Trick(table, winner)),
        log.marriages,
        log.trump,
        log.trump_owner,
        log.last_ace_of,
    )
    taken: tuple[Event, ...] = (TrickTaken(winner, sum([played.card.points for played in table])),)
    if deal.frame.stock:
        hands, drawn = _draw(deal.frame, hands, winner, len(playing.log.tricks))
        taken = (*taken, *drawn)
    if hands[winner]:
        return DealState(deal.frame, hands, Playing(playing.bargain, winner, (), log)), taken
    return DealState(deal.frame, hands, Closed(DealKind.PLAYED, playing.bargain, log)), taken


def _draw(frame: Frame, hands: Hands, winner: Seat, tricks: int) -> tuple[Hands, tuple[CardDrawn, ...]]:
    """After a trick everybody takes the next card of the stock, the winner first (`stock_draw`)."""
    drawn: tuple[CardDrawn, ...] = ()
    for seat, card in zip(clockwise(frame, winner), frame.stock_left(tricks), strict=False):
        hands = with_cards(hands, seat, (card,))
        drawn = (*drawn, CardDrawn(seat, card))
    return hands, drawn
