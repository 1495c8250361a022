"""Deals: shuffled by the operating system's randomness, committed to before anybody sees a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables import flow
from bot.tables.context import Context
from bot.tables.model import Commitment, Slot, SlotKind, Stage, Table
from bot.tables.ports import Change
from engine import dealing
from engine.cards import Card
from engine.events import DealStarted
from engine.match import Transition, new_match, start_deal
from engine.record.writer import SEAT_LABELS, deal_block, header
from engine.state import MatchState


def first(table: Table, context: Context) -> Change:
    """Begin the match and its first deal; the dealer is drawn by lot.

    Raises:
        RuleError: the conventions do not seat that many.
    """
    rules, players = table.rules, len(table.seats)
    match = new_match(rules.conventions, players, dealer=context.entropy.first_dealer(players))
    begun = replace(table, stage=Stage.PLAYING, acted=(table.turn,) * players)
    dealt = deal(begun, match, context)
    top = header(rules.conventions, SEAT_LABELS[:players], rules.preset)
    return replace(dealt, record=(*top, *dealt.record), dirty=dealt.dirty | {Slot(SlotKind.LOBBY)})


def deal(table: Table, match: MatchState, context: Context) -> Change:
    """Begin the next deal: everybody gets a fresh hand, the group a fresh board; an open vote lapses."""
    deck = dealing.shuffle(context.entropy.deck_seed())
    commitment = Commitment.to(context.entropy.salt(), "".join(card.code for card in deck))
    dealt = start_deal(match, deck)
    lapsed = flow.without_vote(table)
    fresh = replace(
        lapsed,
        commitments=(commitment,),
        log=(),
        epochs=flow.anew(lapsed, flow.BOARD, *flow.hands(table)),
    )
    change = flow.follow(fresh, match, dealt, None, context)
    return replace(
        change,
        commitment=commitment,
        record=_block(deck, dealt),
        dirty=change.dirty | {flow.BOARD, *flow.hands(table)} | (table.epochs.keys() & {flow.VOTE}),
    )


def _block(deck: Sequence[Card], dealt: Transition) -> tuple[str, ...]:
    players = dealt.state.players
    dealer = next(event.dealer for event in dealt.events if isinstance(event, DealStarted))
    hands, talon = dealing.deal(deck, players, dealer)
    return tuple(deal_block(dealer, hands, talon, SEAT_LABELS[:players]))
