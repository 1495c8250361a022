"""House rules as words: a preset and flags make them, and a line is written that makes them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.tables.model import HouseRules
from engine.conventions import (
    DEFAULT_PRESET,
    FIELDS,
    PRESETS,
    Conventions,
    check_anybody_plays,
    check_players,
    differing,
    find_preset,
    parse_flags,
    players_allowed,
    resolve,
)
from engine.errors import RuleError

HINTS: Final = ("hint_opponent_cards", "hint_talon_suits", "hint_talon_card")
"""What these conventions allow, a lobby has to switch on besides."""
_USUAL_SIZE: Final = 3
_SIGNS: Final = {"true": "+", "false": "-"}


def said(words: Iterable[str], base: HouseRules | None = None) -> HouseRules:
    """The rules that these words make: of the preset that they name, else of `base`, else of the default.

    Raises:
        RuleError: a word is not in the rulebook, the words exclude each other, or nobody could play by them.
    """
    preset, settings = parse_flags(words)
    if base is not None and preset is None and not settings:
        return base
    kept = {} if base is None or preset is not None else _settings(base)
    named = preset if base is None or preset is not None else base.preset
    changes = {**kept, **settings}
    rules = HouseRules(named, tuple(changes.items()), resolve(named, changes))
    _check_seats(rules)
    return rules


def line(rules: HouseRules) -> str:
    """The command that makes a table by the same rules."""
    return " ".join(("/newgame", rules.preset or DEFAULT_PRESET, *flags(rules)))


def flags(rules: HouseRules) -> tuple[str, ...]:
    """What makes the preset into these rules, as short as it can be typed."""
    return tuple(
        f"{_SIGNS[word]}{name}" if word in _SIGNS else f"{name}={word}"
        for name, word in _settings(rules).items()
    )


def unanswered(rules: HouseRules) -> tuple[str, ...]:
    """What the preset leaves to the table to say, and nobody has said yet (settled N10): convention ids."""
    told = dict(rules.changes)
    return tuple(name for name in _asked(rules) if name not in told)


def sizes(conventions: Conventions) -> tuple[int, ...]:
    """The numbers of players that may play by these conventions, ascending.

    Raises:
        RuleError: nobody may; the error is that of the smallest number that the conventions seat.
    """
    allowed = players_allowed(conventions)
    refusals = {players: _refusal(conventions, players) for players in allowed or (_USUAL_SIZE,)}
    playable = tuple(players for players, refusal in refusals.items() if refusal is None)
    if not playable:
        raise next(refusal for refusal in refusals.values() if refusal is not None)
    return playable


def fitting(seated: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The presets by which so many, or more who are still to come, may play; with the sizes of each."""
    for name in PRESETS:
        players = sizes(resolve(name, {}))
        if max(players) >= seated:
            yield name, players


def _settings(rules: HouseRules) -> dict[str, str]:
    """What differs from the preset, and the answers to what it asks."""
    told = dict(rules.changes)
    answers = {name: told[name] for name in _asked(rules) if name in told}
    differs = differing(rules.conventions, rules.preset)
    return {name: word for name in FIELDS if (word := differs.get(name, answers.get(name))) is not None}


def _asked(rules: HouseRules) -> tuple[str, ...]:
    return find_preset(rules.preset or DEFAULT_PRESET).asks


def _check_seats(rules: HouseRules) -> None:
    check_anybody_plays(rules.conventions, dict(rules.changes))
    sizes(rules.conventions)


def _refusal(conventions: Conventions, players: int) -> RuleError | None:
    try:
        check_players(conventions, players)
    except RuleError as error:
        return error
    return None
