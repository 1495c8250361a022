"""The Bot API's own grammar: which methods, fields and types there are, and whether a value fits them.

Read from the digest (see `digest/README.md`). Requests are judged by it, and so are the sandbox's replies.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

_DIGEST = resources.files(__package__) / "digest" / "bot_api.json"


@dataclass(frozen=True, slots=True)
class Named:
    """A plain type (`Integer`, `String` …) or an object type (`Message`)."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ListOf:
    """`Array of …`."""

    item: "Kind"

    def __str__(self) -> str:
        return f"Array of {self.item}"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`… or …`: the first that fits is taken."""

    options: tuple["Kind", ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))


Kind = Named | ListOf | AnyOf


@dataclass(frozen=True, slots=True)
class Limit:
    """An inclusive range: of a length in `unit`, or of the number itself where there is no unit."""

    low: int
    high: int
    unit: str | None


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a method or an object."""

    name: str
    kind: Kind
    required: bool
    limit: Limit | None
    const: str | None


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a method or an object; `one_of` names the concrete types of an abstract one."""

    name: str
    fields: Mapping[str, Field]
    one_of: tuple[str, ...] = ()
    returns: Kind | None = None


class MismatchError(ValueError):
    """A value does not fit the Bot API; `path` leads to the place, outermost first."""

    def __init__(self, path: tuple[str, ...], problem: str) -> None:
        super().__init__(f"{'.'.join(path)}: {problem}")
        self.path = path
        self.problem = problem


class MissingError(MismatchError):
    """A required field is absent."""


class UnknownFieldError(MismatchError):
    """A field that the Bot API does not have."""


class WrongTypeError(MismatchError):
    """A value of another type."""


class OutOfRangeError(MismatchError):
    """A value too long, too short, too large or too small."""


_PLAIN: Mapping[str, type | tuple[type, ...]] = {
    "Integer": int,
    "Float": (int, float),
    "String": str,
    "Boolean": bool,
    "True": bool,
    "InputFile": str,
}


def parse_kind(text: str) -> Kind:
    """Telegram's notation of a type, such as `Array of A, B and C` or `Integer or String`."""
    if text.startswith("Array of "):
        return ListOf(parse_kind(text.removeprefix("Array of ")))
    options = text.replace(", ", " or ").replace(" and ", " or ").split(" or ")
    return Named(text) if len(options) == 1 else AnyOf(tuple(map(parse_kind, options)))


def _field(name: str, row: list[Any]) -> Field:
    rules: dict[str, Any] = row[2] if len(row) > 2 else {}
    limit = Limit(rules["min"], rules["max"], rules.get("unit")) if "max" in rules else None
    return Field(name, parse_kind(row[0]), bool(row[1]), limit, rules.get("const"))


def _shape(name: str, body: dict[str, Any]) -> Shape:
    return Shape(
        name,
        {field: _field(field, row) for field, row in body["fields"].items()},
        tuple(body.get("one_of", ())),
        parse_kind(body["returns"]) if "returns" in body else None,
    )


@dataclass(frozen=True, slots=True)
class Schema:
    """All methods and types of one version of the Bot API."""

    version: str
    methods: Mapping[str, Shape]
    types: Mapping[str, Shape]

    def method(self, name: str) -> Shape | None:
        """The method of that name in any case, as Telegram looks it up."""
        return self.methods.get(name.lower())

    def limit(self, owner: str, field: str) -> int:
        """The highest length or value that the Bot API states for a field of a method or type."""
        shape = self.types.get(owner) or self.methods[owner.lower()]
        limit = shape.fields[field].limit
        if limit is None:
            raise LookupError(f"Bot API {self.version} states no limit for {owner}.{field}")
        return limit.high

    def check(self, kind: Kind, value: object, path: tuple[str, ...] = ()) -> None:
        """Whether a decoded JSON value is of a kind, through all its parts.

        Raises:
            MismatchError: with the place and what is wrong there.
        """
        match kind:
            case AnyOf(options):
                self._check_any(options, value, path)
            case ListOf(item):
                if not isinstance(value, list):
                    raise WrongTypeError(path, f"must be of type {kind}")
                for index, part in enumerate(value):
                    self.check(item, part, (*path, str(index)))
            case Named(name) if name in _PLAIN:
                flag = isinstance(value, bool)
                if not isinstance(value, _PLAIN[name]) or flag != (name in {"Boolean", "True"}):
                    raise WrongTypeError(path, f"must be of type {name}")
            case Named(name):
                self._check_object(self.types[name], value, path)

    def _check_any(self, options: tuple[Kind, ...], value: object, path: tuple[str, ...]) -> None:
        deepest: MismatchError | None = None
        for option in options:
            try:
                return self.check(option, value, path)
            except MismatchError as error:
                if deepest is None or len(error.path) > len(deepest.path):
                    deepest = error
        raise deepest or WrongTypeError(path, "must be of a known type")

    def _check_object(self, shape: Shape, value: object, path: tuple[str, ...]) -> None:
        if shape.one_of:
            return self._check_any(self._candidates(shape, value), value, path)
        if not isinstance(value, dict):
            raise WrongTypeError(path, f"must be of type {shape.name}")
        self.check_fields(shape, value, path)
        return None

    def _candidates(self, shape: Shape, value: object) -> tuple[Kind, ...]:
        """The concrete types whose fixed fields (`type`, `status`, `source`) agree with the value, or all."""
        agree = tuple(
            Named(name)
            for name in shape.one_of
            if isinstance(value, dict)
            and any(field.const is not None for field in self.types[name].fields.values())
            and all(
                field.const is None or field.const == value.get(field.name)
                for field in self.types[name].fields.values()
            )
        )
        return agree or tuple(Named(name) for name in shape.one_of)

    def check_fields(self, shape: Shape, value: Mapping[str, object], path: tuple[str, ...] = ()) -> None:
        """Whether the fields of an object or a call are those of its shape.

        Raises:
            MismatchError: for the first field that is unknown, absent, of another type or out of its range.
        """
        for name in value:
            if name not in shape.fields:
                raise UnknownFieldError((*path, name), f"is not a field of {shape.name}")
        for field in shape.fields.values():
            if field.name in value:
                self._check_field(field, value[field.name], (*path, field.name))
            elif field.required:
                raise MissingError((*path, field.name), "is required")

    def _check_field(self, field: Field, value: object, path: tuple[str, ...]) -> None:
        self.check(field.kind, value, path)
        if field.const is not None and value != field.const:
            raise WrongTypeError(path, f"must be {field.const}")
        if field.limit is not None and not fits(field.limit, value):
            unit = f" {field.limit.unit}" if field.limit.unit else ""
            raise OutOfRangeError(path, f"must be {field.limit.low}-{field.limit.high}{unit}")


def fits(limit: Limit, value: object) -> bool:
    """Whether a value keeps a limit; a limit «after entities» is judged after parsing, not here."""
    match limit.unit, value:
        case "bytes", str():
            size = len(value.encode())
        case "characters", str():
            size = len(value.encode("utf-16-le")) // 2
        case "items", list():
            size = len(value)
        case _:
            return True
    return limit.low <= size <= limit.high


@cache
def bot_api() -> Schema:
    """The version of the Bot API in the digest, read once."""
    content = json.loads(_DIGEST.read_text("utf-8"))
    return Schema(
        content["version"],
        {name.lower(): _shape(name, body) for name, body in content["methods"].items()},
        {name: _shape(name, body) for name, body in content["types"].items()},
    )
