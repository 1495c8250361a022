"""Tables and people for tests."""

from __future__ import annotations

from itertools import count

from bot.tables.model import HouseRules, Place, Sitter, Stage, Table, TableId
from bot.tables.ports import Answer, Change
from bot.tables.model import Said
from engine.conventions import resolve

FAMILY = Place(-1000000000001)
ANNA = Sitter(1001, "Anna", "ru")
BOHDAN = Sitter(1002, "Bohdan", "uk")
VERA = Sitter(1003, "Vera", "en")
TABLE = TableId("k3x9q0ab")


def house_rules(preset: str = "default") -> HouseRules:
    return HouseRules(preset, (), resolve(preset, {}))


def lobby(
    table: TableId = TABLE, place: Place = FAMILY, seats: tuple[Sitter, ...] = (ANNA,), version: int = 0
) -> Table:
    """A table that waits for players."""
    return Table(
        id=table,
        version=version,
        place=place,
        lang="ru",
        stage=Stage.LOBBY,
        rules=house_rules(),
        host=seats[0].person if seats else 0,
        seats=seats,
        opened_at=1_700_000_000_000,
    )


def change(table: Table, said: Said = Said.OK) -> Change:
    """A change that writes nothing but the table."""
    return Change(table, Answer(said))


class Sequence:
    """Entropy that is the same in every run."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def deck_seed(self) -> bytes:
        return next(self._numbers).to_bytes(32)

    def salt(self) -> str:
        return f"{next(self._numbers):032x}"

    def table_id(self) -> TableId:
        return TableId(f"t{next(self._numbers):07d}")

    def first_dealer(self, players: int) -> int:
        return players - 1
