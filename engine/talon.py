"""The talon and the cards given away for it (catalogue section 2, Talon & discards)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from engine.actions import MOST_PLAYERS, Action, Bury, Face, Give, HideTalon, Seat, ShowTalon, TakeTalon
from engine.cards import DECK, Card, in_order
from engine.conventions import Conventions
from engine.errors import CardNotHeld, NotAllowed
from engine.events import CardBuried, CardGiven
from engine.state import Bargain, Discard, Frame, Hand, Hands, Standing

TAKES: Final = (TakeTalon(1), TakeTalon(2))
"""Both are offered, whether the declarer names one or draws it (`two_talon_choice`, settled T14)."""
REVEALS: Final = (ShowTalon(), HideTalon())
BURIED: Final = {"one_to_opponent": 0, "one_each": 1, "two_to_table": 2}
"""Cards that are buried, by `discard_2p`."""
FACES: Final = tuple(Face)
NO_FACE: Final = (None,)
GIVES: Final = {
    (receiver, face): {card: Give(card, receiver, face) for card in DECK}
    for receiver in range(MOST_PLAYERS)
    for face in NO_FACE + FACES
}
"""One shared object for every card given to every seat."""
BURIES: Final = {card: Bury(card) for card in DECK}


# The talon


def check_take(action: TakeTalon) -> None:
    """Refuse a talon that is not there.

    Raises:
        NotAllowed: there are two.
    """
    if action not in TAKES:
        raise NotAllowed("no_such_talon")


def take(frame: Frame, bargain: Bargain, number: int, *, shown: bool) -> Bargain:
    """The declarer has talon 1 or 2; the other one stays where it is."""
    taken = frame.talons[number - 1]
    spare = tuple([card for talon in frame.talons if talon is not taken for card in talon])
    return bargain.taking(taken, spare, shown=shown)


def reveal_rule(
    conventions: Conventions, standing: Standing, frame: Frame, bargain: Bargain
) -> Literal["shown", "hidden", "asked"]:
    """Who sees the talon when it is taken (`talon_reveal`, 4.21); `standing` is the declarer's.

    A golden or blind deal may hide it, and nobody is asked (settled T11). `barrel_talon_open` opens that of a
    barrel player who is the opener or was given it, whatever `talon_reveal` says (settled T13).
    """
    if (frame.golden and conventions.golden_talon_hidden) or (
        bargain.blind and conventions.blind_talon_hidden
    ):
        return "hidden"
    by_right = bargain.declarer == frame.opener or not bargain.calls
    if conventions.barrel_talon_open and standing.barrel is not None and by_right:
        return "shown"
    match conventions.talon_reveal:
        case "always":
            return "shown"
        case "never":
            return "hidden"
        case "hidden_on_hundred":
            return "hidden" if bargain.unopposed else "shown"
        case "owner_choice":
            return "asked" if bargain.unopposed else "shown"


def with_cards(hands: Hands, seat: Seat, cards: Hand) -> Hands:
    """The hands after `seat` picked cards up."""
    return (*hands[:seat], in_order((*hands[seat], *cards)), *hands[seat + 1 :])


def without_card(hands: Hands, seat: Seat, card: Card) -> Hands:
    """The hands after `seat` laid a card down that he holds."""
    hand = hands[seat]
    place = hand.index(card)
    return (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])


# Discards


def receivers(conventions: Conventions, frame: Frame, bargain: Bargain) -> tuple[Seat, ...]:
    """Opponents who still wait for their card, in seat order; none where two cards go to the table."""
    if _among_two(conventions, frame) == "two_to_table":
        return ()
    served = _served(bargain)
    return tuple([seat for seat in frame.active if seat != bargain.declarer and seat not in served])


def _served(bargain: Bargain) -> list[Seat]:
    return [discard.receiver for discard in bargain.discards]


def to_bury(conventions: Conventions, frame: Frame, bargain: Bargain) -> int:
    """Cards that the declarer still has to lay onto the other talon or back on the table."""
    return BURIED[_among_two(conventions, frame)] - len(bargain.buried)


def is_settled(conventions: Conventions, frame: Frame, bargain: Bargain) -> bool:
    """Every card has been given away and buried."""
    return not receivers(conventions, frame, bargain) and not to_bury(conventions, frame, bargain)


def _among_two(conventions: Conventions, frame: Frame) -> str:
    """How cards are discarded; `discard_2p` speaks of two players only."""
    return conventions.discard_2p if len(frame.active) == 2 else "one_to_opponent"


def face_rule(
    conventions: Conventions, frame: Frame, bargain: Bargain
) -> Literal["up", "down", "owner_choice"]:
    """How discards travel: down on a hidden hundred, golden or blind; otherwise as `discard_face` says."""
    hidden_hundred = bargain.unopposed and not bargain.talon_shown
    if (
        (hidden_hundred and conventions.hundred_discard_down)
        or (frame.golden and conventions.golden_discard_down)
        or (bargain.blind and conventions.blind_discard_down)
    ):
        return "down"
    return conventions.discard_face


def legal(conventions: Conventions, frame: Frame, hand: Hand, bargain: Bargain) -> tuple[Action, ...]:
    """Every card to every opponent who waits: by card, then by seat, `up` before `down`; then burials."""
    faces = FACES if face_rule(conventions, frame, bargain) == "owner_choice" else NO_FACE
    ways = [GIVES[seat, face] for seat in receivers(conventions, frame, bargain) for face in faces]
    gives: tuple[Action, ...] = tuple([way[card] for card in hand for way in ways])
    if not to_bury(conventions, frame, bargain):
        return gives
    return (*gives, *[BURIES[card] for card in hand])


def checked_discard(
    conventions: Conventions, frame: Frame, hand: Sequence[Card], bargain: Bargain, give: Give
) -> Discard:
    """The card given away, if it may be given so.

    Raises:
        CardNotHeld: the declarer does not hold it.
        NotAllowed: not to this player, or the face is missing or not his to choose.
    """
    if give.card not in hand:
        raise CardNotHeld(give.card)
    if _among_two(conventions, frame) == "two_to_table":
        raise NotAllowed("off")
    if give.receiver in _served(bargain):
        raise NotAllowed("already_given")
    if give.receiver == bargain.declarer or give.receiver not in frame.active:
        raise NotAllowed("not_an_opponent")
    rule = face_rule(conventions, frame, bargain)
    chooses = rule == "owner_choice"
    if chooses != (give.face is not None):
        raise NotAllowed("face_needed" if chooses else "face_fixed")
    face_up = give.face is Face.UP if chooses else rule == "up"
    return Discard(give.receiver, give.card, face_up)


def give_card(bargain: Bargain, discard: Discard) -> tuple[Bargain, CardGiven]:
    """The card changes hands."""
    given = CardGiven(bargain.declarer, discard.receiver, discard.card, discard.face_up)
    return bargain.moved_on(bargain.contract, (*bargain.discards, discard)), given


def check_bury(
    conventions: Conventions, frame: Frame, hand: Sequence[Card], bargain: Bargain, bury: Bury
) -> None:
    """Refuse a card that may not be buried.

    Raises:
        CardNotHeld: the declarer does not hold it.
        NotAllowed: no such rule, or enough cards are buried.
    """
    if bury.card not in hand:
        raise CardNotHeld(bury.card)
    if not to_bury(conventions, frame, bargain):
        raise NotAllowed("already_buried" if bargain.buried else "off")


def bury_card(bargain: Bargain, bury: Bury) -> tuple[Bargain, CardBuried]:
    """The card lies face down, onto the other talon or as a packet of its own."""
    buried = replace(bargain, buried=(*bargain.buried, bury.card))
    return buried, CardBuried(bargain.declarer, bury.card)
