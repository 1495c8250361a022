"""What a player knows while cards are played: where cards can be, and the chance that they are there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import comb

from engine.actions import Seat
from engine.cards import ABOVE, Card, Rank, Suit
from engine.conventions import Conventions
from engine.layout import pack
from engine.players.skill import Skill
from engine.view import PublicDeal, SeatView

MEMORABLE = (Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
"""Ranks whose fall everybody remembers."""


def none_of(wanted: int, pool: int, held: int) -> float:
    """The chance that `held` cards out of `pool` are none of the `wanted` ones among them."""
    if wanted <= 0 or held <= 0:
        return 1.0
    return comb(pool - wanted, held) / comb(pool, held) if held <= pool - wanted else 0.0


@dataclass(frozen=True, slots=True)
class Sight:
    """The deal through the eyes of one seat."""

    seat: Seat
    conventions: Conventions
    deal: PublicDeal
    hand: tuple[Card, ...]
    others: frozenset[Card]
    """Cards that may still come from elsewhere, as far as the player remembers."""
    voids: Mapping[Seat, frozenset[Suit]]
    """Suits that a seat could not follow."""
    known: Mapping[Seat, frozenset[Card]]
    """Cards that were seen to go to a seat, and have not been played since."""

    @property
    def trump(self) -> Suit | None:
        """The trump in force."""
        return self.deal.trump

    def higher(self, card: Card) -> frozenset[Card]:
        """Cards elsewhere that beat it within its suit."""
        return ABOVE[card] & self.others

    def of_suit(self, suit: Suit) -> frozenset[Card]:
        """Cards of a suit that are elsewhere."""
        return frozenset([card for card in self.others if card.suit is suit])

    def allied(self, one: Seat, other: Seat) -> bool:
        """Both play against the same declarer."""
        declarer = self.deal.declarer
        return one == other or (declarer is not None and declarer not in (one, other))

    def chance_of(self, seat: Seat, wanted: Collection[Card]) -> float:
        """The chance that another seat holds at least one of these cards, which are all elsewhere."""
        mine = self.known.get(seat, frozenset())
        if not mine.isdisjoint(wanted):
            return 1.0
        void = self.voids.get(seat, frozenset())
        elsewhere = frozenset().union(*self.known.values())
        pool = [card for card in self.others if card not in elsewhere and card.suit not in void]
        among = sum([card in wanted for card in pool])
        held = min(self.deal.hand_sizes[seat] - len(mine), len(pool))
        return 1.0 - none_of(among, len(pool), held)

    def chance_to_beat(self, seat: Seat, best: Card, led: Suit) -> float:
        """The chance that a seat which is still to play can take the trick from `best`."""
        trump = self.trump
        if best.suit is not led:
            return self._void(seat, led) * self.chance_of(seat, self.higher(best))
        by_suit = self.chance_of(seat, self.higher(best))
        if trump is None or trump is led:
            return by_suit
        return by_suit + self._void(seat, led) * self.chance_of(seat, self.of_suit(trump))

    def _void(self, seat: Seat, suit: Suit) -> float:
        return 1.0 - self.chance_of(seat, self.of_suit(suit))


def sight(view: SeatView, deal: PublicDeal, skill: Skill) -> Sight:
    """What a player of that skill makes of his view."""
    tricks = deal.tricks
    forgotten = tricks[: -skill.memory or None] if skill.memory is not None else ()
    gone = {
        played.card
        for place, trick in enumerate((*tricks, deal.trick))
        for played in trick.cards
        if place >= len(forgotten) or played.card.rank in MEMORABLE
    }
    cards = frozenset(pack(view.public.conventions, view.public.players))
    others = cards.difference(gone, view.hand, view.buried)
    return Sight(
        seat=view.seat,
        conventions=view.public.conventions,
        deal=deal,
        hand=view.hand,
        others=others,
        voids=_voids(view, deal) if skill.notices_voids else {},
        known=_known(view, others),
    )


def _voids(view: SeatView, deal: PublicDeal) -> dict[Seat, frozenset[Suit]]:
    """Suits that a seat did not follow; none at a table where cards are drawn."""
    if view.public.conventions.stock_draw:
        return {}
    void: dict[Seat, frozenset[Suit]] = {}
    for trick in (*deal.tricks, deal.trick):
        for played in trick.cards:
            led = trick.cards[0].card.suit
            if played.card.suit is not led:
                void[played.seat] = void.get(played.seat, frozenset()) | {led}
    return void


def _known(view: SeatView, others: frozenset[Card]) -> dict[Seat, frozenset[Card]]:
    known: dict[Seat, frozenset[Card]] = {}
    for gift in view.gifts:
        if gift.card in others and gift.receiver != view.seat:
            known[gift.receiver] = known.get(gift.receiver, frozenset()) | {gift.card}
    return known
