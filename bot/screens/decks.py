"""The proof that no deck was changed: salts and decks of a match that is over (docs/verify.md)."""

from __future__ import annotations

from bot.screens.model import Screen
from bot.screens.text import blocks, bold, code, folded
from bot.screens.words import Words
from bot.tables.model import Notice


def decks(told: Notice, words: Words) -> Screen:
    """Deal after deal its number, its salt, its cards from the top; and how to check them."""
    last = told.first + len(told.commitments) - 1
    lines = (
        f"{deal}. {code(f'{seal.salt} {seal.deck}')}"
        for deal, seal in enumerate(told.commitments, start=told.first)
    )
    title = words.say("decks-title", n=len(told.commitments), first=told.first, last=last)
    how = (words.say("decks-how"), code(words.say("decks-command")))
    return Screen(blocks((f"🔐 {bold(title)}", words.say("decks-what")), how, (folded([*lines]),)))
