"""Playing cards: each card is worth what its trick should bring, less what it would have brought later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import marriage
from engine.actions import Announce, Play, Seat
from engine.cards import MARRIAGE_POINTS, Card, Rank
from engine.play import beats, best_of
from engine.players.sight import Sight

FOE: Final = -0.5
"""What a point of an opponent's is worth to the viewer."""
DECLARER: Final = -0.8
"""The same of the declarer's, against whom one plays: it may save his contract."""
FRIEND: Final = 0.1
"""The same of the other defender's: it is lost to the declarer."""
THROWN_TO_FOE: Final = 2.5
"""Points that a player adds to an opponent's trick on the average."""
THROWN_TO_FRIEND: Final = 6.0
"""Points that he adds to the trick of one who plays against the same declarer."""
HELD_BACK: Final = 0.5
"""How often he takes such a trick himself where he can."""
WINNING_CARD: Final = 8.0
"""Points of a card with which a later player takes the trick."""
TEMPO: Final = 3.0
"""What the lead is worth by itself."""
LEADS: Final = 0.97
"""The chance to declare a marriage for one who has just won the lead."""
REENTRY: Final = (0.3, 0.65, 0.8, 0.9)
"""The chance to win the lead back, by the number of cards that nothing beats in their suit."""
FOLLOWERS: Final = 7.0
"""Points that the others add to a trick that is won later."""
LOST: Final = 0.5
"""What a point of a card is worth that an opponent will take."""
BOLT: Final = 15.0
"""What the first trick is worth where none is a bolt."""
DRAWN: Final = 3.0
"""What it is worth to each sure winner of another suit that trumps are drawn."""
SMALL_TRUMP: Final = 4.0
"""What a trump is worth beyond its rank."""
GUARD: Final = {Rank.TEN: 4.0}
"""What the only card is worth that protects a higher one which one card beats."""
GUARD_OF_OTHERS: Final = 2.0
OWN_TRUMP: Final = (0.95, 0.6, 0.45, 0.4)
"""The chance of a trump to take a trick later, by the number of trumps that beat it."""
TOP_AMONG_TRUMPS, TOP, GUARDED, BARE, LOW = 0.6, 0.85, 0.4, 0.12, 0.08
"""The same of other cards: none beats it (trumps about or not); one does (protected or not); more do."""


def best(sight: Sight, moves: Sequence[Play | Announce]) -> list[Play | Announce]:
    """The moves from the best one to the worst; those that break a marriage for nothing are left out."""
    kept = [move for move in moves if not _breaks(sight, move)]
    small = any(move.card.rank < Rank.TEN for move in kept)
    return sorted(kept if small else moves, key=lambda move: -_score(sight, move))


def _breaks(sight: Sight, move: Play | Announce) -> bool:
    """The card takes a marriage apart without declaring it."""
    whole = marriage.completes_pair(sight.conventions, sight.hand, move.card)
    return whole and not _declared(sight, move)


def _score(sight: Sight, move: Play | Announce) -> float:
    """What the trick and the marriages should bring after the move, less what the card would bring later."""
    card = move.card
    odds = _odds(sight, card)
    gain = sum([chance * _weight(sight, seat) * _pot(sight, card, seat) for seat, chance in odds.items()])
    mine = odds.get(sight.seat, 0.0)
    rest = [held for held in sight.hand if held is not card]
    declared = _declared(sight, move)
    gain += declared + mine * TEMPO + _undeclared(sight, rest, mine, sets=declared > 0)
    if sight.conventions.bolts and not sight.deal.tricks_won[sight.seat]:
        gain += mine * BOLT
    if not sight.deal.trick.cards:
        gain += mine * _drawing(sight, card)
    return gain - _future(sight, card)


def _odds(sight: Sight, card: Card) -> dict[Seat, float]:
    """Who takes the trick when the card is played, by chance."""
    table = sight.deal.trick.cards
    led = table[0].card.suit if table else card.suit
    holder, best = sight.seat, card
    if table:
        so_far = best_of(table, sight.trump)
        if not beats(card, so_far.card, sight.trump):
            holder, best = so_far.seat, so_far.card
    odds = {holder: 1.0}
    for seat in _later(sight):
        chance = sight.chance_to_beat(seat, best, led)
        if sight.allied(seat, holder):
            chance *= HELD_BACK
        odds = {other: share * (1 - chance) for other, share in odds.items()}
        odds[seat] = chance
    return odds


def _later(sight: Sight) -> list[Seat]:
    """Seats that play to this trick after the viewer, in order."""
    active = sight.deal.active
    place = active.index(sight.seat)
    after = (*active[place + 1 :], *active[:place])
    return list(after[: len(active) - 1 - len(sight.deal.trick.cards)])


def _weight(sight: Sight, winner: Seat) -> float:
    """What a point is worth to the viewer that this seat takes."""
    if winner == sight.seat:
        return 1.0
    if sight.allied(winner, sight.seat):
        return FRIEND
    return DECLARER if winner == sight.deal.declarer else FOE


def _pot(sight: Sight, card: Card, winner: Seat) -> float:
    """Points of the trick if that seat takes it."""
    points = card.points + sum([played.card.points for played in sight.deal.trick.cards])
    expected = 0.0
    for seat in _later(sight):
        if seat == winner:
            expected += WINNING_CARD
        else:
            expected += THROWN_TO_FRIEND if sight.allied(seat, winner) else THROWN_TO_FOE
    return points + expected


def _undeclared(sight: Sight, rest: Sequence[Card], leads: float, *, sets: bool) -> float:
    """What marriages that are still whole in these cards should bring, the dearest first.

    The first one comes with the lead, each other one with a lead that has to be won back.
    """
    conventions = sight.conventions
    dear = sorted([MARRIAGE_POINTS[suit] for suit in marriage.pairs(conventions, rest)], reverse=True)
    if marriage.four_aces(conventions, rest):
        dear.insert(0, conventions.ace_marriage)
    if not dear or len(rest) < 2:
        return 0.0
    back = REENTRY[min(_entries(sight, rest) + sets, len(REENTRY) - 1)]
    points, chance = 0.0, leads * LEADS + (1 - leads) * back
    for worth in dear:
        points += worth * chance
        chance *= back
    return points


def _entries(sight: Sight, rest: Sequence[Card]) -> int:
    """Cards with which the lead can be won back."""
    return sum([not sight.higher(card) for card in rest])


def _declared(sight: Sight, move: Play | Announce) -> float:
    """What leading the card scores at once."""
    conventions = sight.conventions
    if sight.deal.trick.cards:
        return 0.0
    if conventions.marriage_announce == "explicit" and isinstance(move, Play):
        return 0.0
    first = not sight.deal.tricks
    points = 0.0
    if marriage.declared_pair(conventions, sight.hand, move.card, first_lead=first):
        points += MARRIAGE_POINTS[move.card.suit]
    if marriage.declared_aces(conventions, sight.hand, move.card, first_lead=first):
        points += conventions.ace_marriage
    return points


def _drawing(sight: Sight, card: Card) -> float:
    """Taking trumps out of other hands makes one's own winners safe."""
    if card.suit is not sight.trump or not sight.of_suit(card.suit):
        return 0.0
    safe = [held for held in sight.hand if held.suit is not card.suit and not sight.higher(held)]
    return DRAWN * len(safe)


def _future(sight: Sight, card: Card) -> float:
    """What the card should bring if it is kept."""
    hand = sight.hand
    left = len(hand) - 1
    if not left:
        return 0.0
    same = [held for held in hand if held.suit is card.suit]
    above = len(sight.higher(card))
    chance = _chance_later(sight, card, above, len(same))
    value = chance * (card.points + FOLLOWERS) - (1 - chance) * card.points * LOST
    if card.suit is sight.trump:
        value += SMALL_TRUMP
    if len(same) == 2:
        [other] = [held for held in same if held is not card]
        if other.rank > card.rank and len(sight.higher(other)) == 1:
            value += GUARD.get(other.rank, GUARD_OF_OTHERS)
    return value


def _chance_later(sight: Sight, card: Card, above: int, length: int) -> float:
    """The chance of a kept card to take a trick: so many cards beat it, so long is its suit in the hand."""
    trump = sight.trump
    if card.suit is trump:
        return OWN_TRUMP[min(above, len(OWN_TRUMP) - 1)]
    if not above:
        exposed = trump is not None and bool(sight.of_suit(trump))
        return TOP_AMONG_TRUMPS if exposed else TOP
    if above == 1:
        return GUARDED if length > 1 else BARE
    return LOW
