"""Files of matches and of a person's data, and the pages about them."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest

from bot.i18n import LANGS, strictly, tr
from bot.screens import kept
from bot.screens.model import MAX_TEXT
from bot.screens.text import length, units
from bot.tables.archive import Archived, Player, archived
from bot.tables.keeper import Known
from bot.tables.model import NOBODY, Presence, TableId
from bot.tables.ports import Profile
from bot.tables.votes import stop
from engine.players import Level
from engine.record.replayer import replay
from tests.support.tables import ANNA, BOHDAN, Game

MAX_CAPTION = 1024
"""UTF-16 units of a caption (Bot API)."""
HOSTILE = ("a: b, c|d #e", "\u202eevil\nP1: claim", "<b>\U0001f469", "P2", "", "# stop")


@pytest.fixture(scope="module")
def match() -> Archived:
    game = Game()
    game.start()
    for _ in range(30):
        game.step()
    game.do(stop, ANNA.person, None, game.context, is_admin=True)
    commitments = [change.commitment for change in game.changes if change.commitment]
    found = archived(game.table, game.record, commitments, 1_800_000_000_000)
    assert found is not None
    return found


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_stands_in_a_record_that_can_be_read(match: Archived, lang: str, name: str) -> None:
    players = tuple(replace(player, name=name) for player in match.players)
    late = Player(1, 7, name, 2, stayed=False)
    with strictly():
        file = kept.export([replace(match, players=(*players, late))], lang)
    told = replay(file.content)
    assert len(set(told.labels)) == 3
    assert told.state.sheet.deals_dealt == match.deals


@pytest.mark.parametrize("lang", LANGS)
def test_who_came_later_and_who_is_a_computer_is_said(match: Archived, lang: str) -> None:
    first, second, third = match.players
    robot = replace(second, person=-1, name="", level=Level.EASY)
    gone = replace(third, person=NOBODY, name="")
    late = Player(0, 1004, "Daria", 2)
    with strictly():
        file = kept.export([replace(match, players=(replace(first, stayed=False), late, robot, gone))], lang)
    told = replay(file.content)
    assert told.labels[0] == "Daria"
    assert told.labels[2] == tr(lang, "player", n=3).replace("\N{NO-BREAK SPACE}", "_").replace(" ", "_")
    head = [line for line in file.content.decode().splitlines() if line.startswith("# ")][:4]
    assert head[0] == "# 2027-01-15 08:00 UTC k3x9q0ab".replace("k3x9q0ab", match.table)
    assert [("Anna" in line, "Daria" in line, "🤖" in line) for line in head[1:]] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_several_matches_come_in_one_file(match: Archived) -> None:
    other = replace(match, table=TableId("aaaaaaaa"), ended_at=match.ended_at + 86_400_000)
    file = kept.export([match, other], "en")
    assert file.name == "thousand-2027-01-16.zip"
    with ZipFile(BytesIO(file.content)) as files:
        assert files.namelist() == [f"2027-01-15-{match.table}.tgr", "2027-01-16-aaaaaaaa.tgr"]
        assert files.read(files.namelist()[0]) == kept.export([match], "en").content


@pytest.mark.parametrize("n", [1, 2, 5, 21, 100])
@pytest.mark.parametrize("lang", LANGS)
def test_pages_and_captions_fit(match: Archived, lang: str, n: int) -> None:
    with strictly():
        pages = (kept.privacy(lang), kept.privacy_sure(lang, n), kept.privacy_sure(lang, 0))
        words = (kept.privacy_done(lang), kept.export_none(lang), kept.export_later(lang, n))
        matches = [replace(match, table=TableId(f"{number:08}")) for number in range(n)]
        assert units(kept.export(matches, lang).caption) <= MAX_CAPTION
    assert all(0 < length(screen.text) <= MAX_TEXT for screen in (*pages, *words))


def test_own_data_name_nobody_else(match: Archived) -> None:
    game = Game()
    game.start()
    profile = Profile(BOHDAN.person, BOHDAN.name, "uk", None, reachable=True)
    file = kept.own_data(Known(profile, (game.table,), (match,)), BOHDAN.person, "en")
    told = json.loads(file.content)
    assert told["profile"]["name"] == "Bohdan"
    assert told["tables"][0]["seats"][0]["seat"] == "P2"
    assert told["matches"][0]["record"] == list(match.record)
    assert "Anna" not in file.content.decode()
    assert "Vera" not in file.content.decode()


def test_a_running_match_is_one_in_which_he_still_sits() -> None:
    game = Game()
    game.start()
    seats = (*game.table.seats[:1], replace(game.table.seats[1], presence=Presence.LEFT), game.table.seats[2])
    assert kept.running((game.table,), BOHDAN.person) == 1
    assert kept.running((replace(game.table, seats=seats),), BOHDAN.person) == 0
