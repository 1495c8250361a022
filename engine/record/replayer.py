"""From the statements of a record to the match that they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine import match
from engine.actions import Action, Bid, NameContract, Pass, Seat, TakeTalon
from engine.auction import yields
from engine.conventions.spelling import nearest
from engine.dealing import HAND_SIZE, TALON_SIZE, shuffle
from engine.errors import (
    DealOver,
    DealUnfinished,
    LateCards,
    LateHeader,
    MatchOver,
    NoDealer,
    NotAllowed,
    UnknownFine,
    WrongDealer,
)
from engine.events import AuctionWon, BidMade, ContractNamed, DealEnded, DealResult, Passed, TalonTaken
from engine.match import Transition
from engine.record.deal_block import WORDS as CARD_WORDS
from engine.record.deal_block import DealBlock, read_deal
from engine.record.faults import LineError, blaming
from engine.record.header import WORDS as HEADER_WORDS
from engine.record.header import Header, read_header
from engine.record.reader import Act, Line, Statement, read
from engine.record.tokens import parse_token, seat_of
from engine.state import MatchState

FINES: Final = ("exposed_card", "scribe")


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
        self._finished: list[DealResult] = []
        self._cut_off: DealResult | None = None
        self._decided: list[tuple[Seat, Action]] = []

    def take(self, line: Line) -> None:
        """Play one line.

        Raises:
            LineError: around the rule that it breaks.
        """
        if isinstance(line, Act):
            self.close_block()
            with blaming(line.line):
                self._act(line)
        elif line.word in CARD_WORDS and self._block:
            self._block.take(line, self._labels)
        else:
            self.close_block()
            with blaming(line.line):
                self._statement(line)

    def close_block(self) -> None:
        """Deal the cards of the block that has been read, if there is one."""
        block, self._block = self._block, None
        if block is None:
            return
        if block.seed is not None:
            self._advance(match.start_deal(self.state, shuffle(block.seed)))
            return
        hands, talon = block.dealt((HAND_SIZE,) * len(self._labels), TALON_SIZE)
        self._advance(match.start_deal_with(self.state, hands, talon))

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

    def _act(self, line: Act) -> None:
        if match.outcome(self.state):
            raise MatchOver
        seat = seat_of(line.label, self._labels)
        action = parse_token(line.token, self._labels)
        if (seat, action) in self._decided:
            del self._decided[: self._decided.index((seat, action)) + 1]
            return
        if not self.state.deal:
            raise DealOver
        transition = match.apply(self.state, seat, action)
        self._advance(transition, (seat, action))

    def _advance(self, transition: Transition, chosen: tuple[Seat, Action] | None = None) -> None:
        self.state = transition.state
        self._finished += [event.result for event in transition.events if isinstance(event, DealEnded)]
        self._decided = [act for act in _decided(transition) if act != chosen]

    def _fine(self, label: str, name: str) -> None:
        seat_of(label, self._labels)
        if name not in FINES:
            raise UnknownFine(name, FINES, nearest(name, FINES))
        raise NotAllowed("not_scored")

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
        transition.state.conventions, transition.state.sheet.standings[deal.frame.opener]
    )
    for event in transition.events:
        match event:
            case BidMade(seat, value, forced=True):
                yield seat, Bid(value)
            case AuctionWon(seat, value) if given:
                yield seat, Bid(value)
            case Passed(seat, forced=True) if not left_to_opener:
                yield seat, Pass()
            case TalonTaken(seat):
                yield seat, TakeTalon(1)
            case ContractNamed(seat, value):
                yield seat, NameContract(value)
            case _:
                pass
