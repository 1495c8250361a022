"""Hypothesis strategies and small helpers that several engine tests share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

from engine.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Blind,
    Bury,
    Claim,
    Decline,
    Face,
    Give,
    HideTalon,
    Keep,
    Look,
    NameContract,
    Pass,
    Play,
    Prove,
    Recut,
    Redeal,
    ShowTalon,
    TakeCross,
    TakeTalon,
    ToMiddle,
    Unblind,
    WriteOff,
)
from engine.auction import ceiling
from engine.cards import BY_CODE, DECK, Card, in_order
from engine.conventions import FIELDS, Conventions, Value, assemble
from engine.conventions.built import PLAYED
from engine.conventions.validity import check_conflicts
from engine.state import MatchState, Standing

PLAYERS = 3

BY_HAND = ("bottom_card_peek", "exposed_card_penalty", "scribe_fine")
"""Played by the engine, whether or not records can tell them."""
FIXED: Mapping[str, tuple[Value, ...]] = {
    "auction": (True,),
    "partnership_4p": (False,),
    "layout_3p": ("7+3",),
    "first_leader": ("declarer",),
    "stock_draw": (False,),
    **{name: values for name, values in PLAYED.items() if name not in BY_HAND},
}
"""Values of a table for three, where not all are."""


def cards(codes: str) -> tuple[Card, ...]:
    """Cards from their codes, such as ``"9s Th"``."""
    return tuple(BY_CODE[code] for code in codes.split())


def _values(name: str) -> st.SearchStrategy[Value]:
    return st.sampled_from(FIXED.get(name, FIELDS[name].values))


def _mended(values: dict[str, Value]) -> Conventions:
    """The table without the conflicts that catalogue section 2 names."""
    table = assemble(values)
    if table.barrel_auction == "excluded" or table.barrel_accumulate:
        table = replace(table, barrel_win_by="any")
    if table.barrel_at + table.barrel_need < table.target:
        table = replace(table, barrel_need=125)
    if table.writeoff_extra_penalty in ("third_only", "after_third"):
        table = replace(table, writeoff_cost="none")
    if table.blind_contract == "auction":
        table = replace(table, unblind=False)
    if table.hand_cap == "none":
        table = replace(table, marriage_proof=False)
    check_conflicts(table)
    return table


def conventions(*, by_hand: bool = False) -> st.SearchStrategy[Conventions]:
    """Tables for three that the engine plays: some settings changed, or all of them.

    With `by_hand` also those with a look at the bottom card and a referee, which records can't tell yet.
    """
    names = sorted(FIELDS)
    some = st.lists(st.sampled_from(names), max_size=20, unique=True)
    chosen = st.one_of(some, st.just(names))
    values = chosen.flatmap(lambda picked: st.fixed_dictionaries({name: _values(name) for name in picked}))
    tables = values.map(_mended)
    without: Any = {name: PLAYED[name][0] for name in BY_HAND if name in PLAYED}
    return tables if by_hand else tables.map(lambda table: replace(table, **without))


decks: st.SearchStrategy[tuple[Card, ...]] = st.permutations(DECK).map(tuple)

_scores = st.one_of(st.integers(-220, 200).map(lambda n: 5 * n), st.sampled_from((435, 675, 860, 875, -435)))


@st.composite
def standings(draw: st.DrawFn, table: Conventions) -> tuple[Standing, ...]:
    """A score sheet that such a table can have."""
    lines = []
    for _ in range(PLAYERS):
        line = Standing(
            score=draw(_scores),
            bolts=draw(st.integers(0, max(table.bolts_game_limit - 1, 0))),
            bolts_row=draw(st.integers(0, max(table.bolts_row_limit - 1, 0))),
            falls=draw(st.integers(0, 2)),
            writeoffs=draw(st.integers(0, 4)),
            crosses=draw(st.integers(0, 1)),
        )
        top = table.barrel_at if table.barrel else table.target
        if table.barrel and draw(st.booleans()):
            tries = draw(st.integers(0, table.barrel_tries - 1))
            saved = draw(st.integers(0, table.barrel_need - 1)) if table.barrel_accumulate else 0
            line = replace(line, score=top + saved, barrel=tries)
        elif line.score >= top:
            line = replace(line, score=top - 5)
        lines.append(line)
    return tuple(lines)


EVERY_ACTION: frozenset[Action] = frozenset(
    (
        *(Play(card) for card in DECK),
        *(Announce(card, keep) for card in DECK for keep in (False, True)),
        *(Give(card, seat, face) for card in DECK for seat in range(PLAYERS) for face in (None, *Face)),
        *(
            make(value)
            for value in (*range(0, 640, 5), 99, 112, 121, 651)
            for make in (Bid, NameContract, Blind)
        ),
        *(Pass(), Prove(), Claim(), WriteOff(), TakeCross(), Redeal(), Keep(), ShowTalon(), HideTalon()),
        *(Recut(), ToMiddle(), Accept(), Look(), Blind(), Unblind(), Decline()),
        *(Bury(card) for card in DECK),
        *(TakeTalon(1), TakeTalon(2)),
    )
)
"""All that somebody can try, sensible or not."""

T = TypeVar("T")


def exchanged(value: T, other: Mapping[Card, Card]) -> T:
    """`value` with every card replaced by `other[card]`, wherever it lies."""
    mapped: Any = value
    if isinstance(value, Card):
        mapped = other.get(value, value)
    elif isinstance(value, tuple):
        mapped = tuple(exchanged(item, other) for item in value)
        if mapped and isinstance(mapped[0], Card) and value == in_order(value):
            mapped = in_order(mapped)
    elif is_dataclass(value) and not isinstance(value, type | Conventions):
        changes = {field.name: exchanged(getattr(value, field.name), other) for field in fields(value)}
        mapped = replace(value, **changes)
    return mapped  # type: ignore[no-any-return]  # the same type as `value`, rebuilt


def found_in(value: object) -> set[Card]:
    """Every card that a value mentions."""
    if isinstance(value, Card):
        return {value}
    parts: Iterable[object] = ()
    if isinstance(value, tuple):
        parts = value
    elif is_dataclass(value) and not isinstance(value, type | Conventions):
        parts = [getattr(value, field.name) for field in fields(value)]
    return {card for part in parts for card in found_in(part)}


def bound(table: Conventions) -> int:
    """Actions after which every deal is over: cuts, bids, proofs, blind, redeals, talon, contract, cards."""
    bids = (ceiling(table) - table.opening_bid) // table.bid_step + 2
    blind = 4 * PLAYERS
    return 3 + 2 * bids + blind + PLAYERS + 3 * PLAYERS + 1 + (PLAYERS - 1) + 1 + len(DECK)


def on_table(state: MatchState) -> list[Card]:
    """Every card of the deal, wherever it lies now."""
    deal = state.deal
    assert deal is not None
    held = [card for hand in deal.hands for card in hand]
    log = getattr(deal.phase, "log", None)
    table = getattr(deal.phase, "table", ())
    tricks = [played.card for trick in (log.tricks if log else ()) for played in trick.cards]
    untaken = list(deal.frame.talon) if deal.bargain is None else []
    untaken += getattr(deal.phase, "deck", ())
    return [*held, *tricks, *(played.card for played in table), *untaken]
