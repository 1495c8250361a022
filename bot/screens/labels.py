"""What a button that does an action is called, and its colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.screens.model import Style
from bot.screens.words import Words, card_name, sign
from engine.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Blind,
    Bury,
    Claim,
    Decline,
    Face,
    Give,
    HideTalon,
    Keep,
    Look,
    NameContract,
    Pass,
    Play,
    Prove,
    Recut,
    Redeal,
    ShowTalon,
    TakeCross,
    TakeTalon,
    ToMiddle,
    Unblind,
    WriteOff,
)
from engine.cards import Suit

DANGEROUS: Final = (WriteOff, TakeCross, Blind, Decline)
"""There is no way back from these: they are asked about once more."""


_FACES: Final = {None: "btn-give", Face.UP: "btn-face-up", Face.DOWN: "btn-face-down"}
_PLAIN: Final[Mapping[type[Action], str]] = {
    Pass: "btn-pass",
    Look: "btn-open-cards",
    Unblind: "btn-unblind",
    Prove: "btn-prove",
    Decline: "btn-decline",
    Keep: "btn-play-on",
    ShowTalon: "btn-show-talon",
    HideTalon: "btn-hide-talon",
    Bury: "btn-bury",
    Claim: "btn-claim",
    Recut: "btn-recut",
    ToMiddle: "btn-to-middle",
    Accept: "btn-accept",
}
_WITH_ICON: Final[Mapping[type[Action], tuple[str, str]]] = {
    WriteOff: ("✍️", "btn-write-off"),
    TakeCross: ("➕", "btn-cross"),
    Redeal: ("♻️", "btn-redeal"),
}


def label(action: Action, declared: Suit | None, words: Words) -> str:
    """The text of the button; receivers and ways of play without the card, which was chosen before.

    `declared` is the suit of the marriage that an announcement declares, None the four aces.
    """
    say = words.say
    match action:
        case Bid(value):
            return say("btn-bid", bid=value)
        case NameContract(value):
            return say("btn-keep", bid=value)
        case Blind(value):
            return "🕶 " + (say("btn-blind") if value is None else say("btn-blind-bid", bid=value))
        case Give(_, receiver, face):
            return say(_FACES[face], name=words.names[receiver])
        case Play(card):
            return f"{say('btn-just-lead')}: {card_name(card, words.lang)}"
        case Announce():
            return f"💍 {_announce(action, declared, words)}"
        case TakeTalon(number):
            return f"💰 {say('btn-talon-number', n=number)}"
        case WriteOff() | TakeCross() | Redeal():
            icon, key = _WITH_ICON[type(action)]
            return f"{icon} {say(key)}"
        case _:
            return say(_PLAIN[type(action)])


def _announce(action: Announce, declared: Suit | None, words: Words) -> str:
    if action.keep_trump:
        return words.say("btn-announce-keep")
    if declared is None:
        return words.say("btn-announce-aces")
    return words.say("btn-announce", suit=sign(declared))


def style(action: Action) -> Style | None:
    """The colour of the button: green goes on, blue offers, red gives up."""
    match action:
        case WriteOff() | TakeCross() | Decline():
            return Style.DANGER
        case Keep() | Claim() | NameContract() | Announce():
            return Style.SUCCESS
        case Bid() | Blind() | Unblind():
            return Style.PRIMARY
        case _:
            return None
