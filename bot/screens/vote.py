"""What those who sit are asked: to stop, to free a seat, to take an action back."""

from __future__ import annotations

from bot.i18n import Lang
from bot.screens.buttons import VoteTap, VoteVerb, encode
from bot.screens.model import Button, Screen, Style
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.model import Stage, Table, Vote, VoteKind
from bot.tables.votes import missing


def vote(table: Table, lang: Lang) -> Screen:
    """The open votes of a table, or how the last one ended."""
    words = Words.of(table.seats, lang)
    if table.stage is Stage.FINISHED:
        return Screen(words.say("vote-stopped"))
    if not table.votes:
        return Screen(words.say("vote-closed"))
    asked = [_question(table, words, each) for each in table.votes]
    return Screen(blocks(*asked), tuple(_buttons(table, words, each) for each in table.votes))


def _question(table: Table, words: Words, asked: Vote) -> tuple[str, ...]:
    voted = [seat for seat, sitter in enumerate(table.seats) if sitter.person in asked.voters]
    about = {} if asked.seat is None else {"player": words.names[asked.seat]}
    title = words.say(f"vote-{asked.kind.value}", **about)
    # Where others have gone and the votes suffice by now, it takes one tap more, of anybody.
    more = max(1, missing(table, asked))
    count = words.say("vote-count", names=words.those(voted) or "—", missing=more)
    hint = (words.say("vote-hint"),) if asked.kind is VoteKind.STOP else ()
    return (bold(title), count, *hint)


def _buttons(table: Table, words: Words, asked: Vote) -> tuple[Button, ...]:
    seat = 0 if asked.seat is None else asked.seat + 1

    def button(key: str, verb: VoteVerb, style: Style) -> Button:
        data = encode(VoteTap(table.id, table.lobby_turn, asked.kind, seat, verb))
        return Button(words.say(key), data, style=style)

    return (
        button(f"btn-vote-{asked.kind.value}", VoteVerb.YES, Style.DANGER),
        button("btn-vote-on", VoteVerb.NO, Style.SUCCESS),
    )
