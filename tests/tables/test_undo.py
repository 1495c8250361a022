"""What may be taken back: nothing by which a card was seen, or that tells who answers a redeal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import lobby, presence, seats, votes
from bot.tables.history import match_of
from bot.tables.model import Presence, RemarkKind, Stage
from engine.match import phase
from engine.players import Level
from engine.state import MatchState, Phase
from engine.view import seat_view
from tests.support.seated import CAST, Match
from tests.support.tables import ANNA, BOHDAN, VERA, Game
from tests.tables.test_moves import redeal_offered_to_two


def seen(match: MatchState) -> list[set[str]]:
    return [{card.code for card in seat_view(match, seat).hand} for seat in range(match.players)]


@pytest.mark.parametrize(
    ("preset", "players"), [("classic", 2), ("trade2", 2), ("sixmax", 3), ("gambler", 3)]
)
def test_nobody_sees_a_card_by_what_can_be_taken_back(preset: str, players: int) -> None:
    """A pass before the cards are seen may end the auction and show them: it stays."""
    for seed in range(25):
        game = Game(preset, seed)
        for sitter in (BOHDAN, VERA)[: players - 1]:
            game.do(lobby.sit, sitter, game.context)
        game.do(lobby.start, ANNA.person, game.context)
        for _ in range(12):
            before = game.table.match
            if game.table.stage is not Stage.PLAYING or before is None:
                break
            game.step(Level.RANDOM)
            after = game.table.match
            if game.table.last is None or after is None:
                continue
            assert phase(before) is not Phase.REDEAL
            assert all(now <= then for now, then in zip(seen(after), seen(before), strict=True))


def test_who_comes_back_to_answer_a_redeal_is_not_named() -> None:
    game = redeal_offered_to_two(Game())
    absent = tuple(replace(sitter, presence=Presence.AWAY) for sitter in (ANNA, BOHDAN, VERA))
    away = replace(game.table, seats=absent)
    assert presence.there(away, 0).remarks == away.remarks


def test_what_was_said_of_people_after_an_action_stays_when_it_is_taken_back() -> None:
    match = Match().start()
    match.until(lambda table: table.match is not None and phase(table.match) is Phase.PLAY)
    match.own_move()
    before = match_of(match.record[: len(match.record) - 1])
    last = match.table.last
    assert last is not None
    leaver, other = (seat for seat in range(3) if seat != last.seat)
    match.do(seats.leave, CAST[leaver].person, match.context)
    match.do(votes.undo, CAST[other].person, None, match.context, before=before)
    assert [(said.kind, said.seat) for said in match.table.remarks] == [
        (RemarkKind.LEFT, leaver),
        (RemarkKind.UNDONE, last.seat),
    ]
    assert all(said.at <= len(match.table.log) for said in match.table.remarks)
