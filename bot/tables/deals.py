"""Deals: shuffled by the operating system's randomness, committed to before anybody sees a card."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.tables import flow
from bot.tables.context import Context
from bot.tables.model import Commitment, Stage, Table
from bot.tables.ports import Change
from engine import dealing
from engine.actions import Seat
from engine.cards import BY_CODE
from engine.match import new_match, next_deck, start_deal, with_deck
from engine.record.writer import SEAT_LABELS, dealing_lines, header
from engine.state import MatchState


def first(table: Table, context: Context) -> Change:
    """Begin the match and its first deal; the dealer is found as the table wants it.

    Raises:
        RuleError: the conventions do not seat that many.
    """
    rules, players = table.rules, len(table.seats)
    match = new_match(rules.conventions, players, dealer=_first_dealer(table, context))
    begun = replace(table, stage=Stage.PLAYING, acted=(table.turn,) * players, waiting=(None,) * players)
    dealt = deal(begun, match, context)
    top = header(rules.conventions, SEAT_LABELS[:players], rules.preset)
    return replace(dealt, record=(*top, *dealt.record), dirty=dealt.dirty | {flow.LOBBY})


def _first_dealer(table: Table, context: Context) -> Seat:
    """Whose turn it is after the match before, drawn by lot, or by turning cards up until an ace comes."""
    if table.rules.conventions.first_dealer == "first_ace":
        return dealing.first_ace(dealing.shuffle(context.entropy.deck_seed()), len(table.seats))
    for seat, sitter in enumerate(table.seats):
        if sitter.person == table.dealer:
            return seat
    return context.entropy.first_dealer(len(table.seats))


def deal(table: Table, match: MatchState, context: Context) -> Change:
    """Begin the next deal: everybody gets a fresh hand, the group a fresh board; an open vote lapses."""
    deck = next_deck(match, context.entropy.deck_seed())
    commitment = Commitment.to(context.entropy.salt(), "".join(card.code for card in deck))
    dealt = start_deal(match, deck)
    lapsed = flow.asking(table, ())
    fresh = replace(
        lapsed,
        commitments=(commitment,),
        log=(),
        remarks=(),
        epochs=flow.anew(lapsed, *flow.boards(table), *flow.hands(table)),
    )
    change = flow.follow(fresh, match, dealt, None, context)
    return replace(
        change,
        commitment=commitment,
        record=tuple(dealing_lines(dealt.events, SEAT_LABELS[: match.players])),
        dirty=change.dirty | {*flow.hands(table)} | (table.epochs.keys() & {flow.VOTE}),
    )


def with_its_deck(table: Table) -> Table:
    """A table whose match was replayed from its record: its dealer looks at the deck committed to."""
    if table.match is None or not table.commitments:
        return table
    deck = tuple(map(BY_CODE.__getitem__, re.findall("..", table.commitments[-1].deck)))
    return replace(table, match=with_deck(table.match, deck))
