"""What a deal is worth before it is booked: points taken, rounding, the contract (4.11, steps 1 to 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Seat
from engine.cards import CARD_POINTS, Card, Rank
from engine.conventions import Conventions
from engine.events import PerSeat
from engine.layout import NINES
from engine.marriage import scored
from engine.state import Bargain, Frame, Hands, Log, Standing


@dataclass(frozen=True, slots=True)
class Tally:
    """What each seat took, in points, and in how many tricks."""

    card_points: PerSeat
    marriage_points: PerSeat
    taken: PerSeat
    """Cards, marriages and the bonus of the last trick, before rounding and doubling."""
    tricks: PerSeat


def nothing(players: int) -> Tally:
    """The tally of a deal in which no card was played."""
    zeros = (0,) * players
    return Tally(zeros, zeros, zeros, zeros)


def tally(
    conventions: Conventions,
    standings: Sequence[Standing],
    hands: Hands,
    log: Log,
    bargain: Bargain | None = None,
) -> Tally:
    """Count the tricks of a deal, finished or not; a claimer has all that is left (settled P1, X35)."""
    seats = range(len(standings))
    won: list[list[Card]] = [[] for _ in seats]
    tricks = [0 for _ in seats]
    for trick in log.tricks:
        assert trick.winner is not None, "the log holds finished tricks"
        won[trick.winner].extend([played.card for played in trick.cards])
        tricks[trick.winner] += 1
    if log.claimer is not None:
        won[log.claimer].extend([card for hand in hands for card in hand])
        tricks[log.claimer] += len(hands[log.claimer])
    last = _last_winner(hands, log)
    if bargain is not None and (bargain.spare or bargain.buried):
        owner = _spare_owner(conventions, bargain, log, tricks, last)
        if owner is not None:
            won[owner].extend((*bargain.spare, *bargain.buried))
    cards = [sum([card.points for card in mine]) for mine in won]
    marriages = _marriage_points(conventions, standings, log, won)
    bonus = [conventions.last_trick_bonus if seat == last else 0 for seat in seats]
    taken = tuple(cards[seat] + marriages[seat] + bonus[seat] for seat in seats)
    return Tally(tuple(cards), tuple(marriages), taken, tuple(tricks))


def _marriage_points(
    conventions: Conventions, standings: Sequence[Standing], log: Log, won: Sequence[Sequence[Card]]
) -> list[int]:
    """Marriage points a seat; a barrel player may have none (`barrel_marriages_score`)."""
    points = [0 for _ in standings]
    if not log.marriages:
        return points
    for marriage in scored(conventions, log, [frozenset(mine) for mine in won]):
        if conventions.barrel_marriages_score or standings[marriage.seat].barrel is None:
            points[marriage.seat] += marriage.points
    return points


def _last_winner(hands: Hands, log: Log) -> Seat | None:
    """Who has the last trick; None while cards are still to be played."""
    if log.claimer is not None:
        return log.claimer
    return None if any(hands) else log.tricks[-1].winner


def _spare_owner(
    conventions: Conventions, bargain: Bargain, log: Log, tricks: Sequence[int], last: Seat | None
) -> Seat | None:
    """Whose the cards are that lay aside in a deal for two, the buried ones included (`spare_talon`).

    They go to the last trick; or they are out, but for a declarer who plays for 120, has declared nothing and
    has all the tricks (settled S30).
    """
    if last is None or conventions.spare_talon == "last_trick":
        return last
    slam = bargain.stake == CARD_POINTS and not log.marriages and tricks[bargain.declarer] == sum(tricks)
    return bargain.declarer if slam else None


def holder_of_nines(frame: Frame, hands: Hands, log: Log) -> Seat | None:
    """Who held all four nines after the discards, by what was played and what is left.

    Where a stock is drawn from, the hands as dealt count (settled T19).
    """
    played = [(card.seat, card.card) for trick in log.tricks for card in trick.cards]
    left = [(seat, card) for seat, hand in enumerate(hands) for card in hand]
    holders = [seat for seat, card in (*played, *left) if card.rank is Rank.NINE and card not in frame.stock]
    return holders[0] if len(holders) == len(NINES) and len(set(holders)) == 1 else None


def nearest5(points: int) -> int:
    """Rounded to a multiple of five: 1 and 2 down, 3 and 4 up (4.14)."""
    return (points + 2) // 5 * 5


def nearest10(points: int) -> int:
    """Rounded to a multiple of ten, a five up."""
    return (points + 5) // 10 * 10


def declarer_points(conventions: Conventions, taken: int) -> int:
    """What the declarer compares with his contract (`declarer_rounding`)."""
    return nearest5(taken) if conventions.declarer_rounding else taken


def declarer_entry(conventions: Conventions, taken: int, contract: int) -> int:
    """What the declarer writes (`declarer_credit`): a missed contract always costs the contract."""
    points = declarer_points(conventions, taken)
    if points < contract:
        return -contract
    return contract if conventions.declarer_credit == "contract" else points


def defender_entry(conventions: Conventions, taken: int) -> int:
    """What a defender writes (`defender_rounding`)."""
    match conventions.defender_rounding:
        case "nearest5":
            return nearest5(taken)
        case "nearest10":
            return nearest10(taken)
        case "none":
            return taken


def earns_bolt(conventions: Conventions, seat: Seat, count: Tally) -> bool:
    """He took so little that it is a bolt (`bolt_condition`, 4.1)."""
    match conventions.bolt_condition:
        case "no_trick":
            return count.tricks[seat] == 0
        case "zero_points":
            return count.taken[seat] == 0
        case "zero_rounded":
            return nearest5(count.taken[seat]) == 0
