"""What holds for every run: figures are printed at its end, and SIGTERM ends it as Ctrl+C does."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import TypeAlias

import pytest

Tell: TypeAlias = Callable[[str], None]
_FIGURES = "figures"


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Says a line in the summary of the run."""
    return lambda line: record_property(_FIGURES, line)


def pytest_runtest_setup() -> None:
    """SIGTERM interrupts a test instead of killing the run, so that the servers and bots it started end too.

    Before each test, since a loop that listened for it leaves the default behind. By way of SIGINT, since
    asyncio then unwinds the test from the inside out; a shell's background jobs are born deaf to that.
    """
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
