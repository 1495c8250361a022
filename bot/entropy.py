"""Randomness of the operating system."""

from __future__ import annotations

import secrets
from typing import Final

from bot.tables.model import TableId

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class SystemEntropy:
    """`bot.tables.ports.Entropy`."""

    def deck_seed(self) -> bytes:
        """32 bytes for one shuffle."""
        return secrets.token_bytes(32)

    def salt(self) -> str:
        """16 bytes in hexadecimal."""
        return secrets.token_hex(16)

    def table_id(self) -> TableId:
        """One of 36^8 ids."""
        return TableId("".join(secrets.choice(_DIGITS) for _ in range(8)))

    def first_dealer(self, players: int) -> int:
        """A fair lot."""
        return secrets.randbelow(players)
