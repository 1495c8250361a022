"""Truth is the record: in every phase it gives the match back, with what the deal was committed to."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.tables import lobby, votes
from bot.tables.deals import with_its_deck
from bot.tables.history import match_of
from bot.tables.house import sizes
from bot.tables.model import HouseRules, Stage, Table, VoteKind
from engine.match import phase
from engine.players import Level
from engine.state import Phase
from tests.support.rules import any_rules
from tests.support.tables import ANNA, BOHDAN, VERA, Game

RULES = (
    "default",
    "matveev",
    "kachalka bottom_nine_recut=may bottom_jack_to_middle=may",
    "classic",
    "trade3",
    "two10",
    "default +blind talon_reveal=owner_choice redeal_hand_below=60",
)


def begun(words: str, seed: int) -> Game:
    """A match by these rules, of two or of three."""
    game = Game(words, seed=seed)
    if 3 in sizes(game.table.rules.conventions):
        game.start()
    else:
        game.do(lobby.sit, BOHDAN, game.context)
        game.do(lobby.start, ANNA.person, game.context)
    return game


def restored(game: Game) -> Table:
    """The table whose snapshot is lost."""
    return with_its_deck(replace(game.table, match=match_of(game.record)))


def seated(rules: HouseRules, seed: int) -> Game:
    """A match of Anna, Bohdan and Vera by these rules."""
    game = Game(seed=seed)
    game.table = replace(game.table, rules=rules)
    game.start()
    return game


@given(any_rules().filter(lambda rules: 3 in sizes(rules.conventions)), st.integers(0, 1000), st.data())
def test_any_match_comes_back_from_its_record(rules: HouseRules, seed: int, data: st.DataObject) -> None:
    game = seated(rules, seed)
    for level in data.draw(st.lists(st.sampled_from((Level.RANDOM, Level.AUTOPILOT)), max_size=40)):
        if game.table.stage is not Stage.PLAYING:
            break
        assert restored(game) == game.table
        game.step(level)
    assert restored(game) == game.table


def test_every_phase_comes_back_from_its_record() -> None:
    met: set[Phase] = set()
    for words in RULES:
        for seed in range(3):
            game = begun(words, seed)
            for step in range(70):
                if game.table.stage is not Stage.PLAYING or game.table.match is None:
                    break
                met.add(phase(game.table.match))
                assert restored(game) == game.table
                game.step(Level.RANDOM if step % 3 else Level.AUTOPILOT)
    assert met == set(Phase)


def test_a_match_comes_back_after_an_action_was_taken_back() -> None:
    """The lines that do not count are comments: they stay, and mean nothing."""
    game = Game(seed=4)
    game.start()
    while game.table.last is None:
        game.step()
    last = game.table.last
    before = match_of(game.record[: -last.lines])
    asker, other = (
        each for each in (ANNA, BOHDAN, VERA) if each.person != game.table.seats[last.seat].person
    )
    game.do(votes.undo, asker.person, None, game.context, before=before)
    if game.table.last is not None:
        game.do(votes.undo, other.person, None, game.context, before=before)
    assert not game.table.vote(VoteKind.UNDO, last.seat)
    gone = game.changes[-1].undone
    assert gone == last.lines
    game.record[-gone:] = [f"# undone: {line}" for line in game.record[-gone:]]
    assert restored(game) == game.table
    game.step()
    assert restored(game) == game.table
