"""The lobby: open, sit down, get up, start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.screens.answers import error_text
from bot.tables import clock, guests, lobby, people, votes
from bot.tables.context import Context
from bot.tables.model import (
    Notice,
    NoticeKind,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    Table,
    TableId,
    Timer,
    TimerKind,
    Watcher,
)
from bot.tables.ports import Change, Refusal
from bot.tables.said import Said
from engine.errors import RuleError, UnknownConvention, UnknownPreset
from engine.match import phase
from engine.record.replayer import replay
from engine.state import Phase
from tests.support.tables import ANNA, BOHDAN, FAMILY, VERA, Game, Sequence, of, refusal, waiting

NOW = Context(1_700_000_000_000, Sequence())
STRANGER = Sitter(1004, "Dan", "en")
CLOSED = Sitter(1005, "Eva", "uk", reachable=False)
LOBBY = Slot(SlotKind.LOBBY)


# Opening


def test_the_opener_sits_and_hosts() -> None:
    change = of(lobby.opened(FAMILY, ANNA, (), "uk", NOW))
    table = change.table
    assert (table.seats, table.host, table.lang, table.stage) == ((ANNA,), ANNA.person, "uk", Stage.LOBBY)
    assert (table.place, table.opened_at) == (FAMILY, NOW.now)
    assert (change.answer.said, change.answer.table) == (Said.OK, table.id)
    assert change.dirty == {LOBBY}
    assert change.joined == (ANNA.person,)
    assert table.rules.preset is None


def test_an_opener_whose_private_chat_is_closed_is_told_so_and_does_not_sit() -> None:
    change = of(lobby.opened(FAMILY, CLOSED, (), "ru", NOW))
    assert change.table.seats == ()
    assert change.answer.said is Said.OPEN_PRIVATE
    assert change.answer.table == change.table.id
    assert change.joined == ()


def test_an_anonymous_admin_opens_an_empty_lobby() -> None:
    change = of(lobby.opened(FAMILY, None, (), "ru", NOW))
    assert change.table.seats == ()
    assert change.answer.said is Said.OK


def test_words_choose_the_rules() -> None:
    rules = of(lobby.opened(FAMILY, ANNA, ("matveev", "+must_beat", "barrel_at=880"), "ru", NOW)).table.rules
    assert rules.preset == "matveev"
    assert dict(rules.changes) == {"must_beat": "true", "barrel_at": "880"}
    assert rules.conventions.must_beat
    assert rules.conventions.barrel_at == 880


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("matveew",), UnknownPreset),
        (("+goldne",), UnknownConvention),
        (("layout_3p=no",), RuleError),
        (("\N{EM DASH}\N{SNOWMAN}",), RuleError),
    ],
)
def test_wrong_words_open_no_table(words: tuple[str, ...], error: type[RuleError]) -> None:
    decision = lobby.opened(FAMILY, ANNA, words, "ru", NOW)
    assert isinstance(decision, Refusal)
    assert decision.answer.said is Said.RULE
    assert isinstance(decision.answer.error, error)


def test_a_table_for_nobody_names_the_flag_and_a_way_out() -> None:
    decision = lobby.opened(FAMILY, ANNA, ("layout_3p=no",), "ru", NOW)
    assert isinstance(decision, Refusal)
    assert decision.answer.error is not None
    told = error_text(decision.answer.error, "en")
    assert "layout_3p=no" in told
    assert "layout_3p=7+3" in told


# Sitting down and getting up


def test_seats_are_taken_in_order_and_closed_when_full() -> None:
    game = Game()
    assert game.do(lobby.sit, BOHDAN, NOW).joined == (BOHDAN.person,)
    game.do(lobby.sit, VERA, NOW)
    assert game.table.seats == (ANNA, BOHDAN, VERA)
    assert refusal(lobby.sit(game.table, STRANGER, NOW)) is Said.TABLE_FULL


def test_a_double_tap_on_sit_down_seats_once() -> None:
    game = Game()
    game.do(lobby.sit, BOHDAN, NOW)
    assert refusal(lobby.sit(game.table, BOHDAN, NOW)) is Said.ALREADY_SEATED
    assert game.table.seats == (ANNA, BOHDAN)


def test_a_closed_private_chat_is_opened_first() -> None:
    decision = lobby.sit(waiting(), CLOSED, NOW)
    assert isinstance(decision, Refusal)
    assert (decision.answer.said, decision.answer.table) == (Said.OPEN_PRIVATE, waiting().id)


def test_a_full_table_does_not_send_people_to_the_private_chat() -> None:
    assert refusal(lobby.sit(waiting(seats=(ANNA, BOHDAN, VERA)), CLOSED, NOW)) is Said.TABLE_FULL


@pytest.mark.parametrize(
    ("leaver", "host"), [(ANNA, BOHDAN), (BOHDAN, ANNA), (VERA, ANNA)], ids=["host", "second", "third"]
)
def test_a_leaving_hosts_rights_pass_to_the_next_seat(leaver: Sitter, host: Sitter) -> None:
    table = waiting(seats=(ANNA, BOHDAN, VERA))
    change = of(lobby.stand(table, leaver.person, NOW))
    assert change.table.host == host.person
    assert change.left == (leaver.person,)
    assert leaver not in change.table.seats


def test_a_host_on_the_last_seat_passes_to_the_first() -> None:
    table = replace(waiting(seats=(ANNA, BOHDAN, VERA)), host=VERA.person)
    assert of(lobby.stand(table, VERA.person, NOW)).table.host == ANNA.person


def test_the_last_one_may_leave_and_the_next_one_hosts() -> None:
    empty = of(lobby.stand(waiting(), ANNA.person, NOW)).table
    assert empty.seats == ()
    assert refusal(lobby.start(empty, ANNA.person, NOW)) is Said.NOT_SEATED
    assert of(lobby.sit(empty, VERA, NOW)).table.host == VERA.person


def test_whoever_does_not_sit_cannot_get_up() -> None:
    assert refusal(lobby.stand(waiting(), STRANGER.person, NOW)) is Said.NOT_SEATED


# Starting


def test_starting_closes_the_seats() -> None:
    game = Game()
    game.start()
    assert game.table.stage is Stage.PLAYING
    assert refusal(lobby.sit(game.table, STRANGER, NOW)) is Said.TABLE_STARTED
    assert refusal(lobby.sit(game.table, ANNA, NOW)) is Said.ALREADY_SEATED
    assert refusal(lobby.stand(game.table, ANNA.person, NOW)) is Said.TABLE_STARTED
    assert refusal(lobby.start(game.table, ANNA.person, game.context)) is Said.TABLE_STARTED


@pytest.mark.parametrize(("seats", "missing"), [((ANNA,), 2), ((ANNA, BOHDAN), 1)])
def test_too_few_players_are_told_how_many_are_missing(seats: tuple[Sitter, ...], missing: int) -> None:
    decision = lobby.start(waiting(seats=seats), ANNA.person, NOW)
    assert isinstance(decision, Refusal)
    assert (decision.answer.said, decision.answer.n) == (Said.TOO_FEW, missing)


def test_an_onlooker_cannot_start() -> None:
    assert refusal(lobby.start(waiting(seats=(ANNA, BOHDAN, VERA)), STRANGER.person, NOW)) is Said.NOT_SEATED


def test_anybody_seated_can_start() -> None:
    of(lobby.start(waiting(seats=(ANNA, BOHDAN, VERA)), VERA.person, NOW))


def test_a_match_begins_with_its_header_and_a_commitment() -> None:
    game = Game("matveev")
    change = game.start()
    assert change.record[:2] == ("thousand 1", "preset matveev")
    assert "players P1 P2 P3" in change.record
    assert [line.split()[0] for line in change.record[-5:]] == ["deal", "hand", "hand", "hand", "talon"]
    assert change.commitment is not None
    assert change.table.commitments == (change.commitment,)
    assert change.dirty == {
        LOBBY,
        Slot(SlotKind.BOARD),
        *(Slot(SlotKind.HAND, person) for person in (1001, 1002, 1003)),
    }


def test_the_commitment_is_to_the_deck_that_is_dealt() -> None:
    """The record's cards are the deck, dealt two rounds, then the talon, then the rest."""
    change = Game().start()
    assert change.commitment is not None
    hands = {line.split()[1]: line.split()[2:] for line in change.record if line.startswith("hand ")}
    talon = next(line.split()[1:] for line in change.record if line.startswith("talon "))
    deck = [change.commitment.deck[at : at + 2] for at in range(0, 48, 2)]
    around = ["P1", "P2", "P3"]
    assert {change.record[-5]} == {"deal dealer=P3"}
    assert set(deck[6:9]) == set(talon)
    rest = deck[:6] + deck[9:]
    assert {label: set(rest[seat::3]) for seat, label in enumerate(around)} == {
        label: set(cards) for label, cards in hands.items()
    }


# Closing a lobby


@pytest.mark.parametrize(
    ("person", "is_admin", "closes"),
    [(ANNA, False, True), (BOHDAN, False, False), (STRANGER, True, True), (STRANGER, False, False)],
)
def test_the_host_or_an_admin_closes_a_lobby(person: Sitter, is_admin: bool, closes: bool) -> None:
    table = waiting(seats=(ANNA, BOHDAN))
    decision = votes.stop(table, person.person, None, NOW, is_admin=is_admin)
    if closes:
        change = of(decision)
        assert change.table.stage is Stage.FINISHED
        assert change.answer.said is Said.STOPPED
        assert change.dirty == {LOBBY}
        assert change.notices == ()
        assert change.record == ()
    else:
        assert refusal(decision) is Said.NOT_ALLOWED


def test_anybody_closes_an_empty_lobby() -> None:
    of(votes.stop(waiting(TableId("emptyone"), seats=()), STRANGER.person, None, NOW, is_admin=False))


# Any number of seats


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ("sixmax", 2),
        ("sixmax", 4),
        ("sixmax", 5),
        ("sixmax", 6),
        ("moryak", 2),
        ("moryak", 4),
        ("two9", 2),
        ("two10", 2),
        ("stock2", 2),
        ("kachalka", 3),
        ("moryak shuffle_each_deal=false first_dealer=first_ace", 3),
    ],
)
def test_a_table_of_any_size_is_played_and_its_record_tells_it(words: str, players: int) -> None:
    game = Game(words)
    for number in range(1, players):
        game.do(lobby.sit, Sitter(2000 + number, f"Guest {number}", "en"), game.context)
    game.do(lobby.start, ANNA.person, game.context)
    assert game.table.match is not None
    while game.table.match.sheet.deals_dealt < 3 or phase(game.table.match) is Phase.CUT:
        game.step()
    assert replay("\n".join(game.record).encode()).state == game.table.match


# A lobby that nobody starts (D14)


def deadline(change: Change) -> Timer:
    assert change.timers is not None
    (timer,) = change.timers
    assert timer.kind is TimerKind.LOBBY
    return timer


def test_an_open_lobby_ends_with_one_message() -> None:
    opened = of(lobby.opened(FAMILY, ANNA, (), "ru", NOW))
    assert deadline(opened).due == NOW.now + 60 * 60 * 1000
    ended = of(clock.due(opened.table, deadline(opened), NOW))
    assert ended.table.stage is Stage.FINISHED
    assert ended.notices == (Notice(NoticeKind.LOBBY_EXPIRED),)
    assert ended.timers == ()
    assert LOBBY in ended.dirty
    assert LOBBY not in ended.table.epochs
    assert refusal(clock.due(ended.table, deadline(opened), NOW)) is Said.STALE


@pytest.mark.parametrize(
    "use_case",
    [
        lambda table, context: lobby.sit(table, BOHDAN, context),
        lambda table, context: lobby.stand(table, ANNA.person, context),
        lambda table, context: people.bring(table, Slot(SlotKind.BOARD), context),
    ],
    ids=["sit", "stand", "bring"],
)
def test_whatever_happens_in_a_lobby_keeps_it_open(
    use_case: Callable[[Table, Context], Change | Refusal],
) -> None:
    opened = of(lobby.opened(FAMILY, ANNA, (), "ru", NOW))
    later = replace(NOW, now=NOW.now + 1_000_000)
    change = of(use_case(opened.table, later))
    assert deadline(change).due == deadline(opened).due + 1_000_000
    assert refusal(clock.due(change.table, deadline(opened), later)) is Said.STALE
    of(clock.due(change.table, deadline(change), later))


def test_a_game_that_began_does_not_end_with_its_lobby() -> None:
    game = Game()
    seated = game.do(lobby.sit, BOHDAN, NOW)
    game.do(lobby.sit, VERA, NOW)
    started = game.do(lobby.start, ANNA.person, NOW)
    assert started.timers is not None
    assert TimerKind.LOBBY not in {timer.kind for timer in started.timers}
    assert refusal(game.fire(deadline(seated))) is Said.STALE


# The queue


def queued(*sitters: Sitter) -> Game:
    """Three people at a table for three, and who waits."""
    game = Game()
    game.do(lobby.sit, BOHDAN, NOW)
    game.do(lobby.sit, VERA, NOW)
    game.table = replace(game.table, queue=sitters)
    return game


def test_whoever_waits_longest_and_can_be_reached_sits_on_a_freed_seat() -> None:
    game = queued(CLOSED, STRANGER, ANNA)
    game.do(lobby.stand, BOHDAN.person, NOW)
    assert [sitter.person for sitter in game.table.seats] == [ANNA.person, VERA.person, STRANGER.person]
    assert game.table.queue == (CLOSED, ANNA)


def test_larger_rules_let_the_queue_sit_down() -> None:
    game = queued(STRANGER)
    game.do(lobby.rule, ANNA.person, ("layout_4p=dealer_sits",), NOW, turn=None, is_admin=True)
    assert game.table.seats[-1] == STRANGER
    assert game.table.queue == ()


def test_who_waits_or_looks_on_is_free_when_the_lobby_closes() -> None:
    game = queued(STRANGER)
    game.do(guests.watched, Watcher(1006, "en"), reachable=True)
    watch = Slot(SlotKind.WATCH, 1006)
    change = game.do(votes.stop, ANNA.person, None, NOW, is_admin=False)
    assert (change.table.queue, change.table.watchers) == ((), ())
    assert change.dirty == {LOBBY, watch}
    assert watch not in change.table.epochs
