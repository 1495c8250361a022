"""People in the sandbox, for tests that play through the screen: they see, tap and wait as people do.

    async with serve() as server, meet(server.url) as people:
        anna, bohdan, vera = people.named("Anna", "Bohdan", "Vera")
        family = people.group("Family")

        await anna.send(family, "/newgame")
        await bohdan.until(family, sees("Anna"))       # a message with that text is on his screen
        answer = await bohdan.tap(family, "Sit down")  # newest visible live button; waits for the answer
        if answer.url:
            await bohdan.open(answer.url)              # follows the deep link, as a client does
        await bohdan.until(bohdan.chat, lambda screen: screen.buttons)
        await bohdan.tap(bohdan.chat, lambda button: button.data.startswith("m:"))

A chat is its number; a person's private chat with the bot is `person.chat`. `person.screen(chat)` is what
they see at this moment: no message that is deleted or meant for somebody else. Nothing here sleeps: `until`
wakes on every live event and fails with a picture of the screen after `within` seconds. `press` taps without
waiting for the answer, for people who tap at once; `answer_to` waits for it later.

`people.stats()` gives the sandbox's counters, `people.arm("cut_after_effect", times=2)` switches a fault on,
`people.act(do="migrate", chat=…)` does anything else of the control API.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Self, TypeVar

import aiohttp

from tests.support.screen import Answer, Button, Key, Message, Screen, Wanted, sees

__all__ = ["ActError", "Answer", "Button", "Message", "People", "Person", "Screen", "sees"]

T = TypeVar("T")
TIMEOUT = 20.0
"""Seconds after which a wait fails; generous, since machines are slow and no figure is read from it."""


class ActError(AssertionError):
    """The sandbox says that a person can't do that."""


class Live:
    """A mirror of the sandbox, fed by its live events."""

    def __init__(self) -> None:
        self._messages: dict[int, dict[Key, Message]] = {}
        self._changed = asyncio.Event()
        self.answers: dict[str, Answer] = {}
        self.seq = 0

    def apply(self, event: Mapping[str, Any]) -> None:
        """Takes one event in."""
        self.seq = event["seq"]
        if event["type"] in {"message", "edit"}:
            message = Message.read(event["message"])
            self._messages.setdefault(message.chat, {})[message.key] = message
        elif event["type"] == "delete":
            message = Message.read(event["message"])
            self._messages[message.chat].pop(message.key, None)
        elif event["type"] == "answer":
            body = event["answer"]
            self.answers[body["query"]] = Answer(body["text"], body["alert"], body["url"])
        self._changed.set()
        self._changed = asyncio.Event()

    def screen(self, chat: int, viewer: int) -> Screen:
        """What a person sees in a chat."""
        seen = [m for m in self._messages.get(chat, {}).values() if m.ephemeral_for in {None, viewer}]
        replaced = {m.replaces for m in seen if m.replaces is not None}
        return Screen(tuple(m for m in seen if m.key[0] not in replaced))

    async def until(self, condition: Callable[[], T | None], within: float, failure: Callable[[], str]) -> T:
        """Waits for a condition to give something true."""
        try:
            async with asyncio.timeout(within):
                while True:
                    changed = self._changed
                    if value := condition():
                        return value
                    await changed.wait()
        except TimeoutError:
            raise AssertionError(failure()) from None


class Person:
    """Somebody in the sandbox."""

    def __init__(self, people: "People", body: Mapping[str, Any]) -> None:
        self._people = people
        self.id: int = body["id"]
        self.name: str = body["name"]
        self.language: str = body["language"]

    def __repr__(self) -> str:
        return f"Person({self.name})"

    @property
    def chat(self) -> int:
        """Their private chat with the bot."""
        return self.id

    def screen(self, chat: int) -> Screen:
        """What they see in a chat now."""
        return self._people.live.screen(chat, self.id)

    def messages(self, chat: int) -> tuple[Message, ...]:
        """The messages that they see in a chat now, oldest first."""
        return self.screen(chat).messages

    async def send(
        self, chat: int, text: str, *, thread: int | None = None, reply_to: int | None = None
    ) -> Message:
        """Writes a message or a command."""
        done = await self._act("send", chat=chat, text=text, thread=thread, reply_to=reply_to)
        return Message.read(done["message"])

    async def open(self, url: str) -> Message:
        """Follows a link to the bot (`t.me/<bot>?start=…`); the client sends /start."""
        done = await self._act("open", url=url)
        return Message.read(done["message"])

    def button(self, chat: int, wanted: Wanted) -> Button:
        """The newest live button that they see with this text (or a part of it), or that a predicate takes.

        Raises:
            LookupError: they see none; the message shows the screen.
        """
        screen = self.screen(chat)
        if callable(wanted):
            found = [button for button in screen.buttons if wanted(button)]
        else:
            exact = [button for button in screen.buttons if button.text == wanted]
            found = exact or [button for button in screen.buttons if wanted in button.text]
        if not found:
            raise LookupError(f"{self.name} sees no button {wanted!r} in chat {chat}:\n{screen}")
        return found[0]

    async def press(self, button: Button) -> str:
        """Taps a button and gives the query's id without waiting for its answer.

        Raises:
            ActError: the button is not there any more.
        """
        number, ephemeral = button.message
        done = await self._act(
            "tap",
            chat=button.chat,
            message_id=number,
            ephemeral_id=ephemeral,
            row=button.row,
            column=button.column,
        )
        return str(done["query"])

    async def answer_to(self, query: str, within: float = TIMEOUT) -> Answer:
        """Waits for the answer to a tap."""
        live = self._people.live
        return await live.until(
            lambda: live.answers.get(query), within, lambda: f"{self.name}'s tap {query} was never answered"
        )

    async def tap(self, chat: int, wanted: Wanted | Button, within: float = TIMEOUT) -> Answer:
        """Taps a visible live button and waits for the answer.

        Raises:
            LookupError: they see no such button.
        """
        button = wanted if isinstance(wanted, Button) else self.button(chat, wanted)
        return await self.answer_to(await self.press(button), within)

    async def until(self, chat: int, condition: Callable[[Screen], T | None], within: float = TIMEOUT) -> T:
        """Waits until a condition on what they see in a chat gives something true, and gives it back."""
        return await self._people.live.until(
            lambda: condition(self.screen(chat)),
            within,
            lambda: f"{self.name} waited in vain; chat {chat} shows\n{self.screen(chat)}",
        )

    async def until_button(self, chat: int, wanted: Wanted, within: float = TIMEOUT) -> Button:
        """Waits until they see such a live button."""

        def found(_: Screen) -> Button | None:
            try:
                return self.button(chat, wanted)
            except LookupError:
                return None

        return await self.until(chat, found, within)

    async def block(self) -> None:
        """Blocks the bot."""
        await self._act("block")

    async def unblock(self) -> None:
        """Takes the block back."""
        await self._act("unblock")

    async def _act(self, do: str, **body: object) -> dict[str, Any]:
        given = {name: value for name, value in body.items() if value is not None}
        return await self._people.act(do=do, person=self.id, **given)


class People:
    """Everybody in one sandbox, and a live view of it."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._session = session
        self._socket = socket
        self._reader = asyncio.create_task(self._read())
        self._known: dict[str, Person] = {}
        self._groups: dict[str, int] = {}
        self.live = Live()
        self.bot_username = ""

    @classmethod
    async def connect(cls, url: str) -> Self:
        """Meets the people of the sandbox at an address."""
        session = aiohttp.ClientSession(url)
        people = cls(session, await session.ws_connect("/sandbox/live?since=0"))
        await people.refresh()
        return people

    async def refresh(self) -> None:
        """Reads again who and which chats there are."""
        world = await self._get("/sandbox/world")
        self.bot_username = world["bot"]["username"]
        self._known = {body["name"]: Person(self, body) for body in world["people"]}
        self._groups = {c["title"]: c["id"] for c in world["chats"] if c["type"] != "private"}
        await self.live.until(
            lambda: self.live.seq >= world["seq"], TIMEOUT, lambda: "the live feed does not catch up"
        )

    def named(self, *names: str) -> tuple[Person, ...]:
        """People by name, in the order asked."""
        return tuple(self._known[name] for name in names)

    def group(self, title: str = "Family") -> int:
        """The number of a group by its title."""
        return self._groups[title]

    async def add(self, name: str, language: str, *groups: int) -> Person:
        """Somebody new, in some groups."""
        done = await self.act(do="add_person", name=name, language=language)
        for group in groups:
            await self.act(do="join", person=done["person"], chat=group)
        await self.refresh()
        return self._known[name]

    async def act(self, **body: object) -> dict[str, Any]:
        """Any act of the control API.

        Raises:
            ActError: the sandbox refused, and says why.
        """
        async with self._session.post("/sandbox/act", json=body) as response:
            done: dict[str, Any] = await response.json()
        if not done["ok"]:
            raise ActError(f"{body}: {done['error']}")
        return done

    async def stats(self) -> dict[str, Any]:
        """The sandbox's counters."""
        return await self._get("/sandbox/stats")

    async def reset_stats(self) -> None:
        """Sets the counters to nothing."""
        async with self._session.post("/sandbox/stats/reset"):
            pass

    async def arm(self, name: str, times: int = 1, **rest: object) -> None:
        """Switches a fault on for a number of times."""
        async with self._session.post(
            "/sandbox/faults", json={"name": name, "times": times, **rest}
        ) as response:
            done = await response.json()
        if not done["ok"]:
            raise ActError(done["error"])

    async def file(self, message: Message) -> bytes:
        """What is in the file of a message, as somebody saves it."""
        assert message.document is not None
        async with self._session.get(message.document["url"]) as response:
            return await response.read()

    async def close(self) -> None:
        """Stops watching."""
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        await self._socket.close()
        await self._session.close()

    async def _get(self, path: str) -> dict[str, Any]:
        async with self._session.get(path) as response:
            body: dict[str, Any] = await response.json()
        return body

    async def _read(self) -> None:
        async for message in self._socket:
            self.live.apply(message.json())
