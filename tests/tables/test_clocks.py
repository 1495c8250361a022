"""How long a table waits: by words, by whom, and when it holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import clocks, lobby
from bot.tables.context import USUAL
from bot.tables.model import LEAST_SECONDS, MOST_SECONDS, NO_CLOCK, Clock, Slot, SlotKind, Then
from bot.tables.said import Said
from tests.support.clockwork import Clockwork
from tests.support.tables import ANNA, BOHDAN, Game, of, refusal

BASE = Clock(120, Then.AWAY)


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ("90", Clock(90, Then.AWAY)),
        ("off", Clock(0, Then.AWAY)),
        ("0", Clock(0, Then.AWAY)),
        ("pause", Clock(120, Then.PAUSE)),
        ("90 PAUSE", Clock(90, Then.PAUSE)),
        ("move 10", Clock(10, Then.MOVE)),
        ("86400", Clock(86_400, Then.AWAY)),
    ],
)
def test_words_choose_a_clock(words: str, clock: Clock) -> None:
    assert clocks.said(words.split(), BASE) == clock


ARABIC = "\N{ARABIC-INDIC DIGIT NINE}\N{ARABIC-INDIC DIGIT ZERO}"


@pytest.mark.parametrize("words", ["", "9", "86401", "-1", "soon", "90s", "1e3", ARABIC])
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(clocks.BadClock):
        clocks.said(words.split(), BASE)


@given(st.text())
def test_any_word_is_safe(word: str) -> None:
    try:
        seconds = clocks.said((word,), BASE).seconds
    except clocks.BadClock:
        return
    assert seconds == 0 or LEAST_SECONDS <= seconds <= MOST_SECONDS


def test_buttons_offer_what_words_may_choose() -> None:
    assert [clocks.said((str(seconds),), BASE).seconds for seconds in clocks.OFFERED] == [*clocks.OFFERED]


def test_the_host_chooses_in_the_lobby_and_buttons_of_another_clock_grow_old() -> None:
    game = Game()
    before = game.table
    change = game.do(clocks.chosen, ANNA.person, ("90",), game.context, is_admin=False)
    assert change.table.clock == Clock(90, Then.MOVE)
    assert change.dirty == {Slot(SlotKind.LOBBY)}
    assert refusal(lobby.start(game.table, ANNA.person, game.context, before.lobby_turn)) is Said.STALE


def test_a_guest_does_not_and_an_admin_does() -> None:
    game = Game()
    game.do(lobby.sit, BOHDAN, game.context)
    chosen = clocks.chosen(game.table, BOHDAN.person, ("90",), game.context, is_admin=False)
    assert refusal(chosen) is Said.CLOCK_NOT_HOST
    assert of(clocks.chosen(game.table, 4711, ("90",), game.context, is_admin=True)).table.clock.seconds == 90


def test_nonsense_and_the_same_again_change_nothing() -> None:
    game = Game()
    for words, said in ((("soon",), Said.BAD_CLOCK), (("off",), Said.OK)):
        assert refusal(clocks.chosen(game.table, ANNA.person, words, game.context, is_admin=False)) is said


def test_without_a_clock_there_is_a_nudge_and_nothing_else() -> None:
    game = Clockwork(NO_CLOCK).seat()
    assert [timer.kind.value for timer in game.deadlines.values()] == ["nudge", "mention"]
    lines = list(game.record)
    game.wait(2 * USUAL.reap)
    assert game.record == lines


@pytest.mark.parametrize(("word", "anew"), [("pause", set()), ("600", {1, 2})])
def test_the_host_starts_no_clock_anew_for_nothing_and_never_his_own(word: str, anew: set[int]) -> None:
    """Else he might think for ever."""
    game = Clockwork(BASE).seat()
    for seat in range(3):
        while game.table.waiting[seat] is None:
            game.step()
        game.wait(1000)
        before = game.table.waiting[seat]
        game.do(clocks.chosen, ANNA.person, (word,), game.context, is_admin=False)
        assert (game.table.waiting[seat] != before) is (seat in anew)
        game.table = replace(game.table, clock=BASE)


@pytest.mark.parametrize(
    ("word", "host", "admin"),
    [
        ("121", Said.OK, Said.OK),
        ("off", Said.OK, Said.OK),
        ("pause", Said.OK, Said.OK),
        ("119", Said.CLOCK_SHORTER, Said.OK),
        ("10 move", Said.CLOCK_SHORTER, Said.OK),
    ],
)
def test_in_a_match_the_host_gives_more_time_and_an_admin_any(word: str, host: Said, admin: Said) -> None:
    game = Clockwork(BASE).seat()
    for is_admin, said in ((False, host), (True, admin)):
        decision = clocks.chosen(game.table, ANNA.person, word.split(), game.context, is_admin=is_admin)
        assert decision.answer.said is said


def test_a_clock_is_not_switched_on_by_the_host_alone() -> None:
    """Else two silent people would be put out by the third one's vote (fault E04)."""
    game = Clockwork(NO_CLOCK).seat()
    chosen = clocks.chosen(game.table, ANNA.person, ("600",), game.context, is_admin=False)
    assert refusal(chosen) is Said.CLOCK_SHORTER
