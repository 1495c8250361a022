"""Actions as records write them: the token after `LABEL:`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine import actions as act
from engine.actions import Action, Face, Seat
from engine.cards import Card
from engine.conventions.spelling import nearest
from engine.errors import BadCard, UnknownAction, UnknownPlayer

_BARE: Final[Mapping[str, Action]] = {
    "recut": act.Recut(),
    "to_middle": act.ToMiddle(),
    "accept": act.Accept(),
    "look": act.Look(),
    "blind": act.Blind(),
    "unblind": act.Unblind(),
    "pass": act.Pass(),
    "prove": act.Prove(),
    "decline": act.Decline(),
    "redeal": act.Redeal(),
    "keep": act.Keep(),
    "show": act.ShowTalon(),
    "hide": act.HideTalon(),
    "writeoff": act.WriteOff(),
    "cross": act.TakeCross(),
    "claim": act.Claim(),
}
_BARE_WORDS: Final = {action: word for word, action in _BARE.items()}

_NUMBERED: Final[Mapping[str, Callable[[int], Action]]] = {
    "bid": act.Bid,
    "blind": act.Blind,
    "contract": act.NameContract,
    "take": act.TakeTalon,
}

_FORMS: Final = {word: word for word in _BARE} | {
    "bid": "bid 110",
    "contract": "contract 130",
    "take": "take 1",
    "give": "give 9s LABEL",
    "bury": "bury 9s",
    "play": "play 9s",
    "announce": "announce Ks",
}
"""What each token looks like."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
"""Written in one way only."""


def token(action: Action, labels: Sequence[str]) -> str:
    """How a record writes `action`; `labels` name the seats."""
    match action:
        case act.Bid(value):
            return f"bid {value}"
        case act.Blind(int(value)):
            return f"blind {value}"
        case act.NameContract(value):
            return f"contract {value}"
        case act.TakeTalon(number):
            return f"take {number}"
        case act.Give(card, receiver, None):
            return f"give {card.code} {labels[receiver]}"
        case act.Give(card, receiver, Face() as face):
            return f"give {card.code} {labels[receiver]} {face.value}"
        case act.Bury(card):
            return f"bury {card.code}"
        case act.Play(card):
            return f"play {card.code}"
        case act.Announce(card, keep_trump):
            return f"announce {card.code} keep" if keep_trump else f"announce {card.code}"
        case _:
            return _BARE_WORDS[action]


def parse_token(text: str, labels: Sequence[str]) -> Action:
    """The action that a record writes as `text`; `labels` name the seats.

    Raises:
        UnknownAction: no action is written like that.
        BadCard: it names a card that is none.
        UnknownPlayer: it names a player who is not at the table.
    """
    match text.split():
        case [word] if word in _BARE:
            return _BARE[word]
        case [word, number] if word in _NUMBERED and _NUMBER.fullmatch(number):
            return _NUMBERED[word](int(number))
        case ["play", card]:
            return act.Play(parse_card(card))
        case ["bury", card]:
            return act.Bury(parse_card(card))
        case ["announce", card]:
            return act.Announce(parse_card(card))
        case ["announce", card, "keep"]:
            return act.Announce(parse_card(card), keep_trump=True)
        case ["give", card, label]:
            return act.Give(parse_card(card), seat_of(label, labels))
        case ["give", card, label, "up" | "down" as face]:
            return act.Give(parse_card(card), seat_of(label, labels), Face(face))
        case [word, *_]:
            raise UnknownAction(text, _FORMS.get(nearest(word, _FORMS) or ""))
        case _:
            raise UnknownAction(text)


def parse_card(text: str) -> Card:
    """The card that a record writes as `text`.

    Raises:
        BadCard: there is none.
    """
    try:
        return Card.parse(text)
    except KeyError:
        raise BadCard(text) from None


def seat_of(label: str, labels: Sequence[str]) -> Seat:
    """The seat of the player called `label`.

    Raises:
        UnknownPlayer: nobody is called so.
    """
    try:
        return labels.index(label)
    except ValueError:
        raise UnknownPlayer(label, nearest(label, labels)) from None
