"""A match after a match: the same rules and people, the seats moved by one, the deal passes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import guests, lobby, presence, privacy, rematch, seats, votes
from bot.tables.model import NOBODY, Presence, Sitter, Stage, Table
from bot.tables.said import Said
from engine.players import Level
from tests.support.seated import CAST, GUEST, Match
from tests.support.tables import FAMILY, of, refusal


def ended(match: Match) -> Table:
    match.do(votes.stop, CAST[0].person, None, match.context, is_admin=True)
    assert match.table.stage is Stage.FINISHED
    return match.table


def after(match: Match, opener: Sitter = CAST[0]) -> Table:
    return of(rematch.after(ended(match), opener, FAMILY, "en", match.context)).table


def people(table: Table) -> list[int]:
    return [sitter.person for sitter in table.seats]


def test_seats_move_by_one_and_the_deal_passes_on() -> None:
    match = Match(3).start()
    dealt = match.table.match
    assert dealt is not None
    before = match.table.seats[dealt.sheet.dealer].person
    table = after(match)
    assert people(table) == [CAST[1].person, CAST[2].person, CAST[0].person]
    assert table.rules == match.table.rules
    assert table.dealer != before
    begun = of(lobby.start(table, CAST[2].person, match.context)).table
    assert begun.match is not None
    assert begun.seats[begun.match.sheet.dealer].person == table.dealer


def test_computers_come_along() -> None:
    table = after(Match(1, 2).start())
    assert people(table) == [-1, -2, CAST[0].person]
    assert [sitter.level for sitter in table.seats] == [Level.EASY, Level.NORMAL, None]
    assert table.host == CAST[0].person


def test_then_comes_the_queue_while_there_is_room() -> None:
    match = Match(3).start()
    match.do(seats.leave, CAST[2].person, match.context)
    later = replace(GUEST, person=2002)
    for sitter in (GUEST, later):
        match.do(guests.queued, sitter)
    change = of(rematch.after(ended(match), CAST[0], FAMILY, "en", match.context))
    assert people(change.table) == [CAST[1].person, CAST[0].person, GUEST.person]
    assert change.table.queue == (later,)
    assert set(change.joined) == {CAST[0].person, CAST[1].person, GUEST.person, later.person}


def test_who_left_sits_down_by_asking_for_it_himself() -> None:
    match = Match(3).start()
    match.do(seats.leave, CAST[2].person, match.context)
    table = after(match, CAST[2])
    assert people(table) == [CAST[1].person, CAST[0].person, CAST[2].person]


def test_who_leaves_the_group_after_the_end_is_not_seated() -> None:
    match = Match(3).start()
    ended(match)
    match.do(seats.gone, CAST[2].person, match.context)
    table = of(rematch.after(match.table, CAST[0], FAMILY, "en", match.context)).table
    assert people(table) == [CAST[1].person, CAST[0].person]


def test_who_deals_first_is_forgotten() -> None:
    table = after(Match(3).start())
    stood = of(lobby.stand(table, table.dealer, Match(3).context)).table
    assert table.dealer in privacy.named(stood)
    assert of(privacy.forgotten(stood, table.dealer, Match(3).context)).table.dealer == NOBODY


def test_who_was_away_is_seated_as_anybody() -> None:
    match = Match(3).start()
    match.table = presence.seated(match.table, 1, replace(CAST[1], presence=Presence.AWAY, overdue=2))
    assert after(match).seats[0] == CAST[1]


def test_an_onlooker_opens_no_rematch() -> None:
    match = Match(3).start()
    decision = rematch.after(ended(match), GUEST, FAMILY, "en", match.context)
    assert refusal(decision) is Said.NOT_SEATED


@pytest.mark.parametrize("gone", range(3))
def test_people_can_get_up_and_somebody_else_deals(gone: int) -> None:
    match = Match(3).start()
    table = after(match)
    stood = of(lobby.stand(table, CAST[gone].person, match.context)).table
    sat = of(lobby.sit(stood, GUEST, match.context)).table
    begun = of(lobby.start(sat, GUEST.person, match.context)).table
    assert begun.match is not None
    if CAST[gone].person != table.dealer:
        assert begun.seats[begun.match.sheet.dealer].person == table.dealer
