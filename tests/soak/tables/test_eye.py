"""A soak that sees nothing proves nothing: its eye is shown leaks, and what is none."""

from __future__ import annotations

from random import Random

from bot.delivery.mail import plain
from bot.screens.hand import hand
from bot.screens.words import card_name
from engine.match import to_act
from engine.view import seat_view
from tests.engine.claims import unseen
from tests.soak.tables.eye import Seen, cards_in, is_leak
from tests.soak.tables.retelling import UNDONE, Retelling
from tests.support.tables import Game

STEPS = 12


def played(steps: int = STEPS) -> Game:
    """A deal in the middle of its tricks."""
    game = Game(seed=3)
    game.start()
    for _ in range(steps):
        game.step()
    return game


def read(game: Game, seat: int, more: str = "") -> Seen:
    """What somebody reads in his private chat at this moment, and what should not be there."""
    sitter = game.table.seats[seat]
    screen = hand(game.table, sitter.person, sitter.lang)
    buttons = " ".join(button.text for row in screen.keyboard for button in row)
    text = f"{plain(screen.text)} {buttons} {more}"
    return Seen(sitter.person, cards_in(text), text, len(game.record))


def test_a_record_is_told_step_by_step_to_its_end() -> None:
    game = played()
    telling = Retelling(game.record)
    assert telling.state == game.table.match
    assert len(telling.steps) == STEPS + 1
    assert [step.line for step in telling.steps] == sorted(step.line for step in telling.steps)


def test_own_cards_and_those_on_the_table_are_no_leak() -> None:
    for steps in range(STEPS):
        game = played(steps)
        telling = Retelling(game.record)
        for seat in range(3):
            assert not is_leak(read(game, seat), seat, [telling])


def test_a_card_of_somebody_else_is_a_leak() -> None:
    game = played()
    telling = Retelling(game.record)
    assert game.table.match is not None
    for seat in range(3):
        for card in unseen(game.table.match, seat):
            assert is_leak(read(game, seat, card_name(card, "en")), seat, [telling])


def test_a_hand_in_the_group_is_a_leak() -> None:
    game = played()
    assert game.table.match is not None
    seat = to_act(game.table.match)[0]
    assert is_leak(read(game, seat), None, [Retelling(game.record)])


def test_a_card_that_was_taken_back_had_been_seen() -> None:
    game = played()
    assert game.table.match is not None
    hidden = unseen(game.table.match, None)[0]
    record = [*game.record, f"{UNDONE}P1: play {hidden.code}  # update 5"]
    seen = Seen(1, frozenset({hidden}), "", len(record))
    assert is_leak(seen, None, [Retelling(game.record)])
    assert not is_leak(seen, None, [Retelling(record)])


def test_a_hand_without_the_card_that_was_then_taken_back_is_no_leak() -> None:
    game = played()
    assert game.table.match is not None
    before, (seat, *_) = [*game.record], to_act(game.table.match)
    game.step()
    *_, move = game.record
    seen = read(game, seat)
    assert not is_leak(seen, seat, [Retelling([*before, f"{UNDONE}{move}"])])


def test_cards_are_found_in_every_language() -> None:
    rng = Random(1)
    game = played()
    assert game.table.match is not None
    cards = rng.sample(seat_view(game.table.match, 0).hand, 2)
    for lang in ("ru", "uk", "en"):
        assert cards_in(" · ".join(card_name(card, lang) for card in cards)) == frozenset(cards)
