"""Whoever follows docs/verify.md finds the cards of every deal, whatever the layout."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import count

import pytest

from engine.actions import Action, Recut, Seat, ToMiddle
from engine.cards import Card
from engine.conventions import Conventions, resolve
from engine.dealing import shuffle
from engine.events import BottomSeen, CardsDealt, DeckCut, Event, JackMoved
from engine.layout import pack
from engine.match import apply, legal_actions, new_match, start_deal, to_act
from tools.pages import DOCS

PAGE = (DOCS / "verify.md").read_text(encoding="utf-8")
SALT = "0123456789abcdef" * 2
TABLES = [
    ("sixmax", 2, "11+2"),
    ("two10", 2, "10+2x2"),
    ("two9", 2, "9+2x3"),
    ("stock2", 2, "6+stock"),
    ("matveev", 3, "7+3"),
    ("gambler", 4, "7+3"),
    ("sixmax", 4, "5+4"),
    ("sixmax", 5, "3+5"),
    ("sixmax", 6, "3+6"),
]


def verified(line: str, *layout: str) -> tuple[str, str, list[list[str]]]:
    """What the program of the page prints for a line that was published: number, digest, piles of cards."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    command = [sys.executable, "-c", program, *layout]
    run = subprocess.run(command, input=line, capture_output=True, text=True, check=True)
    number, digest, piles = run.stdout.split(maxsplit=2)
    return number, digest, [re.findall(r"\w+", pile) for pile in re.findall(r"\[(.*?)\]", piles)]


def published(deck: Sequence[Card], moves: str = "") -> str:
    return f"12. {SALT} {''.join(card.code for card in deck)}{moves}"


def piles_of(events: Sequence[Event], dealer: Seat) -> list[list[str]]:
    """The talons, the hands from the player after the dealer on, and the stock of a deal, each sorted."""
    (dealt,) = [event for event in events if isinstance(event, CardsDealt)]
    hands = [hand for hand in (*dealt.hands[dealer + 1 :], *dealt.hands[: dealer + 1]) if hand]
    return [sorted(card.code for card in pile) for pile in (*dealt.talons, *hands, dealt.stock)]


def deck_of(rules: Conventions, players: int, seed: int = 1) -> tuple[Card, ...]:
    return shuffle(b"%d" % seed, pack(rules, players))


@pytest.mark.parametrize(("preset", "players", "layout"), TABLES)
def test_the_program_deals_as_the_table_did(preset: str, players: int, layout: str) -> None:
    rules = resolve(preset, {})
    deck = deck_of(rules, players)
    for dealer in range(players):
        events = start_deal(new_match(rules, players, dealer=dealer), deck).events
        number, digest, piles = verified(published(deck), layout)
        assert number == "12"
        assert digest == hashlib.sha256("".join([SALT, *(card.code for card in deck)]).encode()).hexdigest()
        assert [sorted(pile) for pile in piles] == piles_of(events, dealer)
        if layout == "6+stock":
            (dealt,) = [event for event in events if isinstance(event, CardsDealt)]
            assert piles[-1] == [card.code for card in dealt.stock]


def test_the_layout_of_three_need_not_be_named() -> None:
    deck = deck_of(resolve(None, {}), 3)
    assert verified(published(deck)) == verified(published(deck), "7+3")


def test_every_layout_is_in_the_table_of_the_page() -> None:
    listed = set(re.findall(r"^\| [^|]+ \| `([^`]+)` \|", PAGE, re.MULTILINE))
    assert listed == {layout for _, _, layout in TABLES}


def cut_deal(mode: str, wanted: str) -> tuple[tuple[Card, ...], list[Event]]:
    """A deck whose dealer has it cut or a jack moved so often, and what happened."""
    rules = resolve(
        "wikipedia", {"bottom_nine_recut": mode, "bottom_jack_to_middle": mode, "golden": "false"}
    )
    for seed in count():
        deck = deck_of(rules, 3, seed)
        state, happened = start_deal(new_match(rules, 3, dealer=2), deck)
        events = list(happened)
        while not any(isinstance(event, CardsDealt) for event in events):
            (seat,) = to_act(state)
            answer: Action = legal_actions(state, seat)[0]
            assert isinstance(answer, Recut | ToMiddle)
            state, happened = apply(state, seat, answer)
            events += happened
        if moves_of(events) == wanted:
            return deck, events
    raise AssertionError


def moves_of(events: Sequence[Event]) -> str:
    """What the reader writes behind the cards, as the log of the deal tells it."""
    words = {DeckCut: " cut", JackMoved: " middle"}
    return "".join(words.get(type(event), "") for event in events if not isinstance(event, BottomSeen))


@pytest.mark.parametrize("mode", ["may", "must"])
@pytest.mark.parametrize("moves", [" cut", " middle", " cut cut", " cut middle"])
def test_cuts_and_jacks_are_written_behind_the_cards(mode: str, moves: str) -> None:
    deck, events = cut_deal(mode, moves)
    number, digest, piles = verified(published(deck, moves))
    assert (number, digest) == verified(published(deck))[:2]
    assert [sorted(pile) for pile in piles] == piles_of(events, 2)
