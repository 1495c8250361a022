"""A player's cards: the private message from which every phase is played, and the short form for a pop-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from bot.i18n import Lang, escape, number, signed, tr
from bot.screens import board, clocks
from bot.screens.answers import error_text
from bot.screens.events import grounds_of
from bot.screens.hints import hint_rows
from bot.screens.model import MAX_TOAST, Screen
from bot.screens.options import Choices
from bot.screens.standings import standing_line
from bot.screens.text import blocks, bold, first_upper, shorten
from bot.screens.words import Words, by_suit, card_name, card_names, fan, sign, trump_name
from bot.tables.model import PersonId, Stage, Table, TimerKind
from bot.tables.timing import deserted
from engine.actions import (
    Action,
    Announce,
    Bid,
    Blind,
    Bury,
    Decline,
    Give,
    Pass,
    Play,
    Prove,
    Recut,
    Seat,
    ShowTalon,
    TakeCross,
    Unblind,
    WriteOff,
)
from engine.cards import Card, Rank, Suit
from engine.errors import RuleError
from engine.events import DealEnded, DealResult, MarriageDeclared
from engine.match import apply
from engine.state import MatchState, Phase
from engine.view import SeatView, seat_view

_SILENT: Final = frozenset({Pass(), Prove()})
"""What one can say who may not bid."""
_HALF_GONE: Final = frozenset({TimerKind.REMIND, TimerKind.MENTION})
_MARRYING: Final = frozenset({Rank.QUEEN, Rank.KING, Rank.ACE})
"""Ranks that may be part of a marriage."""


def hand(table: Table, person: PersonId, lang: Lang, page: int = 0) -> Screen:
    """The private hand of a person; `page` is a question on the way (see `options`).

    Raises:
        LookupError: he does not sit at the table, or there is no match.
    """
    seat = table.seat_of(person)
    if seat is None or table.match is None:
        raise LookupError(f"{person} has no hand at table {table.id}")
    words = Words.of(table.seats, lang)
    view = seat_view(table.match, seat)
    head = board.header(view.public, words)
    if table.stage is Stage.FINISHED:
        return Screen(blocks((head,), _scores(view, words), (f"🏆 {words.say('hand-over')}",)))
    people = _presence(table, view, words)
    back = ((clocks.back_button(table, words),),) if people else ()
    if view.public.deal is None:
        soon = "" if _halted(table) else f"⏳ {words.say('hand-between')}"
        buttons = ((board.next_button(table, words),), *back)
        return Screen(blocks((head,), _scores(view, words), (*people, soon)), buttons)
    if not view.legal:
        asked = (f"⏸ {board.paused(table, view.public, words)}",) if table.paused else people
        wait = asked or (f"⏳ {words.say('hand-wait')}",)
        text = blocks((head, *_scores(view, words)), _cards(view, words), wait)
        return Screen(text, (*back, *hint_rows(table, seat, words)))
    plain = Words.of(table.seats, lang, html=False)
    choices = Choices(table.id, table.turn, view.hand, view.legal, _declared(table.match, view), plain)
    text = blocks(
        (head, *_scores(view, words)),
        _situation(view, words),
        _cards(view, words),
        _question(table.match, view, choices, page, words),
        (*people, _reminder(table, seat, words), clocks.limit(table, seat, words)),
    )
    return Screen(text, (*choices.keyboard(page), *back, *hint_rows(table, seat, words)))


def _halted(table: Table) -> bool:
    """Nobody plays any more, and no autopilot does either."""
    return table.paused and deserted(table)


def _presence(table: Table, view: SeatView, words: Words) -> tuple[str, ...]:
    """That the table waits for this person to go on, or that the autopilot plays: not while nobody does."""
    if _halted(table):
        return (f"⏸ {words.say('clock-deserted')}",)
    if table.paused and view.legal:
        return (f"⏸ {words.say('clock-waits')}",)
    return (f"💤 {words.say('clock-away')}",) if clocks.mark(table, view.seat) else ()


def _reminder(table: Table, seat: Seat, words: Words) -> str:
    waiting = table.waiting[seat]
    half = waiting is not None and waiting.passed in _HALF_GONE and not table.paused
    return f"⏱ {bold(words.say('clock-half'))}" if half else ""


def hand_alert(table: Table, person: PersonId, lang: Lang) -> str:
    """The hand of a person in plain text of at most 200 units; for others, why there is none."""
    seat = table.seat_of(person)
    if seat is None:
        return tr(lang, "said-not_seated")
    view = seat_view(table.match, seat) if table.match else None
    if view is None or view.public.deal is None:
        return tr(lang, "hand-over" if table.stage is Stage.FINISHED else "hand-between")
    deal = view.public.deal
    parts = [fan(view.hand, lang) or tr(lang, _no_cards(view))]
    if deal.contract is not None:
        parts.append(tr(lang, "hand-short-contract", n=deal.contract))
    elif deal.bid is not None:
        parts.append(tr(lang, "hand-short-bid", n=deal.bid))
    if deal.trump is not None:
        parts.append(tr(lang, "hand-short-trump", suit=trump_name(deal.trump, lang)))
    if view.legal:
        parts.append(tr(lang, "hand-turn"))
    return shorten("\n".join(map(first_upper, parts)), MAX_TOAST)


def _scores(view: SeatView, words: Words) -> list[str]:
    """The score sheet: stable during a deal, and it tells one table from another."""
    public = view.public
    return [
        standing_line(seat, line, public.conventions, words) for seat, line in enumerate(public.standings)
    ]


def _cards(view: SeatView, words: Words) -> list[str]:
    if not view.hand:
        return [words.say(_no_cards(view))]
    points = words.say("points", n=sum(card.points for card in view.hand))
    lines = [words.say("hand-cards", points=points), *(_row(suit, words) for suit in by_suit(view.hand))]
    got = [gift.card for gift in view.gifts if gift.receiver == view.seat and gift.card]
    if got and not _has_played(view):
        lines.append(words.say("hand-got", cards=card_names(got, words.lang)))
    return lines


def _no_cards(view: SeatView) -> str:
    """Why there is no card to show: a key."""
    deal = view.public.deal
    if deal is not None and view.seat not in deal.active:
        return "hand-sits-out"
    if view.public.phase is Phase.CUT:
        return "hand-undealt"
    return "hand-unseen" if deal and deal.hand_sizes[view.seat] else "hand-none"


def _has_played(view: SeatView) -> bool:
    deal = view.public.deal
    tricks = () if deal is None else (*deal.tricks, deal.trick)
    return any(played.seat == view.seat for trick in tricks for played in trick.cards)


def _row(suit: tuple[Card, ...], words: Words) -> str:
    return bold("  ".join(card_name(card, words.lang) for card in suit))


def _situation(view: SeatView, words: Words) -> list[str]:
    """What one has to know to decide. Only who is to act sees it: it would grow old for others."""
    deal = view.public.deal
    if deal is None:
        return []
    lines = board.deal_lines(view.public, words)
    if view.talon is not None and deal.talon is None and not deal.tricks:
        lines.append(f"💰 {words.say('board-talon', cards=card_names(view.talon, words.lang))}")
    given = [
        f"{card_name(gift.card, words.lang)} → {words.names[gift.receiver]}"
        for gift in view.gifts
        if gift.giver == view.seat and gift.card
    ]
    if given and view.public.phase is not Phase.PLAY:
        lines.append(words.say("hand-given", cards=", ".join(given)))
    if view.buried and view.public.phase is not Phase.PLAY:
        lines.append(words.say("hand-buried", cards=card_names(view.buried, words.lang)))
    lines.append(board.last_trick(deal, words))
    if deal.trick.cards:
        lines.append(f"{words.say('board-on-table')}: {bold(board.on_table(deal, words))}")
    return lines


# What is asked


def _question(match: MatchState, view: SeatView, choices: Choices, page: int, words: Words) -> list[str]:
    if confirmed := choices.confirmed(page):
        return _confirm(match, view, confirmed[1], words)
    if chosen := choices.chosen(page):
        card, ways = chosen
        return [bold(_with_card(card, [action for _, action in ways], choices, words))]
    return [*_limit(match, view, words), f"👉 {bold(_prompt(view, words))}"]


def _limit(match: MatchState, view: SeatView, words: Words) -> list[str]:
    """Why somebody can do nothing but pass, by the engine's own refusal of what he might say instead."""
    deal = view.public.deal
    if deal is None or deal.bid is None or not view.legal or not _SILENT.issuperset(view.legal):
        return []
    bidding = view.public.phase is Phase.AUCTION
    wish = Bid(deal.bid + view.public.conventions.bid_step) if bidding else Unblind()
    try:
        apply(match, view.seat, wish)
    except RuleError as error:
        return [escape(error_text(error, words.lang))]
    return []


def _prompt(view: SeatView, words: Words) -> str:
    say, public = words.say, view.public
    deal = public.deal
    match public.phase:
        case Phase.AUCTION if any(isinstance(action, Decline) for action in view.legal):
            return say("hand-golden", bid=public.conventions.golden_contract)
        case Phase.AUCTION:
            standing = deal.bid if deal else None
            if standing is None:
                return say("hand-bid-first" if view.hand else "hand-bid-unseen-first")
            return say("hand-bid" if view.hand else "hand-bid-unseen", bid=standing)
        case Phase.DISCARD:
            return _whom(view.legal, words)
        case Phase.CONTRACT:
            return say("hand-contract", bid=(deal.bid if deal else None) or 0)
        case Phase.TALON:
            asks_to_show = any(isinstance(action, ShowTalon) for action in view.legal)
            return say("hand-show" if asks_to_show else "hand-take")
        case Phase.REDEAL:
            return say("hand-redeal", grounds=first_upper(grounds_of(view.grounds, words)))
        case Phase.BLIND if deal and deal.bidder is not None and deal.blind:
            return say("hand-unblind", name=words.names[deal.bidder], bid=deal.bid or 0)
        case Phase.BLIND:
            return say("hand-blind")
        case Phase.CUT:
            asked = "hand-cut" if any(isinstance(action, Recut) for action in view.legal) else "hand-cut-jack"
            return say(asked, card=card_names((view.bottom,) if view.bottom else (), words.lang))
        case Phase.PLAY | Phase.OVER:
            return say("hand-turn")
        case _:
            assert_never(public.phase)


def _whom(legal: tuple[Action, ...], words: Words) -> str:
    receivers = {action.receiver for action in legal if isinstance(action, Give)}
    to_table = any(isinstance(action, Bury) for action in legal)
    if not receivers:
        return words.say("hand-bury")
    if len(receivers) > 1:
        return words.say("hand-give")
    return words.say("hand-give-or-bury" if to_table else "hand-give-to", name=words.names[receivers.pop()])


def _with_card(card: Card, ways: Sequence[Action], choices: Choices, words: Words) -> str:
    shown = card_name(card, words.lang)
    if Bury(card) in ways:
        others = any(isinstance(action, Give) for action in ways)
        return words.say("hand-receiver-or-bury" if others else "hand-bury-this", card=shown)
    suits = [
        suit
        for action, suit in choices.declared.items()
        if isinstance(action, Announce) and action.card is card
    ]
    receivers = {action.receiver for action in ways if isinstance(action, Give)}
    if len(receivers) == 1:
        return words.say("hand-give-this", card=shown, name=escape(choices.words.names[receivers.pop()]))
    if not suits:
        return words.say("hand-receiver", card=shown)
    return (
        words.say("hand-announce-aces")
        if suits[0] is None
        else words.say("hand-announce", suit=sign(suits[0]))
    )


def _confirm(match: MatchState, view: SeatView, action: Action, words: Words) -> list[str]:
    deal = view.public.deal
    stake = (deal and (deal.contract or deal.bid)) or 0
    match action:
        case WriteOff():
            question = words.say("hand-confirm-write-off", bid=stake)
        case TakeCross():
            question = words.say("hand-confirm-cross")
        case Blind(value):
            question = words.say("hand-confirm-blind", bid=value or 120)
        case _:
            question = words.say("hand-confirm-decline")
    return [bold(question), *_price(match, view.seat, action, words)]


def _price(match: MatchState, seat: Seat, action: Action, words: Words) -> list[str]:
    """What a deal given up would write, by the engine's own booking."""
    if not isinstance(action, WriteOff | TakeCross):
        return []
    result = _booked(match, seat, action)
    if result is None:
        return []
    return [_consequence(result, other, words) for other in range(match.players)]


def _consequence(result: DealResult, seat: Seat, words: Words) -> str:
    change = sum(line.points for line in result.adjustments if line.seat == seat)
    bolt = f" · 🔩 {words.say('result-bolt')}" if seat in result.bolted else ""
    return f"{words.names[seat]}: {signed(change)} → {number(result.scores[seat])}{bolt}"


def _booked(match: MatchState, seat: Seat, action: Action) -> DealResult | None:
    ends = (event for event in apply(match, seat, action).events if isinstance(event, DealEnded))
    return next((event.result for event in ends), None)


def _declared(match: MatchState, view: SeatView) -> dict[Action, Suit | None]:
    """The marriage that each lead declares, by the engine's own word."""
    deal = view.public.deal
    if view.public.phase is not Phase.PLAY or (deal and deal.trick.cards):
        return {}
    leads = [action for action in view.legal if isinstance(action, Announce | Play)]
    return {
        action: event.suit
        for action in leads
        if action.card.rank in _MARRYING
        for event in apply(match, view.seat, action).events
        if isinstance(event, MarriageDeclared)
    }
