"""Texts are read strictly here: a fault raises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.i18n import strictly


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    with strictly():
        yield
