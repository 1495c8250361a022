"""Help, the first words in private, the choice of a language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n import LANGS, Lang, escape, tr
from bot.screens.answers import typed
from bot.screens.buttons import LangTap, encode
from bot.screens.house import sizes_text
from bot.screens.model import Button, Screen, Style
from bot.screens.text import blocks, bold, code, folded
from bot.screens.words import rank_name, sign
from engine.cards import MARRIAGE_POINTS, Rank, Suit
from engine.conventions import PRESETS

GROUP_COMMANDS: Final = ("newgame", "table", "join", "undo", "watch", "settings", "export", "stop")
"""Commands that mean nothing in a private chat, in the order of the menus."""


def help_screen(lang: Lang, commands: Sequence[str]) -> Screen:
    """How to play and what can be typed; `commands` are names without the slash, in order."""
    ranks = sorted(Rank, reverse=True)
    order = " ".join(rank_name(rank, lang) for rank in ranks)
    points = ", ".join(f"{rank_name(rank, lang)} = {rank.points}" for rank in ranks)
    marriages = ", ".join(f"{sign(suit)} = {MARRIAGE_POINTS[suit]}" for suit in Suit)
    return Screen(
        blocks(
            (f"🃏 {bold(tr(lang, 'help-title'))}", tr(lang, "help-intro")),
            (
                tr(lang, "help-order", cards=order),
                tr(lang, "help-points", points=points),
                f"💍 {tr(lang, 'help-marriages', marriages=marriages)}",
                tr(lang, "help-suit"),
            ),
            (bold(tr(lang, "help-commands")), *(_command(name, lang) for name in commands)),
            _elsewhere(commands, lang),
            (
                bold(tr(lang, "help-flags")),
                tr(lang, "help-flags-how"),
                code(tr(lang, "help-flags-example")),
            ),
            (bold(tr(lang, "help-presets")), folded(_presets(lang))),
        )
    )


def start_screen(lang: Lang, *, seated: bool) -> Screen:
    """The first words in a private chat."""
    line = tr(lang, "start-back" if seated else "start-how")
    return Screen(blocks((f"🃏 {bold(tr(lang, 'start-title'))}", line)))


def lang_menu(lang: Lang, *, private: bool, undecided: bool = False) -> Screen:
    """The choice of a language; languages are never translated. `undecided`: nobody has chosen here yet."""
    now = None if private and undecided else lang
    buttons = tuple(
        Button(tr(code, "lang-name"), encode(LangTap(code)), style=Style.PRIMARY if code == now else None)
        for code in LANGS
    )
    if private:
        said = [tr(lang, "lang-unset" if undecided else "lang-own")]
    else:
        said = [tr(lang, "lang-chat"), tr(lang, "lang-chat-how") if undecided else ""]
    return Screen(blocks((bold(tr(lang, "lang-title")), *said)), (buttons,))


def lang_unknown(word: str, lang: Lang) -> Screen:
    """No language of ours is called so; these are."""
    values = ", ".join(f"/lang {code} ({tr(code, 'lang-name')})" for code in LANGS)
    return Screen(tr(lang, "lang-unknown", name=escape(typed(word)), values=values))


def _elsewhere(commands: Sequence[str], lang: Lang) -> Sequence[str]:
    """What works in groups only, where other commands are listed."""
    others = [name for name in GROUP_COMMANDS if name not in commands]
    if not others:
        return ()
    lines = (_command(name, lang) for name in others)
    return (f"👥 {bold(tr(lang, 'help-groups'))}", tr(lang, "help-groups-how"), *lines)


def _command(name: str, lang: Lang) -> str:
    return tr(lang, "help-command", name=name, what=tr(lang, f"command-{name}"))


def _presets(lang: Lang) -> list[str]:
    """What can be typed, how many may play by it, and its title."""
    return [
        f"{code(name)} {sizes_text(preset.players)} · {tr(lang, f'preset-{name}')}"
        for name, preset in PRESETS.items()
    ]
