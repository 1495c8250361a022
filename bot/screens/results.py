"""Results: why every point was written, and who won."""

from __future__ import annotations

from typing import Final

from bot.i18n import Lang, number, signed
from bot.screens.board import next_button
from bot.screens.buttons import ScoreTap, encode
from bot.screens.decks import decks
from bot.screens.doubling import blind, golden
from bot.screens.guests import substitutes
from bot.screens.lobby import again_button, expired
from bot.screens.model import Button, Keyboard, Screen
from bot.screens.standings import barrel_mark, bolt_mark
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.model import Notice, NoticeKind, Stage, Table
from engine.actions import Seat
from engine.bolts import weight
from engine.conventions import Conventions
from engine.events import DealKind, DealResult, EndWhy, Outcome, PerSeat
from engine.layout import active_seats, layout_of
from engine.match import phase
from engine.scoring import declarer_points, defender_entry
from engine.state import Phase

_SEPARATOR: Final = " · "


def notice(table: Table, told: Notice, lang: Lang) -> Screen | None:
    """A message that is read once; None: there is no reason for it any more."""
    words = Words.of(table.seats, lang)
    match told:
        case Notice(NoticeKind.DECKS):
            return decks(told, words)
        case Notice(NoticeKind.LOBBY_EXPIRED):
            return expired(table, words)
        case Notice(NoticeKind.MENTION, seat=seat) if seat is not None:
            return _mention(table, told, seat, words)
        case Notice(NoticeKind.REAPED, outcome=Outcome() as outcome):
            text = blocks((bold(words.say("match-reaped")),), _standings(outcome, told.totals, words))
            return Screen(text, _after_match(table, words))
        case Notice(result=DealResult() as result):
            button = ((next_button(table, words),),) if _awaits_a_deal(table) else ()
            return Screen(deal_result(result, table.rules.conventions, words), button)
        case Notice(outcome=Outcome() as outcome):
            return Screen(_match_result(table, told, outcome, words), _after_match(table, words))
        case _:
            return Screen(bold(words.say("match-stopped")))


def _awaits_a_deal(table: Table) -> bool:
    """A result that comes late offers nothing: the next deal has begun."""
    return table.stage is Stage.PLAYING and table.match is not None and phase(table.match) is Phase.OVER


def _mention(table: Table, told: Notice, seat: Seat, words: Words) -> Screen | None:
    """Somebody's time is nearly over: his name is a link, so that his phone rings. Not once he acted."""
    waiting = table.waiting[seat]
    if waiting is None or waiting.turn != told.turn or table.paused:
        return None
    name = f'<a href="tg://user?id={table.seats[seat].person}">{words.names[seat]}</a>'
    return Screen(f"⏳ {words.say('clock-mention', name=name)}")


# A deal


def deal_result(result: DealResult, conventions: Conventions, words: Words) -> str:
    """The result of a deal: the headline, then how each player's total came about."""
    head = [f"🃏 {bold(words.say('result-title', n=result.number))}"]
    if result.golden:
        head.append(f"🥇 {golden(conventions, words)}")
    if result.blind:
        head.append(f"🕶 {blind(conventions, words)}")
    head.append(_headline(result, words))
    players = (_player(result, seat, conventions, words) for seat in range(len(result.scores)))
    return blocks(head, *players)


def _headline(result: DealResult, words: Words) -> str:
    name = "" if result.declarer is None else words.names[result.declarer]
    match result.kind:
        case DealKind.PLAYED if result.declarer is not None and result.made is not None:
            return bold(_contract(result, result.declarer, name, words))
        case DealKind.PLAYED:
            return bold(words.say("result-played"))
        case DealKind.WRITTEN_OFF:
            return f"✍️ {bold(words.say('result-written-off', name=name, n=result.contract or 0))}"
        case DealKind.CROSSED:
            return f"➕ {bold(words.say('result-crossed', name=name))}"
        case DealKind.REDEALT:
            return f"♻️ {bold(words.say('result-redealt'))}"
        case DealKind.DECLINED:
            return bold(words.say("result-declined"))
        case DealKind.UNFINISHED:
            return bold(words.say("result-unfinished"))


def _contract(result: DealResult, declarer: Seat, name: str, words: Words) -> str:
    score, taken = result.recorded[declarer], result.taken[declarer]
    if not result.made and score >= 0:
        return words.say("result-failed-barrel", name=name, n=taken, max=result.contract or 0)
    return words.say(
        "result-made" if result.made else "result-failed", name=name, score=signed(score), n=taken
    )


def _player(result: DealResult, seat: Seat, conventions: Conventions, words: Words) -> list[str]:
    crown = "👑 " if seat == result.declarer else ""
    lines = [f"{crown}{bold(words.names[seat])}"]
    players = len(result.scores)
    if seat not in active_seats(layout_of(conventions, players), players, result.dealer):
        lines.append(words.say("result-sat-out"))
    elif result.kind is DealKind.PLAYED:
        lines.append(_taken(result, seat, conventions, words))
        lines.append(_written(result, seat, conventions, words))
    if seat in result.bolted:
        lines.append(f"🔩 {words.say(_bolt(result, seat, conventions))}")
    lines.extend(
        f"{words.say(f'adjustment-{adjustment.why}')}: {signed(adjustment.points)}"
        for adjustment in result.adjustments
        if adjustment.seat == seat
    )
    marks = (bolt_mark(result.bolts[seat], conventions), barrel_mark(result.barrel[seat], conventions))
    total = bold(words.say("result-total", n=number(result.scores[seat])))
    lines.append(_SEPARATOR.join(part for part in (total, *marks) if part))
    return lines


def _bolt(result: DealResult, seat: Seat, conventions: Conventions) -> str:
    own = seat == result.declarer
    doubled = weight(conventions, golden=result.golden, blind=result.blind, own=own) > 1
    return "result-bolt-double" if doubled else "result-bolt"


def _taken(result: DealResult, seat: Seat, conventions: Conventions, words: Words) -> str:
    """What was taken, and of what it is made where that is more than cards."""
    cards, marriages = result.card_points[seat], result.marriage_points[seat]
    bonus = result.taken[seat] - cards - marriages
    parts = []
    if marriages or bonus:
        parts.append(words.say("result-cards", n=cards))
    if marriages:
        parts.append(words.say("result-marriages", n=marriages))
    if bonus:
        parts.append(words.say("result-last-trick", n=bonus))
    compared = declarer_points(conventions, result.taken[seat])
    if seat == result.declarer and compared != result.taken[seat]:
        parts.append(words.say("result-counts-as", n=compared))
    taken = words.say("result-taken", n=result.taken[seat]) + (f" ({', '.join(parts)})" if parts else "")
    return taken + _SEPARATOR + words.say("result-tricks", n=result.tricks[seat])


def _written(result: DealResult, seat: Seat, conventions: Conventions, words: Words) -> str:
    """What the deal itself writes, and why it is not what was taken."""
    recorded, taken = result.recorded[seat], result.taken[seat]
    declared = seat == result.declarer and result.made is not None
    if not recorded and (taken or declared):
        return _unwritten(result, seat, conventions, words)
    if declared and (result.made or recorded < 0):
        return words.say("result-contract", n=signed(recorded))
    if recorded == taken:
        return words.say("result-written", n=signed(recorded))
    rounded = recorded == defender_entry(conventions, taken)
    return words.say("result-rounded" if rounded else "result-doubled", n=signed(recorded))


def _unwritten(result: DealResult, seat: Seat, conventions: Conventions, words: Words) -> str:
    """Why points that were taken are not written."""
    adjusted = sum(adjustment.points for adjustment in result.adjustments if adjustment.seat == seat)
    before = result.scores[seat] - result.recorded[seat] - adjusted
    if conventions.barrel and before >= conventions.barrel_at:
        return words.say("result-frozen")
    if seat != result.declarer and not defender_entry(conventions, result.taken[seat]):
        return words.say("result-rounded", n=signed(0))
    if 0 < conventions.own_contracts_from <= before:
        return words.say("result-own-only", n=conventions.own_contracts_from)
    return words.say("result-still")


# A match


def _match_result(table: Table, told: Notice, outcome: Outcome, words: Words) -> str:
    conventions = table.rules.conventions
    return blocks(
        (f"{_sign(outcome)} {bold(_won(outcome, told.totals, words))}", _why(outcome, conventions, words)),
        _standings(outcome, told.totals, words),
        substitutes(table, words),
        (words.say("match-over"),),
    )


def _after_match(table: Table, words: Words) -> Keyboard:
    score = Button(words.say("btn-score"), encode(ScoreTap(table.id)))
    return ((again_button(table, words, "btn-rematch"), score),)


def _sign(outcome: Outcome) -> str:
    return "⏹" if outcome.why is EndWhy.STOPPED else "🏆"


def _won(outcome: Outcome, totals: PerSeat, words: Words) -> str:
    if outcome.why is EndWhy.STOPPED:
        return words.say("match-stopped")
    if not outcome.winners:
        return words.say("match-nobody")
    if len(outcome.winners) > 1:
        return words.say("match-won-together", names=words.those(outcome.winners))
    winner = outcome.winners[0]
    return words.say("match-won", name=words.names[winner], points=words.say("points", n=totals[winner]))


def _why(outcome: Outcome, conventions: Conventions, words: Words) -> str:
    match outcome.why:
        case EndWhy.TARGET:
            return words.say("match-why-target", n=conventions.target)
        case EndWhy.MINUS_LIMIT:
            return words.say("match-why-minus_limit", n=conventions.end_at_minus or -conventions.target)
        case EndWhy.BARREL:
            return words.say("match-why-barrel")
        case EndWhy.STOPPED:
            return words.say("match-why-stopped")


def _standings(outcome: Outcome, totals: PerSeat, words: Words) -> list[str]:
    """Winners come first, however many; else equal scores share a place. A stopped match has none."""
    lines = []
    ranks = [None if seat in outcome.winners else totals[seat] for seat in outcome.places]
    for seat, rank in zip(outcome.places, ranks, strict=True):
        name, score = words.names[seat], number(totals[seat])
        if outcome.why is EndWhy.STOPPED:
            line = words.say("match-score", name=name, score=score)
        else:
            line = words.say("match-place", n=ranks.index(rank) + 1, name=name, score=score)
        if outcome.payout is not None:
            line += _SEPARATOR + words.say("match-payout", n=signed(outcome.payout[seat]))
        lines.append(line)
    return lines
