"""Records that show a row, and deals played at random: what the rows about rules are judged by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.actions import Action, Bid, Give, NameContract, Pass, Play, Seat
from engine.cards import BY_CODE, DECK, Card
from engine.conventions import Conventions, resolve
from engine.events import Event
from engine.match import Transition, apply, legal_actions, new_match, outcome, start_deal, to_act
from engine.players import Level, choose
from engine.record.replayer import Replay, replay
from engine.state import MatchState, Standing
from engine.view import seat_view
from tests.engine.tables import ANNA, BOB, VERA, cards, dealt, play_out
from tests.records.test_records import HERE
from tests.records.test_records import test_record as comes_to_its_twin


def right(*names: str) -> None:
    """Each record comes to what was worked out for it by hand, beside the file.

    Raises:
        AssertionError: one does not.
    """
    for name in names:
        comes_to_its_twin(name)


def told(name: str) -> Replay:
    """A record, replayed."""
    return replay((HERE / f"{name}.tgr").read_bytes())


def table(preset: str = "default", **settings: str) -> Conventions:
    """The conventions of a table."""
    return resolve(preset, settings)


Step = tuple[MatchState, Seat, Action, MatchState, tuple[Event, ...]]
"""State before, who did what, state after, what happened."""


def steps(
    conventions: Conventions, seed: int, deals: int = 1, players: int = 3, level: Level = Level.RANDOM
) -> Iterator[Step]:
    """Every step of some deals between computer players, with decks from the seed."""
    rng = Random(seed)
    state = new_match(conventions, players, dealer=rng.randrange(players))
    for _ in range(deals):
        if outcome(state) is not None:
            return
        state = start_deal(state, shuffled(rng)).state
        while seats := to_act(state):
            seat = rng.choice(seats)
            legal = legal_actions(state, seat)
            action = choose(level, seat_view(state, seat), legal, rng)
            done = apply(state, seat, action)
            yield state, seat, action, done.state, done.events
            state = done.state


def shuffled(rng: Random) -> tuple[Card, ...]:
    """A deck."""
    deck = list(DECK)
    rng.shuffle(deck)
    return tuple(deck)


# A hand that takes every trick: all spades and two aces

_HANDS = ("As Ts Ks Qs Js 9s Ah", "Jh Qc Jc 9d Qd Td 9c", "9h Kc Tc Jd Th Ad Kh")
_TALON = "Ac Kd Qh"


def slam(conventions: Conventions, sheet: Sequence[Standing] | None = None) -> MatchState:
    """Anna is to lead; she holds the spades, the ace of hearts and the ace of clubs."""
    state = dealt(conventions, sheet, hands=_HANDS, talon=_TALON)
    auction = ((ANNA, Bid(100)), (BOB, Pass()), (VERA, Pass()))
    gifts = ((ANNA, Give(BY_CODE["Kd"], BOB)), (ANNA, Give(BY_CODE["Qh"], VERA)))
    state = play_out(state, *auction, *gifts).state
    (least, *_) = legal_actions(state, ANNA)
    return apply(state, ANNA, least).state if isinstance(least, NameContract) else state


def led(state: MatchState, codes: str) -> Transition:
    """Anna leads these cards in turn, the others play what they must; the last step."""
    step = Transition(state, ())
    for card in cards(codes):
        step = apply(step.state, ANNA, Play(card))
        for seat in (BOB, VERA):
            step = apply(step.state, seat, legal_actions(step.state, seat)[0])
    return step
