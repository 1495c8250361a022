"""The lobby, the vote, the rules, help and languages; and which screen a slot shows."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.i18n import LANGS, tr
from bot.screens.answers import answered
from bot.screens.board import watched
from bot.screens.buttons import (
    AgainTap,
    LangTap,
    LobbyTap,
    LobbyVerb,
    RulesTap,
    SelfTap,
    SelfVerb,
    ShowTap,
    VoteTap,
    VoteVerb,
    parse,
)
from bot.screens.conventions import conventions, more
from bot.screens.hand import hand
from bot.screens.help import GROUP_COMMANDS, help_screen, lang_menu, start_screen
from bot.screens.house import sizes_text
from bot.screens.lobby import lobby
from bot.screens.model import MAX_TEXT, Button, Screen
from bot.screens.render import render
from bot.screens.rules import changed_sentences, rules
from bot.screens.text import length
from bot.screens.vote import vote
from bot.tables import votes
from bot.tables.house import sizes
from bot.tables.model import (
    HouseRules,
    Notice,
    NoticeKind,
    Sitter,
    Slot,
    SlotKind,
    Stage,
    Table,
    Vote,
    VoteKind,
    Watcher,
)
from bot.tables.ports import Answer
from bot.tables.said import Said
from bot.telegram.commands import Scope, listed
from engine.conventions import FIELDS, PRESETS, assemble
from engine.players import Level
from tests.i18n.ftl import texts
from tests.screens.people import course, said
from tests.screens.test_limits import sound
from tests.support.tables import ANNA, BOHDAN, VERA, Game, waiting

COMPUTERS = (LobbyVerb.EASY, LobbyVerb.NORMAL)


def taps(screen: Screen) -> list[object]:
    return [parse(button.data) for row in screen.keyboard for button in row if button.data]


def verbs(screen: Screen) -> list[LobbyVerb]:
    return [tap.verb for tap in taps(screen) if isinstance(tap, LobbyTap)]


# The lobby


def test_the_lobby_says_how_many_are_missing_and_what_to_do() -> None:
    """D21: a start that is not possible says why."""
    screen = lobby(waiting(), "ru")
    assert "Игроки: 1/3" in screen.text
    assert "Чтобы начать, нужно ещё: 2" in screen.text
    assert screen.text.casefold().count("игроков") == 1
    assert verbs(screen) == [LobbyVerb.SIT, LobbyVerb.STAND, *COMPUTERS]
    assert "компьютерный игрок" in screen.text
    assert RulesTap(waiting().id, 0) in taps(screen)


def test_a_full_lobby_can_start_and_an_empty_one_can_be_joined() -> None:
    full = lobby(waiting(seats=(ANNA, BOHDAN, VERA)), "en")
    assert "Everybody is here" in full.text
    assert "Players: 3/3" in full.text
    assert "waiting" not in full.text.casefold()
    assert verbs(full) == [LobbyVerb.STAND, LobbyVerb.START]
    assert SelfTap(waiting().id, SelfVerb.QUEUE) in taps(full)
    empty = lobby(waiting(seats=()), "uk")
    assert "потрібно ще: 3" in empty.text
    assert verbs(empty) == [LobbyVerb.SIT, *COMPUTERS]


def test_a_computer_player_makes_room_in_a_full_lobby() -> None:
    robot = Sitter(-1, "", "ru", level=Level.EASY)
    screen = lobby(waiting(seats=(ANNA, BOHDAN, robot)), "ru")
    assert "3. 🤖 Лёгкий" in screen.text
    assert verbs(screen) == [LobbyVerb.SIT, LobbyVerb.STAND, LobbyVerb.START, LobbyVerb.FEWER]


def test_the_lobby_offers_to_wait_where_more_may_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.lobby.sizes", lambda _: (2, 3, 6))
    table = waiting(seats=(ANNA, BOHDAN))
    assert "Players: 2/6" in lobby(table, "en").text
    assert "or wait for others" in lobby(table, "en").text
    assert verbs(lobby(table, "en")) == [LobbyVerb.SIT, LobbyVerb.STAND, LobbyVerb.START, *COMPUTERS]


def test_the_lobby_offers_the_sizes_that_can_start() -> None:
    """What the screen offers is what the table accepts: no seat and no start that would be refused."""
    house = HouseRules("sixmax", (), assemble(PRESETS["sixmax"].differs))
    for seats in ((), (ANNA,), (ANNA, BOHDAN), (ANNA, BOHDAN, VERA)):
        table = replace(waiting(seats=seats), rules=house)
        offered = verbs(lobby(table, "en"))
        assert (LobbyVerb.SIT in offered) == (len(seats) < max(sizes(house.conventions)))
        assert (LobbyVerb.START in offered) == (len(seats) in sizes(house.conventions))


def test_the_lobby_shows_what_differs_from_the_preset() -> None:
    changed = HouseRules(
        "matveev", (("barrel_at", "900"),), assemble({**PRESETS["matveev"].differs, "barrel_at": 900})
    )
    text = lobby(replace(waiting(), rules=changed), "ru").text
    assert "Матвеев (matveev)" in text
    assert "◆ На бочку садятся с 900" in text


def test_a_flag_that_says_what_the_preset_says_is_no_change() -> None:
    typed = (("golden", "false"), ("barrel_at", "900"))
    house = HouseRules("default", typed, assemble({"barrel_at": 900}))
    table = replace(waiting(), rules=house)
    assert lobby(table, "en").text.count("◆") == 1
    assert len(changed_sentences(house, "en")) == 1
    unchanged = replace(table, rules=HouseRules("default", typed[:1], assemble({})))
    assert tr("en", "lobby-changes") not in lobby(unchanged, "en").text
    assert tr("en", "rules-legend") not in rules(unchanged, "en").text


def test_once_the_game_is_on_the_lobby_has_no_buttons() -> None:
    game = Game()
    game.start()
    assert lobby(game.table, "uk").keyboard == ()
    assert "граємо!" in lobby(game.table, "uk").text
    closed = replace(waiting(), stage=Stage.FINISHED)
    assert "closed" in lobby(closed, "en").text
    assert "waiting for players" not in lobby(closed, "en").text
    assert taps(lobby(closed, "en")) == [AgainTap(closed.id)]


@pytest.mark.parametrize("lang", LANGS)
def test_the_lobby_of_a_match_that_was_played_points_to_the_result(lang: str) -> None:
    game = Game()
    game.start()
    over = game.do(votes.stop, ANNA.person, None, game.context, is_admin=True).table
    screen = lobby(over, lang)
    assert tr(lang, "lobby-played") in screen.text
    assert tr(lang, "lobby-closed") not in screen.text
    assert screen.keyboard == ()


@pytest.mark.parametrize("lang", LANGS)
def test_the_lobby_marks_who_its_host_is(lang: str) -> None:
    table = replace(waiting(seats=(ANNA, BOHDAN)), host=BOHDAN.person)
    lines = lobby(table, lang).text.splitlines()
    assert "1. Anna" in lines
    assert "2. Bohdan 🔑" in lines
    assert f"🔑 {tr(lang, 'lobby-host')}" in lines
    assert "🔑" not in lobby(replace(table, host=VERA.person), lang).text


@pytest.mark.parametrize("lang", LANGS)
def test_a_lobby_that_ended_by_itself_can_be_opened_again(lang: str) -> None:
    closed = replace(waiting(), stage=Stage.FINISHED, lang=lang)
    screen = said(closed, Notice(NoticeKind.LOBBY_EXPIRED), closed.lang)
    assert taps(screen) == [AgainTap(closed.id)]
    assert tr(lang, "lobby-expired") in screen.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_house_rules_in_short_fit_a_message_however_many_changed(preset: str, lang: str) -> None:
    """All ids are there; the conventions of another preset, called default, are as many changes as can be."""
    house = HouseRules("default", (), assemble(PRESETS[preset].differs))
    for table in (replace(waiting(), rules=house), None):
        screens = (conventions(table, lang), *more(table, lang))
        for screen in screens:
            sound(screen)
            assert length(screen.text) <= MAX_TEXT
        assert all(name in "".join(screen.text for screen in screens) for name in FIELDS)
        assert tr(lang, "help-flags-example") in screens[0].text
    assert more(None, lang) == ()
    assert tr(lang, "conventions-none") in conventions(waiting(), lang).text


# The vote


def test_the_vote_counts_to_a_majority() -> None:
    game = Game()
    game.start()
    voted = replace(game.table, votes=(Vote(VoteKind.STOP, frozenset({VERA.person})),), lobby_turn=4)
    screen = vote(voted, "ru")
    assert "Прервать партию?" in screen.text
    assert "За: Vera. Не хватает голосов: 1" in screen.text
    assert "Vera" in screen.text
    assert taps(screen) == [VoteTap(voted.id, 4, VoteKind.STOP, 0, verb) for verb in VoteVerb]
    assert vote(game.table, "ru") == Screen("Играем дальше")
    assert vote(replace(voted, stage=Stage.FINISHED), "uk") == Screen("Партію перервано")


# Help, languages


@pytest.mark.parametrize("lang", LANGS)
def test_help_explains_the_order_of_the_cards_and_every_command(lang: str) -> None:
    screen = help_screen(
        lang, ("newgame", "table", "hand", "score", "rules", "conventions", "stop", "lang", "help")
    )
    sound(screen)
    ranks = {"en": "A 10 K Q J 9"}.get(lang, "Т 10 К Д В 9")
    assert ranks in screen.text.replace("\N{NO-BREAK SPACE}", " ")
    for command in ("newgame", "stop", "help"):
        assert f"/{command}" in screen.text
        assert tr(lang, f"command-{command}") in screen.text
    for name, preset in PRESETS.items():
        assert (
            f"<code>{name}</code> {sizes_text(preset.players)} · {tr(lang, f'preset-{name}')}" in screen.text
        )


@pytest.mark.parametrize("lang", LANGS)
def test_help_with_every_command_fits_and_tells_a_pair_what_it_can_play(lang: str) -> None:
    for scope in Scope:
        screen = help_screen(lang, tuple(command.name for command in listed(scope)))
        sound(screen)
        assert length(screen.text) <= MAX_TEXT
        for name in ("two9", "two10", "stock2", "trade2"):
            assert re.search(rf"<code>{name}</code> 2\b", screen.text)


@pytest.mark.parametrize("lang", LANGS)
def test_help_in_private_tells_what_works_in_a_group(lang: str) -> None:
    private = tuple(command.name for command in listed(Scope.PRIVATE))
    group = tuple(command.name for command in listed(Scope.GROUP))
    only = [name for name in group if name not in private]
    assert list(GROUP_COMMANDS) == only
    told, title = help_screen(lang, private).text, tr(lang, "help-groups-how")
    ours, theirs = told.split(title)
    assert [name for name in private if not re.search(rf"/{name}\b", ours)] == []
    assert [name for name in only if tr(lang, f"command-{name}") not in theirs] == []
    assert title not in help_screen(lang, group).text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("said", [Said.LOBBY_OPEN, Said.TABLE_OPEN])
def test_a_second_table_is_refused_with_the_way_to_the_first(lang: str, said: Said) -> None:
    screen = answered(Answer(said, table=waiting().id), lang)
    assert screen is not None
    assert taps(screen) == [ShowTap(waiting().id), SelfTap(waiting().id, SelfVerb.LEAVE)]
    assert screen.text == tr(lang, f"said-{said}")
    assert tr(lang, "said-lobby_open") != tr(lang, "said-table_open")


@pytest.mark.parametrize("lang", LANGS)
def test_commands_are_described_as_the_bot_api_wants_it(lang: str) -> None:
    for key in texts(lang):
        if key.startswith("command-"):
            assert 1 <= len(tr(lang, key)) <= 256


def test_languages_are_never_translated() -> None:
    for lang in LANGS:
        screen = lang_menu(lang, private=lang == "ru")
        assert [button.text for button in screen.keyboard[0]] == ["русский", "українська", "English"]
        assert taps(screen) == [LangTap(code) for code in LANGS]


@pytest.mark.parametrize("lang", LANGS)
def test_who_opens_a_table_decides_its_language_until_the_group_has_chosen(lang: str) -> None:
    how = tr(lang, "lang-chat-how")
    assert how in lang_menu(lang, private=False, undecided=True).text
    assert how not in lang_menu(lang, private=False).text
    assert how not in lang_menu(lang, private=True).text


@pytest.mark.parametrize("lang", LANGS)
def test_who_has_chosen_no_language_is_told_where_each_holds(lang: str) -> None:
    """Claims nothing about his own: at a group's tables its language comes before Telegram's (fault L08)."""
    screen = lang_menu(lang, private=True, undecided=True)
    assert tr(lang, "lang-unset") in screen.text
    assert tr(lang, "lang-own") not in screen.text
    assert {button.style for button in screen.keyboard[0]} == {None}
    chosen = lang_menu(lang, private=True)
    assert tr(lang, "lang-own") in chosen.text
    assert tr(lang, "lang-unset") not in chosen.text


@pytest.mark.parametrize("lang", LANGS)
def test_the_first_words_in_private(lang: str) -> None:
    assert "/newgame" in start_screen(lang, seated=False).text
    assert start_screen(lang, seated=True) != start_screen(lang, seated=False)


# Slots


def test_a_slot_shows_its_screen_in_its_readers_language() -> None:
    game = Game()
    game.start()
    table: Table = game.table
    board = render(table, Slot(SlotKind.BOARD))
    assert board is not None
    assert "Раздача 1" in board.text
    for sitter, words in zip(table.seats, ("Раздача", "Роздача", "Deal"), strict=True):
        own = render(table, Slot(SlotKind.HAND, sitter.person))
        assert own is not None
        assert words in own.text
    lobby_slot = render(table, Slot(SlotKind.LOBBY))
    assert lobby_slot is not None
    assert render(table, Slot(SlotKind.VOTE)) is not None


def test_a_hand_can_be_asked_for_another_page() -> None:
    table = next(iter(course(seed=4)))
    assert table.match is not None
    person = next(sitter.person for sitter in table.seats if hand(table, sitter.person, sitter.lang).keyboard)
    sitter = next(sitter for sitter in table.seats if sitter.person == person)
    for page in (0, 1, 99):
        assert render(table, Slot(SlotKind.HAND, person), page) == hand(table, person, sitter.lang, page)


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_looks_on_before_the_match_is_told_that_the_board_will_come(lang: str) -> None:
    slot = Slot(SlotKind.WATCH, 7)
    early = replace(waiting(), watchers=(Watcher(7, lang),))
    screen = render(early, slot)
    assert screen is not None
    assert tr(lang, "watch-soon") in screen.text
    assert taps(screen) == [SelfTap(early.id, SelfVerb.UNWATCH)]
    begun = replace(next(iter(course())), watchers=early.watchers)
    assert render(begun, slot) == watched(begun, lang)
    assert render(waiting(), slot) is None


def test_a_slot_without_a_screen_shows_nothing() -> None:
    assert render(waiting(), Slot(SlotKind.BOARD)) is None
    assert render(waiting(), Slot(SlotKind.HAND, ANNA.person)) is None
    table = next(iter(course()))
    assert render(table, Slot(SlotKind.HAND, 999)) is None
    assert render(table, Slot(SlotKind.HAND)) is None


def test_notices_speak_the_groups_language() -> None:
    table = next(iter(course()))
    told = Notice(NoticeKind.DECKS, commitments=table.commitments)
    assert "Колоды партии" in said(table, told, "ru").text
    assert "Колоди партії" in said(table, told, "uk").text


# The hint


def test_the_hint_names_everybody_whose_cards_do_not_arrive() -> None:
    """A10: one message, in the group's language, with a deep link."""
    table = next(iter(course()))
    seats = tuple(replace(sitter, reachable=sitter.person == ANNA.person) for sitter in table.seats)
    closed = replace(table, seats=seats)
    screen = render(closed, Slot(SlotKind.HINT))
    assert screen is not None
    assert "<b>Bohdan, Vera</b>: карты не доходят" in screen.text
    assert screen.keyboard[0][0].start == f"sit_{table.id}"
    spoken = render(replace(closed, lang="uk"), Slot(SlotKind.HINT))
    assert spoken is not None
    assert "карти не доходять" in spoken.text
    assert render(table, Slot(SlotKind.HINT)) is None


# Messages


def test_a_digest_changes_with_anything_that_people_see() -> None:
    screens = [
        Screen("a"),
        Screen("b"),
        Screen("a", ((Button("x", "m:lang:ru"),),)),
        Screen("a", ((Button("x", "m:lang:uk"),),)),
        Screen("a", ((Button("x"),),)),
        Screen("a", ((Button("x", start="sit_abcdefgh"),),)),
    ]
    assert len({screen.digest for screen in screens}) == len(screens)
    assert Screen("a").digest == Screen("a").digest
    assert screens[2].bare() == Screen("a")
    assert Button("x").disabled
    assert not Button("x", "m:lang:ru").disabled
