"""The private hand: every phase can be played from it, and nothing else can be tapped."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.i18n import LANGS
from bot.screens.board import board
from bot.screens.buttons import GameTap, PageTap, parse
from bot.screens.hand import hand, hand_alert
from bot.screens.model import Screen, Style
from bot.screens.options import CONFIRM
from bot.screens.words import card_name
from bot.tables import moves
from bot.tables.model import Stage, Table
from engine.actions import Action, Announce, Bid, Blind, Give, Look, Pass, Play, Prove, WriteOff
from engine.cards import BY_SUIT, DECK, Card, Rank, Suit
from engine.conventions import Conventions, parse_flags, resolve
from engine.match import legal_actions, new_match, next_deck, phase, start_deal_with, to_act
from engine.players import Level
from engine.state import MatchState, Phase, Standing
from engine.view import public_view, seat_view
from tests.screens.people import course, pages, reachable, set_table
from tests.screens.people import dealt as deal_out
from tests.support.tables import Game, of

PRESETS = ("default", "matveev", "gambler -golden", "bank -golden", "sixmax", "default cross=true")


def buttons(screen: Screen) -> dict[str, str | None]:
    return {button.text: button.data for row in screen.keyboard for button in row}


def first(preset: str, test: Callable[[Table], bool], steps: int = 3000) -> Table:
    """The first table of a game for which `test` holds."""
    return next(table for table in course(preset, steps) if test(table))


def on_turn(table: Table) -> int:
    assert table.match is not None
    return next(seat for seat in range(3) if legal_actions(table.match, seat))


def in_phase(wanted: Phase) -> Callable[[Table], bool]:
    return lambda table: table.match is not None and phase(table.match) is wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_every_legal_action_can_be_tapped_and_no_other(preset: str) -> None:
    phases = set()
    for table in course(preset, steps=300, seed=4):
        assert table.match is not None
        for seat, sitter in enumerate(table.seats):
            legal = legal_actions(table.match, seat)
            assert reachable(table, sitter.person, "en") == set(range(len(legal))), (preset, legal)
            if legal:
                phases.add(phase(table.match))
    assert {Phase.AUCTION, Phase.DISCARD, Phase.PLAY} <= phases


def test_buttons_carry_the_table_and_its_turn() -> None:
    table = first("default", in_phase(Phase.PLAY))
    person = table.seats[on_turn(table)].person
    for _, screen in pages(table, person, "ru"):
        for data in buttons(screen).values():
            tap = parse(data) if data else None
            assert tap is None or (
                isinstance(tap, GameTap | PageTap) and (tap.table, tap.turn) == (table.id, table.turn)
            )


@pytest.mark.parametrize("lang", LANGS)
def test_in_play_every_card_is_a_button_and_only_legal_ones_are_live(lang: str) -> None:
    for table in course(steps=120, seed=2):
        assert table.match is not None
        if phase(table.match) is not Phase.PLAY:
            continue
        seat = on_turn(table)
        view = seat_view(table.match, seat)
        shown = buttons(hand(table, table.seats[seat].person, lang))
        legal = {action.card for action in view.legal if isinstance(action, Play)}
        for card in view.hand:
            name = card_name(card, lang)
            data = shown[name] if name in shown else shown[f"💍{name}"]
            assert (data is not None) == (card in legal)


def test_cards_are_sorted_by_suit_and_the_ten_stands_next_to_the_ace() -> None:
    held = [Card.parse(code) for code in ["9h", "Kh", "Th", "Ah", "Js", "Qc", "Tc"]]
    table = dealt(Conventions(), held)
    text = hand(table, table.seats[0].person, "en").text
    assert "<b>J♠️</b>\n<b>10♣️  Q♣️</b>\n<b>A♥️  10♥️  K♥️  9♥️</b>" in text
    assert hand_alert(table, table.seats[0].person, "en").startswith("J♠️ · 10♣️ Q♣️ · A♥️ 10♥️ K♥️ 9♥️")


def dealt(conventions: Conventions, first_hand: list[Card], talon: str = "9c Jc 9d") -> Table:
    """A table whose first seat holds these cards; the others share the rest."""
    game = Game()
    game.start()
    bottom = [Card.parse(code) for code in talon.split()]
    rest = [card for card in map(Card.parse, ALL) if card not in first_hand and card not in bottom]
    match = new_match(conventions, 3, dealer=2)
    begun = start_deal_with(match, [first_hand, rest[:7], rest[7:]], bottom)
    return replace(game.table, match=begun.state, rules=replace(game.table.rules, conventions=conventions))


ALL = [rank + suit for suit in "scdh" for rank in "9JQKTA"]


def test_bids_come_eight_at_a_time_and_the_pager_goes_round() -> None:
    table = dealt(Conventions(), [Card.parse(code) for code in ["Kh", "Qh", "Kd", "Qd", "As", "Ts", "Ks"]])
    person = table.seats[0].person
    bids = [text for text in buttons(hand(table, person, "en")) if text.isdigit()]
    assert bids == ["100", "105", "110", "115", "120", "125", "130", "135"]
    last = buttons(hand(table, person, "en", 5))
    assert "300" in last
    assert "305" not in last
    assert parse(last["›"] or "") == PageTap(table.id, table.turn, 0)


def test_a_discard_asks_first_for_the_card_then_for_the_receiver() -> None:
    table = first("default", in_phase(Phase.DISCARD))
    person = table.seats[on_turn(table)].person
    start = hand(table, person, "ru")
    assert "Какую отдать?" in start.text
    tap = parse(next(data for data in buttons(start).values() if data))
    assert isinstance(tap, PageTap)
    asked = hand(table, person, "ru", tap.page)
    assert "Кому отдать" in asked.text
    names = [sitter.name for sitter in table.seats if sitter.person != person]
    assert list(buttons(asked)) == [*(f"Отдать → {name}" for name in names), "Назад"]


def test_the_second_discard_names_its_only_receiver_and_has_a_way_back() -> None:
    def one_given(table: Table) -> bool:
        assert table.match is not None
        if phase(table.match) is not Phase.DISCARD:
            return False
        legal = legal_actions(table.match, on_turn(table))
        return len({action.receiver for action in legal if isinstance(action, Give)}) == 1

    table = first("default", one_given)
    person = table.seats[on_turn(table)].person
    screen = hand(table, person, "uk")
    assert "Отримає" in screen.text
    assert "Віддано:" in screen.text
    [given] = [gift for gift in seat_view(match_of(table), on_turn(table)).gifts if gift.card]
    assert given.card is not None
    assert f"Віддано: {card_name(given.card, 'uk')} → {table.seats[given.receiver].name}" in screen.text
    live = [parse(data) for text, data in buttons(screen).items() if data and "♠️" in text]
    tap = live[0]
    assert isinstance(tap, PageTap)
    sure = buttons(hand(table, person, "uk", tap.page))
    other = next(seat for seat in range(3) if seat not in (on_turn(table), given.receiver))
    assert list(sure) == ["Віддати", "Назад"]
    asked = hand(table, person, "uk", tap.page).text
    assert f"? Отримає {table.seats[other].name}" in asked
    assert "Кому віддати" not in asked
    assert [type(parse(data or "")) for data in sure.values()] == [GameTap, PageTap]


def match_of(table: Table) -> MatchState:
    assert table.match is not None
    return table.match


@pytest.mark.parametrize(
    ("flags", "asked", "ways"),
    [
        ("two9", "A card to Bohdan, a card to lay aside", ["Give → Bohdan", "Lay aside", "Back"]),
        ("trade2 -blind", "Which card do you lay aside?", ["Lay aside", "Back"]),
        ("two10", "Which card goes to Bohdan?", ["Give", "Back"]),
    ],
)
def test_two_players_lay_cards_aside_or_give_them(flags: str, asked: str, ways: list[str]) -> None:
    table = until_phase(begun(flags, 2), Phase.DISCARD)
    person = table.seats[on_turn(table)].person
    start = hand(table, person, "en")
    assert asked in start.text
    tap = parse(next(data for data in buttons(start).values() if data))
    assert isinstance(tap, PageTap)
    assert list(buttons(hand(table, person, "en", tap.page))) == ways


def begun(flags: str, players: int, sheet: tuple[Standing, ...] | None = None, seed: bytes = b"1") -> Table:
    """A deal of such a table; the last seat deals."""
    table = set_table(resolve(*parse_flags(flags.split())), players, players - 1, sheet)
    assert table.match is not None
    return deal_out(table, next_deck(table.match, seed))


def until_phase(table: Table, wanted: Phase) -> Table:
    """Played on until somebody is asked in that phase: the first to speak bids 100 and all others pass."""
    while phase(match_of(table)) is not wanted:
        seat = to_act(match_of(table))[0]
        legal = legal_actions(match_of(table), seat)
        action = Pass() if Pass() in legal else Look() if Look() in legal else legal[0]
        table = press(table, seat, action)
    return table


def press(table: Table, seat: int, action: Action) -> Table:
    index = legal_actions(match_of(table), seat).index(action)
    return of(moves.act(table, table.seats[seat].person, table.turn, index, Game().context)).table


def test_a_golden_deal_is_played_or_declined_and_a_refusal_is_asked_about_once_more() -> None:
    table = begun("bank", 3)
    start = hand(table, table.seats[0].person, "uk")
    assert "Золотий кін: граєте 120?" in start.text
    assert list(buttons(start)) == ["Граю 120", "Відмовитися"]
    tap = parse(buttons(start)["Відмовитися"] or "")
    assert isinstance(tap, PageTap)
    assert "Відмовитися від золотого кону?" in hand(table, table.seats[0].person, "uk", tap.page).text


def test_whoever_sits_on_the_talon_is_told_so() -> None:
    table = begun("gambler -golden", 4)
    texts = [hand(table, sitter.person, "en").text for sitter in table.seats]
    assert ["You sit on the talon" in text for text in texts] == [False, False, False, True]
    assert "You sit on the talon" in hand_alert(table, table.seats[3].person, "en")


def test_an_unblinder_without_a_marriage_is_told_why_he_can_only_pass() -> None:
    """B12: everybody is asked, so that nobody learns who could."""
    told = {True: 0, False: 0}
    for seed in range(12):
        table = begun("default +blind", 3, seed=bytes([seed]))
        asked = press(table, 0, Blind())
        seat = on_turn(asked)
        can = len(legal_actions(match_of(asked), seat)) == 2
        text = hand(asked, asked.seats[seat].person, "en").text
        assert "Anna plays 120\N{NO-BREAK SPACE}blind. Un-blind?" in text
        assert ("there is no marriage" in text) == (not can)
        told[can] += 1
    assert all(told.values())


def test_unseen_cards_are_bid_on_blind_and_a_blind_bid_is_asked_about_once_more() -> None:
    table = begun("trade2", 2)
    start = hand(table, table.seats[0].person, "ru")
    assert "Карты закрыты" in start.text
    assert "Темните или смотрите карты?" in start.text
    tap = parse(buttons(start)["🕶 Темню 120"] or "")
    assert isinstance(tap, PageTap)
    asked = hand(table, table.seats[0].person, "ru", tap.page)
    assert "Темним на 120?" in asked.text
    assert list(buttons(asked)) == ["🕶 Темню 120", "Отмена"]


@pytest.mark.parametrize(
    ("rank", "asked", "ways"),
    [
        (Rank.NINE, "Cut again?", ["Cut again", "Leave it"]),
        (Rank.JACK, "Move it to the middle?", ["Jack to the middle", "Leave it"]),
    ],
)
def test_only_the_dealer_sees_the_bottom_card(rank: Rank, asked: str, ways: list[str]) -> None:
    table = set_table(resolve(*parse_flags(["moryak"])), 3, 2)
    bottom = BY_SUIT[Suit.CLUBS][rank]
    dealt_table = deal_out(table, (*(card for card in DECK if card is not bottom), bottom))
    shown = card_name(bottom, "en")
    for seat, sitter in enumerate(dealt_table.seats):
        screen = hand(dealt_table, sitter.person, "en")
        assert "The cards are not dealt yet" in screen.text
        assert (shown in screen.text) == (asked in screen.text) == (seat == 2)
        assert list(buttons(screen)) == (ways if seat == 2 else [])
    assert shown not in board(dealt_table, "en").text


def test_a_write_off_shows_its_price_and_asks_once_more() -> None:
    table = first("default", in_phase(Phase.DISCARD))
    assert table.match is not None
    seat = on_turn(table)
    person = table.seats[seat].person
    start = hand(table, person, "ru")
    tap = parse(buttons(start)["✍️ Расписать"] or "")
    assert isinstance(tap, PageTap)
    assert tap.page >= CONFIRM
    asked = hand(table, person, "ru", tap.page)
    assert "Расписать 100? Назад пути нет" in asked.text
    assert f"{table.seats[seat].name}: −100 → −100" in asked.text
    assert asked.text.count(": +50 → 50") == 2
    index = legal_actions(table.match, seat).index(WriteOff())
    assert parse(buttons(asked)["✍️ Расписать"] or "") == GameTap(table.id, table.turn, index)
    assert asked.keyboard[0][0].style is Style.DANGER
    assert parse(buttons(asked)["Отмена"] or "") == PageTap(table.id, table.turn, 0)


def test_a_cross_says_what_it_costs() -> None:
    table = first("default cross=true", in_phase(Phase.DISCARD))
    person = table.seats[on_turn(table)].person
    tap = parse(buttons(hand(table, person, "en"))["➕ Cross"] or "")
    assert isinstance(tap, PageTap)
    text = hand(table, person, "en", tap.page).text
    assert "opponents get a bolt each" in text
    assert text.count("0 → 0 · 🔩 a bolt") == 2


def test_a_marriage_is_marked_and_an_announcement_is_asked_for() -> None:
    def announcing(table: Table) -> bool:
        assert table.match is not None
        return any(
            isinstance(action, Announce) for seat in range(3) for action in legal_actions(table.match, seat)
        )

    table = first("sixmax", announcing)
    person = table.seats[on_turn(table)].person
    marked = {
        text: data for text, data in buttons(hand(table, person, "ru")).items() if text.startswith("💍")
    }
    assert marked
    tap = parse(next(iter(marked.values())) or "")
    assert isinstance(tap, PageTap)
    asked = hand(table, person, "ru", tap.page)
    assert "Хвалить" in asked.text
    labels = list(buttons(asked))
    assert any(text.startswith("💍 Хвалю") for text in labels)
    assert any(text.startswith("Просто хожу") for text in labels)


def test_only_who_is_to_act_gets_buttons() -> None:
    table = first("default", in_phase(Phase.AUCTION))
    seat = on_turn(table)
    for other, sitter in enumerate(table.seats):
        screen = hand(table, sitter.person, "en")
        assert bool(screen.keyboard) == (other == seat)
        assert ("👉" in screen.text) == (other == seat)


def test_between_deals_anybody_deals_on_and_after_the_match_nobody() -> None:
    table = first("default", in_phase(Phase.OVER))
    for sitter in table.seats:
        assert list(buttons(hand(table, sitter.person, "en"))) == ["Next deal"]
        assert hand_alert(table, sitter.person, "en") == "The next deal comes soon"
    finished = replace(table, stage=Stage.FINISHED)
    assert hand(finished, table.seats[0].person, "en").keyboard == ()
    assert hand_alert(finished, table.seats[0].person, "en") == "Game over"


@pytest.mark.parametrize("page", [1, 7, 999, 1000, 1005, 1999, 2000, 2007, 10**9])
def test_a_page_that_makes_no_sense_is_the_first_one(page: int) -> None:
    table = first("default", in_phase(Phase.PLAY))
    for sitter in table.seats:
        start = hand(table, sitter.person, "en")
        screen = hand(table, sitter.person, "en", page)
        assert screen == start or screen in [shown for _, shown in pages(table, sitter.person, "en")]


def test_strangers_have_no_hand() -> None:
    table = first("default", in_phase(Phase.PLAY))
    with pytest.raises(LookupError):
        hand(table, 999, "en")
    assert hand_alert(table, 999, "en") == "You are not in this game"


def test_a_bidder_who_can_only_pass_is_told_why() -> None:
    """D23, H04: the figure is the engine's own, never one of the text."""

    game = Game(seed=3)
    game.start()
    while not in_phase(Phase.AUCTION)(game.table) or legal_now(game.table) != (Pass(),):
        game.step(Level.RANDOM)
    person = game.table.seats[on_turn(game.table)].person
    assert re.search(r"With these cards \d+\sis the limit", hand(game.table, person, "en").text)
    free = first("default", lambda at: in_phase(Phase.AUCTION)(at) and len(legal_now(at)) > 1)
    assert "limit" not in hand(free, free.seats[on_turn(free)].person, "en").text


def test_a_bidder_who_may_only_ask_for_a_proof_is_told_why() -> None:
    table = begun("marks hand_cap=120_plus_marriages", 3, seed=b"7")
    while phase(match_of(table)) is Phase.AUCTION and set(legal_now(table)) != {Pass(), Prove()}:
        bids = [action for action in legal_now(table) if isinstance(action, Bid)]
        table = press(table, on_turn(table), bids[-1] if bids else Pass())
    assert set(legal_now(table)) == {Pass(), Prove()}
    text = hand(table, table.seats[on_turn(table)].person, "en").text
    assert "is the limit" in text


def legal_now(table: Table) -> tuple[Action, ...]:
    assert table.match is not None
    return legal_actions(table.match, on_turn(table))


def test_a_card_that_was_given_is_told_until_its_receiver_plays() -> None:
    told = 0
    for table in course(steps=120, seed=2):
        assert table.match is not None
        view = public_view(table.match)
        for seat, sitter in enumerate(table.seats):
            text = hand(table, sitter.person, "en").text
            deal = view.deal
            if deal is None or "You were given" not in text:
                continue
            told += 1
            played = {card.seat for trick in (*deal.tricks, deal.trick) for card in trick.cards}
            assert seat not in played
    assert told
