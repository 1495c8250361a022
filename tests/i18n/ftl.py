"""The locale files as data, for tests: every text by its key, with the variables it needs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from bot.i18n.translator import locales


class _Names(Visitor):
    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.literals: list[str] = []
        self.selects: list[ast.SelectExpression] = []

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - fluent's own name
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - fluent's own name
        self.messages.add(node.id.name)

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - fluent's own name
        self.literals.append(node.value)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802 - fluent's own name
        self.selects.append(node)
        self.generic_visit(node)


class Text:
    """One text: its words, variables, and selections."""

    def __init__(self, pattern: ast.Pattern) -> None:
        names = _Names()
        names.visit(pattern)
        self.variables = frozenset(names.variables)
        self.messages = frozenset(names.messages)
        self.literals = tuple(names.literals)
        self.selects = tuple(names.selects)


def files(lang: str) -> list[Path]:
    return sorted(Path(str(locales())).joinpath(lang).iterdir())


def entries(lang: str) -> Iterator[tuple[str, ast.Pattern]]:
    """Every text in file order, repeated keys included.

    Raises:
        SyntaxError: a file does not parse.
    """
    for file in files(lang):
        for entry in FluentParser(with_spans=False).parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, ast.Junk):
                raise SyntaxError(f"{file}: {entry.content}")  # noqa: TRY004 - the file is at fault, not a type
            if isinstance(entry, ast.Message):
                if entry.value:
                    yield entry.id.name, entry.value
                for attribute in entry.attributes:
                    yield f"{entry.id.name}.{attribute.id.name}", attribute.value


@cache
def texts(lang: str) -> dict[str, Text]:
    """Every text of a language."""
    return {key: Text(pattern) for key, pattern in entries(lang)}
