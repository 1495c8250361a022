"""From the statements of a record to the match that they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine import match
from engine.actions import Accept, Action, Bid, NameContract, Pass, Recut, Seat, TakeTalon, ToMiddle
from engine.auction import yields
from engine.cards import Card
from engine.conventions.spelling import nearest
from engine.errors import (
    BadDeal,
    DealOver,
    DealUnfinished,
    LateCards,
    LateHeader,
    MatchOver,
    NoDealer,
    UnknownFine,
    WrongDealer,
)
from engine.events import (
    AuctionWon,
    BidMade,
    ContractNamed,
    DealEnded,
    DealResult,
    Passed,
    TalonTaken,
)
from engine.layout import active_seats, layout_of
from engine.match import Transition
from engine.record.deal_block import WORDS as CARD_WORDS
from engine.record.deal_block import DealBlock, read_deal
from engine.record.faults import LineError, blaming
from engine.record.header import WORDS as HEADER_WORDS
from engine.record.header import Header, read_header
from engine.record.reader import Act, Line, Statement, read
from engine.record.tokens import parse_card, parse_token, seat_of
from engine.referee import Fine, fine
from engine.state import Cutting, MatchState

FINES: Final = tuple(kind.value for kind in Fine)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record comes to."""

    preset: str
    labels: tuple[str, ...]
    state: MatchState
    deals: tuple[DealResult, ...]
    """Every deal block in order, the running one included."""


def replay(data: bytes) -> Replay:
    """Play a record through.

    Raises:
        LineError: the first fault and its line.
    """
    lines = read(data)
    top = _header_of(lines)
    rest = lines[len(top) :]
    last = lines[-1].line
    head = read_header(top, rest[0].line if rest else last)
    player = _Player(head)
    try:
        for line in rest:
            player.take(line)
        player.close_block()
    except LineError as fault:
        raise LineError(fault.line, fault.error, head.labels) from None
    return Replay(head.preset, head.labels, player.state, player.results())


def _header_of(lines: Sequence[Line]) -> list[Statement]:
    top: list[Statement] = []
    for line in lines:
        if isinstance(line, Act) or line.word not in HEADER_WORDS:
            break
        top.append(line)
    return top


class _Player:
    """A record being played through, line by line."""

    def __init__(self, head: Header) -> None:
        self._head = head
        self._labels = head.labels
        self._started = False
        self.state = self._new_match(dealer=0)
        self._block: DealBlock | None = None
        self._bottoms: list[tuple[int, Card]] = []
        """Bottom cards that the record named before the dealer's answers (settled N22)."""
        self._unseen = False
        """The record named bottom cards that the dealer may not look at."""
        self._finished: list[DealResult] = []
        self._cut_off: DealResult | None = None
        self._decided: list[tuple[Seat, Action]] = []

    def take(self, line: Line) -> None:
        """Play one line.

        Raises:
            LineError: around the rule that it breaks.
        """
        with blaming(line.line):
            if isinstance(line, Act):
                self._act(line)
            elif line.word == "bottom" and self._block:
                self._bottom(self._block, line.line, parse_card(line.args[0]))
            elif line.word in CARD_WORDS and self._block:
                self._block.take(line, self._labels)
            else:
                self._statement(line)

    def close_block(self) -> None:
        """Deal the cards of the block that has been read, if there is one; a cut may still wait for them.

        Raises:
            LineError: around what is wrong with the cards, or with what was said before them.
        """
        block = self._block
        if block is None or self._is_cut_only(block):
            return
        self._block = None
        with blaming(block.line):
            self._advance(self._deal(block))

    def _is_cut_only(self, block: DealBlock) -> bool:
        """The dealer has looked at the bottom card, and the hands are still to come."""
        deal = self.state.deal
        return deal is not None and isinstance(deal.phase, Cutting) and not block.has_cards

    def _deal(self, block: DealBlock) -> Transition:
        if block.seed is not None:
            return match.start_deal(self.state, match.next_deck(self.state, block.seed))
        if self._bottoms:
            raise LineError(self._bottoms[0][0], BadDeal("bottom"))
        players, layout = len(self._labels), layout_of(self._head.conventions, len(self._labels))
        dealt = block.dealt(layout, active_seats(layout, players, self.state.sheet.dealer), players)
        return match.start_deal_with(self.state, dealt.hands, *dealt.talons, stock=dealt.stock)

    def _bottom(self, block: DealBlock, line: int, card: Card) -> None:
        """A bottom card that the dealer looks at; where he may not look, nobody cares (settled N22)."""
        if not self._head.conventions.bottom_card_peek or block.seed is not None:
            self._unseen = True
            return
        if block.has_cards:
            raise BadDeal("bottom")
        self._bottoms.append((line, card))
        self._look()

    def _look(self) -> None:
        """The dealer looks at the next bottom card that the record named, if he is at that point."""
        deal = self.state.deal
        if self._bottoms and (deal is None or (isinstance(deal.phase, Cutting) and not deal.phase.asked)):
            line, card = self._bottoms.pop(0)
            with blaming(line):
                self._advance(match.look_at_bottom(self.state, card))
            self._look()

    def results(self) -> tuple[DealResult, ...]:
        """Every deal block in order, with the one that is not finished."""
        running = self._cut_off or self._running()
        return (*self._finished, running) if running else tuple(self._finished)

    def _new_match(self, dealer: Seat) -> MatchState:
        head = self._head
        return match.new_match(
            head.conventions,
            len(head.labels),
            dealer=dealer,
            standings=head.standings,
            deals_played=head.deals_played,
        )

    def _statement(self, statement: Statement) -> None:
        self.close_block()
        if match.outcome(self.state):
            raise MatchOver
        match statement.word:
            case "deal":
                self._open_block(statement)
            case "fine":
                self._fine(*statement.args)
            case "stop":
                self._stop()
            case "hand" | "talon" | "stock" | "bottom":
                raise LateCards
            case _:
                raise LateHeader(statement.word)

    def _open_block(self, statement: Statement) -> None:
        if self.state.deal:
            raise DealUnfinished
        block = read_deal(statement, self._labels)
        if not self._started:
            if block.dealer is None:
                raise NoDealer
            self.state = self._new_match(block.dealer)
            self._started = True
        dealer = self.state.sheet.dealer
        if block.dealer not in {None, dealer}:
            raise WrongDealer(dealer)
        self._block = block
        self._unseen = False

    def _act(self, line: Act) -> None:
        if self._answers_unseen(line):
            return
        self.close_block()
        if match.outcome(self.state):
            raise MatchOver
        seat = seat_of(line.label, self._labels)
        action = parse_token(line.token, self._labels)
        if (seat, action) in self._decided:
            del self._decided[: self._decided.index((seat, action)) + 1]
            return
        if not self.state.deal:
            raise DealOver
        self._advance(match.apply(self.state, seat, action), (seat, action))
        self._look()

    def _answers_unseen(self, line: Act) -> bool:
        """The dealer answers, before the hands, a bottom card that he may not look at (settled N22)."""
        block = self._block
        return (
            block is not None
            and self._unseen
            and not block.has_cards
            and block.seed is None
            and seat_of(line.label, self._labels) == self.state.sheet.dealer
            and isinstance(parse_token(line.token, self._labels), Recut | ToMiddle | Accept)
        )

    def _advance(self, transition: Transition, chosen: tuple[Seat, Action] | None = None) -> None:
        self.state = transition.state
        self._finished += [event.result for event in transition.events if isinstance(event, DealEnded)]
        self._decided = [act for act in _decided(transition) if act != chosen]

    def _fine(self, label: str, name: str) -> None:
        seat = seat_of(label, self._labels)
        if name not in FINES:
            raise UnknownFine(name, FINES, nearest(name, FINES))
        between_deals = self.state.deal is None
        self._advance(fine(self.state, seat, Fine(name)))
        if self.state.deal is None:
            self._block = None
        corrected = self.state.sheet.last_result
        if between_deals and corrected and self._finished:
            self._finished[-1] = corrected

    def _stop(self) -> None:
        self._cut_off = self._running()
        self._advance(match.stop(self.state))

    def _running(self) -> DealResult | None:
        return match.current_result(self.state) if self.state.deal else None


def _decided(transition: Transition) -> Iterator[tuple[Seat, Action]]:
    """What the rules did for the players: a record may write it all the same (settled, preamble).

    Where nobody is asked, because the deal is given or left to its opener, only the bid counts (settled X40).
    """
    deal = transition.state.deal
    given = deal is not None and deal.bargain is not None and not deal.bargain.calls
    left_to_opener = deal is not None and yields(
        transition.state.conventions, transition.state.sheet.standings, deal.frame
    )
    for event in transition.events:
        match event:
            case BidMade(seat, value, forced=True):
                yield seat, Bid(value)
            case AuctionWon(seat, value) if given:
                yield seat, Bid(value)
            case Passed(seat, forced=True) if not left_to_opener:
                yield seat, Pass()
            case TalonTaken(seat, number=number):
                yield seat, TakeTalon(number)
            case ContractNamed(seat, value):
                yield seat, NameContract(value)
            case _:
                pass
