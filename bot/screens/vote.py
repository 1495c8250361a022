"""What those who sit are asked: to stop, to free a seat, to take an action back; and what follows for one."""

from __future__ import annotations

from bot.i18n import Lang, tr
from bot.screens.buttons import SeatTap, SeatVerb, VoteTap, VoteVerb, encode
from bot.screens.model import Button, Screen, Style
from bot.screens.text import blocks, bold
from bot.screens.words import Words
from bot.tables.model import PersonId, Stage, Table, Vote, VoteKind
from bot.tables.tally import missing


def vote(table: Table, lang: Lang) -> Screen:
    """The open votes of a table, or how the last one ended."""
    words = Words.of(table.seats, lang)
    if table.stage is Stage.FINISHED:
        return Screen(words.say("vote-stopped"))
    if not table.votes:
        return Screen(words.say("vote-closed"))
    asked = [_question(table, words, each) for each in table.votes]
    plain = Words.of(table.seats, lang, html=False)
    return Screen(blocks(*asked), tuple(_buttons(table, plain, each) for each in table.votes))


def freed(table: Table, person: PersonId) -> Screen | None:
    """What somebody is told whose seat the others freed; while nobody else has it, he may take it back."""
    sat = [*(past.sitter for past in table.past), *table.seats]
    found = next((each for each in reversed(sat) if each.person == person), None)
    if found is None:
        return None
    told = bold(tr(found.lang, "freed"))
    if found not in table.seats or table.stage is not Stage.PLAYING:
        return Screen(f"🚪 {told}")
    tap = SeatTap(table.id, table.seats.index(found) + 1, SeatVerb.TAKE)
    button = Button(tr(found.lang, "btn-take-back"), encode(tap), style=Style.SUCCESS)
    return Screen(blocks((f"🚪 {told}",), (tr(found.lang, "freed-how"),)), ((button,),))


def _question(table: Table, words: Words, asked: Vote) -> tuple[str, ...]:
    title = words.say(f"vote-{asked.kind.value}", **_about(words, asked))
    # Where others have gone and the votes suffice by now, it takes one tap more, of anybody.
    more = max(1, missing(table, asked))
    count = words.say("vote-count", names=_those(table, words, asked.voters) or "—", missing=more)
    against = words.say("vote-against", names=_those(table, words, asked.against)) if asked.against else ""
    hint = (words.say("vote-hint"),) if asked.kind is VoteKind.STOP else ()
    return (bold(title), count, against, *hint)


def _those(table: Table, words: Words, people: frozenset[PersonId]) -> str:
    return words.those(seat for seat, sitter in enumerate(table.seats) if sitter.person in people)


def _about(words: Words, asked: Vote) -> dict[str, str]:
    return {} if asked.seat is None else {"player": words.names[asked.seat]}


def _buttons(table: Table, plain: Words, asked: Vote) -> tuple[Button, ...]:
    """Yes and no; each says what it is about, since several questions may be open."""
    seat = 0 if asked.seat is None else asked.seat + 1

    def button(key: str, verb: VoteVerb, style: Style) -> Button:
        data = encode(VoteTap(table.id, table.lobby_turn, asked.kind, seat, verb))
        return Button(plain.say(f"btn-{key}-{asked.kind.value}", **_about(plain, asked)), data, style=style)

    return button("vote", VoteVerb.YES, Style.DANGER), button("against", VoteVerb.NO, Style.SUCCESS)
