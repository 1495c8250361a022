"""Figures that tests are asked to print: one line each, at the end of the run, whoever ran the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

Tell: TypeAlias = Callable[[str], None]
_FIGURES = "figures"


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Says a line in the summary of the run."""
    return lambda line: record_property(_FIGURES, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for found in terminalreporter.stats.values() for report in found]
    told = [
        f"{report.nodeid.rpartition('::')[2]}: {line}"
        for report in reports
        if isinstance(report, pytest.TestReport)
        for name, line in report.user_properties
        if name == _FIGURES
    ]
    if told:
        terminalreporter.section("figures")
        for line in dict.fromkeys(told):
            terminalreporter.line(line)
