"""Whole matches over HTTP, from /newgame to the winner, by the buttons that people see: one a layout.

Each seed gave the shortest of 300 matches; the engine alone must come to the same state with its decks.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.i18n import LANGS, Lang, tr
from bot.tables.model import Stage, Table
from engine.match import outcome, phase
from engine.state import Phase
from engine.view import public_view
from tests.support.people import Screen
from tests.support.valkey import valkey
from tests.telegram.hall import Hall, Lots, hall, rehearsed
from tests.telegram.match import Game

__all__ = ["hall", "valkey"]

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUICK = "-barrel declarer_credit=taken first_lead_marriage=declares -writeoff -bolts +golden"
"""Flags under which the larger tables need no hundred deals."""
LAYOUTS = {
    "11+2": ("sixmax", 2, 179),
    "10+2x2": ("rospis4 first_dealer=lot", 2, 277),
    "9+2x3": ("classic", 2, 288),
    "6+stock": ("stock2", 2, 263),
    "5+4": (f"sixmax {QUICK}", 4, 260),
    "dealer_sits": ("gambler", 4, 70),
    "3+5": (f"sixmax {QUICK}", 5, 53),
    "3+6": (f"sixmax {QUICK}", 6, 52),
}
"""What is asked for, how many sit, and the seed."""


def headings(table: Table) -> dict[Lang, str]:
    """How the board of this moment begins, in each language."""
    assert table.match is not None
    view = public_view(table.match)
    if view.deal is None:
        assert view.last_result is not None
        return {lang: tr(lang, "event-deal-ended", n=view.last_result.number) for lang in LANGS}
    number, dealer = view.deal.number, table.seats[view.deal.dealer].name
    return {lang: tr(lang, "board-deal", n=number, name=dealer) for lang in LANGS}


async def board_speaks(game: Game, lang: Lang) -> None:
    """The stored table has the language, and the group sees its board in that and no other."""
    table = await game.state()
    assert table.lang == lang
    wanted = headings(table)

    def speaks(screen: Screen) -> bool:
        begins = Counter(message.text.partition("\n")[0] for message in screen.of_bot())
        return [spoken for spoken in LANGS if begins[f"🃏 {wanted[spoken]}"]] == [lang]

    await game.players[0].until(game.group, speaks)


async def speak(game: Game, lang: Lang) -> None:
    """The group changes its language."""
    await game.players[0].send(game.group, f"/lang {lang}")
    await game.until(lambda table: table.lang == lang)
    await board_speaks(game, lang)


async def play_in_turns(game: Game) -> Counter[Lang]:
    """To the end, every deal in the next language; how many deals each one had."""
    dealt: Counter[Lang] = Counter()
    lang = LANGS[0]
    while (table := await game.state()).stage is Stage.PLAYING:
        assert table.match is not None
        if table.match.sheet.deals_dealt > dealt.total():
            lang = LANGS[dealt.total() % len(LANGS)]
            dealt[lang] += 1
            await speak(game, lang)
        elif phase(table.match) is Phase.OVER:
            await board_speaks(game, lang)
        await game.step(table)
    return dealt


async def sit_down(hall: Hall, words: str, players: int, seed: int) -> Game:
    group, people = await hall.party(players, seed)
    game = Game(hall.house, group, people, Random(seed))
    await game.sit_down(words)
    return game


async def ended_as_rehearsed(game: Game, words: str, seed: int) -> None:
    """The winner is found, and he is the one that the engine's own match with these decks has."""
    table = await game.state()
    assert table.stage is Stage.FINISHED
    assert table.match is not None
    assert outcome(table.match) is not None
    assert table.match == rehearsed(words, len(game.players), Lots(seed))
    assert table.rules.preset == words.split(maxsplit=1)[0]


@pytest.mark.parametrize(("words", "players", "seed"), LAYOUTS.values(), ids=LAYOUTS.keys())
async def test_a_match_from_newgame_to_the_winner(hall: Hall, words: str, players: int, seed: int) -> None:
    game = await sit_down(hall, words, players, seed)
    await game.play_to_the_end()
    await ended_as_rehearsed(game, words, seed)
    await hall.in_order(game)


async def test_a_match_of_three_in_three_languages(hall: Hall) -> None:
    words, seed = "matveev_all", 169
    game = await sit_down(hall, words, 3, seed)
    dealt = await play_in_turns(game)
    assert max(dealt[lang] for lang in LANGS) - min(dealt[lang] for lang in LANGS) <= 1, dealt
    assert min(dealt[lang] for lang in LANGS) > 0, dealt
    await ended_as_rehearsed(game, words, seed)
    await hall.in_order(game)
