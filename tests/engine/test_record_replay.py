"""Records played through: faults with their lines, redundant tokens, redeals, seeds, stop and fines."""

from __future__ import annotations

import pytest

from engine import match
from engine.events import DealKind, EndWhy
from engine.record.faults import LineError
from engine.record.replayer import Replay, replay
from engine.state import Phase

HANDS = """hand Anna 9s Js Qs Ks Ts As 9c
hand Bob Jc Qc Kc Tc Ac 9d Jd
hand Vera Qd Kd Td Ad 9h Jh Qh
talon Kh Th Ah"""
DEAL = f"deal dealer=Vera\n{HANDS}"


def tell(*lines: str, settings: str = "") -> Replay:
    """The record of these lines under a header for Anna, Bob and Vera."""
    head = ["thousand 1", settings and f"set {settings}", "players Anna Bob Vera"]
    return replay("\n".join([*head, *lines]).encode())


def fault(*lines: str, settings: str = "") -> tuple[str, str]:
    """The code of the first fault, and the line where it stands."""
    with pytest.raises(LineError) as refused:
        tell(*lines, settings=settings)
    text = "\n".join(["", "", "", *lines]).split("\n")
    return refused.value.error.code, text[refused.value.line - 1] if lines else ""


# Where a record may stop


def test_a_record_may_stop_anywhere() -> None:
    assert match.phase(tell().state) is Phase.OVER
    assert match.phase(tell(DEAL).state) is Phase.AUCTION
    told = tell(DEAL, "Anna: bid 100", "Bob: pass")
    assert match.to_act(told.state) == (2,)
    assert [result.kind for result in told.deals] == [DealKind.UNFINISHED]


def test_bid_and_declarer_are_fixed_when_the_auction_is_over() -> None:
    [running] = tell(DEAL, "Anna: bid 105", "Bob: pass").deals
    assert (running.declarer, running.bid, running.contract) == (None, None, None)
    [running] = tell(DEAL, "Anna: bid 105", "Bob: pass", "Vera: pass").deals
    assert (running.declarer, running.bid, running.contract) == (0, 105, None)
    given = ["Anna: give 9s Bob", "Anna: give 9c Vera", "Anna: contract 110"]
    [running] = tell(DEAL, "Anna: bid 105", "Bob: pass", "Vera: pass", *given).deals
    assert (running.declarer, running.bid, running.contract) == (0, 105, 110)


# stop


def test_stop_ends_the_match_without_a_winner() -> None:
    told = tell("scores 100 300 -40", DEAL, "Anna: bid 100", "stop")
    outcome = match.outcome(told.state)
    assert outcome is not None
    assert (outcome.why, outcome.winners, outcome.places, outcome.payout) == (
        EndWhy.STOPPED,
        (),
        (1, 0, 2),
        None,
    )
    assert match.phase(told.state) is Phase.OVER
    [running] = told.deals
    assert (running.kind, running.scores) == (DealKind.UNFINISHED, (100, 300, -40))


def test_stop_may_come_between_deals() -> None:
    outcome = match.outcome(tell("stop").state)
    assert outcome is not None
    assert outcome.why is EndWhy.STOPPED


@pytest.mark.parametrize("line", ["deal dealer=Vera", "Anna: bid 100", "stop", "fine Anna scribe"])
def test_nothing_follows_a_stop(line: str) -> None:
    assert fault("stop", line) == ("match_over", line)


# Deal blocks


def test_a_seed_deals_the_same_cards_for_ever() -> None:
    one = tell("deal dealer=Vera seed=c0ffee")
    assert one.state == tell("deal seed=C0FFEE dealer=Vera").state
    assert one.state != tell("deal dealer=Vera seed=c0ffef").state


@pytest.mark.parametrize(
    ("block", "code", "line"),
    [
        ("deal\n" + HANDS, "no_dealer", "deal"),
        ("deal dealer=Vasya\n" + HANDS, "unknown_player", "deal dealer=Vasya"),
        ("deal dealer=Vera", "no_cards", "deal dealer=Vera"),
        ("deal dealer=Vera dealer=Vera", "duplicate_statement", "deal dealer=Vera dealer=Vera"),
        ("deal dealer=Vera seed=xyz", "bad_deal", "deal dealer=Vera seed=xyz"),
        ("deal dealer=Vera seed=", "bad_deal", "deal dealer=Vera seed="),
        (f"deal dealer=Vera seed=00\n{HANDS}", "bad_deal", HANDS.split("\n", maxsplit=1)[0]),
        (DEAL.replace(" 9c\n", "\n"), "bad_deal", "hand Anna 9s Js Qs Ks Ts As"),
        (DEAL.replace("\nhand Bob Jc Qc Kc Tc Ac 9d Jd", ""), "bad_deal", "deal dealer=Vera"),
        (DEAL.replace("\ntalon Kh Th Ah", ""), "bad_deal", "deal dealer=Vera"),
        (DEAL.replace(" Ah", ""), "bad_deal", "talon Kh Th"),
        (DEAL + "\ntalon Kh Th Ah", "bad_deal", "talon Kh Th Ah"),
        (DEAL + "\nhand Bob Kh Th Ah", "bad_deal", "hand Bob Kh Th Ah"),
        (DEAL + "\nstock Kh", "bad_deal", "stock Kh"),
        (DEAL.replace("Ah", "9s"), "duplicate_card", "talon Kh Th 9s"),
        (DEAL.replace("Ah", "7s"), "bad_card", "talon Kh Th 7s"),
        (DEAL.replace("hand Bob", "hand Bib"), "unknown_player", "hand Bib Jc Qc Kc Tc Ac 9d Jd"),
        ("hand Anna 9s", "late_cards", "hand Anna 9s"),
        ("bottom 9s", "late_cards", "bottom 9s"),
        (DEAL + "\nAnna: bid 100\ntalon Kh", "late_cards", "talon Kh"),
        (DEAL + "\nAnna: bid 100\ndeal", "deal_unfinished", "deal"),
        (DEAL + "\ndeal", "deal_unfinished", "deal"),
        (DEAL + "\nset golden=false", "late_header", "set golden=false"),
        (DEAL + "\nplayers A B C", "late_header", "players A B C"),
        ("Anna: pass", "deal_over", "Anna: pass"),
    ],
)
def test_a_wrong_deal_is_refused_on_its_line(block: str, code: str, line: str) -> None:
    assert fault(block) == (code, line)


def test_a_bottom_card_that_nobody_looks_at_is_ignored() -> None:
    assert tell(DEAL.replace("\nhand Anna", "\nbottom 9s\nhand Anna")).state == tell(DEAL).state
    assert fault(DEAL.replace("\nhand Anna", "\nbottom 7s\nhand Anna")) == ("bad_card", "bottom 7s")


@pytest.mark.parametrize(
    "lines",
    [
        "bottom 9s\nVera: recut\nbottom Jh\nVera: to_middle",
        "bottom 9s\nbottom Jh\nVera: recut\nVera: to_middle",
        "bottom 9s\nVera: accept\nbottom Jh",
    ],
)
def test_n22_what_is_said_of_a_card_that_nobody_looks_at_is_ignored(lines: str) -> None:
    assert tell(DEAL.replace("\nhand Anna", f"\n{lines}\nhand Anna")).state == tell(DEAL).state


def test_n22_only_the_dealer_answers_a_bottom_card() -> None:
    assert fault(DEAL.replace("\nhand Anna", "\nbottom 9s\nAnna: recut\nhand Anna"))[0] == "no_cards"


# Faults of actions come in the order of settled N7


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Nobody: bid 105", "unknown_player"),
        ("Vera: playy 9s", "unknown_action"),
        ("Vera: play 9s", "wrong_phase"),
        ("Vera: contract 105", "wrong_phase"),
        ("Vera: bid 107", "not_your_turn"),
        ("Bob: bid 107", "bid_step"),
        ("Bob: bid 100", "bid_too_low"),
        ("Bob: bid 185", "bid_over_cap"),
        ("Bob: bid 399", "bid_step"),
        ("Bob: bid 401", "bid_over_cap"),
        ("Bob: bid 0105", "unknown_action"),
        ("Bob: play 10h", "bad_card"),
        ("Bob: give 9d Nobody", "unknown_player"),
    ],
)
def test_one_fault_is_told_and_it_is_the_first(line: str, code: str) -> None:
    assert fault(DEAL, "Anna: bid 100", line) == (code, line)


# What the rules decide by themselves may be written, where it agrees


def test_a_forced_opening_bid_may_be_written() -> None:
    plain = tell(DEAL, "Bob: bid 105", settings="bid_jump=exact_step")
    told = tell(DEAL, "Anna: bid 100", "Bob: bid 105", settings="bid_jump=exact_step")
    assert told.state == plain.state


def test_a_forced_opening_bid_must_agree() -> None:
    assert fault(DEAL, "Anna: bid 105", settings="bid_jump=exact_step")[0] == "not_your_turn"
    assert fault(DEAL, "Anna: pass", settings="bid_jump=exact_step")[0] == "not_your_turn"


def test_it_is_written_once_and_before_the_next_choice() -> None:
    twice = ["Anna: bid 100", "Anna: bid 100"]
    late = ["Bob: bid 105", "Anna: bid 100"]
    for lines in (twice, late):
        assert fault(DEAL, *lines, settings="bid_jump=exact_step")[1] == "Anna: bid 100"


def test_an_automatic_pass_may_be_written() -> None:
    settings = "negative_limit=-100"
    position = "scores 0 -105 0"
    plain = tell(position, DEAL, "Anna: bid 100", settings=settings)
    told = tell(position, DEAL, "Anna: bid 100", "Bob: pass", settings=settings)
    assert told.state == plain.state
    assert fault(position, DEAL, "Anna: bid 100", "Bob: bid 105", settings=settings)[0] == "not_your_turn"


def test_the_only_talon_and_a_fixed_contract_may_be_written() -> None:
    settings = "raise_after_talon=false"
    won = [DEAL, "Anna: bid 100", "Bob: pass", "Vera: pass"]
    given = ["Anna: give 9s Bob", "Anna: give 9c Vera"]
    plain = tell(*won, *given, settings=settings)
    assert tell(*won, "Anna: take 1", *given, settings=settings).state == plain.state
    assert tell(*won, *given, "Anna: contract 100", settings=settings).state == plain.state
    assert fault(*won, "Anna: take 2", settings=settings)[1] == "Anna: take 2"
    assert fault(*won, *given, "Anna: contract 105", settings=settings)[1] == "Anna: contract 105"


def test_of_a_deal_that_is_given_only_the_bid_may_be_written() -> None:
    settings = "barrel_auction=given"
    position = "scores 880 0 0"
    plain = tell(position, DEAL, settings=settings)
    assert tell(position, DEAL, "Anna: bid 120", settings=settings).state == plain.state
    assert fault(position, DEAL, "Anna: bid 125", settings=settings)[0] == "wrong_phase"
    assert fault(position, DEAL, "Bob: pass", settings=settings)[0] == "wrong_phase"


def test_of_a_deal_that_is_left_to_its_opener_only_the_bid_may_be_written() -> None:
    settings = "negative_limit=-100 negative_mode=debtor_and_yield"
    position = "scores -105 0 0"
    plain = tell(position, DEAL, settings=settings)
    assert tell(position, DEAL, "Anna: bid 100", settings=settings).state == plain.state
    assert fault(position, DEAL, "Bob: pass", settings=settings)[0] == "wrong_phase"


def test_a_bid_that_was_chosen_is_not_written_twice() -> None:
    won = [DEAL, "Anna: bid 105", "Bob: pass", "Vera: pass"]
    assert fault(*won, "Anna: bid 105") == ("wrong_phase", "Anna: bid 105")


# Redeals

WEAK = """hand Anna 9s 9c 9d 9h Js Jc Jd
hand Bob Qs Ks Ts As Qc Kc Tc
hand Vera Ac Qd Kd Td Ad Jh Qh
talon Kh Th Ah"""


def test_a_redeal_is_a_new_block_of_the_same_dealer() -> None:
    settings = "redeal_hand_nines=4"
    told = tell(f"deal dealer=Vera\n{WEAK}", "Anna: redeal", f"deal dealer=Vera\n{HANDS}", settings=settings)
    assert [(result.number, result.kind) for result in told.deals] == [
        (1, DealKind.REDEALT),
        (2, DealKind.UNFINISHED),
    ]
    assert told.deals[0].dealer == told.deals[1].dealer == 2
    wrong = [f"deal dealer=Vera\n{WEAK}", "Anna: redeal", "deal dealer=Anna"]
    assert fault(*wrong, settings=settings) == ("wrong_dealer", "deal dealer=Anna")


# Fines


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("fine Vera exposed", "unknown_fine"),
        ("fine Nobody scribe", "unknown_player"),
        ("fine Vera exposed_card", "not_allowed"),
        ("fine Bob scribe", "not_allowed"),
    ],
)
def test_fines_that_this_table_does_not_have(line: str, code: str) -> None:
    assert fault(DEAL, line) == (code, line)
