"""What one person sees in one chat: messages and buttons, as values that tests can ask about."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

Key = tuple[int, int | None]
"""Number of a message, and its ephemeral number: ephemeral messages all have number 0."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button on somebody's screen. Live ones ask the bot; `data` is what a tap would send."""

    text: str
    kind: str
    data: str
    url: str | None
    style: str | None
    chat: int
    message: Key
    row: int
    column: int

    @property
    def live(self) -> bool:
        """Whether a tap asks the bot."""
        return self.kind == "callback"


@dataclass(frozen=True, slots=True)
class Message:
    """A message as one person sees it."""

    key: Key
    chat: int
    thread: int | None
    sender: int
    from_bot: bool
    text: str
    html: str
    edited: bool
    ephemeral_for: int | None
    replaces: int | None
    reply_to: int | None
    photo: str | None
    document: Mapping[str, Any] | None
    """Name, size and address of a file."""
    service: Mapping[str, Any] | None
    rows: tuple[tuple[Button, ...], ...]

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, row by row."""
        return tuple(button for row in self.rows for button in row)

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> Self:
        """From the control API's JSON."""
        key = (body["message_id"], body["ephemeral_id"])
        rows = tuple(
            tuple(
                Button(
                    button["text"],
                    button["kind"],
                    button.get("data", ""),
                    button.get("url"),
                    button.get("style"),
                    body["chat"],
                    key,
                    row,
                    column,
                )
                for column, button in enumerate(buttons)
            )
            for row, buttons in enumerate(body["keyboard"])
        )
        return cls(
            key,
            body["chat"],
            body["thread"],
            body["from"]["id"],
            body["from"]["bot"],
            body["text"],
            body["html"],
            body["edited"] is not None,
            body["ephemeral_for"],
            body["replaces"],
            body["reply_to"],
            body["photo"],
            body["document"],
            body["service"],
            rows,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot answered to a tap: a toast, an alert, a link, or nothing to read."""

    text: str
    alert: bool
    url: str | None


@dataclass(frozen=True, slots=True)
class Screen:
    """The messages of one chat that one person sees, oldest first."""

    messages: tuple[Message, ...]

    @property
    def last(self) -> Message:
        """The newest message."""
        return self.messages[-1]

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The live buttons, those of the newest message first."""
        return tuple(
            button for message in reversed(self.messages) for button in message.buttons if button.live
        )

    def of_bot(self) -> tuple[Message, ...]:
        """The bot's own messages."""
        return tuple(message for message in self.messages if message.from_bot)

    def find(self, text: str) -> Message | None:
        """The newest message that contains a text."""
        return next((message for message in reversed(self.messages) if text in message.text), None)

    def __str__(self) -> str:
        lines = []
        for message in self.messages:
            lines.append(f"{'bot' if message.from_bot else message.sender} {message.key}: {message.text}")
            lines += ["    " + " ".join(f"[{b.text}]" for b in row) for row in message.rows]
        return "\n".join(lines) or "(nothing)"


Wanted = str | Callable[[Button], object]


def sees(text: str) -> Callable[[Screen], Message | None]:
    """A condition for `until`: a message contains this text."""
    return lambda screen: screen.find(text)
