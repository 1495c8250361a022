"""Rows B: groups that move, close, throw the bot out; topics; who speaks there."""

from __future__ import annotations

from random import Random

import pytest

from bot.delivery.mail import Mail
from bot.i18n import tr
from bot.screens.buttons import LobbyVerb, SelfTap, SelfVerb, parse
from bot.storage.clock import RedisClock
from bot.storage.people import RedisPeople
from bot.storage.store import Store
from bot.storage.timers import RedisTimers
from bot.tables.model import Place, Stage
from bot.tables.timing import awaited
from tests.faults.stage import Complaints, all_right, command, heard, said, tell
from tests.support.eventually import eventually
from tests.support.house import House
from tests.support.people import Person, Screen, sees
from tests.support.telegram import bot_at
from tests.telegram.match import Game, is_lobby
from tests.telegram.witness import shown

CHANNEL = {"id": -1009000000001, "type": "channel", "title": "News"}
CHANNEL_BOT = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}


@pytest.fixture
async def small(house: House, trio: tuple[Person, ...]) -> int:
    """A basic group, which may become a supergroup."""
    await house.people.act(do="new_group", title="Small", type="group", members=[p.id for p in trio])
    await house.people.refresh()
    return house.people.group("Small")


@pytest.mark.parametrize("new_first", [False, True])
async def test_B01_everything_follows_a_group_into_a_supergroup(
    house: House, store: Store, small: int, trio: tuple[Person, ...], new_first: bool
) -> None:
    """Table, settings and deadlines move, in either order of the two service messages; nobody is stuck."""
    anna = trio[0]
    people, timers = RedisPeople(store), RedisTimers(store, RedisClock(store))
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    await anna.send(small, "/lang en")
    await game.until(lambda table: table.lang == "en")
    await people.set_chat_rules(small, (await game.state()).rules)
    before = await timers.next_in()
    new = (await house.people.act(do="migrate", chat=small, new_first=new_first))["chat"]
    await game.until(lambda table: table.place == Place(new))
    await heard(house)
    assert await people.chat_lang(new) == "en"
    assert await people.chat_rules(new) == (await game.state()).rules
    assert before is None or await timers.next_in() is not None
    await anna.until(new, sees("Deal 1"))
    await game.step(await game.state())
    await anna.send(new, "/stop")  # the creator of the group: he may
    await game.until(lambda table: table.stage is Stage.FINISHED)


async def test_B03_an_error_that_names_the_new_group_is_followed(
    house: House, store: Store, small: int, trio: tuple[Person, ...]
) -> None:
    """The service messages are late; the edit of the board is refused with the new address."""
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    await all_right(game, store)
    await house.people.arm("late_update", times=2, retry_after=360_000)
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await game.step(await game.state())
    await trio[0].until(new, sees("SHA-256"))
    assert (await game.state()).place == Place(new)
    assert await house.tables.find(Place(new)) == game.table
    await game.step(await game.state())


async def test_B03_a_reply_is_sent_once_more_to_the_new_group(
    house: House, small: int, trio: tuple[Person, ...]
) -> None:
    """A command of the last moment is answered where people are now."""
    await heard(house)
    sandbox = house.server.sandbox
    await house.people.arm("late_update", times=2, retry_after=360_000)
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    old = sandbox.world.chats[small]
    tell(house, small, **{"from": sandbox.world.user(trio[2].id)}, **command("/help"))
    assert old.upgraded_to == new
    await trio[2].until(new, sees("/newgame"))


async def test_B04_a_deleted_group_may_have_moved(
    house: House, small: int, trio: tuple[Person, ...], complaints: Complaints
) -> None:
    """«Deleted» ends no match: when the news of the upgrade comes, the table is there."""
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    await trio[0].until(small, sees("SHA-256"))
    await house.people.act(do="delete_group", chat=small)
    for _ in range(3):
        await game.step(await game.state())
    await heard(house)
    assert (await game.state()).stage is Stage.PLAYING
    house.server.sandbox.world.chats[small].deleted = False
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await trio[0].until(new, sees("SHA-256"))
    await game.step(await game.state())
    assert complaints.errors == []


async def test_a_lobby_that_was_opened_before_the_news_makes_room(
    house: House, store: Store, small: int, trio: tuple[Person, ...]
) -> None:
    game = Game(house, small, trio, Random(2))
    await game.sit_down()
    await all_right(game, store)
    await house.people.arm("late_update", times=2, retry_after=360_000)
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await trio[1].send(new, "/newgame")
    await trio[1].until_button(new, is_lobby(LobbyVerb.SIT))
    await game.step(await game.state())
    await trio[0].until(new, sees("SHA-256"))
    await trio[0].until(
        new, lambda screen: not any(is_lobby(LobbyVerb.SIT)(button) for button in screen.buttons)
    )
    assert await house.tables.find(Place(new)) == game.table


async def test_a_lobby_follows_its_group(house: House, small: int, trio: tuple[Person, ...]) -> None:
    anna = trio[0]
    await anna.send(small, "/newgame")
    await anna.until_button(small, is_lobby(LobbyVerb.SIT))
    new = (await house.people.act(do="migrate", chat=small))["chat"]
    await anna.until_button(new, is_lobby(LobbyVerb.SIT))
    assert await house.tables.find(Place(small)) is None


async def test_B06_clean_up_after_the_kick_hurts_nobody(
    house: House, game: Game, family: int, complaints: Complaints
) -> None:
    """Taking a message or its buttons away is tried, refused with 403 or 400, and no trouble."""
    board = (await game.players[0].until(family, sees("SHA-256"))).key[0]
    await house.people.act(do="kick_bot", chat=family)
    async with bot_at(house.server) as bot:
        mail = Mail(bot, house.people.bot_username)
        for chat, message in ((family, board), (family, 999), (-1009999999999, 1), (game.players[0].id, 1)):
            await mail.remove(chat, message)
            await mail.strip(chat, message)
    await heard(house)
    assert complaints.errors == []
    assert (await game.state()).stage is Stage.PLAYING


async def test_B06_a_game_survives_that_the_bot_is_thrown_out_and_taken_back(
    house: House, game: Game, family: int
) -> None:
    """The match goes on in private, and the board is there again."""
    await house.people.act(do="kick_bot", chat=family)
    for _ in range(3):
        await game.step(await game.state())
    await house.people.act(do="add_bot", chat=family)
    await game.players[0].until(family, lambda screen: screen.last.from_bot and screen.last.buttons)
    await game.step(await game.state())


@pytest.mark.parametrize("lost", [0, 1], ids=["told twice", "told by the service message alone"])
async def test_B07_a_group_founded_with_the_bot_works(
    house: House, trio: tuple[Person, ...], lost: int
) -> None:
    """One welcome at most, and commands work, whichever of the two pieces of news arrives."""
    if lost:
        await house.people.arm("late_update", times=1, retry_after=360_000)
    made = await house.people.act(do="new_group", title="New", type="group", members=[p.id for p in trio])
    anna, group = trio[0], made["chat"]
    await heard(house)
    if not lost:
        await anna.until(group, sees("/newgame"))
    await anna.send(group, "/newgame")
    await anna.until_button(group, is_lobby(LobbyVerb.SIT))
    assert sum("/newgame" in text and "/score" in text for text in said(anna, group)) == 1 - lost


async def forum_of(house: House, trio: tuple[Person, ...]) -> tuple[int, int, int]:
    """A forum and two topics in it."""
    members = [person.id for person in trio]
    forum = (await house.people.act(do="new_group", title="Forum", members=members, forum=True))["chat"]
    one, two = [
        (await house.people.act(do="new_topic", person=trio[0].id, chat=forum, name=name))["thread"]
        for name in ("one", "two")
    ]
    return forum, one, two


def threads(screen: Screen) -> set[int | None]:
    """Where the bot has written, but for its welcome."""
    return {message.thread for message in screen.of_bot()[1:]}


async def play_in(house: House, trio: tuple[Person, ...], forum: int, topic: int | None) -> Game:
    """A match whose lobby was opened there."""
    game = Game(house, forum, trio, Random(1))
    await trio[0].send(forum, "/newgame", thread=topic)
    await game.take_seats()
    return game


async def test_B09_everything_goes_to_the_topic_of_the_table(
    house: House, store: Store, trio: tuple[Person, ...]
) -> None:
    """Lobby, board, replies, hint and result: nothing lands in General."""
    forum, topic, _ = await forum_of(house, trio)
    game = await play_in(house, trio, forum, topic)
    for _ in range(5):
        await game.step(await game.state())
    await trio[0].send(forum, "/score", thread=topic)
    await trio[1].block()
    await trio[0].until(
        forum, lambda screen: any(button.url for m in screen.of_bot() for button in m.buttons)
    )
    await trio[1].unblock()
    await trio[0].send(forum, "/stop", thread=topic)
    await game.until(lambda table: table.stage is Stage.FINISHED)
    await all_right(game, store)
    assert threads(trio[0].screen(forum)) == {topic}
    assert len(said(trio[0], forum)) >= 3


async def test_B10_general_has_no_number_and_nothing_falls_into_a_private_chat(
    house: House, store: Store, trio: tuple[Person, ...]
) -> None:
    """Messages for General go there without a thread; while it is closed, they go nowhere else."""
    forum, _, _ = await forum_of(house, trio)
    game = await play_in(house, trio, forum, None)
    assert (await game.state()).place == Place(forum)
    await all_right(game, store)
    assert threads(trio[0].screen(forum)) == {None}
    refusals = (await house.people.stats())["refusals"]
    assert not [each for each in refusals if "thread" in each["text"]]
    await house.people.act(do="close_topic", person=trio[0].id, chat=forum)
    await trio[0].send(forum, "/table")
    await game.step(await game.state())
    await heard(house)
    for person in trio:
        assert not [text for text in said(person, person.chat) if "SHA-256" in text]
    seen = len(said(trio[0], forum))
    await house.people.act(do="reopen_topic", person=trio[0].id, chat=forum)
    await all_right(game, store)
    await trio[0].until(forum, lambda screen: len(screen.of_bot()) >= seen and screen.last.from_bot)


async def test_B10_a_question_to_one_person_names_no_cards_where_others_read_it(
    store: Store, family: int, game: Game
) -> None:
    """Whoever has closed his private chat is asked in the group whether he is sure; his hand goes nowhere."""
    await all_right(game, store)
    table = await game.state()
    assert table.match is not None
    seat = next(seat for seat in range(3) if seat not in awaited(table.match))
    victim, other = game.players[seat], game.players[(seat + 1) % 3]
    await victim.block()
    await game.until(lambda table: not table.seats[seat].reachable)
    lang = (await game.state()).lang
    await victim.send(family, "/leave")
    await victim.send(family, "/hand")
    asked = await other.until(family, lambda screen: screen.find(tr(lang, "leave-sure")))
    assert shown(asked, lang) == frozenset()
    assert {parse(button.data) for button in asked.buttons} == {
        SelfTap(game.table, SelfVerb.GO), SelfTap(game.table, SelfVerb.STAY),
    }  # fmt: skip
    await other.until(family, sees(tr(lang, "said-open_private")))
    await all_right(game, store)
    hidden = set(table.match.deal.hands[seat]) if table.match.deal else set()
    assert hidden
    for message in other.screen(family).of_bot():
        assert not hidden & shown(message, lang)


async def test_B12_two_topics_are_two_tables(house: House, trio: tuple[Person, ...]) -> None:
    """A command acts on the table of its own topic."""
    forum, one, two = await forum_of(house, trio)
    anna = trio[0]
    await anna.send(anna.chat, "/start")
    for topic in (one, two):
        await anna.send(forum, "/newgame", thread=topic)
    await anna.until(forum, lambda screen: {m.thread for m in screen.of_bot() if m.buttons} == {one, two})
    tables = [await house.tables.find(Place(forum, topic)) for topic in (one, two)]
    assert None not in tables
    assert len(set(tables)) == 2
    await anna.send(forum, "/stop", thread=two)
    await heard(house)
    assert await house.tables.find(Place(forum, one)) == tables[0]
    assert await house.tables.find(Place(forum, two)) is None


async def test_B13_who_speaks_for_a_group_is_seated_by_his_tap_alone(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    """The command comes from the service account, the tap from the person; the account gets no seat."""
    anna = trio[0]
    await anna.send(anna.chat, "/start")
    await house.people.act(do="promote", person=anna.id, chat=family, anonymous=True)
    await anna.send(family, "/newgame")
    sit = await anna.until_button(family, is_lobby(LobbyVerb.SIT))
    table = await house.tables.find(Place(family))
    assert table is not None
    opened = await house.tables.load(table)
    assert opened is not None
    assert opened.seats == ()
    await anna.tap(family, sit)
    await anna.until(family, sees("Anna"))
    await anna.send(family, "/stop")  # in the group's own name: an admin's right
    await anna.until(family, lambda screen: not any(is_lobby(LobbyVerb.SIT)(b) for b in screen.buttons))


async def test_B13_a_channel_has_no_rights_and_no_seat(house: House, game: Game, family: int) -> None:
    """Another channel's words stop no match, and its account is nobody's admin."""
    for text in ("/stop", "/newgame", "/lang en", "/hand", "/settings clock 30"):
        tell(house, family, **{"from": CHANNEL_BOT}, sender_chat=CHANNEL, **command(text))
    await heard(house)
    table = await game.state()
    assert table.stage is Stage.PLAYING
    assert table.votes == ()
    assert table.lang == "ru"
    assert CHANNEL_BOT["id"] not in {sitter.person for sitter in table.seats}


@pytest.mark.parametrize("text", ["/help@{}", "/HELP@{}", "/Help"])
async def test_B15_a_command_is_known_by_any_spelling(
    house: House, family: int, trio: tuple[Person, ...], text: str
) -> None:
    """With our name in any case, or without it."""
    name = house.people.bot_username
    await trio[0].send(family, text.format(name.upper() if "HELP" in text else name))
    await trio[0].until(family, sees("1000"))


async def test_B16_other_bots_commands_stay_unanswered(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    """So do unknown ones, in groups, even where the bot reads everything."""
    await house.people.act(do="promote_bot", chat=family)
    for text in ("/newgame@other_bot", "/unknown", "/help@some_other_bot now", "/", "/weather@x_bot"):
        await trio[0].send(family, text)
    await heard(house)
    assert said(trio[0], family) == []
    assert await house.tables.find(Place(family)) is None


async def test_B18_play_needs_no_reply_keyboard(house: House, game: Game) -> None:
    """From the lobby to the end of a trick every button is an inline one."""
    for _ in range(12):
        await game.step(await game.state())
    chats = house.server.sandbox.world.chats.values()
    assert not [message for chat in chats for message in chat.messages.values() if message.frozen_markup]


async def test_B19_a_long_gone_keyboard_is_only_words(
    house: House, store: Store, game: Game, family: int
) -> None:
    """Its taps are ordinary messages: they cost nothing and change nothing, in the group and in private."""
    await all_right(game, store)
    before = await game.state()
    anna = game.players[0]
    count = len(said(anna, family)), len(said(anna, anna.chat))
    for text in ("Pass", "♠️ A", "100", "Мои карты"):
        await anna.send(family, text)
        await anna.send(anna.chat, text)
    await heard(house)
    assert (len(said(anna, family)), len(said(anna, anna.chat))) == count
    assert (await game.state()).turn == before.turn


# What admins forbid


async def test_a_quiet_group_gets_the_newest_when_it_takes_messages_again(
    house: House, store: Store, game: Game, family: int, complaints: Complaints
) -> None:
    """Nobody tells the bot that it may write again; the next message that is taken brings the rest."""
    await house.people.act(do="quiet", chat=family)
    for _ in range(4):
        await game.step(await game.state())
    await game.players[0].send(family, "/table")
    await heard(house)
    await house.people.act(do="quiet", chat=family, on=False)
    await game.players[0].send(family, "/table")
    await all_right(game, store)
    assert complaints.errors == []


async def test_a_restricted_bot_hears_that_it_may_write(
    house: House, store: Store, game: Game, family: int
) -> None:
    await house.people.act(do="restrict_bot", chat=family)
    await game.players[0].send(family, "/table")
    await heard(house)
    await game.step(await game.state())
    await house.people.act(do="add_bot", chat=family)
    await all_right(game, store)
    await game.players[0].until(family, lambda screen: screen.last.from_bot and screen.last.buttons)


async def test_slow_mode_delays_the_group_alone(house: House, store: Store, game: Game, family: int) -> None:
    """Hands and answers come as ever; the group's own messages come when slow mode lets them."""
    await all_right(game, store)
    await house.people.act(do="slow_mode", chat=family, seconds=200)  # two seconds of ours
    for _ in range(3):
        await game.players[0].send(family, "/table")
        await game.step(await game.state())
    await all_right(game, store)
    stats = await house.people.stats()
    assert stats["unanswered"] == []
    await game.step(await game.state())


async def test_a_closed_topic_is_written_to_when_it_opens(
    house: House, store: Store, trio: tuple[Person, ...]
) -> None:
    forum, topic, _ = await forum_of(house, trio)
    game = await play_in(house, trio, forum, topic)
    await all_right(game, store)
    await house.people.act(do="close_topic", person=trio[0].id, chat=forum, thread=topic)
    await trio[0].send(forum, "/table", thread=topic)
    for _ in range(3):
        await game.step(await game.state())
    await heard(house)
    await house.people.act(do="reopen_topic", person=trio[0].id, chat=forum, thread=topic)
    await all_right(game, store)
    assert threads(trio[0].screen(forum)) == {topic}


async def test_a_reply_that_may_not_be_sent_is_dropped_in_silence(house: House, family: int) -> None:
    """Words that are no state: nobody is asked twice, nobody is bothered elsewhere."""
    await house.people.act(do="quiet", chat=family)
    (anna,) = house.people.named("Anna")
    await anna.send(family, "/help")

    async def refused() -> bool:
        return bool((await house.people.stats())["refusals"])

    await eventually(refused)
    assert said(anna, anna.chat) == []
