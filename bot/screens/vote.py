"""The question whether to stop the game."""

from __future__ import annotations

from bot.i18n import Lang
from bot.screens.buttons import VoteTap, VoteVerb, encode
from bot.screens.model import Button, Screen, Style
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.model import Stage, Table


def vote(table: Table, lang: Lang) -> Screen:
    """The open vote of a table, or how it ended."""
    words = Words.of(table.seats, lang)
    if table.stage is Stage.FINISHED:
        return Screen(words.say("vote-stopped"))
    if not table.stop_votes:
        return Screen(words.say("vote-closed"))
    voted = [seat for seat, sitter in enumerate(table.seats) if sitter.person in table.stop_votes]
    title = words.say("vote-title", n=len(voted), max=table.majority)
    buttons = (
        _button(table, words, "btn-vote-stop", VoteVerb.STOP, Style.DANGER),
        _button(table, words, "btn-vote-on", VoteVerb.PLAY_ON, Style.SUCCESS),
    )
    return Screen(blocks((bold(title), words.those(voted)), (words.say("vote-hint"),)), (buttons,))


def _button(table: Table, words: Words, key: str, verb: VoteVerb, style: Style) -> Button:
    return Button(words.say(key), encode(VoteTap(table.id, table.lobby_turn, verb)), style=style)
