"""Whole matches of three people over HTTP, from /newgame to the winner, by the buttons that they see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.i18n import LANGS, Lang, tr
from bot.storage import embedded
from bot.storage.store import Store
from bot.tables.model import Stage, Table
from engine.match import outcome, phase
from engine.state import Phase
from engine.view import public_view
from tests.support.house import House, bot_process, open_house
from tests.support.people import Screen
from tests.telegram.match import NAMES, Game


async def strict(house: House) -> None:
    """The sandbox has nothing to complain about: whoever never said /start was not written to either."""
    stats = await house.people.stats()
    assert stats["refusals"] == []
    assert (stats["unanswered"], stats["double_answers"]) == ([], 0)
    assert (stats["not_modified"], stats["too_many_requests"]) == (0, 0)


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


@pytest.mark.parametrize("words", ["", "matveev", "gambler -golden", "bank -golden"])
async def test_a_match_from_newgame_to_the_winner_in_three_languages(
    store: Store, valkey: embedded.Embedded, tmp_path: Path, words: str
) -> None:
    async with open_house(store) as house, bot_process(house, valkey.url, tmp_path) as bot:
        game = Game(house, house.people.group(), house.people.named(*NAMES), Random(words))
        await game.sit_down(words)
        dealt = await play_in_turns(game)
        table = await game.state()
        assert table.stage is Stage.FINISHED
        assert table.match is not None
        assert outcome(table.match) is not None
        assert max(dealt[lang] for lang in LANGS) - min(dealt[lang] for lang in LANGS) <= 1, dealt
        assert min(dealt[lang] for lang in LANGS) > 0, dealt
        assert table.rules.preset == (words.split(maxsplit=1)[0] if words else None)
        await strict(house)
    assert bot.log.read_text() == ""
