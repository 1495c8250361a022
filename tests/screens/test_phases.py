"""Every phase of every table is played from the buttons of the private hands, and from nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.i18n import LANGS
from bot.screens.board import board
from bot.screens.buttons import GameTap, PageTap, parse
from bot.screens.hand import hand_alert
from bot.screens.labels import label
from bot.screens.model import MAX_HAND, MAX_TOAST, Screen
from bot.screens.options import CARD, CONFIRM
from bot.screens.score import score
from bot.screens.text import units
from bot.screens.words import Words, card_name
from bot.tables import moves
from bot.tables.model import Notice, NoticeKind, Stage, Table
from engine.actions import Action, Announce, Bid, Blind, Bury, Give, NameContract, Pass, Play, WriteOff
from engine.cards import Card
from engine.conventions import parse_flags, resolve
from engine.events import DealEnded
from engine.match import apply, legal_actions, next_deck, outcome, to_act
from engine.state import MatchState
from engine.state import Phase as Asked
from engine.view import public_view, seat_view
from tests.engine.strategies import decks, standings, tables
from tests.screens.people import HOSTILE, dealt, pages, said, set_table
from tests.screens.test_limits import sound
from tests.support.tables import Game, of

STEPS = 400
"""More actions than any deal has."""
TAME = 0.9
"""How often a deal is not written off where it may be: else few would be played."""
NAMES = ("Anna", "Bohdan", "Vera", "Hnat", "Dasha", "Yevhen")
LOUD = tuple(name for names in HOSTILE for name in names)


def taps(screen: Screen) -> list[tuple[str, int]]:
    """The live game buttons of a page: what they say, and the legal action they do."""
    return [
        (button.text, tap.index)
        for row in screen.keyboard
        for button in row
        if button.data and isinstance(tap := parse(button.data), GameTap)
    ]


def turns_page(screen: Screen) -> bool:
    return any(
        isinstance(parse(button.data), PageTap) for row in screen.keyboard for button in row if button.data
    )


def offered(table: Table, seat: int, lang: str) -> set[int]:
    """What the buttons of all pages of a hand do; each says so."""
    view, words = seat_view(match_of(table), seat), Words.of(table.seats, lang, html=False)
    found = set()
    for page, screen in pages(table, table.seats[seat].person, lang):
        sound(screen, MAX_HAND)
        asked = view.hand[page - CARD] if CARD <= page < CONFIRM else None
        for text, index in taps(screen):
            assert says(text, view.legal[index], asked, words), (text, view.legal[index])
            found.add(index)
    return found


def says(text: str, action: Action, asked: Card | None, words: Words) -> bool:
    """The button names what its action is about; `asked` is the card that was chosen before."""
    match action:
        case Bid(value) | NameContract(value) | Blind(int(value)):
            return re.findall(r"\d+", text) == [str(value)]
        case Play(card) if asked is None:
            return text.removeprefix("💍") == card_name(card, words.lang)
        case Announce(card):
            return card is asked or text == f"💍{card_name(card, words.lang)}"
        case Give(card, receiver, _):
            return card is asked and (words.names[receiver] in text or text == words.say("btn-give-it"))
        case Play(card) | Bury(card):
            return card is asked
        case _:
            return asked is None and text == label(action, None, words)


def look(table: Table, lang: str) -> None:
    """Every screen is sound; who is to act can do all that is legal, nobody else anything."""
    sound(board(table, lang))
    for seat, sitter in enumerate(table.seats):
        legal = legal_now(table, seat)
        assert offered(table, seat, lang) == set(range(len(legal)))
        if not legal:
            assert not any(turns_page(screen) for _, screen in pages(table, sitter.person, lang))
        alert = hand_alert(table, sitter.person, lang)
        assert 1 <= units(alert) <= MAX_TOAST
        assert "<" not in alert


def pressed(rng: Random, table: Table) -> tuple[Table, Asked]:
    """One random button of a random seat that is to act, and what followed."""
    match = table.match
    assert match is not None
    seat = rng.choice(to_act(match))
    legal = legal_actions(match, seat)
    passing = rng.random() < 0.4 and Pass() in legal
    tame = tuple(action for action in legal if not isinstance(action, WriteOff)) or legal
    action: Action = Pass() if passing else rng.choice(tame if rng.random() < TAME else legal)
    change = of(moves.act(table, table.seats[seat].person, table.turn, legal.index(action), Game().context))
    assert change.table.match == apply(match, seat, action).state
    asked = public_view(match).phase
    return replace(change.table, version=table.version + 1), asked


def play(table: Table, lang: str, rng: Random, every: float) -> set[Asked]:
    """A deal to its end; screens are looked at after every step, or at `every` share of them."""
    phases = set()
    look(table, lang)
    for _ in range(STEPS):
        assert table.match is not None
        if not to_act(table.match):
            break
        table, asked = pressed(rng, table)
        if asked not in phases or rng.random() < every:
            look(table, lang)
        phases.add(asked)
    else:
        pytest.fail("the deal has no end")
    look(table, lang)
    for event in table.log:
        if isinstance(event, DealEnded):
            results(table, event, lang)
    return phases


def results(table: Table, ended: DealEnded, lang: str) -> None:
    """The result of the deal and the sheet are sound, whoever sits there."""
    assert table.match is not None
    assert (table.stage is Stage.FINISHED) == (outcome(table.match) is not None)
    sound(said(table, told(ended), lang))
    sound(score(table, lang, (ended.result,) * 500))


def told(ended: DealEnded) -> Notice:
    return Notice(NoticeKind.DEAL_RESULT, result=ended.result, totals=ended.result.scores)


@st.composite
def deals(draw: st.DrawFn) -> Table:
    """A deal that has just begun at any table."""
    conventions, players = draw(tables())
    sheet = draw(st.one_of(st.none(), standings(conventions, players)))
    dealer = draw(st.integers(0, players - 1))
    names = draw(st.sampled_from((NAMES, LOUD)))
    table = set_table(conventions, players, dealer, sheet, names)
    return dealt(table, draw(decks(conventions, players)))


_WITHOUT_SHRINKING: Final = settings(
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@settings(_WITHOUT_SHRINKING, max_examples=50)
@given(deals(), st.sampled_from(LANGS), st.integers(0, 2**32))
def test_any_deal_is_played_from_its_buttons(table: Table, lang: str, seed: int) -> None:
    play(table, lang, Random(seed), every=0.1)


@pytest.mark.soak
@settings(_WITHOUT_SHRINKING, max_examples=500)
@given(deals(), st.sampled_from(LANGS), st.integers(0, 2**32))
def test_many_deals_are_played_from_their_buttons(table: Table, lang: str, seed: int) -> None:
    play(table, lang, Random(seed), every=1.0)


TABLES = (
    ("moryak", 3),
    ("moryak discard_face=owner_choice", 4),
    ("trade2", 2),
    ("two9", 2),
    ("stock2", 2),
    ("rospis4 -golden", 4),
    ("bank", 3),
    ("marks", 3),
    ("sixmax", 5),
    ("sixmax", 6),
)
"""Tables that ask for everything that can be asked, and how many sit there."""


def test_everything_that_can_be_done_is_on_a_button_in_every_language() -> None:
    """Closed lists: an action or a phase that the engine gains is missed here."""
    actions: set[type[Action]] = set()
    phases: set[Asked] = set()
    for flags, players in TABLES:
        conventions = resolve(*parse_flags(flags.split()))
        new = partial(set_table, conventions, players)
        for seed in range(12):
            table = begun(new(seed % players), bytes([seed]))
            rng = Random(seed)
            while match_of(table).deal and to_act(match_of(table)):
                asked = {type(action) for seat in range(players) for action in legal_now(table, seat)}
                now = public_view(match_of(table)).phase
                if not asked <= actions or now not in phases:
                    for lang in LANGS:
                        look(table, lang)
                actions |= asked
                phases.add(now)
                table, _ = pressed(rng, table)
    assert actions == set(get_args(Action))
    assert phases == set(Asked) - {Asked.OVER}


def begun(table: Table, seed: bytes) -> Table:
    return dealt(table, next_deck(match_of(table), seed))


def match_of(table: Table) -> MatchState:
    assert table.match is not None
    return table.match


def legal_now(table: Table, seat: int) -> tuple[Action, ...]:
    return legal_actions(match_of(table), seat)
