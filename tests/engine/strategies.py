"""Hypothesis strategies and small helpers that several engine tests share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

from engine.actions import (
    MOST_PLAYERS,
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
from engine.conventions import FIELDS, Conventions, Value, assemble, check_players
from engine.conventions.validity import LAYOUTS, check_conflicts
from engine.layout import pack
from engine.state import Cutting, Log, MatchState, Standing

_SEATS = st.sampled_from((3, 2, 4, 5, 6))

FIXED: Mapping[str, tuple[Value, ...]] = {"partnership_4p": (False,)}
"""Conventions that a table may not choose freely."""


def cards(codes: str) -> tuple[Card, ...]:
    """Cards from their codes, such as ``"9s Th"``."""
    return tuple(BY_CODE[code] for code in codes.split())


def _values(name: str) -> st.SearchStrategy[Value]:
    return st.sampled_from(FIXED.get(name, FIELDS[name].values))


def for_layout(players: int, layout: str, drawn: Mapping[str, Value]) -> dict[str, Value]:
    """What a layout asks for (settled B21), over what was drawn."""
    stock = layout == "6+stock"
    values = {
        **drawn,
        LAYOUTS[players]: layout,
        "auction": not stock,
        "stock_draw": stock,
        "first_leader": "nondealer" if stock else "declarer",
    }
    if stock:
        values |= {"writeoff": False, "cross": False, "golden": False, "blind": False}
    if players == 5:
        values["deck"] = "20_at_five"
    if players == 2:
        to_table = values.get("discard_2p") == "two_to_table" and layout == "10+2x2"
        values["discard_2p"] = "one_each" if layout == "9+2x3" else "one_to_opponent"
        if to_table:
            values |= {"discard_2p": "two_to_table", "spare_talon": "out_slam120"}
    return values


def mended(values: Mapping[str, Value]) -> Conventions:
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


@st.composite
def tables(draw: st.DrawFn, seats: st.SearchStrategy[int] = _SEATS) -> tuple[Conventions, int]:
    """A table that the engine plays, and how many sit there: some settings changed, or all of them."""
    players = draw(seats)
    layout = draw(st.sampled_from([word for word in FIELDS[LAYOUTS[players]].words if word != "no"]))
    names = sorted(FIELDS)
    picked = draw(st.one_of(st.lists(st.sampled_from(names), max_size=20, unique=True), st.just(names)))
    drawn = {name: draw(_values(name)) for name in picked}
    table = mended(for_layout(players, layout, drawn))
    check_players(table, players)
    return table, players


def conventions() -> st.SearchStrategy[Conventions]:
    """Tables for three that the engine plays."""
    return tables(st.just(3)).map(lambda found: found[0])


@st.composite
def decks(draw: st.DrawFn, table: Conventions, players: int) -> tuple[Card, ...]:
    """A shuffled deck for so many."""
    return tuple(draw(st.permutations(pack(table, players))))


_scores = st.one_of(st.integers(-220, 200).map(lambda n: 5 * n), st.sampled_from((435, 675, 860, 875, -435)))


@st.composite
def standings(draw: st.DrawFn, table: Conventions, players: int) -> tuple[Standing, ...]:
    """A score sheet that such a table can have."""
    lines = []
    for _ in range(players):
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
        *(Give(card, seat, face) for card in DECK for seat in range(MOST_PLAYERS) for face in (None, *Face)),
        *(
            make(value)
            for value in (*range(0, 640, 5), 99, 112, 121, 651)
            for make in (Bid, NameContract, Blind)
        ),
        *(Pass(), Prove(), Claim(), WriteOff(), TakeCross(), Redeal(), Keep(), ShowTalon(), HideTalon()),
        *(Recut(), ToMiddle(), Accept(), Look(), Blind(), Unblind(), Decline()),
        *(Bury(card) for card in DECK),
        *(TakeTalon(number) for number in (0, 1, 2, 3)),
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


def bound(table: Conventions, players: int) -> int:
    """Actions after which every deal is over: cuts, bids and proofs, passes, blind, answers, talon, cards."""
    bids = (ceiling(table) - table.opening_bid) // table.bid_step + 2
    cuts, talon, discards, contract = 3, 2, players - 1 + 2, 1
    blind = 4 * players
    return cuts + 2 * bids + blind + players + 3 * players + talon + discards + contract + len(DECK)


def on_table(state: MatchState) -> list[Card]:
    """Every card of the deal, wherever it lies now."""
    deal = state.deal
    assert deal is not None
    if isinstance(deal.phase, Cutting):
        return list(deal.phase.deck or ())
    held = [card for hand in deal.hands for card in hand]
    log = getattr(deal.phase, "log", None) or Log()
    table = getattr(deal.phase, "table", ())
    tricks = [played.card for trick in log.tricks for played in trick.cards]
    return [*held, *tricks, *(played.card for played in table), *deal.aside(len(log.tricks))]
