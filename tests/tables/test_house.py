"""House rules: said in words, changed by who may, written as a line that makes them again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from bot.tables import house, lobby
from bot.tables.context import Context
from bot.tables.model import HouseRules, Slot, SlotKind, Table
from bot.tables.ports import Change, Refusal
from bot.tables.said import Said
from engine.conventions import FIELDS, Conventions, resolve
from engine.errors import BadValue, ConflictingConventions, PlayersNotAllowed, RuleError
from tests.support.rules import any_rules
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Game, Sequence, house_rules, of, waiting

NOW = Context(1_700_000_000_000, Sequence())
FOUR = (ANNA, BOHDAN, VERA, replace(VERA, person=1004))


def ruled(table: Table, *words: str, person: int = ANNA.person, turn: int | None = None) -> Change | Refusal:
    return lobby.rule(table, person, words, NOW, turn=turn, is_admin=False)


def error_of(decision: Change | Refusal) -> RuleError:
    assert isinstance(decision, Refusal)
    assert decision.answer.said is Said.RULE
    assert decision.answer.error is not None
    return decision.answer.error


# Words


def test_a_named_preset_begins_anew_and_flags_alone_go_on_from_what_holds() -> None:
    own = house.said(("matveev", "+must_beat"))
    assert house.said((), own) is own
    more = house.said(("barrel_at=900",), own)
    assert (more.preset, more.conventions) == (
        "matveev",
        resolve("matveev", {"must_beat": "true", "barrel_at": "900"}),
    )
    assert house.said(("default",), own).conventions == Conventions()
    assert house.said(()).preset is None


def test_the_line_names_the_preset_and_only_what_differs() -> None:
    """A group's own rules must not colour a line that somebody copied elsewhere."""
    assert house.line(house.said(())) == "/newgame default"
    assert house.line(house.said(("-golden", "barrel_at=880"))) == "/newgame default"
    typed = house.said(("matveev", "penalty_unit=77", "+must_beat", "-writeoff", "negative_limit=-120"))
    assert house.line(typed) == "/newgame matveev negative_limit=-120 +must_beat -writeoff penalty_unit=77"


@given(any_rules())
def test_the_line_makes_the_same_rules(rules: HouseRules) -> None:
    line = house.line(rules)
    command, *words = line.split(" ")
    assert command == "/newgame"
    again = house.said(words)
    assert again.conventions == rules.conventions
    assert again.preset == rules.preset
    assert house.unanswered(again) == house.unanswered(rules)
    assert house.line(again) == line
    group = house_rules("wikipedia")
    assert house.said(words, group) == again
    assert of(lobby.opened(FAMILY, ANNA, words, "ru", NOW, base=group)).table.rules == again


def test_any_line_fits_one_message() -> None:
    """4096 units (Bot API), with every convention at its longest word."""
    longest = 0
    for field in FIELDS.values():
        words = [*field.words, *([str(field.numbers.low), str(field.numbers.high)] if field.numbers else [])]
        longest += max(len(f" +{field.id}" if field.kind == "bool" else f" {field.id}={w}") for w in words)
    assert len("/newgame matveev_all") + longest <= 4096 - 100


def test_a_preset_that_asks_is_answered_once() -> None:
    asked = house.said(("sixmax",))
    assert house.unanswered(asked) == ("ante",)
    for word in ("10", "0"):
        told = house.said((f"ante={word}",), asked)
        assert house.unanswered(told) == ()
        assert house.line(told) == f"/newgame sixmax ante={word}"
        assert house.unanswered(house.said(("+must_beat",), told)) == ()
    assert house.unanswered(house.said(("matveev",), asked)) == ()


def test_presets_fit_those_who_sit() -> None:
    two = dict(house.fitting(2))
    assert two["two9"] == (2,)
    assert two["default"] == (3,)
    assert two["sixmax"] == (2, 3, 4, 5, 6)
    assert set(dict(house.fitting(4))) == {
        "sixmax", "gambler", "rospis4", "moryak", "classic", "wikipedia", "marks", "tysiac",
    }  # fmt: skip
    assert set(dict(house.fitting(6))) == {"sixmax"}


# Changing them


def test_the_host_changes_a_rule_and_the_lobby_follows() -> None:
    change = of(ruled(waiting(), "barrel_at=900", turn=0))
    assert change.table.rules.conventions.barrel_at == 900
    assert change.table.rules.changes == (("barrel_at", "900"),)
    assert change.table.lobby_turn == 1
    assert change.dirty == {Slot(SlotKind.LOBBY)}
    assert change.timers is not None


def test_back_to_the_presets_value_is_no_change_any_more() -> None:
    once = of(ruled(waiting(), "barrel_at=900")).table
    back = of(ruled(once, "barrel_at=880")).table
    assert house.flags(back.rules) == ()
    assert house.flags(of(ruled(back, "+must_beat")).table.rules) == ("+must_beat",)


@pytest.mark.parametrize("person", [BOHDAN.person, 9999])
def test_nobody_else_changes_them_but_an_admin(person: int) -> None:
    table = waiting(seats=(ANNA, BOHDAN))
    decision = ruled(table, "+golden", person=person)
    assert isinstance(decision, Refusal)
    assert decision.answer.said is Said.NOT_HOST
    assert of(
        lobby.rule(table, person, ("+golden",), NOW, turn=0, is_admin=True)
    ).table.rules.conventions.golden


def test_a_host_who_left_rules_no_more() -> None:
    game = Game()
    game.do(lobby.sit, BOHDAN, NOW)
    game.do(lobby.stand, ANNA.person, NOW)
    assert not lobby.may_rule(game.table, ANNA.person, is_admin=False)
    assert lobby.may_rule(game.table, BOHDAN.person, is_admin=False)


def test_whoever_opened_the_table_is_its_host_as_long_as_nobody_sits() -> None:
    """His private chat may be closed: he rules by commands and by buttons alike."""
    opened = of(lobby.opened(FAMILY, replace(ANNA, reachable=False), ("bank_hints",), "ru", NOW)).table
    assert opened.seats == ()
    assert of(ruled(opened, "+cross")).table.rules.conventions.cross
    assert of(switched(opened)).table.hints
    seated = of(lobby.sit(opened, BOHDAN, NOW)).table
    assert not lobby.may_rule(seated, ANNA.person, is_admin=False)
    assert lobby.may_rule(seated, BOHDAN.person, is_admin=False)


def test_an_anonymous_opener_is_nobody_and_rules_as_an_admin_only() -> None:
    opened = of(lobby.opened(FAMILY, None, ("bank_hints",), "ru", NOW)).table
    assert not lobby.may_rule(opened, opened.host, is_admin=False)
    assert lobby.may_rule(opened, opened.host, is_admin=True)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("-auction",), ConflictingConventions),
        (("barrel_need=100",), ConflictingConventions),
        (("blind_contract=auction",), ConflictingConventions),
        (("+marriage_proof", "hand_cap=none"), ConflictingConventions),
        (("layout_3p=no",), ConflictingConventions),
        (("barrel_at=890",), BadValue),
    ],
)
def test_what_does_not_go_together_is_refused_as_in_flags(
    words: tuple[str, ...], error: type[RuleError]
) -> None:
    """The same error as `/newgame` gives, and nothing changes."""
    told = error_of(ruled(waiting(), *words))
    typed = error_of(lobby.opened(FAMILY, ANNA, words, "ru", NOW))
    assert type(told) is error
    assert (told.code, told.args) == (typed.code, typed.args)


def test_rules_that_do_not_seat_those_who_sit_are_refused() -> None:
    table = replace(waiting(seats=FOUR), rules=house_rules("gambler"))
    told = error_of(ruled(table, "matveev"))
    assert isinstance(told, PlayersNotAllowed)
    assert (told.players, told.allowed) == (4, (3,))
    assert isinstance(error_of(ruled(table, "layout_4p=no")), PlayersNotAllowed)
    assert of(ruled(table, "tysiac")).table.rules.preset == "tysiac"


def test_old_buttons_do_no_harm() -> None:
    changed = of(ruled(waiting(seats=(ANNA, BOHDAN, VERA)), "+golden", turn=0)).table
    for decision in (
        ruled(changed, "matveev", turn=0),
        lobby.start(changed, BOHDAN.person, NOW, turn=0),
        lobby.switch_hints(changed, ANNA.person, NOW, turn=0, is_admin=False),
    ):
        assert isinstance(decision, Refusal)
        assert decision.answer.said is Said.STALE
        assert decision.redraw == Slot(SlotKind.LOBBY)
    assert of(lobby.start(changed, BOHDAN.person, NOW, turn=1)).table.match is not None


def test_once_the_cards_are_dealt_the_rules_stay() -> None:
    game = Game()
    game.start()
    decision = ruled(game.table, "+golden", turn=game.table.lobby_turn)
    assert isinstance(decision, Refusal)
    assert decision.answer.said is Said.RULES_FIXED


# Hints


def switched(table: Table) -> Change | Refusal:
    return lobby.switch_hints(table, ANNA.person, NOW, turn=table.lobby_turn, is_admin=False)


def test_hints_are_off_until_the_lobby_switches_them_on() -> None:
    table = of(lobby.opened(FAMILY, ANNA, ("bank_hints",), "ru", NOW)).table
    assert not table.hints
    on = of(switched(table)).table
    assert on.hints
    assert on.rules == table.rules
    assert not of(switched(on)).table.hints
    assert not of(ruled(on, "bank")).table.hints
    assert of(ruled(on, "-hint_talon_card")).table.hints


def test_there_is_nothing_to_switch_on_without_the_convention() -> None:
    decision = switched(waiting())
    assert isinstance(decision, Refusal)
    assert decision.answer.said is Said.STALE
