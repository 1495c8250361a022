"""Rows L that no computer player answers for, and D14: languages, wishes, lobbies that end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import LANGS, choose, strictly, tr
from bot.screens.board import board
from bot.screens.lobby import lobby
from bot.screens.results import notice
from bot.screens.score import score
from bot.tables import clock, guests
from bot.tables import lobby as lobbies
from bot.tables.context import Context
from bot.tables.model import NoticeKind, Stage, TimerKind
from engine.conventions import parse_flags, resolve
from engine.events import DealStarted
from engine.match import phase
from engine.state import Phase, Standing
from tests.i18n.ftl import texts
from tests.screens.people import course, pages, set_table
from tests.support.tables import ANNA, BOHDAN, FAMILY, Game, Sequence, of

FORMS = {
    0: "many", 1: "one", 2: "few", 5: "many", 11: "many", 12: "many", 21: "one", 22: "few", 25: "many",
    101: "one", 111: "many", -1: "one", -2: "few", -5: "many", -11: "many", -21: "one",
}  # fmt: skip
"""Which of the three counted forms a number takes in Russian and Ukrainian."""


def test_D14_a_lobby_that_nobody_starts_ends_with_one_message() -> None:
    """After a time without anybody doing anything; a button opens another one like it."""
    context = Context(1_700_000_000_000, Sequence())
    opened = of(lobbies.opened(FAMILY, ANNA, (), "en", context))
    assert opened.timers is not None
    (timer,) = opened.timers
    assert timer.kind is TimerKind.LOBBY
    ended = of(clock.due(opened.table, timer, context))
    assert ended.table.stage is Stage.FINISHED
    (told,) = ended.notices
    assert told.kind is NoticeKind.LOBBY_EXPIRED
    shown = notice(ended.table, told, "en")
    assert shown is not None
    assert any(button.data and button.data.startswith("a:") for row in shown.keyboard for button in row)


@pytest.mark.parametrize("lang", ["ru", "uk"])
@pytest.mark.parametrize("number", FORMS)
def test_L05_counted_words_have_three_forms(lang: str, number: int) -> None:
    """Each number takes the form that the language gives it, negative ones and zero too."""
    for key, text in texts(lang).items():
        for select in text.selects:
            kinds = {getattr(variant.key, "name", "") for variant in select.variants}
            assert "one" not in kinds or kinds >= {"one", "few", "many"}, key
    for key in ("points", "players"):
        one, few, many = (tr(lang, key, n=n).split()[-1] for n in (1, 2, 5))
        assert len({one, few, many}) == 3
        wanted = {"one": one, "few": few, "many": many}[FORMS[number]]
        assert tr(lang, key, n=number).split()[-1] == wanted


@pytest.mark.parametrize("lang", LANGS)
def test_L07_no_raw_key_reaches_anybody(lang: str) -> None:
    """Every text that a match needs exists in each language, with every variable it names."""
    with strictly():
        lobby(Game().table, lang)
        for at in course("matveev", steps=120, seed=2):
            shown = [board(at, lang), score(at, lang)]
            for sitter in at.seats:
                shown += [page for _, page in pages(at, sitter.person, lang)]
            assert not [screen for screen in shown if "{" in screen.text]


def test_L08_a_choice_goes_before_the_clients_language() -> None:
    """The person's own, the chat's, then what the client says; what nobody knows is passed over."""
    assert choose("uk", "ru", "en-US") == "uk"
    assert choose(None, "ru", "en-US") == "ru"
    assert choose(None, None, "uk-UA") == "uk"
    assert choose(None, None, "tlh") == choose(None)


@pytest.mark.parametrize("lang", LANGS)
def test_L10_the_sheet_shows_the_goal_the_tries_and_the_bolts(lang: str) -> None:
    """What a total is for, and what hangs over whom."""
    preset, flags = parse_flags(["default"])
    rules = resolve(preset, flags)
    at = set_table(rules, 3, 0, sheet=(Standing(score=880, barrel=1), Standing(bolts=2), Standing()))
    text = score(at, lang).text
    assert str(rules.target) in text.replace("\u202f", "").replace("\u00a0", "")
    assert "🛢" in text
    assert "🔩" in text


def test_L11_a_log_a_deal_and_a_queue_for_those_who_come_late() -> None:
    """The board holds the log of its own deal, and who comes late waits for the next match."""
    seen = set()
    for at in course(steps=90, seed=4):
        assert at.match is not None
        if phase(at.match) is not Phase.OVER:
            assert at.match.deal is not None
            seen.add(at.match.deal.frame.number)
            assert sum(isinstance(event, DealStarted) for event in at.log) == 1
    assert len(seen) >= 2
    game = Game()
    game.start()
    late = replace(BOHDAN, person=1009, name="Emil")
    queued = of(guests.queued(game.table, late)).table
    assert [each.name for each in queued.queue] == ["Emil"]
    assert "Emil" in board(queued, "en").text
