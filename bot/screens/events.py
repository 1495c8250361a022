"""The deal's log: facts put into words, a line for the auction, one for each trick."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from bot.i18n import signed
from bot.screens import clocks
from bot.screens.words import Words, card_name, card_names, marriage_name, trump_name
from bot.tables.model import Remark, RemarkKind
from engine.actions import Seat
from engine.conventions import Conventions
from engine.events import (
    AuctionWon,
    BarrelClimbed,
    BarrelLeft,
    BarrelTried,
    BidMade,
    BlindBid,
    BoltNoted,
    BottomSeen,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsSeen,
    ContractNamed,
    DealCrossed,
    DealEnded,
    DealStarted,
    DealVoid,
    DealWrittenOff,
    DeckCut,
    Event,
    Fined,
    GoldenDeclined,
    GoldenRoundFailed,
    Ground,
    JackMoved,
    MarriageDeclared,
    MarriageProved,
    MatchEnded,
    Passed,
    RedealKept,
    RedealOffered,
    TalonKeptHidden,
    TalonShown,
    TalonTaken,
    TricksClaimed,
    TrickTaken,
    Unblinded,
)

_SEPARATOR = " · "
_ALL_PASSED: Final = "event-redeal-all-passed"
_EXPOSED: Final = "event-redeal-exposed"
_CALLS: Final = (BidMade, BlindBid, CardsSeen, Passed, Unblinded)
"""Words of the auction."""
_UNSAID = (BottomSeen, CardsDealt, CardDrawn, DealEnded, MatchEnded)
"""Facts that go without saying in a log: they are the same in every deal, or stand in the heading."""


def log(
    events: Iterable[Event],
    conventions: Conventions,
    words: Words,
    remarks: Iterable[Remark] = (),
    later: Iterable[Words] = (),
) -> list[str]:
    """The events of a deal as lines: calls of the auction share one, cards of a trick share one.

    `remarks` stand between them. From each one on that a seat changed hands, the next words of `later` hold:
    whoever acted before keeps his name.
    """
    coming = iter(later)
    lines: list[str] = []
    calls: list[str] = []
    cards: list[str] = []
    tricks = 0
    trumped = False
    for event in _in_order(events, remarks):
        if isinstance(event, _CALLS):
            calls.append(line(event, conventions, words))
            continue
        if calls:
            lines.append(_SEPARATOR.join(calls))
            calls = []
        if isinstance(event, _UNSAID) or (isinstance(event, DealStarted) and not event.golden):
            continue
        if isinstance(event, Remark):
            words = next(coming, words) if event.kind is RemarkKind.TAKEN else words
            lines.append(clocks.remark(event, words))
        elif isinstance(event, CardPlayed):
            cards.append(line(event, conventions, words))
        elif isinstance(event, TrickTaken):
            tricks += 1
            lines.append(f"{tricks}. {_SEPARATOR.join(cards)} → {words.names[event.seat]} +{event.points}")
            cards = []
        elif isinstance(event, MarriageDeclared):
            lines.append(f"💍 {_marriage(event, words, again=trumped)}")
            trumped = event.trump is not None
        else:
            lines.append(line(event, conventions, words))
    return lines + [_SEPARATOR.join(rest) for rest in (calls, cards) if rest]


def _in_order(events: Iterable[Event], remarks: Iterable[Remark]) -> Iterator[Event | Remark]:
    """Facts of the game, and between them what is said of people."""
    said = deque(remarks)
    for number, event in enumerate(events):
        while said and said[0].at <= number:
            yield said.popleft()
        yield event
    yield from said


def line(event: Event, conventions: Conventions, words: Words) -> str:  # noqa: C901, PLR0912, PLR0915 - an arm a fact
    """One fact in words; lines about a thing that has an icon begin with it."""
    say, names = words.say, words.names
    match event:
        case DealStarted(number, _, opener, golden=True):
            return f"🥇 {say('event-golden-started', n=number, name=names[opener])}"
        case DealStarted(number, dealer, _, _):
            return f"🃏 {say('event-deal-started', n=number, name=names[dealer])}"
        case BottomSeen(seat, card):
            shown = card_names((card,) if card else (), words.lang)
            seen = "event-bottom" if card else "event-bottom-hidden"
            return say(seen, name=names[seat], card=shown)
        case DeckCut(seat):
            return f"🃏 {say('event-cut-again', name=names[seat])}"
        case JackMoved(_):
            return f"🃏 {say('event-jack-moved')}"
        case Fined(seat, why, points):
            return f"❗️ {names[seat]} {signed(points)}: {say(f'adjustment-{why}')}"
        case CardsDealt():
            return say("event-cards-dealt")
        case BidMade(seat, 100, forced=True):
            return say("event-hundred", name=names[seat])
        case BidMade(seat, value, forced):
            return say("event-bid-forced" if forced else "event-bid", name=names[seat], bid=value)
        case Passed(seat, forced):
            return say("event-pass-forced" if forced else "event-pass", name=names[seat])
        case CardsSeen(seat):
            return say("event-cards-seen", name=names[seat])
        case BlindBid(seat, value):
            return f"🕶 {say('event-blind-bid', name=names[seat], bid=value)}"
        case Unblinded(seat, value):
            return say("event-unblinded", name=names[seat], bid=value)
        case GoldenDeclined(seat):
            return f"🥇 {say('event-golden-declined', name=names[seat])}"
        case GoldenRoundFailed(again):
            return f"🥇 {say('event-golden-again' if again else 'event-golden-failed')}"
        case MarriageProved(seat, cards):
            return f"💍 {say('event-marriage-proved', name=names[seat], cards=card_names(cards, words.lang))}"
        case AuctionWon(seat, bid, unopposed):
            won = "event-all-passed" if unopposed else "event-auction-won"
            return f"👑 {say(won, name=names[seat], bid=bid)}"
        case TalonTaken(seat, None, _) if conventions.talon_reveal == "owner_choice":
            return f"💰 {say('event-talon-taken', name=names[seat])}"
        case TalonTaken(_, None, _) | TalonKeptHidden(_):
            return f"💰 {say('event-talon-hidden')}"
        case TalonTaken(_, cards, _) | TalonShown(_, cards):
            return f"💰 {say('event-talon', cards=card_names(cards or (), words.lang))}"
        case CardGiven(giver, receiver, None, _):
            return say("event-gift-hidden", name=names[giver], other=names[receiver])
        case CardGiven(giver, receiver, card, _):
            shown = card_names((card,) if card else (), words.lang)
            return say("event-gift", name=names[giver], other=names[receiver], card=shown)
        case CardBuried(seat, None):
            return say("event-buried-hidden", name=names[seat])
        case CardBuried(seat, card):
            shown = card_names((card,) if card else (), words.lang)
            return say("event-buried", name=names[seat], card=shown)
        case CardDrawn(seat, card):
            shown = card_names((card,) if card else (), words.lang)
            return say("event-drawn" if card else "event-drawn-hidden", name=names[seat], card=shown)
        case ContractNamed(seat, value, raised):
            return f"👑 {say('event-raise' if raised else 'event-contract', name=names[seat], bid=value)}"
        case DealWrittenOff(seat, contract):
            return f"✍️ {say('event-written-off', name=names[seat], bid=contract)}"
        case DealCrossed(seat):
            return f"➕ {say('event-crossed', name=names[seat])}"
        case RedealOffered():
            return f"♻️ {say('event-redeal-offered')}"
        case RedealKept(seat):
            return f"♻️ {say('event-redeal-kept', name=names[seat])}"
        case DealVoid(seat, grounds):
            return f"♻️ {_void(seat, grounds, words)}"
        case CardPlayed(seat, card):
            return say("event-card", name=names[seat], card=card_name(card, words.lang))
        case MarriageDeclared():
            return f"💍 {_marriage(event, words, again=False)}"
        case TrickTaken(seat, points):
            return say("event-trick", name=names[seat], n=points)
        case TricksClaimed(seat, cards):
            return say("event-claim", name=names[seat], cards=card_names(cards, words.lang))
        case BoltNoted(seat, count):
            return f"🔩 {_bolt(seat, count, conventions, words)}"
        case BarrelClimbed(seat):
            return f"🛢 {say('event-barrel', name=names[seat])}"
        case BarrelTried(seat, used):
            return f"🛢 {say('event-barrel-try', name=names[seat], n=used, max=conventions.barrel_tries)}"
        case BarrelLeft(seat, _):
            return f"🛢 {say('event-barrel-off', name=names[seat])}"
        case DealEnded(result):
            return f"🃏 {say('event-deal-ended', n=result.number)}"
        case MatchEnded(_):
            return f"🏆 {say('event-match-ended')}"
        case _:
            assert_never(event)


def grounds_of(grounds: Iterable[Ground], words: Words) -> str:
    """What allows a redeal, in words."""
    return ", ".join(words.say(f"ground-{ground}") for ground in grounds)


def _void(seat: Seat | None, grounds: tuple[Ground, ...], words: Words) -> str:
    named = grounds_of(grounds, words)
    if seat is None:
        return words.say("event-redeal-by-rule", grounds=named) if grounds else words.say(_ALL_PASSED)
    name = words.names[seat]
    return words.say("event-redeal", name=name, grounds=named) if grounds else words.say(_EXPOSED, name=name)


def _marriage(event: MarriageDeclared, words: Words, *, again: bool) -> str:
    name, marriage = words.names[event.seat], marriage_name(event.suit, words.lang)
    if event.suit is None or event.trump is not event.suit:
        return words.say("event-marriage-plain", name=name, marriage=marriage, n=event.points)
    return words.say(
        "event-marriage-again" if again else "event-marriage",
        name=name,
        marriage=marriage,
        n=event.points,
        suit=trump_name(event.suit, words.lang),
    )


def _bolt(seat: Seat, count: int, conventions: Conventions, words: Words) -> str:
    if conventions.bolts_game_limit:
        return words.say("event-bolt", name=words.names[seat], n=count, max=conventions.bolts_game_limit)
    return words.say("event-bolt-free", name=words.names[seat], n=count)
