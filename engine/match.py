"""A match of Thousand: the only functions through which others play it.

`new_match`, then for every deal `start_deal`, then `apply` until nobody is to act; over when `outcome` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine import booking, course, cutting, dealing, ending, moves
from engine.actions import Action, Seat
from engine.auction import opener
from engine.barrel_booking import REVERSE_AT
from engine.cards import Card, in_order
from engine.conventions import Conventions, check_players
from engine.dealing import Dealt
from engine.errors import BadDeal, DealOver, DealUnfinished, MatchOver
from engine.events import DealResult, EndWhy, Event, MatchEnded, Outcome
from engine.golden import round_size
from engine.layout import active_seats, layout_of, pack
from engine.scoring import nothing, tally
from engine.state import (
    Closed,
    Cutting,
    Frame,
    MatchState,
    Phase,
    Playing,
    Sheet,
    Standing,
)


class Transition(NamedTuple):
    """A match after a step, and what happened in it, in order."""

    state: MatchState
    events: tuple[Event, ...]


# Matches and deals


def new_match(
    conventions: Conventions,
    players: int,
    *,
    dealer: Seat,
    standings: Sequence[Standing] | None = None,
    deals_played: int = 0,
) -> MatchState:
    """A match before its first deal; `standings` where it goes on from a score sheet, an entry a seat.

    A total that reaches the barrel, or the reverse one, sits on it from the start. Golden deals among
    `deals_played` count as not made (settled N24).

    Raises:
        PlayersNotAllowed: the conventions do not seat that many.
        ConflictingConventions: they can't be dealt for that many.
    """
    check_players(conventions, players)
    lines = tuple(_seated(conventions, line) for line in standings or (Standing(),) * players)
    golden_left = max(0, round_size(conventions, players) - deals_played)
    return MatchState(conventions, Sheet(lines, dealer, deals_played=deals_played, golden_left=golden_left))


def _seated(conventions: Conventions, line: Standing) -> Standing:
    barrel, reverse = line.barrel, line.reverse
    if conventions.barrel and barrel is None and line.score >= conventions.barrel_at:
        barrel = 0
    if conventions.reverse_barrel and reverse is None and line.score <= REVERSE_AT:
        reverse = 0
    return replace(line, barrel=barrel, reverse=reverse)


def next_deck(state: MatchState, seed: bytes) -> tuple[Card, ...]:
    """The deck of the next deal that a seed names: shuffled, or the last tricks cut (`shuffle_each_deal`)."""
    stack = state.sheet.stack
    return (
        dealing.cut(stack, seed) if stack else dealing.shuffle(seed, pack(state.conventions, state.players))
    )


def start_deal(state: MatchState, deck: Sequence[Card]) -> Transition:
    """Deal a shuffled deck, the top card first (`engine.dealing.deal`).

    Where the dealer looks at the bottom card and has a choice, the deck is dealt after his answer; a new cut
    is made by the deck itself (`engine.dealing.cut`).

    Raises:
        MatchOver, DealUnfinished: no deal can start now.
        BadDeal, DuplicateCard: the deck is not complete.
    """
    if state.deal is not None and state.sheet.outcome is None:
        raise DealUnfinished
    dealing.check_deck(deck, pack(state.conventions, state.players))
    opened, frame = _open_deal(state)
    return advance(opened, course.after(course.started(frame), course.cut_and_deal(opened, frame, deck)))


def look_at_bottom(state: MatchState, bottom: Card) -> Transition:
    """The dealer sees this bottom card: how records tell a cut, before the hands (settled N22).

    Without `bottom_card_peek` nothing happens.

    Raises:
        MatchOver, DealUnfinished: no deal can start now.
        BadDeal: the deck is not to be cut again.
    """
    if not state.conventions.bottom_card_peek:
        _check_open(state)
        return Transition(state, ())
    opened, frame = _open_deal(state)
    before = state.deal.phase if state.deal else None
    nines = 0
    if isinstance(before, Cutting):
        if before.bottom is not None:
            raise BadDeal("bottom")
        nines = before.nines
    look = cutting.see(state.conventions, frame, bottom, nines)
    return advance(opened, course.after(_started(state, frame), course.looked(opened, frame, look)))


def with_deck(state: MatchState, deck: Sequence[Card]) -> MatchState:
    """A match from its record, with the deck that its dealer is looking at; any other stays as it is.

    A record tells the bottom card and, after the dealer's answer, the hands: until then nobody can deal
    who does not know the deck.

    Raises:
        BadDeal, DuplicateCard: it is not the deck of this deal.
    """
    deal = state.deal
    if deal is None or not isinstance(deal.phase, Cutting) or not deal.phase.asked or deal.phase.deck:
        return state
    dealing.check_deck(deck, pack(state.conventions, state.players))
    return replace(state, deal=replace(deal, phase=cutting.with_deck(deal.phase, tuple(deck))))


def start_deal_with(
    state: MatchState,
    hands: Sequence[Sequence[Card]],
    *talons: Sequence[Card],
    stock: Sequence[Card] = (),
) -> Transition:
    """Start from hands, one a seat, the talons and the stock: how records tell a deal.

    Raises:
        MatchOver, DealUnfinished: no deal can start now.
        BadDeal, DuplicateCard: the cards are not a deal, or the dealer is to answer or to cut first.
    """
    opened, frame = _open_deal(state)
    before = state.deal.phase if state.deal else None
    if isinstance(before, Cutting) and (before.asked or before.bottom is None):
        raise BadDeal("bottom")
    dealt = Dealt(tuple(map(in_order, hands)), tuple(map(in_order, talons)), tuple(stock))
    dealing.check_sizes(dealt, layout_of(state.conventions, state.players), frame.active)
    dealing.check_deck(dealt.cards, pack(state.conventions, state.players))
    return advance(opened, course.after(_started(state, frame), course.begin(opened, frame, dealt)))


def _started(state: MatchState, frame: Frame) -> tuple[Event, ...]:
    """A deal that a record began to tell by its cut has been announced then."""
    return course.started(frame) if state.deal is None else ()


def _check_open(state: MatchState) -> None:
    if state.sheet.outcome is not None:
        raise MatchOver
    if state.deal is not None and not isinstance(state.deal.phase, Cutting):
        raise DealUnfinished


def _open_deal(state: MatchState) -> tuple[MatchState, Frame]:
    """A new deal with its number, or the one whose cutting a record has begun to tell."""
    _check_open(state)
    if state.deal is not None:
        return state, state.deal.frame
    conventions, sheet = state.conventions, state.sheet
    active = active_seats(layout_of(conventions, state.players), state.players, sheet.dealer)
    number = sheet.deals_dealt + 1
    golden = sheet.golden_left > 0
    first = opener(conventions, sheet.standings, active, sheet.dealer, golden=golden)
    frame = Frame(number, sheet.dealer, first, active, golden=golden)
    return MatchState(conventions, sheet.dealing(number)), frame


def advance(state: MatchState, move: course.Move) -> Transition:
    """The match after a move of its deal; a deal that is over goes to the score sheet."""
    deal, events = move
    if not isinstance(deal.phase, Closed):
        return Transition(MatchState(state.conventions, state.sheet, deal), events)
    sheet, booked = booking.book(state.conventions, state.sheet, deal, deal.phase)
    return Transition(MatchState(state.conventions, sheet), (*events, *booked))


# Questions


def phase(state: MatchState) -> Phase:
    """What is waited for (settled N3)."""
    deal = state.deal
    if deal is None or state.sheet.outcome is not None:
        return Phase.OVER
    return moves.PHASES[type(deal.phase)]


def to_act(state: MatchState) -> tuple[Seat, ...]:
    """Who is waited for, in seat order. In phase `redeal` this is hidden information."""
    deal = state.deal
    return () if deal is None or state.sheet.outcome is not None else moves.to_act(deal)


def legal_actions(state: MatchState, seat: Seat) -> tuple[Action, ...]:
    """What a seat may do, in an order that never changes; empty when it is not to act."""
    deal = state.deal
    return moves.legal(state, deal, seat) if deal is not None and seat in to_act(state) else ()


def outcome(state: MatchState) -> Outcome | None:
    """How the match ended; None while it goes on."""
    return state.sheet.outcome


def current_result(state: MatchState) -> DealResult | None:
    """The deal in hand as the score sheet would show it now (settled N13); between deals the last one."""
    deal = state.deal
    if deal is None:
        return state.sheet.last_result
    standings = state.sheet.standings
    count = nothing(len(standings))
    if isinstance(deal.phase, Playing):
        count = tally(state.conventions, standings, deal.hands, deal.phase.log, deal.bargain)
    return booking.running(standings, deal, count)


# Actions


def apply(state: MatchState, seat: Seat, action: Action) -> Transition:
    """Carry out an action.

    Raises:
        MatchOver, DealOver: nobody is to act.
        WrongPhase, NotYourTurn, RuleError: the first that applies, in this order (settled N7).
    """
    if state.sheet.outcome is not None:
        raise MatchOver
    if state.deal is None:
        raise DealOver
    return advance(state, moves.act(state, state.deal, seat, action))


def check(state: MatchState, seat: Seat, action: Action) -> None:
    """Say nothing about a legal action, and raise what `apply` would raise about any other.

    Raises:
        RuleError: why the action is refused.
    """
    apply(state, seat, action)


def stop(state: MatchState) -> Transition:
    """End the match early: nobody wins, nothing is paid, a deal in hand scores nothing (settled N17).

    Raises:
        MatchOver: it has ended.
    """
    if state.sheet.outcome is not None:
        raise MatchOver
    scores = tuple(standing.score for standing in state.sheet.standings)
    stopped = ending.finish(state.conventions, scores, EndWhy.STOPPED, ())
    sheet = replace(state.sheet, outcome=stopped)
    return Transition(replace(state, sheet=sheet), (MatchEnded(stopped),))
