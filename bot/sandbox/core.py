"""One running sandbox: the world, what the bot is told, what people see, and the limits between them."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace

from bot.sandbox import view, wire
from bot.sandbox.budgets import Budgets
from bot.sandbox.faults import Faults
from bot.sandbox.feed import Feed
from bot.sandbox.menu import Menu
from bot.sandbox.model import Chat, Message, Object, Query
from bot.sandbox.refusals import RefusedError, Why
from bot.sandbox.schema import Named, bot_api
from bot.sandbox.settings import Settings
from bot.sandbox.stats import Stats
from bot.sandbox.updates import Updates
from bot.sandbox.webhook import Webhook
from bot.sandbox.world import World


class Sandbox:
    """Ties the parts together; every change of the world goes through here, so that nobody misses it."""

    def __init__(self, world: World | None = None, settings: Settings | None = None) -> None:
        self.world = world or World.family()
        self.settings = settings or Settings()
        self.faults = Faults()
        self.feed = Feed()
        self.stats = Stats()
        self.budgets = Budgets(self.settings)
        self.menu = Menu()
        self.updates = Updates(self.world.first_id, self.faults, self.settings.time_scale)
        self.profile: dict[tuple[str, str], str] = {}
        """Name and descriptions of the bot, by field and language."""
        self._answers: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.webhook = Webhook(self.updates, self.settings, self.spawn)

    def age(self, since: float) -> float:
        """Seconds of the limits' time since a moment."""
        return (self.world.clock() - since) * self.settings.time_scale

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Runs something beside the request at hand."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tell(self, kind: str, body: Object, chat: Chat, *, queue: str | None = None) -> int | None:
        """Sends an update to the bot and gives its number; the update must fit the Bot API."""
        bot_api().check(Named("Update"), {"update_id": 0, kind: body})
        self.stats.updates += 1
        return self.updates.add(kind, body, chat=chat.id, queue=queue or f"chat {chat.id}")

    def post(self, message: Message) -> Message:
        """A new message appears in its chat."""
        self.world.put(message)
        self._show("message", message)
        return message

    def revise(self, message: Message) -> Message:
        """A message is changed; only a new text makes it «edited», a new keyboard does not."""
        old = self.world.chats[message.chat].messages[message.key]
        if old.markup != message.markup:
            message = replace(message, edited=self.world.now)
        self.world.put(message)
        self._show("edit", message)
        return message

    def remove(self, message: Message) -> None:
        """A message is gone for everybody."""
        self._show("delete", self.world.put(replace(message, deleted=True)))

    def recall(self) -> None:
        """Who watches from the beginning sees the messages of a world that was there before."""
        for chat in self.world.chats.values():
            for message in chat.messages.values():
                self._show("message", message)

    def world_changed(self) -> None:
        """People, chats or rights are not what they were."""
        self.feed.publish("world")

    def _show(self, kind: str, message: Message) -> None:
        body = view.message(self.world, message)
        self.feed.publish(kind, chat=message.chat, only=message.receiver, message=body)

    def spend(self, chat: Chat, *, receiver: int | None = None) -> None:
        """Counts one send or edit; ephemeral messages have a budget for each receiver.

        Raises:
            RefusedError: when there is no room, with the real seconds to wait.
        """
        now = self.world.clock()
        key = (chat.id, receiver)
        wait = self.budgets.take(key, now, group=not chat.private and receiver is None)
        if wait:
            raise RefusedError(Why.TOO_MANY_REQUESTS, parameters={"retry_after": wait}, seconds=wait)
        (self.stats.writes if receiver is None else self.stats.ephemeral_writes)[chat.id].append(now)

    def ask(self, query: Query, message: Message, data: str) -> int | None:
        """A person taps a callback button: the bot is told."""
        self.world.queries[query.id] = query
        self._answers[query.id] = asyncio.Event()
        chat = self.world.chats[query.chat]
        body = {
            "id": query.id,
            "from": self.world.user(query.person),
            "message": wire.message(self.world, message),
            "chat_instance": str(chat.id),
            "data": data,
        }
        return self.tell("callback_query", body, chat, queue=f"user {query.person}")

    def answer(self, query: Query, answer: Object) -> None:
        """The bot answers a tap: the person sees it."""
        query.answer = answer
        self._answers[query.id].set()
        body = {"person": query.person, "query": query.id, **answer}
        self.feed.publish("answer", chat=query.chat, only=query.person, answer=body)

    async def answered(self, query_id: str) -> Object | None:
        """Waits for the answer to a tap; nothing if there is no such query."""
        if query_id not in self._answers:
            return None
        await self._answers[query_id].wait()
        return self.world.queries[query_id].answer

    def unanswered(self) -> list[str]:
        """Ids of the taps that the bot has left without an answer so far."""
        return [query.id for query in self.world.queries.values() if query.answer is None]

    async def close(self) -> None:
        """Ends what runs beside the requests."""
        await self.webhook.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
