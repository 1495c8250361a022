"""Screens brought anew, languages, closed and opened private chats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.tables import lobby, people, votes
from bot.tables.model import Slot, SlotKind, Stage, Table
from bot.tables.ports import Change, Refusal
from bot.tables.said import Said
from tests.support.tables import ANNA, BOHDAN, Game, of, refusal

BOARD = Slot(SlotKind.BOARD)
LOBBY = Slot(SlotKind.LOBBY)
HAND = Slot(SlotKind.HAND, ANNA.person)
HINT = Slot(SlotKind.HINT)


@pytest.fixture
def game() -> Game:
    started = Game()
    started.start()
    return started


@pytest.mark.parametrize("slot", [BOARD, HAND])
def test_a_screen_is_brought_anew(game: Game, slot: Slot) -> None:
    change = of(people.bring(game.table, slot, game.context))
    assert change.table.epochs == {**game.table.epochs, slot: game.table.epochs[slot] + 1}
    assert change.dirty == {slot}
    assert change.timers is None
    assert change.table.turn == game.table.turn


def test_before_the_first_deal_the_lobby_is_brought() -> None:
    assert of(people.bring(Game().table, BOARD, Game().context)).dirty == {LOBBY}


def test_there_is_no_hand_before_the_first_deal() -> None:
    assert refusal(people.bring(Game().table, HAND, Game().context)) is Said.NOT_DEALT


def test_an_onlooker_has_no_hand(game: Game) -> None:
    assert refusal(people.bring(game.table, Slot(SlotKind.HAND, 4711), game.context)) is Said.NOT_SEATED


def test_a_closed_private_chat_is_opened_first(game: Game) -> None:
    game.commit(of(people.unreachable(game.table, ANNA.person)))
    decision = people.bring(game.table, HAND, game.context)
    assert isinstance(decision, Refusal)
    assert (decision.answer.said, decision.answer.table) == (Said.OPEN_PRIVATE, game.table.id)


def test_a_person_chooses_a_language(game: Game) -> None:
    change = of(people.speaks(game.table, BOHDAN.person, "en"))
    assert change.table.seats[1] == replace(BOHDAN, lang="en")
    assert change.dirty == {Slot(SlotKind.HAND, BOHDAN.person)}
    game.commit(change)
    assert refusal(people.speaks(game.table, BOHDAN.person, "en")) is Said.OK
    assert refusal(people.speaks(game.table, 4711, "en")) is Said.OK


def test_in_the_lobby_there_is_no_hand_to_redraw() -> None:
    assert of(people.speaks(Game().table, ANNA.person, "en")).dirty == frozenset()


def test_a_group_chooses_a_language(game: Game) -> None:
    change = of(people.group_speaks(game.table, "en"))
    assert change.table.lang == "en"
    assert change.dirty == {BOARD, LOBBY}
    assert refusal(people.group_speaks(game.table, "ru")) is Said.OK


def test_a_closed_private_chat_is_told_to_the_group_once(game: Game) -> None:
    change = game.commit(of(people.unreachable(game.table, ANNA.person)))
    assert change.dirty == {HINT}
    assert change.table.epochs[HINT] == 1
    assert not change.table.seats[0].reachable
    assert change.table.stage is Stage.PLAYING
    assert refusal(people.unreachable(game.table, ANNA.person)) is Said.OK


def test_an_opened_private_chat_gets_its_hand(game: Game) -> None:
    game.commit(of(people.unreachable(game.table, ANNA.person)))
    change = of(people.reachable(game.table, ANNA.person))
    assert change.table.seats[0] == ANNA
    assert change.dirty == {HAND, HINT}
    assert HINT not in change.table.epochs
    assert change.table.epochs[HAND] == game.table.epochs[HAND] + 1
    game.commit(change)
    assert refusal(people.reachable(game.table, ANNA.person)) is Said.OK


def test_one_hint_serves_everybody_and_goes_with_the_last(game: Game) -> None:
    game.commit(of(people.unreachable(game.table, ANNA.person)))
    second = game.commit(of(people.unreachable(game.table, BOHDAN.person)))
    assert second.dirty == {HINT}
    assert second.table.epochs[HINT] == 1
    back = game.commit(of(people.reachable(game.table, ANNA.person)))
    assert (back.table.epochs[HINT], HINT in back.dirty) == (1, True)
    assert HINT not in of(people.reachable(game.table, BOHDAN.person)).table.epochs


def test_the_hint_goes_with_the_match(game: Game) -> None:
    game.commit(of(people.unreachable(game.table, ANNA.person)))
    ended = of(votes.stop(game.table, ANNA.person, None, game.context, is_admin=True))
    assert HINT in ended.dirty
    assert HINT not in ended.table.epochs


def test_the_hint_goes_with_the_person() -> None:
    game = Game()
    game.do(lobby.sit, BOHDAN, game.context)
    game.commit(of(people.unreachable(game.table, BOHDAN.person)))
    assert HINT in game.table.epochs
    left = of(lobby.stand(game.table, BOHDAN.person, game.context))
    assert (HINT in left.dirty, HINT in left.table.epochs) == (True, False)


@pytest.mark.parametrize("use_case", [people.unreachable, people.reachable])
def test_who_does_not_sit_here_changes_nothing(
    game: Game, use_case: Callable[[Table, int], Change | Refusal]
) -> None:
    assert refusal(use_case(game.table, 4711)) is Said.OK
