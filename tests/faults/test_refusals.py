"""Row D23: no command is refused in silence."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from bot.i18n import LANGS
from bot.screens.answers import answered
from bot.screens.buttons import LobbyVerb
from bot.tables.model import Stage
from bot.tables.ports import Answer
from bot.tables.said import Said
from tests.support.house import House
from tests.support.people import Message, Person, Screen
from tests.telegram.match import Game, is_lobby

IN_PRIVATE: Mapping[str, Said | None] = {
    **dict.fromkeys(
        ("newgame", "table", "join", "undo", "watch", "settings", "export", "stop"), Said.FOR_GROUPS
    ),
    **dict.fromkeys(("leave", "hand", "score", "rules", "conventions +golden"), Said.NO_TABLE),
    "unwatch": Said.NOT_WATCHING,
    "start sit_zzzzzzzz": Said.WISH_EXPIRED,
    "fly": Said.NO_COMMAND,
    "lang klingon": None,
}
"""Of somebody who sits nowhere. None: other words than those of a code."""
WITHOUT_A_TABLE: Mapping[str, Said | None] = {
    **dict.fromkeys(
        ("table", "join", "leave", "undo", "watch", "hand", "score", "rules", "conventions save", "stop"),
        Said.NO_TABLE,
    ),
    "unwatch": Said.NOT_WATCHING,
    "settings clock 60": Said.NOT_ADMIN,
    "settings clock soon": Said.NOT_ADMIN,
    "settings soon": Said.BAD_CLOCK,
    "conventions reset": Said.NOT_HOST,
    "lang en": Said.NOT_ALLOWED,
    "privacy": Said.FOR_PRIVATE,
    "newgame +flying": None,
    "lang klingon": None,
}
"""Of a member who is no admin."""
OF_ONLOOKERS = {
    "leave": Said.NOT_SEATED,
    "hand": Said.NOT_SEATED,
    "unwatch": Said.NOT_WATCHING,
    "stop": Said.NOT_ALLOWED,
    "lang en": Said.NOT_ALLOWED,
    "conventions save": Said.NOT_HOST,
    "settings clock 60": Said.CLOCK_NOT_HOST,
    "newgame": Said.TABLE_OPEN,
}
"""Of a member without a seat, while a match is on."""
OF_PLAYERS = {
    "newgame": Said.TABLE_OPEN,
    "join": Said.ALREADY_SEATED,
    "watch": Said.ALREADY_SEATED,
    "unwatch": Said.NOT_WATCHING,
    "undo": Said.NOTHING_TO_UNDO,
    "conventions +golden": Said.RULES_FIXED,
    "settings clock soon": Said.BAD_CLOCK,
    "settings fly": Said.BAD_CLOCK,
}
"""Of the host, while a match is on and nobody has acted."""
IN_A_LOBBY = {
    "newgame": Said.LOBBY_OPEN,
    "conventions +golden": Said.NOT_HOST,
    "settings clock 60": Said.CLOCK_NOT_HOST,
    "stop": Said.NOT_ALLOWED,
    "leave": Said.NOT_SEATED,
    "hand": Said.NOT_SEATED,
}
"""Of a member without a seat."""
NEXT_STEP = {
    Said.NO_TABLE: "/newgame",
    Said.LOBBY_OPEN: "/table",
    Said.TABLE_OPEN: "/table",
    Said.NO_COMMAND: "/help",
    Said.BAD_CLOCK: "pause",
}
"""What the words offer to do instead, where it is something to type."""


async def refused(person: Person, chat: int, text: str) -> Message:
    """What the bot says to a command; in a group it replies to it."""
    sent = (await person.send(chat, f"/{text}")).key[0]

    def said(screen: Screen) -> Message | None:
        new = (each for each in screen.of_bot() if each.key[0] > sent)
        return next((each for each in new if chat > 0 or each.reply_to == sent), None)

    return await person.until(chat, said)


async def check(person: Person, chat: int, cases: Mapping[str, Said | None]) -> None:
    """Each command gets these words."""
    for text, said in cases.items():
        found = await refused(person, chat, text)
        assert len(found.text.split()) > 1, text
        if said is not None:
            wanted = answered(Answer(said), LANG)
            assert wanted is not None
            assert found.text == wanted.text, text


CASES: tuple[Mapping[str, Said | None], ...] = (
    IN_PRIVATE,
    WITHOUT_A_TABLE,
    IN_A_LOBBY,
    OF_ONLOOKERS,
    OF_PLAYERS,
)
LANG = "en"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("said", sorted({said for case in CASES for said in case.values() if said}))
def test_D23_a_refusal_has_words_and_a_next_step(said: Said, lang: str) -> None:
    """In each language: words, and what to type instead where that would help."""
    shown = answered(Answer(said), lang)
    assert shown is not None
    assert len(shown.text.split()) > 1
    assert NEXT_STEP.get(said, "") in shown.text


async def test_D23_no_command_is_refused_in_silence(
    house: House, family: int, trio: tuple[Person, ...]
) -> None:
    """In private and in the group; without a table, in a lobby, in a match; players and others."""
    host, game = trio[0], Game(house, family, trio, Random(1))
    guest = await house.people.add("Emil", LANG, family)
    late = await house.people.add("Daria", LANG, family)
    await guest.send(guest.chat, "/start")
    await guest.until(guest.chat, lambda screen: screen.of_bot())
    await check(guest, guest.chat, IN_PRIVATE)
    await refused(host, family, f"lang {LANG}")
    await check(guest, family, WITHOUT_A_TABLE)
    await host.send(family, "/newgame")
    await game.fill_seats()
    await check(guest, family, IN_A_LOBBY)
    await host.tap(family, await host.until_button(family, is_lobby(LobbyVerb.START)))
    await game.until(lambda table: table.stage is Stage.PLAYING)
    await check(guest, family, OF_ONLOOKERS)
    await check(host, family, OF_PLAYERS)
    await check(late, family, {"join": Said.OPEN_PRIVATE, "watch": Said.OPEN_PRIVATE})
