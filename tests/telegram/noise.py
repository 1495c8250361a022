"""Updates that nobody foresaw: any bytes, buttons and commands nearly right, every type of update."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum
from itertools import count
from random import Random
from typing import Any, Final, TypeVar, get_args

from bot.sandbox.schema import AnyOf, Field, Kind, ListOf, Named, bot_api, fits
from bot.screens import buttons
from bot.screens.buttons import Tap, encode
from bot.tables.model import TableId
from bot.telegram.commands import COMMANDS

Json = dict[str, Any]
T = TypeVar("T")
TEXTS: Final = (
    "",
    "x",
    "/",
    "//",
    "@",
    "💥" * 20,
    "\u202eevil",
    "0",
    "-1",
    "١٢",
    "\x00\x01",
    "a" * 300,
    "<b>",
)
NUMBERS: Final = (0, 1, -1, 2, 35, 36, 255, 2**31 - 1, -(2**31), 2**40)
WORDS: Final = (
    *(
        "matveev",
        "sixmax",
        "+golden",
        "-barrel",
        "barrel_at=900",
        "barrel_at=x",
        "golden=",
        "=",
        "+",
        "—bolts",
    ),
    *("save", "reset", "clock", "group", "90", "-5", "pause", "ru", "klingon", "sit_zzzzzzzz", "house_"),
)
SAID: Final = {
    "settings": ("clock pause", "clock away", "clock 60", "group clock 30", "clock 5"),
    "conventions": ("save", "reset", "+golden", "matveev"),
    "lang": ("ru", "en", "xx"),
    "newgame": ("default", "+golden"),
}
"""What means something after a command."""
TAPPED: Final = {
    "word": ("pause", "away", "60", "show", "x"),
    "flag": ("+golden", "barrel_at=900", "matveev", "x"),
    "page": ("top", "barrel", "x"),
}
"""What means something in a button, by the name of its part."""
KINDS: Final[tuple[str, ...]] = tuple(
    field.name for field in bot_api().types["Update"].fields.values() if field.name != "update_id"
)
"""Every type of update."""
_OFTEN: Final = 0.15
"""How often a field comes that need not."""
_DEEP: Final = 3


@dataclass(frozen=True, slots=True)
class Cast:
    """Who and what there is to name."""

    people: Sequence[Json]
    chats: Sequence[Json]
    tables: tuple[TableId, ...]


class Noise:
    """Draws all of it from one seed."""

    def __init__(self, rng: Random, cast: Cast) -> None:
        self._rng = rng
        self._cast = cast
        self._numbers = count(1)
        self._bags: defaultdict[tuple[Any, ...], list[Any]] = defaultdict(list)

    def _dealt(self, options: tuple[T, ...]) -> T:
        """One of them; each comes once before any comes again."""
        bag = self._bags[options]
        bag += [] if bag else self._rng.sample(options, len(options))
        found: T = bag.pop()
        return found

    def text(self) -> str:
        """Some words, or none that anybody knows."""
        rng = self._rng
        if rng.random() < 0.5:
            return rng.choice(TEXTS)
        return "".join(
            chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xA0, 0xD7FF)))) for _ in range(9)
        )

    def data(self) -> str:
        """Callback data: noise, a button of ours, or one that was cut, spliced or counted wrong."""
        rng = self._rng
        if rng.random() < 0.15:
            return self.text()[:64]
        whole = encode(self._tap(self._dealt(get_args(Tap))))
        match rng.randrange(8):
            case 0:
                return whole[: rng.randrange(len(whole) + 1)]
            case 1:
                place = rng.randrange(len(whole))
                return whole[:place] + chr(rng.randrange(1, 0x500)) + whole[place + 1 :]
            case 2:
                words = whole.split(":")
                words[rng.randrange(len(words))] = rng.choice((self.text(), "zzzzzzzzzzzz", "-1", ""))
                return ":".join(words)
            case _:
                return whole

    def _tap(self, kind: type[Tap]) -> Tap:
        return kind(*(self._part(kind, field.name, field.type) for field in fields(kind)))

    def _part(self, owner: type[Tap], name: str, kind: object) -> Any:
        word = kind if isinstance(kind, str) else getattr(kind, "__name__", "")
        found = getattr(buttons, word, None)
        if isinstance(found, type) and issubclass(found, Enum):
            return self._dealt(tuple(found))
        match word:
            case "int":
                return self._rng.choice((0, 1, 2, 3, 5, 8, 12, 1000, 1005, 2001, 36**6))
            case "TableId":
                return self._dealt(self._cast.tables)
            case "Lang":
                return self._rng.choice(("ru", "uk", "en", "xx"))
            case "str":
                return self._dealt(TAPPED[name])
            case _:
                raise TypeError(f"{owner.__name__}.{name} is of an unknown kind {word}")

    def command(self, without: frozenset[str] = frozenset()) -> str:
        """A command of ours or of nobody, with words after it."""
        rng = self._rng
        names = [command.name for command in COMMANDS if command.name not in without]
        name = self._dealt((*names, "unknown", "", "NEWGAME", "help@other_bot"))
        if name in SAID and rng.random() < 0.5:
            return f"/{name} {self._dealt(SAID[name])}"
        said = [rng.choice((*WORDS, self.text())) for _ in range(rng.choice((0, 0, 1, 2, 5)))]
        return " ".join((f"/{name}", *said))

    def update(self, kind: str) -> Json:
        """The body of an update of this type, as the Bot API's schema has it."""
        field = bot_api().types["Update"].fields[kind]
        made: Json = self._value(field.kind, 0)
        return made

    def json(self, depth: int = 0) -> Any:
        """Any JSON at all."""
        rng = self._rng
        match rng.randrange(4 if depth > 3 else 6):
            case 0:
                return self.text()
            case 1:
                return rng.choice(NUMBERS)
            case 2:
                return rng.choice((None, True, False, 0.5))
            case 3:
                return rng.choice(KINDS)
            case 4:
                return [self.json(depth + 1) for _ in range(rng.randrange(3))]
            case _:
                keys = ("id", "message", "chat", "from", "data", "text", "type", self.text())
                return {rng.choice(keys): self.json(depth + 1) for _ in range(rng.randrange(4))}

    def _value(self, kind: Kind, depth: int) -> Any:
        match kind:
            case ListOf(item):
                return [
                    self._value(item, depth + 1)
                    for _ in range(self._rng.randrange(3) if depth < _DEEP else 0)
                ]
            case AnyOf(options):
                if depth >= _DEEP and Named("String") in options:
                    return "deep"
                return self._value(self._rng.choice(options), depth)
            case Named("String"):
                return self.text()
            case Named("Integer"):
                return self._rng.choice((1, 7, 1_800_000_000, 40))
            case Named("Float"):
                return 0.5
            case Named("Boolean"):
                return self._rng.random() < 0.5
            case Named("True"):
                return True
            case Named("User"):
                return dict(self._rng.choice(self._cast.people))
            case Named("Chat"):
                return dict(self._rng.choice(self._cast.chats))
            case Named(name):
                return self._object(name, depth)

    def _object(self, name: str, depth: int) -> Json:
        shape = bot_api().types[name]
        if shape.one_of:
            return self._object(self._rng.choice(shape.one_of), depth)
        return {
            field.name: field.const if field.const is not None else self._field(field, depth)
            for field in shape.fields.values()
            if field.required or (depth < _DEEP and self._rng.random() < _OFTEN / (1 + 5 * depth))
        }

    def _field(self, field: Field, depth: int) -> Any:
        if field.name in {"message_id", "update_id"}:
            return next(self._numbers)
        found = self._value(field.kind, depth + 1)
        limit = field.limit
        if limit is None or not isinstance(found, str):
            return found if limit is None or fits(limit, found) else limit.low
        return f"{found}{'x' * limit.low}"[: max(1, limit.high // 4)]
