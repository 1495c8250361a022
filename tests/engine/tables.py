"""Tables and positions for tests: who holds what, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Bid, Give, NameContract, Pass, Play, Seat
from engine.booking import book
from engine.cards import BY_CODE, DECK, Card, Suit, in_order
from engine.conventions import Conventions, resolve
from engine.events import DealEnded, DealKind, DealResult, PerSeat
from engine.match import Transition, apply, new_match, start_deal_with
from engine.state import (
    Bargain,
    Call,
    Closed,
    DealState,
    Frame,
    Log,
    Marriage,
    MatchState,
    Played,
    Playing,
    Sheet,
    Standing,
    Trick,
)

ANNA, BOB, VERA = 0, 1, 2

HANDS = (
    "9s Ks As Jc Kd Ad 9h",
    "Js Qs Qc Ac 9d Qd Th",
    "Ts 9c Kc Tc Jd Jh Ah",
)
"""Nobody holds a marriage, no ground of a redeal, and the talon brings Anna the hearts."""
TALON = "Td Qh Kh"


def cards(codes: str) -> tuple[Card, ...]:
    """Cards from their codes, such as ``"9s Th"``."""
    return tuple(BY_CODE[code] for code in codes.split())


def table(preset: str = "default", **settings: str) -> Conventions:
    """A table by its preset and what it changes."""
    return resolve(preset, settings)


def seated(
    conventions: Conventions, standings: Sequence[Standing] | None = None, dealer: Seat = VERA
) -> MatchState:
    """Anna, Bob and Vera before a deal; Vera deals, so that Anna opens."""
    return new_match(conventions, 3, dealer=dealer, standings=standings)


def scores(*totals: int) -> tuple[Standing, ...]:
    """A sheet with these totals."""
    return tuple(Standing(score=total) for total in totals)


def dealt(
    conventions: Conventions,
    standings: Sequence[Standing] | None = None,
    hands: Sequence[str] = HANDS,
    talon: str = TALON,
    dealer: Seat = VERA,
) -> MatchState:
    """The same, with cards."""
    state = seated(conventions, standings, dealer)
    return start_deal_with(state, [cards(hand) for hand in hands], cards(talon)).state


def play_out(state: MatchState, *steps: tuple[Seat, Action]) -> Transition:
    """The match after these actions; the events are those of the last one."""
    step = Transition(state, ())
    for seat, action in steps:
        step = apply(step.state, seat, action)
    return step


def anna_plays(bid: int = 100, contract: int | None = None) -> tuple[tuple[Seat, Action], ...]:
    """Anna takes the talon, gives 9s to Bob and 9h to Vera, and names a contract, if she is asked."""
    steps: list[tuple[Seat, Action]] = [(ANNA, Bid(bid)), (BOB, Pass()), (VERA, Pass())]
    steps += [(ANNA, Give(BY_CODE["9s"], BOB)), (ANNA, Give(BY_CODE["9h"], VERA))]
    if contract is not None:
        steps.append((ANNA, NameContract(contract)))
    return tuple(steps)


def plays(text: str) -> tuple[tuple[Seat, Action], ...]:
    """Plays such as ``"A:As B:Js V:Ts"``."""
    return tuple(("ABV".index(word[0]), Play(BY_CODE[word[2:]])) for word in text.split())


def result_of(step: Transition) -> DealResult:
    """The deal that a step ended."""
    [ended] = [event for event in step.events if isinstance(event, DealEnded)]
    return ended.result


def position(
    conventions: Conventions,
    hands: Sequence[str],
    *,
    turn: Seat = ANNA,
    on_table: str = "",
    trump: Suit | None = None,
    owner: Seat | None = None,
    led_before: Seat | None = BOB,
    declarer: Seat = ANNA,
    standings: Sequence[Standing] | None = None,
) -> MatchState:
    """A position in the play: the worked examples that are no whole deals.

    Cards that lie in no hand and not on the table are in one trick of the past, which `led_before` led and
    Bob won; None: no trick has been played.
    """
    held = tuple(in_order(cards(hand)) for hand in hands)
    lying = cards(on_table)
    first = (turn - len(lying)) % 3
    trick = tuple(Played((first + place) % 3, card) for place, card in enumerate(lying))
    gone = [card for card in DECK if card not in lying and all(card not in hand for hand in held)]
    past = () if led_before is None else (Trick(tuple(Played(led_before, card) for card in gone), BOB),)
    marriages = () if owner is None else (Marriage(owner, trump, 0),)
    log = Log(past, marriages, trump, owner)
    frame = Frame(1, VERA, ANNA, (ANNA, BOB, VERA), (cards(TALON),))
    bargain = Bargain(
        (Call(declarer, 100),), declarer, 100, 100, unopposed=False, talon_shown=True, contract=100
    )
    sheet = Sheet(tuple(standings or (Standing(),) * 3), VERA, deals_dealt=1)
    return MatchState(conventions, sheet, DealState(frame, held, Playing(bargain, turn, trick, log)))


def tokens(actions: Sequence[Action]) -> list[str]:
    """Card codes of plays, in their order."""
    return [action.card.code for action in actions if isinstance(action, Play)]


def tricks_worth(*points: int) -> tuple[Trick, ...]:
    """One trick a seat with so many card points; a seat with 0 wins none. Anna's is the last."""
    left = sorted(DECK, key=lambda card: -card.points)
    tricks = []
    for seat, wanted in enumerate(points):
        mine = _subset(left, wanted)
        left = [card for card in left if card not in mine]
        if mine:
            tricks.append(Trick(tuple(Played(seat, card) for card in mine), seat))
    assert all(card.points == 0 for card in left), "the points are those of a whole deck"
    return tuple(reversed(tricks))


def _subset(pool: Sequence[Card], wanted: int) -> list[Card]:
    """Cards that are worth exactly `wanted`, or none for 0."""
    sums: dict[int, list[Card]] = {0: []}
    for card in pool:
        for total, chosen in list(sums.items()):
            if card.points:
                sums.setdefault(total + card.points, [*chosen, card])
    return sums[wanted]


def booked(
    rules: Conventions,
    points: PerSeat,
    *,
    sheet: Sequence[Standing] = (Standing(),) * 3,
    contract: int = 100,
    bid: int | None = None,
    declarer: Seat = ANNA,
    opener: Seat = ANNA,
    marriages: tuple[Marriage, ...] = (),
    kind: DealKind = DealKind.PLAYED,
) -> tuple[DealResult, Sheet]:
    """The result of a deal in which each seat's tricks held so many card points."""
    log = Log(tricks_worth(*points), marriages)
    at = contract if bid is None else bid
    bargain = Bargain(
        (Call(declarer, at),), declarer, at, at, unopposed=False, talon_shown=True, contract=contract
    )
    deal = DealState(
        Frame(1, VERA, opener, (ANNA, BOB, VERA), (cards(TALON),)), ((), (), ()), Closed(kind, bargain, log)
    )
    assert isinstance(deal.phase, Closed)
    after, _ = book(rules, Sheet(tuple(sheet), VERA, deals_dealt=1), deal, deal.phase)
    assert after.last_result is not None
    return after.last_result, after


def why(result: DealResult) -> list[tuple[Seat, str, int]]:
    return [(item.seat, item.why.value, item.points) for item in result.adjustments]
