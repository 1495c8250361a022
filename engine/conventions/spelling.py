"""The word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_LONGEST: Final = 80
"""Characters of a word that can be a misspelt one; comparing takes time by its square."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The known word most like `word`: a similar spelling, else the shortest one that contains it."""
    if len(word) > _LONGEST:
        return None
    candidates = tuple(words)
    similar = get_close_matches(word, candidates, n=1)
    if similar:
        return similar[0]
    containing = [candidate for candidate in candidates if len(word) > 1 and word in candidate]
    return min(containing, key=lambda known: (not known.startswith(word), len(known)), default=None)
