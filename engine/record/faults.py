"""A fault of a record and the line where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import RuleError


class LineError(Exception):
    """What is wrong with a line of a record."""

    def __init__(self, line: int, error: RuleError, labels: tuple[str, ...] = ()) -> None:
        super().__init__(line, error)
        self.line = line
        self.error = error
        self.labels = labels
        """The players, where they are known by then."""


@contextmanager
def blaming(line: int) -> Iterator[None]:
    """Put the blame for a broken rule on a line.

    Raises:
        LineError: around the `RuleError` of the block.
    """
    try:
        yield
    except RuleError as error:
        raise LineError(line, error) from None
