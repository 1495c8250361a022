"""The screen loop against a strict Bot API server and a real Valkey."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
from aiogram import Bot
from aiogram.methods.base import TelegramMethod

from bot.delivery.bell import Bell
from bot.delivery.delivery import Delivery
from bot.delivery.mail import Mail
from bot.delivery.pace import Pace
from bot.delivery.ports import Mark, Ring
from bot.screens.model import Button, Screen, Toast
from bot.storage.budgets import Rates, RedisBudgets
from bot.storage.clock import RedisClock
from bot.storage.leases import ALONE, AllShards, Leases
from bot.storage.screens import RedisScreens
from bot.storage.store import Store
from bot.storage.tables import RedisTables
from bot.tables.model import Notice, NoticeKind, Place, Sitter, Slot, SlotKind, Stage, Table, TableId
from bot.tables.ports import Answer, Change, Committed
from bot.tables.said import Said
from engine.state import MatchState, Phase
from tests.support.eventually import eventually
from tests.support.people import People
from tests.support.tables import ANNA, TABLE, Game, waiting
from tests.tables.test_moves import play_to

BOARD = Slot(SlotKind.BOARD)
HAND = Slot(SlotKind.HAND, 1001)
VOTE = Slot(SlotKind.VOTE)
QUICK = Pace(scan=0.2, retries=(0.05, 0.1), trick=3600, between=3600, farewell=2)
OTHER = TableId("zzzzzzzz")


class Room:
    """One table, its delivery, and the words its screens show."""

    def __init__(
        self,
        bot: Bot,
        store: Store,
        place: Place,
        leases: AllShards | Leases = ALONE,
        send: Callable[[Ring], None] = lambda _: None,
    ) -> None:
        clock = RedisClock(store)
        self.tables = RedisTables(store, clock)
        self.leases = leases
        self.screens = RedisScreens(store, leases)
        self.budgets = RedisBudgets(store, Rates.of(time_scale=60))
        self.bell = Bell(leases, send)
        self.mail = Mail(bot, "thousand_sandbox_bot")
        self.place = place
        self.words: dict[Slot, str | None] = {}
        self.closed: list[int] = []
        self.versions: dict[TableId, int] = {}
        self.epochs: dict[Slot, int] = {}
        self.start()

    def start(self, pace: Pace = QUICK) -> None:
        self.delivery = Delivery(
            self,
            leases=self.leases,
            screens=self.screens,
            budgets=self.budgets,
            mail=self.mail,
            bell=self.bell,
            render=self.render,
            word=lambda _table, notice: Screen(f"notice {notice.first}", ((Button("b", "m:x"),),)),
            pace=pace,
        )
        self.loop = asyncio.create_task(self.delivery.run())

    async def stop(self) -> None:
        await self.delivery.close()
        await self.loop

    async def table(self, table: TableId) -> Table | None:
        return await self.tables.load(table)

    async def unreachable(self, _: TableId, person: int) -> None:
        self.closed.append(person)

    async def moved(self, old: int, new: int, update: int) -> None:
        """Another table is at the new place: this one stays where it was."""

    def render(self, _: Table, slot: Slot, page: int) -> Screen | None:
        text = self.words.get(slot)
        return None if text is None else Screen(f"{text} p{page}" if page else text, ((Button("b", "m:x"),),))

    async def show(
        self,
        words: dict[Slot, str | None],
        *notices: Notice,
        anew: bool = False,
        seat: Sitter = ANNA,
        match: MatchState | None = None,
    ) -> None:
        """A commit after which the slots show these words."""
        self.words.update(words)
        for slot, text in words.items():
            if text is None:
                self.epochs.pop(slot, None)
            else:
                self.epochs[slot] = self.epochs.get(slot, 0) + (anew or slot not in self.epochs)
        version = self.versions.get(TABLE, 0)
        stage = Stage.PLAYING if match else Stage.LOBBY
        bare = waiting(TABLE, self.place, (seat,), version)
        table = replace(bare, epochs=dict(self.epochs), match=match, stage=stage)
        change = Change(table, Answer(Said.OK), dirty=frozenset(words), notices=notices)
        write = self.tables.commit if version else self.tables.create
        assert isinstance(await write(change, 0), Committed)
        self.versions[TABLE] = version + 1
        self.bell.ring(TABLE)

    async def settled(self) -> None:
        """Nothing is marked any more, and nothing is on its way."""

        async def clean() -> bool:
            return not await self.screens.marked(1) and self.delivery.idle

        await eventually(clean)


@pytest.fixture
async def room(bot: Bot, store: Store, people: People) -> AsyncIterator[Room]:
    made = Room(bot, store, Place(people.group()))
    yield made
    await made.stop()


@pytest.fixture
async def opened(people: People) -> None:
    """Anna's private chat is open."""
    (anna,) = people.named("Anna")
    await anna.send(anna.chat, "/start")


async def shows(people: People, chat: int, *texts: str) -> None:
    """The bot's messages in a chat are these."""
    (anna,) = people.named("Anna")
    await anna.until(chat, lambda screen: [message.text for message in screen.of_bot()] == [*texts])


async def test_a_screen_is_sent_once_and_then_edited(room: Room, people: People) -> None:
    await room.show({BOARD: "one"})
    await room.settled()
    await room.show({BOARD: "two"})
    await room.settled()
    await shows(people, people.group(), "two")
    calls = (await people.stats())["calls"]
    assert (calls["sendMessage"], calls["editMessageText"]) == (1, 1)


async def test_an_equal_render_is_not_sent(room: Room, people: People) -> None:
    for _ in range(3):
        await room.show({BOARD: "same"})
        await room.settled()
    stats = await people.stats()
    assert stats["calls"] == {"sendMessage": 1}
    assert stats["not_modified"] == 0


async def test_many_commits_are_few_writes_and_the_newest_wins(room: Room, people: People) -> None:
    for number in range(40):
        await room.show({BOARD: f"move {number}"})
    await room.settled()
    await shows(people, people.group(), "move 39")
    stats = await people.stats()
    assert stats["too_many_requests"] == 0
    assert sum(stats["calls"].values()) < 40


def in_a_trick() -> MatchState:
    """A match in which one card lies on the table."""
    game = Game()
    game.start()
    play_to(game, Phase.PLAY)
    game.step()
    assert game.table.match is not None
    return game.table.match


async def test_a_board_waits_for_the_rest_of_a_trick(room: Room, people: People) -> None:
    """Three cards in quick succession are one edit (fault A02); nothing else in the group waits for it."""
    match = in_a_trick()
    await room.show({BOARD: "no card"})
    await room.settled()
    await room.show({BOARD: "one card"}, match=match)
    await room.show({VOTE: "a vote"}, match=match)
    await shows(people, people.group(), "no card", "a vote")
    assert Mark(TABLE, BOARD) in await room.screens.marked(9)
    await room.show({BOARD: "the whole trick"})
    await room.settled()
    await shows(people, people.group(), "the whole trick", "a vote")
    assert (await people.stats())["calls"]["editMessageText"] == 1


@pytest.mark.usefixtures("opened")
async def test_a_hand_waits_between_two_deals(room: Room, people: People) -> None:
    """Whoever deals on at once spares everybody an edit."""
    game = Game()
    game.start()
    play_to(game, Phase.OVER)
    await room.show({HAND: "last card"})
    await room.settled()
    await room.show({HAND: "over"}, match=game.table.match)
    await room.show({BOARD: "board"}, match=game.table.match)
    await shows(people, people.group(), "board")
    assert Mark(TABLE, HAND) in await room.screens.marked(9)
    await room.show({HAND: "new cards"}, match=in_a_trick())
    await room.settled()
    await shows(people, 1001, "new cards")
    assert (await people.stats())["calls"]["editMessageText"] == 1


async def test_a_board_that_was_drawn_long_ago_shows_each_card(room: Room, people: People) -> None:
    await room.show({BOARD: "no card"})
    await room.settled()
    await room.stop()
    room.start(Pace(scan=0.2, trick=0))
    await room.show({BOARD: "one card"}, match=in_a_trick())
    await room.settled()
    await shows(people, people.group(), "one card")


async def test_what_happened_is_told_before_the_next_board(
    room: Room, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Budgets may hold a board back until the next deal has begun: the result is not to come below it."""
    await room.show({BOARD: "deal 1"})
    await room.settled()
    await room.budgets.hold(room.place.chat, 0.5)
    waits, take = asyncio.Event(), room.budgets.take

    async def asked(chat: int, *, words: bool = False) -> float:
        wait = await take(chat, words=words)
        waits.set()
        return wait

    monkeypatch.setattr(room.budgets, "take", asked)
    await room.show({BOARD: "the last card"})
    await waits.wait()
    await room.show({BOARD: "deal 2"}, Notice(NoticeKind.DEAL_RESULT, first=1), anew=True)
    await room.settled()
    await shows(people, people.group(), "notice 1", "deal 2")


@pytest.mark.usefixtures("opened")
async def test_a_new_epoch_sends_anew_and_takes_the_old_message_away(room: Room, people: People) -> None:
    await room.show({HAND: "old hand"})
    await room.settled()
    await room.show({HAND: "fresh hand"}, anew=True)
    await room.settled()
    await shows(people, 1001, "fresh hand")


async def test_the_board_of_an_earlier_deal_stays_without_buttons(room: Room, people: People) -> None:
    await room.show({BOARD: "deal 1"})
    await room.settled()
    handle = await room.screens.handle(TABLE, BOARD)
    assert handle is not None
    await room.screens.keep(TABLE, BOARD, replace(handle, deal=7))
    await room.show({BOARD: "deal 2"}, anew=True)
    await room.settled()
    (anna,) = people.named("Anna")
    await anna.until(
        people.group(),
        lambda screen: [(m.text, len(m.buttons)) for m in screen.of_bot()] == [("deal 1", 0), ("deal 2", 1)],
    )


async def test_the_result_of_an_earlier_deal_loses_its_buttons_when_the_budget_allows(
    room: Room, people: People
) -> None:
    """Whatever words of the moment cost: its mark stays until there is room."""
    group = people.group()
    await room.show({BOARD: "deal 1"})
    await room.settled()
    await room.show({}, Notice(NoticeKind.DEAL_RESULT, first=1))
    await room.settled()
    handle = await room.screens.handle(TABLE, BOARD)
    assert handle is not None
    await room.screens.keep(TABLE, BOARD, replace(handle, deal=7))
    while not await room.budgets.take(group, words=True):
        pass
    await room.show({BOARD: "deal 2"}, anew=True)
    await room.settled()
    (anna,) = people.named("Anna")
    await anna.until(
        group,
        lambda screen: (
            [(m.text, len(m.buttons)) for m in screen.of_bot()]
            == [("deal 1", 0), ("notice 1", 0), ("deal 2", 1)]
        ),
    )


@pytest.mark.usefixtures("opened")
async def test_a_screen_that_is_over_is_taken_away(room: Room, people: People) -> None:
    await room.show({HAND: "hand"})
    await room.settled()
    await room.show({HAND: None})
    await room.settled()
    await shows(people, 1001)
    assert await room.screens.handle(TABLE, HAND) is None


@pytest.mark.parametrize("fault", ["too_many_requests", "server_error"])
async def test_a_screen_that_could_not_be_taken_away_goes_later(
    room: Room, people: People, fault: str
) -> None:
    await room.show({VOTE: "a vote"})
    await room.settled()
    await people.arm(fault, method="deleteMessage")
    await room.show({VOTE: None})
    await room.settled()
    await shows(people, people.group())
    assert await room.screens.handle(TABLE, VOTE) is None


async def test_a_message_that_is_gone_is_sent_anew(room: Room, people: People) -> None:
    (anna,) = people.named("Anna")
    await room.show({BOARD: "one"})
    await room.settled()
    message = anna.screen(people.group()).of_bot()[0].key[0]
    await people.act(do="delete_message", chat=people.group(), message_id=message)
    await room.show({BOARD: "two"})
    await room.settled()
    await shows(people, people.group(), "two")


async def test_not_modified_is_a_success(room: Room, people: People) -> None:
    await room.show({BOARD: "one"})
    await room.settled()
    handle = await room.screens.handle(TABLE, BOARD)
    assert handle is not None
    # The process died after the edit and before it noted what Telegram has.
    await room.screens.keep(TABLE, BOARD, replace(handle, digest=""))
    await room.show({BOARD: "one"})
    await room.settled()
    assert (await people.stats())["not_modified"] == 1
    assert (await room.screens.handle(TABLE, BOARD)) == handle


@pytest.mark.parametrize("fault", ["server_error", "bad_gateway_html", "cut_before", "too_many_requests"])
async def test_trouble_delays_a_screen_and_loses_nothing(room: Room, people: People, fault: str) -> None:
    await people.arm(fault, times=2, method="sendMessage")
    await room.show({BOARD: "one"})
    await room.settled()
    await shows(people, people.group(), "one")


async def test_a_cut_after_the_effect_of_an_edit_is_no_second_edit(room: Room, people: People) -> None:
    await room.show({BOARD: "one"})
    await room.settled()
    await people.arm("cut_after_effect", times=1, method="editMessageText")
    await room.show({BOARD: "two"})
    await room.settled()
    await shows(people, people.group(), "two")
    assert (await people.stats())["not_modified"] == 1


@pytest.mark.usefixtures("opened")
async def test_a_held_chat_delays_no_other(room: Room, people: People) -> None:
    await people.arm("too_many_requests", times=1, method="sendMessage", chat=people.group(), retry_after=3)
    (anna,) = people.named("Anna")
    await room.show({BOARD: "board", HAND: "hand"})
    await anna.until(anna.chat, lambda screen: screen.find("hand"))
    await shows(people, people.group())
    await room.settled()
    await shows(people, people.group(), "board")


async def test_a_closed_private_chat_is_told_to_the_table(room: Room, people: People) -> None:
    await room.show({HAND: "hand", BOARD: "board"})
    await room.settled()
    assert set(room.closed) == {1001}
    await shows(people, people.group(), "board")


async def test_nothing_is_tried_where_a_person_is_unreachable(room: Room, people: People) -> None:
    await room.show({HAND: "hand"}, seat=replace(ANNA, reachable=False))
    await room.settled()
    assert (await people.stats())["calls"] == {}


async def test_notices_come_in_order_and_once(room: Room, people: People) -> None:
    hints = [Notice(NoticeKind.DECKS, first=number) for number in range(3)]
    await room.show({BOARD: "board"}, *hints)
    await room.settled()
    await shows(people, people.group(), "notice 0", "notice 1", "notice 2", "board")
    assert await room.screens.notices(TABLE) == ()


async def test_trouble_in_the_middle_keeps_the_order_of_notices(room: Room, people: People) -> None:
    await people.arm("server_error", times=3, method="sendMessage")
    await room.show({}, *[Notice(NoticeKind.DECKS, first=number) for number in range(3)])
    await room.settled()
    await shows(people, people.group(), "notice 0", "notice 1", "notice 2")


async def test_after_a_kill_the_marks_are_found_again(room: Room, people: People) -> None:
    await people.arm("too_many_requests", times=1, method="sendMessage", retry_after=2)
    await room.show({BOARD: "board"})

    async def refused() -> bool:
        return bool((await people.stats())["too_many_requests"])

    await eventually(refused)
    await room.stop()
    room.start()
    await room.settled()
    await shows(people, people.group(), "board")


async def test_an_unparsable_text_goes_out_plain_once(room: Room, people: People) -> None:
    await room.show({BOARD: "<b>Anna & <i>Vera"})
    await room.settled()
    await shows(people, people.group(), "Anna & Vera")
    await room.show({BOARD: "<b>next"})
    await room.settled()
    await shows(people, people.group(), "next")


async def test_what_telegram_will_never_take_is_given_up(room: Room, people: People) -> None:
    await room.show({BOARD: "x" * 5000})
    await room.settled()
    calls = (await people.stats())["calls"]["sendMessage"]
    await room.show({BOARD: "short"})
    await room.settled()
    await shows(people, people.group(), "short")
    assert calls <= 2  # the bell and the scan may both have found the mark


@pytest.mark.usefixtures("opened")
async def test_a_page_is_shown_until_the_turn_is_over(room: Room, people: People) -> None:
    (anna,) = people.named("Anna")
    await room.show({HAND: "hand"})
    await room.settled()
    table = await room.tables.load(TABLE)
    assert table is not None
    await room.delivery.turn_page(table, 1001, 2)
    await anna.until(anna.chat, lambda screen: screen.find("hand p2"))
    await room.delivery.turn_page(replace(table, turn=99), 1001, 3)
    await shows(people, 1001, "hand")


@pytest.mark.usefixtures("opened")
async def test_a_duplicate_is_taken_away_when_somebody_taps_it(room: Room, people: People) -> None:
    await room.show({HAND: "hand"})
    await room.settled()
    stray = await room.mail.send(1001, Screen("hand"))
    await room.delivery.tidy(TABLE, 1001, stray)
    await shows(people, 1001, "hand")
    handle = await room.screens.handle(TABLE, HAND)
    assert handle is not None
    await room.delivery.tidy(TABLE, 1001, handle.message)
    await shows(people, 1001, "hand")


async def test_a_table_that_is_gone_leaves_no_mark(room: Room) -> None:
    await room.screens.mark(Mark(OTHER, BOARD))
    room.bell.ring(OTHER)
    await room.settled()
    assert await room.screens.handle(OTHER, BOARD) is None


async def test_a_table_that_cannot_follow_its_group_gives_up(bot: Bot, store: Store, people: People) -> None:
    made = await people.act(do="new_group", title="Small", type="group", members=[1001])
    room = Room(bot, store, Place(made["chat"]))
    await people.act(do="migrate", chat=made["chat"])
    await room.show({BOARD: "one"})
    await room.settled()
    await room.stop()
    assert (await people.stats())["calls"]["sendMessage"] <= 2


async def test_what_a_table_still_had_to_say_follows_its_group(
    bot: Bot, store: Store, people: People
) -> None:
    """A match that is over stays where it was: its result and decks are told where people are now."""
    made = await people.act(do="new_group", title="Small", type="group", members=[1001])
    room = Room(bot, store, Place(made["chat"]))
    new = (await people.act(do="migrate", chat=made["chat"]))["chat"]
    await room.show({}, Notice(NoticeKind.MATCH_RESULT, first=1), Notice(NoticeKind.DECKS, first=2))
    await room.settled()
    await shows(people, new, "notice 1", "notice 2")
    assert await room.screens.notices(TABLE) == ()
    await room.stop()


async def test_a_message_that_is_taken_is_a_sign_after_a_restart_too(room: Room, people: People) -> None:
    """Nobody tells the bot that it may write into a group again."""
    group = people.group()
    await room.screens.shut(group, OTHER)
    await room.show({BOARD: "board"})
    await room.settled()
    assert await room.screens.shut_out(group) == ()


async def test_another_topic_is_no_sign_that_this_one_is_open(room: Room, people: People) -> None:
    group = people.group()
    await people.act(do="quiet", chat=group)
    await room.show({BOARD: "board"})
    await room.settled()
    await room.delivery.reopened(group, only=Place(group, 5))
    assert await room.screens.shut_out(group) == (TABLE,)
    assert await room.screens.marked(1) == ()


async def test_a_group_that_takes_the_bot_back_reads_the_newest_result_and_the_end(
    room: Room, people: People
) -> None:
    """B05: sixty deals may have ended meanwhile; nobody wants sixty messages."""
    group = people.group()
    await people.act(do="kick_bot", chat=group)
    results = [Notice(NoticeKind.DEAL_RESULT, first=number) for number in range(58)]
    await room.show({BOARD: "board"}, *results)
    await room.settled()
    await room.show({}, Notice(NoticeKind.MATCH_RESULT, first=100), Notice(NoticeKind.DECKS, first=101))
    await room.settled()
    await people.act(do="add_bot", chat=group)
    await room.delivery.reopened(group)
    await room.settled()
    await shows(people, group, "notice 57", "notice 100", "notice 101", "board")
    assert await room.screens.notices(TABLE) == ()
    assert await room.screens.shut_out(group) == ()


@pytest.mark.parametrize(
    ("fault", "times"), [("too_many_requests", 2), ("server_error", 3), ("bad_gateway_html", 2)]
)
async def test_an_answer_to_a_tap_gets_through_trouble(
    room: Room, people: People, fault: str, times: int
) -> None:
    (anna,) = people.named("Anna")
    await room.show({BOARD: "board"})
    button = await anna.until_button(people.group(), lambda button: button.data == "m:x")
    await people.arm(fault, times=times, method="answerCallbackQuery", retry_after=1)
    query = await anna.press(button)
    await room.mail.answer(query, Toast("words"))
    assert (await anna.answer_to(query)).text == "words"


async def test_an_answer_is_not_given_when_no_finger_waits_for_it(room: Room, people: People) -> None:
    await people.arm("too_many_requests", times=1, method="answerCallbackQuery", retry_after=60)
    await room.mail.answer("77", Toast("words"))
    assert (await people.stats())["calls"]["answerCallbackQuery"] == 1


@pytest.mark.usefixtures("opened")
async def test_what_is_on_its_way_arrives_before_the_end(room: Room, people: People, bot: Bot) -> None:
    """Shutdown finishes what is in hand: two sends that Telegram holds up arrive, and are known to us."""
    real, held, release = bot.session.make_request, [], asyncio.Event()

    async def slow(bot: Bot, method: TelegramMethod[Any], **how: int | None) -> object:
        held.append(method)
        await release.wait()
        return await real(bot, method, **how)

    async def both_fly() -> bool:
        return len(held) == 2

    bot.session.make_request = slow  # type: ignore[method-assign, assignment]  # a slow Telegram
    await room.show({BOARD: "board", HAND: "hand"})
    await eventually(both_fly)
    closing = asyncio.create_task(room.stop())
    await asyncio.sleep(0)
    release.set()
    await closing
    await shows(people, people.group(), "board")
    await shows(people, 1001, "hand")
    room.start()
    await room.settled()
    assert len(held) == 2, "nothing is sent again"
