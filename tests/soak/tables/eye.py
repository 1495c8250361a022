"""Sees every message and every pop-up, and asks afterwards whether its reader might know each card in it."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.i18n import LANGS
from bot.sandbox.core import Sandbox
from bot.sandbox.model import Message, Object, Query
from bot.screens.words import card_name
from bot.storage.keys import TableKeys
from bot.storage.store import Store
from bot.tables.model import TableId
from engine.actions import Seat
from engine.cards import DECK, Card
from tests.soak.tables.retelling import Retelling

RECENT: Final = 16
"""Steps that the table may have taken while a message was on its way."""

_CARDS: Final = {card_name(card, lang): card for lang in LANGS for card in DECK}
_CARD: Final = re.compile("|".join(sorted(map(re.escape, _CARDS), key=len, reverse=True)))
_DEAL: Final = re.compile(r"🃏 \D*(\d+)")


def cards_in(text: str) -> frozenset[Card]:
    """Every card that a text names."""
    return frozenset(_CARDS[name] for name in _CARD.findall(text))


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that somebody read: a message as it came or was changed, or the answer to a tap."""

    chat: int
    """The private chat of a person, or a group."""
    cards: frozenset[Card]
    text: str
    lines: int
    """Of the record when it was read, or a moment later."""

    @property
    def deal(self) -> int | None:
        """The number of the deal that its first line names, as boards and hands do."""
        found = _DEAL.match(self.text)
        return int(found[1]) if found else None


@dataclass(slots=True)
class Eye:
    """Everything that was read at each table, until its match is looked back at."""

    sandbox: Sandbox
    store: Store
    tables: dict[int, TableId] = field(default_factory=dict)
    """What each chat is about."""
    homes: dict[int, int] = field(default_factory=dict)
    """Which group each supergroup was."""
    seen: defaultdict[TableId, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    said: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """First lines of the bot's messages into each chat, as they came; a supergroup is still its group."""
    counts: Counter[str] = field(default_factory=Counter)
    _fresh: asyncio.Queue[tuple[int, str]] = field(default_factory=asyncio.Queue)

    def open(self) -> None:
        """From now on it sees."""
        post, revise, give = self.sandbox.post, self.sandbox.revise, self.sandbox.answer

        def posting(message: Message) -> Message:
            if message.sender == self.sandbox.world.bot.id:
                if message.receiver is None:
                    home = self.homes.get(message.chat, message.chat)
                    self.said[home][message.markup.text.partition("\n")[0]] += 1
                self._note(_reader(message), f"{message.markup.text}\n{_buttons(message)}", "messages")
            return post(message)

        def revising(message: Message) -> Message:
            old = self.sandbox.world.chats[message.chat].messages[message.key]
            text = "" if old.markup == message.markup else message.markup.text
            self._note(_reader(message), f"{text}\n{_buttons(message)}", "edits")
            return revise(message)

        def answering(query: Query, answer: Object) -> None:
            if answer["text"]:
                self._note(query.person, str(answer["text"]), "pop-ups")
            give(query, answer)

        self.sandbox.post = posting  # type: ignore[method-assign]  # a window, not a door
        self.sandbox.revise = revising  # type: ignore[method-assign]
        self.sandbox.answer = answering  # type: ignore[method-assign]

    async def watch(self) -> None:
        """Ask how long the record was when each text was read, until cancelled."""
        while True:
            batch = [await self._fresh.get()]
            while not self._fresh.empty():
                batch.append(self._fresh.get_nowait())
            known = [(self.tables[chat], chat, text) for chat, text in batch if chat in self.tables]
            commands = [("LLEN", TableKeys.of(table).record) for table, _, _ in known]
            for (table, chat, text), lines in zip(known, await self.store.calls(commands), strict=True):
                self.seen[table].append(Seen(chat, cards_in(text), text, int(lines)))

    def _note(self, chat: int, text: str, kind: str) -> None:
        self.counts[kind] += 1
        if _CARD.search(text):
            self._fresh.put_nowait((chat, text))


def _reader(message: Message) -> int:
    """The one person who sees it, else its chat."""
    return message.receiver or message.chat


def _buttons(message: Message) -> str:
    return " ".join(str(button["text"]) for row in message.keyboard for button in row)


def is_leak(seen: Seen, seat: Seat | None, tellings: Iterable[Retelling]) -> bool:
    """Whether its reader can't have known one of the cards at any moment when it may have been written.

    It tells of one deal, and a hand shows all its cards. What was taken back had been seen,
    and had left the hand.
    """
    for number, told in enumerate(tellings):
        line = len(told.lines) if number else seen.lines
        shown = frozenset(card for at, cards in told.undone if at <= line for card in cards)
        for step in told.around(line, RECENT):
            if seen.deal not in {None, step.deal}:
                continue
            own = step.hand(seat) if seat is not None else frozenset()
            if own - shown <= seen.cards <= step.known(seat) | shown:
                return False
    return True
