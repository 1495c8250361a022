"""The table in the group: one message a deal, edited in place. It knows the public view only."""

from __future__ import annotations

from collections.abc import Callable

from bot.i18n import Lang, tr
from bot.screens import clocks, events, guests
from bot.screens.buttons import HandTap, NextTap, RulesTap, ScoreTap, SelfVerb, encode
from bot.screens.doubling import blind, golden
from bot.screens.model import MAX_TEXT, Button, Keyboard, Screen, Style
from bot.screens.standings import standing_line
from bot.screens.text import blocks, bold, code, folded, length, newest
from bot.screens.words import Words, card_name, card_names, trump_name
from bot.tables.model import Stage, Table
from bot.tables.succession import casts
from bot.tables.timing import deserted
from engine.actions import Seat
from engine.view import Call, Phase, PublicDeal, PublicView, public_view

_BIDDING = (Phase.AUCTION, Phase.BLIND)
_PAIR = 2
_DISCARDS = {"one_to_opponent": "give", "one_each": "give-or-bury", "two_to_table": "bury"}
"""What two players do with the cards that are too many, by `discard_2p`."""
_UNTIMED = (Phase.REDEAL, Phase.OVER)
_FOLD_MARGIN = 16
"""Units kept free for line ends around the folded log."""


def board(table: Table, lang: Lang) -> Screen:
    """The board of a table whose match has begun.

    Raises:
        ValueError: it has not.
    """
    return _shown(table, lang, _keyboard)


def watched(table: Table, lang: Lang) -> Screen:
    """The board for somebody who looks on in private.

    Raises:
        ValueError: the match has not begun.
    """
    return _shown(table, lang, _onlookers_keyboard)


def awaited(table: Table, lang: Lang) -> Screen:
    """What somebody who looks on sees before the match."""
    stop = guests.self_button(table.id, SelfVerb.UNWATCH, lang)
    return Screen(f"👁 {tr(lang, 'watch-soon')}", ((stop,),))


def _shown(table: Table, lang: Lang, keyboard: Callable[[Table, PublicView, Words], Keyboard]) -> Screen:
    if table.match is None:
        raise ValueError("a table in the lobby has no board")
    view = public_view(table.match)
    words = Words.of(table.seats, lang)
    body = blocks(
        (header(view, words),),
        _players(table, view, words),
        deal_lines(view, words) if view.deal else (),
        _trick_lines(view.deal, words) if view.deal else (),
        (waiting(table, view, words), *_time(table, view, words)),
        guests.queue(table, words),
    )
    return Screen(
        blocks((body,), (_log(table, view, words, MAX_TEXT - length(body)),)), keyboard(table, view, words)
    )


def header(view: PublicView, words: Words) -> str:
    """Which deal this is."""
    if view.deal is None:
        number = view.last_result.number if view.last_result else 0
        return f"🃏 {bold(words.say('event-deal-ended', n=number))}"
    name = words.names[view.deal.dealer]
    return f"🃏 {bold(words.say('board-deal', n=view.deal.number, name=name))}"


def deal_lines(view: PublicView, words: Words) -> list[str]:
    """What was bid, who plays for how much, the talon, the trump."""
    deal = view.deal
    if deal is None:
        return []
    lines = []
    if deal.golden:
        lines.append(f"🥇 {golden(view.conventions, words)}")
    if deal.blind:
        lines.append(f"🕶 {blind(view.conventions, words)}")
    if view.phase in _BIDDING and deal.calls:
        lines.append(f"{words.say('board-auction')}: {calls(deal, words)}")
    if deal.declarer is not None:
        lines.append(f"👑 {_stake(deal, words)}")
    if deal.talon is not None and not deal.tricks:
        lines.append(f"💰 {words.say('board-talon', cards=card_names(deal.talon, words.lang))}")
    if deal.stock:
        lines.append(f"🃏 {words.say('board-stock', n=deal.stock)}")
    if deal.trump is not None:
        lines.append(f"💍 {words.say('board-trump', suit=trump_name(deal.trump, words.lang))}")
    return lines


def calls(deal: PublicDeal, words: Words) -> str:
    """The auction so far, word by word."""
    return " · ".join(f"{words.names[call.seat]} {_called(call, words)}" for call in deal.calls)


def _called(call: Call, words: Words) -> str:
    if call.value is None:
        return words.say("board-pass")
    return f"🕶 {call.value}" if call.blind else str(call.value)


def on_table(deal: PublicDeal, words: Words) -> str:
    """The cards of the trick that is being played."""
    cards = (
        f"{words.names[played.seat]} {card_name(played.card, words.lang)}" for played in deal.trick.cards
    )
    return " · ".join(cards)


def last_trick(deal: PublicDeal, words: Words) -> str:
    """The last finished trick; empty before the first one."""
    if not deal.tricks:
        return ""
    trick = deal.tricks[-1]
    if trick.winner is None:
        return ""
    points = sum(played.card.points for played in trick.cards)
    cards = card_names((played.card for played in trick.cards), words.lang)
    return f"{words.say('board-last-trick', name=words.names[trick.winner], n=points)}: {cards}"


def waiting(table: Table, view: PublicView, words: Words) -> str:
    """Who is waited for, and for what."""
    if table.stage is Stage.FINISHED:
        return f"🏆 {bold(words.say('board-over'))}"
    if table.paused:
        return f"⏸ {bold(paused(table, view, words))}"
    if view.phase is Phase.OVER:
        return f"🏁 {words.say('board-between')}"
    if view.phase is Phase.REDEAL:
        return f"♻️ {bold(words.say('board-redeal'))}"
    return f"⏳ {bold(words.say(f'wait-{_act(view)}', name=words.those(view.to_act)))}"


def _act(view: PublicView) -> str:
    """What is waited for, by what this table does in the phase."""
    deal = view.deal
    if view.phase is Phase.BLIND and deal is not None and deal.blind:
        return "unblind"
    if view.phase is Phase.DISCARD and deal is not None:
        return _DISCARDS[view.conventions.discard_2p] if len(deal.active) == _PAIR else "give"
    return view.phase.value


def paused(table: Table, view: PublicView, words: Words) -> str:
    """Why no clock runs."""
    if deserted(table):
        return words.say("clock-deserted")
    late = (seat for seat in view.to_act if table.seats[seat].plays and table.seats[seat].overdue)
    return words.say("clock-paused", name=words.those(late))


def _time(table: Table, view: PublicView, words: Words) -> list[str]:
    """Until when it is waited; in a redeal that would tell whose answer is."""
    return [] if view.phase in _UNTIMED else clocks.limits(table, words)


def _stake(deal: PublicDeal, words: Words) -> str:
    assert deal.declarer is not None, "asked for a deal with a declarer only"
    name = words.names[deal.declarer]
    if deal.contract is not None:
        return words.say("board-contract", name=name, n=deal.contract)
    return words.say("board-bid", name=name, n=deal.bid or 0)


def _players(table: Table, view: PublicView, words: Words) -> list[str]:
    deal = view.deal
    return [
        standing_line(
            seat,
            standing,
            view.conventions,
            words,
            _part(deal, seat, view.phase, words) if deal else "",
            clocks.mark(table, seat),
            crowned=deal is not None and deal.declarer == seat,
        )
        for seat, standing in enumerate(view.standings)
    ]


def _part(deal: PublicDeal, seat: Seat, phase: Phase, words: Words) -> str:
    """What a player has to do with the deal beside the score."""
    if seat not in deal.active:
        return words.say("board-sits-out")
    return words.say("board-tricks", n=deal.tricks_won[seat]) if phase is Phase.PLAY else ""


def _trick_lines(deal: PublicDeal, words: Words) -> list[str]:
    lines = []
    if deal.trick.cards:
        lines.append(f"{words.say('board-on-table')}: {bold(on_table(deal, words))}")
    lines.append(last_trick(deal, words))
    return lines


def _log(table: Table, view: PublicView, words: Words, room: int) -> str:
    first, *later = (Words.of(cast, words.lang) for cast in casts(table))
    said = events.log(table.log, view.conventions, first, table.remarks, later)
    seal: list[str] = []
    if table.commitments:
        seal = [words.say("board-commitment"), code(table.commitments[-1].digest)]
    title = words.say("board-log")
    kept = newest(said, room - length("\n".join((title, *seal))) - _FOLD_MARGIN)
    return folded([bold(title), *kept, *seal])


def _keyboard(table: Table, view: PublicView, words: Words) -> Keyboard:
    if table.stage is Stage.FINISHED:
        return ()
    tools = (
        Button(words.say("btn-hand"), encode(HandTap(table.id)), style=Style.PRIMARY),
        Button(words.say("btn-score"), encode(ScoreTap(table.id))),
        Button(words.say("btn-rules"), encode(RulesTap(table.id, 0))),
    )
    plain = Words.of(table.seats, words.lang, html=False)
    # What comes and goes stands below what stays: nothing moves away under a finger.
    always = (tools, guests.comers(table, words))
    people = clocks.public_buttons(table, words, plain)
    sometimes = (*people, *guests.free_seats(table, plain), *guests.undo(table, words))
    rows = (*always, *sometimes)
    return ((next_button(table, words),), *rows) if view.phase is Phase.OVER else rows


def _onlookers_keyboard(table: Table, _view: PublicView, words: Words) -> Keyboard:
    if table.stage is Stage.FINISHED:
        return ()
    return (
        (
            Button(words.say("btn-score"), encode(ScoreTap(table.id))),
            Button(words.say("btn-rules"), encode(RulesTap(table.id, 0))),
            guests.self_button(table.id, SelfVerb.UNWATCH, words.lang),
        ),
    )


def next_button(table: Table, words: Words) -> Button:
    """Deal on without waiting."""
    return Button(words.say("btn-next-deal"), encode(NextTap(table.id, table.turn)), style=Style.SUCCESS)
