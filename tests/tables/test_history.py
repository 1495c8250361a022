"""The finished deals of a table, from its record."""

from __future__ import annotations

from bot.tables import votes
from bot.tables.history import finished_deals
from bot.tables.model import NoticeKind
from engine.state import Phase
from tests.support.tables import ANNA, Game
from tests.tables.test_moves import play_to


def test_nothing_is_played_before_the_first_deal_ends() -> None:
    game = Game()
    assert finished_deals(game.record) == ()
    game.start()
    assert finished_deals(game.record) == ()


def test_the_history_is_what_the_results_said() -> None:
    game = Game(seed=5)
    game.start()
    while len(finished_deals(game.record)) < 4:
        game.step()
    told = [note.result for change in game.changes for note in change.notices if note.result]
    assert list(finished_deals(game.record)) == told


def test_a_deal_that_was_cut_short_is_none_of_it() -> None:
    game = Game()
    game.start()
    play_to(game, Phase.PLAY)
    played = finished_deals(game.record)
    stopped = game.do(votes.stop, ANNA.person, None, game.context, is_admin=True)
    assert stopped.notices[0].kind is NoticeKind.MATCH_STOPPED
    assert finished_deals(game.record) == played
