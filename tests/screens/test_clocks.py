"""What is seen of clocks: a moment that counts down by itself, who is away, and the menu."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import LANGS, tr
from bot.screens.board import board
from bot.screens.buttons import BackTap, ClockScope, ClockTap, parse
from bot.screens.clocks import described, menu, moment
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.model import MAX_HAND, Screen
from bot.tables import clocks, presence
from bot.tables.model import NO_CLOCK, Clock, Presence, Table, Then
from bot.tables.timing import deserted
from engine.state import Phase
from tests.screens.people import HOSTILE, named
from tests.screens.test_limits import sound
from tests.support.clockwork import Clockwork
from tests.support.tables import ANNA, Game
from tests.tables.test_moves import play_to

TWO_MINUTES = Clock(120, Then.AWAY)


def taps(screen: Screen) -> list[object]:
    return [parse(button.data) for row in screen.keyboard for button in row if button.data]


def awaited_person(table: Table) -> int:
    (seat,) = [at for at, waiting in enumerate(table.waiting) if waiting]
    return table.seats[seat].person


@pytest.mark.parametrize("lang", LANGS)
def test_a_moment_is_told_in_the_readers_own_time(lang: str) -> None:
    at = 1_700_000_123_456
    hour = tr(lang, "clock-at", time="22:15")
    assert moment(at, lang) == f'<tg-time unix="1700000123" format="r">{hour}</tg-time>'


def test_the_board_and_the_hand_of_whoever_is_waited_for_say_until_when() -> None:
    game = Clockwork(TWO_MINUTES).seat()
    until = (game.context.now + 120_000) // 1000
    person = awaited_person(game.table)
    assert f'unix="{until}"' in board(game.table, "en").text
    assert f'unix="{until}"' in hand(game.table, person, "en").text
    for sitter in game.table.seats:
        if sitter.person != person:
            assert "<tg-time" not in hand(game.table, sitter.person, "en").text


def test_no_screen_changes_because_time_passes() -> None:
    game = Clockwork(TWO_MINUTES).seat()
    before = board(game.table, "en").digest
    game.wait(119_000)
    assert board(game.table, "en").digest == before


def test_an_outage_is_seen_when_the_next_reminder_passes() -> None:
    """Its deadline comes a minute late: so does the end that the board shows."""
    game = Clockwork(TWO_MINUTES).seat()
    until = game.context.now + 120_000
    reminder = next(timer for timer in game.deadlines.values() if timer.kind.value == "remind")
    game.context = replace(game.context, now=reminder.due + 60_000)
    game.pass_deadline(reminder)
    assert f'unix="{(until + 60_000) // 1000}"' in board(game.table, "en").text


@pytest.mark.parametrize("phase", [Phase.OVER])
def test_nobody_is_waited_for_between_two_deals(phase: Phase) -> None:
    game = Clockwork(TWO_MINUTES).seat()
    play_to(game, phase)
    assert "<tg-time" not in board(game.table, "en").text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", HOSTILE)
@pytest.mark.parametrize("then", Then)
def test_screens_of_the_late_and_the_away_fit(names: tuple[str, ...], lang: str, then: Then) -> None:
    game = Clockwork(Clock(120, then)).seat()
    for _ in range(6):
        game.wait(120_000)
        table = named(game.table, names)
        sound(board(table, lang))
        for sitter in table.seats:
            sound(hand(table, sitter.person, lang), MAX_HAND)


def test_who_is_away_is_offered_to_come_back_on_the_board_and_in_his_hand() -> None:
    game = Clockwork(TWO_MINUTES).seat()
    assert BackTap(game.table.id) not in taps(board(game.table, "en"))
    person = awaited_person(game.table)
    game.wait(120_000)
    assert BackTap(game.table.id) in taps(board(game.table, "en"))
    for sitter in game.table.seats:
        offered = BackTap(game.table.id) in taps(hand(game.table, sitter.person, "en"))
        assert offered is (sitter.person == person)


def test_in_a_paused_match_only_the_one_who_is_late_is_asked_to_go_on() -> None:
    game = Clockwork(Clock(120, Then.PAUSE)).seat()
    person = awaited_person(game.table)
    game.wait(120_000)
    for sitter in game.table.seats:
        text = hand(game.table, sitter.person, "en").text
        assert ("The table waits for you alone" in text) is (sitter.person == person)
        assert ("the table waits" in text) is (sitter.person != person)


@pytest.mark.parametrize("then", [Then.MOVE, Then.AWAY])
def test_while_everybody_is_away_no_hand_promises_the_autopilot(then: Then) -> None:
    """The match is paused: nobody plays for anybody, not even for the one whose turn it is."""
    game = Clockwork(Clock(120, then)).seat()
    for _ in range(40):
        if game.table.paused and deserted(game.table):
            break
        game.wait(120_000)
    assert game.table.paused
    assert deserted(game.table)
    for sitter in game.table.seats:
        screen = hand(game.table, sitter.person, "en")
        assert tr("en", "clock-away") not in screen.text
        assert "Paused: nobody is playing" in screen.text
        assert BackTap(game.table.id) in taps(screen)


def test_a_match_that_is_paused_between_two_deals_promises_no_deal() -> None:
    game = Clockwork(TWO_MINUTES).seat()
    play_to(game, Phase.OVER)
    away = (replace(sitter, presence=Presence.AWAY) for sitter in game.table.seats)
    halted = replace(game.table, seats=tuple(away), paused=True)
    for sitter in halted.seats:
        text = hand(halted, sitter.person, "en").text
        assert "Paused: nobody is playing" in text
        assert tr("en", "hand-between") not in text


def test_the_mark_of_whoever_is_away_stands_in_his_line() -> None:
    game = Clockwork(TWO_MINUTES).seat()
    gone = replace(game.table.seats[1], presence=Presence.AWAY)
    lines = board(presence.seated(game.table, 1, gone), "en").text.splitlines()
    assert [line.split()[0] for line in lines if "\N{SLEEPING SYMBOL}" in line] == [gone.name]


# The menu


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("scope", ClockScope)
def test_the_menu_offers_every_choice_and_marks_the_one_that_holds(lang: str, scope: ClockScope) -> None:
    game = Game()
    game.do(clocks.chosen, ANNA.person, ("90", "pause"), game.context, is_admin=False)
    screen = menu(Clock(300, Then.AWAY), game.table, lang, scope)
    sound(screen)
    words = [tap.word for tap in taps(screen) if isinstance(tap, ClockTap) and tap.scope is scope]
    assert words == [*map(str, clocks.OFFERED), *Then]
    chosen = [button.data for row in screen.keyboard for button in row if button.style]
    assert chosen == (["c:group:300", "c:group:away"] if scope is ClockScope.GROUP else ["c:table:pause"])


@pytest.mark.parametrize("lang", LANGS)
def test_the_menu_explains_each_word_that_can_be_typed(lang: str) -> None:
    text = menu(NO_CLOCK, None, lang, ClockScope.GROUP).text
    for then in Then:
        line = next(line for line in text.splitlines() if line.startswith(f"<code>{then}</code>"))
        assert line.endswith(tr(lang, f"then-{then}"))
    assert f"<code>off</code>{text.split('<code>off</code>')[1]}".endswith(tr(lang, "settings-off"))


def test_without_a_table_the_menu_is_the_groups() -> None:
    screen = menu(NO_CLOCK, None, "en", ClockScope.TABLE)
    assert {tap.scope for tap in taps(screen) if isinstance(tap, ClockTap)} == {ClockScope.GROUP}


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (NO_CLOCK, "no clock"),
        (Clock(90, Then.PAUSE), "90 s a turn, then the game waits for the player"),
        (Clock(3600, Then.MOVE), "60 min a turn, then the autopilot makes this move"),
    ],
)
def test_a_clock_is_described(clock: Clock, text: str) -> None:
    assert described(clock, "en").replace("\N{NO-BREAK SPACE}", " ") == text


def test_the_lobby_says_how_long_the_table_waits() -> None:
    game = Clockwork(TWO_MINUTES)
    assert described(TWO_MINUTES, "en") in lobby(game.table, "en").text
    assert ClockTap(ClockScope.TABLE, "show") in taps(lobby(game.table, "en"))
