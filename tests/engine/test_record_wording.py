"""Every rule that can be broken has its code (settled N6) and its line of English."""

from __future__ import annotations

from typing import get_args

import pytest

from engine import errors
from engine.cards import Card, Suit
from engine.errors import DealFault, Obstacle, Rule, RuleError
from engine.record.wording import error_line
from engine.state import Phase
from engine.texts import DEAL_FAULTS, MESSAGES, OBSTACLES, RULES

LABELS = ("Anna", "Bob", "Vera")
KING = Card.parse("Kh")

CODES = [
    "must_follow_suit",
    "must_trump",
    "must_beat",
    "must_overtrump",
    "foreign_trump_lead",
    "must_lead_trump",
    "marriage_first_lead",
    "bid_too_low",
    "bid_over_cap",
    "bid_step",
    "bid_jump",
    "contract_too_low",
    "not_your_turn",
    "wrong_phase",
    "not_allowed",
    "card_not_held",
    "unknown_action",
    "bad_card",
    "duplicate_card",
    "bad_deal",
    "wrong_dealer",
    "no_dealer",
    "no_cards",
    "late_cards",
    "deal_unfinished",
    "deal_over",
    "match_over",
    "unknown_player",
    "duplicate_player",
    "players_not_allowed",
    "bad_label",
    "unknown_preset",
    "unknown_convention",
    "bad_value",
    "conflicting_conventions",
    "duplicate_statement",
    "late_header",
    "unknown_fine",
    "bad_format",
    "bad_statement",
    "not_utf8",
    "cannot_read",
    "bad_usage",
]

LINES: list[tuple[RuleError, str]] = [
    (errors.MustFollowSuit(Suit.HEARTS), "follow suit: play one of the hearts held"),
    (errors.MustTrump(Suit.CLUBS), "void in the suit led: play one of the trumps held, clubs"),
    (errors.MustBeat(KING), "beat the Kh: a higher card of the suit is held"),
    (errors.MustOvertrump(KING), "overtrump the Kh: a higher trump is held"),
    (errors.ForeignTrumpLead(Suit.SPADES), "spades are somebody else's trump: lead another suit"),
    (errors.MustLeadTrump(Suit.DIAMONDS), "lead one of the trumps held, diamonds"),
    (errors.MarriageFirstLead(KING), "Kh is half of a marriage: lead another card first"),
    (errors.BidTooLow(105), "too low: bid 105 or more"),
    (errors.BidOverCap(120), "too high: name 120 or less"),
    (errors.BidStep(5), "name a multiple of 5"),
    (errors.BidJump(105), "raise by exactly one step: 105"),
    (errors.ContractTooLow(115), "a contract is never below the bid: name 115 or more"),
    (errors.NotYourTurn(0, (1, 2)), "it is not Anna's turn: Bob, Vera to act"),
    (errors.NotYourTurn(0), "it is not Anna's turn"),
    (errors.WrongPhase(Phase.AUCTION), "not now: the phase is auction"),
    (errors.NotAllowed("limit_used"), "not allowed: no more of them in this game"),
    (errors.CardNotHeld(KING), "Kh is not in this hand: name a card that is"),
    (errors.UnknownAction("biid 5", "bid 110"), "no action is written 'biid 5'; did you mean bid 110?"),
    (errors.BadCard("10h"), "'10h' is no card: write a rank 9 J Q K T A, then a suit s c d h"),
    (errors.DuplicateCard(KING), "Kh is dealt twice"),
    (errors.BadDeal("hand_size", 1, 7, 6), "Bob has 6 cards: each hand has 7"),
    (errors.BadDeal("bad_seed"), "a seed is written in hexadecimal digits"),
    (errors.WrongDealer(2), "Vera deals here"),
    (errors.NoDealer(), "the first deal names its dealer: deal dealer=LABEL"),
    (errors.NoCards(), "the deal has no cards: give a hand line for each player and the talon, or seed=HEX"),
    (errors.LateCards(), "cards stand after the deal line and before the first action"),
    (errors.DealUnfinished(), "the deal before is not finished: play it out first"),
    (errors.DealOver(), "the deal is over: start the next one with a deal line"),
    (errors.MatchOver(), "the match is over: nothing may follow"),
    (errors.UnknownPlayer("Bib", "Bob"), "no player is called 'Bib'; did you mean Bob?"),
    (errors.DuplicatePlayer("Bob"), "two players are called 'Bob': every label stands once"),
    (errors.PlayersNotAllowed(2, (3, 4)), "2 players may not play by these conventions, 3, 4 may"),
    (errors.BadLabel("a,b"), "'a,b' is no label: use no space, comma, colon, '|' or control character"),
    (errors.UnknownPreset("goldn", "+golden"), "no preset is called 'goldn'; did you mean +golden?"),
    (errors.UnknownConvention("xyz"), "no convention is called 'xyz'"),
    (
        errors.BadValue("barrel_at", "890", ("880", "900"), nearest="880"),
        "barrel_at does not take '890': it takes 880, 900; did you mean 880?",
    ),
    (
        errors.BadValue("negative_limit", "5", ("off", "0"), any_number=True, high=0),
        "negative_limit does not take '5': it takes off, 0, any whole number up to 0",
    ),
    (
        errors.BadValue("redeal_hand_below", "x", ("0",), any_number=True, low=0, high=60),
        "redeal_hand_below does not take 'x': it takes 0, any whole number from 0 to 60",
    ),
    (
        errors.BadValue("scores", "1 2", count=3),
        "scores does not take '1 2': it takes one value for each of the 3 players",
    ),
    (
        errors.ConflictingConventions("five_players_deck", ("layout_5p=3+5", "deck=24")),
        "layout_5p=3+5, deck=24 do not go together: five players need deck=20_at_five",
    ),
    (
        errors.ConflictingConventions("partnership", ("partnership_4p=true",)),
        "partnership_4p=true will not do: no rule for playing in pairs is written",
    ),
    (errors.DuplicateStatement("players"), "players stands twice: keep one"),
    (errors.LateHeader("set"), "set belongs above the first deal"),
    (
        errors.UnknownFine("scibe", ("exposed_card", "scribe"), "scribe"),
        "no fine is called 'scibe': it is one of exposed_card, scribe; did you mean scribe?",
    ),
    (errors.BadFormat(), "a record starts with the statement: thousand 1"),
    (errors.BadStatement("dael", "deal"), "'dael' is no statement of a record; did you mean deal?"),
    (errors.NotUtf8(17), "byte 17 is not UTF-8: save the record as UTF-8"),
    (errors.CannotRead("No such file"), "can't be read: No such file"),
    (errors.BadUsage("what?"), "what?"),
    (errors.BadUsage("why " * 40), "why " * 40),
]


@pytest.mark.parametrize(("error", "line"), LINES)
def test_every_error_says_what_is_wrong_and_what_would_be_right(error: RuleError, line: str) -> None:
    assert error_line(error, LABELS) == line


def test_the_codes_are_the_closed_list() -> None:
    assert sorted(MESSAGES) == sorted(CODES)
    assert {error.code for error, _ in LINES} == set(CODES)


def test_every_reason_has_its_words() -> None:
    assert set(OBSTACLES) == set(get_args(Obstacle))
    assert set(RULES) == set(get_args(Rule))
    assert set(DEAL_FAULTS) == set(get_args(DealFault))


def test_seats_have_numbers_where_nobody_has_a_name() -> None:
    assert error_line(errors.WrongDealer(2)) == "player 3 deals here"


def test_a_line_stays_one_line_and_short() -> None:
    line = error_line(errors.BadStatement("x\n\x1b[31m" + "y" * 1000))
    assert line.isprintable()
    assert len(line) < 200
