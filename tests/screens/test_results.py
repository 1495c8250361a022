"""Results explain every number; the score sheet adds up and fits a phone."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import LANGS, number, signed, tr
from bot.i18n.names import width_of
from bot.screens.buttons import AgainTap, NextTap, ScoreTap, parse
from bot.screens.model import MAX_TEXT
from bot.screens.score import WIDTH, score
from bot.screens.text import length
from bot.tables.flow import DECKS_A_MESSAGE
from bot.tables.model import Commitment, Notice, NoticeKind, Stage, Table
from engine.cards import DECK
from engine.conventions import PRESETS, Conventions, assemble
from engine.events import Adjustment, DealKind, DealResult, EndWhy, Outcome, Why
from engine.state import Phase
from tests.screens.people import HOSTILE, named, said, set_table
from tests.screens.test_words import RESULT
from tests.support.tables import Game, waiting
from tests.tables.test_moves import play_to

ROOT = Path(__file__).parents[2]
DECK_CODES = [card.code for card in DECK]


def table_of(conventions: Conventions | None = None, stage: Stage = Stage.PLAYING) -> Table:
    game = Game()
    game.start()
    rules = replace(game.table.rules, conventions=conventions or Conventions())
    return replace(game.table, rules=rules, stage=stage)


def told(result: DealResult, lang: str = "en", table: Table | None = None) -> str:
    screen = said(table or table_of(), Notice(NoticeKind.DEAL_RESULT, result, totals=result.scores), lang)
    return screen.text.replace("\N{NO-BREAK SPACE}", " ")


def results(seed: int, steps: int = 1500) -> Iterator[DealResult]:
    game = Game(seed=seed)
    game.start()
    for _ in range(steps):
        if game.table.stage is Stage.FINISHED:
            return
        for written in game.step().notices:
            if written.result:
                yield written.result


def test_a_contract_made_is_explained() -> None:
    text = told(RESULT)
    assert "<b>Deal 3: result</b>" in text
    assert "<b>Made! Bohdan +120 (took 150)</b>" in text
    assert "👑 <b>Bohdan</b>\ntook 150 (cards 90, marriages 60) · tricks 5\nfor the contract +120\n" in text
    assert "<b>total 120</b>" in text
    assert "<b>Anna</b>\ntook 10 · tricks 1\nwritten +10\n🔩 a bolt\npenalty for bolts: −120\n" in text
    assert text.endswith("written +20\n<b>total 20</b> · 🔩 1/3")


def test_a_contract_failed_and_rounding_are_explained() -> None:
    failed = replace(
        RESULT, made=False, taken=(17, 83, 20), recorded=(15, -120, 20), marriage_points=(0, 0, 0)
    )
    text = told(replace(failed, card_points=(17, 83, 20)))
    assert "Short: Bohdan −120 (took 83)" in text
    assert "took 17 · tricks 1\nrounded +15" in text


def test_the_last_trick_the_barrel_and_doubling_are_explained() -> None:
    text = told(replace(RESULT, taken=(20, 150, 20)))
    assert "took 20 (cards 10, last trick 10)" in text
    tried = replace(RESULT, made=False, recorded=(10, 0, 20), taken=(10, 72, 20))
    assert "Short on the barrel: Bohdan, took 72/120" in told(tried)
    saved = replace(RESULT, made=False, recorded=(10, 34, 20), taken=(10, 34, 20))
    assert "Short on the barrel: Bohdan, took 34/120" in told(saved)
    assert "written +34" in told(saved)
    counted = replace(RESULT, taken=(10, 118, 20), card_points=(10, 58, 20))
    text = told(counted, table=table_of(Conventions(declarer_rounding=True)))
    assert "took 118 (cards 58, marriages 60, counts as 120)" in text


@pytest.mark.parametrize(
    ("conventions", "before", "taken", "reason"),
    [
        (Conventions(), 880, 40, "does not count: on the barrel"),
        (
            Conventions(barrel_freeze_others=True),
            300,
            40,
            "does not count: an opponent plays from the barrel",
        ),
        (
            Conventions(own_contracts_from=800),
            800,
            40,
            "does not count: from 800 only one’s own contracts do",
        ),
        (Conventions(defender_rounding="nearest10"), 300, 4, "rounded 0"),
    ],
)
def test_points_that_are_not_written_say_why(
    conventions: Conventions, before: int, taken: int, reason: str
) -> None:
    result = replace(
        RESULT,
        taken=(taken, 150, 20),
        card_points=(taken, 90, 20),
        recorded=(0, 120, 20),
        adjustments=(),
        scores=(before, 120, 20),
    )
    assert reason in told(result, table=table_of(conventions)).split("Bohdan</b>\n")[0]


@pytest.mark.parametrize(
    ("conventions", "doubled"),
    [
        (Conventions(), "Golden deal: points, marriages, penalties, bolts ×2"),
        (Conventions(golden_marriages_double=False), "Golden deal: points, penalties, bolts ×2"),
        (Conventions(golden_points_double=False), "Golden deal: penalties, bolts ×2"),
        (Conventions(golden_penalties_double=False), "Golden deal: points, marriages, bolts ×2"),
        (Conventions(golden_bolts_double=False), "Golden deal: points, marriages, penalties ×2"),
        (Conventions(bolts=False), "Golden deal: points, marriages, penalties ×2"),
    ],
)
def test_a_golden_deal_says_what_counts_twice(conventions: Conventions, doubled: str) -> None:
    golden = replace(RESULT, golden=True, recorded=(20, 240, 40))
    text = told(golden, table=table_of(conventions))
    assert f"🥇 {doubled}\n" in text
    assert "doubled +20" in text


def test_a_golden_deal_in_which_nothing_counts_twice_is_just_golden() -> None:
    once = Conventions(golden_points_double=False, golden_penalties_double=False, golden_bolts_double=False)
    text = told(replace(RESULT, golden=True, taken=(12, 150, 20)), table=table_of(once))
    assert "🥇 Golden deal\n" in text
    assert "rounded +10" in text


@pytest.mark.parametrize(
    ("deal", "double", "counted"),
    [
        ({}, {}, False),
        ({"golden": True}, {}, True),
        ({"golden": True}, {"golden_bolts_double": False}, False),
        ({"blind": True}, {}, True),
        ({"blind": True}, {"blind_bolts_double": "blind_player"}, False),
        ({"blind": True, "declarer": 0}, {"blind_bolts_double": "blind_player"}, True),
        ({"blind": True}, {"blind_bolts_double": "none"}, False),
    ],
)
def test_a_bolt_that_counts_as_two_says_so(
    deal: dict[str, Any], double: dict[str, Any], counted: bool
) -> None:
    text = told(replace(RESULT, **deal), table=table_of(Conventions(**double)))
    assert text.count("🔩 a bolt") == 1
    assert ("🔩 a bolt that counts as two" in text) == counted


def test_a_blind_game_says_whose_points_count_twice() -> None:
    blind = replace(RESULT, blind=True)
    assert "🕶 Blind game: points ×2\n" in told(blind)
    own = table_of(Conventions(blind_double_scope="declarer"))
    assert "🕶 Blind game: the declarer’s points ×2\n" in told(blind, table=own)


def test_the_fourth_player_on_the_talon_is_told_what_he_gets_for_it() -> None:
    """He takes no tricks and gets no bolt: his only line is the premium (catalogue: talon_sitter_*)."""
    four = replace(
        RESULT,
        dealer=3,
        card_points=(10, 90, 20, 0),
        marriage_points=(0, 60, 0, 0),
        taken=(10, 150, 20, 0),
        tricks=(1, 5, 2, 0),
        recorded=(10, 120, 20, 0),
        adjustments=(Adjustment(3, Why.TALON_SITTER, 14),),
        scores=(10, 120, 20, 14),
        bolts=(0, 0, 0, 0),
        barrel=(None,) * 4,
        falls=(0, 0, 0, 0),
        bolted=(),
    )
    table = set_table(Conventions(layout_4p="dealer_sits"), 4, 3)
    assert told(four, table=table).endswith(
        "<b>Hnat</b>\nno cards: on the talon\nfor the talon: +14\n<b>total 14</b>"
    )
    everybody = set_table(Conventions(layout_4p="5+4"), 4, 3)
    assert "on the talon" not in told(four, table=everybody)


def test_deals_that_were_not_played_say_so() -> None:
    adjustments = (
        Adjustment(1, Why.WRITEOFF, -120),
        Adjustment(0, Why.WRITEOFF_SHARE, 60),
        Adjustment(2, Why.WRITEOFF_SHARE, 60),
    )
    written = replace(
        RESULT, kind=DealKind.WRITTEN_OFF, made=None, recorded=(0, 0, 0), adjustments=adjustments
    )
    text = told(written)
    assert "✍️ <b>Bohdan writes off 120</b>" in text
    assert text.count("share of a write-off: +60") == 2
    assert "took" not in text
    for kind in set(DealKind) - {DealKind.PLAYED}:
        assert told(replace(RESULT, kind=kind, made=None))
    assert "Points taken in the deal" in told(replace(RESULT, declarer=None, made=None))


@pytest.mark.parametrize("lang", LANGS)
def test_every_number_of_a_real_deal_stands_in_its_result(lang: str) -> None:
    for result in results(seed=3):
        text = told(result, lang)
        for seat, total in enumerate(result.scores):
            assert f"{number(total)}</b>" in text
            if result.kind is DealKind.PLAYED and result.recorded[seat]:
                assert signed(result.recorded[seat]) in text
        for adjustment in result.adjustments:
            words = tr(lang, f"adjustment-{adjustment.why}")
            assert f"{words}: {signed(adjustment.points)}" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_result_offers_the_next_deal_while_the_match_goes_on() -> None:
    running = table_of()
    assert said(running, Notice(NoticeKind.DEAL_RESULT, RESULT), "en").keyboard == ()
    game = Game()
    game.start()
    play_to(game, Phase.OVER)
    screen = said(game.table, Notice(NoticeKind.DEAL_RESULT, RESULT), "en")
    assert parse(screen.keyboard[0][0].data or "") == NextTap(game.table.id, game.table.turn)
    assert said(table_of(stage=Stage.FINISHED), Notice(NoticeKind.DEAL_RESULT, RESULT), "en").keyboard == ()


# A match


def won(outcome: Outcome, lang: str = "en") -> str:
    ended = Notice(NoticeKind.MATCH_RESULT, outcome=outcome, totals=(-450, 1005, 875))
    return said(table_of(stage=Stage.FINISHED), ended, lang).text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_match_result_has_winner_places_and_payout() -> None:
    text = won(Outcome(EndWhy.BARREL, (1,), (1, 2, 0), (-100, 100, 0)))
    assert "🏆 <b>Bohdan wins with 1005 points!</b>\nWon from the barrel" in text
    assert "1st place: Bohdan, 1005 · Payout: +100" in text
    assert "2nd place: Vera, 875 · Payout: 0" in text
    assert "3rd place: Anna, −450 · Payout: −100" in text
    assert "1-ше місце: Bohdan, 1005\n2-ге місце: Vera, 875\n3-тє місце: Anna, −450" in won(
        Outcome(EndWhy.TARGET, (1,), (1, 2, 0), None), "uk"
    )


def test_a_match_result_offers_the_sheet_and_another_match() -> None:
    """F03: the score sheet stays within reach when the board has no buttons any more."""
    table = table_of(stage=Stage.FINISHED)
    for kind in (NoticeKind.MATCH_RESULT, NoticeKind.MATCH_STOPPED):
        told = Notice(kind, outcome=Outcome(EndWhy.STOPPED, (), (1, 2, 0), None), totals=(0, 5, 3))
        (row,) = said(table, told, "en").keyboard
        assert [parse(button.data or "") for button in row] == [AgainTap(table.id), ScoreTap(table.id)]


def test_a_shared_win_and_a_stopped_match() -> None:
    shared = won(Outcome(EndWhy.TARGET, (1, 2), (1, 2, 0), None), "ru")
    assert "Победа пополам: Bohdan, Vera" in shared
    assert shared.count("1-е место") == 2
    assert "The score reached −1000" in won(Outcome(EndWhy.MINUS_LIMIT, (1,), (1, 2, 0), None))
    stopped = Notice(
        NoticeKind.MATCH_STOPPED, outcome=Outcome(EndWhy.STOPPED, (), (1, 2, 0), None), totals=(0, 5, 3)
    )
    text = said(table_of(stage=Stage.FINISHED), stopped, "ru").text
    assert text.startswith("⏹ <b>Партия прервана</b>\nСчёт остаётся, победителя нет\n")
    assert "\nBohdan: 5\nVera: 3\nAnna: 0\n" in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", [NoticeKind.MATCH_STOPPED, NoticeKind.REAPED])
def test_a_match_that_was_stopped_has_scores_and_no_places(kind: NoticeKind, lang: str) -> None:
    outcome = Outcome(EndWhy.STOPPED, (), (2, 0, 1), None)
    told = Notice(kind, outcome=outcome, totals=(5, -5, 10))
    text = said(table_of(stage=Stage.FINISHED), told, lang).text
    assert "\nVera: 10\nAnna: 5\nBohdan: −5" in text
    assert "🏆" not in text
    assert not any(tr(lang, "match-place", n=n, name="", score="")[:5] in text for n in (1, 2, 3))


def test_equal_scores_share_a_place() -> None:
    outcome = Outcome(EndWhy.MINUS_LIMIT, (), (2, 0, 1), None)
    table = table_of(stage=Stage.FINISHED)
    two = said(table, Notice(NoticeKind.MATCH_RESULT, outcome=outcome, totals=(5, 5, 10)), "ru").text
    assert [two.count(f"{place}-е место") for place in (1, 2, 3)] == [1, 2, 0]
    all_three = said(table, Notice(NoticeKind.MATCH_RESULT, outcome=outcome, totals=(0, 0, 0)), "ru").text
    assert all_three.count("1-е место") == 3


def published(first: int, deals: int, lang: str = "en") -> str:
    seals = tuple(Commitment.to(f"{deal:032x}", "".join(DECK_CODES)) for deal in range(first, first + deals))
    told = Notice(NoticeKind.DECKS, commitments=seals, first=first)
    return said(table_of(stage=Stage.FINISHED), told, lang).text


def test_salts_and_decks_are_published_with_their_deals() -> None:
    text = published(41, 3)
    assert "deals 41–43" in text
    assert ["раздача 41<" in published(41, 1, "ru"), "–" in published(41, 1, "ru")] == [True, False]
    for deal in (41, 42, 43):
        assert f"{deal}. <code>{deal:032x} {''.join(DECK_CODES)}</code>" in text


@pytest.mark.parametrize("lang", LANGS)
def test_as_many_decks_as_the_table_tells_at_once_fit_a_message(lang: str) -> None:
    text = published(9_000, DECKS_A_MESSAGE, lang)
    assert length(text) <= MAX_TEXT


def test_the_page_of_verification_checks_what_is_published() -> None:
    """The program in docs/verify.md, run on a message as a person copies it, finds digests and hands."""
    page = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    game = Game()
    begun = game.start()
    seal = begun.commitment
    assert seal is not None
    told = Notice(NoticeKind.DECKS, commitments=(seal,), first=7)
    copied = html.unescape(re.sub("<[^>]+>", "", said(game.table, told, "uk").text))
    run = subprocess.run(
        [sys.executable, "-c", program], input=copied, capture_output=True, text=True, check=True
    )
    number, digest, cards = run.stdout.split(maxsplit=2)
    assert (number, digest) == ("7", seal.digest)
    talon, *hands, stock = re.findall(r"\[(.*?)\]", cards)
    assert stock == ""
    record = {line.split()[0] + line.split()[1]: line.split()[2:] for line in begun.record[-4:-1]}
    dealt = [set(re.findall(r"\w+", hand)) for hand in hands]
    assert dealt == [set(record[f"handP{seat}"]) for seat in (1, 2, 3)]
    assert set(re.findall(r"\w+", talon)) == set(begun.record[-1].split()[1:])


# The score sheet


def rows(text: str) -> list[str]:
    sheet = re.search("<pre>(.*)</pre>", text, re.DOTALL)
    assert sheet
    return html.unescape(sheet[1]).splitlines()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("names", [("Anna", "Bohdan", "Vera"), *HOSTILE])
def test_the_sheet_fits_a_phone(names: tuple[str, ...], lang: str) -> None:
    screen = score(named(table_of(), names), lang, tuple(results(seed=3, steps=400)))
    widths = {width_of(line) for line in rows(screen.text)}
    assert widths == {max(widths)}
    assert max(widths) <= WIDTH


@pytest.mark.parametrize("deals", [9, 99, 100, 700])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_number_of_players_fits_a_phone_and_a_message(players: int, deals: int) -> None:
    """Nobody is left out, and the widest total has room beside its marks."""
    table = set_table(assemble(PRESETS["sixmax"].differs), players, 0)
    low = replace(RESULT, scores=(-995,) * players, bolted=(0,), declarer=0)
    screen = score(table, "en", tuple(replace(low, number=deal) for deal in range(1, deals + 1)))
    assert length(screen.text) <= MAX_TEXT
    sheets = [
        html.unescape(sheet).splitlines() for sheet in re.findall("<pre>(.*?)</pre>", screen.text, re.DOTALL)
    ]
    names = [name for sheet in sheets for name in sheet[0].split() if name not in ("№", "Contr.")]
    assert names == [sitter.name for sitter in table.seats]
    for sheet in sheets:
        assert {width_of(line) for line in sheet} == {width_of(sheet[0])}
        assert width_of(sheet[0]) <= WIDTH
        assert sheet[-1].split()[0] == str(deals)
    cells = [cell for sheet in sheets for cell in re.findall(r"−995[*–]*", sheet[-1])]
    assert cells == ["−995*–", *["−995"] * (players - 1)]


def test_the_sheet_shows_every_deal_with_the_declarer_and_the_marks() -> None:
    written = replace(RESULT, number=4, kind=DealKind.WRITTEN_OFF, made=None, scores=(-50, 0, 80), bolted=())
    crossed = replace(RESULT, number=5, kind=DealKind.CROSSED, made=None, scores=(-50, 0, 80), bolted=(0, 2))
    bolted = replace(RESULT, number=6, made=False, bolts=(1, 0, 1), scores=(-50, -120, 100))
    lines = rows(score(table_of(), "ru", (RESULT, written, crossed, bolted)).text)
    assert [line.split() for line in lines] == [
        ["№", "Заказ", "Anna", "Bohdan", "Vera"],
        ["3", "+120", "−110–", "120*", "20"],
        ["4", "120", "−50", "0Р", "80"],
        ["5", "120", "−50–", "0+", "80–"],
        ["6", "−120", "−50–", "−120*", "100"],
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_the_sheet_shows_goal_bolts_and_barrel(lang: str) -> None:
    """L10: the goal is shown with the score."""
    table = table_of()
    assert table.match is not None
    sheet = table.match.sheet
    lines = (
        replace(sheet.standings[0], score=880, barrel=2, falls=1),
        replace(sheet.standings[1], score=-20, bolts=2, writeoffs=3, crosses=1),
        sheet.standings[2],
    )
    full = replace(table, match=replace(table.match, sheet=replace(sheet, standings=lines)))
    text = score(full, lang, (RESULT,)).text
    assert tr(lang, "score-goal", n=1000) in text
    assert tr(lang, "score-barrel", n=2, max=3) in text
    assert tr(lang, "score-bolts-of", n=2, max=3) in text
    for what, count in {"falls": 1, "write-offs": 3, "crosses": 1}.items():
        assert tr(lang, f"score-{what}", n=count) in text


def test_a_table_without_deals_has_an_empty_sheet() -> None:
    assert "No deal has been played yet" in score(waiting(), "en").text
    assert "No deal has been played yet" in score(table_of(), "en").text


def test_a_long_game_shows_its_last_deals() -> None:
    many = tuple(replace(RESULT, number=deal) for deal in range(1, 301))
    screen = score(table_of(), "en", many)
    assert length(screen.text) <= 4096
    assert rows(screen.text)[-1].split()[0] == "300"
    assert "The latest deals are shown" in screen.text
