"""Numbers as people read them: a real minus sign, no grouping in any of our languages."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """A whole number: `120`, `−120`, `0`."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """A change of a score: `+120`, `−120`, `0`."""
    return number(value) if value <= 0 else f"+{value}"
