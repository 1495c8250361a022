"""One deal played by both engines: every choice, every trick, every entry on the sheet compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from engine import match
from engine.actions import Action, Announce, Bid, Claim, NameContract, Pass, Play, Seat, WriteOff
from engine.cards import Card, Rank
from engine.events import (
    BidMade,
    CardGiven,
    CardsDealt,
    ContractNamed,
    DealEnded,
    DealKind,
    DealResult,
    DealWrittenOff,
    Event,
    MarriageDeclared,
    Passed,
    TalonTaken,
    Why,
)
from engine.marriage import pairs
from engine.state import Auction, Contracting, MatchState, Playing, Standing
from tools.differential.rival import SUITS, Lua, Rival
from tools.differential.rules import Rules

ASKED: Final = (*range(40, 460, 5), 99, 101, 112)
"""Numbers that both engines are asked about as bids and as contracts."""
PASSING: Final = 0.5
"""How often a player passes where he may."""


@dataclass(slots=True)
class Findings:
    """What was compared, and where the engines differ."""

    compared: Counter[str] = field(default_factory=Counter)
    differ: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def note(self, topic: str, ours: object, theirs: object, about: str, known: str | None = None) -> None:
        """Compare two answers; `known` names the difference that the rules of the two explain."""
        self.compared[topic] += 1
        if ours != theirs:
            name = f"{topic}: {known or 'UNEXPLAINED'}"
            self.differ[name] += 1
            self.examples.setdefault(name, []).append(f"{about}: ours {ours}, theirs {theirs}")


Lines: TypeAlias = tuple[Standing, ...]


class Apart(Exception):  # noqa: N818 - it is no error of the program
    """The engines no longer play the same deal."""


class Table:
    """A deal at one table, in both engines."""

    def __init__(self, rival: Rival, rules: Rules, rng: Random, findings: Findings) -> None:
        self._rival, self._rules, self._rng, self._found = rival, rules, rng, findings
        self._config = rival.config(rules.theirs)
        self._session: Lua = None
        self.state: MatchState

    def play(self, start: MatchState) -> None:
        """Play a deal with the cards of a fresh shuffle, as long as both engines play the same."""
        with suppress(Apart):
            self._play(start)

    def _play(self, start: MatchState) -> None:
        deck = match.next_deck(start, self._rng.randbytes(8))
        step = match.start_deal(start, deck)
        [dealt] = [event for event in step.events if isinstance(event, CardsDealt)]
        if step.state.deal is None:
            return
        self._before = start
        self._session = self._rival.deal(
            self._config, start.sheet.dealer, dealt.hands, dealt.talons[0], start.sheet.standings
        )
        self.state = step.state
        self._follow(step.events, None)
        while seats := match.to_act(self.state):
            self._act(seats[0])

    def _act(self, seat: Seat) -> None:
        listed = [action for action in match.legal_actions(self.state, seat) if not isinstance(action, Claim)]
        self._ask(seat, listed)
        action = self._choose(listed)
        step = match.apply(self.state, seat, action)
        leading = self._leads(action)
        self._follow(step.events, action, leading=leading)
        before, self.state = self.state, step.state
        if self.state.deal is None:
            self._compare_sheets(before, step.events)

    def _choose(self, listed: Sequence[Action]) -> Action:
        if Pass() in listed and self._rng.random() < PASSING:
            return Pass()
        numbers = [action for action in listed if isinstance(action, Bid | NameContract)]
        if numbers and self._rng.random() < 0.7:
            return min(numbers, key=lambda action: action.value)
        kept = [a for a in listed if not isinstance(a, WriteOff)] or listed
        deal = self.state.deal
        early = deal is not None and deal.bargain is not None and not deal.bargain.discards
        offered = early and not isinstance(deal and deal.phase, Contracting | Playing)
        return self._rng.choice(listed if offered and self._rng.random() < 0.3 else kept)

    def _leads(self, action: Action) -> bool:
        deal = self.state.deal
        playing = deal.phase if deal else None
        return isinstance(action, Play | Announce) and isinstance(playing, Playing) and not playing.table

    # Asking both engines what may be done

    def _ask(self, seat: Seat, listed: Sequence[Action]) -> None:
        phase = self.state.deal.phase if self.state.deal else None
        if isinstance(phase, Auction):
            self._ask_bids(seat, listed)
        elif isinstance(phase, Contracting):
            self._ask_contracts(seat, listed)
        elif isinstance(phase, Playing):
            ours = {(a.card.suit, a.card.rank) for a in listed if isinstance(a, Play)}
            theirs = self._rival.plain(self._session.legal_cards(self._session, seat + 1))
            self._note("who plays", seat, self._session.current_turn(self._session) - 1)
            about = f"{listed} on {phase.table}, trump {phase.log.trump}"
            trumps_led = phase.table and phase.table[0].card.suit is phase.log.trump
            slack = trumps_led and theirs.issuperset(ours)
            known = "no duty to beat where trumps are led" if slack else None
            self._note("cards that may be played", frozenset(ours), theirs, about, known)

    def _ask_bids(self, seat: Seat, listed: Sequence[Action]) -> None:
        auction = self._session["_auction"]
        turn = auction.turn - 1 if auction.turn else auction.status
        self._note("who speaks", seat, turn, known="two passes end it" if turn == "all_pass" else None)
        if turn != seat:
            raise Apart
        for value in ASKED:
            theirs = bool(self._rival.auction.bid(auction, seat + 1, value).ok)
            self._note("bid", Bid(value) in listed, theirs, f"bid {value}", self._why_bid(seat, value))
        passes = bool(self._rival.auction["pass"](auction, seat + 1).ok)
        self._note("pass", Pass() in listed, passes)

    def _ask_contracts(self, seat: Seat, listed: Sequence[Action]) -> None:
        talon = self._session["_talon"]
        barrel = self._before.sheet.standings[seat].barrel is not None
        for value in ASKED:
            if value > talon.final_bid:
                theirs = bool(self._rival.talon["raise"](talon, value).ok)
                top = self._rules.ours.max_bid
                known = "no ceiling after the talon" if value > top else None
                known = "the barrel lifts a contract" if barrel else known
                self._note("contract", NameContract(value) in listed, theirs, f"contract {value}", known)

    def _why_bid(self, seat: Seat, value: int) -> str | None:
        cap, deal = self._rules.ours.hand_cap, self.state.deal
        married = deal is not None and bool(pairs(self._rules.ours, deal.hands[seat]))
        if cap == "120_no_marriage" and value == 120 and not married:
            return "120 itself without a marriage"
        aces = deal is not None and sum(card.rank is Rank.ACE for card in deal.hands[seat]) == 4
        if aces and self._rules.ours.ace_marriage and cap != "none":
            return "four aces as a marriage for the cap"
        return None

    # Carrying out what ours did

    def _follow(self, events: Sequence[Event], action: Action | None, *, leading: bool = False) -> None:
        session = self._session
        if isinstance(action, Play | Announce):
            self._lead_or_follow(events, action.card, leading=leading)
        for event in events:
            match event:
                case BidMade(seat, value):
                    self._done(session.bid(session, seat + 1, value), event, self._why_bid(seat, value))
                case Passed(seat):
                    self._pass(seat, event)
                case TalonTaken():
                    self._done(session.take_talon(session), event)
                    if not session["_awaiting_write_off_decision"]:
                        self._note("write-off offered", ours=True, theirs=False)
                case CardGiven(_, receiver, Card() as card):
                    self._accept_play()
                    self._done(session.pass_talon(session, receiver + 1, self._rival.card(card)), event)
                case ContractNamed(_, value):
                    self._name(value, event)
                case DealWrittenOff():
                    self._done(session.write_off(session), event)
                case _:
                    pass

    def _pass(self, seat: Seat, event: Event) -> None:
        """Ours ends an auction with words that theirs does not wait for."""
        session = self._session
        if session["_auction"].status == "in_progress":
            self._done(session["pass"](session, seat + 1), event)

    def _accept_play(self) -> None:
        if self._session["_awaiting_write_off_decision"]:
            self._session.accept_play(self._session)

    def _name(self, value: int, event: Event) -> None:
        session = self._session
        if value > session["_talon"].final_bid:
            self._done(session["raise"](session, value), event)
        else:
            self._done(session.skip_raise(session), event)

    def _lead_or_follow(self, events: Sequence[Event], card: Card, *, leading: bool) -> None:
        session, seat = self._session, next(iter(match.to_act(self.state)))
        if leading:
            self._declare(session, seat, card, [e for e in events if isinstance(e, MarriageDeclared)])
        self._done(session.play(session, seat + 1, self._rival.card(card)), card)

    def _declare(self, session: Lua, seat: Seat, card: Card, declared: Sequence[MarriageDeclared]) -> None:
        aces = card.rank is Rank.ACE
        if not aces and card.rank not in (Rank.KING, Rank.QUEEN):
            return
        said = (
            session.declare_ace_marriage(session, seat + 1)
            if aces
            else session.declare_marriage(session, seat + 1, SUITS[card.suit])
        )
        self._note("ace marriage declared" if aces else "marriage declared", bool(declared), bool(said.ok))

    def _done(self, answer: Lua, about: object, known: str | None = None) -> None:
        refused = "" if answer.ok else f" {answer.error.code}"
        self._note(
            "action carried out", ours=True, theirs=bool(answer.ok), about=f"{about}{refused}", known=known
        )
        if refused:
            raise Apart

    # The sheet

    def _compare_sheets(self, before: MatchState, events: Sequence[Event]) -> None:
        [result] = [event.result for event in events if isinstance(event, DealEnded)]
        session = self._session
        if result.kind is DealKind.REDEALT:
            self._note("nobody bids", "all_pass", session["_auction"].status)
            return
        lines = before.sheet.standings
        if result.kind is DealKind.PLAYED:
            self._compare_points(lines, result)
        outcome, winner = match.outcome(self.state), session.winner(session)
        self._note(
            "winner",
            outcome.winners if outcome else (),
            () if winner is None else (winner - 1,),
            f"{lines} {result}",
            self._why_end(lines, result),
        )
        if outcome is None and winner is None:
            for seat in range(len(lines)):
                self._compare_line(seat, lines, result)

    def _compare_points(self, lines: Lines, result: DealResult) -> None:
        """What was taken in the deal, and what it writes for those who are not on the barrel."""
        session = self._session
        tricks, scoring = session["_tricks"], session["_scoring"]
        self._note("card points", result.card_points, _numbers(tricks.captured_points))
        self._note("tricks", result.tricks, _numbers(tricks.tricks_won))
        self._note("marriage points", result.marriage_points, _numbers(session["_marriages"].bonuses))
        rounding = self._why_rounding(result)
        self._note("contract made", result.made, bool(scoring.made_contract), f"{result}", rounding)
        deltas, fines = _numbers(scoring.deltas), _numbers(scoring.zero_tricks_penalty)
        for seat, line in enumerate(lines):
            if line.barrel is None:
                theirs = deltas[seat] - fines[seat]
                near = abs(theirs - result.recorded[seat]) <= 5 or theirs == -result.recorded[seat]
                known = rounding if seat == result.declarer and near else None
                self._note("deal score", result.recorded[seat], theirs, f"{seat}: {result}", known)

    def _why_rounding(self, result: DealResult) -> str | None:
        """They round whatever the declarer took as the table rounds; we to 5, and only where he rounds."""
        rules = self._rules.ours
        tens = rules.declarer_rounding and rules.defender_rounding == "nearest10"
        exact = result.made and rules.declarer_credit == "taken" and not rules.declarer_rounding
        return "what the declarer took, rounded" if tens or exact else None

    def _compare_line(self, seat: Seat, lines: Lines, result: DealResult) -> None:
        session, rules = self._session, self._rules.ours
        was, line = lines[seat], self.state.sheet.standings[seat]
        about = f"{seat}: {was} {line} {result}"
        known = self._why_moved(seat, lines, result)
        if seat == result.declarer and was.barrel is None:
            known = known or self._why_rounding(result)
        left = session["_barrel_state"][seat + 1].deals_remaining
        tries = None if line.barrel is None else rules.barrel_tries - line.barrel
        self._note("total", line.score, _numbers(session.running_totals(session))[seat], about, known)
        self._note("barrel", tries, left, about, known)
        falls = _numbers(session.barrel_fall_counts(session))[seat]
        self._note("falls", line.falls % 3, falls % 3, about, known)
        writeoffs = _numbers(session.write_off_counts(session))[seat]
        self._note("write-offs", line.writeoffs % 3, writeoffs % 3, about)
        if rules.bolts:
            count = line.bolts_row if rules.bolts_row_limit else line.bolts
            noted = _numbers(session.zero_tricks_bolts(session))[seat]
            sat = "a bolt on the barrel" if was.barrel is not None else None
            self._note("bolts", count, noted, about, sat)

    def _why_moved(self, seat: Seat, lines: Lines, result: DealResult) -> str | None:
        """Who climbs on the barrel, and who falls because of it, is decided otherwise."""
        rules = self._rules.ours
        shares = [entry for entry in result.adjustments if entry.why is Why.WRITEOFF_SHARE]
        won = [
            result.recorded[place] + sum(entry.points for entry in shares if entry.seat == place)
            for place in range(len(lines))
        ]
        arrived = [
            line.barrel is None and line.score + points >= rules.barrel_at
            for line, points in zip(lines, won, strict=True)
        ]
        if rules.barrel_bump and sum(arrived) > 1:
            return "several climb on at once"
        if rules.barrel_bump and any(arrived) and lines[seat].barrel is not None:
            return "a bump is a fall"
        if result.kind is DealKind.WRITTEN_OFF:
            if lines[seat].barrel is not None:
                return "falls are forgotten at a write-off"
            if result.declarer is not None and lines[result.declarer].barrel is not None:
                return "the barrel lifts a contract"
        return None

    def _why_end(self, lines: Lines, result: DealResult) -> str | None:
        rules = self._rules.ours
        for seat, line in enumerate(lines):
            near = rules.barrel_need - 5 <= result.taken[seat] < rules.barrel_need
            if line.barrel is not None and seat != result.declarer and near:
                return "a defender's points on the barrel, rounded"
        if result.kind is DealKind.WRITTEN_OFF:
            return "the share of a write-off wins from the barrel"
        home = [
            line.score + points >= rules.target for line, points in zip(lines, result.recorded, strict=True)
        ]
        return "several reach the target at once" if sum(home) > 1 else self._why_rounding(result)

    def _note(
        self, topic: str, ours: object, theirs: object, about: str = "", known: str | None = None
    ) -> None:
        self._found.note(topic, ours, theirs, about, known)


def _numbers(listed: Lua) -> tuple[int, ...]:
    """A Lua list of numbers."""
    return tuple(int(listed[place]) for place in range(1, len(listed) + 1))
