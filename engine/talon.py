"""The talon and the cards given away for it (catalogue section 2, Talon & discards)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.actions import MOST_PLAYERS, Action, Face, Give, HideTalon, Seat, ShowTalon
from engine.cards import DECK, Card, in_order
from engine.conventions import Conventions
from engine.errors import CardNotHeld, NotAllowed
from engine.events import CardGiven
from engine.state import Bargain, Discard, Frame, Hand, Hands, Standing

REVEALS: Final = (ShowTalon(), HideTalon())
GIVES: Final = {
    (card, receiver, face): Give(card, receiver, face)
    for card in DECK
    for receiver in range(MOST_PLAYERS)
    for face in (None, *Face)
}
"""One shared object for every card given to every seat."""


# The talon


def kept_hidden(conventions: Conventions, frame: Frame, *, blind: bool) -> bool:
    """A golden or blind deal hides the talon, and nobody is asked (`*_talon_hidden`, settled T11)."""
    return (frame.golden and conventions.golden_talon_hidden) or (blind and conventions.blind_talon_hidden)


def reveal_rule(
    conventions: Conventions, standing: Standing, *, by_right: bool, unopposed: bool
) -> Literal["shown", "hidden", "asked"]:
    """Who sees the talon when it is taken (`talon_reveal`, 4.21).

    `standing` is the declarer's; `by_right`: he is the opener, or was given the talon. `barrel_talon_open`
    opens that of a barrel player, whatever else is agreed (settled T13).
    """
    if conventions.barrel_talon_open and standing.barrel is not None and by_right:
        return "shown"
    match conventions.talon_reveal:
        case "always":
            return "shown"
        case "never":
            return "hidden"
        case "hidden_on_hundred":
            return "hidden" if unopposed else "shown"
        case "owner_choice":
            return "asked" if unopposed else "shown"


def with_cards(hands: Hands, seat: Seat, cards: Hand) -> Hands:
    """The hands after `seat` picked cards up."""
    return (*hands[:seat], in_order((*hands[seat], *cards)), *hands[seat + 1 :])


def without_card(hands: Hands, seat: Seat, card: Card) -> Hands:
    """The hands after `seat` laid a card down that he holds."""
    hand = hands[seat]
    place = hand.index(card)
    return (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])


# Discards


def receivers(frame: Frame, bargain: Bargain) -> tuple[Seat, ...]:
    """Opponents who still wait for their card, in seat order."""
    served = {discard.receiver for discard in bargain.discards}
    return tuple([seat for seat in frame.active if seat != bargain.declarer and seat not in served])


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
    """Every card to every opponent who waits for one: by card, then by seat, `up` before `down`."""
    faces = tuple(Face) if face_rule(conventions, frame, bargain) == "owner_choice" else (None,)
    waiting = receivers(frame, bargain)
    return tuple([GIVES[card, seat, face] for card in hand for seat in waiting for face in faces])


def check_give(
    conventions: Conventions, frame: Frame, hand: Sequence[Card], bargain: Bargain, give: Give
) -> None:
    """Refuse a card that may not be given so.

    Raises:
        CardNotHeld: the declarer does not hold it.
        NotAllowed: not to this player, or the face is missing or not his to choose.
    """
    if give.card not in hand:
        raise CardNotHeld(give.card)
    if give.receiver not in receivers(frame, bargain):
        served = give.receiver in (discard.receiver for discard in bargain.discards)
        raise NotAllowed("already_given" if served else "not_an_opponent")
    chooses = face_rule(conventions, frame, bargain) == "owner_choice"
    if chooses != (give.face is not None):
        raise NotAllowed("face_needed" if chooses else "face_fixed")


def give_card(
    conventions: Conventions, frame: Frame, bargain: Bargain, give: Give
) -> tuple[Bargain, CardGiven]:
    """The card changes hands."""
    face_up = give.face is Face.UP or face_rule(conventions, frame, bargain) == "up"
    discard = Discard(give.receiver, give.card, face_up)
    return (
        bargain.moved_on(bargain.contract, (*bargain.discards, discard)),
        CardGiven(bargain.declarer, give.receiver, give.card, face_up),
    )
