"""Everything that can happen, be done, be refused or be answered has words in three languages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, replace
from typing import Any, get_args

import pytest

from bot.i18n import LANGS, tr
from bot.screens.answers import answered, error_text, toast
from bot.screens.events import line, log
from bot.screens.labels import label, style
from bot.screens.model import MAX_TOAST, Button, Screen
from bot.screens.text import units
from bot.screens.words import Words
from bot.tables.model import Sitter, TableId
from bot.tables.ports import Answer
from bot.tables.said import Said
from engine import errors
from engine.actions import Action, Announce, Bid, Blind, Bury, Face, Give, NameContract, Play, TakeTalon
from engine.cards import Card, Suit
from engine.conventions import FIELDS, PRESETS, Conventions, parse_flags, resolve
from engine.errors import RuleError
from engine.events import (
    Adjustment,
    AuctionWon,
    BarrelClimbed,
    BarrelLeft,
    BarrelTried,
    BidMade,
    BlindBid,
    BoltNoted,
    BottomSeen,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsSeen,
    ContractNamed,
    DealCrossed,
    DealEnded,
    DealKind,
    DealResult,
    DealStarted,
    DealVoid,
    DealWrittenOff,
    DeckCut,
    EndWhy,
    Event,
    Fined,
    GoldenDeclined,
    GoldenRoundFailed,
    Ground,
    JackMoved,
    MarriageDeclared,
    MarriageProved,
    MatchEnded,
    Outcome,
    Passed,
    RedealKept,
    RedealOffered,
    TalonKeptHidden,
    TalonShown,
    TalonTaken,
    TricksClaimed,
    TrickTaken,
    Unblinded,
    Why,
)
from engine.state import Phase
from tests.screens.people import HOSTILE
from tests.screens.test_limits import sound

QUEEN, TEN = Card.parse("Qh"), Card.parse("Th")
RESULT = DealResult(
    number=3,
    dealer=0,
    kind=DealKind.PLAYED,
    declarer=1,
    bid=100,
    contract=120,
    golden=False,
    blind=False,
    made=True,
    card_points=(10, 90, 20),
    marriage_points=(0, 60, 0),
    taken=(10, 150, 20),
    tricks=(1, 5, 2),
    recorded=(10, 120, 20),
    adjustments=(Adjustment(0, Why.BOLTS, -120),),
    scores=(-110, 120, 20),
    bolts=(0, 0, 1),
    barrel=(None, None, None),
    falls=(0, 0, 0),
    bolted=(0,),
)
EVENTS: tuple[Event, ...] = (
    DealStarted(1, 0, 1, golden=False),
    DealStarted(1, 0, 1, golden=True),
    BottomSeen(1, TEN),
    BottomSeen(1, None),
    DeckCut(2),
    JackMoved(1),
    Fined(2, Why.BOTTOM_NINE, -120),
    CardsDealt((), (), ()),
    BidMade(1, 100, forced=True),
    BidMade(1, 105, forced=False),
    Passed(2, forced=False),
    Passed(2, forced=True),
    CardsSeen(1),
    BlindBid(1, 120),
    Unblinded(2, 125),
    GoldenDeclined(1),
    GoldenRoundFailed(again=False),
    GoldenRoundFailed(again=True),
    MarriageProved(1, (QUEEN,)),
    AuctionWon(1, 110, unopposed=False),
    AuctionWon(1, 100, unopposed=True),
    TalonTaken(1, (QUEEN, TEN), shown=True),
    TalonTaken(1, None, shown=False),
    TalonShown(1, (QUEEN, TEN)),
    TalonKeptHidden(1),
    CardGiven(1, 2, TEN, face_up=True),
    CardGiven(1, 2, None, face_up=False),
    CardBuried(1, TEN),
    CardBuried(1, None),
    ContractNamed(1, 120, raised=True),
    ContractNamed(1, 110, raised=False),
    DealWrittenOff(1, 110),
    DealCrossed(1),
    RedealOffered(),
    RedealKept(2),
    DealVoid(2, (Ground.NINES, Ground.WEAK_HAND)),
    DealVoid(None, (Ground.WEAK_TALON,)),
    DealVoid(None, ()),
    DealVoid(0, ()),
    CardPlayed(1, QUEEN),
    MarriageDeclared(1, Suit.HEARTS, 100, Suit.HEARTS),
    MarriageDeclared(1, Suit.CLUBS, 60, Suit.HEARTS),
    MarriageDeclared(1, None, 200, None),
    TrickTaken(1, 25),
    CardDrawn(1, TEN),
    CardDrawn(1, None),
    TricksClaimed(1, (TEN,)),
    BoltNoted(2, 1),
    BarrelClimbed(1),
    BarrelTried(1, 2),
    BarrelLeft(1, Why.BARREL_FALL),
    DealEnded(RESULT),
    MatchEnded(Outcome(EndWhy.BARREL, (1,), (1, 2, 0), None)),
)
ACTIONS: tuple[Action, ...] = (
    *(kind() for kind in get_args(Action) if all(f.default is not MISSING for f in fields(kind))),
    Bid(120),
    Blind(120),
    NameContract(120),
    TakeTalon(2),
    Give(TEN, 2),
    Give(TEN, 2, Face.UP),
    Give(TEN, 2, Face.DOWN),
    Bury(TEN),
    Play(TEN),
    Announce(QUEEN),
    Announce(QUEEN, keep_trump=True),
)


def words(lang: str) -> Words:
    return Words(lang, ("Anna", "Bohdan", "Vera"))


def known(code: Iterable[object]) -> set[str]:
    return {type(thing).__name__ for thing in code}


def test_the_lists_here_are_complete() -> None:
    assert known(EVENTS) == {kind.__name__ for kind in get_args(Event)}
    assert known(ACTIONS) == {kind.__name__ for kind in get_args(Action)}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_has_words(event: Event, lang: str) -> None:
    assert line(event, Conventions(), words(lang))
    assert isinstance(log([event], Conventions(bolts_game_limit=0), words(lang)), list)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("n", [1, 2, 5, 21])
def test_every_event_can_be_counted_and_happen_to_anybody(n: int, lang: str) -> None:
    """Numbers of every plural form, and names that try to break out of the message."""
    counted = [with_number(event, n) for event in EVENTS]
    for names in HOSTILE:
        people = Words.of([Sitter(1001 + seat, name, lang) for seat, name in enumerate(names)], lang)
        lines = log(counted, Conventions(), people) + [line(each, Conventions(), people) for each in counted]
        sound(Screen("\n".join(lines)), limit=30_000)
        assert all(line.strip() == line for line in lines)


def with_number(event: Event, n: int) -> Event:
    """The event with `n` for every number that is no seat."""
    numbers = [field.name for field in fields(event) if field.type == "int"]
    changes: dict[str, Any] = dict.fromkeys(numbers, n)
    return replace(event, **changes)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", HOSTILE)
def test_every_action_is_a_button_whoever_gets_the_card(names: tuple[str, ...], lang: str) -> None:
    sitters = [Sitter(1001 + seat, name, lang) for seat, name in enumerate(names)]
    people = Words.of(sitters, lang, html=False)
    row = tuple(Button(label(action, Suit.HEARTS, people), "m:lang:ru") for action in ACTIONS)
    sound(Screen("x", tuple((button,) for button in row)))
    assert len({button.text for button in row}) == len(row)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_every_action_has_a_short_label(action: Action, lang: str) -> None:
    text = label(action, Suit.HEARTS, words(lang))
    assert 1 <= units(text) <= 28
    assert style(action) in {None, "primary", "success", "danger"}
    assert label(Announce(QUEEN), None, words(lang)) != label(Announce(QUEEN), Suit.HEARTS, words(lang))


@pytest.mark.parametrize("lang", LANGS)
def test_every_name_of_a_thing_has_words(lang: str) -> None:
    for ground in Ground:
        assert tr(lang, f"ground-{ground}")
    for why in Why:
        assert tr(lang, f"adjustment-{why}")
    for end in EndWhy:
        counted = end in {EndWhy.TARGET, EndWhy.MINUS_LIMIT}
        assert tr(lang, f"match-why-{end}", **({"n": 1000} if counted else {}))
    acts = {"unblind", "give", "bury", "give-or-bury"}
    for act in {*Phase, *acts} - {Phase.OVER, Phase.REDEAL, Phase.DISCARD}:
        assert "Anna" in tr(lang, f"wait-{act}", name="Anna")
    for field in FIELDS.values():
        assert tr(lang, "section-" + field.section.split()[0].split("-")[0].lower())


# Answers


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("said", Said)
@pytest.mark.parametrize("n", [1, 2, 5, 21])
def test_every_answer_has_words(said: Said, lang: str, n: int) -> None:
    error = errors.MustFollowSuit(Suit.HEARTS) if said is Said.RULE else None
    answer = Answer(said, error, n, TableId("abcdefgh"))
    told, screen = toast(answer, lang), answered(answer, lang)
    assert units(told.text) <= MAX_TOAST
    if said is Said.OK:
        assert (told.text, screen) == ("", None)
    elif said is Said.OPEN_PRIVATE:
        assert told.start == "sit_abcdefgh"
        assert screen is not None
        assert screen.keyboard[0][0].start == "sit_abcdefgh"
    else:
        assert told.text
        assert screen is not None
        assert screen.text


def every(kind: type[RuleError]) -> Iterable[type[RuleError]]:
    for below in kind.__subclasses__():
        if "code" in vars(below):
            yield below
        yield from every(below)


SAMPLES: dict[str, Any] = {
    "seat": 1,
    "to_act": (),
    "phase": Phase.PLAY,
    "card": TEN,
    "suit": Suit.HEARTS,
    "trump": Suit.SPADES,
    "players": 4,
    "allowed": ("any", "exact_step"),
    "settings": ("golden=true",),
    "name": "gambler",
    "value": "<b>" * 100,
    "label": "x" * 300,
    "text": "мусор",
    "word": "preset",
    "token": "fly",
    "reason": "no",
    "byte": 3,
    "fault": "hand_size",
    "obstacle": "off",
    "rule": "no_auction",
    "nearest": "golden",
    "preset": None,
}


def sample(kind: type[RuleError]) -> RuleError:
    return kind(**{field.name: SAMPLES.get(field.name, 120) for field in fields(kind)})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", tuple(every(RuleError)), ids=lambda kind: kind.code)
def test_every_broken_rule_has_words_that_fit_a_toast(kind: type[RuleError], lang: str) -> None:
    answer = Answer(Said.RULE, sample(kind))
    told = toast(answer, lang)
    assert 5 <= units(told.text) <= MAX_TOAST
    screen = answered(answer, lang)
    assert screen is not None
    assert "<b>" not in screen.text


@pytest.mark.parametrize("lang", LANGS)
def test_every_obstacle_and_conflict_has_words(lang: str) -> None:
    for obstacle in get_args(errors.Obstacle):
        assert error_text(errors.NotAllowed(obstacle), lang)
    for rule in get_args(errors.Rule):
        assert "golden=true" in error_text(errors.ConflictingConventions(rule, ("golden=true",)), lang)


def test_a_wrong_flag_is_named_with_the_nearest_spelling_and_the_values() -> None:
    wrong = errors.BadValue("bid_jump", "exakt", ("any", "exact_step"), nearest="exact_step")
    said = "bid_jump: there is no value “exakt”. Did you mean bid_jump=exact_step? Possible: any, exact_step."
    assert error_text(wrong, "en") == said
    number = errors.BadValue("redeal_hand_below", "99", ("0", "13"), any_number=True, low=0, high=60)
    assert "0, 13 or a number from 0 to 60" in error_text(number, "en").replace("\N{NO-BREAK SPACE}", " ")
    unknown = errors.UnknownConvention("bid_jum", "bid_jump")
    assert "«bid_jum»" in error_text(unknown, "ru")
    assert "bid_jump?" in error_text(unknown, "ru")


def refused(*words: str) -> RuleError:
    with pytest.raises(RuleError) as refusal:
        resolve(*parse_flags(words))
    return refusal.value


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("flag", "meant", "values"),
    [
        ("barrel_att=900", "barrel_at=900", "880, 900"),
        ("barrel_att=901", "barrel_at=900", "880, 900"),
        ("+ante", "ante=1", "0"),
        ("-first_dealer", "first_dealer=auto", "lot, auto, first_ace"),
        ("-first_deale", "first_dealer=auto", "lot, auto, first_ace"),
        ("+bottom_nine_limit", "bottom_nine_limit=3", "3"),
        ("first_dealer=lots", "first_dealer=lot", "lot, auto, first_ace"),
        ("-goldn", "-golden", "false, true"),
    ],
)
def test_what_a_wrong_flag_is_told_would_be_accepted(flag: str, meant: str, values: str, lang: str) -> None:
    told = error_text(refused(flag), lang)
    assert f"{meant}?" in told
    assert f": {values}" in told
    resolve(*parse_flags([meant]))


@pytest.mark.parametrize("lang", LANGS)
def test_an_unknown_preset_is_told_all_presets_and_the_nearest(lang: str) -> None:
    told = error_text(refused("matveew"), lang)
    assert "matveew" in told
    assert "matveev?" in told
    assert ", ".join(PRESETS) in told
    assert "rospis4?" in error_text(refused("-rospis4"), lang)


@pytest.mark.parametrize(
    ("title", "preset"), [("Матвеев", "matveev"), ("матвєєв", "matveev"), ("банк", "bank")]
)
def test_a_preset_called_by_its_title_is_hinted_at(title: str, preset: str) -> None:
    assert f"{preset}?" in error_text(refused(title), "uk")


@pytest.mark.parametrize("lang", LANGS)
def test_the_bound_of_any_number_is_said(lang: str) -> None:
    told = error_text(refused("ante=1000000000000000"), lang).replace("\N{NO-BREAK SPACE}", " ")
    assert "999999999999999" in told
    resolve(*parse_flags(["ante=999999999999999"]))


@pytest.mark.parametrize(
    ("lang", "players", "counted"),
    [
        ("ru", 2, "2 игрока"),
        ("ru", 5, "5 игроков"),
        ("uk", 2, "2 гравці"),
        ("uk", 6, "6 гравців"),
        ("en", 2, "2 players"),
    ],
)
def test_a_wrong_number_of_players_is_counted_right(lang: str, players: int, counted: str) -> None:
    text = error_text(errors.PlayersNotAllowed(players, (3,)), lang)
    assert counted in text.replace("\N{NO-BREAK SPACE}", " ")
    assert text.endswith(" 3")
